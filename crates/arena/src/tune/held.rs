//! What a contest came to.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use joute_referee::{Ending, GameRecord, short_evidence};
use joute_tournament::statistics::Score;

use crate::run::REPEATABLE_LABEL;

/// A contest that was held to its end.
pub(super) struct Held {
    /// How the first side did from each seat, beside the other.
    pub(super) scores: [Score; 2],
    pub(super) games: u32,
    /// Records of the games that were not known before.
    pub(super) records: Vec<GameRecord>,
    /// What was played, as one number; none when chance had a hand in it.
    pub(super) fingerprint: Option<u64>,
    /// Games that ended with a fault, and the first of them.
    faults: (u32, Option<String>),
}

impl Held {
    /// How much better the first side did, from -1 to 1.
    pub(super) fn result(&self) -> f64 {
        let halves = self.scores.map(|score| score.half_points() as f64);
        (halves[0] + halves[1]) / 2.0 - 1.0
    }

    pub(super) fn count_faults(&self, (count, first): &mut (u32, Option<String>)) {
        *count += self.faults.0;
        if first.is_none() {
            first.clone_from(&self.faults.1);
        }
    }

    /// From the outcomes of the games of each match: one between both sides, or one of each with somebody else.
    pub(super) fn of(matches: Vec<PairPlayed>) -> Option<Held> {
        let scores = match matches.as_slice() {
            [pair] => pair.scores()?,
            [one, two] => {
                let [one, two] = [one.scores()?, two.scores()?];
                [compare(one[0], two[0]), compare(one[1], two[1])]
            }
            _ => return None,
        };
        let games: Vec<&GameRecord> = matches.iter().flat_map(|pair| pair.games.values()).collect();
        let faults: Vec<String> = games.iter().filter_map(|game| fault(game)).collect();
        Some(Held {
            scores,
            games: games.len() as u32,
            fingerprint: fingerprint(&games),
            faults: (faults.len() as u32, faults.into_iter().next()),
            records: matches.into_iter().flat_map(|pair| pair.fresh).collect(),
        })
    }
}

/// Two games on one board, seats swapped.
pub(super) struct PairPlayed {
    pub(super) games: BTreeMap<u64, GameRecord>,
    pub(super) fresh: Vec<GameRecord>,
}

impl PairPlayed {
    /// What the games were worth to the first player of the match; nothing if they were not both played to their ends.
    fn scores(&self) -> Option<[Score; 2]> {
        let mut games = self.games.values().map(GameRecord::outcome);
        Some(Score::of_pair([games.next()??, games.next()??]))
    }
}

/// Two results against the same opponent, from the same seat of the same board, as if their players had met.
fn compare(one: Score, two: Score) -> Score {
    match one.cmp(&two) {
        std::cmp::Ordering::Less => Score::Loss,
        std::cmp::Ordering::Equal => Score::Draw,
        std::cmp::Ordering::Greater => Score::Win,
    }
}

fn fault(game: &GameRecord) -> Option<String> {
    let (by, fault) = game.ending.as_ref().and_then(Ending::fault)?;
    Some(format!("{}: {}", game.players[by].locator, short_evidence(&fault.to_string())))
}

fn fingerprint(games: &[&GameRecord]) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    for game in games {
        game.labels.get(REPEATABLE_LABEL).filter(|label| *label == "yes")?;
        game.start.hash(&mut hasher);
        game.plies.iter().for_each(|ply| ply.mv.hash(&mut hasher));
    }
    Some(hasher.finish())
}
