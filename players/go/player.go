// A player for joute in Go, for every game. The referee writes lines to our standard input, we answer on standard
// output (docs/protocol.md): `ready ...` after `start`, `move X` after `go`. Lines we do not know we ignore.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// What the referee said last.
type turn struct {
	game, setup, position string
	moves, gains          []string
}

// How far a line is from the nearest edge.
func fromEdge(line, size int) int {
	if line < size-1-line {
		return line
	}
	return size - 1 - line
}

// Othello: nobody can take a corner back, and a square beside it gives the corner away.
func square(move string, size int) int {
	row, _ := strconv.Atoi(move[1:])
	x, y := fromEdge(int(move[0]-'a'), size), fromEdge(row-1, size)
	switch {
	case x == 0 && y == 0:
		return 100
	case x < 2 && y < 2:
		return -30
	case x == 0 || y == 0:
		return 10
	}
	return 0
}

// YOUR IDEAS GO HERE: what a move is worth. `gain` is what it brings at once: cells, discs or seeds.
func (t *turn) value(move string, gain int) int {
	if t.game == "othello" {
		size, _ := strconv.Atoi(t.setup[strings.Index(t.setup, "size=")+5:])
		return gain + square(move, size)
	}
	return gain
}

// The best of the legal moves, the first one if several are.
func (t *turn) choose() string {
	best, bestValue := "", 0
	for i, move := range t.moves {
		gain, _ := strconv.Atoi(t.gains[i])
		if now := t.value(move, gain); best == "" || now > bestValue {
			best, bestValue = move, now
		}
	}
	return best
}

func main() {
	var t turn
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24) // Large boards make long lines.
	for lines.Scan() {
		word, rest, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		switch word {
		case "game":
			t.game = rest
		case "setup":
			t.setup = rest
		case "start":
			fmt.Println("ready position moves gains") // On each turn we want to hear these three.
		case "position":
			t.position = rest
		case "moves":
			t.moves = strings.Fields(rest)
		case "gains":
			t.gains = strings.Fields(rest)
		case "go":
			fmt.Println("move", t.choose()) // Println sends the line at once.
		}
	}
}
