//! What the territory games have in common: heuristics and players.

use joute_search::territory::{TerritoryGame, TerritoryHeuristic, TerritoryWeights};
use joute_search::{AlphaBeta, AlphaBetaOptions, BoardFeatures, Heuristic};

use crate::built_in::AnyStrategy;
use crate::concrete::{ConcreteGame, NamedHeuristic, erase, layers};
use crate::territory_players::players;

pub(super) const fn territory<G: TerritoryGame + BoardFeatures>() -> ConcreteGame
where
    TerritoryHeuristic: Heuristic<G>,
{
    ConcreteGame {
        layers: layers::<G>,
        heuristics: const {
            &[
                NamedHeuristic { name: "mix", alphabeta: |options| weighing::<G>(TerritoryWeights::MIX, options) },
                NamedHeuristic {
                    name: "border",
                    alphabeta: |options| weighing::<G>(TerritoryWeights::BORDER, options),
                },
                NamedHeuristic { name: "reach", alphabeta: |options| weighing::<G>(TerritoryWeights::REACH, options) },
                NamedHeuristic {
                    name: "enclosed",
                    alphabeta: |options| weighing::<G>(TerritoryWeights::ENCLOSED, options),
                },
            ]
        },
        players: players::<G>(),
        ..ConcreteGame::of::<G>()
    }
}

fn weighing<G: TerritoryGame>(weights: TerritoryWeights, options: AlphaBetaOptions) -> Box<dyn AnyStrategy>
where
    TerritoryHeuristic: Heuristic<G>,
{
    erase::<G, _>(AlphaBeta::new(TerritoryHeuristic::new(weights), options))
}
