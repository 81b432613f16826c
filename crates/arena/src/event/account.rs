//! An event as its store tells it, for those who look on while somebody plays it, or later: nothing is played here.

use joute_store::{EventId, GameResult, Store};
use joute_tournament::format::{Competition, Next};
use joute_tournament::summary::EventSummary;

use super::book::Book;
use super::outline::Outline;
use super::summary::summarise;
use super::{EventError, event_of};

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
    let known = event_of(store, event)?;
    let outline = Outline::read(&known).ok_or(EventError::Unknown)?;
    let results = store.results(event)?;
    let faults = store.faults(event)?;
    let mut competition = Competition::new(outline.format, &outline.options, outline.admitted())?;
    let book = Book::new(outline.games, outline.scoring, results.clone());
    let (complete, replays) = catch_up(&mut competition, &book);
    let games = u64::from(outline.games);
    let expected = (u64::from(competition.expected_matches()) + replays) * games;
    let summary = summarise(&outline, &competition, &book, complete, faults);
    Ok(Account { summary, expected: expected.max(results.len() as u64), results })
}

/// Tells a competition everything that is known: whether that is all of it, and how many sets were replays.
fn catch_up(competition: &mut Competition, book: &Book) -> (bool, u64) {
    let mut replays = 0;
    loop {
        match competition.next() {
            Next::Wait => return (false, replays),
            Next::Done => return (true, replays),
            Next::Play(pairings) => {
                for pairing in pairings {
                    replays += u64::from(pairing.set > 0);
                    if let Some(result) = book.set(pairing.match_index, pairing.set) {
                        // The format asked for this very set: it takes the result.
                        let _ = competition.report(pairing.match_index, pairing.set, result);
                    }
                }
            }
        }
    }
}
