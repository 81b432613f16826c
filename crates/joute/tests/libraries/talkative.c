/* A library that plays the first legal move, and says what it is told before and after the game. */
#include "joute.h"

#include <stdio.h>

const char *joute_name(void) {
    return "A talkative one";
}

void joute_start(const struct joute_game *game) {
    printf("%s, seat %d, from %s\n", game->game, game->seat, game->position);
}

const char *joute_choose(const struct joute_turn *turn) {
    return turn->legal[0];
}

void joute_end(const struct joute_result *result) {
    printf("%s: %d to %d\n", result->winner, result->tally[0], result->tally[1]);
}
