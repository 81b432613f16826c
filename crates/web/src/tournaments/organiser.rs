//! Tournaments that visitors begin: built-in players only, one at a time, each a file in the server's folder, so that they go
//! on after a restart like any other.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use joute_catalog::{find_game, player_of_level, within_level_memory};
use joute_messages::{Language, Localize, Message, localized_error, message};
use joute_tournament::format::find_format;
use serde::Serialize;

use super::{ShownTournament, Tournament, Tournaments};
use crate::failure::no_such_game_message;

/// Makes a tournament of a file ready to be played, or says why it cannot be.
pub type Prepare = Box<dyn Fn(&Path) -> Result<ShownTournament, String> + Send + Sync>;

/// The levels that may take part: the last one thinks for so long that nobody else would get a turn.
pub(crate) const OFFERED: RangeInclusive<u8> = 1..=7;

/// The most that visitors may leave in a folder.
const MOST: usize = 200;

/// The longest name.
const LONGEST: usize = 60;

/// A tournament as a visitor wishes it.
#[derive(Debug, Clone)]
pub(crate) struct TournamentRequest {
    pub(crate) name: String,
    pub(crate) game: String,
    pub(crate) setup: String,
    pub(crate) format: String,
    /// Levels of the players.
    pub(crate) levels: Vec<u8>,
    pub(crate) games: u32,
    /// The language of the form, whose words name the players.
    pub(crate) language: Language,
}

/// Why a tournament was not begun.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The wish makes no sense.
    Request(Message),
    /// Another one is being played.
    Busy,
    /// There are too many already.
    Full,
    /// It could not be made.
    Failed(String),
}

/// Why the tournament of a file is not played.
#[derive(Debug)]
pub(crate) enum NotPlayed {
    /// Nobody plays tournaments here.
    NotHere,
    /// The file or its folder cannot be written.
    Disk(std::io::Error),
    /// The program that plays tournaments refuses the file, with these words.
    Refused(String),
}

impl Localize for NotPlayed {
    fn message(&self) -> Message {
        match self {
            NotPlayed::NotHere => message!("error-no-tournaments"),
            NotPlayed::Disk(error) => message!("error-internal", why = error.to_string()),
            NotPlayed::Refused(why) => message!("error-tournament-refused", why = why.clone()),
        }
    }
}

localized_error!(NotPlayed);

/// A file of a tournament, as it is written.
#[derive(Debug, Serialize)]
pub(crate) struct TournamentFile<'a> {
    pub(crate) name: &'a str,
    pub(crate) format: &'a str,
    pub(crate) game: &'a str,
    pub(crate) setup: &'a str,
    pub(crate) games: u32,
    /// Games at a time: one is what the server has memory for.
    pub(crate) jobs: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rules: Option<String>,
    pub(crate) players: Players,
}

/// Who plays: a folder, or players one by one.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Players {
    Folder(String),
    Listed(Vec<ListedPlayer>),
}

/// A player under its name.
#[derive(Debug, Serialize)]
pub(crate) struct ListedPlayer {
    pub(crate) name: String,
    pub(crate) player: String,
}

impl TournamentFile<'_> {
    pub(crate) fn text(&self) -> Result<String, Message> {
        toml::to_string(self).map_err(|error| message!("error-internal", why = error.to_string()))
    }
}

pub(crate) struct Organiser {
    folder: PathBuf,
    prepare: Prepare,
    /// Two who ask at once must not both begin one.
    turn: Mutex<()>,
}

impl Organiser {
    /// Keeps its files in a folder, which is made when there is something to keep.
    pub(crate) fn new(folder: PathBuf, prepare: Prepare) -> Organiser {
        Organiser { folder, prepare, turn: Mutex::new(()) }
    }

    /// The tournaments of the folder, in the order in which they were begun; those that are over are only shown.
    pub(crate) fn known(&self) -> Vec<ShownTournament> {
        let shown = self.numbers().into_iter().map(|number| {
            let results = self.folder.join(number.to_string());
            let is_over = Tournament::open(&results, None, false).is_ok_and(|tournament| tournament.is_over());
            let file = self.file(number);
            if is_over {
                Ok(ShownTournament { folder: results, store: None, event: None, run: None, file: None, halt: None })
            } else {
                (self.prepare)(&file)
            }
        });
        let log_error = |shown: Result<ShownTournament, String>| {
            shown.map_err(|error| crate::server::log_error(&format!("a tournament cannot go on: {error}"))).ok()
        };
        shown.filter_map(log_error).collect()
    }

    /// A tournament of a file, ready to be played.
    pub(crate) fn prepared(&self, file: &Path) -> Result<ShownTournament, NotPlayed> {
        (self.prepare)(file).map_err(NotPlayed::Refused)
    }

    /// Begins a tournament.
    pub(crate) fn begin(
        &self,
        wish: &TournamentRequest,
        tournaments: &Tournaments,
    ) -> Result<Arc<Tournament>, Refusal> {
        let text = text(wish).map_err(Refusal::Request)?;
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if tournaments.all().iter().any(|tournament| tournament.is_running()) {
            return Err(Refusal::Busy);
        }
        let numbers = self.numbers();
        if numbers.len() >= MOST {
            return Err(Refusal::Full);
        }
        let file = self.file(numbers.last().map_or(1, |last| last + 1));
        let written = std::fs::create_dir_all(&self.folder).and_then(|()| std::fs::write(&file, text));
        written.map_err(|error| Refusal::Failed(error.to_string()))?;
        let shown = (self.prepare)(&file).and_then(|shown| tournaments.show(shown));
        shown.map_err(|error| {
            // What cannot be played must not be tried again at every start.
            let _ = std::fs::remove_file(&file);
            Refusal::Failed(error)
        })
    }

    fn file(&self, number: u32) -> PathBuf {
        self.folder.join(format!("{number}.toml"))
    }

    /// The numbers of its files, smallest first.
    fn numbers(&self) -> Vec<u32> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut numbers: Vec<u32> = names.filter_map(|name| name.strip_suffix(".toml")?.parse().ok()).collect();
        numbers.sort_unstable();
        numbers
    }
}

/// The file of a tournament. What it holds comes from lists, but for the name.
fn text(wish: &TournamentRequest) -> Result<String, Message> {
    let game = find_game(&wish.game).ok_or_else(|| no_such_game_message(&wish.game))?;
    let format = find_format(&wish.format).map_err(|_| message!("error-format-of-list"))?;
    if !(2..=40).contains(&wish.games) || !wish.games.is_multiple_of(2) {
        return Err(message!("error-even-games"));
    }
    if wish.levels.len() < 2 || wish.levels.iter().any(|level| !OFFERED.contains(level)) {
        return Err(message!("error-two-players"));
    }
    let name: String = wish.name.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST).collect();
    let name = if name.is_empty() { game.info.title(Language::EN).to_owned() } else { name };
    let player = |level: &u8| {
        let locator = player_of_level(game.info.name, *level);
        let player = within_level_memory(game.info.name, locator);
        let name = message!("label-level", number = *level).text(wish.language);
        ListedPlayer { name, player: player.to_string() }
    };
    let file = TournamentFile {
        name: &name,
        format: format.name,
        game: game.info.name,
        setup: &wish.setup,
        games: wish.games,
        jobs: 1,
        seed: None,
        rules: None,
        players: Players::Listed(wish.levels.iter().map(player).collect()),
    };
    file.text()
}
