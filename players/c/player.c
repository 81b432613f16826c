/* A player for joute in C: plays every game, and Othello with a plan of its own. The referee writes lines to our
 * standard input, we answer on standard output (docs/protocol.md): `ready` after `start`, `move X` after `go`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 21 }; /* A position of the largest board is one line of a million cells. */
static char line[LONGEST], position[LONGEST], moves[LONGEST], game[64];

/* How many discs Othello turns over if `player` puts one there. */
static int flips(const char *board, int size, char player, int column, int row) {
    int count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int x = column + dx, y = row + dy, length = 0;
#define ON_BOARD (x >= 0 && x < size && y >= 0 && y < size)
            if (dx == 0 && dy == 0) continue;
            while (ON_BOARD && board[y * size + x] != '-' && board[y * size + x] != player) x += dx, y += dy, length++;
            /* A line of the opponent's discs counts only if one of ours stands behind it. */
            if (ON_BOARD && board[y * size + x] == player) count += length;
        }
    return count;
}

/* What a move is worth: the discs it turns over, and a corner is worth more than any of them. */
static int othello_value(const char *move) {
    int cells = (int)strcspn(position, " "), size = 0; /* The board ends at the space; after it comes the player. */
    while (size * size < cells) size++;
    int column = move[0] - 'a', row = atoi(move + 1) - 1;
    int corner = (column == 0 || column == size - 1) && (row == 0 || row == size - 1);
    return flips(position, size, position[cells + 1], column, row) + 100 * corner;
}

/* YOUR IDEAS GO HERE: picks one of the legal moves. */
static const char *choose(void) {
    static const char *best;
    int best_value = -1;
    for (const char *move = strtok(moves, " "); move != NULL; move = strtok(NULL, " ")) {
        int value = strcmp(game, "othello") == 0 ? othello_value(move) : strcmp(move, "pass") == 0 ? 0 : rand() % 1000;
        if (value > best_value) best = move, best_value = value;
    }
    return best;
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* Send each line at once, not when a buffer is full. */
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        char *rest = strchr(line, ' ') != NULL ? strchr(line, ' ') + 1 : line + strlen(line);
        if (strncmp(line, "game ", 5) == 0) snprintf(game, sizeof game, "%s", rest);
        else if (strncmp(line, "seed ", 5) == 0) srand((unsigned)strtoull(rest, NULL, 10)); /* Same seed, same game. */
        else if (strcmp(line, "start") == 0) puts("ready position moves"); /* What to tell us each turn. */
        else if (strncmp(line, "position ", 9) == 0) strcpy(position, rest);
        else if (strncmp(line, "moves ", 6) == 0) strcpy(moves, rest);
        else if (strncmp(line, "go ", 3) == 0) printf("move %s\n", choose());
    } /* All other lines are of no use to us, and a player ignores what it does not know. */
    return 0;
}
