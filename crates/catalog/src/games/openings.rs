//! Beginnings that have names. A position is known by its form, so that turned, mirrored and transposed games have the same.

use std::collections::HashMap;
use std::sync::LazyLock;

use joute_games::{AnyGame, NoFiles, canonical_form};

use super::GAMES;

/// Of Othello: names that players use, with the moves by which they are usually written.
pub(super) const OTHELLO: &[(&str, &str)] = &[
    ("diagonal", "c4c3"),
    ("x-square", "c4c3d3c5b2"),
    ("snake", "c4c3d3c5b3"),
    ("heath", "c4c3d3c5b4"),
    ("cow", "c4c3d3c5d6"),
    ("buffalo", "c4c3d3c5f6"),
    ("wing", "c4c3e6c5"),
    ("semi-wing", "c4c3f5c5"),
    ("parallel", "c4c5"),
    ("perpendicular", "c4e3"),
    ("mimura", "c4e3f4c5d6e6"),
    ("shaman", "c4e3f4c5d6f3"),
    ("horse", "c4e3f4c5e6"),
    ("no-cat", "c4e3f5b4"),
    ("italian", "c4e3f5e6d3"),
    ("cat", "c4e3f5e6f4"),
    ("tiger", "c4e3f6e6f5"),
    ("stephenson", "c4e3f6e6f5c5c3"),
    ("compoth", "c4e3f6e6f5c5d6"),
    ("leaders-tiger", "c4e3f6e6f5c5f4"),
    ("fat-draw", "c4e3f6e6f5c5f4g6f7"),
    ("aubrey", "c4e3f6e6f5g6"),
];

/// A game by name and the form of one of its positions.
type Form = (&'static str, Vec<u32>);

/// The key of the beginning that a position is, if it has a name: `opening-KEY` is what people call it.
pub fn opening_key(game: &AnyGame) -> Option<&'static str> {
    static KNOWN: LazyLock<HashMap<Form, &'static str>> = LazyLock::new(known);
    let name = game.info().name;
    let has_some = GAMES.iter().any(|entry| entry.info.name == name && !entry.openings.is_empty());
    has_some.then(|| KNOWN.get(&(name, canonical_form(&game.view()))).copied()).flatten()
}

fn known() -> HashMap<Form, &'static str> {
    let mut known = HashMap::new();
    for entry in GAMES {
        for (key, moves) in entry.openings {
            let start = entry.setup("", &NoFiles).and_then(|source| source.start(1));
            let Ok(mut game) = start else { continue };
            if game.play_text(moves).is_ok() {
                known.insert((entry.info.name, canonical_form(&game.view())), *key);
            }
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;
    use joute_messages::Language;

    fn after(moves: &str) -> AnyGame {
        let mut game = find_game("othello").unwrap().setup("", &NoFiles).unwrap().start(1).unwrap();
        game.play_text(moves).unwrap();
        game
    }

    #[test]
    fn every_beginning_can_be_played_and_has_a_name_of_its_own() {
        for (key, moves) in OTHELLO {
            assert_eq!(opening_key(&after(moves)), Some(*key), "{moves}");
            assert!(Language::all().all(|language| language.has(&format!("opening-{key}"))), "{key}");
        }
    }

    #[test]
    fn turned_and_mirrored_games_begin_alike() {
        assert_eq!(opening_key(&after("f5d6c3d3c4")), Some("tiger"));
        assert_eq!(opening_key(&after("f5f6")), Some("diagonal"));
        assert_eq!(opening_key(&after("d3c5")), Some("perpendicular"));
        assert_eq!(opening_key(&after("")), None);
        let other = find_game("awale").unwrap().setup("", &NoFiles).unwrap().start(1).unwrap();
        assert_eq!(opening_key(&other), None);
    }
}
