// A player for joute in C++, for every game. The referee writes lines to our standard input, we answer on standard
// output (docs/protocol.md): `ready ...` after `start`, `move X` after `go`. Lines we do not know we ignore.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

// What the referee said last.
struct Turn {
    std::string game, setup, position;
    std::vector<std::string> moves;
    std::vector<int> gains;
};

// Othello: nobody can take a corner back, and a square beside it gives the corner away.
static int square(const std::string &move, int size) {
    int column = move[0] - 'a', row = std::stoi(move.substr(1)) - 1;
    int x = std::min(column, size - 1 - column), y = std::min(row, size - 1 - row); // How far from the nearest edge.
    if (x < 2 && y < 2) return x == 0 && y == 0 ? 100 : -30;
    return x == 0 || y == 0 ? 10 : 0;
}

// YOUR IDEAS GO HERE: what a move is worth. `gain` is what it brings at once: cells, discs or seeds.
static int value(const Turn &turn, const std::string &move, int gain) {
    if (turn.game == "othello") return gain + square(move, std::stoi(turn.setup.substr(turn.setup.find("size=") + 5)));
    return gain;
}

// The best of the legal moves, the first one if several are.
static std::string choose(const Turn &turn) {
    std::vector<int> values;
    for (size_t i = 0; i < turn.moves.size(); i++) values.push_back(value(turn, turn.moves[i], turn.gains[i]));
    return turn.moves[std::max_element(values.begin(), values.end()) - values.begin()];
}

template <typename T> static std::vector<T> list(std::istringstream &words) {
    return {std::istream_iterator<T>(words), std::istream_iterator<T>()};
}

int main() {
    Turn turn;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word >> std::ws;
        if (word == "game") words >> turn.game;
        else if (word == "setup") words >> turn.setup;
        else if (word == "start") std::cout << "ready position moves gains" << std::endl; // What to tell us each turn.
        else if (word == "position") std::getline(words, turn.position);
        else if (word == "moves") turn.moves = list<std::string>(words);
        else if (word == "gains") turn.gains = list<int>(words);
        else if (word == "go") std::cout << "move " << choose(turn) << std::endl; // endl sends the line at once.
    }
}
