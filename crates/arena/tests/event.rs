//! Events by themselves: the same end whatever the order in which games finish, whoever stops them and wherever the store
//! gives up; nothing that counts is lost or played twice.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use joute_arena::{
    EventError, EventPlan, News, Participant, Progress, Sharing, Sink, account, announce_event, find_event, run_event,
};
use joute_catalog::{Source, find_game};
use joute_games::NoFiles;
use joute_players::Workshop;
use joute_referee::Event;
use joute_sandbox::Launcher;
use joute_store::{Access, Store, StoreLocation};
use joute_tournament::summary::EventSummary;
use tempfile::TempDir;

/// A tournament of built-in players with a store of its own.
struct Cup {
    folder: TempDir,
    source: Source,
    format: &'static str,
    players: Vec<&'static str>,
    seed: u64,
    jobs: usize,
}

impl Cup {
    fn new(format: &'static str) -> Cup {
        Cup {
            folder: tempfile::tempdir().unwrap(),
            source: find_game("othello").unwrap().setup("size=4", &NoFiles).unwrap(),
            format,
            players: vec!["greedy", "random", "mobility", "random", "positional"],
            seed: 3,
            jobs: 2,
        }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("games.sqlite")
    }

    fn store(&self) -> Arc<dyn Store> {
        StoreLocation::file(self.path()).open(Access::Create).unwrap()
    }

    fn plan(&self) -> EventPlan<'_> {
        let workshop = Workshop::new(Launcher::new("/nowhere"), "/");
        let participant = |(number, locator): (usize, &&str)| Participant {
            name: format!("{locator} {number}"),
            entrant: workshop.entrant(locator).unwrap(),
        };
        EventPlan {
            name: "cup".to_owned(),
            format: self.format,
            options: Default::default(),
            game: "othello".to_owned(),
            source: &self.source,
            rules: "time=-".parse().unwrap(),
            scoring: Default::default(),
            seed: self.seed,
            games: 4,
            jobs: self.jobs,
            participants: self.players.iter().enumerate().map(participant).map(Arc::new).collect(),
            refused: Vec::new(),
            live_after: None,
        }
    }

    fn play(&self, stop: &AtomicBool, sink: &dyn Sink) -> Result<EventSummary, EventError> {
        let (plan, store) = (self.plan(), self.store());
        let event = announce_event(&plan, &*store, Sharing::Sole)?;
        run_event(&plan, &store, event, stop, sink)
    }

    fn play_all(&self) -> EventSummary {
        self.play(&AtomicBool::new(false), &()).unwrap()
    }

    /// What the store alone tells.
    fn stored(&self) -> EventSummary {
        let store = self.store();
        let event = find_event(&*store, "cup", Sharing::Sole).unwrap().unwrap();
        account(&*store, event.id).unwrap().summary
    }
}

fn games(summary: &EventSummary) -> Vec<u64> {
    summary.matches.iter().flat_map(|played| played.games.clone()).collect()
}

/// What must be the same: without the numbers of games, which tell who finished first, and without who played them.
fn bare(summary: &EventSummary) -> EventSummary {
    let mut bare = EventSummary { played_now: 0, ..summary.clone() };
    bare.matches.iter_mut().for_each(|played| played.games = vec![0; played.games.len()]);
    bare
}

/// Stops an event when so many of its games are stored.
struct StopAfter<'a>(u64, &'a AtomicBool);

impl Sink for StopAfter<'_> {
    fn progress(&self, progress: &Progress<'_>) {
        if progress.done >= self.0 {
            self.1.store(true, Ordering::Relaxed);
        }
    }
}

/// Everything that was told.
#[derive(Default)]
struct Everything {
    done: Mutex<Vec<u64>>,
    news: Mutex<Vec<News>>,
}

impl Sink for Everything {
    fn progress(&self, progress: &Progress<'_>) {
        self.done.lock().unwrap().push(progress.done);
    }

    fn news(&self, news: News) {
        self.news.lock().unwrap().push(news);
    }

    fn wants_news(&self) -> bool {
        true
    }
}

const FORMATS: [&str; 4] = ["round-robin", "double-elimination", "single-elimination", "swiss"];

#[test]
fn the_order_in_which_games_finish_changes_nothing() {
    for format in FORMATS {
        let mut cup = Cup::new(format);
        cup.jobs = 1;
        let alone = cup.play_all();
        assert!(alone.complete, "{format}");
        for jobs in [2, 5] {
            let crowded = Cup { jobs, ..Cup::new(format) };
            assert_eq!(bare(&crowded.play_all()), bare(&alone), "{format} with {jobs} jobs");
        }
        let other = Cup { seed: 4, ..Cup::new(format) };
        assert_ne!(bare(&other.play_all()).matches, bare(&alone).matches, "{format}: the seed matters");
    }
}

