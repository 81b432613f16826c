//! A class: who belongs to it, and who may do what.
//!
//! ```text
//! request ──► access::admit ──► Standing (who asks, by cookie or token) ──► permission table ──► handler
//!                                   │
//!                       accounts, sessions, links: documents of the store
//! ```
//!
//! Without a class the arena is open to everybody, and nothing here is asked.

pub(crate) mod access;
pub(crate) mod account;
pub(crate) mod carried_out;
mod checking;
mod departed;
pub(crate) mod events;
mod forgetting;
pub(crate) mod languages;
pub(crate) mod lists;
pub(crate) mod lost;
pub(crate) mod people;
mod permission;
pub(crate) mod privacy;
mod pruning;
mod reading;
mod records;
mod resuming;
mod room;
mod secrets;
pub(crate) mod steering;
mod streams;
pub(crate) mod submissions;
pub(crate) mod talk;
pub(crate) mod tokens;
mod ways_in;

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use joute_messages::{Language, Message, message};
use joute_players::Workshop;
use joute_store::{Store, StoreError};
use tokio::sync::watch;

pub use permission::{ADDRESSES, Action, PERMISSIONS, Permission, Role, action_of, permission};
pub(crate) use records::Records;
pub(crate) use secrets::{hash_of, hashed_password, is_password, now, verified};
pub use talk::CONVERSATIONS;

use crate::client::Client;
use crate::limits::{Limits, Share};
use crate::quota::{Quota, Rate};
use crate::seats::Secret;
use crate::server::Site;
use crate::store_handle::StoreHandle;
use access::Standing;
use account::{Account, Deed, LONGEST_NAME, Link, Opens, Settings, age_of};
use checking::Checking;
use submissions::Submissions;

/// How a class is opened.
pub struct ClassOptions {
    /// Where its players are.
    pub folder: PathBuf,
    /// Where they are made: files are looked for in the same folder.
    pub workshop: Arc<Workshop>,
    /// Players to begin with: the name of a file, and what is in it.
    pub starters: Vec<(String, String)>,
    /// Whether its tournaments are kept in the store of the server, and not in folders of their own.
    pub shares_store: bool,
}

/// The document that says what the class is called.
const SETTINGS: &str = "settings";
/// The most people of a class.
const MOST_PEOPLE: usize = 2_000;
/// Files that are read at once.
const READING: usize = 8;
/// Of these, files of one person.
const READING_EACH: Share = Share { visitor: 2, address: usize::MAX };
/// What rates are counted within.
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);
/// Tries to sign in that were refused and are written down within an hour: of one person, or of all whom nobody here is called like, and of
/// everybody together. Strangers make as many as they like.
const REFUSALS: Share = Share { visitor: 20, address: 200 };
/// The folder in which the ladder writes what authors want to know: no team can be called so.
const RESERVED: &str = "joute-log";

/// Why something was not done.
#[derive(Debug)]
pub(crate) enum ClassError {
    /// What was asked for makes no sense.
    Request(Message),
    /// There is no such thing.
    Missing(Message),
    /// Somebody has done enough of it for now.
    Enough(Message),
    /// Whoever asks belongs to the class no more.
    Stranger,
    Store(StoreError),
    Io(io::Error),
}

impl From<StoreError> for ClassError {
    fn from(error: StoreError) -> ClassError {
        ClassError::Store(error)
    }
}

impl From<io::Error> for ClassError {
    fn from(error: io::Error) -> ClassError {
        ClassError::Io(error)
    }
}

impl std::fmt::Display for ClassError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ClassError::Request(why) | ClassError::Missing(why) | ClassError::Enough(why) => {
                f.write_str(&why.text(Language::EN))
            }
            ClassError::Stranger => f.write_str("not of the class"),
            ClassError::Store(error) => error.fmt(f),
            ClassError::Io(error) => error.fmt(f),
        }
    }
}

type Result<T> = std::result::Result<T, ClassError>;

