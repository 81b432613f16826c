//! What the territory strategies need to know of their game.

use joute_games::territory::flood::{self, Choice, Flood};
use joute_games::territory::seven_colours::{self, SevenColours};
use joute_games::territory::{Topology, Zones};
use joute_games::{Game, Side};

/// A game in which two zones grow by choosing colours.
pub trait TerritoryGame: Game {
    /// Whether a colour that gains nothing is illegal.
    const NEEDS_GAIN: bool;

    /// Who owns what, and what each colour would gain.
    fn zones(&self) -> &Zones;

    /// Which cells touch.
    fn topology(&self) -> Topology;

    /// How many colours there are.
    fn colours(&self) -> u8;

    /// Whether the rules of this game never let the side choose the colour.
    fn is_forbidden(&self, side: Side, colour: u8) -> bool;

    /// The colour of a side's zone, where zones have one: the other side may not take it while the zones touch.
    fn zone_colour(&self, side: Side) -> Option<u8>;

    /// Whether islands that only one side can reach become that side's at the end of each turn.
    fn captures_enclosed(&self) -> bool;

    /// Whether islands that only one side can reach count for that side when the game ends.
    fn counts_enclosed(&self) -> bool;

    /// How many passes were played in a row, where there are passes.
    fn passes_in_a_row(&self) -> u8;

    /// Whether a turn of the side to move that leads to these zones ends the game, or makes sure that it wins.
    fn is_settled(&self, zones: &Zones) -> bool;

    /// The move that chooses a colour of the game.
    fn taking(colour: u8) -> Self::Move;

    /// The move of a player that finds no useful colour.
    fn nothing() -> Self::Move;
}

impl TerritoryGame for SevenColours {
    const NEEDS_GAIN: bool = false;

    fn zones(&self) -> &Zones {
        self.zones()
    }

    fn topology(&self) -> Topology {
        self.topology()
    }

    fn colours(&self) -> u8 {
        self.colours()
    }

    fn is_forbidden(&self, _side: Side, _colour: u8) -> bool {
        false
    }

    fn zone_colour(&self, _side: Side) -> Option<u8> {
        None
    }

    fn captures_enclosed(&self) -> bool {
        self.captures_enclosed()
    }

    fn counts_enclosed(&self) -> bool {
        self.counts_enclosed()
    }

    fn passes_in_a_row(&self) -> u8 {
        0
    }

    fn is_settled(&self, zones: &Zones) -> bool {
        self.would_be_over(zones)
    }

    fn taking(colour: u8) -> seven_colours::Colour {
        seven_colours::Colour::new(colour).expect("a colour of the game is one of 26")
    }

    fn nothing() -> seven_colours::Colour {
        SevenColours::taking(0)
    }
}

impl TerritoryGame for Flood {
    const NEEDS_GAIN: bool = true;

    fn zones(&self) -> &Zones {
        self.zones()
    }

    fn topology(&self) -> Topology {
        self.topology().clone()
    }

    fn colours(&self) -> u8 {
        self.colours()
    }

    fn is_forbidden(&self, side: Side, colour: u8) -> bool {
        flood::Colour::new(colour).is_none_or(|colour| self.forbidden(side).contains(colour))
    }

    fn zone_colour(&self, side: Side) -> Option<u8> {
        Some(self.colour(side).index())
    }

    fn captures_enclosed(&self) -> bool {
        false
    }

    fn counts_enclosed(&self) -> bool {
        false
    }

    fn passes_in_a_row(&self) -> u8 {
        self.passes()
    }

    /// Only two passes end Flood, but more than half of the cells cannot be lost again.
    fn is_settled(&self, zones: &Zones) -> bool {
        2 * zones.tally(self.turn()) > self.total()
    }

    fn taking(colour: u8) -> Choice {
        Choice::Take(flood::Colour::new(colour).expect("a colour of the game is one of eight"))
    }

    fn nothing() -> Choice {
        Choice::Pass
    }
}
