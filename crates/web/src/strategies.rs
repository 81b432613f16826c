//! The strategies as the pages that teach explain them: what each looks at, what it is good at and where it fails, and the
//! report it comes from.

use joute_messages::Language;

use crate::lessons::course;

/// Which games a guide speaks to. What a strategy looks at reads differently where cells are taken and where seeds are: a
/// course names the families that fit its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    /// True of every game.
    Every,
    /// True of every game in which the general players have no better explanation.
    General,
    /// Games that random moves bring to an end as they are.
    Playouts,
    /// Games in which zones grow by colours.
    Territory,
    /// Zones that may waste a turn.
    Zones,
    /// Zones on any graph.
    Graphs,
    /// Discs that are turned over.
    Discs,
    /// Seeds that are sown.
    Seeds,
}

/// The guides of a game that has no course.
const WITHOUT_COURSE: &[Family] = &[Family::Every, Family::General, Family::Playouts];

/// One strategy in the games it plays.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guide {
    /// What the catalogue has of it stands under `strategy-KEY-...`.
    key: &'static str,
    /// The built-in player.
    pub(crate) locator: &'static str,
    /// The games it is explained for.
    pub(crate) family: Family,
    /// Whether its numbers are losses.
    pub(crate) counts_losses: bool,
}

impl Guide {
    const fn new(key: &'static str, locator: &'static str, family: Family) -> Guide {
        Guide { key, locator, family, counts_losses: false }
    }

    /// What it is called.
    pub(crate) fn name(&self, language: Language) -> &'static str {
        self.text(language, "name").unwrap_or_default()
    }

    /// What there is to say of it: `name`, what it `looks` at, its `strength` and `weakness`, the `report` it comes from, what its
    /// numbers are (`counts`), and why it may choose a move that they do not put first (`otherwise`).
    pub(crate) fn text(&self, language: Language, part: &str) -> Option<&'static str> {
        let key = format!("strategy-{}-{part}", self.key);
        language.has(&key).then(|| language.text(&key))
    }
}

/// The guides of a game, the plainest strategy first.
pub(crate) fn guides(game: &str) -> impl Iterator<Item = &'static Guide> {
    let families = course(game).map_or(WITHOUT_COURSE, |course| course.families);
    GUIDES.iter().filter(move |guide| families.contains(&guide.family))
}

/// Every guide.
const GUIDES: &[Guide] = &[
    Guide::new("random", "random", Family::Every),
    Guide::new("useful-random", "useful-random", Family::Territory),
    Guide::new("greedy-territory", "greedy", Family::Territory),
    Guide::new("greedy-discs", "greedy", Family::Discs),
    Guide::new("greedy-seeds", "greedy", Family::Seeds),
    Guide::new("greedy-general", "greedy", Family::General),
    Guide::new("max-border", "max-border", Family::Territory),
    Guide::new("hegemony", "hegemony", Family::Territory),
    Guide::new("hegemony-contested", "hegemony:contested", Family::Territory),
    Guide::new("hegemony-contacts", "hegemony:contacts", Family::Territory),
    Guide::new("foreseeing", "foreseeing", Family::Territory),
    Guide::new("oracle-3", "oracle:3", Family::Territory),
    Guide::new("ahead", "ahead", Family::Territory),
    Guide { counts_losses: true, ..Guide::new("starve", "starve", Family::Territory) },
    Guide::new("mix-2-1-2", "mix:2,1,2", Family::Territory),
    Guide::new("greedymony", "greedymony", Family::Territory),
    Guide::new("positional", "positional", Family::Discs),
    Guide::new("mobility", "mobility", Family::Discs),
    Guide::new("minimax-3", "minimax:3", Family::Every),
    Guide::new("alphabeta-territory", "alphabeta", Family::Territory),
    Guide::new("alphabeta-discs", "alphabeta", Family::Discs),
    Guide::new("alphabeta-seeds", "alphabeta", Family::Seeds),
    Guide::new("alphabeta-general", "alphabeta", Family::General),
    Guide::new("expert-territory", "expert", Family::Territory),
    Guide::new("expert-discs", "expert", Family::Discs),
    Guide::new("expert-seeds", "expert", Family::Seeds),
    Guide::new("mcts-zones", "mcts", Family::Zones),
    Guide::new("mcts-graphs", "mcts", Family::Graphs),
    Guide::new("mcts-playouts", "mcts", Family::Playouts),
];

#[cfg(test)]
mod tests {
    use super::*;
    use joute_catalog::{BUILT_INS, GAMES};

    #[test]
    fn every_built_in_player_is_explained_in_every_game_it_plays() {
        for entry in GAMES {
            let game = entry.info.name;
            let named: Vec<&str> =
                guides(game).map(|guide| guide.locator.split(':').next().unwrap_or_default()).collect();
            for built_in in BUILT_INS.iter().filter(|built_in| built_in.plays(game)) {
                assert!(named.contains(&built_in.name), "{} of {game}", built_in.name);
            }
        }
    }

    #[test]
    fn every_guide_speaks_every_language() {
        for guide in GUIDES {
            for part in ["name", "looks", "strength", "weakness", "report"] {
                assert!(Language::all().all(|language| guide.text(language, part).is_some()), "{} {part}", guide.key);
            }
        }
    }
}
