//! What teams hand in: every version is kept, checked in its turn in the sandbox, and let into the ladder's folder if it may.
//!
//! ```text
//! upload ──► versions/TEAM/FILE/000001/FILE ──► queue, teams take turns ──► check ──► submissions/TEAM/FILE, which a ladder watches
//! ```

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

pub(crate) use joute_arena::check::Found as Finding;
use joute_arena::check::{CheckTerms, Outcome, State as StepState, StepName};
use joute_messages::{Language, Message, message};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::access::Member;
use super::account::{Account, Settings};
use super::checking::{Checking, ToCheck};
use super::languages::language_of;
use super::lists::{Changes, List, Lists};
use super::records::{Record, Records};
use super::room::there_or_not;
use super::secrets::{hash_of_bytes, now};
use super::{ClassError, Result};
use crate::client::Client;
use crate::limits::Share;
use crate::pool::Pool;
use crate::quota::Quota;

/// The folder that a ladder watches, and the one that keeps every version.
pub(crate) const WATCHED: &str = "submissions";
pub(super) const VERSIONS: &str = "versions";
/// The longest name of a file.
const LONGEST: usize = 48;
/// The most versions that a team may have, and the most that it may have waiting.
const MOST_VERSIONS: usize = 200;
const MOST_WAITING: usize = 4;
/// How many more it may have for a moment, while nothing can be deleted.
const SPARE: usize = 20;
/// Games against each opponent in a check.
const GAMES: u32 = 2;

/// How far a version has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    /// It waits for its turn, or is being looked at.
    Waiting,
    /// It may take part.
    Accepted,
    /// It may not.
    Refused,
}

/// A version of a player. Kept by `TEAM/FILE/NUMBER`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Submission {
    pub(crate) team: String,
    /// The name of the file, which is that of the player.
    pub(crate) file: String,
    pub(crate) number: u32,
    /// Whose account it came from.
    pub(crate) by: String,
    pub(crate) when: u64,
    pub(crate) bytes: usize,
    /// The hash of the contents.
    pub(crate) hash: String,
    pub(crate) state: State,
    /// Whether this version plays.
    pub(crate) is_active: bool,
    /// Whether it plays only when somebody says so: it was handed in to be checked alone, or somebody has chosen what plays while it
    /// waited.
    #[serde(default)]
    pub(crate) is_trial: bool,
    /// What the check found.
    #[serde(default)]
    pub(crate) findings: Vec<Finding>,
    #[serde(default)]
    pub(crate) steps: Vec<(StepName, StepState, Message)>,
}

/// What somebody says about a file that they hand in.
#[derive(Debug, Clone, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HandIn {
    /// Letters, digits, `.`, `_` and `-`, with an ending that players have.
    #[serde(default)]
    pub(crate) file: String,
    /// Whether it is only to be checked: it plays when somebody says so.
    #[serde(default)]
    pub(crate) trial: bool,
}

impl Record for Submission {
    const KIND: &'static str = "submission";
}

impl Submission {
    pub(crate) fn key(&self) -> String {
        format!("{}/{}/{:06}", self.team, self.file, self.number)
    }

    /// The version that plays, of those of one player, the latest first; where it was taken out, the latest that may.
    pub(crate) fn playing(versions: &[Submission]) -> Option<&Submission> {
        let accepted = || versions.iter().filter(|one| one.state == State::Accepted);
        accepted().find(|one| one.is_active).or_else(|| accepted().next())
    }

    /// Where it is, as seen from the folder of the class.
    pub(crate) fn path(&self) -> PathBuf {
        [VERSIONS, &self.team, &self.file, &format!("{:06}", self.number), &self.file].iter().collect()
    }
}

