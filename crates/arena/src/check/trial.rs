//! One game of a check: the player in its seat, a built-in opponent, and what could be seen.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use joute_games::random::Seed;
use joute_games::{AnyGame, MoveCode, Side};
use joute_messages::message;
use joute_players::advice::{Advice, Prints};
use joute_referee::{
    Conditions, Ending, Fault, FaultKind, Finished, Footprint, Identity, MatchRules, PlayedBy, Player, Ply, Reason,
    play_game,
};

use super::report::Finding;
use super::watched::Watched;
use super::{CheckPlan, LONGEST_THOUGHT};
use super::{Severity, Topic};

/// Random plies at the start of all but the first pair of games.
const OPENING: u32 = 4;

/// A game to be played.
pub(super) struct Trial {
    pub(super) start: AnyGame,
    /// Where the player sits.
    pub(super) seat: Side,
    /// Plies after which it ends.
    pub(super) cap: Option<u32>,
    /// What was played before the player sat down.
    pub(super) prefix: Vec<Ply>,
    pub(super) seed: Seed,
}

/// A game that was played.
pub(super) struct Played {
    pub(super) finished: Finished,
    pub(super) seat: Side,
    /// What the player wrote besides its moves.
    pub(super) log: String,
    /// The first line of it that is the player's own.
    pub(super) printed: Option<String>,
    pub(super) footprints: Vec<Footprint>,
    pub(super) longest_move: Duration,
    /// The position it was asked at last.
    pub(super) asked_at: Option<String>,
}

impl Trial {
    pub(super) fn new(start: AnyGame, seat: Side, seed: Seed) -> Trial {
        Trial { start, seat, cap: None, prefix: Vec::new(), seed }
    }

    pub(super) fn capped(self, plies: u32) -> Trial {
        Trial { cap: Some(plies), ..self }
    }

    /// Another beginning for each pair but the first, where all boards are alike.
    pub(super) fn open_with_random_plies(&mut self, pair: u64) {
        let mut generator = Seed(pair).purpose("opening").generator();
        for _ in 0..if pair == 0 { 0 } else { OPENING } {
            let mut after = self.start.clone();
            if let Some(mv) = generator.pick(&after.legal()) {
                after.play(mv);
            }
            if after.is_over() {
                return;
            }
            self.start = after;
        }
    }
}

impl Played {
    /// The player's own fault.
    pub(super) fn fault(&self) -> Option<&Fault> {
        self.finished.ending.fault().filter(|(by, _)| *by == self.seat).map(|(_, fault)| fault)
    }

    /// Whether the illegal answer was the player's own last move again.
    pub(super) fn repeats_itself(&self) -> bool {
        let own = self.finished.plies.iter().rev().find(|ply| ply.side == self.seat && ply.by == PlayedBy::Player);
        let last = own.and_then(|ply| ply.code).map(|code| self.finished.game.text(code));
        let fault = self.fault().filter(|fault| fault.kind == FaultKind::Illegal);
        let answer = fault.and_then(|fault| fault.evidence.split('"').nth(1));
        // Colours and pits may be chosen again; a square may not.
        last.as_deref().is_some_and(|last| last.len() > 1 && Some(last) == answer)
    }

    pub(super) fn was_asked(&self) -> bool {
        self.asked_at.is_some()
    }

    pub(super) fn moves(&self) -> Vec<Option<MoveCode>> {
        self.finished.plies.iter().map(|ply| ply.code).collect()
    }
}

/// Plays a trial; nothing if everything was stopped.
pub(super) fn play(
    plan: &CheckPlan<'_>,
    player: &mut Watched,
    trial: &Trial,
    opponent: &str,
    stop: &AtomicBool,
) -> Option<Played> {
    let mut opponent = plan.workshop.entrant(opponent).ok()?.player().ok()?;
    let thought = plan.rules.time.map_or(LONGEST_THOUGHT, |time| time / 2).min(LONGEST_THOUGHT);
    let rules = MatchRules { cap: trial.cap, move_time: plan.rules.move_time.or(Some(thought)), ..plan.rules.clone() };
    let conditions = Conditions {
        rules: &rules,
        seed: trial.seed,
        identities: &[Identity::default(), Identity::default()],
        prefix: &trial.prefix,
        stop,
        labels: &BTreeMap::new(),
    };
    let seats: [&mut dyn Player; 2] = match trial.seat {
        Side::First => [player, &mut *opponent],
        Side::Second => [&mut *opponent, player],
    };
    let finished = play_game(trial.start.clone(), seats, &conditions, None);
    (finished.ending != Ending::Aborted).then(|| Played {
        finished,
        seat: trial.seat,
        log: std::mem::take(&mut player.log),
        printed: player.first_print(),
        footprints: player.footprints.clone(),
        longest_move: player.longest_move,
        asked_at: player.asked_at.clone(),
    })
}

/// What a player does besides its moves: prints, answers that nobody asked for, arguments that it changes.
pub(super) fn habits(played: &Played, advice: &Advice) -> Vec<Finding> {
    let mut findings = Vec::new();
    let log = &played.log;
    if let Some(line) = log.lines().find(|line| line.contains("changed its argument")) {
        findings.push(
            Finding::new(
                Severity::Must,
                Topic::ChangesArgument,
                message!("check-changes-argument"),
                message!("check-changes-argument-advice"),
            )
            .quoting(line.to_owned()),
        );
    }
    if let Some(line) = log.lines().find(|line| line.starts_with("(not asked: move")) {
        findings.push(
            Finding::new(
                Severity::Should,
                Topic::AnswersTwice,
                message!("check-answers-often"),
                message!("check-answers-often-advice"),
            )
            .quoting(line.to_owned()),
        );
    }
    if matches!(played.finished.ending, Ending::Adjudicated { reason: Reason::Resignation, .. })
        && played.finished.ending.outcome().and_then(|outcome| outcome.winner()) == Some(played.seat.other())
    {
        findings.push(Finding::new(
            Severity::Note,
            Topic::Resigns,
            message!("check-resigns"),
            message!("check-resigns-advice"),
        ));
    }
    findings.extend(played.finished.aftermath[played.seat].as_ref().map(after_the_game));
    findings.extend(prints(played, advice));
    findings
}

/// What goes wrong when a game is over costs nothing, and is a mistake that may cost the next one.
fn after_the_game(fault: &Fault) -> Finding {
    let is_exit = fault.evidence.contains("exit code");
    let (severity, what) = match fault.kind {
        FaultKind::Overtime => (Severity::Should, message!("check-does-not-end")),
        _ if is_exit => (Severity::Note, message!("check-error-after-game")),
        _ => (Severity::Should, message!("check-crashes-after-game")),
    };
    let advice = message!("check-after-game-advice");
    Finding::new(severity, Topic::AfterGame, what, advice).quoting(fault.evidence.clone())
}

/// What the player itself wrote.
fn prints(played: &Played, advice: &Advice) -> Option<Finding> {
    // A fault's last words are evidence of the fault, not a habit.
    let line = played.printed.as_ref().filter(|_| played.fault().is_none())?;
    let Prints { severity, what, advice } = advice.prints?;
    let finding = Finding::new(severity, Topic::Prints, message!(what), message!(advice));
    Some(finding.with_evidence(message!("check-note-wrote", line = line.clone())))
}
