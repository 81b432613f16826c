//! A class whose players are there from the beginning, and which plays cups: built-in players play under the names of files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use joute_arena::{EventPlan, Participant, Sharing, announce_changes, run_open_event};
use joute_catalog::find_game;
use joute_games::NoFiles;
use joute_players::Workshop;
use joute_sandbox::Launcher;
use joute_store::{Access, DocumentChange, Store, StoreLocation, Write};
use joute_testkit::wait::until;
use joute_web::{Limits, Options, Prepare, Run, Server, ShownTournament};
use serde_json::json;

use super::Arena;
use super::class::{Class, class_options, generous, joined};

/// More than any test plays at once.
const MANY: usize = 1_000;

/// What the tests let happen to tournaments.
#[derive(Clone, Default)]
pub struct Gates {
    /// Nothing is made ready before it is open.
    pub ready: Arc<AtomicBool>,
    /// No game is played before it is open.
    pub play: Arc<AtomicBool>,
}

impl Gates {
    /// Everything is made ready at once, and nothing played.
    pub fn waiting() -> Gates {
        let gates = Gates::default();
        gates.ready.store(true, Ordering::Relaxed);
        gates
    }

    pub fn open(gate: &AtomicBool) {
        gate.store(true, Ordering::Relaxed);
    }

    pub fn close(gate: &AtomicBool) {
        gate.store(false, Ordering::Relaxed);
    }
}

/// Versions that were accepted and play, as a server finds them when it is started.
pub fn with_versions(folder: &Path, players: &[&str]) {
    fs::create_dir_all(folder.join("data")).unwrap();
    let store = StoreLocation::in_folder(&folder.join("data")).open(Access::Create).unwrap();
    for player in players {
        keep_version(folder, &*store, player, 1, "accepted", true);
    }
}

pub fn keep_version(folder: &Path, store: &dyn Store, player: &str, number: u32, state: &str, is_active: bool) {
    let (team, file) = player.split_once('/').unwrap();
    let kept = folder.join("class").join(version(player, number));
    fs::create_dir_all(kept.parent().unwrap()).unwrap();
    fs::write(kept, "print(1)").unwrap();
    let told = json!({
        "team": team, "file": file, "number": number, "by": team, "when": number, "bytes": 8,
        "hash": format!("{player}/{number}"), "state": state, "is_active": is_active,
    });
    let change = DocumentChange::new("submission", format!("{player}/{number:06}"), told.to_string());
    store.apply(&[Write::Document(change)]).unwrap();
}

/// Where a version is, as seen from the folder of the class.
pub fn version(player: &str, number: u32) -> PathBuf {
    let (_, file) = player.split_once('/').unwrap();
    Path::new("versions").join(player).join(format!("{number:06}")).join(file)
}

fn options(folder: &Path, gates: &Gates, matches: usize) -> Options {
    let gates = gates.clone();
    let prepare: Prepare = Box::new(move |path| prepared(path, &gates));
    let limits = Limits { matches, ..generous() };
    Options { prepare: Some(prepare), ..class_options(folder, limits) }
}

/// A class that plays cups.
pub fn class_with_cups(folder: &Path, gates: &Gates) -> Class {
    class_with_matches(folder, gates, MANY)
}

/// The same, which plays so much at once.
pub fn class_with_matches(folder: &Path, gates: &Gates, matches: usize) -> Class {
    let server = Server::open(options(folder, gates, matches)).unwrap();
    let link = server.administrator_link().unwrap();
    let arena = Arena::of(server, Arc::default());
    let teacher = joined(&arena, &link, "Grace Hopper", "");
    Class { arena, teacher }
}

/// The same class after its server was stopped.
pub fn again(folder: &Path, class: Class, gates: &Gates) -> Class {
    again_after(folder, class, gates, |_| ())
}

/// The same after something was changed meanwhile.
pub fn again_after(folder: &Path, class: Class, gates: &Gates, change: impl FnOnce(&dyn Store)) -> Class {
    let Class { arena, teacher } = class;
    drop(arena);
    let store = StoreLocation::in_folder(&folder.join("data")).open(Access::Create).unwrap();
    change(&*store);
    drop(store);
    Class { arena: Arena::of(Server::open(options(folder, gates, MANY)).unwrap(), Arc::default()), teacher }
}

/// What the file of a tournament says.
fn said(text: &str) -> toml::Table {
    text.parse().unwrap()
}

/// The names and the files of those who take part.
fn entries(text: &str) -> Vec<(String, String)> {
    let word = |entry: &toml::Value, key: &str| entry[key].as_str().unwrap().to_owned();
    let players = said(text)["players"].as_array().unwrap().clone();
    players.iter().map(|entry| (word(entry, "name"), word(entry, "player"))).collect()
}

/// Makes a tournament of a file ready, as the program does: every file must be there.
fn prepared(path: &Path, gates: &Gates) -> Result<ShownTournament, String> {
    until("leave to make it ready", || gates.ready.load(Ordering::Relaxed).then_some(()));
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    for (_, player) in entries(&text).iter().filter(|(_, player)| player.starts_with("../")) {
        let file = path.parent().unwrap().join(player);
        fs::read(&file).map_err(|_| format!("{}: entity not found", file.display()))?;
    }
    let folder = path.with_extension("");
    fs::create_dir_all(&folder).unwrap();
    let halt: Arc<AtomicBool> = Arc::default();
    let event = play(&folder, &text, None)?;
    let (gates, flag, results) = (gates.clone(), Arc::clone(&halt), folder.clone());
    let run: Run = Box::new(move |_| {
        let is_told = || flag.load(Ordering::Relaxed);
        until("leave to play", || (gates.play.load(Ordering::Relaxed) || is_told()).then_some(()));
        // A small cup would be over before it is looked whether to stop.
        if is_told() { Ok(()) } else { play(&results, &text, Some(&flag)).map(drop) }
    });
    Ok(ShownTournament {
        folder,
        store: None,
        event: Some(event),
        run: Some(run),
        file: Some(path.to_owned()),
        halt: Some(halt),
    })
}

/// Announces the tournament of a file, and plays it until it is told to stop.
fn play(folder: &Path, text: &str, stop: Option<&AtomicBool>) -> Result<joute_store::EventId, String> {
    let workshop = Workshop::new(Launcher::new("/nowhere"), "/");
    let source = find_game("othello").unwrap().setup("size=6", &NoFiles).unwrap();
    let participant =
        |(name, _): (String, String)| Arc::new(Participant { name, entrant: workshop.entrant("random").unwrap() });
    let file = said(text);
    let plan = EventPlan {
        name: file["name"].as_str().unwrap().to_owned(),
        format: format_name(file["format"].as_str().unwrap()),
        options: Default::default(),
        game: "othello".to_owned(),
        source: &source,
        rules: "time=60s".parse().unwrap(),
        scoring: Default::default(),
        seed: 1,
        games: 2,
        jobs: 1,
        participants: entries(text).into_iter().map(participant).collect(),
        refused: Vec::new(),
        live_after: None,
    };
    let store = StoreLocation::in_folder(folder).open(Access::Create).map_err(|error| error.to_string())?;
    let (event, _) = announce_changes(&plan, &*store, Sharing::Sole).map_err(|error| error.to_string())?;
    if let Some(stop) = stop {
        run_open_event(&plan, &store, event, stop, &(), &()).map_err(|error| error.to_string())?;
    }
    Ok(event)
}

fn format_name(name: &str) -> &'static str {
    ["swiss", "round-robin", "match"].into_iter().find(|known| *known == name).unwrap()
}
