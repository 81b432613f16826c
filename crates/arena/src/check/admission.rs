//! Whether a player can be loaded at all: what is asked before an event begins.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use joute_games::random::Seed;
use joute_games::{AnyGame, Side};
use joute_players::{Entrant, Topic, Workshop};
use joute_referee::{ClockKind, Conditions, Fault, FaultKind, Identity, MatchRules, OnOvertime, Player, play_game};

use super::diagnose::{When, diagnose};
use super::watched::Watched;

/// A machine may be busy for a moment: what cannot be loaded cannot be loaded twice.
const TRIES: u64 = 2;

/// How long it may think about that move. Whoever thinks longer has been loaded; what comes of it is a matter of the game.
const PATIENCE: Duration = Duration::from_secs(3);

/// Why a player cannot be loaded, in its own words; nothing if it can. It is started and asked for one move: a library
/// may lack a function that it calls on its first move and not before.
pub fn unloadable(
    workshop: &Workshop,
    entrant: &Entrant,
    start: &AnyGame,
    rules: &MatchRules,
    stop: &AtomicBool,
) -> Option<Fault> {
    if entrant.is_built_in() {
        return None;
    }
    let mut fault = None;
    for number in 0..TRIES {
        // One try that goes well is enough.
        fault = Some(first_fault(workshop, entrant, start, rules, Seed(number), stop)?);
    }
    fault
}

fn first_fault(
    workshop: &Workshop,
    entrant: &Entrant,
    start: &AnyGame,
    rules: &MatchRules,
    seed: Seed,
    stop: &AtomicBool,
) -> Option<Fault> {
    let mut player = Watched::new(entrant.player().ok()?);
    let mut other = workshop.entrant("random").ok()?.player().ok()?;
    let move_time = Some(rules.move_time.map_or(PATIENCE, |time| time.min(PATIENCE)));
    let on_overtime = OnOvertime::Forfeit;
    let conditions = Conditions {
        rules: &MatchRules { cap: Some(2), move_time, clock: ClockKind::Wall, on_overtime, ..rules.clone() },
        seed,
        identities: &[Identity::default(), Identity::default()],
        prefix: &[],
        stop,
        labels: &BTreeMap::new(),
    };
    let seats: [&mut dyn Player; 2] = [&mut player, &mut *other];
    let finished = play_game(start.clone(), seats, &conditions, None);
    let (by, fault) = finished.ending.fault()?;
    let was_asked = player.asked_at.is_some();
    let when = if was_asked { When::Asked } else { When::Loading };
    let is_of_loading = || diagnose(fault, when, &finished.game, entrant.advice()).topic == Topic::Load;
    let is_loading = !was_asked || fault.kind == FaultKind::Crash && is_of_loading();
    (by == Side::First && is_loading).then(|| fault.clone())
}
