//! What workers are told: the charter of an event once, and with every task who plays which games.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use joute_catalog::{Source, find_game};
use joute_games::{Attachments, content_hash};
use joute_players::{Workshop, player_files};
use joute_referee::MatchRules;
use joute_store::{EventId, NewTask, Queue, StoreError};
use serde::{Deserialize, Serialize};

use crate::event::worker::Task;
use crate::event::{EventError, EventPlan, Participant};

/// What is the same for every game of an event.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Charter {
    pub(super) name: String,
    pub(super) game: String,
    setup: String,
    /// What the setup names, by hash.
    files: BTreeMap<String, String>,
    rules: String,
    pub(super) seed: u64,
    pub(super) games: u32,
    /// Whether it is a single match, whose boards come from its seed and not from the number of a match.
    #[serde(default)]
    pub(super) is_match: bool,
}

impl Charter {
    pub(super) fn of(plan: &EventPlan<'_>) -> Result<Charter, EventError> {
        let files = plan.source.start(0)?.attachments();
        Ok(Charter {
            name: plan.name.clone(),
            game: plan.game.clone(),
            setup: plan.source.text().to_owned(),
            files: files.into_iter().map(|(hash, text)| (hash, text.to_string())).collect(),
            rules: plan.rules.to_string(),
            seed: plan.seed,
            games: plan.games,
            is_match: false,
        })
    }

    /// The same for a single match.
    pub(super) fn of_match(self) -> Charter {
        Charter { is_match: true, ..self }
    }

    /// The boards and the rules, or why this program cannot make them.
    pub(super) fn understood(&self) -> Result<(Source, MatchRules), String> {
        let entry = find_game(&self.game).ok_or_else(|| format!("there is no game called {}", self.game))?;
        let files: Attachments =
            self.files.iter().map(|(hash, text)| (hash.clone(), Arc::from(text.as_str()))).collect();
        let source = entry.setup(&self.setup, &files).map_err(|error| error.to_string())?;
        Ok((source, self.rules.parse().map_err(|error| format!("{error}"))?))
    }
}

/// Who plays, with what it takes along.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Traveller {
    pub(super) name: String,
    pub(super) locator: String,
    pub(super) version: String,
    /// Path, hash, and whether it can be run.
    pub(super) files: Vec<(String, String, bool)>,
}

/// Games of one pair.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Assignment {
    pub(super) match_index: u32,
    pub(super) players: [Traveller; 2],
    /// The number of each game in its match, and that of its board and seats.
    pub(super) games: Vec<(u32, u64)>,
}

/// What a worker needs to seat somebody, and whoever runs players without confining them needs less.
#[derive(Clone, Copy)]
pub struct Luggage<'a> {
    /// Where the files of players lie.
    pub folder: &'a Path,
    /// Where players are made.
    pub workshop: &'a Workshop,
    /// Whether programs of others must be confined.
    pub is_confined: bool,
    /// How many processors a game needs; more where a built-in player has more threads.
    pub cores: u32,
}

impl Luggage<'_> {
    /// Packs what a player needs, and keeps it where workers find it.
    pub(super) fn pack(&self, participant: &Participant, queue: &dyn Queue) -> Result<Traveller, EventError> {
        let entrant = &participant.entrant;
        let unreadable = |error: io::Error| EventError::Luggage(participant.name.clone(), error);
        let packed = if entrant.is_built_in() {
            Vec::new()
        } else {
            player_files(entrant.locator(), self.folder).map_err(unreadable)?
        };
        let mut files = Vec::new();
        for file in packed {
            let bytes = std::fs::read(&file.file).map_err(unreadable)?;
            let hash = content_hash(&bytes);
            if !queue.missing_files(std::slice::from_ref(&hash))?.is_empty() {
                queue.keep_file(&hash, &bytes)?;
            }
            files.push((file.path, hash, can_run(&file.file)));
        }
        // Somebody may have put others there since: workers would refuse them under this version.
        let now = self.workshop.entrant_again(entrant).map(|now| now.identity.version);
        if now.ok().as_ref() != Some(&entrant.identity.version) {
            return Err(unreadable(io::Error::other("its files are not those any more that were let in")));
        }
        let (name, identity) = (participant.name.clone(), &entrant.identity);
        Ok(Traveller { name, locator: entrant.locator().to_string(), version: identity.version.clone(), files })
    }

    /// What a worker must be able to do.
    pub(super) fn needs(&self, participant: &Participant) -> Vec<String> {
        if participant.entrant.is_built_in() {
            return Vec::new();
        }
        let locator = participant.entrant.locator();
        let confined = self.is_confined.then_some(CONFINED);
        let target = self.folder.join(&locator.target);
        let compilers = match locator.kind.info().name {
            "source" => compilers(&[target]),
            "folder" => compilers(
                &std::fs::read_dir(target).into_iter().flatten().flatten().map(|one| one.path()).collect::<Vec<_>>(),
            ),
            _ => Vec::new(),
        };
        let words = confined.into_iter().chain([locator.kind.info().name]).chain(compilers);
        words.map(str::to_owned).collect()
    }

    /// How many processors a game of these needs. They think in turns.
    pub(super) fn cores(&self, players: &[Arc<Participant>; 2]) -> u32 {
        let threads = |player: &Arc<Participant>| {
            let locator = player.entrant.locator();
            let told = locator.parameters.split(',').find_map(|word| word.trim().strip_prefix("threads="));
            told.filter(|_| player.entrant.is_built_in()).and_then(|text| text.parse().ok()).unwrap_or(1)
        };
        players.iter().map(threads).fold(self.cores, u32::max)
    }
}

/// What compiles these files, as workers call it: where it is missing, what cannot be built there would be its author's fault.
fn compilers(files: &[PathBuf]) -> Vec<&'static str> {
    let compiler = |file: &PathBuf| match file.extension()?.to_str()? {
        "c" => Some("c-compiler"),
        "cpp" | "cc" => Some("c++-compiler"),
        "rs" => Some("cargo"),
        "java" => Some("java"),
        "go" => Some("go"),
        "ml" => Some("ocamlopt"),
        _ => None,
    };
    files.iter().filter_map(compiler).collect()
}

/// The ability to confine programs that nobody trusts.
pub const CONFINED: &str = "sandbox";

pub(super) fn can_run(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|facts| facts.permissions().mode() & 0o111 != 0)
}

/// Games of one pair as a task.
pub(super) fn task_of(games: &[Task], players: [&Traveller; 2], (needs, cores): (Vec<String>, u32)) -> NewTask {
    let match_index = games.first().map_or(0, |task| task.pairing.match_index);
    let versions = players.iter().map(|player| player.version.clone()).collect();
    let numbers = games.iter().map(|task| (task.game, task.fixture)).collect();
    let players = players.map(Traveller::clone);
    let body = serde_json::to_string(&Assignment { match_index, players, games: numbers }).unwrap_or_default();
    let first_game = games.first().map_or(0, |task| task.game);
    NewTask { match_index, first_game, body, needs, players: versions, cores }
}

/// What a worker is told of an event, or why that cannot be understood.
pub(super) fn charter_of(queue: &dyn Queue, event: EventId) -> Result<Result<Charter, String>, StoreError> {
    let text = queue.charter(event)?;
    let read = |text: String| serde_json::from_str(&text).map_err(|_| "it was announced by another version".to_owned());
    Ok(text.map_or_else(|| Err("it is not announced".to_owned()), read))
}
