//! A Flood position of as many free regions as a word has bits, one bit a region.

use joute_games::territory::flood::{Choice, Flood};
use joute_games::{Game, GameMove, Side};

use super::bits::Bits;

/// Colours a board can have.
pub(super) const COLOURS: usize = 8;

/// What does not change while a position is solved.
#[derive(Debug, Clone)]
pub(super) struct Board<B> {
    /// The regions that touch a region.
    neighbours: Vec<B>,
    sizes: Vec<u32>,
    /// The regions of each colour.
    of_colour: [B; COLOURS],
    /// The regions each side could ever take, by colour.
    allowed: [B; 2],
    colours: u8,
    /// Whether the zones touch already where no region lies between them any more.
    zones_touch: bool,
}

/// A position; `0` is the side to move in every pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position<B> {
    /// Regions each side has taken.
    taken: [B; 2],
    /// Regions that touch each side's zone, whoever has them now.
    touched: [B; 2],
    /// Cells the side to move has more.
    pub(super) lead: i32,
    /// Cells nobody has.
    pub(super) free: i32,
    colour: [u8; 2],
    pub(super) passes: u8,
    /// 0 when First is to move, 1 when Second is.
    mover: u8,
}

impl<B: Bits> Board<B> {
    /// A board and the position on it; `None` when too many regions are free.
    pub(super) fn of(game: &Flood) -> Option<(Board<B>, Position<B>)> {
        let (zones, sides) = (game.zones(), [game.turn(), game.turn().other()]);
        let regions = zones.regions();
        let free: Vec<u32> = (0..regions.len() as u32).filter(|&region| zones.owner(region).is_none()).collect();
        if free.len() > B::ROOM {
            return None;
        }
        let bits = |test: &dyn Fn(u32) -> bool| {
            (0..).zip(&free).filter(|(_, region)| test(**region)).fold(B::NONE, |set, (bit, _)| set | B::one(bit))
        };
        let color = |side: Side| {
            (0..game.colours()).find(|&code| Choice::from_code(code.into()) == Some(Choice::Take(game.colour(side))))
        };
        let mut of_colour = [B::NONE; COLOURS];
        let mut allowed = [B::NONE; 2];
        for code in 0..game.colours() {
            of_colour[usize::from(code)] = bits(&|region| regions.region(region).colour == code);
            for (index, side) in sides.into_iter().enumerate() {
                let is_allowed = matches!(Choice::from_code(code.into()), Some(Choice::Take(colour)) if !game.forbidden(side).contains(colour));
                allowed[index] |= if is_allowed { of_colour[usize::from(code)] } else { B::NONE };
            }
        }
        let board = Board {
            neighbours: free.iter().map(|&one| bits(&|other| regions.neighbours(one).contains(&other))).collect(),
            sizes: free.iter().map(|&region| regions.region(region).size).collect(),
            of_colour,
            // First's come first, whoever is to move.
            allowed: if game.turn() == Side::First { allowed } else { [allowed[1], allowed[0]] },
            colours: game.colours(),
            zones_touch: zones.zones_touch(),
        };
        let touched = sides
            .map(|side| bits(&|region| regions.neighbours(region).iter().any(|&near| zones.owner(near) == Some(side))));
        let position = Position {
            taken: [B::NONE; 2],
            touched,
            lead: zones.tally(sides[0]) as i32 - zones.tally(sides[1]) as i32,
            free: free.iter().map(|&region| regions.region(region).size as i32).sum(),
            colour: [color(sides[0])?, color(sides[1])?],
            passes: game.passes(),
            mover: game.turn().index() as u8,
        };
        Some((board, position))
    }

    #[inline]
    fn cells(&self, mut regions: B) -> u32 {
        let mut cells = 0;
        while regions != B::NONE {
            cells += self.sizes[regions.lowest()];
            regions = regions.without_lowest();
        }
        cells
    }

    #[inline]
    fn around(&self, mut regions: B) -> B {
        let mut around = B::NONE;
        while regions != B::NONE {
            around |= self.neighbours[regions.lowest()];
            regions = regions.without_lowest();
        }
        around
    }

    /// The regions of `open` that a zone which touches `touched` can grow into.
    #[inline]
    fn spread(&self, touched: B, open: B) -> B {
        let mut reached = touched & open;
        let mut new = reached;
        while new != B::NONE {
            new = self.around(new) & open & !reached;
            reached |= new;
        }
        reached
    }

