//! A board and its positions with the cells around each zone, which some strategies count.

use joute_games::Side;
use joute_games::territory::Zones;

use super::super::board::{Board, Position, Taking};
use super::super::sets::Set;
use crate::territory::game::TerritoryGame;

/// A board from the first move of a game on.
pub(super) struct Ground<const W: usize> {
    pub(super) board: Board<W>,
    /// The cells of each region.
    cells: Vec<Set<W>>,
    /// The cells that touch each region.
    around: Vec<Set<W>>,
}

/// A position; `0` is the side to move in every pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stand<const W: usize> {
    pub(super) position: Position<W>,
    /// The cells of each side.
    own: [Set<W>; 2],
    /// The cells that touch each zone, its own among them.
    around: [Set<W>; 2],
}

impl<const W: usize> Ground<W> {
    /// The board of a game with zones of its beginning, First to move; `None` where there are too many cells.
    pub(super) fn of<G: TerritoryGame>(game: &G, zones: &Zones) -> Option<(Ground<W>, Stand<W>)> {
        let (regions, topology) = (zones.regions(), game.topology());
        if topology.cells() > 64 * W {
            return None;
        }
        let colour = |side: Side| zones.taken().iter().find(|&&region| zones.owner(region) == Some(side));
        let colours = Side::BOTH.map(|side| colour(side).map_or(0, |&region| regions.region(region).colour));
        let (board, position) = Board::at(game, zones, Side::First, colours)?;
        let (mut cells, mut around) = (vec![Set::NONE; regions.len()], vec![Set::NONE; regions.len()]);
        let inside = |cell: usize| Some(regions.of_cell(cell) as usize).filter(|&region| region < regions.len());
        (0..topology.cells()).for_each(|cell| {
            inside(cell).into_iter().for_each(|region| cells[region].insert(cell));
        });
        topology.for_each_edge(|a, b| {
            if let (Some(of_a), Some(of_b)) = (inside(a), inside(b)) {
                around[of_a].insert(b);
                around[of_b].insert(a);
            }
        });
        let mut stand = Stand { position, own: [Set::NONE; 2], around: [Set::NONE; 2] };
        for &region in zones.taken() {
            let Some(side) = zones.owner(region) else { continue };
            stand.own[side].add(&cells[region as usize]);
            stand.around[side].add(&around[region as usize]);
        }
        let free = |sets: Vec<Set<W>>| {
            let numbered = sets.into_iter().zip(0..).filter(|(_, region)| zones.owner(*region).is_none());
            numbered.map(|(set, _)| set).collect()
        };
        Some((Ground { board, cells: free(cells), around: free(around) }, stand))
    }

    /// The position after a colour.
    #[inline]
    pub(super) fn after(&self, stand: &Stand<W>, taking: &Taking<W>) -> Stand<W> {
        let (mut own, mut around) = (stand.own[0], stand.around[0]);
        taking.regions.for_each(|region| {
            own.add(&self.cells[region]);
            around.add(&self.around[region]);
        });
        let position = self.board.after(&stand.position, taking);
        Stand { position, own: [stand.own[1], own], around: [stand.around[1], around] }
    }

    /// Whether the game is over, or won by the side that moved last.
    pub(super) fn is_settled(&self, stand: &Stand<W>) -> bool {
        stand.position.passes >= 2 || 2 * stand.position.tally[1] > self.board.total
    }

    /// The cells of some regions.
    pub(super) fn cells_of(&self, regions: &Set<W>) -> Set<W> {
        let mut cells = Set::NONE;
        regions.for_each(|region| cells.add(&self.cells[region]));
        cells
    }
}

impl<const W: usize> Stand<W> {
    /// The position after a move that takes nothing.
    pub(super) fn passed(&self) -> Stand<W> {
        let Stand { position, own, around } = self;
        Stand { position: position.passed(), own: [own[1], own[0]], around: [around[1], around[0]] }
    }

    /// The cells of others that touch the zone of a side.
    pub(super) fn border(&self, side: usize) -> Set<W> {
        self.around[side].without(&self.own[side])
    }

    /// The cells of a side.
    pub(super) fn own(&self, side: usize) -> &Set<W> {
        &self.own[side]
    }
}
