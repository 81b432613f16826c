//! Runs things: matches of any two players, on as many threads as wanted, with the same games whatever their number.

mod adviser;
pub mod check;
mod fixture;
mod run;
mod score;
mod sitting;

pub use adviser::{Advice, Adviser};
pub use fixture::{Fixture, Fixtures};
pub use run::{MatchError, MatchPlan, Played, run_match};
pub use score::{FaultCounts, MatchScore, PlayerScore};
pub use sitting::{News, Pace, Sitting, SittingPlan};
