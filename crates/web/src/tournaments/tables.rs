//! The games of a tournament that are being played, as the playing threads tell them. Nothing is drawn here, so that
//! nobody who plays waits for somebody who watches.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use joute_arena::{News, Sink};
use joute_games::Side;
use joute_referee::{ClockView, Event, GameRecord};

/// All tables. A table keeps its last game until the next one begins there, so that boards stay where they are.
#[derive(Default)]
pub(crate) struct Tables(Mutex<Seated>);

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
    pub(crate) record: GameRecord,
    /// Who thinks since when, with which clocks.
    pub(crate) asked: Option<(ClockView, Side, Instant)>,
    /// Tells games apart, and what happens in them: both only grow.
    pub(crate) begun: u64,
    pub(crate) changed: u64,
}

impl Table {
    fn is_free(&self) -> bool {
        self.record.ending.is_some()
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

    fn seated(&self) -> MutexGuard<'_, Seated> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Tables {
    fn news(&self, news: News) {
        let spot = (news.match_index, news.game);
        let mut seated = self.seated();
        seated.changes += 1;
        let now = seated.changes;
        match news.event {
            Event::Opened { record } => {
                seated.open(Table { spot, record: *record, asked: None, begun: now, changed: now });
            }
            event => {
                if let Some(table) = seated.tables.iter_mut().find(|table| table.spot == spot && !table.is_free()) {
                    table.hear(event, now);
                }
            }
        }
    }

    fn wants_news(&self) -> bool {
        true
    }
}

impl Seated {
    /// Takes the table that has been free for longest.
    fn open(&mut self, table: Table) {
        let free = self.tables.iter_mut().filter(|table| table.is_free()).min_by_key(|table| table.changed);
        match free {
            Some(free) => *free = table,
            None => self.tables.push(table),
        }
    }
}

impl Table {
    fn hear(&mut self, event: Event, now: u64) {
        self.changed = now;
        if let Event::Asked { side, clock, .. } = event {
            self.asked = Some((clock, side, Instant::now()));
        }
        self.record.apply(event);
    }
}

#[cfg(test)]
mod tests {
    use joute_games::Outcome;
    use joute_referee::Ending;

    use super::*;

    fn tell(tables: &Tables, match_index: u32, event: Event) {
        tables.news(News { match_index, game: 0, event });
    }

    fn opened() -> Event {
        let text = r#"{"version":1,"game":"othello","setup":"","start":"","rules":"","players":[{"name":"a","locator":"a","version":""},
                       {"name":"b","locator":"b","version":""}],"seed":1,"plies":[],"ending":null,"tally":[2,2]}"#;
        Event::Opened { record: Box::new(serde_json::from_str(text).expect("a record")) }
    }

    #[test]
    fn a_game_takes_the_table_that_was_left() {
        let tables = Tables::default();
        tell(&tables, 0, opened());
        tell(&tables, 1, opened());
        let ended = Event::Ended { ending: Ending::Played { outcome: Outcome::Draw }, tally: [32, 32] };
        tell(&tables, 0, ended.clone());
        let over = tables.changed_since(0, 0).expect("the game stays to be seen");
        assert_eq!((over.spot, over.record.tally), ((0, 0), [32, 32]));
        tell(&tables, 2, opened());
        // A word about a game that is over changes nothing.
        tell(&tables, 0, ended);
        let next = tables.changed_since(0, over.changed).expect("another game");
        assert_eq!((tables.count(), next.spot, next.record.tally), (2, (2, 0), [2, 2]));
        assert!(tables.changed_since(0, next.changed).is_none());
    }
}