/// All that teams hand in.
pub(crate) struct Submissions {
    pub(crate) folder: PathBuf,
    records: Records,
    checking: Checking,
    checks: Pool,
    /// Versions of each team that wait.
    waiting: Quota,
    /// What is being looked at, by key.
    steps: Mutex<HashMap<String, StepName>>,
    /// Numbers are given one after the other.
    turn: tokio::sync::Mutex<()>,
    /// What of it has changed.
    changes: Changes,
    /// The versions that play, with the change that they are of.
    playing: tokio::sync::Mutex<(u64, Option<Arc<Vec<Submission>>>)>,
    /// What those see who look at it.
    lists: Lists,
    /// Whoever tells those who look, one after the other: a class of open pages hears of the same change at the same moment, and whoever
    /// opens a page waits for one of them and not for all.
    pub(crate) telling: tokio::sync::Semaphore,
}

impl Submissions {
    pub(super) fn open(folder: PathBuf, records: Records, checking: Checking) -> io::Result<Submissions> {
        fs::create_dir_all(folder.join(WATCHED))?;
        let share = Share { visitor: MOST_WAITING, address: usize::MAX };
        Ok(Submissions {
            folder,
            records,
            checks: Pool::new("checks", checking.threads(), share)?,
            checking,
            waiting: Quota::new(share),
            steps: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
            changes: Changes::default(),
            playing: tokio::sync::Mutex::default(),
            lists: Lists::default(),
            telling: tokio::sync::Semaphore::new(1),
        })
    }

    /// Hears of every change from now on.
    pub(crate) fn listen(&self) -> watch::Receiver<u64> {
        self.changes.listen()
    }

    /// What is being done with a version.
    pub(crate) fn step_of(&self, key: &str) -> Option<StepName> {
        self.steps.lock().unwrap_or_else(PoisonError::into_inner).get(key).copied()
    }

    /// Everything, or what a team has, the latest version of each player first.
    pub(crate) async fn of_team(&self, team: Option<&str>) -> Result<Vec<Submission>> {
        let prefix = team.map_or_else(String::new, |team| format!("{team}/"));
        let all = self.records.with_prefix::<Submission>(&prefix, usize::MAX).await?;
        let mut own: Vec<Submission> = all.into_iter().map(|(_, one)| one).collect();
        own.sort_by(|a, b| (&a.team, &a.file, b.number).cmp(&(&b.team, &b.file, a.number)));
        Ok(own)
    }

    /// The versions that play.
    pub(crate) async fn active(&self) -> Result<Vec<Submission>> {
        Ok(self.of_team(None).await?.into_iter().filter(|one| one.is_active).collect())
    }

    /// The same without what checks have found, read once after each change of it.
    pub(crate) async fn opponents(&self) -> Result<Arc<Vec<Submission>>> {
        let mut playing = self.playing.lock().await;
        let change = self.changes.of_playing();
        if let (of, Some(known)) = &*playing
            && *of == change
        {
            return Ok(Arc::clone(known));
        }
        let bare = |one| Submission { findings: Vec::new(), steps: Vec::new(), ..one };
        let all = Arc::new(self.active().await?.into_iter().map(bare).collect());
        *playing = (change, Some(Arc::clone(&all)));
        Ok(all)
    }

    /// The list of a team's players, or of all, made once for everybody who reads it; with the number of the change that it is of.
    pub(crate) async fn list<E>(
        &self,
        (team, language): (Option<&str>, Language),
        make: impl Future<Output = std::result::Result<List, E>>,
    ) -> std::result::Result<(u64, Arc<List>), E> {
        self.lists.of((team.map(str::to_owned), language), || self.changes.of_list(team), make).await
    }

    pub(crate) async fn get(&self, team: &str, file: &str, number: u32) -> Result<Submission> {
        let found = self.records.get(&format!("{team}/{file}/{number:06}")).await?;
        found.ok_or_else(|| ClassError::Missing(message!("class-error-no-version")))
    }

    /// What was handed in.
    pub(crate) async fn contents(&self, one: &Submission) -> Result<Vec<u8>> {
        let path = self.folder.join(one.path());
        blocking(move || fs::read(path)).await
    }

