//! `hegemony`: the colour after which the border is longest, in every way the reports count a border.

use super::border_counter::{BorderCounter, BorderMeasure};
use super::game::TerritoryGame;
use super::sketch::best_move;
use crate::feature::Feature;
use crate::strategy::{Choice, Strategy, Thinking, Ties};

/// How a report, or a reading of it, defines the strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HegemonyVariant {
    /// Of all legal colours, most cells that are not its own touch the zone: report 000.
    #[default]
    Cells,
    /// The same among useful colours only.
    Useful,
    /// Of all legal colours, most free cells.
    Free,
    /// Of all legal colours, most free cells that both sides can still reach: report 003.
    Contested,
    /// Most contacts with free cells, and greedy when no colour makes them more: the remark of report 003.
    Contacts,
    /// The same with contested cells only, the other reading of the remark.
    ContactsContested,
    /// The same with every cell that is not its own, the opponent's included as in report 000.
    ContactsAll,
}

impl HegemonyVariant {
    /// What it counts.
    pub fn measure(self) -> BorderMeasure {
        match self {
            HegemonyVariant::Cells | HegemonyVariant::Useful => BorderMeasure::Cells,
            HegemonyVariant::Free => BorderMeasure::Free,
            HegemonyVariant::Contested => BorderMeasure::Contested,
            HegemonyVariant::Contacts => BorderMeasure::Contacts,
            HegemonyVariant::ContactsContested => BorderMeasure::ContactsContested,
            HegemonyVariant::ContactsAll => BorderMeasure::ContactsAll,
        }
    }

    /// The border after each colour it considers.
    fn values(self, counter: &mut BorderCounter) -> Vec<(u8, i64)> {
        let colours = match self {
            HegemonyVariant::Useful => counter.sketch.useful(),
            _ => counter.sketch.legal(),
        };
        colours.into_iter().map(|colour| (colour, i64::from(counter.border_after(colour, self.measure())))).collect()
    }

    fn falls_back_on_greedy(self) -> bool {
        use HegemonyVariant::{Contacts, ContactsAll, ContactsContested};
        matches!(self, Contacts | ContactsContested | ContactsAll)
    }
}

/// The longest border after the move.
#[derive(Debug, Clone, Default)]
pub struct Hegemony {
    variant: HegemonyVariant,
    ties: Ties,
    counter: Option<BorderCounter>,
}

impl Hegemony {
    /// The strategy by one of its definitions.
    pub fn new(variant: HegemonyVariant, ties: Ties) -> Hegemony {
        Hegemony { variant, ties, counter: None }
    }
}

impl<G: TerritoryGame> Strategy<G> for Hegemony {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let counter = BorderCounter::at(&mut self.counter, game);
        let Some(greedy) = counter.sketch.greedy_by(self.ties, thinking.seed) else {
            return G::nothing().into();
        };
        let now = i64::from(counter.border(self.variant.measure()));
        let values = self.variant.values(counter);
        if self.variant.falls_back_on_greedy() && values.iter().all(|&(_, border)| border <= now) {
            return G::taking(greedy).into();
        }
        best_move::<G>(&values, self.ties, thinking.seed).into()
    }

    fn appraise(&mut self, game: &G, _thinking: &Thinking<'_>) -> Vec<(G::Move, f64)> {
        let values = self.variant.values(BorderCounter::at(&mut self.counter, game));
        values.into_iter().map(|(colour, value)| (G::taking(colour), value as f64)).collect()
    }

    fn features(&self) -> &'static [Feature] {
        match self.variant.measure() {
            BorderMeasure::Cells | BorderMeasure::ContactsAll => &[Feature::Border, Feature::Touched],
            BorderMeasure::Free | BorderMeasure::Contacts => &[Feature::Border],
            BorderMeasure::Contested | BorderMeasure::ContactsContested => &[Feature::ContestedBorder],
        }
    }

    fn is_deterministic(&self) -> bool {
        self.ties == Ties::First
    }
}
