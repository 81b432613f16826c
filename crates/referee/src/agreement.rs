//! Games that end because both players have said for a while what will come of them.

use std::fmt;

use joute_games::{Outcome, Side};

use crate::ply::{PlayedBy, Ply};

/// A score that both players must have said for some plies in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Agreement {
    /// Hundredths of the game's unit.
    hundredths: u32,
    /// Plies, of both players together.
    plies: u32,
}

impl Agreement {
    /// Reads `10,6` or `0.5:8`: the score in the game's unit and the plies, at least two.
    pub fn parse(text: &str) -> Option<Agreement> {
        let (score, plies) = text.split_once([',', ':'])?;
        let score: f64 = score.trim().parse().ok().filter(|score| (0.0..=10_000.0).contains(score))?;
        let plies = plies.trim().parse().ok().filter(|plies| (2..=1000).contains(plies))?;
        Some(Agreement { hundredths: (score * 100.0).round() as u32, plies })
    }

    fn score(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }

    /// What First is ahead by the last plies that players chose, the latest first; nothing unless there are enough of
    /// them, all with a score, of both players.
    fn leads(self, plies: &[Ply]) -> Option<Vec<f64>> {
        let asked = plies.iter().rev().filter(|ply| ply.by == PlayedBy::Player).take(self.plies as usize);
        let last: Vec<&Ply> = asked.collect();
        let is_enough = last.len() == self.plies as usize;
        let are_both = Side::BOTH.iter().all(|side| last.iter().any(|ply| ply.side == *side));
        let lead = |ply: &&Ply| {
            let score = ply.details.as_ref()?.score.filter(|score| !score.is_nan())?;
            Some(if ply.side == Side::First { score } else { -score })
        };
        if is_enough && are_both { last.iter().map(lead).collect() } else { None }
    }

    /// The side that both players hold to have won.
    pub(crate) fn winner(self, plies: &[Ply]) -> Option<Outcome> {
        let leads = self.leads(plies)?;
        if leads.iter().all(|lead| *lead >= self.score()) {
            Some(Outcome::First)
        } else if leads.iter().all(|lead| -lead >= self.score()) {
            Some(Outcome::Second)
        } else {
            None
        }
    }

    /// A draw, if both players hold the game to be even.
    pub(crate) fn draw(self, plies: &[Ply]) -> Option<Outcome> {
        let leads = self.leads(plies)?;
        leads.iter().all(|lead| lead.abs() <= self.score()).then_some(Outcome::Draw)
    }
}

impl fmt::Display for Agreement {
    /// With a colon, since commas stand between rules.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.score(), self.plies)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::ply::PlyDetails;

    /// Plies in turn, with what each player thinks of its own position.
    fn plies(scores: &[Option<f64>]) -> Vec<Ply> {
        let ply = |(index, score): (usize, &Option<f64>)| Ply {
            code: None,
            side: Side::BOTH[index % 2],
            by: PlayedBy::Player,
            wall: Duration::ZERO,
            details: score.map(|score| Box::new(PlyDetails { cpu: None, score: Some(score), log: None })),
        };
        scores.iter().enumerate().map(ply).collect()
    }

    #[test]
    fn texts_read_back() {
        for text in ["10:6", "0.5:8", "0:2"] {
            assert_eq!(Agreement::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Agreement::parse("10, 6"), Agreement::parse("10:6"));
        for text in ["", "10", "10,1", "-1,4", "a,4", "5,x", "nan,4", "99999,4"] {
            assert_eq!(Agreement::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_win_needs_both_players_and_all_of_the_plies() {
        let agreement = Agreement::parse("5:4").unwrap();
        let winner = |scores: &[f64]| agreement.winner(&plies(&scores.iter().copied().map(Some).collect::<Vec<_>>()));
        assert_eq!(winner(&[0.0, 6.0, -5.0, 9.0, -8.0]), Some(Outcome::Second), "the first ply is no longer asked");
        assert_eq!(winner(&[6.0, -5.0, 5.0, -7.0]), Some(Outcome::First));
        assert_eq!(winner(&[6.0, -5.0, 4.9, -7.0]), None, "one was not sure enough");
        assert_eq!(winner(&[6.0, 5.0, 6.0, 7.0]), None, "each thinks it is ahead");
        assert_eq!(winner(&[6.0, -5.0, 6.0]), None, "too short");
        let silent = plies(&[Some(6.0), None, Some(6.0), Some(-6.0)]);
        assert_eq!(agreement.winner(&silent), None, "one has said nothing");
    }

    #[test]
    fn a_draw_is_what_both_hold_to_be_even() {
        let agreement = Agreement::parse("0.5:2").unwrap();
        assert_eq!(agreement.draw(&plies(&[Some(0.5), Some(-0.25)])), Some(Outcome::Draw));
        assert_eq!(agreement.draw(&plies(&[Some(0.5), Some(0.6)])), None);
        let mut forced = plies(&[Some(0.0), Some(0.0), None]);
        forced[2].by = PlayedBy::Referee;
        assert_eq!(agreement.draw(&forced), Some(Outcome::Draw), "nobody was asked for the last one");
    }
}
