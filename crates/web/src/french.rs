//! French for what other crates say in English: errors, facts about games, players and rules. Those crates know one
//! language; here a whole message is found by its pattern, and what stands in its gaps is translated in turn. A message
//! that nobody has translated stays as it is.

mod errors;
mod facts;

/// A message in French.
pub(crate) fn of(english: &str) -> String {
    translated(english).unwrap_or_else(|| english.to_owned())
}

/// A message in French, if it is known.
pub(crate) fn translated(english: &str) -> Option<String> {
    let tables = facts::FACTS.iter().chain(errors::ERRORS);
    tables.into_iter().find_map(|(pattern, french)| Some(fill(french, &gaps(pattern, english)?)))
}

/// What stands in the gaps `{}` of a pattern, if the text is made by it. A gap is as short as it can be, the last one
/// takes the rest.
fn gaps<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut pieces = pattern.split("{}");
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let pieces: Vec<&str> = pieces.collect();
    let mut found = Vec::new();
    for (number, piece) in pieces.iter().enumerate() {
        let is_last = number + 1 == pieces.len();
        let end = if is_last && rest.ends_with(piece) { rest.len() - piece.len() } else { rest.find(piece)? };
        found.push(&rest[..end]);
        rest = &rest[end + piece.len()..];
    }
    rest.is_empty().then_some(found)
}

fn fill(french: &str, gaps: &[&str]) -> String {
    let mut gaps = gaps.iter();
    let mut pieces = french.split("{}");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + &gaps.next().map(|gap| of(gap)).unwrap_or_default() + piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_catalog::{GAMES, find_game};
    use joute_games::NoFiles;

    #[test]
    fn gaps_are_found_and_translated_in_turn() {
        assert_eq!(gaps("setup {}={}: expected {}", "setup a=\"b\": expected c"), Some(vec!["a", "\"b\"", "c"]));
        assert_eq!(gaps("{} is not legal here", "a1 is not legal there"), None);
        let message = "setup size=\"x\": expected a whole number from 2 to 9";
        assert_eq!(of(message), "réglage size=\"x\" : on attend un nombre entier de 2 à 9");
        assert_eq!(of("Zut alors"), "Zut alors");
    }

    #[test]
    fn every_fact_about_games_has_its_french() {
        let keys = GAMES.iter().flat_map(|entry| entry.info.setup_keys);
        let texts = GAMES.iter().flat_map(|entry| [entry.info.summary, entry.info.position_help, entry.info.move_help]);
        let missing: Vec<&str> =
            texts.chain(keys.map(|key| key.meaning)).filter(|text| translated(text).is_none()).collect();
        assert!(missing.is_empty(), "{missing:#?}");
    }

    /// Words that only English has.
    const ENGLISH: &[&str] =
        &["the", "of", "expected", "found", "and", "with", "is", "from", "to", "rows", "whose", "cells", "this"];

    fn is_french(text: &str) -> bool {
        let outside = text.split('"').step_by(2).collect::<Vec<_>>().join(" ");
        !outside.split(|letter: char| !letter.is_alphabetic()).any(|word| ENGLISH.contains(&word))
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
            let error = || {
                let start = find_game(game)?.setup(setup, &NoFiles).map_err(|error| error.to_string());
                let start = start.and_then(|source| source.start(1).map_err(|error| error.to_string()));
                start.and_then(|start| start.at(position).map_err(|error| error.to_string())).err()
            };
            let error = error().unwrap_or_else(|| panic!("{game} {setup} {position} is no mistake"));
            let french = of(&error);
            assert!(french != error && is_french(&french), "{error}\n{french}");
        }
    }

    #[test]
    fn illegal_moves_are_told_in_french() {
        for entry in GAMES {
            let mut game = entry.setup("", &NoFiles).unwrap().start(1).unwrap();
            for mv in ["a1", "Z", "?", "f"] {
                let Err(error) = game.try_play(mv) else { continue };
                let french = of(&error.to_string());
                assert!(french != error.to_string() && is_french(&french), "{error}\n{french}");
            }
        }
    }
}
