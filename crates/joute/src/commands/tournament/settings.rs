//! What an event is to be, from a file or from the command line: one key, one meaning, one message.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use joute_arena::{NotThere, Sharing};
use joute_catalog::{GAMES, find_game};
use joute_messages::Language;
use joute_players::NamePattern;
use joute_referee::{MatchRules, Order, parse_duration};
use joute_store::{LEASE, StoreLocation};
use joute_tournament::format::{FormatEntry, FormatError, FormatOptions, PairingRule, RankBy, TieRule, find_format};
use joute_tournament::scoring::Scoring;

use super::class_list::Listed;
use crate::failure::{Failure, Result};

/// Everything that is known before any player is looked for.
pub(super) struct Settings {
    pub(super) name: String,
    pub(super) format: &'static FormatEntry,
    pub(super) options: FormatOptions,
    pub(super) game: String,
    pub(super) setup: String,
    pub(super) rules: MatchRules,
    pub(super) scoring: Scoring,
    pub(super) seed: u64,
    pub(super) games: u32,
    pub(super) jobs: usize,
    pub(super) seeding: Seeding,
    pub(super) wanted: Vec<Wanted>,
    pub(super) require: Require,
    /// Who withdrew or was put out.
    pub(super) absent: Vec<Absent>,
    /// The list of the class, and what each file of players was handed in by.
    pub(super) class: Vec<Listed>,
    /// Whether players were found in a folder or an archive.
    pub(super) has_submissions: bool,
    /// Files that everybody was given to begin with.
    pub(super) given: Vec<String>,
    /// Whether copies are looked for; where it is not said, as far as it costs nothing.
    pub(super) copies: Option<bool>,
    /// Whether each student gets a sheet; where it is not said, those of submissions do.
    pub(super) sheets: Option<bool>,
    /// The language of pages and marks.
    pub(super) language: Language,
    /// The language of the spreadsheet, where that is another.
    pub(super) spreadsheet: Option<Language>,
    /// Where paths begin.
    pub(super) folder: PathBuf,
    /// Where games are kept, where that is not the folder of the results.
    pub(super) store: Option<StoreLocation>,
    /// How long whoever schedules for several machines may be silent.
    pub(super) lease: Duration,
    /// How many processors a game needs, where several machines play.
    pub(super) cores: u32,
    /// Whether programs are confined.
    pub(super) is_confined: bool,
    /// Where results go unless told otherwise.
    pub(super) data: PathBuf,
    /// How a place in the file is named in a message: the file and the line of each key.
    pub(super) places: Vec<(String, String)>,
    /// The file, where there is one.
    pub(super) file: Option<PathBuf>,
    /// The folder of submissions of a ladder: it is looked at while the ladder goes on.
    pub(super) watched: Option<PathBuf>,
}

/// How seed numbers are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seeding {
    Listed,
    Drawn,
}

/// A player that was asked for.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    pub(super) name: Option<String>,
    pub(super) locator: String,
    /// The place in the file, or how it was given, for messages.
    pub(super) place: String,
    /// Found in a folder: what cannot play is listed, since nobody wrote its name.
    pub(super) found: bool,
    /// Why it is not even looked at.
    pub(super) refused: Option<String>,
}

/// Somebody of the list who does not play.
#[derive(Debug, Clone)]
pub(super) struct Absent {
    pub(super) name: String,
    pub(super) how: NotThere,
    /// Why; nothing where no reason was given.
    pub(super) reason: String,
}

/// What submissions must obey.
#[derive(Debug, Clone, Default)]
pub(super) struct Require {
    /// A pattern for the name of the file.
    pub(super) file: Option<NamePattern>,
    /// Prints nothing.
    pub(super) silent: bool,
    /// Leaves its argument as it was.
    pub(super) unchanged: bool,
    /// Thinking time for a whole game of trial.
    pub(super) time: Option<Duration>,
}

impl Require {
    pub(super) fn needs_trial(&self) -> bool {
        self.silent || self.unchanged || self.time.is_some()
    }
}

