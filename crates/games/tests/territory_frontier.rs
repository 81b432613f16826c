//! The frontier that is kept move by move, against the border counted from nothing.

use std::sync::Arc;

use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::territory::{Border, Frontier, Outskirts, Topology, Zones};
use joute_games::{Attachments, Game, GameSetup, Side};

const NETWORK: &str = "vertices 9\nedge 0 1\nedge 1 2\nedge 2 0\nedge 2 3\nedge 3 4\nedge 2 5\nedge 5 6\nedge 6 7\n\
                       edge 7 8\nedge 8 4\nedge 2 8\nedge 0 6\nstarts 0 4\n";

fn check(frontier: &Frontier, zones: &Zones, topology: &Topology, colours: u8) {
    let border = Border::of(zones, topology, frontier.side(), colours);
    for (colour, expected) in border.colours.iter().enumerate() {
        let found = frontier.colour(zones, colour as u8);
        assert_eq!((found.cells, found.contacts), (expected.cells, expected.contacts), "colour {colour}");
    }
    assert_eq!(frontier.free().cells, border.colours.iter().map(|colour| colour.cells).sum::<u32>());
    assert_eq!(frontier.free().contacts, border.colours.iter().map(|colour| colour.contacts).sum::<u32>());
    assert_eq!(frontier.opponent().cells, border.opponent_cells);
}

/// Plays at random; before each ply every colour is tried and taken back, and now and then an old position returns.
fn play<G: Game>(start: &G, seed: u64, colours: u8, look: impl Fn(&G) -> (Zones, Topology)) {
    let (zones, topology) = look(start);
    let outskirts = Arc::new(Outskirts::of(zones.shared_regions(), &topology));
    let mut frontiers = Side::BOTH.map(|side| Frontier::new(Arc::clone(&outskirts), side));
    let mut draws = Seed(seed).purpose("frontier").generator();
    let mut game = start.clone();
    for _ in 0..60 {
        let (mut zones, _) = look(&game);
        for frontier in &mut frontiers {
            frontier.follow(&zones);
            check(frontier, &zones, &topology, colours);
        }
        for (side, colour) in Side::BOTH.into_iter().flat_map(|side| (0..colours).map(move |colour| (side, colour))) {
            let change = zones.take(side, colour);
            if seed % 2 == 1 {
                zones.capture_enclosed();
            }
            let marks = frontiers.each_mut().map(|frontier| frontier.extend(&zones));
            frontiers.iter().for_each(|frontier| check(frontier, &zones, &topology, colours));
            zones.undo(change);
            for (frontier, mark) in frontiers.iter_mut().zip(marks) {
                frontier.rewind(mark);
                check(frontier, &zones, &topology, colours);
            }
        }
        match draws.pick(&game.legal_moves()) {
            Some(mv) if draws.below(10) > 0 => game.play(mv),
            _ => game = start.clone(),
        }
    }
}

#[test]
fn the_frontier_is_the_border_of_seven_colours() {
    for setup in ["size=6,colours=3,board=random", "size=9,obstacles=20", "size=8,capture-enclosed=yes", "size=2"] {
        for seed in 0..6 {
            let setup = <SevenColours as Game>::Setup::parse(setup, &Attachments::default()).unwrap().with_seed(seed);
            let start = SevenColours::start(&setup).unwrap();
            play(&start, seed, start.colours(), |game| (game.zones().clone(), game.topology()));
        }
    }
}

#[test]
fn the_frontier_is_the_border_of_flood() {
    let files = Attachments::from([("net".to_owned(), Arc::from(NETWORK))]);
    let setups = ["graph=donut,width=9,forbidden=2", "graph=torus,width=5,height=4", "graph=hgraph,width=6", "width=1"];
    for setup in setups.into_iter().chain(["graph=net,colours=4", "width=7,obstacles=25,colours=3"]) {
        for seed in 0..6 {
            let setup = <Flood as Game>::Setup::parse(setup, &files).unwrap().with_seed(seed);
            let start = Flood::start(&setup).unwrap();
            play(&start, seed, start.colours(), |game| (game.zones().clone(), game.topology().clone()));
        }
    }
}