/// A class.
pub(crate) struct Class {
    pub(crate) records: Records,
    pub(crate) submissions: Arc<Submissions>,
    pub(crate) starters: Vec<(String, String)>,
    /// Where its tournaments are kept, where that is not a folder of each.
    shared: Option<Arc<dyn Store>>,
    secret: Secret,
    /// Tournaments are made ready one after the other: compilers may take long.
    preparing: tokio::sync::Mutex<()>,
    /// Whoever changes which tournaments there are, or deletes what they play with, does so alone, and briefly.
    steering: tokio::sync::Mutex<()>,
    /// Grows whenever somebody may not do any more what they could: streams of events ask again.
    standings: watch::Sender<u64>,
    /// Whether versions of somebody who left may still be on the disk.
    has_leftovers: AtomicBool,
    /// Files that people hand in.
    pub(crate) uploads: Rate,
    /// Matches that people begin.
    matches: Rate,
    /// Links into their own account, tokens and copies of what is known about them that people take.
    taken: Rate,
    /// Tries to sign in that were refused and are written down.
    refusals: Rate,
    /// Files that are being read: no more at once than there is memory for.
    pub(crate) reading: tokio::sync::Semaphore,
    /// Of these, those of one person: whoever sends slowly keeps nobody else waiting.
    pub(crate) reading_each: Quota,
    settings: RwLock<Arc<Settings>>,
    /// Changes of them are made one after the other.
    configuring: tokio::sync::Mutex<()>,
    /// Those who come in and those who are taken out do so one after the other: no two get one name, and somebody is left who steers.
    door: tokio::sync::Mutex<()>,
    /// Tries to sign in or to follow a link.
    pub(crate) tries: Rate,
    /// Tries to sign in as one person, wherever they come from.
    pub(crate) tries_of_person: Rate,
}

impl Class {
    pub(crate) async fn open(
        options: ClassOptions,
        store: StoreHandle,
        secret: Secret,
        limits: &Limits,
    ) -> Result<Class> {
        let ClassOptions { folder, workshop, starters, shares_store } = options;
        std::fs::create_dir_all(&folder)?;
        let shared = shares_store.then(|| store.shared());
        let records = Records::new(store);
        let settings = records.get::<Settings>(SETTINGS).await?.unwrap_or_default();
        let checking = Checking::new(workshop, limits.checks, shared.clone());
        let submissions = Submissions::open(folder, records.clone(), checking)?;
        Ok(Class {
            records,
            submissions: Arc::new(submissions),
            starters,
            shared,
            secret,
            preparing: tokio::sync::Mutex::default(),
            steering: tokio::sync::Mutex::default(),
            standings: watch::Sender::new(0),
            has_leftovers: AtomicBool::new(false),
            uploads: Rate::new(limits.uploads_each, MINUTE),
            matches: Rate::new(of_one(limits.uploads_each), MINUTE),
            taken: Rate::new(of_one(limits.uploads_each), MINUTE),
            refusals: Rate::new(REFUSALS, HOUR),
            reading: tokio::sync::Semaphore::new(READING),
            reading_each: Quota::new(READING_EACH),
            settings: RwLock::new(Arc::new(settings)),
            configuring: tokio::sync::Mutex::default(),
            door: tokio::sync::Mutex::default(),
            tries: Rate::new(limits.sign_ins_each, MINUTE),
            tries_of_person: Rate::new(of_one(limits.sign_ins_each), MINUTE),
        })
    }

    /// The secret of a link for the first teacher, where there is none yet; links that were given out before are worthless.
    pub(crate) async fn administrator(&self) -> Result<Option<String>> {
        if self.accounts().await?.iter().any(|(_, account)| account.role == Role::Teacher) {
            return Ok(None);
        }
        let is_of_teacher = |link: &Link| matches!(link.opens, Opens::New { role: Role::Teacher, .. });
        self.records.remove_where(is_of_teacher).await?;
        self.link(Opens::New { role: Role::Teacher, team: None }, 1).await.map(Some)
    }

