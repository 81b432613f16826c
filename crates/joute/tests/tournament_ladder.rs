//! Ladders from outside: a table with report 001's columns, players who come and go while it is played, a folder of
//! submissions fed with anything, and deaths.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::cups::Cup;
use crate::support::{complaint, told};
use joute_store::{Access, StoreLocation};
use joute_testkit::wait::until;
use serde_json::Value;

const HEAD: &str = "format = \"ladder\"\ngame = \"othello\"\nsetup = \"size=8\"\nseed = 7\njobs = 2\n";

/// A ladder that goes on until it is stopped; whatever happens to the test, it ends with it.
struct Running(Child);

impl Running {
    fn start(cup: &Cup) -> Running {
        Running::with(cup, &["--no-sandbox"], None)
    }

    fn with(cup: &Cup, words: &[&str], path: Option<&OsStr>) -> Running {
        let mut command = Command::new(env!("CARGO_BIN_EXE_joute"));
        command.args(["tournament", &cup.file(), "--json"]).args(words).stdin(Stdio::null());
        command.envs(path.map(|path| ("PATH", path)));
        let notes = fs::File::create(cup.path("notes")).unwrap();
        Running(command.stdout(Stdio::piped()).stderr(notes).spawn().unwrap())
    }

    /// Ctrl-C, and what it tells then.
    fn stop(mut self) -> Value {
        let done = Command::new("kill").args(["-INT", &self.0.id().to_string()]).status().unwrap();
        assert!(done.success());
        let mut text = String::new();
        self.0.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(self.0.wait().unwrap().code(), Some(1), "it was stopped, and is not over");
        serde_json::from_str(&text).unwrap()
    }

    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// How a player stands by the table in the folder of results: rated games, version, remark.
fn line(cup: &Cup, name: &str) -> Option<(u64, String)> {
    let text = fs::read_to_string(cup.data().join("ladder.json")).ok()?;
    let told: Value = serde_json::from_str(&text).ok()?;
    let line = told["standings"].as_array()?.iter().find(|line| line["name"] == name)?.clone();
    let player = told["players"].as_array()?.iter().find(|player| player["name"] == name)?.clone();
    let is_there = line["absence"].is_null();
    Some((line["form"]["games"].as_u64().filter(|_| is_there)?, player["version"].as_str()?.to_owned()))
}

fn wait_for_games(cup: &Cup, name: &str) -> String {
    until(&format!("games of {name}"), || line(cup, name).filter(|(games, _)| *games >= 4)).1
}

fn games(cup: &Cup) -> Vec<(u32, u32)> {
    let Ok(store) = StoreLocation::in_folder(&cup.data()).open(Access::ReadOnly) else { return Vec::new() };
    let Some(event) = store.events().unwrap().first().map(|event| event.id) else { return Vec::new() };
    store.results(event).unwrap().iter().map(|result| (result.match_index, result.game)).collect()
}

#[test]
fn a_ladder_that_ends_has_the_table_of_report_001() {
    let players = "players = [\"greedy\", \"random\", \"mobility\", { name = \"Noah's Ark/dove\", player = \"minimax:depth=2\" }]\n";
    let cup = Cup::new(&format!("{HEAD}rounds = 10\n{players}"));
    let told = cup.object(&[]);
    assert_eq!((&told["complete"], &told["format"]), (&Value::from(true), &Value::from("ladder")));
    assert!(told["standings"].as_array().unwrap().iter().all(|line| line["form"]["games"].as_u64() > Some(0)));
    let table = fs::read_to_string(cup.data().join("ladder.csv")).unwrap();
    let columns =
        "date,rank,source,team,player,version,score,crashes,games,rating,low,high,wins,draws,losses,remark,link";
    assert!(table.starts_with(columns), "{table}");
    assert!(table.contains(",Noah's Ark,dove,"), "{table}");
    let snapshots: Vec<PathBuf> =
        fs::read_dir(cup.data().join("snapshots")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(snapshots.len() >= 3, "a table, a page and a document of the day: {snapshots:?}");
    for page in ["ladder.html", "report.html"] {
        assert!(fs::read_to_string(cup.data().join(page)).unwrap().contains("dove"), "{page}");
    }
    let games: Vec<&str> = table.lines().filter_map(|line| line.rsplit(',').next()).skip(1).collect();
    assert!(games.iter().all(|page| cup.data().join(page).is_file()), "{games:?}");
    assert_eq!(cup.object(&[])["played_now"], 0, "nothing is played twice");
    let more = HEAD.to_owned() + "rounds = 12\n" + players;
    cup.write(&more);
    assert_eq!(cup.object(&[])["played_now"], 8, "it goes on for two more rounds of four players");
}

#[test]
fn mistakes_are_told_with_their_lines() {
    let cup = Cup::new("");
    for (text, expected) in [
        ("rank_by = \"luck\"\n", "line 6: rank_by = \"luck\": expected one of rating, score"),
        ("pairing = \"fair\"\n", "line 6: pairing = \"fair\": expected one of informative, even, random"),
        ("rounds = 0\n", "line 6: rounds = 0: expected a whole number from 1"),
        ("players = \"nowhere\"\n", "line 6: players = \"nowhere\": cannot read the folder"),
    ] {
        let players = if text.starts_with("players") { "" } else { "players = [\"greedy\"]\n" };
        cup.write(&format!("{HEAD}{text}{players}"));
        let said = complaint(2, &["tournament", &cup.file()]);
        assert!(said.contains(expected), "{said}");
    }
    cup.write("format = \"swiss\"\ngame = \"othello\"\nrank_by = \"score\"\nplayers = [\"greedy\", \"random\"]\n");
    let said = complaint(2, &["tournament", &cup.file()]);
    assert!(said.contains("line 3: rank_by: swiss does not take rank_by: only a ladder has it to choose"), "{said}");
}

/// The page with the games of a player, as soon as the table links it.
fn page_of(cup: &Cup, name: &str) -> PathBuf {
    let link = || {
        let table = fs::read_to_string(cup.data().join("ladder.csv")).unwrap();
        let line = table.lines().find(|line| line.contains(&format!(",{name},"))).unwrap();
        line.rsplit(',').next().filter(|link| !link.is_empty()).map(|link| cup.data().join(link))
    };
    until("a page of games", link)
}

#[test]
fn the_file_may_change_while_it_is_played() {
    let file = |players: &str| format!("{HEAD}players = [{players}]\n");
    // Players that take their time: each look at the store goes through all of its games.
    let steady = "{ name = \"steady\", player = \"alphabeta:depth=4\" }";
    let changing = |depth: u32| format!("{{ name = \"changing\", player = \"alphabeta:depth={depth}\" }}");
    let late = "{ name = \"late\", player = \"mobility\" }";
    let cup = Cup::new(&file(&format!("{steady}, {}", changing(5))));
    let running = Running::start(&cup);
    wait_for_games(&cup, "steady");
    cup.write("what is this");
    cup.write(&file(&format!("{steady}, {late}, {}", changing(3))));
    wait_for_games(&cup, "late");
    // Whoever has games has a page of them, and who plays on has a newer one after a while.
    let page = page_of(&cup, "late");
    let first = fs::read_to_string(&page).unwrap();
    until("a newer page", || fs::read_to_string(&page).ok().filter(|now| *now != first));
    assert_eq!(page_of(&cup, "late"), page, "it stays where it is");
    cup.write(&file(&format!("{steady}, {late}")));
    until("changing has left", || line(&cup, "changing").is_none().then_some(()));
    let told = running.stop();
    let mut changes: Vec<&str> = told["history"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|note| note["changes"].as_array().unwrap())
        .map(|change| change["what"].as_str().unwrap())
        .collect();
    // Who is looked at first plays first.
    changes[..2].sort_unstable();
    assert_eq!(changes, ["entered", "newer", "withdrawn"]);
}

/// A player in a language that already plays.
fn starter(language: &str, file: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("player");
    told(&["new", language, &here.display().to_string(), "--game", "othello"]);
    fs::read_to_string(here.join(file)).unwrap()
}

/// A player in Python that already plays.
fn player() -> String {
    starter("python", "player.py")
}

/// The same, which does something else than to answer when it is asked for its second move.
fn python_that(does: &str) -> String {
    let asked = "elif word == \"go\":\n";
    let good = player();
    assert!(good.contains(asked));
    good.replace(
        asked,
        &format!(
            "{asked}        asked = globals().get(\"asked\", 0) + 1\n        if asked == 2:\n            {does}\n"
        ),
    )
}

fn log(cup: &Cup, team: &str, name: &str, expected: &str) {
    let path = cup.path("submissions").join(team).join("joute-log").join(format!("{name}.txt"));
    until(&format!("{expected} of {name}"), || {
        fs::read_to_string(&path).ok().filter(|text| text.starts_with(expected))
    });
}

#[test]
fn a_folder_of_submissions_is_fed_with_anything_while_it_is_played() {
    let cup = Cup::new(&format!("{HEAD}players = \"submissions\"\n"));
    let team = |name: &str| {
        let folder = cup.path("submissions").join(name);
        fs::create_dir_all(&folder).unwrap();
        folder
    };
    let good = player();
    fs::write(team("Arche").join("noah.py"), &good).unwrap();
    let running = Running::start(&cup);
    log(&cup, "Arche", "noah.py", "entered");
    // Good: alone it waited, and now it plays.
    fs::write(team("Arche").join("dove.py"), format!("{good}\n# another\n")).unwrap();
    let first = wait_for_games(&cup, "Arche/dove.py");
    // Broken, and no player at all.
    fs::write(team("Babus").join("broken.py"), "def (:\n").unwrap();
    fs::write(team("Babus").join("notes.docx"), "hello").unwrap();
    log(&cup, "Babus", "broken.py", "refused");
    log(&cup, "Babus", "notes.docx", "refused");
    // Hostile: a link out of the folder, a name that means something elsewhere, an archive that is none.
    symlink("/etc/passwd", team("Babus").join("passwd.py")).unwrap();
    // A folder that a link leads to is not looked into, and nobody waits for what a pipe will say.
    symlink("/usr", team("Babus").join("elsewhere")).unwrap();
    // Where logs would be written stands a link, and a folder of lost games that is somebody else's.
    let elsewhere = cup.path("elsewhere");
    fs::create_dir_all(&elsewhere).unwrap();
    symlink(&elsewhere, team("Sly").join("joute-log")).unwrap();
    fs::write(team("Sly").join("sly.py"), format!("{good}\n# sly\n")).unwrap();
    fs::create_dir_all(team("Slyer").join("joute-log")).unwrap();
    symlink(&elsewhere, team("Slyer").join("joute-log/slyer.py-lost")).unwrap();
    symlink(elsewhere.join("made"), team("Slyer").join("joute-log/slyer.py.txt")).unwrap();
    fs::write(team("Slyer").join("slyer.py"), format!("{good}\n# slyer\n")).unwrap();
    let pipe = team("Babus").join("pipe.py");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    log(&cup, "Babus", "pipe.py", "refused: neither a file nor a folder");
    log(&cup, "Babus", "elsewhere", "refused: a symbolic link");
    fs::write(team("Babus").join("=cmd|calc!A1.py"), "import os\nos.abort()\n").unwrap();
    log(&cup, "Babus", "passwd.py", "refused");
    log(&cup, "Babus", "=cmd|calc!A1.py", "refused");
    // Half of an archive waits, and so does what is not yet called what it will be.
    fs::write(team("Deluge").join("half.zip"), b"PK\x03\x04 and no more").unwrap();
    fs::write(team("Deluge").join("pichu.py.part"), &good).unwrap();
    // A newer version takes the place of the one before, while the others play on.
    fs::write(team("Arche").join("dove.py"), format!("{good}\n# newer\n")).unwrap();
    until("the newer version", || line(&cup, "Arche/dove.py").filter(|(_, version)| *version != first));
    fs::rename(team("Deluge").join("pichu.py.part"), team("Deluge").join("pichu.py")).unwrap();
    wait_for_games(&cup, "Deluge/pichu.py");
    // Somebody leaves.
    fs::remove_file(team("Arche").join("noah.py")).unwrap();
    until("noah has left", || line(&cup, "Arche/noah.py").is_none().then_some(()));
    log(&cup, "Arche", "noah.py", "left");
    wait_for_games(&cup, "Sly/sly.py");
    log(&cup, "Slyer", "slyer.py", "entered");
    let lost = |name: &str| find(&cup.path("submissions"), &format!("{name}-lost"));
    until("a lost game", || lost("dove.py").or_else(|| lost("pichu.py")).or_else(|| lost("noah.py")));
    wait_for_games(&cup, "Slyer/slyer.py");
    let told = running.stop();
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0, "nobody has us write elsewhere");
    let refused = told["players"].as_array().unwrap().iter().filter(|player| !player["refused"].is_null());
    let refused: BTreeSet<&str> = refused.map(|player| player["name"].as_str().unwrap()).collect();
    let names: BTreeSet<&str> =
        told["standings"].as_array().unwrap().iter().map(|line| line["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        BTreeSet::from(["Arche/dove.py", "Arche/noah.py", "Deluge/pichu.py", "Sly/sly.py", "Slyer/slyer.py"]),
        "nothing else ever played"
    );
    assert!(refused.contains("Babus/broken.py") && refused.contains("Babus/passwd.py"), "{refused:?}");
}

/// The log of a submission, if there is one.
fn log_of(cup: &Cup, team: &str, name: &str) -> Option<String> {
    let path = cup.path("submissions").join(team).join("joute-log").join(format!("{name}.txt"));
    fs::read_to_string(path).ok()
}

/// A folder of submissions with a file for each of these.
fn drop_files(cup: &Cup, files: &[(&str, &str, &[u8])]) {
    for (team, name, content) in files {
        let folder = cup.path("submissions").join(team);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), content).unwrap();
    }
}

