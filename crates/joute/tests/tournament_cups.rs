//! Whole cups with real players: forty of them with ten that misbehave, and the examples of the guide.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cups::Cup;
use crate::support::{object, told};
use joute_testkit::programs::{Language, Programs};
use serde_json::Value;

/// What misbehaves, and the kind of fault it must come to.
const BAD: [(Language, &str, &str); 10] = [
    (Language::C, "exit", "crash"),
    (Language::C, "segfault", "crash"),
    (Language::C, "exception", "crash"),
    (Language::C, "sleep", "overtime"),
    (Language::C, "illegal", "illegal"),
    (Language::C, "close-output", "crash"),
    (Language::C, "endless-line", "crash"),
    (Language::Python, "nonsense", "illegal"),
    (Language::Python, "exception", "crash"),
    (Language::Python, "loop", "overtime"),
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The players of the cup by name: thirty that play, ten that do not.
fn forty(cup: &Cup, programs: &Programs) -> Vec<(String, String)> {
    let mut players: Vec<(String, String)> = Vec::new();
    for (number, (language, mode, _)) in BAD.into_iter().enumerate() {
        players.push((format!("bad {number} {mode}"), programs.bad(language, mode)));
    }
    for name in ["first", "last", "greedy", "corners"] {
        let source = repository().join(format!("examples/othello-cup/players/othello_{name}.ml"));
        fs::copy(source, cup.path(&format!("{name}.ml"))).unwrap();
        players.push((format!("ocaml {name}"), format!("ocaml:{name}.ml")));
    }
    compile_library(cup, "library.so");
    players.push(("library".to_owned(), "lib:library.so".to_owned()));
    compile_module(cup, "module.wasm");
    players.push(("module".to_owned(), "wasm:module.wasm".to_owned()));
    for language in Language::ALL {
        players.push((format!("starter {language:?}"), programs.starter(language)));
    }
    let built_in = ["greedy", "random", "positional", "mobility"];
    for number in 0..40 - players.len() {
        players.push((format!("house {number}"), built_in[number % built_in.len()].to_owned()));
    }
    players
}

fn compile_library(cup: &Cup, name: &str) {
    let source = repository().join("examples/flood-cup/player.c");
    let mut gcc = Command::new("gcc");
    gcc.args(["-shared", "-fPIC", "-O1", "-DFIRST", "-I"]).arg(repository().join("players/c-library"));
    gcc.arg("-o").arg(cup.path(name)).arg(source);
    assert!(gcc.status().expect("these tests need gcc").success(), "gcc failed");
}

fn compile_module(cup: &Cup, name: &str) {
    let mut clang = Command::new("clang");
    clang.args(["--target=wasm32", "-O2", "-nostdlib", "-Wl,--no-entry", "-o"]).arg(cup.path(name));
    clang.arg(repository().join("players/wasm-c/player.c"));
    assert!(clang.status().expect("these tests need clang and lld").success(), "clang failed");
}

#[test]
fn a_cup_of_forty_with_ten_that_misbehave_ends_by_itself() {
    let programs = Programs::new();
    let cup = Cup::new("");
    let players = forty(&cup, &programs);
    let list: Vec<String> =
        players.iter().map(|(name, locator)| format!("  {{ name = {name:?}, player = {locator:?} }}")).collect();
    cup.write(&format!(
        "format = \"double-elimination\"\nties = \"replay\"\nreplays = 1\ngame = \"othello\"\nscoring = \"report-002\"\nseed = 40\n\
         seeding = \"drawn\"\nmove_time = \"4s\"\njobs = 2\nplayers = [\n{}\n]\n",
        list.join(",\n")
    ));
    let told = cup.object(&[]);
    assert_eq!(told["complete"], true);
    check_bracket(&told, 40);
    check_faults(&told, &cup);
    let page = fs::read_to_string(cup.data().join("report.html")).unwrap();
    assert!(page.len() < 300_000, "the page has {} bytes", page.len());
}

/// Everybody but the winner lost two matches, and every match was won by who made more points, or by what is named.
fn check_bracket(told: &Value, players: usize) {
    let mut losses: BTreeMap<String, u32> = BTreeMap::new();
    let matches = told["matches"].as_array().unwrap();
    for game in matches {
        let [one, two] = [&game["players"][0], &game["players"][1]];
        let loser = if game["winner"] == *one { two } else { one };
        assert!(game["winner"] == *one || game["winner"] == *two, "{game}");
        *losses.entry(loser.as_str().unwrap().to_owned()).or_default() += 1;
        let points = [0, 1].map(|seat| game["points"][seat].as_f64().unwrap());
        if matches!(game["decided_by"].as_str(), Some("points" | "replay")) {
            let ahead = if points[0] > points[1] { one } else { two };
            assert_eq!(game["winner"], *ahead, "{game}");
        }
    }
    let winner = told["standings"][0]["name"].as_str().unwrap();
    let lost_once = losses.remove(winner).unwrap_or(0);
    assert_eq!(matches.len(), 2 * players - 2 + lost_once as usize);
    assert_eq!(losses.len(), players - 1);
    assert!(losses.values().all(|&lost| lost == 2), "{losses:?}");
}

/// Who misbehaves has a fault of its kind with its evidence, and nobody else has one; every game can be looked at.
fn check_faults(told: &Value, cup: &Cup) {
    let faults = told["faults"].as_array().unwrap();
    for (number, (_, mode, kind)) in BAD.into_iter().enumerate() {
        let name = format!("bad {number} {mode}");
        let own: Vec<&Value> = faults.iter().filter(|fault| fault["player"] == name).collect();
        assert!(!own.is_empty(), "{name} has no fault");
        for fault in own {
            assert_eq!(fault["kind"], kind, "{fault}");
            assert!(fault["evidence"].as_str().unwrap().len() > 10, "{fault}");
        }
    }
    let innocent: Vec<&Value> =
        faults.iter().filter(|fault| !fault["player"].as_str().unwrap().starts_with("bad ")).collect();
    assert!(innocent.is_empty(), "{innocent:?}");
    let id = faults[0]["game"].to_string();
    let game = object(&["replay", &id, "--data", &cup.data().display().to_string(), "--json"]);
    assert_eq!(game["ending"]["how"], "forfeit");
}

/// A copy of an example, so that its results do not lie among the sources.
fn example(name: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let from = repository().join("examples");
    let copied = Command::new("cp").arg("-r").arg(&from).arg(folder.path()).status().unwrap();
    assert!(copied.success());
    let players = folder.path().join("players");
    assert!(Command::new("cp").arg("-r").arg(repository().join("players")).arg(&players).status().unwrap().success());
    assert!(Command::new("chmod").args(["-R", "a+rX"]).arg(folder.path()).status().unwrap().success());
    let file = folder.path().join("examples").join(name).join("cup.toml").display().to_string();
    (folder, file)
}

#[test]
fn the_othello_cup_of_the_guide() {
    let (_folder, file) = example("othello-cup");
    let told = object(&["tournament", &file, "--json"]);
    assert_eq!(told["complete"], true);
    assert_eq!(told["standings"].as_array().unwrap().len(), 4);
    let refused: Vec<&Value> =
        told["players"].as_array().unwrap().iter().filter(|player| !player["refused"].is_null()).collect();
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0]["name"], "othello_chatty");
    assert_eq!(refused[0]["refused"], "it prints: thinking ...");
    assert_eq!(object(&["tournament", &file, "--json"])["played_now"], 0);
}

