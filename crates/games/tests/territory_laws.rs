//! Laws of the territory games: the common ones, report 003's three, and the kernel against one made from nothing.

use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::territory::{NO_REGION, Topology, Zones};
use joute_games::{Attachments, Game, GameSetup, NoFiles, Side};
use joute_testkit::{laws, properties};
use proptest::prelude::*;

const SEVEN_COLOURS: &[&str] = &[
    "size=2",
    "size=3,colours=1",
    "size=5,colours=2,board=random",
    "size=9",
    "size=12,colours=26,board=random",
    "size=10,obstacles=20",
    "size=9,board=random,obstacles=30,enclosed=yes",
    "size=9,enclosed",
    "size=9,capture-enclosed=yes",
    "size=8,colours=4,enclosed=yes,capture-enclosed=yes,obstacles=10",
    "colours=3,board=AB^/CAB/vCA",
];

const FLOOD: &[&str] = &[
    "width=1",
    "width=2,colours=2",
    "width=1,height=2",
    "width=7,height=4,colours=8",
    "graph=donut,width=9,forbidden=2",
    "graph=donut,width=3",
    "graph=hgraph,width=9,colouring=symmetric",
    "graph=hgraph,width=3,colours=2",
    "graph=torus,width=2,colours=3",
    "graph=torus,width=6,colouring=symmetric,colours=4",
    "graph=torus,width=5,height=8,colouring=cyclic",
    "width=8,colouring=cyclic,colours=5,forbidden=RG/B",
    "width=9,obstacles=20,colouring=symmetric",
    "graph=torus,width=7,obstacles=25",
    "colours=4,colouring=BRG/#YR/GBY,forbidden=1",
];

fn seven_colours(setup: &str) -> SevenColours {
    SevenColours::start(&<SevenColours as Game>::Setup::parse(setup, &NoFiles).unwrap()).unwrap()
}

#[test]
fn seven_colours_obeys_the_laws() {
    for setup in SEVEN_COLOURS {
        laws::check::<SevenColours>(setup, 4, 400);
    }
}

#[test]
fn flood_obeys_the_laws() {
    for setup in FLOOD {
        laws::check::<Flood>(setup, 4, 400);
    }
}

fn letters(game: &SevenColours) -> Vec<u8> {
    game.to_string().bytes().take_while(|&letter| letter != b' ').filter(|&letter| letter != b'/').collect()
}

/// Report 003, Q2.2: what a move leaves alone, what cannot be on the new border, and that zones hang together.
#[test]
fn report_003_laws_of_a_move() {
    let topology = Topology::square(11);
    for seed in 0..40 {
        let mut game = seven_colours(&format!("size=11,colours=5,board=random,seed={seed}"));
        let mut draws = Seed(seed).purpose("test").generator();
        while !game.is_over() {
            let (side, before) = (game.turn(), letters(&game));
            let mv = draws.pick(&game.legal_moves()).unwrap();
            game.play(mv);
            let after = letters(&game);
            let (own, colour) = ([b'^', b'v'][side], mv.letter());
            for cell in 0..121 {
                if before[cell] != colour {
                    assert_eq!(before[cell], after[cell], "cells of other colours are unchanged");
                }
                if after[cell] == own {
                    let mut border = topology.neighbours(cell).into_iter().map(|other| after[other]);
                    assert!(border.all(|letter| letter != colour), "no border cell has the played colour");
                }
            }
            assert_eq!(reach(&topology, &after, [10, 110][side]), game.tally(side), "a zone is connected");
        }
    }
}

/// Cells with the same letter as `start` that can be walked to from it.
fn reach(topology: &Topology, letters: &[u8], start: usize) -> u32 {
    let mut seen = vec![false; letters.len()];
    let mut open = vec![start];
    seen[start] = true;
    let mut count = 0;
    while let Some(cell) = open.pop() {
        count += 1;
        for next in topology.neighbours(cell) {
            if letters[next] == letters[start] && !seen[next] {
                seen[next] = true;
                open.push(next);
            }
        }
    }
    count
}

