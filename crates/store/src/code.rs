//! Endings as small numbers and back; the schemas say which mean what. A number that means nothing is an error that names it.

use joute_games::{Outcome, Side};
use joute_referee::{Ending, Fault, FaultKind, Reason};

use crate::StoreErrorKind;

/// What a number stands for, or that it stands for nothing.
type Result<T> = std::result::Result<T, StoreErrorKind>;

const OUTCOMES: [Outcome; 3] = [Outcome::First, Outcome::Second, Outcome::Draw];
const REASONS: [Reason; 7] = [
    Reason::Repetition,
    Reason::Cap,
    Reason::Resignation,
    Reason::Agreement,
    Reason::Exact,
    Reason::Consent,
    Reason::Departure,
];

/// The outcome, how and why of an ending; nothing for a game that has none.
pub(crate) fn of_ending(ending: Option<&Ending>) -> [Option<i64>; 3] {
    match ending {
        None | Some(Ending::Aborted) => [None; 3],
        Some(Ending::Played { outcome }) => [Some(of_outcome(*outcome)), Some(0), None],
        Some(Ending::Forfeit { by, fault }) => {
            let outcome = of_outcome(by.other().into());
            [Some(outcome), Some(1), Some(3 * of_side(*by) + of_kind(fault.kind))]
        }
        Some(Ending::Adjudicated { outcome, reason }) => {
            [Some(of_outcome(*outcome)), Some(2), Some(of_reason(*reason))]
        }
    }
}

/// The ending that numbers tell, none for a game in progress; `evidence` is that of a fault.
pub(crate) fn ending(numbers: [Option<i64>; 3], evidence: Option<String>) -> Result<Option<Ending>> {
    let [outcome, how, reason] = numbers;
    let Some(outcome) = outcome else { return Ok(None) };
    let outcome = self::outcome(outcome)?;
    Ok(Some(match how {
        Some(0) => Ending::Played { outcome },
        Some(1) => {
            let (by, kind) = fault(reason)?;
            Ending::Forfeit { by, fault: Fault { kind, evidence: evidence.unwrap_or_default() } }
        }
        Some(2) => Ending::Adjudicated { outcome, reason: named("the reason of an ending", &REASONS, reason)? },
        how => return Err(unknown("the way a game ended", text(how))),
    }))
}

/// Whose fault ended a game and which, where one did.
pub(crate) fn fault_of(how: Option<i64>, reason: Option<i64>) -> Result<Option<(Side, FaultKind)>> {
    match how {
        Some(0 | 2) => Ok(None),
        Some(1) => fault(reason).map(Some),
        how => Err(unknown("the way a game ended", text(how))),
    }
}

fn fault(number: Option<i64>) -> Result<(Side, FaultKind)> {
    match number {
        Some(number @ 0..6) => Ok((side(number / 3)?, kind(number % 3)?)),
        number => Err(unknown("the fault of a game", text(number))),
    }
}

pub(crate) fn outcome(number: i64) -> Result<Outcome> {
    named("the outcome of a game", &OUTCOMES, Some(number))
}

pub(crate) fn side(number: i64) -> Result<Side> {
    named("the side of a fault", &Side::BOTH, Some(number))
}

pub(crate) fn kind(number: i64) -> Result<FaultKind> {
    named("the kind of a fault", &FaultKind::ALL, Some(number))
}

/// A kind of fault as summaries name it.
pub(crate) fn kind_name(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Overtime => "overtime",
        FaultKind::Illegal => "illegal",
        FaultKind::Crash => "crash",
    }
}

/// What a number stands for.
fn named<T: Copy>(what: &str, all: &[T], number: Option<i64>) -> Result<T> {
    let at = number.and_then(|number| usize::try_from(number).ok());
    at.and_then(|at| all.get(at)).copied().ok_or_else(|| unknown(what, text(number)))
}

fn unknown(what: &str, value: String) -> StoreErrorKind {
    StoreErrorKind::Unknown { what: what.to_owned(), value }
}

fn text(number: Option<i64>) -> String {
    number.map_or_else(|| "nothing".to_owned(), |number| number.to_string())
}

pub(crate) fn of_side(side: Side) -> i64 {
    i64::from(side == Side::Second)
}

pub(crate) fn of_kind(kind: FaultKind) -> i64 {
    place(&FaultKind::ALL, kind)
}

fn of_outcome(outcome: Outcome) -> i64 {
    place(&OUTCOMES, outcome)
}

fn of_reason(reason: Reason) -> i64 {
    place(&REASONS, reason)
}

fn place<T: PartialEq>(all: &[T], one: T) -> i64 {
    all.iter().position(|other| *other == one).unwrap_or(0) as i64
}
