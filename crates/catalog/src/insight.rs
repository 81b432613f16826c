//! What a built-in player sees in a position: the parts of the board it looks at, what each move is worth to it, and the
//! move it chooses. Pages that teach show it.

use joute_search::{Feature, Layer, Thinking};

use crate::analysis::Question;
use crate::built_in::BuiltIn;
use crate::concrete::concrete;
use crate::strategies::{BuiltInError, find_built_in};

/// What a player sees in a position.
#[derive(Debug, Clone, Default)]
pub struct Insight {
    /// Everything there is to see on the board, with whether the player looks at it.
    pub layers: Vec<(Layer, bool)>,
    /// What each move it considers is worth to it, in the order of the moves; empty when it does not compare moves.
    pub values: Vec<(String, f64)>,
    /// The line it expects, where it has thought of one.
    pub line: Vec<String>,
    /// Its move; nothing when the game is over.
    pub choice: Option<String>,
}

impl Insight {
    /// What the player of a locator such as `hegemony:contested` sees.
    pub fn of(locator: &str, question: &Question<'_>) -> Result<Insight, BuiltInError> {
        let game = question.game;
        let (name, parameters) = locator.split_once(':').unwrap_or((locator, ""));
        let entry = find_built_in(name).ok_or_else(|| BuiltInError::Unknown(name.to_owned()))?;
        let mut strategy = BuiltIn::new(entry, parameters)?.build(game)?;
        let looked_at = strategy.features();
        let layers =
            (concrete(game)?.layers)(game).into_iter().map(|layer| (looked_at.contains(&layer.feature), layer));
        let mut insight =
            Insight { layers: layers.map(|(is_seen, layer)| (layer, is_seen)).collect(), ..Insight::default() };
        if game.is_over() {
            return Ok(insight);
        }
        let thinking =
            Thinking { seed: question.seed, limits: question.limits, history: question.history, stop: question.stop };
        // Where there was no time to find anything out, it still has a move.
        let analysis = strategy.analyse(game, &thinking, &mut |_| {});
        if let Some(analysis) = analysis.filter(|analysis| analysis.best().is_some()) {
            insight.choice = analysis.best().map(|best| best.mv.clone());
            insight.line = analysis.best().map(|best| best.pv.clone()).unwrap_or_default();
            insight.values = analysis.moves.into_iter().map(|mv| (mv.mv, mv.score)).collect();
            return Ok(insight);
        }
        insight.values = strategy.appraise(game, &thinking);
        insight.choice = strategy.choose(game, &thinking).map(|(code, _)| game.text(code));
        Ok(insight)
    }

    /// The parts of one kind of thing.
    pub fn layer(&self, feature: Feature) -> Option<&Layer> {
        self.layers.iter().map(|(layer, _)| layer).find(|layer| layer.feature == feature)
    }
}