/// The keys with a plain value, in a file and on the command line, besides the rules of a game.
pub(super) const KEYS: [&str; 19] = [
    "name",
    "format",
    "game",
    "setup",
    "seed",
    "games",
    "scoring",
    "jobs",
    "ties",
    "replays",
    "rounds",
    "rank_by",
    "pairing",
    "open_matches",
    "seeding",
    "language",
    "spreadsheet",
    "store",
    "cores",
];

/// What is said about a value that is not taken.
pub(super) type Complaint = String;

impl Settings {
    /// Settings of which nothing is known yet; `format` and `game` are asked for at the end.
    pub(super) fn new(folder: PathBuf, data: PathBuf, name: String) -> Settings {
        Settings {
            name,
            format: &joute_tournament::format::FORMATS[0],
            options: FormatOptions::default(),
            game: String::new(),
            setup: String::new(),
            rules: MatchRules::default(),
            scoring: Scoring::default(),
            seed: 1,
            games: 2,
            jobs: 1,
            seeding: Seeding::Listed,
            wanted: Vec::new(),
            require: Require::default(),
            absent: Vec::new(),
            class: Vec::new(),
            has_submissions: false,
            given: Vec::new(),
            copies: None,
            sheets: None,
            language: Language::EN,
            spreadsheet: None,
            folder,
            store: None,
            lease: LEASE,
            cores: 1,
            is_confined: true,
            data,
            places: Vec::new(),
            file: None,
            watched: None,
        }
    }

    /// Settings from the command line.
    pub(super) fn of_options(options: &[(&'static str, &str)], players: &[String]) -> Result<Settings> {
        let given = |key: &str| options.iter().find(|(known, _)| *known == key).map_or("", |(_, value)| value);
        let data = PathBuf::from(format!("{}-{}", given("format"), given("game")));
        let here = std::env::current_dir()?;
        let mut settings = Settings::new(here, data, format!("{} of {}", given("format"), given("game")));
        for (key, value) in options {
            let option = format!("--{} {value}", key.replace('_', "-"));
            settings.set(key, value).map_err(|expected| Failure::usage(anyhow!("{option}: {expected}")))?;
            settings.places.push(((*key).to_owned(), option));
        }
        settings.wanted = players
            .iter()
            .map(|locator| Wanted {
                name: None,
                locator: locator.clone(),
                place: String::new(),
                found: false,
                refused: None,
            })
            .collect();
        settings.check()?;
        Ok(settings)
    }

    /// Changes one setting from its text; the complaint says what was expected.
    pub(super) fn set(&mut self, key: &str, value: &str) -> std::result::Result<(), Complaint> {
        let number = |from: u64| {
            let parsed = value.parse::<u64>().ok().filter(|number| (from..=1_000_000).contains(number));
            parsed.ok_or_else(|| format!("expected a whole number from {from}"))
        };
        match key {
            "name" => self.name = value.to_owned(),
            "format" => self.format = find_format(value).map_err(|error| error.to_string())?,
            "game" => {
                let names = || GAMES.iter().map(|game| game.info.name).collect::<Vec<_>>().join(", ");
                self.game = find_game(value).ok_or_else(|| format!("expected {}", names()))?.info.name.to_owned();
            }
            "setup" => self.setup = value.to_owned(),
            "seed" => {
                self.seed = value.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))?;
            }
            "games" => self.games = number(1)? as u32,
            "jobs" => self.jobs = number(1)? as usize,
            "cores" => {
                let few = value.parse::<u32>().ok().filter(|cores| (1..=1024).contains(cores));
                self.cores = few.ok_or("expected a number from 1 to 1024")?;
            }
            "replays" => self.options.replays = Some(number(0)? as u32),
            "rounds" => self.options.rounds = Some(number(1)? as u32),
            "scoring" => self.scoring = value.parse()?,
            "ties" => {
                let rule = TieRule::NAMED.iter().find(|(name, _)| *name == value);
                self.options.ties = Some(rule.ok_or("expected both or replay")?.1);
            }
            "rank_by" => self.options.rank_by = Some(named(&RankBy::NAMED, value)?),
            "open_matches" => self.options.open_matches = Some(number(1)? as u32),
            "pairing" => self.options.pairing = Some(named(&PairingRule::NAMED, value)?),
            "seeding" => {
                self.seeding = match value {
                    "listed" => Seeding::Listed,
                    "drawn" => Seeding::Drawn,
                    _ => return Err("expected listed or drawn".to_owned()),
                }
            }
            "store" => {
                self.store = Some(value.parse().map_err(|error: joute_store::StoreError| error.kind.to_string())?)
            }
            "language" => self.language = language(value)?,
            "spreadsheet" => self.spreadsheet = Some(language(value)?),
            "rules" => self.rules = value.parse().map_err(|error: joute_referee::RulesError| error.to_string())?,
            rule => self.rules.set(rule, value).map_err(|error| error.to_string())?,
        }
        if self.rules.has_handicap() {
            return Err("in a tournament everybody has the same time: handicaps are for `joute match`".to_owned());
        }
        Ok(())
    }