#[test]
fn stopped_again_and_again_it_comes_to_the_same_end() {
    for format in FORMATS {
        let expected = Cup::new(format).play_all();
        let cup = Cup::new(format);
        let mut known: Vec<u64> = Vec::new();
        loop {
            let stop = AtomicBool::new(false);
            let summary = cup.play(&stop, &StopAfter(known.len() as u64 + 3, &stop)).unwrap();
            let now = games(&summary);
            assert!(known.iter().all(|id| now.contains(id)), "{format}: a finished game is lost");
            assert_eq!(summary.played_now as usize, now.len() - known.len(), "{format}: a game is played twice");
            assert_eq!(bare(&cup.stored()), bare(&summary), "{format}: the store alone tells the same");
            known = now;
            if summary.complete {
                break;
            }
        }
        assert_eq!(bare(&cup.stored()), bare(&expected), "{format}");
        assert_eq!(cup.play_all().played_now, 0, "{format}: nothing is left to play");
    }
}

#[test]
fn a_store_that_gives_up_ends_the_event_and_loses_nothing() {
    let expected = Cup::new("round-robin").play_all();
    let cup = Cup::new("round-robin");
    announce_event(&cup.plan(), &*cup.store(), Sharing::Sole).unwrap();
    let disk = rusqlite::Connection::open(cup.path()).unwrap();
    let full = "CREATE TRIGGER full BEFORE INSERT ON game WHEN (SELECT count(*) FROM game) >= 5 \
                BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    disk.execute_batch(full).unwrap();
    let error = cup.play(&AtomicBool::new(false), &()).unwrap_err();
    assert!(matches!(error, EventError::Store(_)), "{error}");
    let kept = games(&cup.stored());
    assert!(kept.len() <= 5, "{kept:?}");
    disk.execute_batch("DROP TRIGGER full").unwrap();
    drop(disk);
    let end = cup.play_all();
    assert!(kept.iter().all(|id| games(&end).contains(id)));
    assert_eq!((bare(&end), end.played_now as usize), (bare(&expected), games(&end).len() - kept.len()));
}

#[test]
fn another_event_is_refused_and_told_apart() {
    let cup = Cup::new("round-robin");
    let end = cup.play_all();
    let Cup { folder, source, .. } = cup;
    let other = Cup { folder, source, seed: 9, players: vec!["greedy", "random"], ..Cup::new("round-robin") };
    let Err(EventError::Other(changes)) = other.play(&AtomicBool::new(false), &()) else { panic!("it was mixed in") };
    assert!(changes.iter().any(|change| change.contains("seed was 3, and is 9")), "{changes:?}");
    assert!(changes.iter().any(|change| change.contains("is gone")), "{changes:?}");
    assert_eq!(games(&other.stored()), games(&end), "what is stored stays");
}

#[test]
fn who_does_not_play_this_game_is_told_before_anything_is_played() {
    let mut cup = Cup::new("round-robin");
    cup.source = find_game("awale").unwrap().setup("", &NoFiles).unwrap();
    let error = cup.play(&AtomicBool::new(false), &()).unwrap_err();
    assert!(matches!(error, EventError::Entrant(_)), "{error}");
    assert!(cup.store().events().unwrap().is_empty(), "nothing was announced");
}

#[test]
fn whoever_watches_hears_of_every_game_once_and_of_each_that_counts() {
    let (cup, everything) = (Cup::new("round-robin"), Everything::default());
    let end = cup.play(&AtomicBool::new(false), &everything).unwrap();
    let done = everything.done.into_inner().unwrap();
    assert!(done.is_sorted() && done[0] == 0 && done.last() == Some(&(games(&end).len() as u64)), "{done:?}");
    let mut ended: Vec<(u32, u32)> = everything.news.into_inner().unwrap().iter().filter_map(ended_game).collect();
    ended.sort_unstable();
    let expected: Vec<_> = (0..10).flat_map(|index| (0..4).map(move |game| (index, game))).collect();
    assert_eq!(ended, expected);
}

fn ended_game(news: &News) -> Option<(u32, u32)> {
    matches!(news.event, Event::Ended { .. }).then_some((news.match_index, news.game))
}
