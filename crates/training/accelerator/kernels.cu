// Games of the Othello engine with itself, exact endgames and least squares, for one graphics processor.
//
// A warp of 32 threads works on one game: each thread finds the discs that one move turns over, or the contents of two
// places of shapes. All threads of a warp take the same branches.

typedef unsigned long long u64;

#define LEVELS 28
#define PLACES 54
#define PHASES 15
#define MOBILITIES 32
#define WARPS 4
#define LONGEST 64
#define FULL 0xFFFFFFFFu
#define INNER 0x7E7E7E7E7E7E7E7Eull
#define CORNERS 0x8100000000000081ull

struct Tables {
    const float* contents;        // [PHASES][numbers]
    const float* mobility;        // [PHASES][2][MOBILITIES]
    const float* constants;       // [61]
    const unsigned char* squares; // [64][10], the squares of each place
    const unsigned char* lengths; // [64]
    const int* centres;           // [64]
    int numbers;
};

// Set by `set_tables` before anything else.
__device__ Tables tables;

extern "C" __global__ void set_tables(const float* contents, const float* mobility, const float* constants, const unsigned char* squares,
                           const unsigned char* lengths, const int* centres, int numbers) {
    tables = Tables{contents, mobility, constants, squares, lengths, centres, numbers};
}

template <int STEP> __device__ __forceinline__ u64 run_up(u64 from, u64 runs) {
    u64 pairs = runs & (runs << STEP);
    u64 reached = runs & (from << STEP);
    reached |= runs & (reached << STEP);
    reached |= pairs & (reached << (2 * STEP));
    return reached | (pairs & (reached << (2 * STEP)));
}

template <int STEP> __device__ __forceinline__ u64 run_down(u64 from, u64 runs) {
    u64 pairs = runs & (runs >> STEP);
    u64 reached = runs & (from >> STEP);
    reached |= runs & (reached >> STEP);
    reached |= pairs & (reached >> (2 * STEP));
    return reached | (pairs & (reached >> (2 * STEP)));
}

template <int STEP> __device__ __forceinline__ u64 both_ways(u64 mover, u64 runs) {
    return (run_up<STEP>(mover, runs) << STEP) | (run_down<STEP>(mover, runs) >> STEP);
}

__device__ __forceinline__ u64 find_moves(u64 mover, u64 other) {
    u64 inner = other & INNER;
    u64 found = both_ways<1>(mover, inner) | both_ways<7>(mover, inner) | both_ways<8>(mover, other) | both_ways<9>(mover, inner);
    return found & ~(mover | other);
}

template <int STEP> __device__ __forceinline__ u64 turned(u64 disc, u64 mover, u64 runs) {
    u64 up = run_up<STEP>(disc, runs), down = run_down<STEP>(disc, runs);
    return ((up << STEP) & mover ? up : 0) | ((down >> STEP) & mover ? down : 0);
}

__device__ __forceinline__ u64 find_flips(u64 mover, u64 other, int square) {
    u64 disc = 1ull << square, inner = other & INNER;
    return turned<1>(disc, mover, inner) | turned<7>(disc, mover, inner) | turned<8>(disc, mover, other) | turned<9>(disc, mover, inner);
}

__device__ __forceinline__ float final_score(u64 mover, u64 other) {
    int mine = __popcll(mover), theirs = __popcll(other), lead = mine - theirs, rest = 64 - mine - theirs;
    return (float)(lead > 0 ? lead + rest : lead < 0 ? lead - rest : 0);
}

__device__ __forceinline__ int phase_of(int empties) {
    int placed = empties > 60 ? 0 : 60 - empties;
    int phase = placed / 4;
    return phase < PHASES - 1 ? phase : PHASES - 1;
}

// The number of the content of a place.
__device__ __forceinline__ int content(int place, u64 mover, u64 other) {
    int number = 0;
    const unsigned char* squares = tables.squares + place * 10;
    for (int at = tables.lengths[place] - 1; at >= 0; at--) {
        int square = squares[at];
        number = number * 3 + (int)((mover >> square) & 1) - (int)((other >> square) & 1);
    }
    return tables.centres[place] + number;
}

