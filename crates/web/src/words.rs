//! Words of the games in the visitor's language, where more than a key is needed.

use joute_games::Outcome;
use joute_messages::{Language, Localize, message};
use joute_referee::Ending;

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

/// How a game ended, for somebody who did not play it.
pub(crate) fn ending(language: Language, ending: &Ending, names: &[String; 2]) -> String {
    let wins = |outcome: Outcome| match outcome {
        Outcome::Draw => language.text("ending-draw").to_owned(),
        Outcome::First => message!("ending-wins", side = names[0].clone()).text(language),
        Outcome::Second => message!("ending-wins", side = names[1].clone()).text(language),
    };
    match ending {
        Ending::Played { outcome } => wins(*outcome),
        Ending::Aborted => language.text("ending-aborted").to_owned(),
        Ending::Adjudicated { outcome, reason } => {
            format!("{} ({})", wins(*outcome), reason.localized(language))
        }
        Ending::Forfeit { by, fault } => {
            let (side, other) = (names[by.other()].clone(), names[*by].clone());
            let forfeit = message!("ending-forfeit", side = side, other = other).text(language);
            format!("{forfeit} ({})", fault.kind.localized(language))
        }
    }
}
