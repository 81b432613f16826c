//! The games of a tournament that are being played, as the playing threads tell them. Nothing is drawn here, so that
//! nobody who plays waits for somebody who watches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use joute_arena::{News, Sink};
use joute_games::Side;
use joute_referee::{ClockView, Event, Follower, GameRecord};
use tokio::sync::Notify;

/// All tables. A table keeps its last game until the next one begins there, so that boards stay where they are.
#[derive(Default)]
pub(crate) struct Tables {
    seated: Mutex<Seated>,
    /// Whether somebody waits for something to happen: those who play wake nobody in vain.
    is_awaited: AtomicBool,
    happened: Notify,
}

#[derive(Default)]
struct Seated {
    tables: Vec<Table>,
    changes: u64,
}

/// A game that is played, or was the last one here.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    /// The numbers of the match and of the game within it, from 0.
    pub(crate) spot: (u32, u32),
    pub(crate) follower: Follower,
    /// Who thinks since when, with which clocks.
    pub(crate) asked: Option<(ClockView, Side, Instant)>,
    /// Tells games apart, and what happens in them: both only grow.
    pub(crate) begun: u64,
    pub(crate) changed: u64,
}

impl Table {
    pub(crate) fn record(&self) -> &GameRecord {
        self.follower.record()
    }

    fn is_free(&self) -> bool {
        self.record().ending.is_some()
    }

    fn hear(&mut self, event: &Event, now: u64) {
        self.changed = now;
        if let Event::Asked { side, clock, .. } = event {
            self.asked = Some((*clock, *side, Instant::now()));
        }
        self.follower.hear(event);
    }
}

impl Tables {
    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.seated().tables.len()
    }

    /// A table, if something has changed there since.
    pub(crate) fn changed_since(&self, table: usize, since: u64) -> Option<Table> {
        self.seated().tables.get(table).filter(|table| table.changed > since).cloned()
    }

    /// How much has happened so far.
    pub(crate) fn changes(&self) -> u64 {
        self.seated().changes
    }

    /// Waits until more than this has happened.
    pub(crate) async fn more_than(&self, changes: u64) {
        loop {
            self.is_awaited.store(true, Ordering::SeqCst);
            if self.changes() > changes {
                return;
            }
            // Whatever happens after the look above wakes this, even before it waits.
            self.happened.notified().await;
        }
    }

    fn seated(&self) -> MutexGuard<'_, Seated> {
        self.seated.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Tables {
    fn news(&self, news: News) {
        self.seated().hear((news.match_index, news.game), news.event);
        if self.is_awaited.swap(false, Ordering::SeqCst) {
            self.happened.notify_one();
        }
    }

    fn wants_news(&self) -> bool {
        true
    }
}

impl Seated {
    fn hear(&mut self, spot: (u32, u32), event: Event) {
        self.changes += 1;
        let now = self.changes;
        match event {
            Event::Opened { record, start } => {
                // The referee began from there: the record holds nothing that cannot be played.
                if let Ok(follower) = Follower::of_record(*record, &start) {
                    self.open(Table { spot, follower, asked: None, begun: now, changed: now });
                }
            }
            event => {
                if let Some(table) = self.tables.iter_mut().find(|table| table.spot == spot && !table.is_free()) {
                    table.hear(&event, now);
                }
            }
        }
    }

    /// Takes the table that has been free for longest.
    fn open(&mut self, table: Table) {
        let free = self.tables.iter_mut().filter(|table| table.is_free()).min_by_key(|table| table.changed);
        match free {
            Some(free) => *free = table,
            None => self.tables.push(table),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use joute_catalog::find_game;
    use joute_games::{NoFiles, Outcome};
    use joute_referee::Ending;

    use super::*;

    fn tell(tables: &Tables, match_index: u32, event: Event) {
        tables.news(News { match_index, game: 0, event });
    }

    fn opened() -> Event {
        let text = r#"{"version":1,"game":"othello","setup":"","start":"","rules":"","players":[{"name":"a","locator":"a","version":""},
                       {"name":"b","locator":"b","version":""}],"seed":1,"plies":[],"ending":null,"tally":[2,2]}"#;
        let start = find_game("othello").unwrap().setup("", &NoFiles).unwrap().start(1).unwrap();
        Event::Opened { record: Box::new(serde_json::from_str(text).unwrap()), start }
    }

    fn ended() -> Event {
        Event::Ended { ending: Ending::Played { outcome: Outcome::Draw }, tally: [32, 32] }
    }

    #[test]
    fn a_game_takes_the_table_that_was_left() {
        let tables = Tables::default();
        tell(&tables, 0, opened());
        tell(&tables, 1, opened());
        tell(&tables, 0, ended());
        let over = tables.changed_since(0, 0).expect("the game stays to be seen");
        assert_eq!((over.spot, over.record().tally), ((0, 0), [32, 32]));
        tell(&tables, 2, opened());
        // A word about a game that is over changes nothing.
        tell(&tables, 0, ended());
        let next = tables.changed_since(0, over.changed).expect("another game");
        assert_eq!((tables.count(), next.spot, next.record().tally), (2, (2, 0), [2, 2]));
        assert!(tables.changed_since(0, next.changed).is_none());
    }

    #[tokio::test]
    async fn whoever_waits_hears_of_the_next_change_and_of_nothing_else() {
        let tables = Tables::default();
        tell(&tables, 0, opened());
        tables.more_than(0).await;
        let mut waiting = std::pin::pin!(tables.more_than(1));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(waiting.as_mut().poll(&mut context).is_pending(), "nothing has happened since");
        tell(&tables, 0, ended());
        waiting.await;
    }
}