/// Packs files into an archive.
fn packed(command: &mut Command, archive: &Path) -> Vec<u8> {
    assert!(command.stdout(Stdio::null()).status().unwrap().success());
    fs::read(archive).unwrap()
}

#[test]
fn hostile_players_and_half_of_an_archive_in_the_sandbox() {
    let cup = Cup::new(&format!("{HEAD}move_time = \"1s\"\nplayers = \"submissions\"\n"));
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("player.py"), player()).unwrap();
    fs::File::create(folder.path().join("zeros")).unwrap().set_len(1 << 30).unwrap();
    let pack = "import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as archive:\n  [archive.write(name) for name in sys.argv[2:]]\n";
    let zip = |name: &str, files: &[&str]| {
        let archive = folder.path().join(name);
        let mut command = Command::new("python3");
        packed(command.current_dir(folder.path()).args(["-c", pack, name]).args(files), &archive)
    };
    let (good, bomb) = (zip("good.zip", &["player.py"]), zip("bomb.zip", &["player.py", "zeros"]));
    let mut command = Command::new("tar");
    command.current_dir(folder.path()).args(["-czf", "bomb.tar.gz", "player.py", "zeros"]);
    let bombs = packed(&mut command, &folder.path().join("bomb.tar.gz"));
    let half = &good[..good.len() / 2];
    drop_files(&cup, &[("Arche", "noah.py", player().as_bytes())]);
    let running = Running::with(&cup, &[], None);
    log(&cup, "Arche", "noah.py", "entered");
    drop_files(&cup, &[("Deluge", "half.zip", half)]);
    let dropped = Instant::now();
    drop_files(
        &cup,
        &[
            ("Babus", "bomb.zip", &bomb),
            ("Babel", "bomb.tar.gz", &bombs),
            ("Crash", "crash.py", python_that("import os; os.abort()").as_bytes()),
            ("Hang", "hang.py", python_that("import time; time.sleep(3600)").as_bytes()),
        ],
    );
    log(&cup, "Crash", "crash.py", "entered");
    log(&cup, "Hang", "hang.py", "entered");
    // What is not whole is taken for what it is after a minute, which a slow machine may need for the others.
    let was_told = log_of(&cup, "Deluge", "half.zip").is_some();
    assert!(!was_told || dropped.elapsed().as_secs() >= 60, "half of an archive waits for the rest");
    drop_files(&cup, &[("Deluge", "half.zip", &good)]);
    log(&cup, "Deluge", "half.zip", "entered");
    wait_for_games(&cup, "Deluge/half.zip");
    log(&cup, "Babus", "bomb.zip", "refused");
    log(&cup, "Babel", "bomb.tar.gz", "refused");
    for (team, name) in [("Crash", "crash.py"), ("Hang", "hang.py")] {
        let lost = || find(&cup.path("submissions").join(team), &format!("{name}-lost"));
        let path = until("a lost game", lost);
        let told =
            until("what it was lost by", || fs::read_to_string(&path).ok().filter(|text| text.contains("moves:")));
        assert!(told.contains("own fault: "), "{told}");
    }
    running.stop();
}

