//! What the strategies of the course reports hold best in a position, worked out on sets.

use arrayvec::ArrayVec;

use super::super::board::{COLOURS, Position, Taking};
use super::ground::{Ground, Stand};
use crate::territory::border_counter::BorderMeasure;

/// A strategy that an opponent may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Model {
    /// Most cells after so many own moves: `greedy`, `foreseeing` and `oracle`.
    Oracle(u32),
    /// Most cells on the border.
    MaxBorder,
    /// The longest border after the move, of useful colours.
    Hegemony(BorderMeasure),
    /// Least for the opponent to reach.
    Starve,
    /// Some times the border and some times the cells after so many own moves.
    Mix(i32, i32, u32),
    /// The best line of its first turn, then greedy.
    Ahead,
}

/// The models there are. Another is one line here, and its value below.
pub(super) const MODELS: [Model; 9] = [
    Model::Oracle(1),
    Model::Oracle(2),
    Model::Oracle(3),
    Model::Ahead,
    Model::Mix(1, 1, 1),
    Model::Starve,
    Model::MaxBorder,
    Model::Hegemony(BorderMeasure::Cells),
    Model::Hegemony(BorderMeasure::Free),
];

/// What can be taken.
pub(super) type Takings<const W: usize> = ArrayVec<Taking<W>, COLOURS>;

/// An opponent that follows a model.
#[derive(Debug, Clone)]
pub(super) struct Rival {
    pub(super) model: Model,
    /// The line of its first turn.
    pub(super) plan: Vec<u8>,
    /// How often it chose the lowest and the highest of several colours that the model holds equally best.
    lowest: u32,
    highest: u32,
}

/// How far a plan was followed.
pub(super) type Followed = u8;

/// The plan was left.
pub(super) const LEFT: Followed = u8::MAX;

impl<const W: usize> Ground<W> {
    /// The colours that gain something.
    #[inline]
    pub(super) fn takings(&self, position: &Position<W>) -> Takings<W> {
        let mut takings = Takings::new();
        self.board.for_each_taking(position, |taking| takings.push(taking));
        takings
    }

    /// The most cells after so many own moves.
    fn most(&self, position: &Position<W>, moves: u32) -> i32 {
        let mut best = position.tally[0];
        self.board.for_each_taking(position, |taking| {
            best = best.max(match moves {
                1 => position.tally[0] + taking.gain,
                _ => self.most(&self.board.after(position, &taking).passed(), moves - 1),
            });
        });
        best
    }

    /// The line with most cells after so many own moves, one at least, and the cells; the first of equal ones. `None` when more
    /// lines would have to be compared than are left.
    pub(super) fn best_line(&self, position: &Position<W>, moves: u32, left: &mut u32) -> Option<(i32, Vec<u8>)> {
        let mut best = (position.tally[0], Vec::new());
        for (rank, taking) in self.takings(position).iter().enumerate() {
            *left = left.checked_sub(1)?;
            let (cells, line) = match moves {
                1 => (position.tally[0] + taking.gain, Vec::new()),
                _ => self.best_line(&self.board.after(position, taking).passed(), moves - 1, left)?,
            };
            if rank == 0 || cells > best.0 {
                best = (cells, std::iter::once(taking.colour).chain(line).collect());
            }
        }
        Some(best)
    }

    /// What a border counts.
    fn border(&self, stand: &Stand<W>, side: usize, measure: BorderMeasure) -> i32 {
        let border = stand.border(side);
        let counted = match measure {
            BorderMeasure::Free => border.without(stand.own(1 - side)),
            BorderMeasure::Contested => {
                let contested =
                    self.board.reach(&stand.position, 1 - side).and(&self.board.reach(&stand.position, side));
                border.and(&self.cells_of(&contested))
            }
            _ => border,
        };
        counted.len() as i32
    }