    pub(crate) fn settings(&self) -> Arc<Settings> {
        Arc::clone(&self.settings.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) async fn set(&self, settings: Settings) -> Result<()> {
        self.records.put(SETTINGS, &settings).await?;
        *self.settings.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(settings);
        self.ask_again();
        Ok(())
    }

    /// Everybody, by the short forms of their names.
    pub(crate) async fn accounts(&self) -> Result<Vec<(String, Account)>> {
        Ok(self.records.all(MOST_PEOPLE).await?)
    }

    /// Makes a link; its secret, which is known to nobody afterwards.
    pub(crate) async fn link(&self, opens: Opens, uses: u32) -> Result<String> {
        self.keep_link(&Link::new(opens, uses.clamp(1, Link::MOST_USES))).await
    }

    async fn keep_link(&self, link: &Link) -> Result<String> {
        let secret = secrets::drawn()?;
        self.records.add(&hash_of(&secret), link).await?;
        Ok(secret)
    }

    /// A link that is still good.
    pub(crate) async fn good_link(&self, secret: &str) -> Result<Link> {
        let link = self.records.get::<Link>(&hash_of(secret)).await?;
        link.filter(Link::is_good).ok_or_else(|| ClassError::Missing(message!("class-error-link")))
    }

    /// Follows a link: whose account it opens, and whether a password may be chosen without the one that was lost. A new one is made, by the name and the password that were given.
    pub(crate) async fn follow(&self, secret: &str, name: &str, password: Option<String>) -> Result<(String, bool)> {
        let _turn = self.door.lock().await;
        let link = self.good_link(secret).await?;
        let account = match link.opens.clone() {
            Opens::Account(account) => account,
            Opens::New { role, team } => self.join(name, role, team, password).await?,
        };
        // Whoever fails has not used it up.
        let use_up = |link: &mut Link| link.uses = link.uses.saturating_sub(1);
        if self.records.change(&hash_of(secret), use_up).await?.is_none() {
            // It was revoked in this moment.
            return Err(ClassError::Missing(message!("class-error-link")));
        }
        Ok((account, link.is_renewal))
    }

    async fn join(&self, name: &str, role: Role, team: Option<String>, password: Option<String>) -> Result<String> {
        let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let name: String = joute_messages::visible_line(&name).chars().take(LONGEST_NAME).collect();
        let key = short(&name).ok_or_else(|| ClassError::Request(message!("class-error-name")))?;
        let accounts = self.accounts().await?;
        if accounts.len() >= MOST_PEOPLE {
            return Err(ClassError::Request(message!("class-error-full")));
        }
        let links = self.records.all::<Link>(usize::MAX).await?;
        let invited = links.iter().filter_map(|(_, link)| link.opens.team());
        // Whoever is called as a team would have its players.
        let teams: HashSet<&str> = accounts.iter().map(|(_, account)| account.team.as_str()).chain(invited).collect();
        let taken = || ClassError::Request(message!("class-error-taken", name = name.clone()));
        if teams.contains(key.as_str()) {
            return Err(taken());
        }
        let team = match team {
            Some(team) => team,
            None => self.free_team(&key, &teams).await?,
        };
        let account = Account { name: name.clone(), role, team, password, since: now() };
        if self.records.add(&key, &account).await? { Ok(key) } else { Err(taken()) }
    }

    /// Takes somebody out of the class, with everything by which they come in.
    pub(crate) async fn remove(&self, site: &Site, key: &str) -> Result<Account> {
        let _turn = self.door.lock().await;
        let account = self.account(key).await?;
        let teachers = self.accounts().await?.iter().filter(|(_, one)| one.role == Role::Teacher).count();
        if account.role == Role::Teacher && teachers == 1 {
            return Err(ClassError::Request(message!("class-error-last-teacher")));
        }
        self.records.remove::<Account>(key).await?;
        self.ask_again();
        self.end_ways_in(key, true).await?;
        if !self.accounts().await?.iter().any(|(_, other)| other.team == account.team) {
            self.dissolve(site, &account.team).await?;
        }
        Ok(account)
    }

    /// Somebody may not do any more what they could.
    fn ask_again(&self) {
        self.standings.send_modify(|changes| *changes += 1);
    }

    pub(crate) async fn account(&self, key: &str) -> Result<Account> {
        let account = self.records.get::<Account>(key).await?;
        account.ok_or_else(|| ClassError::Missing(message!("class-error-nobody", name = key.to_owned())))
    }

    /// Writes down what somebody did.
    pub(crate) async fn note(&self, standing: &Standing, what: &str, about: &str) -> Result<()> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let deed = Deed {
            when: since.as_secs(),
            who: standing.account().map(str::to_owned),
            what: what.to_owned(),
            about: about.to_owned(),
            from: standing.address.to_string(),
        };
        // Within a second as well.
        let age = format!("{}-{:09}", age_of(deed.when), 999_999_999 - since.subsec_nanos());
        self.records.add(&format!("{age}-{}", secrets::drawn()?), &deed).await?;
        Ok(())
    }

