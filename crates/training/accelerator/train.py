#!/usr/bin/env python3
"""Makes the weights of the Othello engine on a graphics processor, with CuPy: `docs/othello-training.md` tells how.

    train.py WTHOR_FOLDER OUTPUT_FOLDER [--start WEIGHTS] [--plan games:depth,games:depth,...] [--check SAMPLES]

Each step of the plan plays games with the weights so far and fits new ones to all games there are; after each the weights
are written, so that a later run can start from them. Everything random comes from --seed; sums are added up in no fixed order,
so that weights come out the same but for their last bits.
"""

import argparse
import struct
import sys
import time
import zlib
from pathlib import Path

import cupy as cp
import numpy as np

PHASES, MOBILITIES, DISC = 15, 32, 64
MAGIC = b"joute-othello-1"
HELD_BACK_YEAR, CHECK_YEAR = 2019, 2013
LONGEST = 64
SHAPES = [
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "a2 b3 c4 d5 e6 f7 g8",
    "a3 b4 c5 d6 e7 f8",
    "a4 b5 c6 d7 e8",
    "a5 b6 c7 d8",
]


def turned(square, turn):
    row, column = divmod(square, 8)
    if turn & 1:
        row, column = column, row
    if turn & 2:
        row = 7 - row
    if turn & 4:
        column = 7 - column
    return row * 8 + column


