/* Contracts track to segments. Invariants: see graph.h. */
#include "track/graph.h"

enum { MAX_SEGMENTS = 32768, MAX_WALK = 2000000 };

typedef struct {
    const Track *track;
    Graph *graph;
    int start, capacity, list_capacity, listed, steps;
    int length;
    uint8_t start_flags;
    uint16_t path[MAX_SIDES];
    uint8_t junction[MAX_HEXES];     /* passed on this walk */
    uint8_t crossed[2 * MAX_PIECES]; /* by side */
} Builder;

static int side_order(const void *left, const void *right)
{
    const Side *a = left, *b = right;
    if (a->hex != b->hex) return a->hex < b->hex ? -1 : 1;
    if (a->edge != b->edge) return a->edge < b->edge ? -1 : 1;
    if (a->lane != b->lane) return a->lane < b->lane ? -1 : 1;
    return (a->lanes > 1) - (b->lanes > 1);
}

static int find_side(const Graph *graph, Side name)
{
    const Side *found = bsearch(&name, graph->side, (size_t)graph->sides, sizeof name, side_order);
    return found ? (int)(found - graph->side) : -1;
}

/* Names every crossing of a side, each once, in order. */
static int number_sides(Builder *b)
{
    const Track *track = b->track;
    Graph *graph = b->graph;
    graph->side = PyMem_RawMalloc(((size_t)track->pieces * 4 + 1) * sizeof(Side));
    if (!graph->side) return -1;
    int count = 0;
    for (int i = 0; i < track->pieces; i++) {
        const Piece *piece = &track->piece[i];
        for (int end = 0; end < 2; end++) {
            int edge = piece->path.end[end];
            if (edge >= 6 || !is_open(track->library, piece->hex, edge)) continue;
            int other = track->library->beyond[piece->hex][edge];
            for (int j = track->first_piece[other]; j < track->first_piece[other + 1]; j++)
                for (int side = 0; side < 2; side++)
                    if (ports_meet(piece, end, &track->piece[j], side) && count < track->pieces * 4)
                        graph->side[count++] = crossing_name(piece, end, &track->piece[j], side);
        }
    }
    qsort(graph->side, (size_t)count, sizeof(Side), side_order);
    for (int i = 0; i < count; i++)
        if (!graph->sides || side_order(&graph->side[i], &graph->side[graph->sides - 1])) graph->side[graph->sides++] = graph->side[i];
    return 0;
}

static int add_segment(Builder *b, int stop, uint8_t flags)
{
    Graph *graph = b->graph;
    if (graph->segments == b->capacity) {
        b->capacity = b->capacity ? 2 * b->capacity : 256;
        Segment *grown = PyMem_RawRealloc(graph->segment, (size_t)b->capacity * sizeof *grown);
        if (!grown) return -1;
        graph->segment = grown;
    }
    if (b->listed + b->length > b->list_capacity) {
        b->list_capacity = 2 * (b->list_capacity + MAX_SIDES);
        uint16_t *grown = PyMem_RawRealloc(graph->side_list, (size_t)b->list_capacity * sizeof *grown);
        if (!grown) return -1;
        graph->side_list = grown;
    }
    Segment *s = &graph->segment[graph->segments++];
    *s = (Segment){(int16_t)b->start, (int16_t)stop, b->start_flags, flags, (uint16_t)b->length, (uint32_t)b->listed};
    for (int i = 0; i < b->length; i++) graph->side_list[b->listed++] = b->path[i];
    return graph->segments < MAX_SEGMENTS ? 0 : -2;
}

/* Walks the piece that begins at this port, and on. Returns 0, -1 without memory, -2 with too much track. */
static int walk(Builder *b, int port)
{
    const Track *track = b->track;
    if (++b->steps > MAX_WALK || b->length >= MAX_SIDES) return -2;
    port ^= 1;
    const Piece *piece = &track->piece[port >> 1];
    int end = piece->path.end[port & 1], status = 0;
    if (end < 6) {
        if (!is_open(track->library, piece->hex, end)) return 0;
        int other = track->library->beyond[piece->hex][end];
        for (int i = track->first_piece[other]; i < track->first_piece[other + 1] && !status; i++) {
            for (int e = 0; e < 2 && !status; e++) {
                if (!ports_meet(piece, port & 1, &track->piece[i], e)) continue;
                int side = find_side(b->graph, crossing_name(piece, port & 1, &track->piece[i], e));
                if (side < 0 || b->crossed[side]) continue;
                b->crossed[side] = 1;
                b->path[b->length++] = (uint16_t)side;
                status = walk(b, 2 * i + e);
                b->length--;
                b->crossed[side] = 0;
            }
        }
        return status;
    }
    if (end == JUNCTION) {
        if (b->junction[piece->hex]) return 0;
        b->junction[piece->hex] = 1;
        for (int i = track->first_piece[piece->hex]; i < track->first_piece[piece->hex + 1] && !status; i++)
            for (int e = 0; e < 2 && !status; e++)
                if (i != port >> 1 && track->piece[i].path.end[e] == JUNCTION) status = walk(b, 2 * i + e);
        b->junction[piece->hex] = 0;
        return status;
    }
    int stop = stop_at(track, piece->hex, end);
    return stop > b->start ? add_segment(b, stop, piece->path.flags) : 0;
}

static int walk_from(Builder *b, int stop)
{
    const Track *track = b->track;
    int hex = track->stop[stop].hex, status = 0;
    b->start = stop;
    for (int i = track->first_piece[hex]; i < track->first_piece[hex + 1] && !status; i++) {
        b->start_flags = track->piece[i].path.flags;
        for (int e = 0; e < 2 && !status; e++)
            if (track->piece[i].path.end[e] == track->stop[stop].end) status = walk(b, 2 * i + e);
    }
    return status;
}

Graph *graph_make(const Track *track, bool *too_much)
{
    Builder *b = PyMem_RawCalloc(1, sizeof *b);
    Graph *graph = PyMem_RawCalloc(1, sizeof *graph);
    int status = -1;
    if (b && graph) {
        b->track = track;
        b->graph = graph;
        status = number_sides(b);
        for (int s = 0; s < track->stops && !status; s++) status = walk_from(b, s);
    }
    PyMem_RawFree(b);
    *too_much = status == -2;
    if (!status) return graph;
    graph_free(graph);
    return NULL;
}

void graph_free(Graph *graph)
{
    if (!graph) return;
    PyMem_RawFree(graph->segment);
    PyMem_RawFree(graph->side_list);
    PyMem_RawFree(graph->side);
    PyMem_RawFree(graph);
}
