//! A match that was played in several places, put together from the records of all of them.

use std::collections::{BTreeMap, BTreeSet};

use joute_catalog::{ReplayError, start_of};
use joute_referee::{Ending, GameRecord, Identity, MatchRules, Order, RulesError};
use joute_tournament::scoring::Scoring;

use crate::run::{GAME_LABEL, MATCH_LABEL, REPEATABLE_LABEL};
use crate::score::{MatchScore, ScoredGame};

/// What the records of one match come to.
#[derive(Debug)]
pub struct MergedMatch {
    /// The two players; the first sat First in the first game.
    pub players: [Identity; 2],
    /// The game.
    pub game: String,
    /// What the setups of all games have in common.
    pub setup: String,
    /// The rules of all games.
    pub rules: MatchRules,
    /// The score.
    pub score: MatchScore,
    /// Games that were there more than once and count once.
    pub repeated: u32,
    /// Records of games that were not finished, which count nothing.
    pub unfinished: u32,
    /// Games whose other half of the pair is missing: they count as games, not as pairs.
    pub unpaired: u32,
}

/// Records that are not of one match.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// Nothing to put together.
    #[error("there are no records of finished games")]
    Empty,
    /// Another game, or other rules.
    #[error("records of different matches: {what} {one:?} and {other:?}")]
    Different {
        /// What differs.
        what: &'static str,
        /// In the first record.
        one: String,
        /// In another.
        other: String,
    },
    /// More than two players.
    #[error("records of different matches: {0} is neither {1} nor {2}")]
    Player(String, String, String),
    /// Rules that cannot be read.
    #[error("the rules of a record: {0}")]
    Rules(#[from] RulesError),
    /// A board that cannot be made.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Where a game belongs: the seed of its match, or else its file; where it began; the number of the game.
type Place<'a> = (String, &'a str, u64);

/// Puts the records of several files together; the order of files and records changes nothing.
pub fn merge_records(files: &[Vec<GameRecord>], scoring: Scoring) -> Result<MergedMatch, MergeError> {
    let all = files.iter().enumerate().flat_map(|(file, records)| records.iter().map(move |record| (file, record)));
    let (finished, unfinished): (Vec<_>, Vec<_>) = all.partition(|(_, record)| is_finished(record));
    let (_, any) = *finished.first().ok_or(MergeError::Empty)?;
    finished.iter().try_for_each(|(_, record)| is_of_one_match(any, record))?;
    let games: BTreeMap<Place<'_>, &GameRecord> =
        finished.iter().map(|(file, record)| (place(record, *file), *record)).collect();
    let first =
        games.iter().min_by_key(|((of_match, _, number), _)| (number, of_match)).map_or(any, |(_, first)| first);
    let merger = Merger { first, rules: first.rules.parse()?, scoring };
    let (score, unpaired) = merger.score(&games)?;
    Ok(MergedMatch {
        players: first.players.clone(),
        game: first.game.clone(),
        setup: common_setup(games.values().map(|record| record.setup.as_str())),
        rules: merger.rules,
        score,
        repeated: (finished.len() - games.len()) as u32,
        unfinished: unfinished.len() as u32,
        unpaired,
    })
}

fn is_finished(record: &GameRecord) -> bool {
    record.ending.as_ref().is_some_and(|ending| *ending != Ending::Aborted)
}

fn place(record: &GameRecord, file: usize) -> Place<'_> {
    let number = record.labels.get(GAME_LABEL).and_then(|number| number.parse().ok());
    let of_match = record.labels.get(MATCH_LABEL).cloned().unwrap_or_else(|| format!("file {file}"));
    // A game that was not numbered has at least a seed of its own.
    (of_match, &record.start, number.unwrap_or(record.seed))
}

fn is_of_one_match(first: &GameRecord, record: &GameRecord) -> Result<(), MergeError> {
    let different = |what, one: &str, other: &str| {
        Err(MergeError::Different { what, one: one.to_owned(), other: other.to_owned() })
    };
    if record.game != first.game {
        return different("game", &first.game, &record.game);
    }
    let stranger = record.players.iter().find(|player| !first.players.contains(player));
    match (stranger, &first.players) {
        (Some(stranger), [one, two]) => Err(MergeError::Player(told(stranger), told(one), told(two))),
        (None, _) if rules_of(record, first)? == rules_of(first, first)? => Ok(()),
        (None, _) => different("rules", &first.rules, &record.rules),
    }
}

/// The rules as they are where the players sit as in another record.
fn rules_of(record: &GameRecord, first: &GameRecord) -> Result<MatchRules, MergeError> {
    let rules: MatchRules = record.rules.parse()?;
    Ok(if record.players[0] == first.players[0] { rules } else { rules.swapped() })
}

/// A player so that two versions of it are told apart.
fn told(player: &Identity) -> String {
    format!("{} ({} {})", player.name, player.locator, player.version)
}

struct Merger<'a> {
    first: &'a GameRecord,
    rules: MatchRules,
    scoring: Scoring,
}

impl Merger<'_> {
    /// The score of all games, and how many of them have lost the other half of their pair.
    fn score(&self, games: &BTreeMap<Place<'_>, &GameRecord>) -> Result<(MatchScore, u32), MergeError> {
        let (mut score, mut unpaired) = (MatchScore::default(), 0);
        let mut left = games.iter().peekable();
        while let Some((place, record)) = left.next() {
            let mut unit = vec![self.scored(record)?];
            if self.rules.order == Order::Paired {
                match left.next_if(|(other, _)| pair_of(other) == pair_of(place)) {
                    Some((_, other)) => unit.push(self.scored(other)?),
                    None => unpaired += 1,
                }
            }
            score.add(&unit, self.scoring);
        }
        Ok((score, unpaired))
    }

    fn scored(&self, record: &GameRecord) -> Result<ScoredGame, MergeError> {
        let is_swapped = record.players[0] != self.first.players[0];
        let is_repeatable = record.labels.get(REPEATABLE_LABEL).is_some_and(|label| label == "yes");
        Ok(ScoredGame::of_record(record, &start_of(record)?, is_swapped, self.rules.clock, is_repeatable))
    }
}

/// Games 1 and 2 are the first pair.
fn pair_of<'a>((of_match, start, number): &'a Place<'_>) -> (&'a str, &'a str, u64) {
    (of_match, start, number.saturating_sub(1) / 2)
}

/// The `key=value` parts that all setups have: boards drawn from seeds differ in these alone.
fn common_setup<'a>(mut setups: impl Iterator<Item = &'a str>) -> String {
    let mut common: Vec<&str> = setups.next().unwrap_or_default().split(',').collect();
    for setup in setups {
        let parts: BTreeSet<&str> = setup.split(',').collect();
        common.retain(|part| parts.contains(part));
    }
    common.join(",")
}
