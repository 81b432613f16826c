//! Tuning numbers of a player by its games: which numbers, which values they may have, and how results move them.
//!
//! ```
//! use joute_games::random::Seed;
//! use joute_tournament::tuning::{Parameter, Spsa, SpsaOptions, Tunable};
//!
//! let player = Tunable::new("mix:{a},1", vec!["a=-5..20".parse::<Parameter>()?.begun_at("1")?])?;
//! assert_eq!(player.locator(&player.start()), "mix:1,1");
//!
//! // Whoever plays the two sides of a probe says how the first did, from -1 to 1.
//! let mut spsa = Spsa::new(player.parameters().to_vec(), SpsaOptions::for_probes(500), Seed(7));
//! while let Some(probe) = spsa.next_probes(1).pop() {
//!     let [plus, minus] = probe.sides.clone().map(|values| f64::from(values[0]));
//!     spsa.learn(&[(probe, (plus - minus).signum())]);
//! }
//! assert_eq!(player.locator(&spsa.found()), "mix:20,1", "more was always better");
//! # Ok::<(), joute_tournament::tuning::TuningError>(())
//! ```

mod decimal;
mod parameter;
mod spsa;
mod template;
mod tunable;

pub use parameter::Parameter;
pub use spsa::{Probe, Spsa, SpsaOptions};
pub use tunable::Tunable;

use joute_games::Excerpt;

/// The values of all parameters, each by its number among the values that it may have.
pub type Values = Vec<u32>;

/// What cannot be tuned as it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TuningError {
    /// A range that is not written as one.
    #[error("range {0}: expected NAME=LOW..HIGH or NAME=LOW..HIGH:STEP, such as a=-5..20 or w=0.0..1.0:0.05")]
    Range(Excerpt),
    /// A range with nothing in it.
    #[error("range of {name}: {low} to {high} is empty; expected a low end below the high end")]
    Empty {
        /// The parameter.
        name: String,
        /// The low end as written.
        low: String,
        /// The high end as written.
        high: String,
    },
    /// A step that leaves one value, or too many.
    #[error(
        "range of {name}: a step of {step} leaves {values}; expected at least two values and at most a thousand million"
    )]
    Step {
        /// The parameter.
        name: String,
        /// The step as written.
        step: String,
        /// How many values there would be.
        values: String,
    },
    /// A number that is none, or is too large or too fine.
    #[error(
        "{name}: {number} is no number here; expected one such as 12, -3 or 0.25, between -1000000000 and 1000000000 with at most 9 decimals"
    )]
    Number {
        /// The parameter.
        name: String,
        /// What was written.
        number: Excerpt,
    },
    /// A start that is not among the values.
    #[error("start {start} of {name}: not one of its values, which are {values}")]
    Start {
        /// The parameter.
        name: String,
        /// What was written.
        start: String,
        /// What there is.
        values: String,
    },
    /// A start that is not written as one.
    #[error("start {0}: expected NAME=VALUE, such as a=1")]
    StartText(Excerpt),
    /// A start of something without a range.
    #[error("start of {0}: it has no range; expected --range {0}=LOW..HIGH")]
    StartOfNothing(String),
    /// A brace without its other half, or with something else than a name in between.
    #[error(
        "{text}: {found} is no placeholder; expected {{name}} with letters, digits, - and _ in it, and {{{{ or }}}} for a brace that is meant"
    )]
    Placeholder {
        /// The whole text.
        text: Excerpt,
        /// Where it goes wrong.
        found: Excerpt,
    },
    /// A text without anything to tune.
    #[error("{0}: there is nothing to tune in it; expected a player with placeholders, such as 'mix:{{a}},{{b}}'")]
    NoPlaceholder(Excerpt),
    /// A placeholder that nothing is known about.
    #[error("{{{0}}} has no range; expected --range {0}=LOW..HIGH")]
    NoRange(String),
    /// A range of something that is not there.
    #[error("range of {name}: there is no {{{name}}} in {text}")]
    NotThere {
        /// The parameter.
        name: String,
        /// The whole text.
        text: Excerpt,
    },
    /// Two ranges or two starts of one name.
    #[error("{0} is there twice; expected one range and one start of each name")]
    Twice(String),
}
