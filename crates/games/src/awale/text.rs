//! Positions as text: the seeds of South's pits, of North's pits, both stores, and whose turn it is.

use std::fmt;

use joute_messages::{Localize, Message, message};

use super::game::Awale;
use super::setup::Setup;
use super::source::RuleSource;
use crate::error::ParseError;
use crate::game::Game;
use crate::side::Side;

impl<R: RuleSource> fmt::Display for Awale<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Side::BOTH {
            for pit in 0..self.pits() {
                write!(f, "{}-", self.seeds(side, pit))?;
            }
        }
        let turn = match self.turn() {
            Side::First => 'S',
            Side::Second => 'N',
        };
        write!(f, "{}-{}-{turn}", self.store(Side::First), self.store(Side::Second))
    }
}

/// What a text says, whether it is a position or not: South's pits, North's pits, both stores, and whose turn it is.
pub(super) struct Seeds {
    pub(super) numbers: Vec<u32>,
    pub(super) turn: Side,
}

impl Seeds {
    /// Reads the text of a board with so many pits a side.
    pub(super) fn read(pits: usize, text: &str) -> Result<Seeds, ParseError> {
        let text = text.trim();
        let mut parts: Vec<&str> = text.split('-').take(2 * pits + 4).collect();
        if parts.len() != 2 * pits + 3 {
            return Err(wrong(text, message!("expected-awale-numbers", count = 2 * pits + 2)));
        }
        let turn = match parts.pop().unwrap_or_default() {
            "S" => Side::First,
            "N" => Side::Second,
            other => return Err(wrong(other, message!("expected-south-or-north"))),
        };
        let numbers = parts
            .iter()
            .map(|part| number(part).ok_or_else(|| wrong(part, message!("expected-number-of-seeds"))))
            .collect::<Result<Vec<u32>, ParseError>>()?;
        Ok(Seeds { numbers, turn })
    }
}

/// Reads a position of the setup's board; it may have fewer seeds than the game began with, but not more.
pub(super) fn parse<R: RuleSource>(setup: &Setup, text: &str) -> Result<Awale<R>, ParseError> {
    let pits = setup.pits as usize;
    let Seeds { numbers, turn } = Seeds::read(pits, text)?;
    let (rows, stores) = numbers.split_at(2 * pits);
    let (south, north) = rows.split_at(pits);
    Awale::new(setup, [south, north], [stores[0], stores[1]], turn).map_err(|error| wrong(text.trim(), error.message()))
}

fn wrong(found: &str, expected: Message) -> ParseError {
    ParseError::new("awale-position", found, expected)
}

/// A number in its one form: digits only, no leading zero. One too large for any board is too large for `u32`
/// or refused with the total.
fn number(text: &str) -> Option<u32> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'));
    text.parse().ok().filter(|_| is_plain)
}
