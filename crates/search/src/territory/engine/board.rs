//! A position of a territory game as the engine sees it: the regions that were free when it began to think, one bit each.

use joute_games::Side;
use joute_games::random::finish;
use joute_games::territory::{Region, Zones};

use super::super::game::TerritoryGame;
use super::sets::Set;

/// The most colours a board of the engine has.
pub(super) const COLOURS: usize = 26;

/// The code of a move that takes nothing.
pub(super) const NOTHING: u8 = COLOURS as u8;

/// What does not change while it thinks.
#[derive(Debug, Clone)]
pub(super) struct Board<const W: usize> {
    /// The regions that touch a region.
    neighbours: Vec<Set<W>>,
    sizes: Vec<u32>,
    /// A random number for each region and side.
    numbers: Vec<[u64; 2]>,
    of_colour: Vec<Set<W>>,
    /// The regions that First and Second could ever take, by colour.
    allowed: [Set<W>; 2],
    /// All cells of the board.
    pub(super) total: i32,
    /// Whether passes end the game, and a zone has a colour that another which touches it may not take.
    pub(super) has_passes: bool,
}

/// A position; `0` is the side to move in every pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position<const W: usize> {
    /// Regions nobody has.
    free: Set<W>,
    /// Regions that touch each side's zone, whoever has them now.
    touched: [Set<W>; 2],
    /// Cells of each side.
    pub(super) tally: [i32; 2],
    /// Cells nobody has.
    pub(super) free_cells: i32,
    colour: [u8; 2],
    pub(super) passes: u8,
    zones_touch: bool,
    /// 0 when First is to move, 1 when Second is.
    pub(super) mover: u8,
    /// A hash of the owners of regions.
    owners: u64,
}

/// A move: a colour, the regions that it takes and their cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taking<const W: usize> {
    pub(super) colour: u8,
    pub(super) regions: Set<W>,
    pub(super) gain: i32,
}

/// How many steps away cells are told apart.
pub(super) const STEPS: usize = 8;

/// The free cells that the side to move and the other get to first, by how many of its turns that takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Race {
    pub(super) cells: [[i32; STEPS]; 2],
}

impl<const W: usize> Board<W> {
    /// A board and the position on it; `None` when too many regions are free, or where the rules count what is enclosed.
    pub(super) fn of<G: TerritoryGame>(game: &G) -> Option<(Board<W>, Position<W>)> {
        let colours = Side::BOTH.map(|side| game.zone_colour(side).unwrap_or(NOTHING));
        Board::at(game, game.zones(), game.turn(), colours)
    }

    /// The same with other zones on the board of a game, with their colours, when it is a side's turn.
    pub(super) fn at<G: TerritoryGame>(
        game: &G,
        zones: &Zones,
        turn: Side,
        colours: [u8; 2],
    ) -> Option<(Board<W>, Position<W>)> {
        let regions = zones.regions();
        let free: Vec<u32> = (0..regions.len() as u32).filter(|&region| zones.owner(region).is_none()).collect();
        if free.len() > 64 * W || game.counts_enclosed() || game.captures_enclosed() {
            return None;
        }
        let mut numbered = vec![usize::MAX; regions.len()];
        free.iter().enumerate().for_each(|(bit, region)| numbered[*region as usize] = bit);
        let mut all = Set::NONE;
        let mut of_colour = vec![Set::NONE; usize::from(game.colours())];
        let mut allowed = [Set::NONE; 2];
        let mut touched = [Set::NONE; 2];
        let mut neighbours = vec![Set::NONE; free.len()];
        for (bit, &region) in free.iter().enumerate() {
            let colour = regions.region(region).colour;
            all.insert(bit);
            of_colour[usize::from(colour)].insert(bit);
            Side::BOTH
                .into_iter()
                .filter(|&side| !game.is_forbidden(side, colour))
                .for_each(|side| allowed[side].insert(bit));
            for &near in regions.neighbours(region) {
                match zones.owner(near) {
                    None => neighbours[bit].insert(numbered[near as usize]),
                    Some(side) => touched[side].insert(bit),
                }
            }
        }
        let sizes: Vec<u32> = free.iter().map(|&region| regions.region(region).size).collect();
        let (mover, other) = (turn, turn.other());
        let position = Position {
            free: all,
            touched: [touched[mover], touched[other]],
            tally: [mover, other].map(|side| zones.tally(side) as i32),
            free_cells: sizes.iter().sum::<u32>() as i32,
            colour: [colours[mover], colours[other]],
            passes: game.passes_in_a_row(),
            zones_touch: zones.zones_touch(),
            mover: mover.index() as u8,
            owners: owners(zones),
        };
        let numbers = free.iter().map(|&region| Side::BOTH.map(|side| number(region, side))).collect();
        let total = game.total() as i32;
        Some((Board { neighbours, sizes, numbers, of_colour, allowed, total, has_passes: G::NEEDS_GAIN }, position))
    }

