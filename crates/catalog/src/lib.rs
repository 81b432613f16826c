//! The only crate that names every game and every built-in player.
//!
//! A new game is a line in [`GAMES`], a new strategy a line in [`BUILT_INS`]: help, pages, protocols and tests pick
//! them up from there. What a game brings beyond its rules is its [`GameEntry`].

mod analysis;
mod awale_players;
mod built_in;
mod concrete;
mod exact;
mod expert;
mod games;
mod insight;
mod levels;
mod othello_players;
mod parameters;
mod puzzles;
mod recorded;
mod review;
mod searches;
mod solving;
mod stalls;
mod strategies;
mod territory_players;
mod trials;

pub use analysis::{ANALYSTS, Analyst, AnalystError, GameAnalysis, MoveAnalysis, Question, history_of};
pub use built_in::{BuiltIn, Opinion};
pub use exact::{ExactJudge, NoExactResults};
pub use expert::{strongest, usual_analyst, usual_analyst_within};
pub use games::{GAMES, GameEntry, OfferedSetup, Source, find_game, opening_key};
pub use insight::Insight;
pub use joute_search::{Feature, Goal, Layer, Limits};
pub use levels::{DEFAULT_LEVEL, LEVELS, MOST_LEVEL_MEMORY, level_memory, player_of_level, within_level_memory};
pub use parameters::{Parameter, Parameters, ParametersError, within_memory};
pub use puzzles::{
    Discard, Puzzle, PuzzleEffort, PuzzleError, PuzzleTally, Theme, Verdict, judge_puzzle, make_puzzle, practice_game,
};
pub use recorded::{ReplayError, positions_of, start_of};
pub use review::{
    Judgement, LEAST_NODES, PlyReview, REVIEW_VERSION, Review, ReviewError, Reviewer, SHARES, Summary, review_nodes,
};
pub use solving::{NoSolver, PositionSolver, SolvedPosition};
pub use strategies::{BUILT_INS, BuiltInEntry, BuiltInError, find_built_in};
pub use trials::{TrialSetup, Trials};
