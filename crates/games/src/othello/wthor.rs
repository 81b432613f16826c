//! The files of the WTHOR game base: games of one year, and the names of players and tournaments.
//!
//! All numbers are little-endian. A file is a header of 16 bytes and then records of one size:
//!
//! ```text
//! header   0 century, year, month, day of making (4 x u8)    4 games (u32)    8 names (u16)
//!         10 year of the games (u16)   12 board size (0 means 8)   13 kind   14 depth   15 -
//! game     0 tournament (u16)   2 black (u16)   4 white (u16)   6 black's discs (u8)
//!          7 black's discs with perfect play from `depth` empties on (u8)   8 moves (60 x u8)
//! move    10 * row + column, both from 1; 0 after the last one; passes are left out
//! name    20 bytes for a player, 26 for a tournament, in Latin-1, zeros behind it
//! ```
//!
//! Black's discs are counted with the empty squares given to the winner.

use arrayvec::ArrayVec;

use super::board::Othello;
use super::setup::OthelloSetup;
use super::square::Square;
use crate::game::Game;

const HEADER: usize = 16;
const GAME: usize = 68;
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;

/// Bytes that are not a file of the base.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WthorError {
    /// The file is not as long as its header says.
    #[error("the file has {found} bytes, its header makes it {expected}")]
    Length {
        /// The bytes there should be.
        expected: u64,
        /// The bytes there are.
        found: u64,
    },
    /// The games were not played on 8 x 8 squares.
    #[error("the games are on a board of size {0}, expected 8")]
    BoardSize(u8),
    /// A byte that is no square, or a square after the end of the moves.
    #[error("byte {byte} is not a square at move {at} of game {game}")]
    Square {
        /// Which game of the file, from 0.
        game: usize,
        /// Which move of the game, from 0.
        at: usize,
        /// The byte.
        byte: u8,
    },
    /// More discs than the board has squares.
    #[error("game {game} has {discs} black discs on 64 squares")]
    Discs {
        /// Which game of the file, from 0.
        game: usize,
        /// The number in the file.
        discs: u8,
    },
    /// A move that the rules do not allow where it was played.
    #[error("{mv} at move {at} is not legal")]
    Illegal {
        /// Which move of the record, from 0.
        at: usize,
        /// The move.
        mv: Square<8>,
    },
}

/// The games of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Games {
    /// The year they were played in.
    pub year: u16,
    /// From how many empty squares on [`Record::best_black_discs`] is perfect play.
    pub depth: u8,
    /// The games in the order of the file.
    pub records: Vec<Record>,
}

/// One game as it is recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The tournament, as an index into its file of names.
    pub tournament: u16,
    /// The player of Black, as an index into the file of players.
    pub black: u16,
    /// The player of White.
    pub white: u16,
    /// Black's discs at the end, the empty squares given to the winner.
    pub black_discs: u8,
    /// The same if both had played perfectly from [`Games::depth`] empty squares on.
    pub best_black_discs: u8,
    /// The moves without the passes.
    pub squares: ArrayVec<Square<8>, 60>,
}

/// A recorded game played through by the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// Every move, forced passes put in.
    pub moves: Vec<Square<8>>,
    /// The position after the last one; not every recorded game was played to its end.
    pub last: Othello,
}

impl Games {
    /// Reads the bytes of a `.wtb` file.
    pub fn parse(bytes: &[u8]) -> Result<Games, WthorError> {
        let header = Header::of(bytes)?;
        if !matches!(header.board_size, 0 | 8) {
            return Err(WthorError::BoardSize(header.board_size));
        }
        let records = records(bytes, u64::from(header.games), GAME)?;
        Ok(Games {
            year: header.year,
            depth: header.depth,
            records: records.enumerate().map(|(game, bytes)| Record::parse(game, bytes)).collect::<Result<_, _>>()?,
        })
    }
}

impl Record {
    fn parse(game: usize, bytes: &[u8]) -> Result<Record, WthorError> {
        let (black_discs, best_black_discs) = (bytes[6], bytes[7]);
        if let Some(discs) = [black_discs, best_black_discs].into_iter().find(|discs| *discs > 64) {
            return Err(WthorError::Discs { game, discs });
        }
        let mut squares = ArrayVec::new();
        for (at, byte) in bytes[8..GAME].iter().copied().enumerate() {
            match square(byte) {
                // As many squares as places read so far: no gap, and never more than the 60 there are.
                Some(square) if squares.len() == at => squares.push(square),
                None if byte == 0 => {}
                _ => return Err(WthorError::Square { game, at, byte }),
            }
        }
        Ok(Record {
            tournament: word(bytes, 0),
            black: word(bytes, 2),
            white: word(bytes, 4),
            black_discs,
            best_black_discs,
            squares,
        })
    }

    /// Plays the moves from the start position, each judged by the rules, and puts the forced passes in.
    pub fn replay(&self) -> Result<Replay, WthorError> {
        let mut last = Othello::start(&OthelloSetup::default()).expect("the default setup is 8 x 8");
        let mut moves = Vec::with_capacity(self.squares.len() + 4);
        for (at, mv) in self.squares.iter().copied().enumerate() {
            if let Some(pass) = last.forced() {
                last.play(pass);
                moves.push(pass);
            }
            if !last.is_legal(mv) {
                return Err(WthorError::Illegal { at, mv });
            }
            last.play(mv);
            moves.push(mv);
        }
        Ok(Replay { moves, last })
    }
}

/// The names of the players, from the bytes of a `.JOU` file.
pub fn players(bytes: &[u8]) -> Result<Vec<String>, WthorError> {
    names(bytes, PLAYER)
}

/// The names of the tournaments, from the bytes of a `.TRN` file.
pub fn tournaments(bytes: &[u8]) -> Result<Vec<String>, WthorError> {
    names(bytes, TOURNAMENT)
}

fn names(bytes: &[u8], size: usize) -> Result<Vec<String>, WthorError> {
    let header = Header::of(bytes)?;
    let records = records(bytes, u64::from(header.names), size)?;
    // Latin-1 is the first 256 characters of Unicode.
    let name = |bytes: &[u8]| bytes.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect();
    Ok(records.map(name).collect())
}

struct Header {
    games: u32,
    names: u16,
    year: u16,
    board_size: u8,
    depth: u8,
}

impl Header {
    fn of(bytes: &[u8]) -> Result<Header, WthorError> {
        let Some(header) = bytes.first_chunk::<HEADER>() else {
            return Err(wrong_length(HEADER as u64, bytes));
        };
        Ok(Header {
            games: u32::from(word(header, 4)) | u32::from(word(header, 6)) << 16,
            names: word(header, 8),
            year: word(header, 10),
            board_size: header[12],
            depth: header[14],
        })
    }
}

/// The records behind the header. Their number is checked against the bytes there are before anything is made
/// of it, so that a header cannot ask for memory.
fn records(bytes: &[u8], count: u64, size: usize) -> Result<std::slice::ChunksExact<'_, u8>, WthorError> {
    let expected = HEADER as u64 + count * size as u64;
    if bytes.len() as u64 != expected {
        return Err(wrong_length(expected, bytes));
    }
    Ok(bytes[HEADER..].chunks_exact(size))
}

fn wrong_length(expected: u64, bytes: &[u8]) -> WthorError {
    WthorError::Length { expected, found: bytes.len() as u64 }
}

fn word(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn square(byte: u8) -> Option<Square<8>> {
    let (row, column) = (usize::from(byte / 10), usize::from(byte % 10));
    if (1..=8).contains(&row) && (1..=8).contains(&column) { Square::new((row - 1) * 8 + column - 1) } else { None }
}
