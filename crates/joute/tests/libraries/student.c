/* A Flood library as a team of the course may hand it in: greedy, silent, and wrong in one of several ways.
 *   -DSET=0        it reads the forbidden set of player 0 in both seats
 *   -DNO_HOLES     it gives up on a board with holes
 *   -DUNDEFINED    it calls a function that is nowhere
 *   -DAT_LOADING   it ends while it is loaded
 *   -DVERBOSE      it writes much about its last turn, and dies on it */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_spmatrix.h>

#ifndef SET
#define SET id
#endif

enum { COLORS = 8, NO_COLOR = -1 };
struct move_t { int c; };
struct color_set_t { char t[COLORS]; };
struct graph_t { size_t num_vertices; gsl_spmatrix_uint *t; size_t positions[2]; };

static size_t me;
static struct graph_t *graph;
static int *colors;
static char forbidden[COLORS];

#ifdef UNDEFINED
int worth_of(int color);
#endif

#ifdef AT_LOADING
__attribute__((constructor)) static void leave(void) { exit(3); }
#endif

const char *get_player_name(void) { return "student"; }

void initialize(size_t id, struct graph_t *g, int *c, struct color_set_t f[2]) {
    me = id, graph = g, colors = c;
    memcpy(forbidden, f[SET].t, COLORS);
#ifdef NO_HOLES
    for (size_t v = 0; v < g->num_vertices; v++)
        if (c[v] == NO_COLOR) abort();
#endif
}

/* Paints the territory around a start and gives its size after that. */
static int paint(int *board, size_t start, int color) {
    size_t n = graph->num_vertices, top = 0, *stack = malloc(n * sizeof *stack);
    char *mark = calloc(n, 1);
    int size = 0;
    for (int round = 0; round < 2; round++) {
        int own = board[start];
        memset(mark, 0, n);
        stack[top++] = start, mark[start] = 1, size = 0;
        while (top > 0) {
            size_t v = stack[--top];
            size++;
            for (int k = graph->t->p[v]; k < graph->t->p[v + 1]; k++) {
                size_t w = graph->t->i[k];
                if (!mark[w] && board[w] == own) mark[w] = 1, stack[top++] = w;
            }
        }
        if (round == 0)
            for (size_t v = 0; v < n; v++)
                if (mark[v]) board[v] = color;
    }
    free(stack), free(mark);
    return size;
}

struct move_t play(struct move_t previous) {
    size_t n = graph->num_vertices, own = graph->positions[me], other = graph->positions[1 - me];
    int *board = malloc(n * sizeof *board), best = NO_COLOR;
    if (previous.c != NO_COLOR) paint(colors, other, previous.c);
#ifdef VERBOSE
    for (int line = 0; line < 40; line++) fprintf(stderr, "looked at line %d\n", line);
    abort();
#endif
    memcpy(board, colors, n * sizeof *board);
    int most = paint(board, own, colors[own]);
    for (int color = 0; color < COLORS; color++) {
        if (forbidden[color] || color == colors[other]) continue;
        memcpy(board, colors, n * sizeof *board);
        int size = paint(board, own, color);
#ifdef UNDEFINED
        size += worth_of(color);
#endif
        if (size > most) most = size, best = color;
    }
    if (best != NO_COLOR) paint(colors, own, best);
    free(board);
    return (struct move_t){best};
}

void finalize(void) {}