/// What the kernel keeps for a side: tally, gain and border of each colour, and which cells it can reach.
type Account = (u32, Vec<(u32, u32)>, Vec<bool>);

fn account(zones: &Zones) -> [Account; 2] {
    Side::BOTH.map(|side| {
        let border = |colour| zones.border(side, colour).map(|region| zones.regions().region(region).size).sum();
        let gains = (0..8).map(|colour| (zones.gain(side, colour), border(colour))).collect();
        let reachable = zones.reachable(side);
        let cells = zones.regions().of_cells().iter();
        let reached = cells.map(|&region| region != NO_REGION && reachable[region as usize]).collect();
        (zones.tally(side), gains, reached)
    })
}

/// A graph file with the edges that are new and no loops.
fn graph_file(vertices: usize, edges: &[(usize, usize)]) -> String {
    let mut text = format!("vertices {vertices}\nstarts 0 {}\n", vertices - 1);
    let mut known = std::collections::BTreeSet::new();
    for (a, b) in edges.iter().map(|(a, b)| (a % vertices, b % vertices)) {
        if a != b && known.insert((a.min(b), a.max(b))) {
            text += &format!("edge {a} {b}\n");
        }
    }
    text
}

proptest! {
    #![proptest_config(properties::cases(64))]

    /// On random graphs, after every move and after every move taken back, the kernel equals one made from nothing.
    #[test]
    fn the_kernel_equals_one_made_from_nothing(
        vertices in 2usize..40,
        edges in proptest::collection::vec((0usize..40, 0usize..40), 0..120),
        colours in 2u8..6,
        seed in any::<u64>(),
    ) {
        let files = Attachments::from([("graph".to_owned(), graph_file(vertices, &edges).into())]);
        let setup = format!("graph=graph,colours={colours},seed={seed}");
        let setup = <Flood as Game>::Setup::parse(&setup, &files).unwrap();
        let mut game = Flood::start(&setup).unwrap();
        let mut draws = Seed(seed).generator();
        let mut made = Vec::new();
        while !game.is_over() {
            let mv = draws.pick(&game.legal_moves()).unwrap();
            let before = account(game.zones());
            made.push((game.make(mv), before));
            let fresh = Flood::parse(&setup, &game.to_string()).unwrap();
            prop_assert_eq!(account(game.zones()), account(fresh.zones()));
            prop_assert_eq!(game.zones().zones_touch(), fresh.zones().zones_touch());
            prop_assert_eq!(game.legal_moves(), fresh.legal_moves());
            prop_assert_eq!(game.key(), fresh.key());
        }
        while let Some((undo, before)) = made.pop() {
            game.unmake(undo);
            prop_assert_eq!(account(game.zones()), before);
        }
    }

    /// The same with islands captured after each turn.
    #[test]
    fn captures_equal_a_kernel_made_from_nothing(seed in any::<u64>(), colours in 2u8..5) {
        let setup = format!("size=7,colours={colours},board=random,capture-enclosed=yes,seed={seed}");
        let setup = <SevenColours as Game>::Setup::parse(&setup, &NoFiles).unwrap();
        let mut game = SevenColours::start(&setup).unwrap();
        let mut draws = Seed(seed).generator();
        let mut made = Vec::new();
        while !game.is_over() {
            let mv = draws.pick(&game.legal_moves()).unwrap();
            let before = account(game.zones());
            made.push((game.make(mv), before));
            let fresh = SevenColours::parse(&setup, &game.to_string()).unwrap();
            prop_assert_eq!(account(game.zones()), account(fresh.zones()));
        }
        while let Some((undo, before)) = made.pop() {
            game.unmake(undo);
            prop_assert_eq!(account(game.zones()), before);
        }
    }

    /// No text makes a parser panic, and what it accepts it writes back the same.
    #[test]
    fn parsers_survive_any_text(text in "[AB#^v]{2}\\^/[AB#^v]{3}/v[AB#^v]{2} [v^]|[BRG#]{1,3}(/[BRG#]{1,3}){0,2} [12] [0-4],[0-4] (-|R/-) (-|p|pp)|\\PC{0,40}") {
        let setup = Default::default();
        if let Ok(game) = SevenColours::parse(&setup, &text) {
            prop_assert_eq!(SevenColours::parse(&setup, &game.to_string()).unwrap(), game);
        }
        let setup = Default::default();
        if let Ok(game) = Flood::parse(&setup, &text) {
            prop_assert_eq!(Flood::parse(&setup, &game.to_string()).unwrap(), game);
        }
        let _ = text.parse::<<Flood as Game>::Move>();
        let _ = text.parse::<<SevenColours as Game>::Move>();
        let _ = Flood::read_move(&text);
        let _ = SevenColours::read_move(&text);
        let _ = joute_games::territory::Network::parse(text.as_str().into());
    }

    #[test]
    fn setups_survive_any_text(
        text in "((size|width|height|colours|board|colouring|graph|forbidden|obstacles|seed|enclosed)=(random|symmetric|torus|RG/B|[-A-Z/0-9#^]{0,3}),){0,5}"
    ) {
        if let Ok(setup) = <SevenColours as Game>::Setup::parse(&text, &NoFiles) {
            prop_assert_eq!(<SevenColours as Game>::Setup::parse(&setup.to_string(), &NoFiles).unwrap(), setup.clone());
            let _ = SevenColours::start(&setup);
        }
        if let Ok(setup) = <Flood as Game>::Setup::parse(&text, &NoFiles) {
            prop_assert_eq!(<Flood as Game>::Setup::parse(&setup.to_string(), &NoFiles).unwrap(), setup.clone());
            let _ = Flood::start(&setup);
        }
    }
}

