//! The pages of players with their latest games to replay: each is written when its player first has games, and again when it
//! has played since.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use joute_games::content_hash;
use joute_tournament::summary::EventSummary;

use crate::failure::Result;

/// As long as this goes on, or as it took to tell how the ladder stands, pages are written before the next table; one of them in
/// any case.
const BUDGET: Duration = Duration::from_millis(100);
/// Letters of a player's name in that of its page.
const LETTERS: usize = 40;

/// The pages that were written, with the latest game that each knows.
#[derive(Default)]
pub(super) struct Pages(HashMap<String, u64>);

impl Pages {
    /// Writes pages of those who have played since theirs was written, whoever has none first, then whoever has waited longest:
    /// all of them where nothing is told of the time, and otherwise as many as there is time for. Whether none is left.
    pub(super) fn refresh(
        &mut self,
        summary: &EventSummary,
        took: Option<Duration>,
        write: impl Fn(&str) -> Result<()>,
    ) -> Result<bool> {
        let begun = Instant::now();
        let stale = self.stale(summary);
        for (written, &(player, latest)) in (1..).zip(&stale) {
            write(player)?;
            self.0.insert(player.to_owned(), latest);
            if took.is_some_and(|took| begun.elapsed() >= BUDGET.max(took)) {
                return Ok(written == stale.len());
            }
        }
        Ok(true)
    }

    /// Players whose page does not know their latest game, with that game, in the order in which they are due.
    fn stale<'s>(&self, summary: &'s EventSummary) -> Vec<(&'s str, u64)> {
        let mut latest: HashMap<&str, u64> = HashMap::new();
        for played in &summary.matches {
            let Some(&game) = played.games.iter().max() else { continue };
            played.players.iter().for_each(|name| {
                let known = latest.entry(name).or_default();
                *known = game.max(*known);
            });
        }
        let known = |player: &str| self.0.get(player).copied();
        let due = summary.standings.iter().filter_map(|line| latest.get_key_value(line.name.as_str()));
        let mut due: Vec<(&str, u64)> = due.map(|(name, game)| (*name, *game)).collect();
        due.retain(|(player, game)| known(player) != Some(*game));
        due.sort_by_key(|(player, _)| known(player));
        due
    }
}

/// Where the page of a player lies in the folder of results: its name says so and nothing else, so that no page is ever that of
/// somebody else.
pub(super) fn page_of(player: &str) -> String {
    let letters = player.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' });
    let kept: String = letters.take(LETTERS).collect();
    format!("games/{}-{}.html", kept.trim_matches('-'), &content_hash(player.as_bytes())[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_belongs_to_one_player_whoever_else_is_there() {
        let names = ["A/b.c", "A/b c", "a/b.c", "A\nb.c", "", "../../etc", "é\"'", &"𝐀".repeat(300)];
        let pages: Vec<String> = names.iter().map(|name| page_of(name)).collect();
        for (at, page) in pages.iter().enumerate() {
            assert!(pages[..at].iter().all(|other| other.to_lowercase() != page.to_lowercase()), "{page}");
            let file = page.strip_prefix("games/").unwrap_or_default();
            assert!(file.len() <= 255 && !file.starts_with('.') && !file.contains(['/', '\n', '"']), "{page}");
        }
        assert_eq!(page_of("A/b.c"), pages[0], "it stays");
    }
}
