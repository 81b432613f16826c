//! Who belongs to a class, how they came in, and by what they are known again.

use joute_catalog::GAMES;
use joute_games::Side;
use serde::{Deserialize, Serialize};

use super::languages::all_languages;
use super::permission::Role;
use super::records::Record;
use super::secrets::now;

/// The longest name of a person.
pub(crate) const LONGEST_NAME: usize = 40;

/// Somebody of the class. Accounts are kept by the short form of their name, which stands in addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Account {
    /// As they wrote it.
    pub(crate) name: String,
    pub(crate) role: Role,
    /// Whose players are theirs: the folder of the team.
    pub(crate) team: String,
    /// The hash of a password, where there is one.
    #[serde(default)]
    pub(crate) password: Option<String>,
    /// Since when, in seconds since 1970.
    pub(crate) since: u64,
}

impl Record for Account {
    const KIND: &'static str = "account";
}

/// A browser in which somebody has signed in; kept by the hash of what the browser has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Session {
    pub(crate) account: String,
    pub(crate) since: u64,
    pub(crate) until: u64,
    /// Whether its owner has lost the password, and may choose another.
    #[serde(default)]
    pub(crate) is_renewal: bool,
}

impl Session {
    /// How long a browser is known.
    const LENGTH: u64 = 30 * 24 * 3600;

    pub(crate) fn new(account: &str) -> Session {
        Session { account: account.to_owned(), since: now(), until: now() + Session::LENGTH, is_renewal: false }
    }
}

impl Record for Session {
    const KIND: &'static str = "session";
}

/// What a link is good for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Opens {
    /// An account that is not there yet.
    New { role: Role, team: Option<String> },
    /// An account that is.
    Account(String),
}

impl Opens {
    /// The team that newcomers are to be of, where it is named.
    pub(crate) fn team(&self) -> Option<&str> {
        match self {
            Opens::New { team, .. } => team.as_deref(),
            Opens::Account(_) => None,
        }
    }
}

/// A link that lets somebody in; kept by the hash of its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Link {
    pub(crate) opens: Opens,
    /// How many may still follow it.
    pub(crate) uses: u32,
    pub(crate) until: u64,
    /// Whether it is a teacher's, for somebody who has lost their way in.
    #[serde(default)]
    pub(crate) is_renewal: bool,
}

impl Link {
    /// The most that may follow one link.
    pub(crate) const MOST_USES: u32 = 500;
    const LENGTH: u64 = 14 * 24 * 3600;

    pub(crate) fn new(opens: Opens, uses: u32) -> Link {
        Link { opens, uses, until: now() + Link::LENGTH, is_renewal: false }
    }

    /// What it is for, in what is written down.
    pub(crate) fn about(&self) -> String {
        match &self.opens {
            Opens::Account(account) => account.clone(),
            Opens::New { role, team } => {
                format!("{} x {} {}", role.name(), self.uses, team.as_deref().unwrap_or_default()).trim().to_owned()
            }
        }
    }

    pub(crate) fn is_good(&self) -> bool {
        self.uses > 0 && now() < self.until
    }
}

impl Record for Link {
    const KIND: &'static str = "link";
}

/// What a teacher says about the class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) name: String,
    /// Whether outsiders may look and play.
    pub(crate) is_open: bool,
    /// Whether people may have passwords; otherwise there are links alone.
    #[serde(default = "yes")]
    pub(crate) has_passwords: bool,
    /// What players are for: a game by name, its board, and the time for a move in milliseconds.
    #[serde(default = "usual_game")]
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) setup: String,
    #[serde(default = "usual_time")]
    pub(crate) move_ms: u64,
    /// What players may be handed in as, by the names of `languages`.
    #[serde(default = "all_languages")]
    pub(crate) languages: Vec<String>,
}

impl Settings {
    /// The rules of every game of the class. What players compute counts: nobody loses by what else the machine does.
    pub(crate) fn rules(&self) -> String {
        format!("move_time={}ms,clock=cpu", self.move_ms)
    }

    /// The same for a game against a person, who has all the time in the world.
    pub(crate) fn rules_against_person(&self, program: Side) -> String {
        format!("time=-,{program}_move_time={}ms,clock=cpu", self.move_ms)
    }
}

fn usual_game() -> String {
    GAMES.first().map(|entry| entry.info.name.to_owned()).unwrap_or_default()
}

fn usual_time() -> u64 {
    1_000
}

fn yes() -> bool {
    true
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            name: String::new(),
            is_open: false,
            has_passwords: true,
            game: usual_game(),
            setup: GAMES
                .first()
                .and_then(|entry| entry.offered.first())
                .map(|one| one.text.to_owned())
                .unwrap_or_default(),
            move_ms: usual_time(),
            languages: all_languages(),
        }
    }
}

impl Record for Settings {
    const KIND: &'static str = "class";
}

/// Something that was done. Kept so that the latest comes first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Deed {
    pub(crate) when: u64,
    /// The account, or nothing for somebody who had none.
    pub(crate) who: Option<String>,
    /// What, as the catalogue has it under `deed-WHAT`.
    pub(crate) what: String,
    /// To whom or what.
    pub(crate) about: String,
    /// From which address.
    pub(crate) from: String,
}

/// How keys of deeds of this second begin: the latest has the smallest.
pub(super) fn age_of(when: u64) -> String {
    format!("{:016x}", u64::MAX - when)
}

impl Record for Deed {
    const KIND: &'static str = "audit";
}
