//! `joute players` from outside: who there is, and what a locator means.

use std::path::Path;

use crate::support::{each_complains, keys, object, program, told};
use joute_catalog::GAMES;
use serde_json::{Value, json};

#[test]
fn every_player_is_described() {
    insta::assert_snapshot!(told(&["players"]));
}

#[test]
fn the_object_lists_names_games_and_parameters() {
    let listed = object(&["players", "--json"]);
    for player in listed["players"].as_array().unwrap() {
        assert_eq!(keys(player), ["games", "name", "parameters", "summary"]);
        for parameter in player["parameters"].as_array().unwrap() {
            assert_eq!(keys(parameter), ["default", "meaning", "name", "values"]);
        }
    }
    assert_eq!(listed["players"][1]["name"], "greedy");
}

#[test]
fn a_game_chooses_its_players() {
    let names = |game| {
        let listed = object(&["players", "--game", game, "--json"]);
        let players = listed["players"].as_array().unwrap().clone();
        players.iter().map(|player| player["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(names("flood").contains(&"hegemony".to_owned()));
    assert!(!names("othello").contains(&"hegemony".to_owned()));
    assert!(names("othello").contains(&"greedy".to_owned()));
}

/// What is told about a locator in a folder that holds a Python player and an executable one.
fn explained(locator: &str, arguments: &[&str]) -> (i32, String, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bot.py"), "print('hello')\n").unwrap();
    std::fs::write(folder.path().join("notes.txt"), "not a player\n").unwrap();
    std::fs::create_dir(folder.path().join("bots")).unwrap();
    make_executable(&folder.path().join("bot"));
    let mut command = program();
    command.current_dir(folder.path()).args(["players", "--explain", locator]).args(arguments);
    let output = command.output().unwrap();
    // The folder has another name each time.
    let plain = |bytes: Vec<u8>| {
        let real = folder.path().canonicalize().unwrap();
        let text = String::from_utf8(bytes).unwrap().replace(real.to_str().unwrap(), "FOLDER");
        text.replace(folder.path().to_str().unwrap(), "FOLDER")
    };
    (output.status.code().unwrap(), plain(output.stdout), plain(output.stderr))
}

fn make_executable(path: &Path) {
    std::fs::write(path, "#!/bin/sh\n").unwrap();
    #[cfg(unix)]
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
}

/// The plain explanation of a locator.
fn explanation(locator: &str) -> String {
    let (code, told, said) = explained(locator, &[]);
    assert_eq!((code, said.as_str()), (0, ""), "{locator}");
    told
}

#[test]
fn built_in_players_are_explained() {
    insta::assert_snapshot!(explanation("mix:2,border=free"));
    let games: Vec<&str> = GAMES.iter().map(|entry| entry.info.name).collect();
    insta::assert_snapshot!(explanation("random").replace(&games.join(", "), "(all of them)"));
}

#[test]
fn programs_are_explained() {
    insta::assert_snapshot!(explanation("exe:python3 bot.py --depth 3 'two words'?keep=yes"));
    insta::assert_snapshot!(explanation("bot.py"));
    insta::assert_snapshot!(explanation("./bot?memory=64"));
}

#[test]
fn the_object_explains_the_same() {
    let object = |locator: &str| {
        let (code, told, _) = explained(locator, &["--json"]);
        assert_eq!(code, 0);
        serde_json::from_str::<Value>(&told).unwrap()
    };
    let expected = [
        "command",
        "files",
        "games",
        "kind",
        "locator",
        "name",
        "options",
        "parameters",
        "runtime",
        "target",
        "version",
    ];
    let program = object("exe:python3 bot.py?memory=64");
    assert_eq!(keys(&program), expected);
    assert_eq!(program["kind"], "exe");
    assert_eq!(program["command"], json!(["python3", "FOLDER/bot.py"]));
    assert_eq!(program["files"], json!(["FOLDER/bot.py"]));
    assert_eq!((&program["options"][1]["value"], &program["options"][1]["given"]), (&json!("64"), &json!(true)));
    assert_eq!(program["version"].as_str().unwrap().len(), 32);
    let built_in = object("oracle:4");
    assert_eq!(keys(&built_in), expected);
    assert_eq!((&built_in["kind"], &built_in["command"]), (&json!("built-in"), &Value::Null));
    assert_eq!(built_in["games"], json!(["seven-colours", "flood"]));
    let moves = &built_in["parameters"][0];
    assert_eq!(keys(moves), ["default", "given", "meaning", "name", "value", "values"]);
    assert_eq!((&moves["value"], &moves["default"], &moves["given"]), (&json!("4"), &json!("3"), &json!(true)));
    assert_eq!(built_in["parameters"][1]["given"], false);
}

#[test]
fn locators_that_name_nobody_are_explained() {
    for (locator, expected) in [
        ("gredy", "did you mean greedy?"),
        ("chess-master", "`joute players` lists them"),
        ("greedy:tie=first", "unknown parameter \"tie\"; this player takes ties"),
        ("oracle:0", "moves=\"0\": expected a whole number from 1 to 20"),
        ("random:3", "this player takes none"),
        ("exe:", "exe:python3 bot.py"),
        ("exe:./none", "./none: no such program"),
        ("exe:no-such-command", "no-such-command: no such program"),
        ("exe:./notes.txt", "./notes.txt: not executable"),
        ("greedy?keep=yes", "unknown option \"keep\" of built-in: players; it takes: name"),
        ("exe:'bot", "quotes"),
        ("exe:python3 bot.py?kep=yes", "unknown option \"kep\""),
        ("exe:python3 bot.py?keep=perhaps", "expected yes or no"),
        ("exe:python3 bot.py?memory=0", "a whole number from 1"),
        ("none.py", "there is no such file"),
        ("bots", "found nothing that can be run; expected one file called main or player"),
        ("notes.txt", "exe:COMMAND"),
        ("", "no player called \"\""),
    ] {
        let (code, told, said) = explained(locator, &[]);
        assert_eq!((code, told.as_str()), (2, ""), "{locator}: {said}");
        assert!(said.starts_with("joute: ") && said.lines().count() == 1, "{locator}: {said}");
        assert!(said.contains(expected), "{locator}: {said}");
    }
}

#[test]
fn wrong_usage_is_explained() {
    each_complains(
        2,
        &[
            ("players --game chess", "seven-colours, flood, othello, awale"),
            ("players greedy", "--help"),
            ("players --explain", "--explain <LOCATOR>"),
            ("players --explain greedy --game flood", "cannot be used with"),
        ],
    );
}

#[test]
fn kinds_are_listed_with_their_options() {
    let text = told(&["players", "--kinds"]);
    for words in ["exe  (exe:python3 bot.py)", "files: .so", "wasm  (wasm:player.wasm)", "forbidden: how a library"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let listed = object(&["players", "--kinds", "--json"]);
    let kinds = listed["kinds"].as_array().unwrap();
    assert!(kinds.iter().all(|kind| keys(kind) == ["endings", "example", "name", "options", "summary"]));
    let exe = kinds.iter().find(|kind| kind["name"] == "exe").unwrap();
    assert_eq!(exe["options"][0]["name"], "keep");
}
