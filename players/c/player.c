/* A player for joute in C, for every game. The referee writes lines to our standard input, we answer on standard
 * output (docs/protocol.md): `ready ...` after `start`, `move X` after `go`. Lines we do not know we ignore. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 21 }; /* A position of the largest board is one line of a million cells. */
static char line[LONGEST], position[LONGEST], moves[LONGEST], gains[LONGEST], game[64], setup[4096];

/* Othello: nobody can take a corner back, and a square beside it gives the corner away. */
static int square(const char *move) {
    int size = atoi(strstr(setup, "size=") + 5);
    int column = move[0] - 'a', row = atoi(move + 1) - 1;
    int x = column < size - 1 - column ? column : size - 1 - column; /* How far from the nearest edge. */
    int y = row < size - 1 - row ? row : size - 1 - row;
    if (x < 2 && y < 2) return x == 0 && y == 0 ? 100 : -30;
    return x == 0 || y == 0 ? 10 : 0;
}

/* YOUR IDEAS GO HERE: what a move is worth. `gain` is what it brings at once: cells, discs or seeds. */
static int value(const char *move, int gain) {
    return strcmp(game, "othello") == 0 ? gain + square(move) : gain;
}

/* The best of the legal moves, the first one if several are. */
static const char *choose(void) {
    static const char *best;
    int best_value = 0;
    char *gain = gains;
    best = NULL;
    for (const char *move = strtok(moves, " "); move != NULL; move = strtok(NULL, " ")) {
        int worth = value(move, (int)strtol(gain, &gain, 10));
        if (best == NULL || worth > best_value) best = move, best_value = worth;
    }
    return best;
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* Send each line at once, not when a buffer is full. */
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        char *rest = strchr(line, ' ') != NULL ? strchr(line, ' ') + 1 : line + strlen(line);
        if (strncmp(line, "game ", 5) == 0) snprintf(game, sizeof game, "%s", rest);
        else if (strncmp(line, "setup ", 6) == 0) snprintf(setup, sizeof setup, "%s", rest);
        else if (strcmp(line, "start") == 0) puts("ready position moves gains"); /* What to tell us each turn. */
        else if (strncmp(line, "position ", 9) == 0) strcpy(position, rest);
        else if (strncmp(line, "moves ", 6) == 0) strcpy(moves, rest);
        else if (strncmp(line, "gains ", 6) == 0) strcpy(gains, rest);
        else if (strncmp(line, "go ", 3) == 0) printf("move %s\n", choose());
    }
    return 0;
}
