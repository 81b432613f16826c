//! A store copied into another, of the same kind or not. A copy that was broken off goes on where it was.

use std::borrow::Cow;

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
/// the same. Nobody may write either of them meanwhile. Owners are not copied: games in progress are nobody's in the copy.
pub fn copy_store(from: &dyn Store, to: &dyn Store, mut told: impl FnMut(u64, u64)) -> Result<Copied> {
    let mut copied = Copied::default();
    copy_events(from, to, &mut copied)?;
    let last = from.latest(1)?.first().copied().unwrap_or(0);
    copied.before = to.latest(1)?.first().copied().unwrap_or(0);
    if copied.before > 0 && from.game(copied.before).ok().flatten() != to.game(copied.before)? {
        return Err(other(to));
    }
    let mut next = copied.before + 1;
    while next <= last {
        let until = (next + TOGETHER - 1).min(last);
        let games = (next..=until).map(|id| whole(from, id)).collect::<Result<Vec<_>>>()?;
        to.keep(games)?;
        copied.games += until - next + 1;
        told(until, last);
        next = until + 1;
    }
    copy_rest(from, to, last)?;
    Ok(copied)
}

fn copy_events(from: &dyn Store, to: &dyn Store, copied: &mut Copied) -> Result<()> {
    let (known, there) = (from.events()?, to.events()?);
    let is_beginning = there.len() <= known.len() && there.iter().zip(&known).all(|(one, other)| one == other);
    let follows = known.iter().zip(1..).all(|(stored, number)| stored.id.0 == number);
    if !is_beginning || !follows {
        return Err(other(to));
    }
    for stored in &known[there.len()..] {
        to.add_event(&stored.event)?;
        copied.events += 1;
    }
    Ok(())
}

/// A game as it is, or that it is lost: the copy would give its number to another.
fn whole(from: &dyn Store, id: GameId) -> Result<NewGame<'static>> {
    let lost = || StoreErrorKind::Missing { what: format!("game {id}, and numbers must stay what they are") };
    let place = from.place().to_owned();
    from.whole_game(id)?.ok_or_else(|| StoreError { place, kind: lost(), cause: None })
}

/// Seats, notes, reviews and documents: what is there already stays.
fn copy_rest(from: &dyn Store, to: &dyn Store, last: GameId) -> Result<()> {
    for game in 1..=last {
        let mut writes = Vec::new();
        if let Some(text) = from.note(game)? {
            writes.push(Write::Note { game, text: Cow::Owned(text) });
        }
        let there = to.seats(game)?;
        for side in Side::BOTH {
            if let (Some(holder), None) = (from.seats(game)?[side].clone(), &there[side]) {
                writes.push(Write::Seat { game, side, holder: Cow::Owned(holder), instead_of: None });
            }
        }
        to.apply(&writes)?;
    }
    from.reviews()?.iter().try_for_each(|(record, review)| to.keep_review(record, review))?;
    from.document_kinds()?.iter().try_for_each(|kind| copy_documents(from, to, kind))
}

/// Documents of a kind: those that are not there yet. Their versions begin anew, which is nobody's business but of those who change them.
fn copy_documents(from: &dyn Store, to: &dyn Store, kind: &str) -> Result<()> {
    let mut after = String::new();
    loop {
        let documents = from.documents(kind, &after, TOGETHER as u32)?;
        let Some(last) = documents.last() else { return Ok(()) };
        after.clone_from(&last.key);
        let mut writes = Vec::new();
        for document in documents {
            if to.document(kind, &document.key)?.is_none() {
                writes.push(Write::Document(DocumentChange::new(kind, document.key, document.text)));
            }
        }
        to.apply(&writes)?;
    }
}

fn other(to: &dyn Store) -> StoreError {
    let why =
        "there is something else in it; expected an empty store, or one with the beginning of the same".to_owned();
    StoreError { place: to.place().to_owned(), kind: StoreErrorKind::Unavailable { why }, cause: None }
}
