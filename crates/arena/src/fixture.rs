//! Which games a match has: boards, openings and seats, all from the seed and nothing else.

use joute_catalog::Source;
use joute_games::random::Seed;
use joute_games::{AnyGame, SetupError};
use joute_referee::{MatchRules, Order};

/// How often an opening that ended the game is drawn again before the plain start is used.
const TRIES: u64 = 100;

/// A position that a pair of games begins from.
#[derive(Debug, Clone)]
pub struct Opening {
    /// The position.
    pub start: AnyGame,
    /// The moves that led to it, where they are known.
    pub moves: Vec<String>,
}

/// Where games begin.
#[derive(Debug, Clone, Copy, Default)]
pub enum Starts<'a> {
    /// On the boards of the setup.
    #[default]
    Boards,
    /// All at one position, the later ones after random plies.
    Position(&'a AnyGame),
    /// At each of these in turn, a pair at each.
    Openings(&'a [Opening]),
}

/// Where the games of a match come from.
pub struct Fixtures<'a> {
    /// The boards.
    pub source: &'a Source,
    /// Where the games begin.
    pub starts: Starts<'a>,
    /// Order and opening.
    pub rules: &'a MatchRules,
    /// The seed of the match.
    pub seed: Seed,
}

/// One game of a match.
#[derive(Debug, Clone)]
pub struct Fixture {
    /// The position the players begin from.
    pub start: AnyGame,
    /// The moves of an opening that led to it.
    pub opening: Vec<String>,
    /// Whether the second player of the match has the first seat.
    pub swapped: bool,
    /// The seed of the game.
    pub seed: Seed,
}

impl Fixtures<'_> {
    /// The game with this number, from 0. Games 2n and 2n+1 are a pair.
    pub fn game(&self, number: u64) -> Result<Fixture, SetupError> {
        let (board, swapped) = match self.rules.order {
            Order::Paired => (number / 2, number % 2 == 1),
            Order::Drawn => (number, self.seed.purpose("order").child(number).generator().below(2) == 1),
        };
        let (start, opening) = match self.starts {
            Starts::Openings(openings) if !openings.is_empty() => {
                let Opening { start, moves } = &openings[(board % openings.len() as u64) as usize];
                (start.clone(), moves.clone())
            }
            Starts::Position(start) => self.open(start.clone(), board),
            Starts::Boards | Starts::Openings(_) => {
                let start = self.source.start(self.seed.purpose("board").child(board).0)?;
                if self.source.is_open() { (start, Vec::new()) } else { self.open(start, board) }
            }
        };
        Ok(Fixture { start, opening, swapped, seed: self.seed.purpose("game").child(number) })
    }

    /// Where every board is the same, all but the first begin with some random plies, the same for both games of a pair.
    fn open(&self, start: AnyGame, board: u64) -> (AnyGame, Vec<String>) {
        if board == 0 || self.rules.opening == 0 {
            return (start, Vec::new());
        }
        let seed = self.seed.purpose("opening").child(board);
        let drawn = (0..TRIES).find_map(|attempt| self.draw(&start, seed.child(attempt)));
        drawn.unwrap_or((start, Vec::new()))
    }

    fn draw(&self, start: &AnyGame, seed: Seed) -> Option<(AnyGame, Vec<String>)> {
        let mut generator = seed.generator();
        let mut game = start.clone();
        let mut moves = Vec::new();
        for _ in 0..self.rules.opening {
            let mv = generator.pick(&game.legal())?;
            moves.push(game.text(mv));
            game.play(mv);
        }
        (!game.is_over()).then_some((game, moves))
    }
}
