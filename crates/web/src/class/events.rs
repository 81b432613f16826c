//! The ladder, the cups and the matches of a class: files in its folder, played by the same means as any tournament's.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use joute_catalog::{find_game, player_of_level, within_level_memory};
use joute_messages::{Localize, Message, message};
use joute_tournament::format::{LADDER as LADDER_FORMAT, MATCH as MATCH_FORMAT, find_format, is_ladder};
use serde::{Deserialize, Serialize};
use tokio::sync::MutexGuard;

use super::account::Settings;
use super::carried_out::apart;
use super::records::Record;
use super::room::there_or_not;
use super::submissions::{Submission, WATCHED, blocking};
use super::{Class, ClassError, Result};
use crate::server::Site;
use crate::tournaments::organiser::{ListedPlayer, NotPlayed, Players, TournamentFile};
use crate::tournaments::{Tournament, Tournaments, View, is_ended};

/// The file of the first ladder, and the folders of cups and matches.
const LADDER: &str = "ladder.toml";
pub(super) const CUPS: &str = "cups";
pub(super) const MATCHES: &str = "matches";
/// The most cups, and the most matches, that a class keeps.
pub(super) const MOST: usize = 500;

/// Whether a tournament of the class goes on when the server is started. Kept by the file, as seen from the folder.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Course {
    pub(crate) is_paused: bool,
    /// Its number in the store, where that has others as well.
    #[serde(default)]
    pub(crate) event: Option<i64>,
    /// Whose match it is.
    #[serde(default)]
    pub(crate) team: Option<String>,
    /// When it was begun, in microseconds since 1970: many are begun within a second.
    #[serde(default)]
    pub(crate) since: u64,
}

impl Course {
    /// Of something that is begun now.
    pub(super) fn new(team: Option<&str>) -> Course {
        Course { is_paused: false, event: None, team: team.map(str::to_owned), since: moment() }
    }
}

impl Record for Course {
    const KIND: &'static str = "tournament";
}

/// A cup as a teacher wishes it.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
pub(crate) struct CupRequest {
    /// What it is called; without, `Cup`.
    #[serde(default)]
    pub(crate) name: String,
    /// The format by name, such as `swiss`.
    pub(crate) format: String,
    /// Games of a match: an even number.
    #[schema(minimum = 2, maximum = 40)]
    pub(crate) games: u32,
}

impl Class {
    pub(super) fn path(&self, file: &str) -> PathBuf {
        self.submissions.folder.join(file)
    }

    /// Whether there is a ladder that nobody has ended.
    pub(crate) fn has_ladder(&self) -> bool {
        ladders(&self.submissions.folder).iter().any(|file| !is_ended(&self.path(file).with_extension("")))
    }

    /// Begins the ladder of the class.
    pub(crate) async fn begin_ladder(&self, site: &Arc<Site>) -> Result<Arc<Tournament>> {
        let _ready = self.preparing.lock().await;
        let turn = self.steering.lock().await;
        if self.has_ladder() {
            return Err(request(message!("class-error-begun")));
        }
        let (settings, name) = (self.settings(), self.free_name(site, "Ladder").await?);
        let text = file_text(&settings, &name, LADDER_FORMAT, 2, Players::Folder(WATCHED.to_owned()))?;
        let file = ladder(ladders(&self.submissions.folder).len());
        self.begin(site, file, text, (None, turn)).await
    }

    /// Begins a cup of everybody who plays at the moment.
    pub(crate) async fn begin_cup(&self, site: &Arc<Site>, wish: &CupRequest) -> Result<Arc<Tournament>> {
        let format = find_format(&wish.format).map_err(|_| request(message!("error-format-of-list")))?;
        if !format.is_offered || !(2..=40).contains(&wish.games) || !wish.games.is_multiple_of(2) {
            return Err(request(message!("error-even-games")));
        }
        let _ready = self.preparing.lock().await;
        // Nothing of whoever leaves meanwhile is deleted before it is known what is played.
        let turn = self.steering.lock().await;
        let players = self.submissions.active().await?;
        if players.len() < 2 {
            return Err(request(message!("class-error-two-players")));
        }
        let name: String = joute_messages::visible_line(wish.name.trim()).chars().take(60).collect();
        let name = self.free_name(site, if name.is_empty() { "Cup" } else { &name }).await?;
        let players = Players::Listed(players.iter().map(entry).collect());
        let text = file_text(&self.settings(), &name, format.name, wish.games, players)?;
        let file = self.free_file(CUPS)?;
        self.begin(site, file, text, (None, turn)).await
    }

