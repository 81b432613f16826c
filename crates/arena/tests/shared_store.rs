//! Events in a store: several side by side, each by its number, stopped and taken up again.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use joute_arena::{
    EventError, EventPlan, Participant, Progress, Sharing, Sink, account, announce_event, find_event, run_event,
};
use joute_catalog::{Source, find_game};
use joute_games::NoFiles;
use joute_players::Workshop;
use joute_sandbox::Launcher;
use joute_store::{Access, EventId, Store, StoreErrorKind, StoreLocation};
use joute_tournament::format::find_format;

const PLAYERS: [&str; 4] = ["random", "greedy", "mobility", "positional"];

fn boards() -> Source {
    find_game("othello").unwrap().setup("size=6", &NoFiles).unwrap()
}

fn plan<'a>(source: &'a Source, name: &str, format: &'static str, seed: u64) -> EventPlan<'a> {
    // Built-in players need no helper program.
    let workshop = Workshop::new(Launcher::new("/nowhere"), "/");
    let participant = |name: &&str| Participant { name: (*name).to_owned(), entrant: workshop.entrant(name).unwrap() };
    EventPlan {
        name: name.to_owned(),
        format: find_format(format).unwrap().name,
        options: Default::default(),
        game: "othello".to_owned(),
        source,
        rules: "time=600s".parse().unwrap(),
        scoring: Default::default(),
        seed,
        games: 2,
        jobs: 2,
        participants: PLAYERS.iter().map(participant).map(Arc::new).collect(),
        refused: Vec::new(),
        live_after: None,
    }
}

fn open(folder: &Path) -> Arc<dyn Store> {
    StoreLocation::in_folder(folder).open(Access::Create).unwrap()
}

fn outcomes(store: &dyn Store, event: EventId) -> Vec<(u32, u32, joute_games::Outcome)> {
    store.results(event).unwrap().iter().map(|result| (result.match_index, result.game, result.outcome)).collect()
}

/// Stops an event when so many games are there.
struct StopAfter<'a>(u64, &'a AtomicBool);

impl Sink for StopAfter<'_> {
    fn progress(&self, progress: &Progress<'_>) {
        self.1.fetch_or(progress.done >= self.0, Ordering::Relaxed);
    }
}

#[test]
fn several_events_share_a_store_and_do_not_mix() {
    let shared = tempfile::tempdir().unwrap();
    let source = boards();
    let plans = [plan(&source, "cup", "double-elimination", 1), plan(&source, "league", "round-robin", 2)];
    let store = open(shared.path());
    let events = plans.each_ref().map(|plan| announce_event(plan, &*store, Sharing::Shared).unwrap());
    assert_ne!(events[0], events[1]);
    // One is stopped half way, the other played, and then the first goes on.
    let stop = AtomicBool::new(false);
    let half = run_event(&plans[0], &store, events[0], &stop, &StopAfter(3, &stop)).unwrap();
    assert!(!half.complete);
    let go_on = AtomicBool::new(false);
    let whole = [1, 0].map(|at| run_event(&plans[at], &store, events[at], &go_on, &()).unwrap());
    assert!(whole.iter().all(|summary| summary.complete));
    for (at, plan) in plans.iter().enumerate() {
        assert_eq!(announce_event(plan, &*store, Sharing::Shared).unwrap(), events[at], "it is known");
        let alone = tempfile::tempdir().unwrap();
        let undisturbed = open(alone.path());
        let event = announce_event(plan, &*undisturbed, Sharing::Sole).unwrap();
        run_event(plan, &undisturbed, event, &go_on, &()).unwrap();
        assert_eq!(outcomes(&*store, events[at]), outcomes(&*undisturbed, event));
        let told = account(&*store, events[at]).unwrap();
        assert_eq!((told.summary.name.as_str(), told.summary.complete), (plan.name.as_str(), true));
        assert_eq!(told.summary.standings, account(&*undisturbed, event).unwrap().summary.standings);
    }
}

#[test]
fn a_store_for_one_event_takes_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let source = boards();
    let store = open(folder.path());
    let cup = plan(&source, "cup", "round-robin", 1);
    let event = announce_event(&cup, &*store, Sharing::Sole).unwrap();
    for other in [plan(&source, "cup", "round-robin", 2), plan(&source, "league", "round-robin", 1)] {
        let refused = announce_event(&other, &*store, Sharing::Sole).unwrap_err();
        assert!(matches!(refused, EventError::Other(_)), "{refused}");
        assert!(matches!(run_event(&other, &store, event, &AtomicBool::new(true), &()), Err(EventError::Other(_))));
    }
    let changed = plan(&source, "cup", "round-robin", 2);
    let refused = announce_event(&changed, &*store, Sharing::Shared).unwrap_err().to_string();
    assert!(refused.contains("seed was 1, and is 2"), "{refused}");
    assert_eq!(find_event(&*store, "league", Sharing::Shared).unwrap(), None);
    assert_eq!(find_event(&*store, "league", Sharing::Sole).unwrap().unwrap().id, event);
    let missing = account(&*store, EventId(99)).map(drop).unwrap_err();
    let EventError::Store(missing) = missing else { panic!("{missing}") };
    assert!(matches!(missing.kind, StoreErrorKind::Missing { .. }), "{missing}");
}

#[test]
fn games_that_are_written_as_they_are_played_count_as_the_others_do() {
    let [plain, live] = [None, Some(Duration::ZERO)].map(|live_after| {
        let folder = tempfile::tempdir().unwrap();
        let source = boards();
        let plan = EventPlan { live_after, ..plan(&source, "cup", "round-robin", 3) };
        let store = open(folder.path());
        let event = announce_event(&plan, &*store, Sharing::Sole).unwrap();
        run_event(&plan, &store, event, &AtomicBool::new(false), &()).unwrap();
        assert!(store.unfinished().unwrap().is_empty());
        let moves = |id| store.game(id).unwrap().unwrap().plies.into_iter().map(|ply| ply.mv).collect::<Vec<_>>();
        let games: Vec<_> = store.results(event).unwrap().into_iter().map(|result| moves(result.id)).collect();
        (outcomes(&*store, event), games)
    });
    assert_eq!(plain, live);
}
