//! A board of a territory game of as many free regions as a word has bits, and what positions on it can come to.

use joute_games::Side;

use super::bits::Bits;
use super::position::Position;
use crate::territory::game::TerritoryGame;

/// The most colours a board can have.
pub(super) const COLOURS: usize = 26;

/// The code of a move that takes nothing.
pub(super) const NOTHING: u8 = COLOURS as u8;

/// What does not change while a position is solved.
#[derive(Debug, Clone)]
pub(super) struct Board<B> {
    /// The regions that touch a region.
    neighbours: Vec<B>,
    sizes: Vec<i32>,
    /// The regions of each colour.
    of_colour: Vec<B>,
    /// The regions First and Second could ever take, by colour.
    allowed: [B; 2],
    /// Whether passes end the game, and a zone has a colour that another which touches it may not take.
    pub(super) has_passes: bool,
}

impl<B: Bits> Board<B> {
    /// A board and the position on it; `None` when too many regions are free, or where the rules count what is enclosed.
    pub(super) fn of<G: TerritoryGame>(game: &G) -> Option<(Board<B>, Position<B>)> {
        let (zones, sides) = (game.zones(), [game.turn(), game.turn().other()]);
        let regions = zones.regions();
        let free: Vec<u32> = (0..regions.len() as u32).filter(|&region| zones.owner(region).is_none()).collect();
        if free.len() > B::ROOM || game.counts_enclosed() || game.captures_enclosed() {
            return None;
        }
        let bits = |test: &dyn Fn(u32) -> bool| {
            (0..).zip(&free).filter(|(_, region)| test(**region)).fold(B::NONE, |set, (bit, _)| set | B::one(bit))
        };
        let colour_of = |region: u32| regions.region(region).colour;
        let board = Board {
            neighbours: free.iter().map(|&one| bits(&|other| regions.neighbours(one).contains(&other))).collect(),
            sizes: free.iter().map(|&region| regions.region(region).size as i32).collect(),
            of_colour: (0..game.colours()).map(|colour| bits(&|region| colour_of(region) == colour)).collect(),
            allowed: Side::BOTH.map(|side| bits(&|region| !game.is_forbidden(side, colour_of(region)))),
            has_passes: G::NEEDS_GAIN,
        };
        let touches =
            |side: Side| bits(&|region| regions.neighbours(region).iter().any(|&near| zones.owner(near) == Some(side)));
        let position = Position {
            free: bits(&|_| true),
            first: B::NONE,
            touched: sides.map(touches),
            lead: zones.tally(sides[0]) as i32 - zones.tally(sides[1]) as i32,
            cells: board.sizes.iter().sum(),
            colour: sides.map(|side| game.zone_colour(side).unwrap_or(NOTHING)),
            passes: game.passes_in_a_row(),
            zones_touch: zones.zones_touch(),
            mover: game.turn().index() as u8,
        };
        Some((board, position))
    }

    /// What touches some regions, and the cells they have.
    #[inline(always)]
    fn around(&self, mut regions: B) -> (B, i32) {
        let (mut around, mut cells) = (B::NONE, 0);
        while regions != B::NONE {
            let region = regions.lowest();
            around |= self.neighbours[region];
            cells += self.sizes[region];
            regions = regions.without_lowest();
        }
        (around, cells)
    }

    #[inline(always)]
    fn cells(&self, mut regions: B) -> i32 {
        let mut cells = 0;
        while regions != B::NONE {
            cells += self.sizes[regions.lowest()];
            regions = regions.without_lowest();
        }
        cells
    }

    /// The regions of `open` that a zone which touches `touched` can grow into, and their cells.
    #[inline(always)]
    fn spread(&self, touched: B, open: B) -> (B, i32) {
        let (mut left, mut new, mut sum) = (open, touched & open, 0);
        while new != B::NONE {
            left = left & !new;
            let (around, cells) = self.around(new);
            sum += cells;
            new = around & left;
        }
        (open & !left, sum)
    }

    /// The free regions that a side, 0 for the one to move, may ever take.
    #[inline(always)]
    fn open(&self, position: &Position<B>, side: usize) -> B {
        position.free & self.allowed[usize::from(position.mover) ^ side]
    }

    /// Whether nobody can take anything any more.
    pub(super) fn is_finished(&self, position: &Position<B>) -> bool {
        [0, 1].into_iter().all(|side| position.touched[side] & self.open(position, side) == B::NONE)
    }

