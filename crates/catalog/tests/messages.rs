//! What the catalogues of messages have of the games: every word of every game in every language, and every mistake in it.

use joute_catalog::{GAMES, GameEntry, find_game};
use joute_games::{FieldKind, NoFiles, Side};
use joute_messages::{Language, Localize};

/// Every key that the pages name for a game.
fn keys(entry: &GameEntry) -> Vec<String> {
    let (name, unit) = (entry.info.name, entry.info.unit);
    let plain = ["title", "summary", "position-help", "move-help"].map(|what| format!("{what}-{name}"));
    let mut keys = plain.to_vec();
    keys.extend(Side::BOTH.map(|side| format!("side-{name}-{side}")));
    keys.push(format!("unit-{unit}"));
    keys.extend(entry.info.setup_keys.iter().map(|key| format!("setup-{name}-{}", key.key)));
    for field in entry.info.setup_fields {
        keys.push(format!("field-{name}-{}", field.key));
        let FieldKind::Choice(choices) = field.kind else { continue };
        let choice = |value: &&str| match *value {
            "" => format!("choice-{name}-by-rules"),
            value => format!("choice-{name}-{}-{value}", field.key),
        };
        keys.extend(choices.iter().map(choice));
    }
    keys.extend(entry.offered.iter().map(|offered| offered.name.to_owned()));
    keys
}

#[test]
fn every_word_of_every_game_is_there_in_every_language() {
    for language in Language::all() {
        let missing: Vec<String> = GAMES.iter().flat_map(keys).filter(|key| !language.has(key)).collect();
        assert!(missing.is_empty(), "{language}: {missing:#?}");
    }
}

#[test]
fn titles_sides_and_units_are_said_in_the_language() {
    let french = |name: &str| {
        let info = find_game(name).unwrap().info;
        let [first, second] = Side::BOTH.map(|side| info.side(side, Language::FR));
        format!("{}: {first}, {second}, 1 {}", info.title(Language::FR), info.unit_text(1, Language::FR))
    };
    assert_eq!(french("seven-colours"), "Sept Couleurs: En haut à droite, En bas à gauche, 1 case");
    assert_eq!(french("flood"), "Flood: Joueur 1, Joueur 2, 1 case");
    assert_eq!(french("othello"), "Othello: Noir, Blanc, 1 pion");
    assert_eq!(french("awale"), "Awalé: Sud, Nord, 1 graine");
}

/// Words that only English has.
const ENGLISH: &[&str] =
    &["the", "of", "expected", "found", "and", "with", "is", "from", "to", "rows", "whose", "cells", "this"];

fn is_french(text: &str) -> bool {
    let outside = text.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    !outside.split(|letter: char| !letter.is_alphabetic()).any(|word| ENGLISH.contains(&word))
}

fn check(error: &dyn Localize) {
    let [english, french] = [Language::EN, Language::FR].map(|language| error.localized(language));
    assert!(french != english && is_french(&french), "{english}\n{french}");
}

#[test]
fn mistakes_in_setups_and_positions_are_told_in_french() {
    let cases = [
        ("seven-colours", "size=1", ""),
        ("seven-colours", "size=99999", ""),
        ("seven-colours", "colours=99", ""),
        ("seven-colours", "board=odd", ""),
        ("seven-colours", "obstacles=50,size=3", ""),
        ("seven-colours", "depth=3", ""),
        ("seven-colours", "size=4,size=5", ""),
        ("seven-colours", "enclosed=maybe", ""),
        ("seven-colours", "seed=x", ""),
        ("seven-colours", "size=4,board=AB/CD", ""),
        ("seven-colours", "board=A^/vB,seed=3", ""),
        ("seven-colours", "", "x"),
        ("seven-colours", "", "A^/vB x"),
        ("seven-colours", "", "A^/vBB ^"),
        ("seven-colours", "", "AA^/vBB ^"),
        ("seven-colours", "", "AA/vB ^"),
        ("seven-colours", "", "A^/AB ^"),
        ("seven-colours", "", "?^/vB ^"),
        ("seven-colours", "", "^A^/AAA/vAA ^"),
        ("flood", "graph=donut,width=5", ""),
        ("flood", "graph=donut,width=6,height=9", ""),
        ("flood", "graph=nothing", ""),
        ("flood", "width=0", ""),
        ("flood", "colours=3,forbidden=2", ""),
        ("flood", "forbidden=x", ""),
        ("flood", "colouring=odd", ""),
        ("flood", "colouring=BR/RB", ""),
        ("flood", "colouring=BR/RG,width=5", ""),
        ("flood", "colouring=BR/GY,obstacles=5", ""),
        ("flood", "", "x"),
        ("flood", "", "BR/GY 3 0,3 - -"),
        ("flood", "", "BR/GY 1 0 - -"),
        ("flood", "", "BR/GY 1 0,9 - -"),
        ("flood", "", "BR/GY 1 0,3 x -"),
        ("flood", "", "BR/GY 1 0,3 - x"),
        ("flood", "", "BR/GYY 1 0,3 - -"),
        ("flood", "", "BB/BB 1 0,3 - -"),
        ("flood", "", "B?/GY 1 0,3 - -"),
        ("othello", "size=5", ""),
        ("othello", "", "X"),
        ("othello", "size=4", "-----OX--XO---?- X"),
        ("othello", "size=4", "-----OX--XO----- ?"),
        ("awale", "rules=chess", ""),
        ("awale", "pits=0", ""),
        ("awale", "pits=12,seeds=100", ""),
        ("awale", "undo=pass,grand-slam=legal", ""),
        ("awale", "", "4-4"),
        ("awale", "", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-X"),
        ("awale", "", "x-4-4-4-4-4-4-4-4-4-4-4-0-0-S"),
        ("awale", "", "9-4-4-4-4-4-4-4-4-4-4-4-0-0-S"),
    ];
    for (game, setup, position) in cases {
        let start = find_game(game).unwrap().setup(setup, &NoFiles).and_then(|source| source.start(1));
        match start.map(|start| start.at(position)) {
            Err(error) => check(&error),
            Ok(Err(error)) => check(&error),
            Ok(Ok(_)) => panic!("{game} {setup} {position} is no mistake"),
        }
    }
}

#[test]
fn illegal_moves_are_told_in_french() {
    for entry in GAMES {
        let mut game = entry.setup("", &NoFiles).unwrap().start(1).unwrap();
        for mv in ["a1", "Z", "?", "f"] {
            if let Err(error) = game.try_play(mv) {
                check(&error);
            }
        }
    }
}