// The opinion of the evaluation; every thread gets it.
__device__ float evaluate(u64 mover, u64 other) {
    int lane = threadIdx.x & 31;
    int empties = 64 - __popcll(mover | other), phase = phase_of(empties);
    const float* weights = tables.contents + (size_t)phase * tables.numbers;
    float sum = weights[content(lane, mover, other)];
    if (lane + 32 < PLACES) sum += weights[content(lane + 32, mover, other)];
    if (lane < 2) {
        u64 moves = lane ? find_moves(other, mover) : find_moves(mover, other);
        int count = __popcll(moves);
        sum += tables.mobility[(phase * 2 + lane) * MOBILITIES + (count < MOBILITIES ? count : MOBILITIES - 1)];
    }
    if (lane == 2) sum += tables.constants[empties < 61 ? empties : 60];
    for (int step = 16; step; step >>= 1) sum += __shfl_xor_sync(FULL, sum, step);
    return fminf(fmaxf(sum, -64.0f), 64.0f);
}

struct Stack {
    u64 mover[LEVELS], other[LEVELS];
    u64 flips[LEVELS][32];
    unsigned char squares[LEVELS][32];
    float alpha[LEVELS], beta[LEVELS], best[LEVELS];
    int count[LEVELS], at[LEVELS], depth[LEVELS];
    int keys[32];
    u64 found[32];
};

// The moves of the position of a level, those that leave few replies first.
__device__ void list_moves(Stack& stack, int level, u64 moves) {
    int lane = threadIdx.x & 31;
    u64 mover = stack.mover[level], other = stack.other[level];
    int count = __popcll(moves);
    if (count > 32) count = 32;
    for (int square = lane; square < 64; square += 32) {
        if ((moves >> square) & 1) {
            int rank = __popcll(moves & ((1ull << square) - 1));
            if (rank < 32) {
                u64 flips = find_flips(mover, other, square);
                u64 replies = find_moves(other ^ flips, mover ^ flips ^ (1ull << square));
                int mobility = __popcll(replies) + __popcll(replies & CORNERS);
                int key = 4096 - mobility * 64 + (((CORNERS >> square) & 1) ? 96 : 0);
                stack.keys[rank] = (key << 6) | square;
                stack.found[rank] = flips;
            }
        }
    }
    __syncwarp();
    if (lane < count) {
        int key = stack.keys[lane], place = 0;
        for (int at = 0; at < count; at++) place += stack.keys[at] > key;
        stack.squares[level][place] = key & 63;
        stack.flips[level][place] = stack.found[lane];
    }
    __syncwarp();
    if (lane == 0) stack.count[level] = count;
}

// Alpha-beta to a depth, or to the end of the game when depth is 99; the value, and the best move of the first level.
__device__ float search(Stack& stack, u64 mover, u64 other, int depth, int* square) {
    int lane = threadIdx.x & 31, level = 0;
    if (lane == 0) {
        stack.mover[0] = mover, stack.other[0] = other, stack.depth[0] = depth;
        stack.alpha[0] = -1000.0f, stack.beta[0] = 1000.0f;
    }
    __syncwarp();
    *square = 64;
    for (;;) {
        // A new position.
        float value = 0;
        bool is_known = false;
        mover = stack.mover[level], other = stack.other[level];
        if (stack.depth[level] == 0 || level >= LEVELS - 1) {
            value = evaluate(mover, other), is_known = true;
        } else {
            u64 moves = find_moves(mover, other);
            if (moves) {
                list_moves(stack, level, moves);
            } else if (!find_moves(other, mover)) {
                value = final_score(mover, other), is_known = true;
            } else if (lane == 0) {
                stack.count[level] = 1, stack.squares[level][0] = 64, stack.flips[level][0] = 0;
            }
            if (lane == 0) stack.at[level] = 0, stack.best[level] = -1000.0f;
            __syncwarp();
        }
        // Back up as long as positions are finished.
        for (;;) {
            if (!is_known) {
                float best = stack.best[level];
                if (stack.at[level] < stack.count[level] && best < stack.beta[level]) break;
                value = best, is_known = true;
            }
            if (level == 0) return value;
            level--;
            float better = -value;
            bool is_better = better > stack.best[level];
            if (is_better && level == 0) *square = stack.squares[0][stack.at[0]];
            __syncwarp();
            if (lane == 0) {
                if (is_better) stack.best[level] = better;
                stack.at[level]++;
            }
            __syncwarp();
            is_known = false;
        }
        // Down to the next move.
        int at = stack.at[level], disc = stack.squares[level][at];
        u64 flips = stack.flips[level][at];
        u64 next_mover = stack.other[level] ^ flips;
        u64 next_other = stack.mover[level] ^ flips ^ (disc < 64 ? 1ull << disc : 0);
        float alpha = fmaxf(stack.alpha[level], stack.best[level]), beta = stack.beta[level];
        int next_depth = stack.depth[level] - (disc < 64 && stack.depth[level] != 99);
        level++;
        __syncwarp();
        if (lane == 0) {
            stack.mover[level] = next_mover, stack.other[level] = next_other, stack.depth[level] = next_depth;
            stack.alpha[level] = -beta, stack.beta[level] = -alpha;
        }
        __syncwarp();
    }
}

