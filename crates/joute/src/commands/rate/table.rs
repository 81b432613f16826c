//! The results of all players so far, and whose order they leave open.

use std::collections::{BTreeMap, HashSet};

use joute_arena::{GAME_LABEL, REPEATABLE_LABEL};
use joute_games::Side;
use joute_referee::GameRecord;
use joute_tournament::statistics::{Crosstable, Difference, RatingOptions, Ratings};

/// Results and ratings of players by their numbers.
pub(super) struct Table {
    pub(super) names: Vec<String>,
    confidence: f64,
    is_gauntlet: bool,
    results: Crosstable,
    ratings: Ratings,
    /// Games between two players, the repeated ones included.
    between: BTreeMap<[usize; 2], u32>,
    /// Games that were played before, by who sat where, start and moves: they count once.
    seen: HashSet<(usize, usize, String)>,
    pub(super) repeated: u32,
    /// Faults of each player.
    pub(super) faults: Vec<u32>,
}

impl Table {
    pub(super) fn new(names: Vec<String>, confidence: f64, is_gauntlet: bool) -> Table {
        let results = Crosstable::new(names.len());
        let ratings = Ratings::of(&results, RatingOptions::default());
        let faults = vec![0; names.len()];
        let (between, seen) = (BTreeMap::new(), HashSet::new());
        Table { names, confidence, is_gauntlet, results, ratings, between, seen, repeated: 0, faults }
    }

    /// Counts a game between two players, of whom the first is named first in the match.
    pub(super) fn add(&mut self, [one, two]: [usize; 2], record: &GameRecord) {
        *self.between.entry([one, two]).or_default() += 1;
        let Some(outcome) = record.outcome() else { return };
        // The first player of a match has the first seat in its odd games.
        let number: u64 = record.labels.get(GAME_LABEL).and_then(|number| number.parse().ok()).unwrap_or(1);
        let [first, second] = if number % 2 == 1 { [one, two] } else { [two, one] };
        if let Some((by, _)) = record.ending.as_ref().and_then(|ending| ending.fault()) {
            self.faults[if by == Side::First { first } else { second }] += 1;
        }
        let is_repeatable = record.labels.get(REPEATABLE_LABEL).is_some_and(|label| label == "yes");
        if is_repeatable && !self.seen.insert((first, second, played(record))) {
            self.repeated += 1;
            return;
        }
        // Both are players of the table, and not the same.
        let _ = self.results.add(first, second, outcome);
    }

    /// Rates everybody by all results.
    pub(super) fn rate(&mut self) {
        self.ratings = Ratings::of(&self.results, RatingOptions::default());
    }

    /// How many games two players have played.
    pub(super) fn games_between(&self, pair: [usize; 2]) -> u32 {
        self.between.get(&pair).copied().unwrap_or(0)
    }

    pub(super) fn ratings(&self) -> &Ratings {
        &self.ratings
    }

    /// The players, the strongest first.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let elo = |player: usize| self.ratings.players[player].elo;
        order.sort_by(|&a, &b| elo(b).total_cmp(&elo(a)));
        order
    }

    /// Neighbours in the order, or the first player beside everybody else.
    fn neighbours(&self) -> Vec<[usize; 2]> {
        if self.is_gauntlet {
            return (1..self.names.len()).map(|other| [0, other]).collect();
        }
        self.order().windows(2).map(|pair| [pair[0], pair[1]]).collect()
    }

    pub(super) fn difference(&self, [one, two]: [usize; 2]) -> Option<Difference> {
        self.ratings.difference(one, two)
    }

    fn is_open(&self, pair: &[usize; 2]) -> bool {
        let likely = self.difference(*pair).map_or(0.5, |difference| difference.superiority);
        likely.max(1.0 - likely) < self.confidence
    }

    /// Whether the order of all neighbours is certain.
    pub(super) fn is_certain(&self) -> bool {
        !self.between.is_empty() && !self.neighbours().iter().any(|pair| self.is_open(pair))
    }

    /// Who meets in the next round, the player with the smaller number first: everybody at first, then those whose order is open.
    pub(super) fn to_play(&self) -> Vec<[usize; 2]> {
        let count = self.names.len();
        let all = || (0..count).flat_map(move |one| (one + 1..count).map(move |two| [one, two]));
        let pairs: Vec<[usize; 2]> = match (self.between.is_empty(), self.is_gauntlet) {
            (true, false) => all().collect(),
            (true, true) => self.neighbours(),
            (false, _) => self.neighbours().into_iter().filter(|pair| self.is_open(pair)).collect(),
        };
        pairs.into_iter().map(|[one, two]| [one.min(two), one.max(two)]).collect()
    }

    /// How far it is, in a few words.
    pub(super) fn summary(&self) -> String {
        let open = self.neighbours().iter().filter(|pair| self.is_open(pair)).count();
        let games: u32 = self.between.values().sum();
        match open {
            0 => format!("{games} games, the order is certain"),
            1 => format!("{games} games, one pair of neighbours is open"),
            open => format!("{games} games, {open} pairs of neighbours are open"),
        }
    }

    pub(super) fn games(&self) -> u32 {
        self.between.values().sum()
    }
}

/// What was played from where.
fn played(record: &GameRecord) -> String {
    let moves = record.plies.iter().map(|ply| ply.mv.as_deref().unwrap_or("-"));
    std::iter::once(record.start.as_str()).chain(moves).collect::<Vec<_>>().join(" ")
}