    /// Takes a file, and has it checked when its team's turn comes.
    pub(crate) async fn hand_in(
        self: &Arc<Self>,
        member: &Member,
        wish: &HandIn,
        contents: Vec<u8>,
        settings: Arc<Settings>,
    ) -> Result<Submission> {
        let file = taken_name(&wish.file, &settings)?;
        if contents.is_empty() {
            return Err(ClassError::Request(message!("class-error-empty-file")));
        }
        let team = member.account.team.clone();
        let ticket =
            self.waiting.take(&Client::anywhere(&team)).map_err(|enough| ClassError::Enough(enough.of("checks")))?;
        let turn = self.turn.lock().await;
        // A file may take long to come: whoever sends it may have been removed meanwhile.
        let account = self.records.get::<Account>(&member.key).await?;
        if account.is_none_or(|now| (now.team, now.since) != (team.clone(), member.account.since)) {
            return Err(ClassError::Stranger);
        }
        let own = self.of_team(Some(&team)).await?;
        if own.len() >= MOST_VERSIONS + SPARE {
            return Err(ClassError::Request(message!("class-error-many-versions", most = MOST_VERSIONS)));
        }
        let number = own.iter().filter(|one| one.file == file).map(|one| one.number).max().unwrap_or(0) + 1;
        let submission = Submission {
            team,
            file,
            number,
            by: member.key.clone(),
            when: now(),
            bytes: contents.len(),
            hash: hash_of_bytes(&contents),
            state: State::Waiting,
            is_active: false,
            is_trial: wish.trial,
            findings: Vec::new(),
            steps: Vec::new(),
        };
        let path = self.folder.join(submission.path());
        blocking(move || write_whole(&path, &contents)).await?;
        self.records.add(&submission.key(), &submission).await?;
        drop(turn);
        self.queue(submission.clone(), settings, ticket);
        self.changes.tell(&submission.team);
        Ok(submission)
    }

    /// Goes on with what waited when the server was stopped.
    pub(crate) async fn resume(self: &Arc<Self>, settings: &Arc<Settings>) -> Result<()> {
        let mut waiting = self.of_team(None).await?;
        waiting.retain(|one| one.state == State::Waiting);
        // In the order in which they were handed in.
        waiting.sort_by_key(|one| (one.when, one.number));
        for one in waiting {
            let share = Share { visitor: usize::MAX, address: usize::MAX };
            if let Ok(ticket) = self.waiting.take_of(&Client::anywhere(&one.team), share) {
                self.queue(one, Arc::clone(settings), ticket);
            }
        }
        Ok(())
    }

    /// Waits for the team's turn, looks, and says what came of it.
    fn queue(self: &Arc<Self>, one: Submission, settings: Arc<Settings>, ticket: crate::quota::Ticket) {
        let this = Arc::clone(self);
        tokio::spawn(async move {
            let (looker, looked_at) = (Arc::clone(&this), one.clone());
            let work = move || looker.look(&looked_at, &settings);
            let report = this.checks.wait_for(&Client::anywhere(&one.team), work).await;
            drop(ticket);
            if let Err(error) = this.settle(&one, report).await {
                crate::server::log_error(&format!("the submission {}: {error}", one.key()));
            }
            this.steps.lock().unwrap_or_else(PoisonError::into_inner).remove(&one.key());
            this.changes.tell(&one.team);
        });
    }

