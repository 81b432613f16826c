//! A working copy of the kernel on which one side takes colours and takes them back, the opponent sitting still.

use joute_games::random::Seed;
use joute_games::territory::{Change, Zones};
use joute_games::{MoveList, Side};

use super::game::TerritoryGame;
use crate::strategy::Ties;

/// Colours in increasing order.
pub(super) type Colours = MoveList<u8>;

/// The zones of a position with what the rules say about the colours of the side to move.
#[derive(Debug, Clone)]
pub(super) struct Sketch {
    pub(super) zones: Zones,
    pub(super) side: Side,
    /// How many colours there are.
    pub(super) colours: u8,
    /// For each side, one bit for each colour it may never choose.
    forbidden: [u32; 2],
    /// The colour that may not be taken while the zones touch.
    rival: Option<u8>,
    needs_gain: bool,
    pub(super) captures: bool,
}

impl Sketch {
    /// The position as its side to move sees it.
    pub(super) fn of<G: TerritoryGame>(game: &G) -> Sketch {
        Sketch::with_zones(game, game.zones().clone(), game.zone_colour(game.turn().other()))
    }

    /// Other zones under the rules of a game, with the colour of the opponent's zone.
    pub(super) fn with_zones<G: TerritoryGame>(game: &G, zones: Zones, rival: Option<u8>) -> Sketch {
        let forbidden = |side| {
            let colours = (0..game.colours()).filter(|&colour| game.is_forbidden(side, colour));
            colours.fold(0, |set, colour| set | 1 << colour)
        };
        Sketch {
            zones,
            side: game.turn(),
            colours: game.colours(),
            forbidden: Side::BOTH.map(forbidden),
            rival,
            needs_gain: G::NEEDS_GAIN,
            captures: game.captures_enclosed(),
        }
    }

    /// Whether the rules never let a side choose the colour.
    #[inline]
    pub(super) fn is_forbidden(&self, side: Side, colour: u8) -> bool {
        self.forbidden[side] >> colour & 1 == 1
    }

    /// Cells of the side.
    #[inline]
    pub(super) fn tally(&self) -> u32 {
        self.zones.tally(self.side)
    }

    /// Cells the side would gain by a colour.
    #[inline]
    pub(super) fn gain(&self, colour: u8) -> u32 {
        self.zones.gain(self.side, colour)
    }

    /// Whether a rule other than the need to gain keeps the side from a colour now.
    #[inline]
    fn is_barred(&self, colour: u8) -> bool {
        self.is_forbidden(self.side, colour) || (self.rival == Some(colour) && self.zones.zones_touch())
    }

    /// Whether a colour is legal and gains something.
    #[inline]
    pub(super) fn is_useful(&self, colour: u8) -> bool {
        colour < self.colours && self.gain(colour) > 0 && !self.is_barred(colour)
    }

    /// The colours that are legal and gain something.
    pub(super) fn useful(&self) -> Colours {
        (0..self.colours).filter(|&colour| self.is_useful(colour)).collect()
    }

    /// The colours that are legal.
    pub(super) fn legal(&self) -> Colours {
        (0..self.colours).filter(|&colour| self.is_useful(colour) || !self.needs_gain).collect()
    }

    /// The lowest of the useful colours that gain most; `None` when none is useful.
    pub(super) fn greedy(&self) -> Option<u8> {
        self.greedy_by(Ties::First, Seed(0))
    }

    /// A useful colour that gains most; `None` when none is useful.
    pub(super) fn greedy_by(&self, ties: Ties, seed: Seed) -> Option<u8> {
        ties.best(&self.useful(), seed, |colour| i64::from(self.gain(colour)))
    }

    /// The side takes a colour, and the islands that the rules then give away.
    pub(super) fn take(&mut self, colour: u8) -> Change {
        let change = self.zones.take(self.side, colour);
        if self.captures {
            self.zones.capture_enclosed();
        }
        change
    }

    /// Takes the last colour back.
    pub(super) fn undo(&mut self, change: Change) {
        self.zones.undo(change);
    }
}

/// The colour with the highest value, as a move; what a player without a useful colour does when there is none.
pub(super) fn best_move<G: TerritoryGame>(values: &[(u8, i64)], ties: Ties, seed: Seed) -> G::Move {
    match ties.best(values, seed, |(_, value)| value) {
        Some((colour, _)) => G::taking(colour),
        None => G::nothing(),
    }
}
