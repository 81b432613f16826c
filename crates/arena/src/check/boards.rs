//! The parts of a check that are about boards: every setup in both seats, and positions on the edge of a game.

use joute_games::{AnyGame, Side};
use joute_messages::{Message, message};
use joute_players::Entrant;

use super::report::{Finding, joined};
use super::trial::Trial;
use super::{Checker, Noted, edges};
use super::{Severity, Topic};

impl Checker<'_> {
    /// Every setup that may meet the player, in both seats.
    pub(super) fn try_setups(&mut self, entrant: &Entrant) -> Noted {
        let (mut played_setups, mut refused) = (0, 0);
        let mut failures: Vec<(usize, Side)> = Vec::new();
        let mut games = 0;
        for at in 0..self.setups.len() {
            let Some(start) = self.start(at) else { continue };
            if entrant.check(&start).is_err() {
                refused += 1;
                continue;
            }
            played_setups += 1;
            for side in Side::BOTH {
                if self.is_over() {
                    break;
                }
                let mut trial = Trial::new(start.clone(), side, self.seed("setups").child(at as u64));
                trial.cap = self.setups[at].plies;
                let Some(played) = self.play(entrant, &trial, "random") else { continue };
                games += 1;
                if played.fault().is_some() {
                    failures.push((at, side));
                    let severity = if self.setups[at].is_required { Severity::Must } else { Severity::Should };
                    self.note_fault(&played, at, severity);
                }
            }
        }
        self.compare_seats(&failures, entrant);
        self.compare_setups(&failures);
        let note = message!("check-note-setups", games = games, setups = played_setups);
        Ok(match refused {
            0 => note,
            refused => message!("check-note-setups-refused", note = note, refused = refused),
        })
    }

    /// A player that fails in one seat only has one mistake, whatever it looks like there.
    fn compare_seats(&mut self, failures: &[(usize, Side)], entrant: &Entrant) {
        let fails = |side: Side| failures.iter().any(|&(at, seat)| seat == side && self.setups[at].is_required);
        let bad = match Side::BOTH.map(fails) {
            [true, false] => Side::First,
            [false, true] => Side::Second,
            _ => return,
        };
        // One game may be an accident.
        let (Some(again), Some(other)) = (self.fails_again(entrant, bad), self.fails_again(entrant, bad.other()))
        else {
            return;
        };
        if !again || other {
            return;
        }
        let is_fault = |finding: &&mut Finding| finding.severity == Severity::Must && finding.place.is_some();
        if let Some(finding) = self.report.findings.iter_mut().find(is_fault) {
            finding.topic = Topic::Seat;
            finding.what = message!("check-one-seat", good = bad.other().to_string(), what = finding.what.clone());
            let seat = message!(self.advice.seat);
            finding.advice = message!("check-one-seat-advice", seat = seat, advice = finding.advice.clone());
        }
    }

    /// Whether the player fails in this seat in each of two more games, or in none of them (`false`).
    fn fails_again(&mut self, entrant: &Entrant, side: Side) -> Option<bool> {
        let mut failed = Vec::new();
        for number in 0..2 {
            let start = self.setups[0].source.start(self.plan.seed + 1 + number).ok()?;
            let trial = Trial::new(start, side, self.seed("seats").child(number));
            failed.push(self.play(entrant, &trial, "random")?.fault().is_some());
        }
        (failed[0] == failed[1]).then_some(failed[0])
    }

    /// A player that plays the usual board and fails on others is told so.
    fn compare_setups(&mut self, failures: &[(usize, Side)]) {
        let usual_works = !failures.iter().any(|failure| failure.0 == 0);
        if !usual_works || failures.is_empty() {
            return;
        }
        let mut at: Vec<usize> = failures.iter().map(|failure| failure.0).collect();
        at.dedup();
        let failed = at.into_iter().map(|at| Message::literal(self.setups[at].text.clone()));
        let (usual, failed) = (&self.setups[0].text, joined("check-nor", failed));
        for finding in self.report.findings.iter_mut().filter(|finding| finding.place.is_some()) {
            if finding.topic != Topic::Seat && matches!(finding.severity, Severity::Must | Severity::Should) {
                finding.topic = Topic::Setups;
                let (usual, failed, what) = (usual.clone(), failed.clone(), finding.what.clone());
                finding.what = message!("check-some-setups", usual = usual, failed = failed, what = what);
            }
        }
    }

    pub(super) fn try_edges(&mut self, entrant: &Entrant) -> Noted {
        let start = self.start(0).ok_or(message!("check-note-no-board"))?;
        let seed = self.seed("edges");
        let reached = edges::edges(&start, seed).into_iter().map(|edge| {
            let (seat, cap) = (edge.game.turn(), Some(edge.plies.len() as u32 + 1));
            (edge.name, Trial { start: start.clone(), seat, cap, prefix: edge.plies, seed })
        });
        let trials: Vec<(&'static str, Trial)> = reached.chain(self.rare_positions(&start)).collect();
        let mut names = Vec::new();
        let mut positions = 0;
        for (name, trial) in trials {
            if self.is_over() {
                break;
            }
            let Some(played) = self.play(entrant, &trial, "random") else { continue };
            positions += 1;
            if !names.contains(&name) {
                names.push(name);
            }
            if played.fault().is_some() {
                self.note_fault_at(&played, 0, Severity::Must, Some(name));
            }
        }
        let names = joined("check-list", names.into_iter().map(Message::new));
        Ok(message!("check-note-positions", count = positions, names = names))
    }

    /// Positions that are set up, where the player can be told a position and nobody asked for another setup.
    fn rare_positions(&self, start: &AnyGame) -> Vec<(&'static str, Trial)> {
        let listed = self.plan.game.trials.positions;
        if self.plan.setup.is_some() || !self.advice.hears.positions {
            return Vec::new();
        }
        let set_up = |&(name, text): &(&'static str, &str)| {
            let game = start.at(text).ok()?;
            let seat = game.turn();
            Some((name, Trial::new(game, seat, self.seed("rare positions")).capped(1)))
        };
        listed.iter().filter_map(set_up).collect()
    }
}