#[test]
fn whoever_takes_long_to_compile_keeps_nobody_else_waiting() {
    let cup = Cup::new(&format!("{HEAD}players = \"submissions\"\n"));
    drop_files(&cup, &[("Arche", "noah.py", player().as_bytes())]);
    let running = Running::start(&cup);
    log(&cup, "Arche", "noah.py", "entered");
    // The compiler waits for the rest of the file for as long as nobody writes it.
    let pipe = cup.path("rest.h");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let slow = format!("#include \"{}\"\n{}", pipe.display(), starter("c", "player.c"));
    drop_files(&cup, &[("Aleph", "slow.c", slow.as_bytes()), ("Deluge", "quick.py", player().as_bytes())]);
    wait_for_games(&cup, "Deluge/quick.py");
    // It gives up after two minutes, which a slow machine may need for the games.
    let told = log_of(&cup, "Aleph", "slow.c");
    assert!(told.as_ref().is_none_or(|told| told.contains("120 s")), "{told:?}");
    running.stop();
}

#[test]
fn the_version_before_plays_on_with_its_own_files_while_a_newer_one_is_looked_at() {
    let cup = Cup::new(&format!("{HEAD}load = \"3600s\"\nplayers = \"submissions\"\n"));
    let good = player();
    drop_files(&cup, &[("Arche", "noah.py", good.as_bytes()), ("Arche", "dove.py", format!("{good}# 1\n").as_bytes())]);
    let running = Running::start(&cup);
    let first = wait_for_games(&cup, "Arche/dove.py");
    // Whoever runs this waits until somebody lets it.
    let gate = cup.path("gate");
    let waits =
        format!("import os, time\nwhile not os.path.exists({:?}):\n    time.sleep(0.01)\n", gate.display().to_string());
    drop_files(&cup, &[("Arche", "dove.py", format!("{waits}{good}").as_bytes())]);
    let (before, _) = line(&cup, "Arche/dove.py").unwrap();
    // More than were under way.
    let on = until("games", || line(&cup, "Arche/dove.py").filter(|(games, _)| *games > before + 8));
    assert_eq!(on.1, first);
    fs::write(&gate, "").unwrap();
    until("the newer version", || line(&cup, "Arche/dove.py").filter(|(_, version)| *version != first));
    // Whose file is taken away plays what was begun to its end.
    fs::remove_file(cup.path("submissions/Arche/dove.py")).unwrap();
    until("dove has left", || line(&cup, "Arche/dove.py").is_none().then_some(()));
    let told = running.stop();
    assert_eq!(told["faults"].as_array().map(Vec::len), Some(0), "{}", told["faults"]);
}

