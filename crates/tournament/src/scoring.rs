//! What the result of a game is worth.

use std::fmt;
use std::str::FromStr;

use joute_games::{Outcome, Side};
use joute_referee::FaultKind;
use serde::{Deserialize, Serialize};

/// A way of counting results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// 1 for a win, 1/2 for a draw, 0 for a loss.
    #[default]
    Points,
    /// Report 002's: one's own tally; after a fault 0, and the whole and 1, 2 or 3 more for the opponent of overtime,
    /// an illegal move or a crash.
    #[serde(rename = "report-002")]
    Report002,
    /// The difference of the tallies; a fault loses the whole.
    Tally,
}

impl Scoring {
    /// Every scoring by name.
    pub const NAMED: [(&'static str, Scoring); 3] =
        [("points", Scoring::Points), ("report-002", Scoring::Report002), ("tally", Scoring::Tally)];

    /// What a game is worth to First and to Second; `total` is all there was to have.
    pub fn points(self, outcome: Outcome, fault: Option<(Side, FaultKind)>, tally: [u32; 2], total: u32) -> [f64; 2] {
        match (self, fault) {
            (Scoring::Points, _) => match outcome {
                Outcome::First => [1.0, 0.0],
                Outcome::Second => [0.0, 1.0],
                Outcome::Draw => [0.5, 0.5],
            },
            (Scoring::Report002, None) => tally.map(f64::from),
            (Scoring::Report002, Some((by, kind))) => {
                let more = match kind {
                    FaultKind::Overtime => 1,
                    FaultKind::Illegal => 2,
                    FaultKind::Crash => 3,
                };
                to_opponent(by, 0.0, f64::from(total + more))
            }
            (Scoring::Tally, None) => {
                let lead = f64::from(tally[0]) - f64::from(tally[1]);
                [lead, -lead]
            }
            (Scoring::Tally, Some((by, _))) => to_opponent(by, -f64::from(total), f64::from(total)),
        }
    }
}

fn to_opponent(by: Side, own: f64, opponent: f64) -> [f64; 2] {
    match by {
        Side::First => [own, opponent],
        Side::Second => [opponent, own],
    }
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Scoring::NAMED.iter().find(|(_, scoring)| scoring == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}

impl FromStr for Scoring {
    type Err = String;
    fn from_str(text: &str) -> Result<Scoring, String> {
        let found = Scoring::NAMED.iter().find(|(name, _)| *name == text).map(|(_, scoring)| *scoring);
        found.ok_or_else(|| format!("unknown scoring {text:?}: expected points, report-002 or tally"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_002_gives_65_66_and_67_on_the_standard_board() {
        let scored = |kind| Scoring::Report002.points(Outcome::Second, Some((Side::First, kind)), [10, 20], 64);
        assert_eq!(scored(FaultKind::Overtime), [0.0, 65.0]);
        assert_eq!(scored(FaultKind::Illegal), [0.0, 66.0]);
        assert_eq!(scored(FaultKind::Crash), [0.0, 67.0]);
        assert_eq!(Scoring::Report002.points(Outcome::First, None, [40, 24], 64), [40.0, 24.0]);
    }

    #[test]
    fn points_and_tally() {
        assert_eq!(Scoring::Points.points(Outcome::Draw, None, [32, 32], 64), [0.5, 0.5]);
        assert_eq!(Scoring::Tally.points(Outcome::First, None, [40, 24], 64), [16.0, -16.0]);
        let crash = Some((Side::Second, FaultKind::Crash));
        assert_eq!(Scoring::Tally.points(Outcome::First, crash, [2, 2], 36), [36.0, -36.0]);
        assert_eq!("report-002".parse(), Ok(Scoring::Report002));
        assert!("elo".parse::<Scoring>().is_err());
    }
}