    /// A bound on the value that settles whether it is above alpha, where one is known.
    ///
    /// A side gets no region it cannot reach. It can get those that it alone can reach, but for what the opponent
    /// keeps it from by holding one colour for ever: whoever takes such a region whenever one may be taken is left,
    /// when the game ends, with none but what lies behind that one colour.
    pub(super) fn bound(&self, position: &Position<B>, alpha: i32) -> Option<i32> {
        let free = !(position.taken[0] | position.taken[1]);
        let reach = [0, 1]
            .map(|side| self.spread(position.touched[side], free & self.allowed[usize::from(position.mover) ^ side]));
        // After a pass the side to move may end the game as it stands.
        let stands = if position.passes == 0 { i32::MIN } else { position.lead };
        let greatest = position.lead + self.gain(reach[0]);
        let least = position.lead - self.gain(reach[1]);
        if greatest <= alpha || least > alpha || stands > alpha {
            return Some(if greatest <= alpha { greatest } else { least.max(stands) });
        }
        let own = [reach[0] & !reach[1], reach[1] & !reach[0]];
        let greatest = (greatest - self.sure(position.touched[1], own[1])).max(stands);
        if greatest <= alpha {
            return Some(greatest);
        }
        let least = least + self.sure(position.touched[0], own[0]);
        (least > alpha).then_some(least)
    }

    /// The cells a side gets of the regions that it alone can reach, whichever colour it is kept from.
    fn sure(&self, touched: B, own: B) -> i32 {
        if touched & own == B::NONE {
            return 0;
        }
        let without = |colour: &B| self.gain(self.spread(touched, own & !*colour));
        self.of_colour[..usize::from(self.colours)].iter().map(without).min().unwrap_or(0)
    }

    /// Whether a zone touches the other.
    #[inline]
    fn touch(&self, position: &Position<B>) -> bool {
        self.zones_touch
            || position.touched[0] & position.taken[1] != B::NONE
            || position.touched[1] & position.taken[0] != B::NONE
    }

    /// Every colour the side to move may take, with the regions it would take.
    #[inline]
    pub(super) fn choices(&self, position: &Position<B>) -> impl Iterator<Item = (u8, B)> + '_ {
        let free = !(position.taken[0] | position.taken[1]);
        let border = position.touched[0] & free & self.allowed[usize::from(position.mover)];
        let barred = if self.touch(position) { position.colour[1] } else { u8::MAX };
        (0..self.colours)
            .map(move |colour| (colour, border & self.of_colour[usize::from(colour)]))
            .filter(move |&(colour, regions)| regions != B::NONE && colour != barred)
    }

    /// The position after a colour, given the regions it takes.
    #[inline]
    pub(super) fn after(&self, position: &Position<B>, colour: u8, regions: B, gain: i32) -> Position<B> {
        Position {
            taken: [position.taken[1], position.taken[0] | regions],
            touched: [position.touched[1], position.touched[0] | self.around(regions)],
            lead: -(position.lead + gain),
            free: position.free - gain,
            colour: [position.colour[1], colour],
            passes: 0,
            mover: position.mover ^ 1,
        }
    }

    /// The cells around the zone of the side that moved last.
    #[inline]
    pub(super) fn prospect(&self, position: &Position<B>) -> i32 {
        self.gain(position.touched[1] & !(position.taken[0] | position.taken[1]))
    }

    /// The cells that the side to move gets to first, less those that the other does, both taking all around them in
    /// turn.
    pub(super) fn race(&self, position: &Position<B>) -> i32 {
        let mut open = !(position.taken[0] | position.taken[1]);
        let mut claimed = [B::NONE; 2];
        let mut fronts = position.touched;
        while fronts != [B::NONE; 2] {
            for side in [0, 1] {
                let front = fronts[side] & open & self.allowed[usize::from(position.mover) ^ side];
                claimed[side] |= front;
                open = open & !front;
                fronts[side] = self.around(front);
            }
        }
        self.gain(claimed[0]) - self.gain(claimed[1])
    }

    /// What a colour gains, given the regions it takes.
    #[inline]
    pub(super) fn gain(&self, regions: B) -> i32 {
        self.cells(regions) as i32
    }
}

impl<B: Bits> Position<B> {
    /// The position after a pass.
    #[inline]
    pub(super) fn passed(&self) -> Position<B> {
        Position {
            taken: [self.taken[1], self.taken[0]],
            touched: [self.touched[1], self.touched[0]],
            lead: -self.lead,
            free: self.free,
            colour: [self.colour[1], self.colour[0]],
            passes: self.passes + 1,
            mover: self.mover ^ 1,
        }
    }

    /// A hash of everything that can differ between two positions on one board.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let rest = u64::from(self.colour[0])
            | u64::from(self.colour[1]) << 8
            | u64::from(self.passes) << 16
            | u64::from(self.mover) << 24;
        let rest = (rest ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xA076_1D64_78BD_642F);
        self.taken[1].mixed_into(self.taken[0].mixed_into(rest ^ rest >> 29))
    }
}