#[test]
fn a_missing_compiler_keeps_out_whoever_needs_it_until_it_is_there() {
    let cup = Cup::new(&format!("{HEAD}players = \"submissions\"\n"));
    let functions = include_str!("../../../examples/othello-cup/players/othello_first.ml");
    drop_files(
        &cup,
        &[
            ("Arche", "noah.py", player().as_bytes()),
            ("Arche", "dove.py", format!("{}# another\n", player()).as_bytes()),
            ("Zoo", "last.py", format!("{}# last\n", player()).as_bytes()),
            ("Babus", "carn.ml", functions.as_bytes()),
            ("Deluge", "whole.ml", starter("ocaml", "player.ml").as_bytes()),
        ],
    );
    let (tools, path) = without_ocaml();
    let running = Running::with(&cup, &["--no-sandbox"], Some(&path));
    log(&cup, "Babus", "carn.ml", "refused: `ocaml` is missing");
    log(&cup, "Deluge", "whole.ml", "refused: `ocamlopt` is missing");
    wait_for_games(&cup, "Arche/dove.py");
    for tool in ocaml_tools() {
        symlink(&tool, tools.path().join(tool.file_name().unwrap())).unwrap();
    }
    wait_for_games(&cup, "Babus/carn.ml");
    wait_for_games(&cup, "Deluge/whole.ml");
    running.stop();
    let notes = fs::read_to_string(cup.path("notes")).unwrap();
    assert!(!notes.contains("not changed"), "who was looked at first stands where it stood: {notes}");
}

