/* A Flood library as teams of the course write them: it keeps its own copy of the board up to date, takes the colour
 * that gains most, and frees what it was given. It checks everything it is told and aborts on the first thing that is
 * not as documented. Like theirs it names no dependency on GSL. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_spmatrix.h>

#ifndef NAME
#define NAME get_player_name
#endif

enum color_t { BLUE = 0, RED, GREEN, YELLOW, ORANGE, VIOLET, CYAN, PINK, MAX_COLOR = 8, NO_COLOR = -1 };
struct move_t { enum color_t c; };
struct color_set_t { char t[MAX_COLOR]; };
struct graph_t { size_t num_vertices; gsl_spmatrix_uint *t; size_t positions[2]; };

static size_t me;
static struct graph_t *graph;
static enum color_t *colors;
static int forbidden[MAX_COLOR];
static int calls;

static int is_forbidden(const struct color_set_t *set, int color) {
    if (ENCODING == 0) return set->t[color];
    for (int k = 0; k < MAX_COLOR; k++) {
        if (ENCODING == 1 && set->t[k] == '-') return 0;
        if (ENCODING == 2 && set->t[k] == NO_COLOR) return 0;
        if (set->t[k] == (ENCODING == 1 ? "BRGYOVCP"[color] : color)) return 1;
    }
    return 0;
}

static void check_matrix(const gsl_spmatrix_uint *t, size_t n) {
    assert(GSL_SPMATRIX_ISCSR(t) && t->tree == NULL && t->pool == NULL);
    assert(t->size1 == n && t->size2 == n && (size_t)t->p[n] == t->nz);
    for (size_t v = 0; v < n; v++) {
        assert(t->p[v + 1] - t->p[v] <= 4);
        assert(colors[v] != NO_COLOR || t->p[v + 1] == t->p[v]);
        for (int k = t->p[v]; k < t->p[v + 1]; k++) {
            assert(t->data[k] == 1 && t->i[k] != (int)v);
            assert(gsl_spmatrix_uint_get(t, t->i[k], v) == 1);
        }
    }
}

const char *NAME(void) {
    return "greedy of the course";
}

void initialize(size_t id, struct graph_t *g, enum color_t *c, struct color_set_t f[2]) {
    assert(sizeof(struct graph_t) == 32 && sizeof(gsl_spmatrix_uint) == 104 && sizeof(struct color_set_t) == 8);
    assert(id < 2);
    me = id, graph = g, colors = c;
    check_matrix(g->t, g->num_vertices);
    int holes = 0, count[2] = {0, 0};
    for (size_t v = 0; v < g->num_vertices; v++) holes += colors[v] == NO_COLOR;
    assert(!COMPACT || holes == 0);
    for (int side = 0; side < 2; side++) {
        assert(colors[g->positions[side]] != NO_COLOR);
        for (int k = 0; k < MAX_COLOR; k++) count[side] += is_forbidden(&f[side], k);
        assert(count[side] == FORBIDDEN);
    }
    for (int k = 0; k < MAX_COLOR; k++) forbidden[k] = is_forbidden(&f[id], k);
    printf("holes %d\n", holes);
}

/* Marks the territory around a start and gives its size. */
static int territory(const enum color_t *board, size_t start, char *mark) {
    size_t n = graph->num_vertices, *stack = malloc(n * sizeof *stack), top = 0;
    int size = 0;
    memset(mark, 0, n);
    stack[top++] = start, mark[start] = 1;
    while (top > 0) {
        size_t v = stack[--top];
        size++;
        for (int k = graph->t->p[v]; k < graph->t->p[v + 1]; k++) {
            size_t w = graph->t->i[k];
            if (!mark[w] && board[w] == board[start]) mark[w] = 1, stack[top++] = w;
        }
    }
    free(stack);
    return size;
}

static void take(enum color_t *board, size_t start, enum color_t color) {
    char *mark = malloc(graph->num_vertices);
    territory(board, start, mark);
    for (size_t v = 0; v < graph->num_vertices; v++) if (mark[v]) board[v] = color;
    free(mark);
}

static int touches_opponent(void) {
    size_t n = graph->num_vertices;
    char *mine = malloc(n), *theirs = malloc(n);
    int touches = 0;
    territory(colors, graph->positions[me], mine);
    territory(colors, graph->positions[1 - me], theirs);
    for (size_t v = 0; v < n; v++)
        for (int k = graph->t->p[v]; mine[v] && k < graph->t->p[v + 1]; k++) touches |= theirs[graph->t->i[k]];
    free(mine), free(theirs);
    return touches;
}

struct move_t play(struct move_t previous) {
    if (calls++ == 0 && me == 0) assert(previous.c == NO_COLOR);
    if (previous.c != NO_COLOR) take(colors, graph->positions[1 - me], previous.c);
    size_t n = graph->num_vertices, mine = graph->positions[me];
    enum color_t theirs = colors[graph->positions[1 - me]], *trial = malloc(n * sizeof *trial);
    char *mark = malloc(n);
    struct move_t best = {NO_COLOR};
    int most = territory(colors, mine, mark), touching = touches_opponent();
    for (int color = 0; color < MAX_COLOR; color++) {
        if (forbidden[color] || (touching && color == (int)theirs)) continue;
        memcpy(trial, colors, n * sizeof *trial);
        take(trial, mine, color);
        int size = territory(trial, mine, mark);
        if (size > most) most = size, best.c = color;
    }
    if (best.c != NO_COLOR) take(colors, mine, best.c);
    free(trial), free(mark);
    return best;
}

void finalize(void) {
    char *mark = malloc(graph->num_vertices);
    printf("territory %d\n", territory(colors, graph->positions[me], mark));
    free(mark);
    gsl_spmatrix_uint_free(graph->t);
    free(graph);
    free(colors);
}