    /// Whether the game is over.
    #[inline]
    pub(super) fn is_over(&self, position: &Position<W>) -> bool {
        if self.has_passes {
            return position.passes >= 2;
        }
        let passes_half = |tally: i32| 2 * tally > self.total;
        passes_half(position.tally[0])
            || passes_half(position.tally[1])
            || !(position.free.meets(&position.touched[0]) || position.free.meets(&position.touched[1]))
    }

    /// The regions that the side to move may take at all now.
    #[inline]
    fn border(&self, position: &Position<W>) -> Set<W> {
        position.touched[0].and(&position.free).and(&self.allowed[usize::from(position.mover)])
    }

    /// What each colour that gains something takes.
    #[inline]
    pub(super) fn for_each_taking(&self, position: &Position<W>, mut call: impl FnMut(Taking<W>)) {
        let border = self.border(position);
        let barred = if self.has_passes && position.zones_touch { position.colour[1] } else { NOTHING };
        for (colour, of_colour) in (0..).zip(&self.of_colour) {
            let regions = border.and(of_colour);
            if colour != barred && !regions.is_empty() {
                call(Taking { colour, regions, gain: self.cells(&regions) });
            }
        }
    }

    /// The position after a colour.
    #[inline]
    pub(super) fn after(&self, position: &Position<W>, taking: &Taking<W>) -> Position<W> {
        let mut touched = position.touched[0];
        let mut owners = position.owners;
        let mover = usize::from(position.mover);
        taking.regions.for_each(|region| {
            touched.add(&self.neighbours[region]);
            owners ^= self.numbers[region][mover];
        });
        Position {
            free: position.free.without(&taking.regions),
            touched: [position.touched[1], touched],
            tally: [position.tally[1], position.tally[0] + taking.gain],
            free_cells: position.free_cells - taking.gain,
            colour: [position.colour[1], taking.colour],
            passes: 0,
            zones_touch: position.zones_touch || taking.regions.meets(&position.touched[1]),
            mover: position.mover ^ 1,
            owners,
        }
    }

    /// Who gets where first: both sides take everything around them in turn, the side to move first.
    #[inline]
    pub(super) fn race(&self, position: &Position<W>) -> Race {
        let mut race = Race { cells: [[0; STEPS]; 2] };
        let mut open = position.free;
        let mut fronts = position.touched;
        let mut step = 0;
        loop {
            let mut is_over = true;
            for side in [0, 1] {
                let front = fronts[side].and(&open).and(&self.allowed[usize::from(position.mover) ^ side]);
                if front.is_empty() {
                    fronts[side] = Set::NONE;
                    continue;
                }
                is_over = false;
                open = open.without(&front);
                let (mut around, mut cells) = (Set::NONE, 0);
                front.for_each(|region| {
                    cells += self.sizes[region];
                    around.add(&self.neighbours[region]);
                });
                race.cells[side][step] += cells as i32;
                fronts[side] = around;
            }
            if is_over {
                return race;
            }
            step = (step + 1).min(STEPS - 1);
        }
    }

    /// The free regions that the side to move, 0, or the other, 1, could ever get to.
    pub(super) fn reach(&self, position: &Position<W>, side: usize) -> Set<W> {
        let open = position.free.and(&self.allowed[usize::from(position.mover) ^ side]);
        let mut front = position.touched[side].and(&open);
        let mut reached = front;
        while !front.is_empty() {
            let mut around = Set::NONE;
            front.for_each(|region| around.add(&self.neighbours[region]));
            front = around.and(&open).without(&reached);
            reached.add(&front);
        }
        reached
    }

    #[inline]
    pub(super) fn cells(&self, regions: &Set<W>) -> i32 {
        let mut cells = 0;
        regions.for_each(|region| cells += self.sizes[region]);
        cells as i32
    }
}

impl<const W: usize> Position<W> {
    /// The cells that the side to move has more.
    #[inline]
    pub(super) fn lead(&self) -> i32 {
        self.tally[0] - self.tally[1]
    }

    /// The position after a move that takes nothing.
    #[inline]
    pub(super) fn passed(&self) -> Position<W> {
        Position {
            touched: [self.touched[1], self.touched[0]],
            tally: [self.tally[1], self.tally[0]],
            colour: [self.colour[1], self.colour[0]],
            passes: self.passes + 1,
            mover: self.mover ^ 1,
            ..*self
        }
    }