/// Where several machines play, files are packed when the first match is made, which may be long after they were let in.
#[cfg(feature = "postgres")]
#[test]
fn files_that_are_not_those_that_were_let_in_keep_out_their_player_alone() {
    let server = joute_testkit::postgres::PostgresServer::start();
    let cup = Cup::new(&format!("{HEAD}players = \"submissions\"\n"));
    let good = player();
    drop_files(&cup, &[("Arche", "noah.py", format!("{good}# 1\n").as_bytes())]);
    let running = Running::with(&cup, &["--no-sandbox", "--store", &server.new_address()], None);
    log(&cup, "Arche", "noah.py", "entered");
    // Another file of the same size and time, by which nobody sees that it is another.
    let (path, beside) = (cup.path("submissions/Arche/noah.py"), cup.path("beside.py"));
    fs::write(&beside, format!("{good}# 2\n")).unwrap();
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    fs::File::options().write(true).open(&beside).unwrap().set_modified(time).unwrap();
    fs::rename(&beside, &path).unwrap();
    drop_files(
        &cup,
        &[("Deluge", "pichu.py", good.as_bytes()), ("Deluge", "raven.py", format!("{good}# 3\n").as_bytes())],
    );
    log(&cup, "Arche", "noah.py", "refused: its files are not those any more that were let in");
    wait_for_games(&cup, "Deluge/pichu.py");
    drop_files(&cup, &[("Arche", "noah.py", format!("{good}# 4\n").as_bytes())]);
    wait_for_games(&cup, "Arche/noah.py");
    running.stop();
}

