//! A record brought back to life: every position, the clocks and the lead at every ply.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use joute_catalog::{ExactJudge, find_game, history_of};
use joute_games::view::BoardView;
use joute_games::{AnyGame, Outcome, Settlement, Side};
use joute_referee::{
    Adjudicator, ClockKind, Ending, FaultKind, GameRecord, MatchRules, PlyRecord, Reason, RecordError,
};

/// A game that was stored, played again.
pub(super) struct StoredGame {
    /// What was stored.
    pub(super) record: GameRecord,
    /// The positions: one before every ply and the last.
    pub(super) positions: Vec<AnyGame>,
    /// The tallies of every position.
    pub(super) tallies: Vec<[u32; 2]>,
    /// The clocks at every position.
    pub(super) clocks: Vec<Clocks>,
    /// Whether the players began from another position than the setup's own.
    pub(super) begins_elsewhere: bool,
}

/// The clocks of both sides after some plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clocks {
    /// Time used, by the clock that counts.
    pub(super) used: [Duration; 2],
    /// Time left, where the game has a limit.
    pub(super) left: [Option<Duration>; 2],
}

impl StoredGame {
    /// Plays the moves of a record again; plies are counted from 1 in what is said about them.
    pub(super) fn open(record: GameRecord) -> anyhow::Result<StoredGame> {
        let entry = find_game(&record.game).ok_or_else(|| anyhow!("there is no game called {:?}", record.game))?;
        let source = entry.setup(&record.setup, &record.attachments()).context("the setup of the record")?;
        let usual_start = source.start(0).context("the setup of the record")?;
        let start = usual_start.at(&record.start).context("the start of the record")?;
        let positions = record.replay(&start).map_err(|error| match error {
            RecordError::Move { ply, error } => anyhow!("ply {}: {error}", ply + 1),
            RecordError::Turn { ply, turn } => anyhow!("ply {}: it was {turn}'s turn", ply + 1),
            other => other.into(),
        })?;
        let is_played_on = |ply: &usize| positions[*ply].is_over();
        if let Some(ply) = (0..record.plies.len()).find(is_played_on) {
            bail!("ply {}: the game was over already", ply + 1);
        }
        let tallies = positions.iter().map(AnyGame::tallies).collect();
        let clocks = clocks(&record);
        let begins_elsewhere = start != usual_start;
        Ok(StoredGame { record, positions, tallies, clocks, begins_elsewhere })
    }

    /// How many plies were played.
    pub(super) fn plies(&self) -> usize {
        self.record.plies.len()
    }

    /// The last position.
    pub(super) fn last(&self) -> &AnyGame {
        &self.positions[self.plies()]
    }

    /// The ply that led to the position after `ply` plies; none led to the start.
    pub(super) fn played(&self, ply: usize) -> Option<&PlyRecord> {
        self.record.plies.get(ply.checked_sub(1)?)
    }

    /// What to draw after so many plies, the last move marked.
    pub(super) fn view(&self, ply: usize) -> BoardView {
        let mut view = self.positions[ply].view();
        if let Some(mv) = self.played(ply).and_then(|played| played.mv.as_deref()) {
            view.mark_move(&self.positions[ply - 1].view(), mv);
        }
        view
    }

    /// The plies after which another side leads than led before, or one leads for the first time.
    pub(super) fn lead_changes(&self) -> Vec<usize> {
        lead_changes(&self.tallies)
    }

    /// Whether the moves lead to the end that the record tells.
    pub(super) fn verify(&self) -> anyhow::Result<()> {
        let last = self.last();
        let (tally, outcome) = match &self.record.ending {
            // What a forfeited game counts is its keeper's business, since the tallies do not decide it.
            Some(Ending::Forfeit { .. }) => return Ok(()),
            Some(Ending::Played { outcome }) => {
                ensure!(last.is_over(), "the record tells a finished game, but its moves do not finish it");
                (last.tallies(), Some(*outcome))
            }
            Some(Ending::Adjudicated { outcome, reason: Reason::Repetition }) => {
                (last.settle(Settlement::Repetition), Some(*outcome))
            }
            Some(Ending::Adjudicated { outcome, reason: Reason::Cap }) => {
                (last.settle(Settlement::Cap), Some(*outcome))
            }
            Some(Ending::Adjudicated { outcome, reason: Reason::Exact }) => (self.exact_tally()?, Some(*outcome)),
            Some(
                Ending::Adjudicated {
                    reason: Reason::Resignation | Reason::Agreement | Reason::Consent | Reason::Departure,
                    ..
                }
                | Ending::Aborted,
            )
            | None => (last.tallies(), None),
        };
        let told = self.record.tally;
        ensure!(
            tally == told,
            "the moves lead to {} to {} {}, and the record tells {} to {}",
            tally[0],
            tally[1],
            last.info().unit,
            told[0],
            told[1]
        );
        let counted = Outcome::of_tallies(tally);
        let agrees = outcome.is_none_or(|outcome| outcome == counted);
        ensure!(agrees, "the tallies give {counted}, and the record gives another outcome");
        Ok(())
    }

