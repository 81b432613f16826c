//! `max-border`: the colour most frequent on the border, whatever lies behind it.

use super::border_counter::BorderCounter;
use super::game::TerritoryGame;
use super::sketch::best_move;
use crate::feature::Feature;
use crate::strategy::{Choice, Strategy, Thinking, Ties};

/// How often a border cell counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BorderUnit {
    /// Once.
    #[default]
    Cells,
    /// Once for each cell of the zone it touches, as the report's recursion counts.
    Contacts,
}

/// The useful colour with most cells, or most contacts, on the border.
#[derive(Debug, Clone, Default)]
pub struct MaxBorder {
    unit: BorderUnit,
    ties: Ties,
    counter: Option<BorderCounter>,
}

impl MaxBorder {
    /// The strategy that counts in this unit.
    pub fn new(unit: BorderUnit, ties: Ties) -> MaxBorder {
        MaxBorder { unit, ties, counter: None }
    }

    /// What the border has of each useful colour.
    fn values<G: TerritoryGame>(&mut self, game: &G) -> Vec<(u8, i64)> {
        let counter = BorderCounter::at(&mut self.counter, game);
        let count = |colour| {
            let border = counter.frontier.colour(&counter.sketch.zones, colour);
            i64::from(match self.unit {
                BorderUnit::Cells => border.cells,
                BorderUnit::Contacts => border.contacts,
            })
        };
        counter.sketch.useful().into_iter().map(|colour| (colour, count(colour))).collect()
    }
}

impl<G: TerritoryGame> Strategy<G> for MaxBorder {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        best_move::<G>(&self.values(game), self.ties, thinking.seed).into()
    }

    fn appraise(&mut self, game: &G, _thinking: &Thinking<'_>) -> Vec<(G::Move, f64)> {
        let values = self.values(game);
        values.into_iter().map(|(colour, value)| (G::taking(colour), value as f64)).collect()
    }

    fn features(&self) -> &'static [Feature] {
        &[Feature::Border]
    }

    fn is_deterministic(&self) -> bool {
        self.ties == Ties::First
    }
}
