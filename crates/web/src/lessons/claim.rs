//! What a lesson says that its right moves do.

use joute_games::view::Piece;
use joute_games::{AnyGame, Outcome, Settlement, Side};

/// Something a move does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    /// It is legal: the rule leaves no other moves.
    Only,
    /// It gains exactly so many cells, discs or seeds.
    Gains(u32),
    /// No move gains more.
    Best,
    /// It ends the game and wins it.
    Wins,
    /// It ends the game in a draw.
    Draws,
    /// It ends the game with these tallies.
    Ends([u32; 2]),
    /// The place of this name then belongs to whoever moved.
    Gets(&'static str),
    /// The opponent cannot move then and must pass.
    Stalls,
    /// Whoever moved moves again.
    KeepsTurn,
    /// It leads to this very position.
    Leaves(&'static str),
    /// It brings back an earlier position, and the game ends with these tallies.
    Repeats([u32; 2]),
}

impl Claim {
    /// Whether a legal move of the last position does it.
    pub(crate) fn holds(self, positions: &[AnyGame], mv: &str) -> bool {
        let Some(before) = positions.last() else { return false };
        let mut after = before.clone();
        let Ok(code) = after.try_play(mv) else { return false };
        let side = before.turn();
        match self {
            Claim::Only => true,
            Claim::Gains(count) => after.tallies()[side] == before.tallies()[side] + count,
            Claim::Best => before.legal().into_iter().all(|other| before.gain(other) <= before.gain(code)),
            Claim::Wins => after.outcome().and_then(Outcome::winner) == Some(side),
            Claim::Draws => after.outcome() == Some(Outcome::Draw),
            Claim::Ends(tallies) => after.is_over() && after.tallies() == tallies,
            Claim::Gets(place) => belongs(&after, place, side),
            Claim::Stalls => after.forced().is_some(),
            Claim::KeepsTurn => after.turn() == side && !after.is_over(),
            Claim::Leaves(position) => after.position() == position,
            Claim::Repeats(tallies) => comes_back(positions, &after) && after.settle(Settlement::Repetition) == tallies,
        }
    }
}

/// Whether a position stood on the board before, in a game that this ends.
pub(crate) fn comes_back(positions: &[AnyGame], after: &AnyGame) -> bool {
    after.ends_on_repetition() && positions.iter().any(|earlier| earlier == after)
}

fn belongs(game: &AnyGame, place: &str, side: Side) -> bool {
    let view = game.view();
    let part = view.parts.iter().find(|part| part.place.to_string() == place);
    part.is_some_and(|part| part.owner == Some(side) || part.piece == Piece::Disc(side))
}
