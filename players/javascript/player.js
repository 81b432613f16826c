// A player for joute in JavaScript, for every game. The referee writes lines to our standard input, we answer on
// standard output (docs/protocol.md): `ready ...` after `start`, `move X` after `go`. Lines we do not know we ignore.
const readline = require("node:readline");

// Othello: nobody can take a corner back, and a square beside it gives the corner away.
function square(move, size) {
  const column = move.charCodeAt(0) - "a".charCodeAt(0);
  const row = Number(move.slice(1)) - 1;
  const [near, far] = [column, row].map((line) => Math.min(line, size - 1 - line)).sort((a, b) => a - b);
  if (far < 2) return far === 0 ? 100 : -30;
  return near === 0 ? 10 : 0;
}

// YOUR IDEAS GO HERE: what a move is worth. `gain` is what it brings at once: cells, discs or seeds.
function value(turn, move, gain) {
  if (turn.game === "othello") return gain + square(move, Number(turn.setup.match(/size=(\d+)/)[1]));
  return gain;
}

// The best of the legal moves, the first one if several are.
function choose(turn) {
  const values = turn.moves.map((move, i) => value(turn, move, turn.gains[i]));
  return turn.moves[values.indexOf(Math.max(...values))];
}

const turn = { game: "", setup: "", position: "", moves: [], gains: [] };

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, ...words] = line.split(" ");
  if (word === "game") turn.game = words[0];
  else if (word === "setup") turn.setup = words.join(" ");
  else if (word === "start") console.log("ready position moves gains"); // On each turn we want to hear these three.
  else if (word === "position") turn.position = words.join(" ");
  else if (word === "moves") turn.moves = words;
  else if (word === "gains") turn.gains = words.map(Number);
  else if (word === "go") console.log("move " + choose(turn));
});
