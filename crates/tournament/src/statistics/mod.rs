//! What the results of games say about the players: differences, intervals, tests and ratings.
//!
//! ```
//! use joute_tournament::statistics::{Bounds, Pentanomial, Sprt, Verdict};
//!
//! let pairs = Pentanomial::new([21, 134, 309, 203, 60]);
//! assert_eq!(pairs.elo().to_string(), "+35.2 [+23.4, +47.2]");
//!
//! let test = Sprt::with_sample(Bounds::normalised(0.0, 5.0)?, pairs);
//! assert_eq!(test.verdict(), Verdict::AcceptH1);
//! # Ok::<(), joute_tournament::statistics::BoundsError>(())
//! ```

mod elo;
mod interval;
mod likelihood;
mod normal;
mod pentanomial;
mod ratings;
mod sample;
mod sprt;

pub use elo::{ELO_PER_LOGIT, EloEstimate, NormalisedElo, elo_of_score, score_of_elo};
pub use interval::{Proportion, unanimous_bound, wilson};
pub use pentanomial::{Pentanomial, Score, Trinomial};
pub use ratings::{Advantage, Crosstable, Difference, Footing, PlayerError, Rating, RatingOptions, Ratings};
pub use sample::Sample;
pub use sprt::{Bounds, BoundsError, Scale, Sprt, SprtReport, Verdict};
