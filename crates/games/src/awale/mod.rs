//! Awalé: sowing games whose rule sets are data.
//!
//! A [`Rules`] value holds every rule as a field of its own; four sets of rules have a name. The game is
//! [`Awale<R>`], generic over where its rules come from: for a named set on the standard board they are
//! constants, so the compiler leaves only the code they need, and [`Custom`] carries any others at run time.
//!
//! ```
//! use joute_games::awale::{self, Setup};
//! use joute_games::{GameSetup, NoFiles};
//!
//! let mut game = awale::start(&Setup::parse("rules=abapa", &NoFiles)?)?;
//! game.play_text("FfEa").expect("four legal moves");
//! assert_eq!(game.position(), "6-5-5-5-0-1-0-7-7-6-5-1-0-0-S");
//! # Ok::<(), joute_games::SetupError>(())
//! ```

mod board;
mod draft;
mod fields;
mod flow;
mod game;
mod mv;
mod row;
mod rules;
mod score;
mod setup;
mod source;
mod sowing;
mod text;
mod view;

use crate::any::AnyGame;
use crate::error::SetupError;

pub use game::Awale;
pub use mv::Move;
pub use row::Row;
pub use rules::{End, Feed, GrandSlam, Opposite, Origin, Repetition, Rest, Rules, Store};
pub use setup::{LARGEST_TOTAL, MOST_PITS, Setup};
pub use source::{Abapa, Awari, Custom, Francois, Kalah, RuleSource};
pub use sowing::{Harvest, Sowing};

/// The start position of a setup, in the fastest type there is for its rules.
pub fn start(setup: &Setup) -> Result<AnyGame, SetupError> {
    let setup = *setup;
    if !setup.is_standard_board() {
        return AnyGame::start::<Awale<Custom>>(setup);
    }
    match setup.rules {
        Rules::ABAPA => AnyGame::start::<Awale<Abapa>>(setup),
        Rules::AWARI => AnyGame::start::<Awale<Awari>>(setup),
        Rules::FRANCOIS => AnyGame::start::<Awale<Francois>>(setup),
        Rules::KALAH => AnyGame::start::<Awale<Kalah>>(setup),
        _ => AnyGame::start::<Awale<Custom>>(setup),
    }
}