__device__ __forceinline__ u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

__device__ __forceinline__ int pick_square(u64 moves, u64 draw) {
    int rank = (int)(draw % (u64)__popcll(moves));
    for (; rank; rank--) moves &= moves - 1;
    return __ffsll(moves) - 1;
}

// The positions of recorded games: squares[game][60], 64 after the last.
extern "C" __global__ void replay(const unsigned char* squares, int games, u64* movers, u64* others, unsigned char* lengths) {
    int game = blockIdx.x * blockDim.x + threadIdx.x;
    if (game >= games) return;
    u64 mover = (1ull << 28) | (1ull << 35), other = (1ull << 27) | (1ull << 36);
    int length = 0;
    for (; length < 60; length++) {
        int square = squares[game * 60 + length];
        if (square >= 64) break;
        if (!find_moves(mover, other)) { u64 kept = mover; mover = other; other = kept; }
        if (!((find_moves(mover, other) >> square) & 1)) break;
        movers[game * 60 + length] = mover, others[game * 60 + length] = other;
        u64 flips = find_flips(mover, other, square);
        u64 kept = mover ^ flips ^ (1ull << square);
        mover = other ^ flips, other = kept;
    }
    lengths[game] = length;
}

// Exact values of positions.
extern "C" __global__ void __launch_bounds__(WARPS * 32) solve(const u64* movers, const u64* others, int count, signed char* values, int* next) {
    __shared__ Stack stacks[WARPS];
    Stack& stack = stacks[threadIdx.x / 32];
    int lane = threadIdx.x & 31;
    for (;;) {
        int at = 0;
        if (lane == 0) at = atomicAdd(next, 1);
        at = __shfl_sync(FULL, at, 0);
        if (at >= count) return;
        int square;
        float value = search(stack, movers[at], others[at], 99, &square);
        if (lane == 0) values[at] = (signed char)value;
        __syncwarp();
    }
}

// Games from positions: some random moves, then the best of a search, then perfect play.
extern "C" __global__ void __launch_bounds__(WARPS * 32) self_play(const u64* starts_mover, const u64* starts_other, int games, int depth, int solved,
                          int random_moves, u64 seed, u64* movers, u64* others, signed char* values, unsigned char* lengths, int* next) {
    __shared__ Stack stacks[WARPS];
    Stack& stack = stacks[threadIdx.x / 32];
    int lane = threadIdx.x & 31;
    for (;;) {
        int game = 0;
        if (lane == 0) game = atomicAdd(next, 1);
        game = __shfl_sync(FULL, game, 0);
        if (game >= games) return;
        u64 mover = starts_mover[game], other = starts_other[game];
        u64 draw = mix(seed + 0x9E3779B97F4A7C15ull * (u64)(2 * game + 1));
        int randoms = random_moves ? (int)(draw % (u64)(random_moves + 1)) : 0, length = 0, sign = 1;
        u64 signs = 0;
        float result = 0;
        for (;;) {
            u64 moves = find_moves(mover, other);
            if (!moves) {
                if (!find_moves(other, mover)) { result = sign * final_score(mover, other); break; }
                u64 kept = mover; mover = other; other = kept; sign = -sign;
                continue;
            }
            int square;
            if (randoms > 0) {
                randoms--;
                draw = mix(draw + 0x9E3779B97F4A7C15ull);
                square = pick_square(moves, draw);
            } else {
                if (length < LONGEST && lane == 0) {
                    movers[(size_t)game * LONGEST + length] = mover, others[(size_t)game * LONGEST + length] = other;
                }
                if (sign > 0 && length < LONGEST) signs |= 1ull << length;
                length += length < LONGEST;
                bool is_end = 64 - __popcll(mover | other) <= solved;
                search(stack, mover, other, is_end ? 99 : depth, &square);
            }
            u64 flips = find_flips(mover, other, square);
            u64 kept = mover ^ flips ^ (1ull << square);
            mover = other ^ flips, other = kept, sign = -sign;
        }
        if (lane == 0) lengths[game] = length;
        for (int at = lane; at < length; at += 32)
            values[(size_t)game * LONGEST + at] = (signed char)((signs >> at) & 1 ? result : -result);
        __syncwarp();
    }
}

