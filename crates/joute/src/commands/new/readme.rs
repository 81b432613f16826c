//! The README of a starter: the one of its folder in `players`, which is about Othello, told for another game.

use joute_games::GameInfo;

use super::languages::Language;

/// The game that the READMEs of `players` are about.
const TOLD_FOR: &str = "--game othello";

/// A README for one language and one game.
pub(super) struct Readme(String);

impl Readme {
    pub(super) fn of(language: &Language, game: &GameInfo) -> Readme {
        let told = language.readme.replace(TOLD_FOR, &format!("--game {}", game.name));
        // Documents lie in the starter's own folder instead of the project's.
        let told = told.replace("](../../docs/", "](docs/");
        Readme(format!("{told}\n{}", about(game)))
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// The commands of a section: the lines of its first block for a shell.
    pub(super) fn commands(&self, section: &str) -> Vec<&str> {
        let block = self.0.split(&format!("\n## {section}\n")).nth(1).and_then(|rest| {
            let section = rest.split("\n## ").next()?;
            section.split("```sh\n").nth(1)?.split("```").next()
        });
        block.map(|block| block.lines().collect()).unwrap_or_default()
    }
}

/// What the author needs to know of the game, and what to try.
fn about(game: &GameInfo) -> String {
    let mut text = format!(
        "## {}\n\n{}\n\n",
        game.title(joute_messages::Language::EN),
        game.summary(joute_messages::Language::EN)
    );
    text += &format!(
        "- A position is {}.\n- A move is {}.\n",
        game.position_help(joute_messages::Language::EN).trim_end_matches('.'),
        game.move_help(joute_messages::Language::EN)
    );
    text +=
        &format!("- `joute show {}` draws the board, `joute games {}` lists setups to try.\n", game.name, game.name);
    text += "\nIdeas, the easiest first:\n\n";
    for (number, idea) in game.ideas.iter().enumerate() {
        text += &format!("{}. {idea}\n", number + 1);
    }
    text
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]
    use super::super::languages::LANGUAGES;
    use super::*;

    #[test]
    fn every_readme_tells_its_commands_for_its_game() {
        let flood = joute_catalog::find_game("flood").unwrap().info;
        for language in LANGUAGES {
            let readme = Readme::of(language, flood);
            let play = readme.commands("Check and play");
            assert!(play[0].starts_with("joute check ") && play[0].ends_with(" --game flood"), "{}", language.name);
            assert!(
                play[1].starts_with("joute match ") && play[1].contains(" random --game flood"),
                "{}",
                language.name
            );
            assert!(
                !readme.text().contains("--game othello") && readme.text().contains("## Flood"),
                "{}",
                language.name
            );
            assert!(!readme.text().contains("](../"), "{}: a link that leads out of the folder", language.name);
        }
    }
}
