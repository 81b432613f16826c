//! What changed among the players of an event that had begun, as it is kept and as it is told.

use std::fmt;

use joute_messages::{Localize, Message, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum PlayerChange {
    /// Somebody came late.
    Entered {
        /// The name.
        name: String,
    },
    /// Somebody left.
    Withdrawn {
        /// The name.
        name: String,
        /// Why, where that was said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Somebody was put out.
    Disqualified {
        /// The name.
        name: String,
        /// Why.
        reason: String,
    },
    /// Somebody who had left is back.
    Returned {
        /// The name.
        name: String,
    },
    /// Somebody plays on as a newer version.
    Newer {
        /// The name.
        name: String,
        /// How it was named before, and how it is named now.
        locators: [String; 2],
    },
    /// Somebody is called otherwise.
    Renamed {
        /// The name before.
        before: String,
        /// The name now.
        name: String,
    },
    /// Somebody who came was not let in.
    Refused {
        /// The name.
        name: String,
        /// Why.
        reason: String,
    },
    /// There are more rounds.
    Rounds {
        /// How many there are now.
        rounds: u32,
    },
}

impl PlayerChange {
    /// Whom it is about; nobody in particular where there are more rounds.
    pub fn name(&self) -> Option<&str> {
        match self {
            PlayerChange::Entered { name }
            | PlayerChange::Withdrawn { name, .. }
            | PlayerChange::Disqualified { name, .. }
            | PlayerChange::Returned { name }
            | PlayerChange::Newer { name, .. }
            | PlayerChange::Renamed { name, .. }
            | PlayerChange::Refused { name, .. } => Some(name),
            PlayerChange::Rounds { .. } => None,
        }
    }
}

impl Localize for PlayerChange {
    fn message(&self) -> Message {
        let name = |key: &'static str, name: &String| Message::new(key).with("name", name.clone());
        match self {
            PlayerChange::Entered { name: who } => name("change-entered", who),
            PlayerChange::Withdrawn { name: who, reason: None } => name("change-withdrawn", who),
            PlayerChange::Withdrawn { name: who, reason: Some(reason) } => {
                name("change-withdrawn-because", who).with("reason", reason.clone())
            }
            PlayerChange::Disqualified { name: who, reason } => {
                name("change-disqualified", who).with("reason", reason.clone())
            }
            PlayerChange::Returned { name: who } => name("change-returned", who),
            PlayerChange::Newer { name: who, locators: [before, now] } if before == now => name("change-newer", who),
            PlayerChange::Newer { name: who, locators: [before, now] } => {
                name("change-newer-named", who).with("before", before.clone()).with("now", now.clone())
            }
            PlayerChange::Renamed { before, name: who } => name("change-renamed", who).with("before", before.clone()),
            PlayerChange::Refused { name: who, reason } => name("change-refused", who).with("reason", reason.clone()),
            PlayerChange::Rounds { rounds } => message!("change-rounds", rounds = *rounds),
        }
    }
}

impl fmt::Display for PlayerChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}