    /// The whole check, on a thread of its own.
    fn look(&self, one: &Submission, settings: &Settings) -> Outcome {
        let (path, key) = (one.path(), one.key());
        let mut hear = |step: StepName| {
            self.steps.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone(), step);
            self.changes.tell(&one.team);
        };
        let terms = CheckTerms {
            game: settings.game.clone(),
            setup: settings.setup.clone(),
            rules: settings.rules(),
            games: GAMES,
        };
        let locator = path.to_string_lossy();
        let file = ToCheck { key: &key, locator: &locator, path: &self.folder.join(&path), terms };
        self.checking.check(&file, &mut hear)
    }

    async fn settle(&self, one: &Submission, outcome: Option<Outcome>) -> Result<()> {
        // A server that stops looks again when it is started.
        let Some(outcome) = outcome.filter(|outcome| !outcome.interrupted) else { return Ok(()) };
        let _turn = self.turn.lock().await;
        // Whoever was removed meanwhile has nothing that plays.
        let Some(kept) = self.records.get::<Submission>(&one.key()).await? else { return Ok(()) };
        let state = if outcome.passed { State::Accepted } else { State::Refused };
        let plays = outcome.passed && !kept.is_trial && !self.has_newer(&kept).await?;
        if plays {
            self.put_in_place(&kept).await?;
        }
        // Whoever sees that it was accepted sees that it plays.
        let change = |kept: &mut Submission| {
            kept.state = state;
            kept.is_active = plays;
            kept.findings.clone_from(&outcome.findings);
            kept.steps.clone_from(&outcome.steps);
        };
        self.records.change(&one.key(), change).await?;
        if plays { self.mark(&one.team, &one.file, Some(one.number)).await } else { Ok(()) }
    }

    /// Whether a newer version was accepted that was to play: checks may end in another order than they were begun in.
    async fn has_newer(&self, one: &Submission) -> Result<bool> {
        let is_newer = |other: &Submission| {
            other.file == one.file && other.number > one.number && other.state == State::Accepted && !other.is_trial
        };
        Ok(self.of_team(Some(&one.team)).await?.iter().any(is_newer))
    }

    /// Has a version play, in place of the one that did.
    pub(crate) async fn activate(&self, team: &str, file: &str, number: u32) -> Result<()> {
        let _turn = self.turn.lock().await;
        let chosen = self.get(team, file, number).await?;
        if chosen.state != State::Accepted {
            return Err(ClassError::Request(message!("class-error-not-accepted")));
        }
        self.put_in_place(&chosen).await?;
        self.choose(team, file, Some(number)).await
    }

    /// Somebody has said what plays: versions that still wait take its place only when somebody says so again.
    async fn choose(&self, team: &str, file: &str, number: Option<u32>) -> Result<()> {
        for one in self.of_team(Some(team)).await? {
            if one.file == file && one.state == State::Waiting && !one.is_trial {
                self.records.change(&one.key(), |kept: &mut Submission| kept.is_trial = true).await?;
            }
        }
        self.mark(team, file, number).await
    }

    /// Puts a version where the ladder looks.
    async fn put_in_place(&self, chosen: &Submission) -> Result<()> {
        let to = self.folder.join(WATCHED).join(&chosen.team).join(&chosen.file);
        let from = self.folder.join(chosen.path());
        blocking(move || {
            let contents = fs::read(from)?;
            write_whole(&to, &contents)
        })
        .await
    }

    /// Takes a player out; its versions stay.
    pub(crate) async fn withdraw(&self, team: &str, file: &str) -> Result<()> {
        let _turn = self.turn.lock().await;
        if !self.of_team(Some(team)).await?.iter().any(|one| one.file == file) {
            return Err(ClassError::Missing(message!("class-error-no-version")));
        }
        let path = self.folder.join(WATCHED).join(team).join(file);
        blocking(move || there_or_not(fs::remove_file(path))).await?;
        self.choose(team, file, None).await
    }

    async fn mark(&self, team: &str, file: &str, number: Option<u32>) -> Result<()> {
        for one in self.of_team(Some(team)).await?.into_iter().filter(|one| one.file == file) {
            let is_active = Some(one.number) == number;
            if one.is_active != is_active {
                self.records.change(&one.key(), |kept: &mut Submission| kept.is_active = is_active).await?;
            }
        }
        self.changes.tell_playing(team);
        Ok(())
    }

    /// Forgets everything that a team has handed in: none of it plays in what is begun from now on. Files of versions stay.
    pub(crate) async fn forget(&self, team: &str) -> Result<()> {
        let _turn = self.turn.lock().await;
        self.records.remove_where(|one: &Submission| one.team == team).await?;
        let folder = self.folder.join(WATCHED).join(team);
        blocking(move || if folder.is_dir() { fs::remove_dir_all(folder) } else { Ok(()) }).await?;
        self.changes.tell_playing(team);
        Ok(())
    }

    /// Whether a team has as many versions as it may.
    pub(super) async fn is_full(&self, team: &str) -> Result<bool> {
        Ok(self.of_team(Some(team)).await?.len() >= MOST_VERSIONS)
    }

    /// Deletes the oldest versions of a team that nobody needs, until there is room for one more. The latest of each player stays as long as
    /// others can go: its number is never given again.
    pub(super) async fn drop_oldest(&self, team: &str, is_needed: impl Fn(&Path) -> bool) -> Result<()> {
        let _turn = self.turn.lock().await;
        let own = self.of_team(Some(team)).await?;
        // The latest version of each player stands first.
        let is_latest = |at: usize| at == 0 || own[at - 1].file != own[at].file;
        let is_free = |one: &Submission| !one.is_active && one.state != State::Waiting && !is_needed(&one.path());
        let mut free: Vec<(bool, &Submission)> =
            own.iter().enumerate().map(|(at, one)| (is_latest(at), one)).filter(|(_, one)| is_free(one)).collect();
        free.sort_by_key(|(is_latest, one)| (*is_latest, one.when, one.number));
        let many = (own.len() + 1).saturating_sub(MOST_VERSIONS);
        for (_, one) in free.into_iter().take(many) {
            self.records.remove::<Submission>(&one.key()).await?;
            let folder = self.folder.join(one.path()).parent().map(Path::to_owned);
            blocking(move || folder.map_or(Ok(()), |folder| there_or_not(fs::remove_dir_all(folder)))).await?;
        }
        self.changes.tell(team);
        Ok(())
    }

    /// Begins no further check, and breaks off those under way: they are done again at the next start.
    pub(crate) fn close(&self) {
        self.checking.stop.store(true, Ordering::Relaxed);
        joute_arena::bell::ring();
        self.checks.close();
    }
}