    /// A hash of everything that matters.
    #[inline]
    pub(super) fn key(&self, has_passes: bool) -> u64 {
        let rest = u64::from(self.mover) | if has_passes { self.rest() } else { 0 };
        finish(self.owners ^ rest.wrapping_mul(0xA076_1D64_78BD_642F))
    }

    /// What else there is to a position where zones have colours.
    #[inline]
    fn rest(&self) -> u64 {
        u64::from(self.colour[0]) << 8 | u64::from(self.colour[1]) << 16 | u64::from(self.passes) << 24
    }
}

/// A random number that stands for a region which a side has.
fn number(region: u32, side: Side) -> u64 {
    finish(u64::from(region) << 1 | side.index() as u64)
}

/// A hash of the owners of all regions, and of the board.
fn owners(zones: &Zones) -> u64 {
    let regions = zones.regions();
    let mut hash = 0;
    for region in 0..regions.len() as u32 {
        let Region { size, colour, .. } = regions.region(region);
        hash = finish(hash ^ (u64::from(size) << 8 | u64::from(colour)));
    }
    let owned = |hash: u64, &region: &u32| zones.owner(region).map_or(hash, |side| hash ^ number(region, side));
    zones.taken().iter().fold(hash, owned)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]
    use joute_games::random::Seed;
    use joute_games::territory::flood::Flood;
    use joute_games::territory::seven_colours::SevenColours;
    use joute_games::{Game, GameMove, GameSetup, NoFiles};

    use super::*;

    /// Plays games by the rules and beside them here: both must agree on everything at every ply.
    fn agrees<G: TerritoryGame>(setup: &str) {
        for seed in 0..30 {
            let mut draw = Seed(seed).generator();
            let setup = G::Setup::parse(setup, &NoFiles).unwrap().with_seed(seed);
            let mut game = G::start(&setup).unwrap();
            let (board, mut position) = Board::<4>::of(&game).unwrap();
            while !game.is_over() {
                assert!(!board.is_over(&position));
                let gaining: Vec<G::Move> =
                    game.legal_moves().iter().copied().filter(|mv| game.gain(*mv) > 0).collect();
                let mut takings = Vec::new();
                board.for_each_taking(&position, |taking| takings.push(taking));
                let told: Vec<(u16, i32)> = gaining.iter().map(|mv| (mv.code(), game.gain(*mv))).collect();
                let seen: Vec<(u16, i32)> =
                    takings.iter().map(|taking| (G::taking(taking.colour).code(), taking.gain)).collect();
                assert_eq!(seen, told, "{game}");
                let index = draw.index(gaining.len() + usize::from(gaining.is_empty() || G::NEEDS_GAIN));
                match takings.get(index) {
                    Some(taking) => {
                        game.play(gaining[index]);
                        position = board.after(&position, taking);
                    }
                    None => {
                        game.play(G::nothing());
                        position = position.passed();
                    }
                }
                let (fresh, anew) = Board::<4>::of(&game).unwrap();
                assert_eq!((position.tally, position.free_cells), (anew.tally, anew.free_cells));
                assert_eq!((position.zones_touch, position.owners), (anew.zones_touch, anew.owners));
                assert_eq!(position.key(G::NEEDS_GAIN), anew.key(G::NEEDS_GAIN));
                assert_eq!(board.race(&position), fresh.race(&anew));
            }
            assert!(board.is_over(&position), "{game}");
        }
    }

    #[test]
    fn positions_follow_the_rules_of_seven_colours() {
        let setups = ["size=7,board=random", "size=9", "size=8,obstacles=20,colours=4", "size=6,colours=26"];
        setups.iter().copied().for_each(agrees::<SevenColours>);
    }

    #[test]
    fn positions_follow_the_rules_of_flood() {
        let setups = [
            "width=7",
            "graph=donut,width=9,colours=8,forbidden=2",
            "graph=hgraph,width=9",
            "graph=torus,width=6,colours=4",
            "width=8,obstacles=20,colours=3",
        ];
        setups.iter().copied().for_each(agrees::<Flood>);
    }

    #[test]
    fn rules_that_count_what_is_enclosed_and_boards_with_too_many_regions_are_left_to_others() {
        let of = |text: &str| {
            let setup = <SevenColours as Game>::Setup::parse(text, &NoFiles).unwrap();
            Board::<4>::of(&SevenColours::start(&setup).unwrap()).is_some()
        };
        assert!(of("size=10,seed=1"));
        assert!(!of("size=10,seed=1,enclosed=yes") && !of("size=10,seed=1,capture-enclosed=yes"));
        assert!(!of("size=40,seed=1"));
    }
}
