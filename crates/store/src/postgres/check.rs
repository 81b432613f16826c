//! Whether everything that was kept is there: against the sums of games, and against the numbers that were given.

use std::collections::BTreeSet;

use super::read::{self, get, id};
use super::transaction::Work;
use crate::error::Checked;
use crate::integrity::gone;
use crate::{GameId, Integrity, Loss, StoreErrorKind};

/// Games that are listed at once.
const TOGETHER: i64 = 100_000;

pub(super) fn check(work: &mut Work<'_>) -> Checked<Integrity> {
    let last = get::<i64>(&work.one("SELECT games FROM counter", &[])?, 0)?;
    let mut integrity = Integrity::default();
    let mut missing: Vec<GameId> = Vec::new();
    for first in (1..=last).step_by(TOGETHER as usize) {
        let until = (first + TOGETHER - 1).min(last);
        let rows = work.rows("SELECT id FROM game WHERE id BETWEEN $1 AND $2", &[&first, &until])?;
        let known: BTreeSet<GameId> = rows.iter().map(|row| id(row, 0)).collect::<Checked<_>>()?;
        missing.extend((first.cast_unsigned()..=until.cast_unsigned()).filter(|game| !known.contains(game)));
        for game in known {
            integrity.games += 1;
            integrity.losses.extend(damage(work, game)?);
        }
    }
    integrity.losses.extend(gone(missing));
    Ok(integrity)
}

/// What is wrong with a game. A server that cannot be read is no damage, and told as what it is.
fn damage(work: &mut Work<'_>, game: GameId) -> Checked<Option<Loss>> {
    let damaged = |what: String| Ok(Some(Loss::Damaged { game, what }));
    match read::game(work, game) {
        Ok(Some(_)) => Ok(None),
        Ok(None) => damaged("a part of it is gone".to_owned()),
        Err(problem) => match problem.kind {
            StoreErrorKind::Damaged { losses } => Ok(losses.into_iter().next()),
            StoreErrorKind::Unknown { what, value } => damaged(format!("{what} is {value}")),
            _ => Err(problem),
        },
    }
}
