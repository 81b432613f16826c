//! Whether a position is a puzzle: one move clearly best to a short search, not obvious, and still so to a long one.

use std::sync::atomic::AtomicBool;

use joute_games::AnyGame;
use joute_games::random::Seed;
use joute_search::{Goal, Limits};

use super::puzzle::{Puzzle, Theme};
use super::tally::Discard;
use crate::analysis::{Analyst, AnalystError, MoveAnalysis, Question};
use crate::expert::strongest_within;
use crate::review::Judgement;
use crate::solving::{PositionSolver, SolvedPosition};

/// Fewer moves are no choice.
const LEAST_MOVES: usize = 3;
/// Moves of a solution that are kept.
const LONGEST_LINE: usize = 8;
/// Memory of the short and of the long search, in MiB: what is small is emptied soon.
const MEMORY: u32 = 1;
const DEEP_MEMORY: u32 = 16;

/// How much is looked at before a position is a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleEffort {
    /// Positions of the short search.
    pub nodes: u64,
    /// Positions of the long one, and as many for each move by a solver where there is one.
    pub deep: u64,
}

/// What a check says of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It holds; exactly, where every value is the result of perfect play.
    Holds {
        /// Whether no opinion was needed.
        is_exact: bool,
    },
    /// It does not.
    Fails(Discard),
}

/// The puzzle of a position, or why it is none. It is judged without what came before it, as it will be shown.
pub fn make_puzzle(
    game: &AnyGame,
    effort: PuzzleEffort,
    stop: &AtomicBool,
) -> Result<Result<Puzzle, Discard>, AnalystError> {
    if game.is_over() || game.forced().is_some() || game.legal().len() < LEAST_MOVES {
        return Ok(Err(Discard::NoChoice));
    }
    let Some(first) = TwoBest::at(game, effort.nodes, MEMORY, stop)?.filter(|two| two.is_clear(game)) else {
        return Ok(Err(Discard::Even));
    };
    if first.since <= 1 && gains_most(game, &first.best.mv) {
        return Ok(Err(Discard::Obvious));
    }
    Ok(match TwoBest::deep(game, effort.deep, stop)? {
        Some(two) if two.best.mv != first.best.mv => Err(Discard::Changed),
        Some(two) if two.is_clear(game) => Ok(two.puzzle(game)),
        _ => Err(Discard::Closer),
    })
}

/// Looks at a puzzle again, with so many positions.
pub fn judge_puzzle(game: &AnyGame, solution: &str, nodes: u64, stop: &AtomicBool) -> Result<Verdict, AnalystError> {
    Ok(match TwoBest::deep(game, nodes, stop)? {
        Some(two) if two.best.mv != solution => Verdict::Fails(Discard::Changed),
        Some(two) if two.is_clear(game) => Verdict::Holds { is_exact: two.is_exact() },
        _ => Verdict::Fails(Discard::Closer),
    })
}

/// The two best moves to a search.
struct TwoBest {
    best: MoveAnalysis,
    second: MoveAnalysis,
    /// The depth from which on the best move was the best.
    since: u32,
    depth: u32,
}

impl TwoBest {
    fn at(game: &AnyGame, nodes: u64, memory: u32, stop: &AtomicBool) -> Result<Option<TwoBest>, AnalystError> {
        let mut analyst = Analyst::new(&strongest_within(game, memory), game)?;
        let (mut leader, mut since) = (String::new(), 0);
        let analysis = analyst.analyse(&question(game, nodes, stop), &mut |known| {
            let Some(best) = known.best().filter(|best| known.depth > 0 && best.mv != leader) else { return };
            (leader, since) = (best.mv.clone(), known.depth);
        });
        let [best, second, ..] = &analysis.moves[..] else { return Ok(None) };
        let (best, second) = (best.clone(), second.clone());
        Ok((analysis.depth > 0).then_some(TwoBest { best, second, since, depth: analysis.depth }))
    }

    /// The strongest there is: a long search, and the solver of the game where that gets to the end.
    fn deep(game: &AnyGame, nodes: u64, stop: &AtomicBool) -> Result<Option<TwoBest>, AnalystError> {
        let two = TwoBest::at(game, nodes, DEEP_MEMORY, stop)?;
        Ok(match two {
            Some(two) if two.is_clear(game) && !two.is_exact() => Some(two.solved(game, nodes, stop)),
            two => two,
        })
    }

    /// The same with the results of perfect play, if a solver finds them.
    fn solved(self, game: &AnyGame, nodes: u64, stop: &AtomicBool) -> TwoBest {
        let solver = PositionSolver::new(game, 1, (DEEP_MEMORY as usize) << 20).ok();
        let all = solver.and_then(|mut solver| solver.solve_each(&question(game, nodes, stop), Goal::Exact));
        match all.as_deref() {
            Some([best, second, ..]) => TwoBest { best: exact(best), second: exact(second), ..self },
            _ => self,
        }
    }

