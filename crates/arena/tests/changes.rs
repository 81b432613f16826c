//! Events whose players change when they were stopped in the middle: finished games of unchanged players count, nothing is
//! played twice, and whoever looks at the store alone sees the same.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use joute_arena::{
    EventPlan, NotThere, Participant, Progress, Refused, Sharing, Sink, account, announce_changes, find_event,
    run_event,
};
use joute_catalog::{Source, find_game};
use joute_games::NoFiles;
use joute_players::Workshop;
use joute_sandbox::Launcher;
use joute_store::{Access, Store, StoreLocation};
use joute_tournament::summary::EventSummary;

fn boards() -> Source {
    find_game("othello").unwrap().setup("size=4", &NoFiles).unwrap()
}

fn plan<'a>(source: &'a Source, format: &'static str, players: &[(&str, &str)], gone: &[&str]) -> EventPlan<'a> {
    let workshop = Workshop::new(Launcher::new("/nowhere"), "/");
    let participant = |(name, locator): &(&str, &str)| Participant {
        name: (*name).to_owned(),
        entrant: workshop.entrant(locator).unwrap(),
    };
    let refused = |name: &&str| Refused {
        name: (*name).to_owned(),
        locator: String::new(),
        version: None,
        how: NotThere::Withdrawn,
        reason: String::new(),
    };
    EventPlan {
        name: "cup".to_owned(),
        format,
        options: Default::default(),
        game: "othello".to_owned(),
        source,
        rules: "time=-".parse().unwrap(),
        scoring: Default::default(),
        seed: 3,
        games: 4,
        jobs: 2,
        participants: players.iter().map(participant).map(Arc::new).collect(),
        refused: gone.iter().map(refused).collect(),
        live_after: None,
    }
}

fn open(folder: &Path) -> Arc<dyn Store> {
    StoreLocation::in_folder(folder).open(Access::Create).unwrap()
}

struct StopAfter<'a>(u64, &'a AtomicBool);

impl Sink for StopAfter<'_> {
    fn progress(&self, progress: &Progress<'_>) {
        self.1.fetch_or(progress.done >= self.0, Ordering::Relaxed);
    }
}

fn play(plan: &EventPlan<'_>, store: &Arc<dyn Store>, games: u64) -> EventSummary {
    let stop = AtomicBool::new(false);
    let (event, _) = announce_changes(plan, &**store, Sharing::Sole).unwrap();
    run_event(plan, store, event, &stop, &StopAfter(games, &stop)).unwrap()
}

const FIVE: [(&str, &str); 5] =
    [("a", "greedy"), ("b", "random"), ("c", "mobility"), ("d", "positional"), ("e", "minimax:depth=1")];

fn kept(summary: &EventSummary, changed: &[&str]) -> BTreeSet<u64> {
    let unchanged =
        summary.matches.iter().filter(|game| game.players.iter().all(|name| !changed.contains(&name.as_str())));
    unchanged.flat_map(|game| game.games.clone()).collect()
}

#[test]
fn changes_in_the_middle_lose_nothing_and_play_nothing_twice() {
    for format in ["round-robin", "swiss", "gauntlet"] {
        for stopped in [0, 1, 5, 9, 14] {
            let folder = tempfile::tempdir().unwrap();
            let source = boards();
            let store = open(folder.path());
            let before = play(&plan(&source, format, &FIVE, &[]), &store, stopped);
            // One has left, one is newer, one is new, and one is called otherwise.
            let now = [
                ("a", "greedy"),
                ("c", "minimax:depth=2"),
                ("D", "positional"),
                ("e", "minimax:depth=1"),
                ("f", "random"),
            ];
            let changed = plan(&source, format, &now, &["b"]);
            let end = play(&changed, &store, u64::MAX);
            assert!(end.complete, "{format} after {stopped}");
            let names: BTreeSet<&str> = end.standings.iter().map(|line| line.name.as_str()).collect();
            assert_eq!(names, BTreeSet::from(["a", "b", "c", "D", "e", "f"]), "{format}");
            if format != "swiss" {
                let counted = kept(&end, &[]);
                assert!(kept(&before, &["b", "c"]).is_subset(&counted), "{format} after {stopped}: a game is lost");
            }
            let all: Vec<u64> = end.matches.iter().chain(&end.annulled).flat_map(|game| game.games.clone()).collect();
            assert_eq!(all.len(), all.iter().collect::<BTreeSet<_>>().len(), "{format}: no game counts twice");
            let known: BTreeSet<u64> = before.matches.iter().flat_map(|game| game.games.clone()).collect();
            assert!(known.is_subset(&all.into_iter().collect()), "{format}: what was played is in the history");
            let event = find_event(&*store, "cup", Sharing::Sole).unwrap().unwrap();
            let told = account(&*store, event.id).unwrap().summary;
            assert_eq!(
                EventSummary { played_now: 0, ..told },
                EventSummary { played_now: 0, ..end.clone() },
                "{format}"
            );
            assert_eq!(play(&changed, &store, u64::MAX).played_now, 0, "{format}");
            assert_eq!(end.history.len(), 1, "{format}");
        }
    }
}

#[test]
fn who_leaves_an_elimination_in_the_middle_loses_by_walkover() {
    for stopped in [0, 3, 6, 10] {
        let folder = tempfile::tempdir().unwrap();
        let source = boards();
        let store = open(folder.path());
        play(&plan(&source, "double-elimination", &FIVE, &[]), &store, stopped);
        let end = play(&plan(&source, "double-elimination", &FIVE[1..], &["a"]), &store, u64::MAX);
        assert!(end.complete && end.standings[0].name != "a", "after {stopped}");
        let walkovers = end.matches.iter().filter(|game| game.decided_by.as_deref() == Some("walkover"));
        assert!(walkovers.clone().all(|game| game.players.contains(&"a".to_owned())), "after {stopped}");
        assert!(stopped > 0 || walkovers.count() == 2, "after {stopped}");
    }
}