    /// Begins a match of a version against another player: one of the class, or one of a level.
    pub(crate) async fn begin_match(
        &self,
        site: &Arc<Site>,
        own: &Submission,
        opponent: &str,
    ) -> Result<Arc<Tournament>> {
        let _ready = self.preparing.lock().await;
        check_matches(site)?;
        let turn = self.steering.lock().await;
        let own = &self.submissions.get(&own.team, &own.file, own.number).await?;
        let settings = self.settings();
        let other = match opponent.strip_prefix("level-").and_then(|level| level.parse::<u8>().ok()) {
            Some(level @ 1..=7) => {
                let locator = within_level_memory(&settings.game, player_of_level(&settings.game, level));
                ListedPlayer { name: format!("Level {level}"), player: locator.to_string() }
            }
            _ => {
                let active = self.submissions.active().await?;
                let is_meant =
                    |one: &&Submission| format!("{}/{}", one.team, one.file) == opponent && one.hash != own.hash;
                entry(active.iter().find(is_meant).ok_or_else(|| request(message!("class-error-opponent")))?)
            }
        };
        let name = format!("{}/{} {}", own.team, own.file, own.number);
        self.make_room_for_match(site, &own.team).await?;
        let file = self.free_file(MATCHES)?;
        let name = self.free_name(site, &format!("{name} – {opponent}")).await?;
        let players = Players::Listed(vec![entry(own), other]);
        let text = file_text(&settings, &name, MATCH_FORMAT, 2, players)?;
        self.begin(site, file, text, (Some(&own.team), turn)).await
    }

    /// A name that no other tournament has: where several are kept in one store they are told apart by it, also by what is not shown any
    /// more.
    async fn free_name(&self, site: &Site, name: &str) -> Result<String> {
        let shown = site.tournaments.all();
        let mut taken: HashSet<String> = shown.iter().map(|one| one.view().account.summary.name.clone()).collect();
        if let Some(store) = self.shared.clone() {
            let kept = blocking(move || store.events().map_err(io::Error::other)).await?;
            taken.extend(kept.into_iter().map(|known| known.event.name));
        }
        let mut names = std::iter::once(name.to_owned()).chain((2..).map(|number| format!("{name} {number}")));
        Ok(names.find(|name| !taken.contains(name)).unwrap_or_default())
    }

    fn free_file(&self, folder: &str) -> Result<String> {
        let free = (1..=MOST).map(|number| format!("{folder}/{number}.toml")).find(|file| !self.path(file).exists());
        free.ok_or_else(|| request(message!("new-tournament-full")))
    }

