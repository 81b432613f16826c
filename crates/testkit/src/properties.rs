//! Properties over drawn values: the same values in every run, unless somebody asks for others.

use std::str::FromStr;

use proptest::test_runner::{Config, RngSeed};

/// The seed of everything that a test draws: 1, or what `JOUTE_SEED` says. `scripts/shake` asks for new ones.
pub fn seed() -> u64 {
    variable("JOUTE_SEED").unwrap_or(1)
}

/// So many cases of a property; `JOUTE_CASES` multiplies them. A failure shows its smallest case, which becomes a test of
/// its own; nothing is written beside the sources.
#[expect(clippy::print_stderr, reason = "a failed test shows what it wrote, and its seed belongs there")]
pub fn cases(number: u32) -> Config {
    let (seed, times) = (seed(), variable("JOUTE_CASES").unwrap_or(1));
    eprintln!("JOUTE_SEED={seed}");
    Config {
        cases: number.saturating_mul(times),
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..Config::default()
    }
}

/// So many of whatever a test goes through one by one; `JOUTE_CASES` multiplies them.
pub fn times(number: u64) -> u64 {
    number.saturating_mul(variable("JOUTE_CASES").unwrap_or(1))
}

/// A number from the environment; one that is none fails the test rather than being passed over.
fn variable<T: FromStr>(name: &str) -> Option<T> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text:?}: expected a whole number")))
}