#[test]
fn a_snake_across_a_large_board_is_taken_at_once() {
    let width = 200;
    let letter = |row: usize, column: usize| match (row, column) {
        (0, 199) => '^',
        (199, 0) => 'v',
        _ if row.is_multiple_of(2) || column == if row % 4 == 1 { 0 } else { 199 } => 'A',
        _ => 'B',
    };
    let rows: Vec<String> = (0..width).map(|row| (0..width).map(|column| letter(row, column)).collect()).collect();
    let mut game = seven_colours(&format!("colours=2,board={}", rows.join("/")));
    game.play("A".parse().unwrap());
    assert!(game.tally(Side::First) > 20_000);
    assert!(game.is_over());
}

#[test]
fn a_board_of_a_hundred_thousand_cells_works() {
    let setup = <SevenColours as Game>::Setup::parse("size=320,seed=1", &NoFiles).unwrap();
    let mut game = SevenColours::start(&setup).unwrap();
    assert_eq!(game.total(), 102_400);
    for _ in 0..200 {
        let best = game.legal_moves().into_iter().max_by_key(|&mv| game.gain(mv)).unwrap();
        game.play(best);
    }
    assert!(game.tally(Side::First) > 1000);
    assert_eq!(SevenColours::parse(&setup, &game.to_string()).unwrap(), game);
    let flood = <Flood as Game>::Setup::parse("width=320,seed=1", &NoFiles).unwrap();
    assert_eq!(Flood::start(&flood).unwrap().total(), 102_400);
}

#[test]
fn a_board_of_a_million_million_cells_is_refused() {
    for setup in ["size=1000000", "size=99999999999999999999", "size=1001"] {
        let error = <SevenColours as Game>::Setup::parse(setup, &NoFiles).unwrap_err().to_string();
        assert!(error.contains("at most 1000000 cells"), "{error}");
    }
    let error = <Flood as Game>::Setup::parse("width=1000000", &NoFiles).unwrap_err().to_string();
    assert!(error.contains("from 1 to 1000"), "{error}");
}
