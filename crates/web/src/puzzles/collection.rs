//! The puzzles of the program, each with its number, and which of them comes next.

use std::sync::LazyLock;

use joute_catalog::Puzzle;
use joute_games::random::Seed;

/// The puzzles that were made and checked by `joute puzzles`; docs/puzzles.md says how.
const SHIPPED: &str = include_str!("../../assets/puzzles.txt");

/// How many of the puzzles nearest to a rating one is drawn from.
const NEARBY: usize = 40;

/// A puzzle and its number in addresses, from 1.
#[derive(Debug, Clone)]
pub(crate) struct Numbered {
    pub(crate) id: usize,
    pub(crate) puzzle: Puzzle,
}

/// All puzzles there are.
pub(crate) struct Collection(Vec<Numbered>);

/// The puzzles that come with the program.
pub(crate) fn collection() -> &'static Collection {
    static ALL: LazyLock<Collection> = LazyLock::new(|| Collection::read(SHIPPED));
    &ALL
}

impl Collection {
    /// Reads a file of puzzles; a line that is none is left out, which a test excludes.
    fn read(text: &str) -> Collection {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let puzzles = lines.filter_map(|line| line.parse().ok());
        Collection((1..).zip(puzzles).map(|(id, puzzle)| Numbered { id, puzzle }).collect())
    }

    /// How many there are of a game, or of all.
    pub(crate) fn count(&self, game: Option<&str>) -> usize {
        self.of(game).count()
    }

    /// The puzzle of a number.
    pub(crate) fn get(&self, id: usize) -> Option<&Numbered> {
        self.0.get(id.checked_sub(1)?)
    }

    /// The puzzle of a day, counted from the first of January 1970: the same for everybody, and every game in its turn.
    pub(crate) fn of_day(&self, day: u64) -> Option<&Numbered> {
        let mut games: Vec<&str> = self.0.iter().map(|one| one.puzzle.game.as_str()).collect();
        games.dedup();
        let turn = usize::try_from(day).ok()?.checked_rem(games.len())?;
        let mut all: Vec<&Numbered> = self.of(Some(games[turn])).collect();
        Seed(1).purpose("daily-puzzles").generator().shuffle(&mut all);
        all.get((usize::try_from(day).ok()? / games.len()) % all.len().max(1)).copied()
    }

    /// A puzzle of about this rating, drawn by a seed.
    pub(crate) fn near(&self, game: Option<&str>, rating: u32, seed: u64) -> Option<&Numbered> {
        let mut all: Vec<&Numbered> = self.of(game).collect();
        all.sort_by_key(|one| (one.puzzle.rating.abs_diff(rating), one.id));
        all.truncate(NEARBY);
        Seed(seed).purpose("next-puzzle").generator().pick(&all)
    }

    fn of<'a, 'g>(&'a self, game: Option<&'g str>) -> impl Iterator<Item = &'a Numbered> + use<'a, 'g> {
        self.0.iter().filter(move |one| game.is_none_or(|game| one.puzzle.game == game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_catalog::GAMES;
    use std::collections::HashSet;

    #[test]
    fn every_line_is_a_puzzle_whose_solution_can_be_played() {
        let lines = SHIPPED.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(collection().count(None), lines);
        let mut seen = HashSet::new();
        for Numbered { id, puzzle } in &collection().0 {
            let mut game = puzzle.start().unwrap_or_else(|error| panic!("{id}: {error}"));
            assert!(game.legal().len() >= 3 && puzzle.value > puzzle.second, "{id}");
            assert!(seen.insert((&puzzle.game, &puzzle.position)), "{id} is there twice");
            for mv in &puzzle.line {
                game.try_play(mv).unwrap_or_else(|error| panic!("{id}: {error}"));
            }
        }
        for entry in GAMES {
            assert!(collection().count(Some(entry.info.name)) >= 20, "{}", entry.info.name);
        }
    }

    #[test]
    fn a_day_has_one_puzzle_and_days_in_a_row_go_round_the_games() {
        let games: Vec<&str> =
            (20_000..20_004).map(|day| collection().of_day(day).unwrap().puzzle.game.as_str()).collect();
        assert_eq!(games.iter().collect::<HashSet<_>>().len(), GAMES.len(), "{games:?}");
        assert_eq!(collection().of_day(20_001).unwrap().id, collection().of_day(20_001).unwrap().id);
        assert_ne!(collection().of_day(20_000).unwrap().id, collection().of_day(20_004).unwrap().id);
        assert!(collection().of_day(u64::MAX).is_some());
    }

    #[test]
    fn what_comes_next_is_of_about_the_rating() {
        for entry in GAMES {
            let game = Some(entry.info.name);
            let mean = |rating| {
                let drawn = (0..20).filter_map(|seed| collection().near(game, rating, seed));
                drawn.map(|one| one.puzzle.rating).sum::<u32>() / 20
            };
            assert!(mean(700) < mean(2200), "{}", entry.info.name);
        }
        assert!(collection().near(Some("chess"), 1500, 1).is_none());
        assert!(collection().get(0).is_none() && collection().get(1).is_some());
    }
}