    /// Whether players are tried out to see who plays the same moves: it takes a while, so only what was handed in is.
    pub(super) fn tries_play(&self) -> bool {
        // In a ladder they come one by one, and everybody would be tried again each time.
        self.copies.unwrap_or(self.has_submissions && !self.format.is_ladder)
    }

    /// Whether each student gets a sheet.
    pub(super) fn has_sheets(&self) -> bool {
        // In a ladder everybody has a folder of their own logs.
        self.sheets.unwrap_or((self.has_submissions || !self.class.is_empty()) && !self.format.is_ladder)
    }

    /// What only shows when everything is known.
    pub(super) fn check(&self) -> Result<()> {
        if self.rules.order == Order::Paired && !self.games.is_multiple_of(2) {
            return Err(self.mistake("games", "expected an even number, since each board is played with seats swapped"));
        }
        self.format.check(&self.options).map_err(|error| {
            let key = match &error {
                FormatError::Option { option, .. } if option.starts_with("rounds") => "rounds",
                FormatError::Option { option, .. } if ["rank_by", "pairing", "open_matches"].contains(option) => option,
                _ => "ties",
            };
            self.mistake(key, &error.to_string())
        })
    }

    /// Games at once are threads; `given` is how their number was given.
    pub(super) fn check_jobs(&self, given: &str) -> Result<()> {
        let least = usize::from(!self.is_shared());
        if (least..=1024).contains(&self.jobs) {
            return Ok(());
        }
        Err(Failure::usage(anyhow!("{given} {}: expected a number from 1 to 1024", self.jobs)))
    }

    /// Whether games are played on several machines.
    pub(super) fn is_shared(&self) -> bool {
        self.store.as_ref().is_some_and(StoreLocation::is_server)
    }

    /// Whether the store may hold other events.
    pub(super) fn sharing(&self) -> Sharing {
        if self.store.is_some() { Sharing::Shared } else { Sharing::Sole }
    }

    /// A complaint about a key, with its place.
    pub(super) fn mistake(&self, key: &str, message: &str) -> Failure {
        let place = self.places.iter().find(|(known, _)| known == key);
        match place {
            Some((_, place)) => Failure::usage(anyhow!("{place}: {message}")),
            None => Failure::usage(anyhow!("{message}")),
        }
    }
}

/// What is meant by a name.
fn named<T: Copy>(known: &[(&str, T)], value: &str) -> std::result::Result<T, Complaint> {
    let names = || known.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let found = known.iter().find(|(name, _)| *name == value).map(|(_, known)| *known);
    found.ok_or_else(|| format!("expected one of {}", names()))
}

fn language(value: &str) -> std::result::Result<Language, Complaint> {
    value.parse().map_err(|error: joute_messages::UnknownLanguage| error.to_string())
}

/// Reads a time for [`Require::time`].
pub(super) fn time(value: &str) -> std::result::Result<Duration, Complaint> {
    parse_duration(value).ok_or_else(|| "expected a time such as 120s, 500ms or 2m".to_owned())
}