    /// The highest weighted sum of border and cells after so many further moves.
    fn mixed(&self, stand: &Stand<W>, border: i32, cells: i32, moves: u32) -> i32 {
        let takings = self.takings(&stand.position);
        if moves == 0 || takings.is_empty() {
            return border * self.border(stand, 0, BorderMeasure::Cells) + cells * stand.position.tally[0];
        }
        let after = |taking| self.mixed(&self.after(stand, taking).passed(), border, cells, moves - 1);
        takings.iter().map(after).max().unwrap_or(i32::MIN)
    }

    fn value(&self, stand: &Stand<W>, taking: &Taking<W>, model: Model) -> i32 {
        let position = &stand.position;
        match model {
            Model::Oracle(1) | Model::Ahead => taking.gain,
            Model::Oracle(moves) => self.most(&self.board.after(position, taking).passed(), moves - 1),
            Model::MaxBorder => stand.border(0).and(&self.cells_of(&taking.regions)).len() as i32,
            Model::Hegemony(measure) => self.border(&self.after(stand, taking), 1, measure),
            Model::Starve => {
                let after = self.board.after(position, taking);
                -self.board.cells(&self.board.reach(&after, 0))
            }
            Model::Mix(border, cells, moves) => {
                self.mixed(&self.after(stand, taking).passed(), border, cells, moves - 1)
            }
        }
    }
}

impl Rival {
    /// An opponent without a plan.
    pub(super) fn new(model: Model) -> Rival {
        Rival { model, plan: Vec::new(), lowest: 0, highest: 0 }
    }

    /// The position after its move: among equals the highest colour if that is its habit, else the lowest.
    pub(super) fn reply<const W: usize>(
        &self,
        ground: &Ground<W>,
        stand: &Stand<W>,
        followed: Followed,
    ) -> (Stand<W>, Followed) {
        let takings = ground.takings(&stand.position);
        let favourites = self.favourites(ground, stand, &takings, followed);
        let is_one = |taking: &&Taking<W>| favourites >> taking.colour & 1 == 1;
        let takes_highest = self.highest > 0 && self.lowest == 0;
        let taking = if takes_highest { takings.iter().rfind(is_one) } else { takings.iter().find(is_one) };
        match taking {
            Some(taking) => (ground.after(stand, taking), self.follow(followed, taking.colour)),
            None => (stand.passed(), followed),
        }
    }

    /// Learns from a choice which of several equal colours it takes.
    pub(super) fn note_choice(&mut self, favourites: u32, colour: u8) {
        if favourites.count_ones() > 1 {
            self.lowest += u32::from(favourites & ((1 << colour) - 1) == 0);
            self.highest += u32::from(favourites >> colour == 1);
        }
    }

    /// The colours that it holds equally best, one bit each; none where it passes.
    pub(super) fn favourites<const W: usize>(
        &self,
        ground: &Ground<W>,
        stand: &Stand<W>,
        takings: &Takings<W>,
        followed: Followed,
    ) -> u32 {
        if let Some(&colour) = self.plan.get(usize::from(followed))
            && takings.iter().any(|taking| taking.colour == colour)
        {
            return 1 << colour;
        }
        let gains_most = || best(takings.iter().map(|taking| (taking.colour, taking.gain)));
        if let Model::Mix(..) = self.model {
            let most = takings.iter().map(|taking| taking.gain).max().unwrap_or(0);
            if 2 * (stand.position.tally[0] + most) > ground.board.total {
                return gains_most();
            }
        }
        best(takings.iter().map(|taking| (taking.colour, ground.value(stand, taking, self.model))))
    }

    /// How far the plan is followed after a colour.
    pub(super) fn follow(&self, followed: Followed, colour: u8) -> Followed {
        if self.plan.get(usize::from(followed)) == Some(&colour) { followed + 1 } else { LEFT }
    }
}

/// The colours of the highest value.
fn best(values: impl Iterator<Item = (u8, i32)>) -> u32 {
    let (mut best, mut colours) = (i32::MIN, 0);
    for (colour, value) in values {
        if value > best {
            (best, colours) = (value, 0);
        }
        colours |= u32::from(value == best) << colour;
    }
    colours
}
