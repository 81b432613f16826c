//! What a player did wrong, as a value with its evidence.

use std::fmt;

use joute_messages::{Localize, Message, localized_text, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player did wrong: it ends the game, never the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// Which kind of fault it was.
    pub kind: FaultKind,
    /// The text sent, the signal, the limit: what shows that it happened.
    pub evidence: String,
}

/// The kinds of faults, the least costly one by the points of report 002 first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// Thought longer than it may.
    Overtime,
    /// Answered with something that is no legal move.
    Illegal,
    /// Exited, was killed, closed its pipe, threw, trapped, ran out of memory or could not be loaded.
    Crash,
}

impl FaultKind {
    /// All of them, in order.
    pub const ALL: [FaultKind; 3] = [FaultKind::Overtime, FaultKind::Illegal, FaultKind::Crash];
}

/// The most characters of evidence kept: enough to see what happened, too little to fill a disk.
const LONGEST_EVIDENCE: usize = 2000;

impl Fault {
    /// Too much time.
    pub fn overtime(evidence: impl Into<String>) -> Fault {
        Fault::new(FaultKind::Overtime, evidence)
    }

    /// No legal move.
    pub fn illegal(evidence: impl Into<String>) -> Fault {
        Fault::new(FaultKind::Illegal, evidence)
    }

    /// No player any more.
    pub fn crash(evidence: impl Into<String>) -> Fault {
        Fault::new(FaultKind::Crash, evidence)
    }

    fn new(kind: FaultKind, evidence: impl Into<String>) -> Fault {
        let mut evidence = evidence.into();
        if let Some((cut, _)) = evidence.char_indices().nth(LONGEST_EVIDENCE) {
            evidence.truncate(cut);
            evidence.push('…');
        }
        Fault { kind, evidence }
    }
}

impl Localize for FaultKind {
    fn message(&self) -> Message {
        message!(match self {
            FaultKind::Overtime => "fault-overtime",
            FaultKind::Illegal => "fault-illegal",
            FaultKind::Crash => "fault-crash",
        })
    }
}

localized_text!(FaultKind);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.evidence)
    }
}
