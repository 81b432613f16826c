//! `joute games` from outside.

use crate::support::{each_complains, keys, object, told};
use joute_catalog::GAMES;

#[test]
fn every_game_is_described() {
    let told = ["seven-colours", "flood", "othello", "awale"].map(|game| told(&["games", game]));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn one_game_is_described_alone() {
    let text = told(&["games", "othello"]);
    assert!(text.starts_with("othello (Othello)\n"), "{text}");
    assert!(told(&["games"]).contains(&text));
}

#[test]
fn the_object_lists_names_setups_and_texts() {
    let listed = object(&["games", "--json"]);
    let games = listed["games"].as_array().unwrap();
    let names: Vec<&str> = games.iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert!(names.iter().eq(GAMES.iter().map(|entry| &entry.info.name)), "{names:?}");
    for game in games {
        let expected = [
            "examples",
            "heuristics",
            "ideas",
            "move",
            "name",
            "position",
            "setup",
            "sides",
            "summary",
            "title",
            "unit",
        ];
        assert_eq!(keys(game), expected);
        assert_eq!(game["sides"].as_array().unwrap().len(), 2);
        for key in game["setup"].as_array().unwrap() {
            assert_eq!(keys(key), ["default", "key", "meaning", "values"]);
        }
    }
    assert_eq!(object(&["games", "awale", "--json"])["games"].as_array().unwrap().len(), 1);
}

#[test]
fn every_example_can_be_shown() {
    for game in object(&["games", "--json"])["games"].as_array().unwrap() {
        for example in game["examples"].as_array().unwrap() {
            let shown =
                object(&["show", game["name"].as_str().unwrap(), "--setup", example.as_str().unwrap(), "--json"]);
            assert_eq!(shown["game"], game["name"]);
        }
    }
}

#[test]
fn an_unknown_game_is_refused_with_the_known_ones() {
    each_complains(2, &[("games chess", "seven-colours, flood, othello, awale"), ("games othello awale", "awale")]);
}