    /// Writes down that somebody could not sign in, as long as there are not too many.
    pub(crate) async fn note_refusal(&self, standing: &Standing, name: &str, is_known: bool) -> Result<()> {
        let whose = if is_known { name } else { "" };
        if self.refusals.count(&Client::anywhere(whose)).is_err() {
            return Ok(());
        }
        self.note(standing, "sign-in-refused", name).await
    }

    /// What was done last, the latest first.
    pub(crate) async fn deeds(&self, most: usize) -> Result<Vec<Deed>> {
        Ok(self.records.all::<Deed>(most).await?.into_iter().map(|(_, deed)| deed).collect())
    }

    /// One more match that somebody begins.
    pub(crate) fn count_match(&self, person: &str) -> std::result::Result<(), Message> {
        self.matches.count(&Client::anywhere(person)).map_err(|enough| enough.of("uploads"))
    }

    /// One more link, token or copy of the data of somebody who has an account.
    pub(crate) fn count_taken(&self, person: &str, what: &str) -> std::result::Result<(), Message> {
        self.taken.count(&Client::anywhere(&format!("{what} {person}"))).map_err(|enough| enough.of("uploads"))
    }

    /// One more who comes by a link; refused where there were too many of this browser or this address. A whole class may come by
    /// one link at the same moment, and nobody guesses it.
    pub(crate) fn count_knock(&self, client: &Client) -> std::result::Result<(), Message> {
        self.tries.count(client).map_err(|enough| enough.of("sign-ins"))
    }

    /// One more try to come in by a password; refused where there were too many, of this browser, this address or for this person.
    pub(crate) fn count_try(&self, client: &Client, person: &str) -> std::result::Result<(), Message> {
        let enough = |enough: crate::quota::Enough| enough.of("sign-ins");
        self.count_knock(client)?;
        self.tries_of_person.count(&Client::anywhere(person)).map_err(enough)
    }
}

/// The share of one person, whatever everybody else does: those who are counted wherever they are share no address.
fn of_one(share: Share) -> Share {
    Share { address: usize::MAX, ..share }
}

/// The short form of a name, for addresses and folders: letters, digits and hyphens.
pub(crate) fn short(name: &str) -> Option<String> {
    let letters = name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' });
    let words: String = letters.flat_map(char::to_lowercase).collect();
    let short = words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    Some(short).filter(|short| !short.is_empty() && short.len() <= 2 * LONGEST_NAME && short != RESERVED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_of_names_are_safe_in_addresses_and_folders() {
        assert_eq!(short("Ada  Lovelace").as_deref(), Some("ada-lovelace"));
        assert_eq!(short("Noah's Ark").as_deref(), Some("noah-s-ark"));
        assert_eq!(short("../../etc").as_deref(), Some("etc"));
        for none in ["", "..", "/", "joute-log", "\u{202e}"] {
            assert_eq!(short(none), None, "{none}");
        }
    }
}
