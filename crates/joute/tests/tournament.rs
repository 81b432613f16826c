//! `joute tournament` from outside: files, mistakes, formats, results, resuming.

use std::fs;

use crate::cups::{Cup, bare};
use crate::support::{complaint, has_keys, object};
use serde_json::Value;

const BUILT_IN: &str =
    r#"["greedy", "random", "positional", "mobility", { name = "Camille", player = "alphabeta:depth=2" }]"#;

#[test]
fn a_cup_from_one_file() {
    let cup = Cup::new(&format!(
        "format = \"double-elimination\"\ngame = \"othello\"\nseed = 11\nscoring = \"report-002\"\nplayers = {BUILT_IN}\n"
    ));
    let told = cup.object(&[]);
    has_keys(&told, &["format", "game", "seed", "standings", "matches", "complete", "played_now", "ratings", "faults"]);
    has_keys(&told["standings"][0], &["rank", "name", "wins", "draws", "losses", "points", "faults"]);
    has_keys(&told["matches"][0], &["round", "players", "points", "winner", "decided_by"]);
    assert_eq!((&told["complete"], &told["seed"]), (&Value::from(true), &Value::from(11)));
    assert_eq!(told["standings"].as_array().unwrap().len(), 5);
    assert_eq!(told["standings"][0]["rank"], 1);
    let kept: Value = serde_json::from_str(&fs::read_to_string(cup.data().join("results.json")).unwrap()).unwrap();
    assert_eq!(kept, told, "the folder of results holds the same");
    let again = cup.object(&[]);
    assert_eq!(again["played_now"], 0, "nothing is played twice");
    assert_eq!(bare(&again), bare(&told));
    assert!(cup.told(&[]).contains("the winner is "));
    assert!(cup.told(&[]).contains("0 of them played now"));
}

#[test]
fn jobs_change_nothing_and_the_seed_does() {
    let text = format!(
        "format = \"swiss\"\ngame = \"seven-colours\"\nsetup = \"size=8\"\ngames = 4\nplayers = {}\n",
        r#"["greedy", "random", "greedy:ties=random", "random"]"#
    );
    let one = Cup::new(&text).object(&[]);
    assert_eq!(bare(&Cup::new(&text).object(&["--jobs", "3"])), bare(&one));
    assert_ne!(bare(&Cup::new(&text).object(&["--seed", "2"])), bare(&one));
}

#[test]
fn every_format_from_the_command_line() {
    for (format, matches) in [("round-robin", 6), ("gauntlet", 3), ("swiss", 4), ("single-elimination", 3)] {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("results").display().to_string();
        let words = ["tournament", "--format", format, "--game", "awale", "--data", &data, "--json"];
        let told = object(&[&words[..], &["greedy", "random", "minimax:depth=2", "random"]].concat());
        assert_eq!(told["matches"].as_array().unwrap().len(), matches, "{format}");
        assert_eq!(told["standings"][0]["rank"], 1, "{format}");
        assert!(told["players"].as_array().unwrap().iter().any(|player| player["name"] == "random (2)"), "{format}");
    }
}

