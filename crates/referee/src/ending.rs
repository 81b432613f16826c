//! Every way a game can end.

use std::fmt;

use joute_games::{Outcome, Settlement, Side};
use joute_messages::{Localize, Message, localized_text, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::Fault;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "how", rename_all = "lowercase")]
pub enum Ending {
    /// By the rules of the game.
    Played {
        /// Who won.
        outcome: Outcome,
    },
    /// By a fault: the other side won.
    Forfeit {
        /// Whose fault it was.
        by: Side,
        /// What it was.
        fault: Fault,
    },
    /// By the rules of the match.
    Adjudicated {
        /// Who won.
        outcome: Outcome,
        /// Why it was ended.
        reason: Reason,
    },
    /// By nobody's fault: the match was stopped from outside.
    Aborted,
}

/// Why the referee ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// A position came back.
    Repetition,
    /// The game had as many turns as the rules of the match allow.
    Cap,
    /// A side gave up.
    Resignation,
    /// The scores that both players said had agreed on the result for a while.
    Agreement,
    /// It was known how it ends with perfect play.
    Exact,
    /// Both people agreed on a draw.
    Consent,
    /// A player had left, and the other claimed the result.
    Departure,
}

impl From<Settlement> for Reason {
    fn from(settlement: Settlement) -> Reason {
        match settlement {
            Settlement::Repetition => Reason::Repetition,
            Settlement::Cap => Reason::Cap,
        }
    }
}

impl Ending {
    /// Who won; `None` only for an aborted game.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Ending::Played { outcome } | Ending::Adjudicated { outcome, .. } => Some(*outcome),
            Ending::Forfeit { by, .. } => Some(by.other().into()),
            Ending::Aborted => None,
        }
    }

    /// Whether the final tallies say who won: the game was played out, or it was settled by counting.
    pub fn is_by_tallies(&self) -> bool {
        let is_counted = |reason: Reason| matches!(reason, Reason::Repetition | Reason::Cap | Reason::Exact);
        match self {
            Ending::Played { .. } => true,
            Ending::Adjudicated { reason, .. } => is_counted(*reason),
            Ending::Forfeit { .. } | Ending::Aborted => false,
        }
    }

    /// The fault that ended it, and whose it was.
    pub fn fault(&self) -> Option<(Side, &Fault)> {
        match self {
            Ending::Forfeit { by, fault } => Some((*by, fault)),
            _ => None,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Played { outcome } => write!(f, "{}", won(*outcome)),
            Ending::Forfeit { by, fault } => write!(f, "{} wins: {by} forfeits by {fault}", by.other()),
            Ending::Adjudicated { outcome, reason } => write!(f, "{} ({reason})", won(*outcome)),
            Ending::Aborted => f.write_str("aborted"),
        }
    }
}

fn won(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::First => "first wins",
        Outcome::Second => "second wins",
        Outcome::Draw => "draw",
    }
}

impl Localize for Reason {
    fn message(&self) -> Message {
        message!(match self {
            Reason::Repetition => "ending-repetition",
            Reason::Cap => "ending-cap",
            Reason::Resignation => "ending-resignation",
            Reason::Agreement => "ending-agreement",
            Reason::Exact => "ending-exact",
            Reason::Consent => "ending-consent",
            Reason::Departure => "ending-departure",
        })
    }
}

localized_text!(Reason);