fn ocaml_tools() -> Vec<PathBuf> {
    let all = std::env::var_os("PATH").unwrap();
    let entries = std::env::split_paths(&all).filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let is_ocaml = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("ocaml"));
    let mut seen = BTreeSet::new();
    entries
        .map(|entry| entry.path())
        .filter(is_ocaml)
        .filter(|path| seen.insert(path.file_name().map(OsStr::to_owned)))
        .collect()
}

/// What is in the path but for OCaml, in a folder to which that may be added.
fn without_ocaml() -> (tempfile::TempDir, OsString) {
    let tools = tempfile::tempdir().unwrap();
    let ours = |folder: &Path| {
        fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .any(|entry| entry.file_name() == "ocaml" || entry.file_name() == "ocamlopt")
    };
    let all = std::env::var_os("PATH").unwrap();
    let (with, without): (Vec<PathBuf>, Vec<PathBuf>) = std::env::split_paths(&all).partition(|folder| ours(folder));
    for entry in with.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with("ocaml") {
            let _ = symlink(entry.path(), tools.path().join(entry.file_name()));
        }
    }
    let path = std::env::join_paths(without.into_iter().chain([tools.path().to_owned()])).unwrap();
    (tools, path)
}

/// The first file in a folder of this name, somewhere below another.
fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    fs::read_dir(folder).ok()?.flatten().find_map(|entry| match entry.file_name() == name {
        true => fs::read_dir(entry.path()).ok()?.flatten().next().map(|file| file.path()),
        false => entry.path().is_dir().then(|| find(&entry.path(), name))?,
    })
}

#[test]
fn killed_while_players_change_it_loses_nothing_and_plays_nothing_twice() {
    let versions = ["minimax:depth=1", "minimax:depth=2", "positional", "mobility"];
    let file = |version: usize| {
        let changing = versions[version % versions.len()];
        format!(
            "{HEAD}players = [\"alphabeta:depth=4\", \"alphabeta:depth=5\", {{ name = \"changing\", player = \"{changing}\" }}]\n"
        )
    };
    let cup = Cup::new(&file(0));
    // Players that take their time: each look at the store goes through all of its games.
    for kill in 1..=5 {
        let known = games(&cup);
        let mut running = Running::start(&cup);
        until("more games", || Some(games(&cup).len()).filter(|games| *games > known.len() + 2));
        cup.write(&file(kill));
        if kill % 2 == 0 {
            let before = games(&cup).len();
            until("some more games", || Some(games(&cup).len()).filter(|games| *games > before + 3));
        }
        let seen = games(&cup);
        running.kill();
        let after = games(&cup);
        let after_all: BTreeSet<&(u32, u32)> = after.iter().collect();
        assert!(known.iter().chain(&seen).all(|game| after_all.contains(game)), "kill {kill}: a game is lost");
        assert_eq!(after.len(), after_all.len(), "kill {kill}: a game counts twice");
    }
    let running = Running::start(&cup);
    let known = games(&cup).len();
    until("it goes on", || Some(games(&cup).len()).filter(|games| *games > known));
    let told = running.stop();
    assert!(!told["history"].as_array().unwrap().is_empty());
}
