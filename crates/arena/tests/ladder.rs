//! A ladder that is played: stopped anywhere and told again it is the same, and those who take part change while it goes on.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use joute_arena::{
    Door, EventError, EventPlan, Lineup, Participant, Progress, Sharing, Sink, account, announce_changes,
    run_open_event,
};
use joute_catalog::{Source, find_game};
use joute_games::NoFiles;
use joute_players::Workshop;
use joute_sandbox::Launcher;
use joute_store::{Access, Store, StoreLocation};
use joute_tournament::changes::PlayerChange;
use joute_tournament::format::FormatOptions;
use joute_tournament::summary::EventSummary;

fn boards() -> Source {
    find_game("othello").unwrap().setup("size=4", &NoFiles).unwrap()
}

fn participants(players: &[(&str, &str)]) -> Vec<Arc<Participant>> {
    let workshop = Workshop::new(Launcher::new("/nowhere"), "/");
    let participant = |(name, locator): &(&str, &str)| {
        Arc::new(Participant { name: (*name).to_owned(), entrant: workshop.entrant(locator).unwrap() })
    };
    players.iter().map(participant).collect()
}

const FOUR: [(&str, &str); 4] = [("a", "greedy"), ("b", "random"), ("c", "mobility"), ("d", "minimax:depth=1")];

/// A ladder that ends when everybody has had so many matches, or never.
fn plan<'a>(source: &'a Source, players: &[(&str, &str)], rounds: Option<u32>) -> EventPlan<'a> {
    EventPlan {
        name: "ladder".to_owned(),
        format: "ladder",
        options: FormatOptions { rounds, ..FormatOptions::default() },
        game: "othello".to_owned(),
        source,
        rules: "time=-".parse().unwrap(),
        scoring: Default::default(),
        seed: 3,
        games: 2,
        jobs: 3,
        participants: participants(players),
        refused: Vec::new(),
        live_after: None,
    }
}

fn open(folder: &Path) -> Arc<dyn Store> {
    StoreLocation::in_folder(folder).open(Access::Create).unwrap()
}

/// Players by name and locator.
type Names = Vec<(&'static str, &'static str)>;

/// Lets in one list after another, each when so many games are stored, and stops so many games after the last.
#[derive(Default)]
struct Gate {
    lists: Mutex<Vec<(u64, Names)>>,
    last: u64,
    let_in: AtomicU64,
    stop: AtomicBool,
    done: AtomicU64,
    told: Mutex<Vec<PlayerChange>>,
    refused: Mutex<Vec<String>>,
}

impl Sink for Gate {
    fn progress(&self, progress: &Progress<'_>) {
        self.done.store(progress.done, Ordering::Relaxed);
        let is_over = self.lists.lock().unwrap().is_empty()
            && progress.done >= self.last.saturating_add(self.let_in.load(Ordering::Relaxed));
        self.stop.fetch_or(is_over, Ordering::Relaxed);
    }

    fn changed(&self, changes: &[PlayerChange]) {
        self.told.lock().unwrap().extend(changes.iter().cloned());
    }

    fn not_changed(&self, error: &EventError) {
        self.refused.lock().unwrap().push(error.to_string());
    }
}

impl Door for Gate {
    fn lineup(&self) -> Option<Lineup> {
        let mut lists = self.lists.lock().unwrap();
        let is_due = lists.first().is_some_and(|(when, _)| self.done.load(Ordering::Relaxed) >= *when);
        let (_, players) = is_due.then(|| lists.remove(0))?;
        self.let_in.store(self.done.load(Ordering::Relaxed), Ordering::Relaxed);
        Some(Lineup { participants: participants(&players), refused: Vec::new() })
    }
}

fn play(plan: &EventPlan<'_>, store: &Arc<dyn Store>, gate: &Gate) -> EventSummary {
    let (event, _) = announce_changes(plan, &**store, Sharing::Sole).unwrap();
    let summary = run_open_event(plan, store, event, &gate.stop, gate, gate).unwrap();
    let told = account(&**store, event).unwrap().summary;
    assert_eq!(told.standings, summary.standings, "told again from the store it is the same");
    assert_eq!(told.matches, summary.matches);
    summary
}

