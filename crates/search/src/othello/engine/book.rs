//! The opening book: moves of common positions that were searched longer than a game allows.
//!
//! A line of the file is a position as its canonical text and the best move: `joute train othello book` makes it. Each position
//! stands for all eight that turning and mirroring make of it.

use std::collections::HashMap;
use std::sync::LazyLock;

use joute_games::Game;
use joute_games::othello::{Othello, OthelloSetup};

use super::board::{Board, mirrored, transposed};

static EMBEDDED: LazyLock<Book> = LazyLock::new(|| Book::parse(include_str!("book.txt")));

/// Best moves by position.
#[derive(Debug, Default)]
pub struct Book {
    moves: HashMap<(u64, u64), u8>,
}

impl Book {
    /// The book that is part of the program.
    pub fn embedded() -> &'static Book {
        &EMBEDDED
    }

    /// Reads a book; lines that are no position and legal move are left out.
    pub fn parse(text: &str) -> Book {
        let mut book = Book::default();
        for line in text.lines() {
            if let Some((board, square)) = entry(line) {
                book.add(board, square);
            }
        }
        book
    }

    /// How many positions it knows, turned and mirrored ones counted.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The move of a position, as the index of a square.
    pub fn find(&self, board: Board) -> Option<u8> {
        self.moves.get(&(board.mover, board.other)).copied()
    }

    fn add(&mut self, board: Board, square: u32) {
        let (mut board, mut disc) = (board, 1_u64 << square);
        for turn in 0..8 {
            let turned = |bits| if turn % 2 == 0 { mirrored(bits) } else { transposed(bits) };
            (board, disc) = (board.map(turned), turned(disc));
            // A position that looks the same from several sides keeps the first of its equal moves.
            self.moves.entry((board.mover, board.other)).or_insert(disc.trailing_zeros() as u8);
        }
    }
}

fn entry(line: &str) -> Option<(Board, u32)> {
    let (position, mv) = line.trim().rsplit_once(' ')?;
    let game = Othello::parse(&OthelloSetup::default(), position).ok()?;
    let mv = mv.parse().ok().filter(|mv| game.is_legal(*mv))?;
    Some((Board::from(&game), mv.index()? as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_stands_for_its_eight_views() {
        let mut game = Othello::start(&OthelloSetup::default()).unwrap();
        for mv in ["f5", "d6"] {
            game.play(mv.parse().unwrap());
        }
        let book = Book::parse(&format!("{game} c3\nnonsense\n{game} a1\n"));
        assert_eq!(book.find(Board::from(&game)), Some(18));
        assert_eq!(book.len(), 8);
        let turned = Board::from(&game).map(transposed);
        let found = book.find(turned).unwrap();
        assert_eq!(1_u64 << found, transposed(1 << 18));
    }

    #[test]
    fn every_line_of_the_embedded_book_is_a_position_and_a_legal_move() {
        let text = include_str!("book.txt");
        assert!(text.lines().all(|line| entry(line).is_some()));
        assert!(text.lines().count() >= 100);
    }
}