    /// How the game ends with perfect play from its last position, as the rules of its match let it be known. Where this
    /// machine lacks the tables that say so, what the record tells cannot be judged.
    fn exact_tally(&self) -> anyhow::Result<[u32; 2]> {
        let rules: MatchRules = self.record.rules.parse().context("the rules of the record")?;
        let judge = ExactJudge::of(self.last(), &rules)?;
        let judge = judge.context("the record tells an exact result, and its rules do not ask for one")?;
        if !judge.reaches(self.last()) {
            return Ok(self.record.tally);
        }
        let known = judge.result(self.last(), &history_of(&self.positions), &AtomicBool::new(false));
        let end = known.context("the record tells an exact result, and none is known for its last position")?;
        Ok(end.tally)
    }
}

/// Who has more, if somebody has.
fn leader([first, second]: [u32; 2]) -> Option<Side> {
    Outcome::of_tallies([first, second]).winner()
}

fn lead_changes(tallies: &[[u32; 2]]) -> Vec<usize> {
    let mut changes = Vec::new();
    let mut led = tallies.first().and_then(|tally| leader(*tally));
    for (ply, tally) in tallies.iter().enumerate() {
        let leads = leader(*tally);
        if leads.is_some() && leads != led {
            changes.push(ply);
            led = leads;
        }
    }
    changes
}

/// The clocks at every position; without readable rules there are only times used.
fn clocks(record: &GameRecord) -> Vec<Clocks> {
    let rules = record.rules.parse::<MatchRules>().ok();
    let own = Side::BOTH.map(|side| rules.as_ref().map(|rules| rules.of_side(side)));
    let left = |used: [Duration; 2], moves: [u32; 2]| {
        Side::BOTH.map(|side| {
            let rules = own[side].as_ref()?;
            let given = rules.time?.saturating_add(rules.increment.saturating_mul(moves[side]));
            Some(given.saturating_sub(used[side]))
        })
    };
    let counts_cpu = rules.as_ref().is_some_and(|rules| rules.clock == ClockKind::Cpu);
    let mut used = [Duration::ZERO; 2];
    let mut moves = [0; 2];
    let mut clocks = vec![Clocks { used, left: left(used, moves) }];
    for ply in &record.plies {
        if !ply.forced {
            let nanos = ply.cpu_ns.filter(|_| counts_cpu).unwrap_or(ply.wall_ns);
            used[ply.side] = used[ply.side].saturating_add(Duration::from_nanos(nanos));
            moves[ply.side] += 1;
        }
        clocks.push(Clocks { used, left: left(used, moves) });
    }
    let late = record.ending.as_ref().and_then(Ending::fault).filter(|(_, fault)| fault.kind == FaultKind::Overtime);
    if let (Some((side, _)), Some(last)) = (late, clocks.last_mut()) {
        // Whoever was late has used all the time there was for the move.
        let limit = own[side].as_ref().and_then(|rules| rules.move_time).unwrap_or(Duration::MAX);
        last.left[side] = last.left[side].map(|left| left.saturating_sub(limit));
    }
    clocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_changes_when_the_other_side_gets_ahead() {
        let tallies = [[2, 2], [4, 1], [3, 3], [5, 4], [4, 7], [4, 4], [4, 9], [9, 4]];
        assert_eq!(lead_changes(&tallies), [1, 4, 7]);
        assert_eq!(lead_changes(&[[3, 2], [4, 2]]), [0; 0]);
        assert_eq!(lead_changes(&[]), [0; 0]);
    }
}