class Patterns:
    """Where shapes lie and how their contents are numbered, exactly as the engine's own code has it."""

    def __init__(self):
        self.squares = np.zeros((64, 10), np.uint8)
        self.lengths = np.zeros(64, np.uint8)
        self.centres = np.zeros(64, np.int32)
        self.places, self.weights, shared = 0, 0, []
        for text in SHAPES:
            shape = [ord(name[0]) - 97 + 8 * (int(name[1]) - 1) for name in text.split()]
            found, mirror = [], None
            for turn in range(8):
                squares = [turned(square, turn) for square in shape]
                if set(squares) == set(shape) and squares != shape and mirror is None:
                    mirror = [shape.index(square) for square in squares]
                if set(squares) not in [set(other) for other in found]:
                    found.append(squares)
            size, begin = 3 ** len(shape), len(shared)
            for squares in found:
                self.squares[self.places, : len(shape)] = squares
                self.lengths[self.places] = len(shape)
                self.centres[self.places] = begin + size // 2
                self.places += 1
            numbers = np.arange(size)
            digits = [numbers // 3**at % 3 for at in range(len(shape))]
            image = sum(digits[mirror[at]] * 3**at for at in range(len(shape))) if mirror else numbers
            own = image >= numbers
            ranks = np.cumsum(own) - 1
            shared.extend((self.weights + np.where(own, ranks, ranks[image])).tolist())
            self.weights += int(own.sum())
        self.shared = np.array(shared, np.int32)
        self.numbers = len(shared)
        assert self.places == 54


class Processor:
    """The kernels and what they look up."""

    def __init__(self, patterns):
        source = (Path(__file__).parent / "kernels.cu").read_text()
        self.module = cp.RawModule(code=source, options=("-std=c++17",))
        self.patterns = patterns
        self.squares, self.lengths = cp.asarray(patterns.squares), cp.asarray(patterns.lengths)
        self.centres, self.shared = cp.asarray(patterns.centres), cp.asarray(patterns.shared)
        self.blocks = cp.cuda.Device().attributes["MultiProcessorCount"] * 8
        self.contents = None

    def kernel(self, name):
        return self.module.get_function(name)

    def use(self, weights):
        """Weights in discs: contents [phase][weight], mobility [phase][2][32], constants [61]."""
        self.contents = cp.ascontiguousarray(weights["contents"][:, self.shared]).astype(cp.float32)
        self.mobility = cp.asarray(weights["mobility"], cp.float32)
        self.constants = cp.asarray(weights["constants"], cp.float32)
        numbers = np.int32(self.patterns.numbers)
        arguments = (self.contents, self.mobility, self.constants, self.squares, self.lengths, self.centres, numbers)
        self.kernel("set_tables")((1,), (1,), arguments)

    def solve(self, movers, others):
        values, following = cp.zeros(len(movers), cp.int8), cp.zeros(1, cp.int32)
        self.kernel("solve")((self.blocks,), (128,), (movers, others, np.int32(len(movers)), values, following))
        return values

    def play(self, movers, others, depth, solved, randoms, seed):
        games = len(movers)
        out = cp.zeros((games, LONGEST), cp.uint64), cp.zeros((games, LONGEST), cp.uint64)
        values, lengths = cp.zeros((games, LONGEST), cp.int8), cp.zeros(games, cp.uint8)
        following = cp.zeros(1, cp.int32)
        arguments = (movers, others, np.int32(games), np.int32(depth), np.int32(solved), np.int32(randoms), np.uint64(seed))
        self.kernel("self_play")((self.blocks,), (128,), (*arguments, *out, values, lengths, following))
        return out[0], out[1], values, lengths

    def opinions(self, movers, others):
        values = cp.zeros(len(movers), cp.float32)
        self.kernel("opinions")((self.blocks,), (128,), (movers, others, np.int32(len(movers)), values))
        return values


def read_games(folder):
    """The squares of all games with their years."""
    squares, years = [], []
    for path in sorted(Path(folder).glob("*.wtb")):
        data = path.read_bytes()
        count, year = struct.unpack_from("<I", data, 4)[0], struct.unpack_from("<H", data, 10)[0]
        raw = np.frombuffer(data, np.uint8, count * 68, 16).reshape(count, 68)[:, 8:].astype(int)
        index = (raw // 10 - 1) * 8 + raw % 10 - 1
        squares.append(np.where(raw == 0, 64, index).astype(np.uint8))
        years.append(np.full(count, year))
    return np.concatenate(squares), np.concatenate(years)


def read_weights(path, patterns):
    planes = zlib.decompress(path.read_bytes()[len(MAGIC):], -15)
    half = len(planes) // 2
    low, high = np.frombuffer(planes, np.uint8, half), np.frombuffer(planes, np.uint8, half, half)
    numbers = (low.astype(np.int32) | high.astype(np.int32) << 8).astype(np.int16).astype(np.float32) / DISC
    mobility = 61 + PHASES * 2 * MOBILITIES
    return {
        "constants": cp.asarray(numbers[:61]),
        "mobility": cp.asarray(numbers[61:mobility].reshape(PHASES, 2, MOBILITIES)),
        "contents": cp.asarray(numbers[mobility:].reshape(PHASES, patterns.weights)),
    }


def write_weights(path, weights):
    parts = [cp.asnumpy(weights[key]).ravel() for key in ("constants", "mobility", "contents")]
    numbers = np.clip(np.round(np.concatenate(parts) * DISC), -32000, 32000).astype(np.int16).view(np.uint16)
    planes = (numbers & 255).astype(np.uint8).tobytes() + (numbers >> 8).astype(np.uint8).tobytes()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    path.write_bytes(MAGIC + deflate.compress(planes) + deflate.flush())
    return path.stat().st_size


class Samples:
    """Positions with values; `trust` is what each counts."""

    def __init__(self):
        self.movers, self.others, self.values, self.trust, self.kinds = [], [], [], [], []

    def add(self, movers, others, values, trust, kind):
        self.movers.append(movers), self.others.append(others), self.values.append(values)
        self.trust.append(cp.full(len(movers), trust, cp.float32))
        self.kinds.append(cp.full(len(movers), kind, cp.int8) if np.isscalar(kind) else kind)

    def save(self, path):
        names = ("movers", "others", "values", "trust", "kinds")
        np.savez(path, **{name: cp.asnumpy(getattr(self, name)[0]) for name in names})

    def load(self, path):
        kept = np.load(path)
        self.add(*(cp.asarray(kept[name]) for name in ("movers", "others", "values")), 1.0, cp.asarray(kept["kinds"]))
        self.trust[-1] = cp.asarray(kept["trust"])

    def grow_older(self, solved):
        """Games of a weaker player count for less, except where they were played perfectly."""
        for movers, others, trust in zip(self.movers, self.others, self.trust):
            trust[64 - popcount(movers | others) > solved] *= np.float32(0.4)

    def join(self):
        for name in ("movers", "others", "values", "trust", "kinds"):
            setattr(self, name, [cp.concatenate(getattr(self, name))])
        self.empties = 64 - popcount(self.movers[0] | self.others[0])


def popcount(bits):
    return cp.ElementwiseKernel("uint64 bits", "int32 count", "count = __popcll(bits)", "popcount")(bits)


def phase_of(empties):
    return cp.minimum(cp.maximum(60 - empties, 0) // 4, PHASES - 1)


def relevance(values):
    """Games that are all but decided teach little about those that are not."""
    return (1 / (1 + (values.astype(cp.float32) / 16) ** 2)).astype(cp.float32)


def fit(processor, samples, start, percent=100, ridge=6.0, rounds=150, patience=25):
    """Conjugate gradients, phase by phase from the last to the first; the best on the check samples is kept."""
    patterns = processor.patterns
    length = patterns.weights + 2 * MOBILITIES + 61
    weights = {key: cp.array(value, cp.float32) for key, value in start.items()}
    vector = cp.zeros(length, cp.float32)
    movers, others, values, kinds = samples.movers[0], samples.others[0], samples.values[0], samples.kinds[0]
    total = np.zeros(2)
    for phase in reversed(range(PHASES)):
        first, last = 4 * phase, 4 * phase + 3 if phase < PHASES - 1 else 60
        placed = 60 - samples.empties
        outside = cp.maximum(cp.maximum(first - placed, placed - last), 0)
        share = cp.take(cp.asarray([1.0, 0.6, 0.35, 0.15, 0.0], cp.float32), cp.minimum(outside, 4)) * samples.trust[0] * relevance(values)
        is_train = kinds < percent if percent < 100 else kinds < 100
        train = cp.nonzero((share > 0) & is_train)[0].astype(cp.int32)
        check = cp.nonzero((outside == 0) & (kinds == 101))[0].astype(cp.int32)
        counts, check_counts = share[train], relevance(values[check])

        def run(direction, offset, chosen, weight, image):
            error = cp.zeros(1, cp.float64)
            arguments = (processor.shared, movers, others, values, weight, chosen, np.int32(len(chosen)))
            target = image if image is not None else np.uint64(0)
            arguments += (direction, np.float32(offset), target, error, np.int32(patterns.weights))
            processor.kernel("pass")((processor.blocks,), (128,), arguments)
            return float(error[0]) / max(float(weight.sum()), 1.0)

        scale = cp.full(length, ridge, cp.float32)
        arguments = (processor.shared, movers, others, counts, train, np.int32(len(train)), scale, np.int32(patterns.weights))
        processor.kernel("occurrences")((processor.blocks,), (128,), arguments)
        residual = cp.zeros(length, cp.float32)
        run(vector, -1.0, train, counts, residual)
        residual = -residual
        direction = residual / scale
        energy = float(cp.dot(residual.astype(cp.float64), direction.astype(cp.float64)))
        current = vector.copy()
        best, best_error, best_round = vector.copy(), run(vector, -1.0, check, check_counts, None), 0
        for number in range(1, rounds + 1):
            image = ridge * direction
            run(direction, 0.0, train, counts, image)
            step = energy / max(float(cp.dot(direction.astype(cp.float64), image.astype(cp.float64))), 1e-30)
            current += np.float32(step) * direction
            residual -= np.float32(step) * image
            following = residual / scale
            next_energy = float(cp.dot(residual.astype(cp.float64), following.astype(cp.float64)))
            direction = following + np.float32(next_energy / max(energy, 1e-30)) * direction
            energy = next_energy
            error = run(current, -1.0, check, check_counts, None)
            if error < best_error:
                best, best_error, best_round = current.copy(), error, number
            elif number >= best_round + patience:
                break
        vector = best
        weights["contents"][phase] = vector[: patterns.weights]
        weights["mobility"][phase] = vector[patterns.weights : patterns.weights + 2 * MOBILITIES].reshape(2, MOBILITIES)
        for empties in range(61):
            if int(min(max(60 - empties, 0) // 4, PHASES - 1)) == phase:
                weights["constants"][empties] = vector[patterns.weights + 2 * MOBILITIES + empties]
        total += [best_error * len(check), len(check)]
        print(f"  phase {phase}: {len(train)} positions, check {best_error**0.5:.3f} after {best_round} rounds", flush=True)
    return weights, (total[0] / max(total[1], 1)) ** 0.5


def add_real_ends(processor, samples, movers, others, is_played, years, solved):
    """The last positions of real games, with their exact values."""
    late = is_played & (64 - popcount(movers | others) <= solved)
    values = processor.solve(movers[late], others[late])
    year = cp.broadcast_to(cp.asarray(years)[:, None], late.shape)[late]
    game = cp.broadcast_to(cp.arange(len(years))[:, None], late.shape)[late]
    kinds = cp.where(year == HELD_BACK_YEAR, 102, cp.where(year == CHECK_YEAR, 101, game * 7919 % 100)).astype(cp.int8)
    samples.add(movers[late], others[late], values, 1.0, kinds)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("wthor"), parser.add_argument("output")
    parser.add_argument("--start", required=True)
    parser.add_argument("--plan", default="100000:4")
    parser.add_argument("--solved", type=int, default=13)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check")
    parser.add_argument("--keep", type=Path, help="a file (.npz) that samples are kept in from run to run")
    parser.add_argument("--randoms", type=int, default=3)
    parser.add_argument("--curve", action="store_true")
    arguments = parser.parse_args()
    output, clock = Path(arguments.output), time.time()
    say = lambda *words: print(f"[{time.time() - clock:6.1f} s]", *words, flush=True)
    patterns = Patterns()
    processor = Processor(patterns)
    weights = read_weights(Path(arguments.start), patterns)
    processor.use(weights)
    if arguments.check:
        check_against(processor, Path(arguments.check), say)
    squares, years = read_games(arguments.wthor)
    games = len(squares)
    movers, others = cp.zeros((games, 60), cp.uint64), cp.zeros((games, 60), cp.uint64)
    lengths = cp.zeros(games, cp.uint8)
    processor.kernel("replay")((games // 128 + 1,), (128,), (cp.asarray(squares), np.int32(games), movers, others, lengths))
    plies = cp.arange(60)[None, :]
    is_played = plies < lengths[:, None]
    is_own = cp.asarray((years != HELD_BACK_YEAR) & (years != CHECK_YEAR))[:, None]
    say(games, "real games,", int(is_played.sum()), "positions")

    samples = Samples()
    if arguments.keep and arguments.keep.exists():
        samples.load(arguments.keep)
        say("kept", len(samples.movers[0]), "positions")
    else:
        add_real_ends(processor, samples, movers, others, is_played, years, arguments.solved)
        say(len(samples.movers[0]), "positions of real games solved")

    starts = cp.nonzero((is_played & is_own & (plies >= 2) & (plies < 44)).ravel())[0]
    generator = np.random.default_rng(arguments.seed)
    steps = [[int(number) for number in step.split(":")] for step in arguments.plan.split(",") if step]
    for number, (count, depth) in enumerate(steps, 1):
        samples.grow_older(arguments.solved)
        for begin in range(0, count, 200_000):
            size = min(200_000, count - begin)
            chosen = starts[cp.asarray(generator.integers(0, len(starts), size))]
            seed = int(generator.integers(0, 2**62))
            start = movers.ravel()[chosen], others.ravel()[chosen]
            played = processor.play(*start, depth, arguments.solved, arguments.randoms, seed)
            is_there = cp.arange(LONGEST)[None, :] < played[3][:, None]
            game = cp.broadcast_to(cp.arange(begin, begin + size)[:, None], is_there.shape)[is_there]
            kinds = (game * 7919 % 102).astype(cp.int8)
            kinds = cp.where(kinds == 100, 101, kinds)
            samples.add(played[0][is_there], played[1][is_there], played[2][is_there], 1.0, kinds)
            cp.cuda.Device().synchronize()
            say("step", number, begin + size, "games at depth", depth, len(samples.movers[-1]), "positions")
        samples.join()
        weights, error = fit(processor, samples, weights)
        size = write_weights(output / f"weights-{number}.bin", weights)
        processor.use(weights)
        if arguments.keep:
            samples.save(arguments.keep)
        say("step", number, "error", round(error, 4), size, "bytes of weights,", len(samples.movers[0]), "positions")
    if arguments.curve:
        samples.join()
        for percent in (1, 3, 10, 30, 99):
            _, error = fit(processor, samples, read_weights(Path(arguments.start), patterns), percent)
            say("percent", percent, "error", round(error, 4))
    if steps:
        write_held_back(processor, movers, others, is_played, years, arguments, output, say)


def write_held_back(processor, movers, others, is_played, years, arguments, output, say):
    """Positions of the held-back year with what games from them come to, in the format of the other program's samples."""
    held = is_played & cp.asarray(years == HELD_BACK_YEAR)[:, None]
    held_movers, held_others = movers[held], others[held]
    empties = 64 - popcount(held_movers | held_others)
    early = empties > arguments.solved
    values = cp.zeros(len(held_movers), cp.int8)
    values[~early] = processor.solve(held_movers[~early], held_others[~early])
    played = processor.play(held_movers[early], held_others[early], 6, arguments.solved, 0, 1)
    values[early] = played[2][:, 0]
    cp.cuda.Device().synchronize()
    # The format of a sample: discs of both sides, value, origin, year.
    record = np.dtype([("mover", "<u8"), ("other", "<u8"), ("value", "i1"), ("origin", "u1"), ("year", "<u2")])
    rows = np.zeros(len(held_movers), record)
    rows["mover"], rows["other"], rows["value"] = cp.asnumpy(held_movers), cp.asnumpy(held_others), cp.asnumpy(values)
    rows["origin"], rows["year"] = cp.asnumpy(early).astype(np.uint8), HELD_BACK_YEAR
    (output / "held-back.samples").write_bytes(rows.tobytes())
    opinions = processor.opinions(held_movers, held_others)
    for phase in range(PHASES):
        chosen = phase_of(empties) == phase
        miss = opinions[chosen] - values[chosen]
        near = chosen & (cp.abs(values) <= 20)
        say("  of these within 20:", int(near.sum()), f"mean error {float(cp.abs(opinions[near] - values[near]).mean()):.3f}")
        say("held back, phase", phase, int(chosen.sum()), f"mean error {float(cp.abs(miss).mean()):.3f} root {float((miss**2).mean())**0.5:.3f}")


def check_against(processor, path, say):
    """Exact values found by the other program must come out here too."""
    record = np.dtype([("mover", "<u8"), ("other", "<u8"), ("value", "i1"), ("origin", "u1"), ("year", "<u2")])
    rows = np.frombuffer(path.read_bytes(), record)
    rows = rows[rows["origin"] == 0]
    movers, others = cp.asarray(rows["mover"].copy()), cp.asarray(rows["other"].copy())
    empties = 64 - popcount(movers | others)
    for most in (8, 12, 13):
        chosen = cp.nonzero(empties == most)[0]
        began = time.time()
        found = processor.solve(movers[chosen], others[chosen])
        cp.cuda.Device().synchronize()
        wrong = int((found != cp.asarray(rows["value"].copy())[chosen]).sum())
        say(len(chosen), "positions with", most, "empties solved in", round(time.time() - began, 2), "s,", wrong, "differ")
        if wrong:
            sys.exit("exact values differ")
    opinions = cp.asnumpy(processor.opinions(movers[:5], others[:5]))
    say("opinions of the first positions:", [round(float(value), 3) for value in opinions])


if __name__ == "__main__":
    main()
