//! What those at a table are called. People give themselves a name, which their browser keeps, or are guests with a number; programs
//! are called by their level. A name is a message, so that everybody reads it in their own language.

use joute_catalog::{LEVELS, player_of_level};
use joute_games::Side;
use joute_messages::{Language, Message, message, visible};
use joute_referee::{GameRecord, Identity};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::notes::Note;
use crate::room::is_person;

/// The most letters of a name.
pub(crate) const LONGEST: usize = 24;

/// What the record of a game calls somebody who has not come yet.
pub(crate) const UNNAMED: &str = "Guest";

/// What earlier programs called people, in the language of whoever began the game.
const EARLIER: [&str; 8] = ["You", "Vous", "Host", "Hôte", "Friend", "Ami", "human", UNNAMED];

/// Somebody at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Person {
    /// The name, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// The number of a guest who gave none.
    pub(crate) guest: u16,
}

impl Person {
    /// What everybody reads.
    pub(crate) fn shown(&self) -> Message {
        match &self.name {
            Some(name) => Message::literal(name.clone()),
            None => message!("table-name-guest", number = self.guest.to_string()),
        }
    }
}

/// A name as it was typed, made fit to be shown: one line of visible letters, and not too many. Nothing where nothing is left, or
/// where it would be read as whoever reads it.
pub(crate) fn tidy(typed: &str) -> Option<String> {
    let is_shown = |letter: &char| {
        let text = letter.to_string();
        letter.is_whitespace() || *visible(&text) == text
    };
    let letters: String = typed.chars().take(400).filter(is_shown).collect();
    let name: String = letters.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONGEST).collect();
    let name = name.trim_end();
    let is_reader = ["you", "vous"].contains(&name.to_lowercase().as_str());
    (!name.is_empty() && !is_reader).then(|| name.to_owned())
}

/// The number of a guest: the same for a browser as long as it is known, and no clue to what it is known by.
pub(crate) fn guest_number(browser: Option<&str>) -> u16 {
    let number = match browser {
        Some(id) => {
            let hash = Sha256::digest(id);
            u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]])
        }
        None => getrandom::u32().unwrap_or(0),
    };
    1000 + (number % 9000) as u16
}

/// What both sides of a game are called.
pub(crate) fn of_game(record: &GameRecord, note: Option<&Note>) -> [Message; 2] {
    Side::BOTH.map(|side| {
        let player = &record.players[side];
        match note.and_then(|note| note.people[side].as_ref()) {
            _ if !is_person(&player.locator) => of_program(&record.game, player),
            Some(person) => person.shown(),
            None if !EARLIER.contains(&player.name.as_str()) => Message::literal(player.name.clone()),
            None if note.is_some_and(|note| !note.has_come(side)) => message!("table-name-nobody"),
            None => message!("table-name-somebody"),
        }
    })
}

/// The same in a language.
pub(crate) fn in_language(record: &GameRecord, note: Option<&Note>, language: Language) -> [String; 2] {
    of_game(record, note).map(|name| name.text(language))
}

/// What a program is called: by its level where it plays one.
pub(crate) fn of_program(game: &str, player: &Identity) -> Message {
    match LEVELS.clone().find(|level| player_of_level(game, *level) == player.locator) {
        Some(level) => message!("table-name-level", number = level),
        None => Message::literal(player.name.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_short_line_of_visible_letters() {
        let name = |typed| tidy(typed).unwrap_or_default();
        assert_eq!(name("  Ada \t\n Lovelace "), "Ada Lovelace");
        assert_eq!(name("\u{202e}evil\u{1b}[31m\0"), "evil[31m");
        assert_eq!(name("Élodie 🦊"), "Élodie 🦊");
        assert_eq!(name(&"x".repeat(1000)).len(), LONGEST);
        for nothing in ["", "  ", "\u{200f}\u{202e}", "You", "vous", "VOUS"] {
            assert_eq!(tidy(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn a_guest_keeps_the_number_as_long_as_the_browser_is_known() {
        let number = guest_number(Some("00000000000000000000000000000007"));
        assert_eq!(number, guest_number(Some("00000000000000000000000000000007")));
        assert!((1000..10_000).contains(&number) && (1000..10_000).contains(&guest_number(None)));
    }
}
