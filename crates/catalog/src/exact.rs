//! Games that end as soon as it is known how they end with perfect play, for any game that has tables or a solver.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use joute_games::random::Seed;
use joute_games::{AnyGame, Game};
use joute_referee::{Adjudicator, ExactEnd, MatchRules};
use joute_search::{ExactResult, ExactResults, Limits, Thinking};

use crate::concrete::concrete;

/// Exact results were asked for, and there are none for the game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no exact results are known for {game} with {setup}, so that the match rule exact makes no sense: Othello on 8 x 8 squares, \
     Flood, and Awalé by the rules abapa and awari have them"
)]
pub struct NoExactResults {
    game: String,
    setup: String,
}

/// Knows results of one kind of game, as far as the rules of a match let it look.
pub struct ExactJudge {
    results: Box<dyn AnyResults>,
    nodes: u64,
}

impl ExactJudge {
    /// Whoever ends games like this one by these rules; nobody where they do not ask for it.
    pub fn of(game: &AnyGame, rules: &MatchRules) -> Result<Option<ExactJudge>, NoExactResults> {
        let Some(nodes) = rules.exact else { return Ok(None) };
        let make = concrete(game).ok().and_then(|kind| kind.exact);
        let none = || NoExactResults { game: game.info().name.to_owned(), setup: game.setup() };
        Ok(Some(ExactJudge { results: make.ok_or_else(none)?(), nodes }))
    }

    /// The same, as a referee takes it.
    pub fn adjudicator(game: &AnyGame, rules: &MatchRules) -> Result<Option<Arc<dyn Adjudicator>>, NoExactResults> {
        Ok(ExactJudge::of(game, rules)?.map(|judge| Arc::new(judge) as Arc<dyn Adjudicator>))
    }

    /// Whether anything is at hand that could know this position: tables of another machine may be missing here.
    pub fn reaches(&self, game: &AnyGame) -> bool {
        self.results.reaches(game)
    }
}

impl Adjudicator for ExactJudge {
    fn result(&self, game: &AnyGame, history: &[u64], stop: &AtomicBool) -> Option<ExactEnd> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let ExactResult { tally, source } =
            self.results.result(game, &Thinking { seed: Seed(1), limits, history, stop })?;
        Some(ExactEnd { tally, source })
    }
}

/// Makes whoever knows results.
pub(crate) type MakeResults = fn() -> Box<dyn AnyResults>;

/// Results of a game whose type is known only inside.
pub(crate) trait AnyResults: Send + Sync {
    fn result(&self, game: &AnyGame, thinking: &Thinking<'_>) -> Option<ExactResult>;
    fn reaches(&self, game: &AnyGame) -> bool;
}

/// Results of one type, as those of any game.
pub(crate) fn erase_results<G: Game, S: ExactResults<G> + 'static>(results: S) -> Box<dyn AnyResults> {
    Box::new(ErasedResults::<G, S> { results, game: PhantomData })
}

struct ErasedResults<G, S> {
    results: S,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, S: ExactResults<G>> AnyResults for ErasedResults<G, S> {
    fn result(&self, game: &AnyGame, thinking: &Thinking<'_>) -> Option<ExactResult> {
        self.results.result(game.downcast_ref::<G>()?, thinking)
    }

    fn reaches(&self, game: &AnyGame) -> bool {
        game.downcast_ref::<G>().is_some_and(|game| self.results.reaches(game))
    }
}
