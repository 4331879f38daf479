/* Limits of a search. Invariants: see control.h. */
#define _POSIX_C_SOURCE 200809L

#include "search/control.h"

#include <time.h>

int64_t monotonic_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

bool control_poll(Control *control)
{
    if ((control->cancel && atomic_load_explicit(control->cancel, memory_order_relaxed)) ||
        (control->max_nodes && control->nodes >= control->max_nodes) || (control->deadline && monotonic_time() >= control->deadline))
        control->stopped = true;
    return control->stopped;
}

void control_no_memory(Control *control) { control->stopped = control->no_memory = true; }