    /// Writes the file while it is this tournament's turn, and has it played and shown.
    async fn begin(
        &self,
        site: &Arc<Site>,
        file: String,
        text: String,
        (team, turn): (Option<&str>, MutexGuard<'_, ()>),
    ) -> Result<Arc<Tournament>> {
        let path = self.path(&file);
        if path.exists() {
            return Err(request(message!("class-error-begun")));
        }
        // Whatever happens from here on, the next start knows of it.
        self.records.put(&file, &Course::new(team)).await?;
        let of_file = path.clone();
        let written = blocking(move || {
            of_file.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(of_file, text)
        })
        .await;
        // Nothing of what the file names is deleted any more: others go on while it is made ready.
        drop(turn);
        let (site, of_file) = (Arc::clone(site), path.clone());
        let begun = match written {
            Ok(()) => apart(move || played(&site, &of_file)).await.unwrap_or_else(|error| Err(NotPlayed::Disk(error))),
            Err(error) => Err(NotPlayed::Disk(io::Error::other(error.to_string()))),
        };
        let _turn = self.steering.lock().await;
        let tournament = match begun {
            Ok(tournament) => tournament,
            Err(why) => {
                // What cannot be played must not be tried again at every start.
                blocking(move || there_or_not(fs::remove_file(path))).await?;
                self.records.remove::<Course>(&file).await?;
                return Err(request(message!("class-error-not-begun", why = why.message())));
            }
        };
        if self.shared.is_some() {
            let number = tournament.event().0;
            self.records.change(&file, |course: &mut Course| course.event = Some(number)).await?;
        }
        Ok(tournament)
    }

    /// Notes whether a tournament of the class goes on by itself.
    pub(crate) async fn note_course(&self, tournament: &Tournament, is_paused: bool) -> Result<()> {
        let file =
            tournament.file().and_then(|path| path.strip_prefix(&self.submissions.folder).ok().map(Path::to_owned));
        match file {
            Some(file) => {
                let note = |course: &mut Course| course.is_paused = is_paused;
                self.records.change(&file.to_string_lossy(), note).await?;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

/// Refuses another match where as much is played as may be.
pub(crate) fn check_matches(site: &Site) -> Result<()> {
    let running = site.tournaments.all().iter().filter(|tournament| tournament.is_running()).count();
    if running < site.limits.matches { Ok(()) } else { Err(ClassError::Enough(message!("class-error-busy"))) }
}

/// The files of all ladders that were begun, one after the other.
pub(super) fn ladders(folder: &Path) -> Vec<String> {
    (0..).map(ladder).take_while(|file| folder.join(file).exists()).collect()
}

/// The ladder that is played, or the last that was.
pub(crate) fn latest_ladder(tournaments: &Tournaments) -> Option<(Arc<Tournament>, View)> {
    let all = tournaments.all().into_iter().map(|one| (Arc::clone(&one), one.view()));
    all.filter(|(_, view)| is_ladder(&view.account.summary.format)).max_by_key(|(one, view)| {
        let name = one.file().and_then(|file| file.file_stem()?.to_str());
        let number = name.and_then(|name| name.rsplit_once('-')?.1.parse::<usize>().ok());
        (!view.is_over(), number)
    })
}

/// Whether the results of a ladder are called so.
pub(super) fn is_of_ladder(name: &OsStr) -> bool {
    let first = LADDER.trim_end_matches(".toml");
    let rest = name.to_str().and_then(|name| name.strip_prefix(first));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// The file of a ladder that was begun after so many others.
fn ladder(before: usize) -> String {
    if before == 0 { LADDER.to_owned() } else { format!("ladder-{}.toml", before + 1) }
}

fn moment() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
}

fn request(why: Message) -> ClassError {
    ClassError::Request(why)
}

/// The file of a tournament of the class.
fn file_text(settings: &Settings, name: &str, format: &str, games: u32, players: Players) -> Result<String> {
    find_game(&settings.game).ok_or_else(|| request(message!("error-game-and-board")))?;
    let (game, setup) = (&settings.game, &settings.setup);
    let (seed, rules) = (Some(1), Some(settings.rules()));
    TournamentFile { name, format, game, setup, games, jobs: 1, seed, rules, players }.text().map_err(request)
}

/// A version as a file of a tournament names it.
fn entry(one: &Submission) -> ListedPlayer {
    ListedPlayer { name: format!("{}/{}", one.team, one.file), player: locator_of(&one.path()) }
}

/// A path of the class's folder as files of tournaments have it, which lie one folder deep.
pub(super) fn locator_of(path: &Path) -> String {
    Path::new("..").join(path).to_string_lossy().into_owned()
}

/// Has a tournament of a file played, and shows it.
pub(super) fn played(site: &Site, path: &Path) -> std::result::Result<Arc<Tournament>, NotPlayed> {
    let organiser = site.organiser.as_ref().ok_or(NotPlayed::NotHere)?;
    site.tournaments.show(organiser.prepared(path)?).map_err(NotPlayed::Refused)
}