#[test]
fn mistakes_are_told_with_their_line() {
    let good = "format = \"swiss\"\ngame = \"othello\"\nplayers = [\"greedy\", \"random\"]\n";
    for (text, expected) in [
        (
            "format = \"swiss\"\ngame = \"chess\"\nplayers = []",
            "cup.toml, line 2: game = \"chess\": expected seven-colours, flood, othello, awale",
        ),
        (
            "game = \"othello\"\n\nformat = \"pyramid\"",
            "cup.toml, line 3: format = \"pyramid\": unknown format \"pyramid\": expected match, double-elimination",
        ),
        ("format = \"swiss", "cup.toml, line 1: "),
        ("seed = 1\nplayer = [\"greedy\"]", "cup.toml, line 2: unknown key \"player\": expected one of name, format"),
        (
            "format = \"swiss\"\ngame = \"othello\"\ntime = \"soon\"",
            "cup.toml, line 3: time = \"soon\": match rule time=\"soon\": expected a time such as 120s",
        ),
        (
            "format = \"swiss\"\ngame = \"othello\"\nplayers = [\"greedy\",\n\"gredy\"]",
            "cup.toml, line 4: no player called \"gredy\": did you mean greedy?",
        ),
        (
            "format = \"swiss\"\ngame = \"othello\"\nplayers = [\"greedy\", 7]",
            "line 3: a number: expected a player in quotes",
        ),
        (
            "format = \"swiss\"\ngame = \"othello\"\nplayers = [\"greedy\"]",
            "cup.toml, line 3: players: 1 to play: expected at least two players",
        ),
        (
            "format = \"swiss\"\ngame = \"othello\"\nplayers = \"nowhere\"",
            "line 3: players = \"nowhere\": cannot read the folder",
        ),
        (
            "format = \"swiss\"\nplayers = [\"greedy\", \"random\"]",
            "cup.toml: there is no game; expected e.g. game = \"othello\"",
        ),
        (&format!("games = 3\n{good}"), "cup.toml, line 1: games: expected an even number"),
        (
            &format!("jobs = true\n{good}"),
            "cup.toml, line 1: jobs is true or false: expected a text in quotes or a number",
        ),
        (&format!("{good}ties = \"replay\""), "cup.toml, line 4: ties: swiss does not take ties = \"replay\""),
        (&format!("{good}setup = \"size=7\""), "cup.toml, line 4: setup: "),
        (&format!("{good}require = {{ fiel = \"x\" }}"), "line 4: expected require = { file ="),
        (
            &format!("{good}scoring = \"elo\""),
            "line 4: scoring = \"elo\": unknown scoring \"elo\": expected points, report-002 or tally",
        ),
    ] {
        let cup = Cup::new(text);
        let said = complaint(2, &["tournament", &cup.file()]);
        assert!(said.contains(expected), "{text}\nsaid:     {said}expected: {expected}");
    }
    assert!(complaint(2, &["tournament", "nowhere.toml"]).contains("cannot read nowhere.toml"));
    assert!(complaint(2, &["tournament", "greedy", "random"]).contains("expected one file, or --format"));
    assert!(
        complaint(2, &["tournament", "--format", "swiss", "--game", "othello", "--games", "3", "greedy", "random"])
            .contains("--games 3: expected an even number")
    );
}

#[test]
fn another_event_is_not_mixed_in() {
    let text = format!("format = \"round-robin\"\ngame = \"othello\"\nplayers = {BUILT_IN}\n");
    let cup = Cup::new(&text);
    cup.object(&[]);
    let said = complaint(1, &["tournament", &cup.file(), "--seed", "5"]);
    assert!(said.contains("another event: seed was 1, and is 5"), "{said}");
    assert!(said.contains("--data DIR"), "{said}");
    cup.write(&text.replace("\"random\", ", "").replace("\"othello\"", "\"othello\"\nsetup = \"size=6\""));
    let said = complaint(1, &["tournament", &cup.file()]);
    assert!(said.contains("setup was size=8, and is size=6") && said.contains("player random is gone"), "{said}");
    cup.write(&text);
    assert_eq!(cup.object(&[])["played_now"], 0, "put back, it is the same event");
}

#[test]
fn a_folder_that_is_not_ours_is_left_alone() {
    let cup = Cup::new(&format!("format = \"round-robin\"\ngame = \"othello\"\nplayers = {BUILT_IN}\n"));
    fs::create_dir(cup.data()).unwrap();
    let store = cup.data().join("games.sqlite");
    fs::write(&store, "somebody else's file, and long enough that nobody takes it for an empty one").unwrap();
    assert!(complaint(1, &["tournament", &cup.file()]).contains("not a store of games"));
    assert!(fs::read_to_string(&store).unwrap().starts_with("somebody"), "untouched");
}

#[test]
fn a_stored_game_is_replayed_by_its_number() {
    let cup = Cup::new("format = \"match\"\ngame = \"othello\"\nplayers = [\"greedy\", \"random\"]\n");
    let told = cup.object(&[]);
    let id = told["matches"][0]["games"][1].to_string();
    let data = cup.data().display().to_string();
    let game = object(&["replay", &id, "--data", &data, "--json"]);
    assert_eq!(game["players"][0]["name"], "random", "seats are swapped in the second game");
    assert_eq!(game["labels"]["match"], "1");
    assert!(complaint(2, &["replay", "99", "--data", &data]).contains("there is no game 99"));
    assert!(complaint(2, &["replay", "x", "--data", &data]).contains("expected the number of a game"));
    assert!(complaint(2, &["replay", "1", "--data", "/nowhere"]).contains("/nowhere/games.sqlite"));
}
