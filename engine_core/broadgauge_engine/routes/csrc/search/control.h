/* What ends a search early; shared by all parts of one search.
 *
 * Invariants
 *   - Once stopped, a search stays stopped; whoever finds it so returns at once, with the best that is known.
 *   - Only the flag is shared with other threads. It goes from unset to set, once, and says nothing about other memory.
 */
#ifndef BROADGAUGE_CONTROL_H
#define BROADGAUGE_CONTROL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef atomic_bool Flag;

typedef struct {
    int64_t nodes, max_nodes, deadline; /* deadline in nanoseconds of the monotonic clock; 0: none */
    const Flag *cancel;                 /* or NULL */
    bool stopped, no_memory;
} Control;

/* Nanoseconds of a clock that never goes back. */
int64_t monotonic_time(void);

/* Whether the search must stop, by its limits or because somebody wants it. */
bool control_poll(Control *control);
/* Stops the search for want of memory. */
void control_no_memory(Control *control);

/* Counts a node; true once in a while, and from then on, when the search must stop. */
static inline bool control_count(Control *control)
{
    return (++control->nodes & 255) == 0 ? control_poll(control) : control->stopped;
}

#endif
