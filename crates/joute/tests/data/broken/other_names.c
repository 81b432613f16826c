/* Its function has another name. */
#include "joute.h"

const char *joute_chose(const struct joute_turn *turn) {
    return turn->legal[0];
}
