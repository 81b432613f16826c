// A player for joute as a WebAssembly module in AssemblyScript, for every game. docs/wasm.md explains the functions.

// What joute tells us. The fields are those of joute.h; texts are addresses of bytes that end with a zero.
@unmanaged class Game {
  version: i32; seat: i32;
  game: usize; setup: usize; position: usize; graphFile: usize;
  timeMs: i64; moveTimeMs: i64; incrementMs: i64; seed: u64;
}

@unmanaged class Turn {
  position: usize; moves: usize; legal: usize; legalCount: i32;
  timeLeftMs: i64; opponentTimeLeftMs: i64;
  gains: usize; fuelLeft: i64;
}

// Room for what joute writes.
export function joute_buffer(size: usize): usize {
  return heap.alloc(size);
}

// The text behind an address: it ends with a zero.
function text(address: usize): string {
  let end = address;
  while (load<u8>(end) != 0) end++;
  return String.UTF8.decodeUnsafe(address, end - address);
}

let isOthello = false, size = 0;

// A game begins; what the structure points to is gone afterwards.
export function joute_start(game: Game): void {
  isOthello = text(game.game) == "othello";
  if (isOthello) size = I32.parseInt(text(game.setup).substring(5)); // Behind "size=".
}

// What we want to hear of on each turn: 4 the legal moves, 8 their gains; 1 would be the position, 2 the last moves.
export function joute_wants(): i32 {
  return 4 | 8;
}

// Othello: nobody can take a corner back, and a square beside it gives the corner away.
function square(move: string): i32 {
  const column = move.charCodeAt(0) - 97, row = I32.parseInt(move.substring(1)) - 1;
  const x = min(column, size - 1 - column), y = min(row, size - 1 - row); // How far from the nearest edge.
  if (x < 2 && y < 2) return x == 0 && y == 0 ? 100 : -30;
  return x == 0 || y == 0 ? 10 : 0;
}

// YOUR IDEAS GO HERE: what a move is worth. `gain` is what it brings at once: cells, discs or seeds.
function value(move: string, gain: i32): i32 {
  return isOthello ? gain + square(move) : gain;
}

// The best of the legal moves, the first one if several are: we answer with the address of its text.
export function joute_choose(turn: Turn): usize {
  let best: usize = 0, bestValue = i32.MIN_VALUE;
  for (let i = 0; i < turn.legalCount; i++) {
    const move = load<usize>(turn.legal + 4 * i), gain = load<i32>(turn.gains + 4 * i);
    const worth = value(text(move), gain);
    if (worth > bestValue) { best = move; bestValue = worth; }
  }
  return best;
}
