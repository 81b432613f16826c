//! An event as its store tells it, for those who look on while somebody plays it, or later: nothing is played here.

use joute_store::{EventId, GameResult, Store};
use joute_tournament::summary::EventSummary;

use super::EventError;
use super::book::Book;
use super::stages::{Stages, catch_up};
use super::summary::summarise;

/// What a store holds of an event.
pub struct Account {
    /// What it has come to.
    pub summary: EventSummary,
    /// Every game that counts, by match and number.
    pub results: Vec<GameResult>,
    /// About how many games there will be.
    pub expected: u64,
}

/// What an event has come to. Whoever plays it is not disturbed.
pub fn account(store: &dyn Store, event: EventId) -> Result<Account, EventError> {
    let stages = Stages::read(store, event)?;
    let outline = stages.outline()?;
    let results = store.results(event)?;
    let faults = store.faults(event)?;
    let book = Book::new(outline.games, outline.scoring, results.clone());
    let mut competition = stages.competition(&book)?;
    let (complete, replays) = catch_up(&mut competition, &book, None);
    let games = u64::from(outline.games);
    let expected = (u64::from(competition.expected_matches()) + replays) * games;
    let summary = summarise(&outline, &competition, &book, complete, faults);
    Ok(Account { summary, expected: expected.max(results.len() as u64), results })
}
