//! Words of the games in the visitor's language, where more than a key is needed.

use joute_messages::Language;

/// What the game of this name is called; a name nobody knows stands for itself.
pub(crate) fn title_of(language: Language, game: &str) -> String {
    joute_catalog::find_game(game).map_or_else(|| game.to_owned(), |entry| entry.info.title(language).to_owned())
}

/// A move as people read it.
pub(crate) fn mv(language: Language, text: &str) -> String {
    if text == "pass" { language.text("move-pass").to_owned() } else { text.to_owned() }
}

/// A text that begins a sentence.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
