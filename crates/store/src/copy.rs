//! A store copied into another, of the same kind or not. A copy that was broken off goes on where it was.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use joute_games::Side;

use crate::{DocumentChange, GameId, NewGame, Result, Store, StoreError, StoreErrorKind, Write};

/// Games in one transaction.
const TOGETHER: u64 = 500;

/// What came of a copy.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Copied {
    /// Events that were copied now.
    pub events: u64,
    /// Games that were copied now.
    pub games: u64,
    /// Games that were there from an earlier attempt.
    pub before: u64,
}

/// Copies all events, games, seats, notes, reviews and documents. Numbers stay, so the other store must be empty or hold the beginning of
/// the same; where something in it is another by now, such as a game that was in progress and has ended since, nothing is changed. Nobody may
/// write either of them meanwhile. Owners are not copied: games in progress are nobody's in the copy. Tells how far it is, now and then: the
/// games that are there, and how many there will be.
pub fn copy_store(from: &dyn Store, to: &dyn Store, mut told: impl FnMut(u64, u64)) -> Result<Copied> {
    let last = from.latest(1)?.first().copied().unwrap_or(0);
    let before = to.latest(1)?.first().copied().unwrap_or(0);
    must_be_its_beginning(from, to, before)?;
    let mut copied = Copied { events: copy_events(from, to)?, games: 0, before };
    let mut next = before + 1;
    while next <= last {
        let until = (next + TOGETHER - 1).min(last);
        to.keep(whole(from, next..=until)?)?;
        copied.games += until - next + 1;
        told(until, last);
        next = until + 1;
    }
    copy_tables(from, to)?;
    from.reviews()?.iter().try_for_each(|(record, review)| to.keep_review(record, review))?;
    from.document_kinds()?.iter().try_for_each(|kind| copy_documents(from, to, kind))?;
    Ok(copied)
}

/// Makes sure that all that may have changed is the same in both: the latest game, and those in progress, which end some day.
fn must_be_its_beginning(from: &dyn Store, to: &dyn Store, before: GameId) -> Result<()> {
    let in_progress = to.unfinished()?.into_iter().map(|unfinished| unfinished.game);
    for id in in_progress.chain((before > 0).then_some(before)) {
        if from.game(id).ok().flatten() != to.game(id)? {
            return Err(other(to, &format!("game {id}")));
        }
    }
    Ok(())
}

/// The events that are not there yet; how many they were.
fn copy_events(from: &dyn Store, to: &dyn Store) -> Result<u64> {
    let (known, there) = (from.events()?, to.events()?);
    let is_beginning = there.len() <= known.len() && there.iter().zip(&known).all(|(one, other)| one == other);
    let follows = known.iter().zip(1..).all(|(stored, number)| stored.id.0 == number);
    if !is_beginning || !follows {
        return Err(other(to, "events"));
    }
    let missing = &known[there.len()..];
    missing.iter().try_for_each(|stored| to.add_event(&stored.event).map(drop))?;
    Ok(missing.len() as u64)
}

/// Games as they are, or that one is lost: the copy would give its number to another.
fn whole(from: &dyn Store, ids: RangeInclusive<GameId>) -> Result<Vec<NewGame<'static>>> {
    let ids: Vec<GameId> = ids.collect();
    let lost =
        |id: &GameId| StoreErrorKind::Missing { what: format!("game {id}, and numbers must stay what they are") };
    let there = |(game, id): (Option<NewGame<'static>>, &GameId)| {
        game.ok_or_else(|| StoreError { place: from.place().to_owned(), kind: lost(id), cause: None })
    };
    from.whole_games(&ids)?.into_iter().zip(&ids).map(there).collect()
}

/// Seats and notes.
fn copy_tables(from: &dyn Store, to: &dyn Store) -> Result<()> {
    for game in from.tables()? {
        let mut writes = Vec::new();
        let note = |text| Write::Note { game, text: Cow::Owned(text) };
        let noted = missing(from.note(game)?, to.note(game)?, || other(to, &format!("what is noted of game {game}")))?;
        writes.extend(noted.map(note));
        for (side, (own, there)) in Side::BOTH.into_iter().zip(from.seats(game)?.into_iter().zip(to.seats(game)?)) {
            let holder = missing(own, there, || other(to, &format!("who sits at game {game}")))?;
            writes.extend(holder.map(|holder| Write::Seat {
                game,
                side,
                holder: Cow::Owned(holder),
                instead_of: None,
            }));
        }
        to.apply(&writes)?;
    }
    Ok(())
}

/// Documents of a kind. Their versions begin anew, which is nobody's business but of those who change them.
fn copy_documents(from: &dyn Store, to: &dyn Store, kind: &str) -> Result<()> {
    let mut after = String::new();
    loop {
        let documents = from.documents(kind, &after, TOGETHER as u32)?;
        let Some(last) = documents.last() else { return Ok(()) };
        after.clone_from(&last.key);
        let mut writes = Vec::new();
        for document in documents {
            let there = to.document(kind, &document.key)?.map(|there| there.text);
            let text = missing(Some(document.text), there, || other(to, &format!("{kind} {}", document.key)))?;
            writes.extend(text.map(|text| Write::Document(DocumentChange::new(kind, document.key, text))));
        }
        to.apply(&writes)?;
    }
}

/// What is to be copied, unless it is there already; where something else is, that is wrong.
fn missing(own: Option<String>, there: Option<String>, wrong: impl FnOnce() -> StoreError) -> Result<Option<String>> {
    match there {
        None => Ok(own),
        there if there == own => Ok(None),
        Some(_) => Err(wrong()),
    }
}

fn other(to: &dyn Store, what: &str) -> StoreError {
    let why = format!(
        "there is something else in it ({what}); expected an empty store, or one with the beginning of the same"
    );
    StoreError { place: to.place().to_owned(), kind: StoreErrorKind::Unavailable { why }, cause: None }
}