// One pass of least squares over positions of a phase: what `direction` predicts (plus `offset` times the value), times the
// weight of the position, added up at every number it has. The sum of squared predictions goes to `error`.
extern "C" __global__ void pass(const int* shared, const u64* movers, const u64* others, const signed char* values, const float* counts,
                     const int* chosen, int count, const float* direction, float offset, float* image, double* error, int weights) {
    int lane = threadIdx.x & 31;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * blockDim.x / 32;
    double total = 0;
    for (int row = warp; row < count; row += warps) {
        int at = chosen[row];
        u64 mover = movers[at], other = others[at];
        int empties = 64 - __popcll(mover | other);
        int one = shared[content(lane, mover, other)], two = -1, three = -1;
        if (lane + 32 < PLACES) two = shared[content(lane + 32, mover, other)];
        if (lane < 2) {
            int moves = __popcll(lane ? find_moves(other, mover) : find_moves(mover, other));
            three = weights + lane * MOBILITIES + (moves < MOBILITIES ? moves : MOBILITIES - 1);
        }
        if (lane == 2) three = weights + 2 * MOBILITIES + (empties < 61 ? empties : 60);
        float sum = direction[one] + (two >= 0 ? direction[two] : 0) + (three >= 0 ? direction[three] : 0);
        for (int step = 16; step; step >>= 1) sum += __shfl_xor_sync(FULL, sum, step);
        float miss = sum + offset * (float)values[at], weight = counts[row];
        total += (double)weight * miss * miss;
        if (image) {
            atomicAdd(image + one, weight * miss);
            if (two >= 0) atomicAdd(image + two, weight * miss);
            if (three >= 0) atomicAdd(image + three, weight * miss);
        }
    }
    if (lane == 0) atomicAdd(error, total);
}

// How much weight the positions of a phase give each number.
extern "C" __global__ void occurrences(const int* shared, const u64* movers, const u64* others, const float* counts, const int* chosen, int count,
                            float* scale, int weights) {
    int lane = threadIdx.x & 31;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * blockDim.x / 32;
    for (int row = warp; row < count; row += warps) {
        int at = chosen[row];
        u64 mover = movers[at], other = others[at];
        int empties = 64 - __popcll(mover | other);
        float weight = counts[row];
        atomicAdd(scale + shared[content(lane, mover, other)], weight);
        if (lane + 32 < PLACES) atomicAdd(scale + shared[content(lane + 32, mover, other)], weight);
        if (lane < 2) {
            int moves = __popcll(lane ? find_moves(other, mover) : find_moves(mover, other));
            atomicAdd(scale + weights + lane * MOBILITIES + (moves < MOBILITIES ? moves : MOBILITIES - 1), weight);
        }
        if (lane == 2) atomicAdd(scale + weights + 2 * MOBILITIES + (empties < 61 ? empties : 60), weight);
    }
}

// The opinions of the evaluation about positions.
extern "C" __global__ void opinions(const u64* movers, const u64* others, int count, float* values) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * blockDim.x / 32;
    for (int at = warp; at < count; at += warps) {
        float value = evaluate(movers[at], others[at]);
        if ((threadIdx.x & 31) == 0) values[at] = value;
    }
}