    fn is_exact(&self) -> bool {
        self.best.is_exact && self.second.is_exact
    }

    /// Whether the second best move would be a mistake.
    fn is_clear(&self, game: &AnyGame) -> bool {
        Judgement::of(&self.best, &self.second, game.total()) >= Judgement::Mistake
    }

    fn puzzle(&self, game: &AnyGame) -> Puzzle {
        let theme = self.theme(game);
        Puzzle {
            game: game.info().name.to_owned(),
            setup: game.setup(),
            position: game.position(),
            line: self.best.pv.iter().take(LONGEST_LINE).cloned().collect(),
            rating: self.rating(game, theme),
            theme,
            value: self.best.score,
            second: self.second.score,
            depth: if self.is_exact() { 0 } else { self.depth },
        }
    }

    fn theme(&self, game: &AnyGame) -> Theme {
        let is_certain = self.best.is_decided && self.second.is_decided;
        match (self.best.score, self.second.score) {
            (best, second) if is_certain && best > 0.0 && second <= 0.0 => Theme::Win,
            (best, second) if is_certain && best == 0.0 && second < 0.0 => Theme::Save,
            _ if is_outdone(game, &self.best.mv) => Theme::Quiet,
            _ => Theme::Gain,
        }
    }

    /// An estimate: what must be looked at deeper, among more moves, or against an easy gain is harder, and what matters much is
    /// easier.
    fn rating(&self, game: &AnyGame, theme: Theme) -> u32 {
        let depth = 110.0 * f64::from(self.since.min(11));
        let choices = 20.0 * game.legal().len().min(20) as f64;
        let bait = if theme == Theme::Quiet || is_outdone(game, &self.best.mv) { 200.0 } else { 0.0 };
        let share = (self.best.score - self.second.score).abs() / f64::from(game.total().max(1));
        (700.0 + depth + choices + bait - (800.0 * share).min(200.0)).round() as u32
    }
}

fn question<'a>(game: &'a AnyGame, nodes: u64, stop: &'a AtomicBool) -> Question<'a> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Question { game, history: &[], limits, seed: Seed(1), stop }
}

fn exact(solved: &SolvedPosition) -> MoveAnalysis {
    let SolvedPosition { margin, line, .. } = solved;
    MoveAnalysis {
        mv: line.first().cloned().unwrap_or_default(),
        score: f64::from(*margin),
        depth: line.len() as u32,
        pv: line.clone(),
        is_exact: true,
        is_decided: true,
    }
}

/// Whether no other move gains as much at once.
fn gains_most(game: &AnyGame, mv: &str) -> bool {
    gains(game, mv).is_some_and(|(own, most_of_others)| own > most_of_others)
}

/// Whether another move gains more at once.
fn is_outdone(game: &AnyGame, mv: &str) -> bool {
    gains(game, mv).is_some_and(|(own, most_of_others)| own < most_of_others)
}

/// What a move gains at once, and the most that another does.
fn gains(game: &AnyGame, mv: &str) -> Option<(i32, i32)> {
    let code = game.code(mv).ok()?;
    let others = game.legal().into_iter().filter(|other| *other != code).map(|other| game.gain(other));
    Some((game.gain(code), others.max()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GAMES, find_game};
    use crate::puzzles::practice_game;
    use joute_games::NoFiles;

    const EFFORT: PuzzleEffort = PuzzleEffort { nodes: 2_000, deep: 20_000 };

    #[test]
    fn the_same_seed_gives_the_same_puzzles_and_they_hold() {
        let stop = AtomicBool::new(false);
        for entry in GAMES {
            let start = entry.setup(entry.small, &NoFiles).unwrap().start(1).unwrap();
            let made = || {
                let positions = practice_game(&start, Seed(3)).unwrap();
                let puzzles = positions.iter().map(|game| make_puzzle(game, EFFORT, &stop).unwrap());
                puzzles.filter_map(Result::ok).take(1).collect::<Vec<_>>()
            };
            let puzzles = made();
            assert_eq!(made(), puzzles, "{}", entry.info.name);
            for puzzle in puzzles {
                let game = puzzle.start().unwrap();
                assert!(game.legal_texts().contains(&puzzle.line[0]) && puzzle.value >= puzzle.second, "{puzzle}");
                let verdict = judge_puzzle(&game, puzzle.solution(), EFFORT.deep, &stop).unwrap();
                assert!(matches!(verdict, Verdict::Holds { .. }), "{puzzle}");
                let wrong = judge_puzzle(&game, "no such move", EFFORT.deep, &stop).unwrap();
                assert_eq!(wrong, Verdict::Fails(Discard::Changed));
            }
        }
    }

    #[test]
    fn a_start_with_nothing_to_find_is_none() {
        let start = find_game("othello").unwrap().setup("", &NoFiles).unwrap().start(1).unwrap();
        let made = make_puzzle(&start, EFFORT, &AtomicBool::new(false)).unwrap();
        assert_eq!(made, Err(Discard::Even), "all four are the same move");
    }
}