/// The name under which a file is kept, where the class takes it.
pub(crate) fn taken_name(file: &str, settings: &Settings) -> Result<String> {
    let endings = || settings.endings().collect::<Vec<_>>().join(", ");
    let bad = || ClassError::Request(message!("class-error-file-name", most = LONGEST, endings = endings()));
    let name = file_name(file).ok_or_else(bad)?;
    if settings.allows(&name) {
        Ok(name)
    } else {
        Err(ClassError::Request(message!("class-error-language", endings = endings())))
    }
}

/// The name under which a file is kept: plain letters, and an ending that players have.
pub(crate) fn file_name(name: &str) -> Option<String> {
    let is_plain = name.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"._-".contains(&letter));
    let (stem, _) = name.rsplit_once('.')?;
    let is_known = language_of(name).is_some();
    let is_good = is_plain && is_known && !name.starts_with(['.', '-']) && !stem.is_empty() && name.len() <= LONGEST;
    is_good.then(|| name.to_owned())
}

/// Writes a file whole or not at all: nobody sees a part of it under its name.
pub(super) fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    let folder = path.parent().ok_or_else(|| io::Error::other("a file has a folder"))?;
    fs::create_dir_all(folder)?;
    let beside = folder.join(format!(".{}.part", path.file_name().unwrap_or_default().to_string_lossy()));
    fs::write(&beside, contents)?;
    fs::rename(beside, path)
}

/// Does something that waits for the disk where nobody else waits.
pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    Ok(done.map_err(io::Error::other)??)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_plain_names_and_endings_that_players_have() {
        for good in ["dove.py", "othello_ada.ml", "A-1.tar.gz", "x.SO"] {
            assert_eq!(file_name(good).as_deref(), Some(good));
        }
        for bad in [
            "",
            "dove",
            ".py",
            "../dove.py",
            "a/b.py",
            "a\\b.py",
            "é.py",
            "a b.py",
            "-rf.py",
            "x.exe",
            "x.py\0",
            "x.toml",
        ] {
            assert_eq!(file_name(bad), None, "{bad}");
        }
        assert_eq!(file_name(&format!("{}.py", "a".repeat(60))), None);
    }
}
