//! Ladders from outside: a table with report 001's columns, players who come and go while it is played, a folder of
//! submissions fed with anything, and deaths.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

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
        let mut command = Command::new(env!("CARGO_BIN_EXE_joute"));
        command.args(["tournament", &cup.file(), "--json", "--no-sandbox"]).stdin(Stdio::null());
        Running(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap())
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

#[test]
fn the_file_may_change_while_it_is_played() {
    let file = |players: &str| format!("{HEAD}players = [{players}]\n");
    let cup = Cup::new(&file("\"greedy\", \"random\""));
    let running = Running::start(&cup);
    wait_for_games(&cup, "greedy");
    cup.write("what is this");
    cup.write(&file(
        "\"greedy\", { name = \"late\", player = \"mobility\" }, { name = \"random\", player = \"positional\" }",
    ));
    wait_for_games(&cup, "late");
    cup.write(&file("\"greedy\", { name = \"late\", player = \"mobility\" }"));
    until("random has left", || line(&cup, "random").is_none().then_some(()));
    let told = running.stop();
    let changes: Vec<&str> = told["history"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|note| note["changes"].as_array().unwrap())
        .map(|change| change["what"].as_str().unwrap())
        .collect();
    assert_eq!(changes, ["newer", "entered", "withdrawn"]);
}

/// A player in Python that already plays.
fn player() -> String {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("player");
    told(&["new", "python", &here.display().to_string(), "--game", "othello"]);
    let scripts = fs::read_dir(&here).unwrap().map(|entry| entry.unwrap().path());
    let script = scripts.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "py")).unwrap();
    fs::read_to_string(script).unwrap()
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
    let lost = |name: &str| find(&cup.path("submissions"), &format!("{name}-lost"));
    until("a lost game", || lost("dove.py").or_else(|| lost("pichu.py")).or_else(|| lost("noah.py")));
    let told = running.stop();
    let refused = told["players"].as_array().unwrap().iter().filter(|player| !player["refused"].is_null());
    let refused: BTreeSet<&str> = refused.map(|player| player["name"].as_str().unwrap()).collect();
    let names: BTreeSet<&str> =
        told["standings"].as_array().unwrap().iter().map(|line| line["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        BTreeSet::from(["Arche/dove.py", "Arche/noah.py", "Deluge/pichu.py"]),
        "nothing else ever played"
    );
    assert!(refused.contains("Babus/broken.py") && refused.contains("Babus/passwd.py"), "{refused:?}");
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
