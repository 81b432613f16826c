//! Whatever a board names by its key, the scripts of a page have words for.

use joute_catalog::GAMES;
use joute_elements::{Board, MESSAGES};
use joute_games::NoFiles;
use serde_json::Value;

/// The keys of all messages in a value: a message is a list of its key and, where there are
/// gaps, of what stands in them.
fn keys(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            match list.as_slice() {
                [Value::String(key), Value::Object(_)] => found.push(key.clone()),
                [Value::String(key)] if key.contains('-') => found.push(key.clone()),
                _ => {}
            }
            list.iter().for_each(|one| keys(one, found));
        }
        Value::Object(fields) => fields.values().for_each(|one| keys(one, found)),
        _ => {}
    }
}

#[test]
fn every_message_of_a_board_is_among_those_of_the_scripts() {
    for entry in GAMES {
        for setup in entry.trials.setups {
            let mut game = entry.setup(setup.text, &NoFiles).unwrap().start(1).unwrap();
            for _ in 0..12 {
                let mut found = Vec::new();
                keys(&serde_json::to_value(Board::of(&game.view())).unwrap(), &mut found);
                assert!(!found.is_empty(), "{}", setup.text);
                for key in found {
                    assert!(MESSAGES.iter().any(|prefix| key.starts_with(prefix)), "{}: {key}", entry.info.name);
                }
                let Some(mv) = game.legal_texts().pop() else { break };
                game.try_play(&mv).unwrap();
            }
        }
    }
}