fn until(last: u64) -> Gate {
    Gate { last, ..Gate::default() }
}

#[test]
fn stopped_anywhere_it_goes_on_to_the_same_end() {
    let source = boards();
    let folder = tempfile::tempdir().unwrap();
    let whole = play(&plan(&source, &FOUR, Some(40)), &open(folder.path()), &until(u64::MAX));
    assert!(whole.complete);
    assert_eq!(whole.matches.len(), 80, "forty matches for each of four");
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut interruptions = 0;
    for stopped in [0, 1, 7, 30, 31, 64, 100] {
        // On a busy machine it may have come far beyond that, or to its end, before it hears that it must stop.
        let half = play(&plan(&source, &FOUR, Some(40)), &store, &until(stopped));
        interruptions += u32::from(!half.complete);
    }
    assert!(interruptions > 0, "it came to its end before anybody could stop it");
    let end = play(&plan(&source, &FOUR, Some(40)), &store, &until(u64::MAX));
    assert_eq!(end.standings, whole.standings);
    let pairs = |summary: &EventSummary| -> Vec<([String; 2], [f64; 2])> {
        summary.matches.iter().map(|game| (game.players.clone(), game.points)).collect()
    };
    assert_eq!(pairs(&end), pairs(&whole), "every match is the same");
}

#[test]
fn players_come_go_and_are_replaced_while_it_is_played() {
    let source = boards();
    for (first, live_after) in [(3, None), (20, None), (61, Some(Duration::ZERO))] {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path());
        let newer = vec![("a", "greedy"), ("b", "mobility"), ("c", "mobility"), ("d", "minimax:depth=1")];
        let with_more = vec![("a", "greedy"), ("b", "mobility"), ("d", "minimax:depth=1"), ("e", "random")];
        let lists = Mutex::new(vec![(first, newer), (first + 40, with_more.clone()), (first + 60, with_more.clone())]);
        let gate = Gate { lists, ..until(100) };
        let live = EventPlan { live_after, ..plan(&source, &FOUR, None) };
        let summary = play(&live, &store, &gate);
        let told: Vec<String> = gate.told.lock().unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 3, "{told:?}: b is newer, c has left and e has come; the same list again is no change");
        let all: Vec<u64> =
            summary.matches.iter().chain(&summary.annulled).flat_map(|game| game.games.clone()).collect();
        assert_eq!(all.len(), all.iter().collect::<BTreeSet<_>>().len(), "no game counts twice");
        let line = |name: &str| summary.standings.iter().find(|line| line.name == name).unwrap();
        assert!(line("e").form.as_ref().is_some_and(|form| form.games > 0), "who came late has played");
        assert!(line("c").absence.is_some());
        // It goes on with those who are there now.
        let end = play(&plan(&source, &with_more, None), &store, &until(all.len() as u64 + 40));
        assert!(end.played_now > 0 && end.history.len() == 2);
    }
}

#[test]
fn it_begins_with_nobody_and_waits() {
    let source = boards();
    let folder = tempfile::tempdir().unwrap();
    let gate = Gate { lists: Mutex::new(vec![(0, FOUR.to_vec())]), ..until(40) };
    let summary = play(&plan(&source, &[], None), &open(folder.path()), &gate);
    assert_eq!(summary.standings.len(), 4);
    assert!(summary.played_now >= 40);
}

#[test]
fn what_cannot_change_is_told_and_it_goes_on() {
    let source = boards();
    let folder = tempfile::tempdir().unwrap();
    let names: Vec<String> = (0..600).map(|number| format!("p{number}")).collect();
    let names: &'static [String] = Vec::leak(names);
    let crowd: Vec<(&'static str, &'static str)> = names.iter().map(|name| (name.as_str(), "random")).collect();
    let gate = Gate { lists: Mutex::new(vec![(4, crowd)]), ..until(60) };
    let summary = play(&plan(&source, &FOUR, None), &open(folder.path()), &gate);
    assert_eq!(summary.players.len(), 4);
    let refused = gate.refused.lock().unwrap();
    assert!(refused.len() == 1 && refused[0].contains("at most 512"), "{refused:?}");
}
