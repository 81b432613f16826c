/* It answers with a text at an address of its own invention. */
#include "joute.h"

const char *joute_choose(const struct joute_turn *turn) {
    return (const char *)(long)turn->legal_count;
}
