//! Setups of Seven Colours and the boards drawn from them.

use std::fmt;
use std::sync::Arc;

use joute_messages::{Message, message};

use super::super::{BLOCKED, MOST_CELLS, Topology, generator, obstacles};
use super::INFO;
use crate::error::SetupError;
use crate::random::Seed;
use crate::setup::{Files, GameSetup, Pairs};

/// The largest board: its square is the most cells a board may have.
const LARGEST: u32 = 1000;

/// Size, colours, board and options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    pub(super) size: u32,
    pub(super) colours: u8,
    pub(super) board: Board,
    pub(super) obstacles: u32,
    pub(super) enclosed: bool,
    pub(super) capture_enclosed: bool,
    pub(super) seed: Option<u64>,
}

/// Where the board comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Board {
    /// Drawn, and mirrored across the diagonal that does not hold the starts.
    Symmetric,
    /// Drawn.
    Random,
    /// Given as rows.
    Rows(Arc<str>),
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            size: 30,
            colours: 7,
            board: Board::Symmetric,
            obstacles: 0,
            enclosed: false,
            capture_enclosed: false,
            seed: None,
        }
    }
}

impl Setup {
    /// A drawn board of this size and number of colours; `None` outside what the game allows.
    pub fn drawn(size: u32, colours: u8, board: Board, seed: Option<u64>) -> Option<Setup> {
        let sound = (2..=LARGEST).contains(&size) && (1..=26).contains(&colours) && !matches!(board, Board::Rows(_));
        sound.then(|| Setup { size, colours, board, seed, ..Setup::default() })
    }

    /// How many colours there are.
    pub fn colours(&self) -> u8 {
        self.colours
    }

    /// The colours of a drawn board, blocked cells tagged; the starts' colours mean nothing.
    pub(super) fn draw(&self) -> Result<Vec<u8>, SetupError> {
        let size = self.size as usize;
        let seed = Seed(self.seed.unwrap_or(0)).purpose("seven-colours");
        let mut colours = seed.purpose("colours").generator();
        let transpose = |cell: usize| cell % size * size + cell / size;
        let mirrored = self.board == Board::Symmetric;
        let mut board = if mirrored {
            generator::transposed(size, self.colours, &mut colours)
        } else {
            generator::random(size * size, self.colours, &mut colours)
        };
        if self.obstacles > 0 {
            obstacles::place(
                &mut board,
                &Topology::square(self.size),
                self.obstacles,
                starts(self.size),
                &mut seed.purpose("obstacles").generator(),
                mirrored.then_some(&transpose as &dyn Fn(usize) -> usize),
            )?;
        }
        debug_assert!(starts(self.size).iter().all(|&start| board[start] != BLOCKED));
        Ok(board)
    }
}

/// First starts in the top right corner, Second in the bottom left one.
pub(super) fn starts(size: u32) -> [usize; 2] {
    let size = size as usize;
    [size - 1, size * (size - 1)]
}

impl GameSetup for Setup {
    fn parse(text: &str, _files: &dyn Files) -> Result<Setup, SetupError> {
        let pairs = Pairs::parse(text, INFO.setup_keys)?;
        let given = pairs.get("board").filter(|board| board.contains('/'));
        let size = match given {
            None => size(&pairs)?,
            Some(rows) => {
                let length = rows.split('/').next().map_or(0, str::len) as u32;
                if pairs.get("size").is_some() && size(&pairs)? != length {
                    return Err(SetupError::bad_value(
                        "board",
                        rows,
                        message!("expected-rows-as-size", count = size(&pairs)?),
                    ));
                }
                if !(2..=LARGEST).contains(&length) {
                    return Err(SetupError::bad_value("board", rows, expected_size()));
                }
                length
            }
        };
        let board = match given {
            Some(rows) => Board::Rows(rows.into()),
            None => {
                let names = [("symmetric", false), ("random", true)];
                if pairs.choice("board", &names)? { Board::Random } else { Board::Symmetric }
            }
        };
        let setup = Setup {
            size,
            board,
            colours: pairs.number("colours", 7, 1..=26)? as u8,
            obstacles: pairs.number("obstacles", 0, 0..=60)?,
            enclosed: pairs.switch("enclosed")?,
            capture_enclosed: pairs.switch("capture-enclosed")?,
            seed: pairs.seed()?,
        };
        if given.is_some() && (setup.obstacles > 0 || setup.seed.is_some()) {
            return Err(SetupError::Impossible(message!("error-rows-seed-obstacles")));
        }
        Ok(setup)
    }

    fn with_seed(mut self, seed: u64) -> Setup {
        if self.is_open() {
            self.seed = Some(seed);
        }
        self
    }

    fn cells(&self) -> Option<u32> {
        Some(self.size.saturating_mul(self.size))
    }

    fn is_open(&self) -> bool {
        self.seed.is_none() && !matches!(self.board, Board::Rows(_))
    }
}

fn size(pairs: &Pairs<'_>) -> Result<u32, SetupError> {
    // A size beyond every number gets the same clear answer as one just too large.
    pairs.number("size", 30, 2..=LARGEST).map_err(|error| match error {
        SetupError::BadValue { key, value, .. } => SetupError::BadValue { key, value, expected: expected_size() },
        other => other,
    })
}

fn expected_size() -> Message {
    message!("expected-board-size", least = 2, most = LARGEST, most_cells = MOST_CELLS)
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "size={},colours={},board=", self.size, self.colours)?;
        match &self.board {
            Board::Symmetric => f.write_str("symmetric")?,
            Board::Random => f.write_str("random")?,
            Board::Rows(rows) => f.write_str(rows)?,
        }
        if self.obstacles > 0 {
            write!(f, ",obstacles={}", self.obstacles)?;
        }
        if self.enclosed {
            f.write_str(",enclosed=yes")?;
        }
        if self.capture_enclosed {
            f.write_str(",capture-enclosed=yes")?;
        }
        if let Some(seed) = self.seed {
            write!(f, ",seed={seed}")?;
        }
        Ok(())
    }
}
