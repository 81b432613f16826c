//! What there is to see on a board of a territory game: the border, who can still reach what, and who gets there first.

use std::sync::Arc;

use joute_games::Side;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::territory::{Frontier, NO_REGION, Outskirts};

use super::game::TerritoryGame;
use super::heuristic_reach;
use super::reach::Reach;
use super::sketch::Sketch;
use crate::feature::{BoardFeatures, Feature, Layer};

impl BoardFeatures for SevenColours {
    fn layers(&self) -> Vec<Layer> {
        layers(self)
    }
}

impl BoardFeatures for Flood {
    fn layers(&self) -> Vec<Layer> {
        layers(self)
    }
}

fn layers<G: TerritoryGame>(game: &G) -> Vec<Layer> {
    let sketch = Sketch::of(game);
    let mut all = borders(game, &sketch);
    all.extend(reaches(&sketch));
    all.extend(races(&sketch));
    all
}

/// The cells of a board whose region is free and of some sort.
fn cells_of(sketch: &Sketch, is_meant: impl Fn(u32) -> bool) -> impl Iterator<Item = usize> {
    let regions = sketch.zones.regions().of_cells();
    let is_free = |region: u32| region != NO_REGION && sketch.zones.owner(region).is_none();
    (0..regions.len()).filter(move |&cell| is_free(regions[cell]) && is_meant(regions[cell]))
}

/// The cells around the zone.
fn borders<G: TerritoryGame>(game: &G, sketch: &Sketch) -> Vec<Layer> {
    let outskirts = Arc::new(Outskirts::of(sketch.zones.shared_regions(), &game.topology()));
    let mut frontier = Frontier::new(outskirts, sketch.side);
    frontier.follow(&sketch.zones);
    let touching = |owner: Option<Side>| {
        let is_meant = move |cell: &usize| {
            sketch.zones.regions().of_cell(*cell) != NO_REGION && sketch.zones.owner_of_cell(*cell) == owner
        };
        let frontier = &frontier;
        let cells = (0..sketch.zones.regions().of_cells().len()).filter(is_meant);
        cells.map(|cell| (cell, frontier.contacts_of(cell) as i32)).filter(|(_, contacts)| *contacts > 0)
    };
    let mut theirs = Reach::default();
    theirs.look(sketch, sketch.side.other());
    let is_contested = |region: u32| {
        theirs.has(region) && !sketch.is_forbidden(sketch.side, sketch.zones.regions().region(region).colour)
    };
    let is_on_border = |region: u32| {
        let colour = sketch.zones.regions().region(region).colour;
        sketch.zones.border(sketch.side, colour).any(|known| known == region)
    };
    let contested = cells_of(sketch, is_contested).filter(|&cell| frontier.contacts_of(cell) > 0);
    vec![
        Layer::counted(Feature::Border, touching(None)),
        Layer::counted(Feature::Touched, touching(Some(sketch.side.other()))),
        Layer::of(Feature::Depth, cells_of(sketch, is_on_border)),
        Layer::of(Feature::ContestedBorder, contested),
    ]
}

/// What each side, and what both, can still reach.
fn reaches(sketch: &Sketch) -> [Layer; 3] {
    let mut reach = [Reach::default(), Reach::default()];
    for side in Side::BOTH {
        reach[side].look(sketch, side);
    }
    let [own, their] = [&reach[sketch.side], &reach[sketch.side.other()]];
    [
        Layer::of(Feature::Contested, cells_of(sketch, |region| own.has(region) && their.has(region))),
        Layer::of(Feature::OwnReach, cells_of(sketch, |region| own.has(region))),
        Layer::of(Feature::TheirReach, cells_of(sketch, |region| their.has(region))),
    ]
}

/// Who gets where first when both take everything around them, in turn.
fn races(sketch: &Sketch) -> [Layer; 2] {
    let mut first: Vec<Option<(Side, u32)>> = vec![None; sketch.zones.regions().len()];
    let tell = |side, region: u32, moves| first[region as usize] = Some((side, moves));
    heuristic_reach::Reach::default().race_telling(&sketch.zones, sketch.side, sketch.colours, tell);
    [(Feature::OwnFirst, sketch.side), (Feature::TheirFirst, sketch.side.other())].map(|(feature, side)| {
        let moves = |cell: usize| first[sketch.zones.regions().of_cell(cell) as usize].filter(|(by, _)| *by == side);
        let cells = cells_of(sketch, |_| true).filter_map(|cell| Some((cell, moves(cell)?.1 as i32)));
        Layer::counted(feature, cells)
    })
}