#[test]
fn the_flood_cup_of_the_guide() {
    let (folder, file) = example("flood-cup");
    let built = Command::new("sh").arg(folder.path().join("examples/flood-cup/build.sh")).status().unwrap();
    assert!(built.success(), "these tests need gcc");
    assert!(Command::new("chmod").args(["-R", "a+rX"]).arg(folder.path()).status().unwrap().success());
    let text = told(&["tournament", &file]);
    assert!(text.contains("Buchholz") && text.contains("the winner is "), "{text}");
}

#[test]
fn the_mixed_round_robin_of_the_guide() {
    let (_folder, file) = example("mixed");
    let told = object(&["tournament", &file, "--json"]);
    assert_eq!(told["matches"].as_array().unwrap().len(), 6);
    assert_eq!(told["ratings"].as_array().unwrap().len(), 4);
    assert!(told["faults"].as_array().unwrap().is_empty(), "{}", told["faults"]);
}

#[test]
fn submissions_that_break_the_rules_are_listed_and_do_not_play() {
    let (folder, _) = example("othello-cup");
    let cup = folder.path().join("examples/othello-cup");
    fs::write(cup.join("players/carn.ml"), "let strategie _ = 0").unwrap();
    fs::write(cup.join("players/notes.txt"), "to do").unwrap();
    let careless = fs::read_to_string(cup.join("players/othello_first.ml")).unwrap();
    let careless =
        careless.replace("  first 0\n", "  let answer = first 0 in oth.plateau.(0) <- 2; oth.joueur <- 2; answer\n");
    fs::write(cup.join("players/othello_careless.ml"), careless).unwrap();
    let told = object(&["tournament", &cup.join("cup.toml").display().to_string(), "--json"]);
    let players = told["players"].as_array().unwrap();
    let refused = |name: &str| {
        let player = players.iter().find(|player| player["name"] == name).unwrap();
        player["refused"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(refused("carn"), "the file is called carn.ml, and must be called othello_*.ml");
    assert!(refused("notes").contains("neither executable nor of a kind"), "{}", refused("notes"));
    assert_eq!(refused("othello_careless"), "it changes its argument");
    assert_eq!(told["standings"].as_array().unwrap().len(), 4);
}

#[test]
fn the_name_of_a_submission_sets_no_limits_and_a_link_shows_nothing() {
    let cup = Cup::new(
        "format = \"round-robin\"\ngame = \"othello\"\nsetup = \"size=4\"\ngames = 2\nplayers = \"submissions\"\n",
    );
    let submissions = cup.path("submissions");
    fs::create_dir(&submissions).unwrap();
    let player = repository().join("players/python/player.py");
    for name in ["plain.py", "a?keep=yes&memory=200000&x=.py", "exe:greedy.py"] {
        fs::copy(&player, submissions.join(name)).unwrap();
    }
    fs::write(cup.path("private"), "the teacher's secret\n").unwrap();
    std::os::unix::fs::symlink(cup.path("private"), submissions.join("link.py")).unwrap();
    std::os::unix::fs::symlink("plain.py", submissions.join("inside.py")).unwrap();
    let told = cup.object(&[]);
    assert!(!told.to_string().contains("secret") && told["complete"] == true, "{told}");
    assert_no_secret(&cup);
    let players = told["players"].as_array().unwrap();
    let refused: Vec<&str> = players.iter().filter_map(|player| player["refused"].as_str()).collect();
    assert!(refused.len() == 1 && refused[0].contains("leaves the folder"), "{told}");
    let locators: Vec<&str> = players.iter().map(|player| player["locator"].as_str().unwrap()).collect();
    assert!(locators.contains(&"file:submissions/a?keep=yes&memory=200000&x=.py"), "{locators:?}");
    assert!(locators.contains(&"submissions/plain.py"), "{locators:?}");
}

/// Neither the report nor the tables, sheets, records or the store may hold what no player wrote.
fn assert_no_secret(cup: &Cup) {
    let mut folders = vec![cup.data()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = fs::read(&path).unwrap();
            assert!(!bytes.windows(6).any(|word| word == b"secret"), "{} tells somebody's secret", path.display());
        }
    }
}

#[test]
fn evidence_quotes_nothing_but_what_a_player_wrote() {
    let cup = Cup::new("format = \"match\"\ngame = \"othello\"\ngames = 2\nplayers = \"submissions\"\n");
    let submissions = cup.path("submissions");
    fs::create_dir(&submissions).unwrap();
    for name in ["plain.py", "other.py"] {
        fs::copy(repository().join("players/python/player.py"), submissions.join(name)).unwrap();
    }
    let private = cup.path("private");
    fs::write(&private, "let secret = secret of the teacher\n").unwrap();
    // A compiler quotes the line that it does not understand, whichever file that is in.
    let thief = format!("#use \"{}\"\n# 1 \"{0}\"\nlet strategie _ = oops\n", private.display());
    fs::write(submissions.join("thief.ml"), thief).unwrap();
    let reads =
        format!("import sys\nsys.stdin.readline()\nsys.exit(open({:?}).read())\n", private.display().to_string());
    fs::write(submissions.join("reader.py"), reads).unwrap();
    cup.write("format = \"round-robin\"\ngame = \"othello\"\ngames = 2\nplayers = \"submissions\"\n");
    let told = cup.object(&[]);
    assert!(!told.to_string().contains("secret") && told["complete"] == true, "{told}");
    // Neither can be loaded, and both are told so in the words of their compiler and interpreter.
    let refused = told["players"].as_array().unwrap().iter().filter(|player| player["refused"].is_string());
    assert_eq!(refused.count(), 2, "{told}");
    assert_no_secret(&cup);
}
