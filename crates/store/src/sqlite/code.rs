//! Endings as small numbers and back; the schema says which mean what.

use joute_games::{Outcome, Side};
use joute_referee::{Ending, Fault, FaultKind, Reason};

/// The outcome, how and why of an ending; nothing for a game that has none.
pub(super) fn of_ending(ending: Option<&Ending>) -> [Option<i64>; 3] {
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

/// The ending that numbers tell; `evidence` is that of a fault.
pub(super) fn ending(numbers: [Option<i64>; 3], evidence: Option<String>) -> Option<Ending> {
    let [outcome, how, reason] = numbers;
    let outcome = self::outcome(outcome?)?;
    Some(match how? {
        0 => Ending::Played { outcome },
        1 => {
            let (by, kind) = fault(reason?)?;
            Ending::Forfeit { by, fault: Fault { kind, evidence: evidence.unwrap_or_default() } }
        }
        _ => Ending::Adjudicated { outcome, reason: reason.and_then(self::reason)? },
    })
}

/// Whose fault it was and which.
pub(super) fn fault(number: i64) -> Option<(Side, FaultKind)> {
    let kind = FaultKind::ALL.get(usize::try_from(number % 3).ok()?)?;
    Some((side(number / 3), *kind))
}

pub(super) fn outcome(number: i64) -> Option<Outcome> {
    [Outcome::First, Outcome::Second, Outcome::Draw].get(usize::try_from(number).ok()?).copied()
}

pub(super) fn side(number: i64) -> Side {
    if number == 0 { Side::First } else { Side::Second }
}

pub(super) fn of_side(side: Side) -> i64 {
    i64::from(side == Side::Second)
}

pub(super) fn of_kind(kind: FaultKind) -> i64 {
    FaultKind::ALL.iter().position(|one| *one == kind).unwrap_or(0) as i64
}

/// A kind of fault as summaries name it.
pub(super) fn kind_name(kind: i64) -> &'static str {
    ["overtime", "illegal", "crash"].get(usize::try_from(kind).unwrap_or(9)).copied().unwrap_or("unknown")
}

fn of_outcome(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::First => 0,
        Outcome::Second => 1,
        Outcome::Draw => 2,
    }
}

const REASONS: [Reason; 3] = [Reason::Repetition, Reason::Cap, Reason::Resignation];

fn of_reason(reason: Reason) -> i64 {
    REASONS.iter().position(|one| *one == reason).unwrap_or(0) as i64
}

fn reason(number: i64) -> Option<Reason> {
    REASONS.get(usize::try_from(number).ok()?).copied()
}
