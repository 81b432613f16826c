//! Words of the games in the visitor's language: names of games, sides, units and moves.

use joute_games::GameInfo;
use joute_report::Language;

use crate::french;

/// A text that another crate has in English.
pub(crate) fn translated(language: Language, english: &str) -> String {
    match language {
        Language::English => english.to_owned(),
        Language::French => french::of(english),
    }
}

/// What a game is called.
pub(crate) fn title(language: Language, info: &GameInfo) -> String {
    translated(language, info.title)
}

/// What the game of this name is called; a name nobody knows stands for itself.
pub(crate) fn title_of(language: Language, game: &str) -> String {
    joute_catalog::find_game(game).map_or_else(|| game.to_owned(), |entry| title(language, entry.info))
}

/// What a side is called.
pub(crate) fn side(language: Language, english: &str) -> String {
    translated(language, english)
}

/// A move as people read it.
pub(crate) fn mv(language: Language, text: &str) -> String {
    if text == "pass" { language.say("Pass", "Passer").to_owned() } else { text.to_owned() }
}

/// What is counted, for so many of it.
pub(crate) fn unit(language: Language, plural: &str, count: u32) -> String {
    let plural = match (language, plural) {
        (Language::French, "cells") => "cases",
        (Language::French, "discs") => "pions",
        (Language::French, "seeds") => "graines",
        (_, other) => other,
    };
    let is_one = count == 1 || language == Language::French && count == 0;
    if is_one { plural.trim_end_matches('s').to_owned() } else { plural.to_owned() }
}

/// A text that begins a sentence.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A number with as few decimals as it needs, one at most.
pub(crate) fn number(language: Language, value: f64) -> String {
    // Adding nothing turns a negative zero into a plain one.
    let rounded = (value * 10.0).round() / 10.0 + 0.0;
    let text = if rounded.fract() == 0.0 { format!("{rounded:.0}") } else { format!("{rounded:.1}") };
    let text = text.replace('-', "−");
    if language == Language::French { text.replace('.', ",") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_each_language_does() {
        let french = |value| number(Language::French, value);
        assert_eq!((french(2.0), french(-1.25), french(0.04)), ("2".to_owned(), "−1,3".to_owned(), "0".to_owned()));
        assert_eq!(number(Language::English, 3.46), "3.5");
    }

    #[test]
    fn units_follow_their_number() {
        assert_eq!(unit(Language::English, "seeds", 1), "seed");
        assert_eq!(unit(Language::English, "seeds", 0), "seeds");
        assert_eq!(unit(Language::French, "discs", 0), "pion");
        assert_eq!(unit(Language::French, "cells", 2), "cases");
    }
}