    /// A bound on the value that settles whether it is above alpha, where one is known.
    ///
    /// A side gets no region it cannot reach, and it can get those that it alone can reach, as far as it cannot be kept
    /// from them. Where more than half of the cells ends the game, that holds for whether it is won or drawn.
    #[inline]
    pub(super) fn bound(&self, position: &Position<B>, alpha: i32) -> Option<i32> {
        // After a pass the side to move may end the game as it stands.
        let may_end = self.has_passes && position.passes > 0;
        let stands = if may_end { position.lead } else { i32::MIN };
        if stands > alpha {
            return Some(stands);
        }
        let (mine, most) = self.spread(position.touched[0], self.open(position, 0));
        let greatest = (position.lead + most).max(stands);
        if greatest <= alpha {
            return Some(greatest);
        }
        let (theirs, most) = self.spread(position.touched[1], self.open(position, 1));
        let least = position.lead - most;
        if least > alpha {
            return Some(least);
        }
        let greatest = (greatest - self.sure(position.touched[1], theirs & !mine)).max(stands);
        if greatest <= alpha {
            return Some(greatest);
        }
        let least = least + self.sure(position.touched[0], mine & !theirs);
        (least > alpha).then_some(least)
    }

    /// The cells a side gets of the regions that it alone can reach.
    ///
    /// Where zones have colours the opponent keeps it from one by holding it for ever: whoever takes such a region
    /// whenever one may be taken is left, when the game ends, with none but what lies behind that one colour.
    #[inline]
    fn sure(&self, touched: B, own: B) -> i32 {
        if touched & own == B::NONE {
            return 0;
        }
        if !self.has_passes {
            return self.spread(touched, own).1;
        }
        let without = |colour: &B| self.spread(touched, own & !*colour).1;
        self.of_colour.iter().map(without).min().unwrap_or(0)
    }

    /// Calls for every colour with which the side to move takes something, with the regions it takes.
    #[inline(always)]
    pub(super) fn for_each_taking(&self, position: &Position<B>, mut call: impl FnMut(u8, B)) {
        let border = position.touched[0] & self.open(position, 0);
        let barred = if self.has_passes && position.zones_touch { position.colour[1] } else { NOTHING };
        for (colour, of_colour) in (0..).zip(&self.of_colour) {
            let regions = border & *of_colour;
            if regions != B::NONE && colour != barred {
                call(colour, regions);
            }
        }
    }

    /// The position after a move that was found to be possible here.
    #[inline]
    pub(super) fn after_code(&self, position: &Position<B>, colour: u8) -> Position<B> {
        match self.of_colour.get(usize::from(colour)) {
            Some(of_colour) => {
                self.after(position, colour, position.touched[0] & self.open(position, 0) & *of_colour).0
            }
            None => position.passed(),
        }
    }

    /// The position after a colour, given the regions it takes, and the cells it gains.
    #[inline(always)]
    pub(super) fn after(&self, position: &Position<B>, colour: u8, regions: B) -> (Position<B>, i32) {
        let (around, gain) = self.around(regions);
        let next = Position {
            free: position.free & !regions,
            first: if position.mover == 0 { position.first | regions } else { position.first },
            touched: [position.touched[1], position.touched[0] | around],
            lead: -(position.lead + gain),
            cells: position.cells - gain,
            colour: [position.colour[1], colour],
            passes: 0,
            zones_touch: position.zones_touch || regions & position.touched[1] != B::NONE,
            mover: position.mover ^ 1,
        };
        (next, gain)
    }

    /// The free cells around the zone of the side that moved last.
    #[inline]
    pub(super) fn prospect(&self, position: &Position<B>) -> i32 {
        self.cells(position.touched[1] & position.free)
    }

    /// The cells that the side to move gets to first, less those that the other does, both taking all around them in
    /// turn.
    #[inline]
    pub(super) fn race(&self, position: &Position<B>) -> i32 {
        let (mut open, mut fronts, mut sum) = (position.free, position.touched, 0);
        let allowed = [0, 1].map(|side| self.allowed[usize::from(position.mover) ^ side]);
        while fronts != [B::NONE; 2] {
            for (side, sign) in [(0, 1), (1, -1)] {
                let front = fronts[side] & open & allowed[side];
                open = open & !front;
                let (around, cells) = self.around(front);
                (fronts[side], sum) = (around, sum + sign * cells);
            }
        }
        sum
    }
}
