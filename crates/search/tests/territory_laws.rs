//! Laws of the territory strategies on random positions of many setups, against players that try everything on copies
//! of the game.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use joute_games::random::Seed;
use joute_games::territory::NO_REGION;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{Attachments, Game, GameSetup, Side};
use joute_search::territory::{
    Ahead, BorderMeasure, BorderUnit, Hegemony, HegemonyVariant, MaxBorder, Mix, Oracle, Recursion, Starve,
    TerritoryGame, UsefulRandom,
};
use joute_search::{Greedy, Limits, Strategy, Thinking, Ties};

const SEVEN_COLOURS: &[&str] = &[
    "size=2",
    "size=3,colours=1",
    "size=5,colours=2,board=random",
    "size=7,colours=4",
    "size=8",
    "size=6,colours=26,board=random",
    "size=8,colours=5,obstacles=20",
    "size=7,board=random,colours=4,obstacles=30,enclosed=yes",
    "size=7,colours=4,capture-enclosed=yes",
    "size=8,colours=3,enclosed=yes,capture-enclosed=yes,obstacles=10",
];

const FLOOD: &[&str] = &[
    "width=1",
    "width=2,colours=2",
    "width=7,height=4,colours=8",
    "graph=donut,width=9,colours=4,forbidden=2",
    "graph=hgraph,width=6,colouring=symmetric",
    "graph=torus,width=5,colouring=symmetric,colours=4",
    "graph=torus,width=5,height=8,colouring=cyclic",
    "width=6,colouring=cyclic,colours=5,forbidden=RG/B",
    "width=7,obstacles=20,colours=3",
    "width=8,colours=5,forbidden=1",
    "width=9,height=3,colours=6,forbidden=2",
    "graph=net,colours=4",
];

const NETWORK: &str = "vertices 12\nedge 0 1\nedge 1 2\nedge 2 0\nedge 2 3\nedge 3 4\nedge 2 5\nedge 5 6\nedge 6 7\n\
                       edge 7 8\nedge 8 4\nedge 2 8\nedge 0 6\nedge 2 9\nedge 9 10\nedge 10 11\nedge 11 4\nstarts 0 4\n";

const VARIANTS: [HegemonyVariant; 7] = [
    HegemonyVariant::Cells,
    HegemonyVariant::Useful,
    HegemonyVariant::Free,
    HegemonyVariant::Contested,
    HegemonyVariant::Contacts,
    HegemonyVariant::ContactsContested,
    HegemonyVariant::ContactsAll,
];

fn start<G: Game>(setup: &str, seed: u64) -> G {
    let files = Attachments::from([("net".to_owned(), Arc::from(NETWORK))]);
    G::start(&G::Setup::parse(setup, &files).unwrap().with_seed(seed)).unwrap()
}

/// Calls `see` with the positions of random games on every setup, and now and then with the start again, as when moves
/// are taken back.
fn each_position<G: Game>(setups: &[&str], mut see: impl FnMut(&G, u64)) {
    for setup in setups {
        for seed in 0..5 {
            let first: G = start(setup, seed);
            let mut game = first.clone();
            let mut draws = Seed(seed).purpose(setup).generator();
            for ply in 0..24 {
                if game.is_over() {
                    break;
                }
                see(&game, seed * 100 + ply);
                if ply % 6 == 5 {
                    see(&first, seed * 100 + ply);
                }
                game.play(draws.pick(&game.legal_moves()).unwrap());
            }
        }
    }
}

fn choose<G: Game>(strategy: &mut dyn Strategy<G>, game: &G, seed: u64) -> G::Move {
    let stop = AtomicBool::new(false);
    let thinking = Thinking { seed: Seed(seed), limits: Limits::default(), history: &[], stop: &stop };
    strategy.choose(game, &thinking).mv
}

fn every_strategy<G: TerritoryGame>(ties: Ties) -> Vec<Box<dyn Strategy<G>>> {
    let mut all: Vec<Box<dyn Strategy<G>>> = vec![
        Box::new(UsefulRandom),
        Box::new(MaxBorder::new(BorderUnit::Cells, ties)),
        Box::new(MaxBorder::new(BorderUnit::Contacts, ties)),
        Box::new(Oracle::new(1, Recursion::Report, ties)),
        Box::new(Oracle::new(3, Recursion::Shared, ties)),
        Box::new(Ahead::new(Some(2), ties)),
        Box::new(Starve::new(ties)),
        Box::new(Mix::new(2, 1, 2, BorderMeasure::Contested, ties)),
        Box::new(Mix::greedymony(BorderMeasure::Cells, ties)),
    ];
    all.extend(VARIANTS.map(|variant| Box::new(Hegemony::new(variant, ties)) as Box<dyn Strategy<G>>));
    all
}

fn check_legal<G: TerritoryGame>(setups: &[&str]) {
    for ties in [Ties::First, Ties::Random] {
        // One instance sees all positions of all games, which is more than any player is asked for.
        let mut strategies = every_strategy::<G>(ties);
        each_position(setups, |game: &G, seed| {
            for (number, strategy) in strategies.iter_mut().enumerate() {
                let mv = choose(strategy.as_mut(), game, seed);
                assert!(game.is_legal(mv), "strategy {number} plays {mv} in {game}");
                assert_eq!(choose(strategy.as_mut(), game, seed), mv, "strategy {number} in {game}");
            }
        });
    }
}

#[test]
fn every_choice_is_legal_and_the_same_when_asked_again() {
    check_legal::<SevenColours>(SEVEN_COLOURS);
    check_legal::<Flood>(FLOOD);
}

/// The colours the side to move may usefully take, by the rules of the game itself.
fn useful<G: TerritoryGame>(game: &G) -> Vec<u8> {
    let gains = |colour: &u8| game.zones().gain(game.turn(), *colour) > 0;
    let is_legal = |colour: &u8| !G::NEEDS_GAIN || game.is_legal(G::taking(*colour));
    (0..game.colours()).filter(gains).filter(is_legal).collect()
}

fn legal<G: TerritoryGame>(game: &G) -> Vec<u8> {
    if G::NEEDS_GAIN { useful(game) } else { (0..game.colours()).collect() }
}

/// The position after a colour, the opponent sitting still.
fn alone<G: TerritoryGame>(game: &G, colour: u8) -> G {
    let mut after = game.clone();
    after.play(G::taking(colour));
    after.skip_turn();
    after
}

fn first_best<T: Ord>(colours: &[u8], value: impl Fn(u8) -> T) -> Option<u8> {
    colours.iter().copied().rev().max_by_key(|&colour| value(colour))
}

fn greedy<G: TerritoryGame>(game: &G) -> Option<u8> {
    first_best(&useful(game), |colour| game.zones().gain(game.turn(), colour))
}

fn mv<G: TerritoryGame>(colour: Option<u8>) -> G::Move {
    colour.map_or_else(G::nothing, G::taking)
}

fn check_oracles<G: TerritoryGame>(setups: &[&str]) {
    each_position(setups, |game: &G, seed| {
        let oracle = |moves, recursion| choose(&mut Oracle::new(moves, recursion, Ties::First), game, seed);
        assert_eq!(oracle(1, Recursion::Shared), choose(&mut Greedy::default(), game, seed), "{game}");
        let foreseen = first_best(&useful(game), |colour| {
            let after = alone(game, colour);
            greedy(&after).map_or(after.clone(), |next| alone(&after, next)).zones().tally(game.turn())
        });
        assert_eq!(oracle(2, Recursion::Shared), mv::<G>(foreseen), "{game}");
        if game.colours() < 8 {
            for moves in 1..=3 {
                assert_eq!(oracle(moves, Recursion::Report), oracle(moves, Recursion::Shared), "{moves} in {game}");
            }
        }
    });
}

#[test]
fn oracles_are_greedy_foreseeing_and_the_reports() {
    check_oracles::<SevenColours>(SEVEN_COLOURS);
    check_oracles::<Flood>(FLOOD);
}

/// Which free cells a side can still reach, walking over cells of colours it may choose.
fn reach<G: TerritoryGame>(game: &G, side: Side) -> Vec<bool> {
    let (zones, topology) = (game.zones(), game.topology());
    let is_open = |cell: usize| {
        let region = zones.regions().of_cell(cell);
        region != NO_REGION
            && zones.owner(region).is_none()
            && !game.is_forbidden(side, zones.regions().region(region).colour)
    };
    let mut reached = vec![false; topology.cells()];
    let mut open: Vec<usize> = (0..topology.cells()).filter(|&cell| zones.owner_of_cell(cell) == Some(side)).collect();
    while let Some(cell) = open.pop() {
        for next in topology.neighbours(cell) {
            if is_open(next) && !std::mem::replace(&mut reached[next], true) {
                open.push(next);
            }
        }
    }
    reached
}

/// The border of a side, cell by cell.
fn border_of<G: TerritoryGame>(game: &G, side: Side, measure: BorderMeasure) -> usize {
    let (zones, topology) = (game.zones(), game.topology());
    let both = [reach(game, side), reach(game, side.other())];
    let counts = |cell: &usize| {
        let owner = zones.owner_of_cell(*cell);
        match measure {
            BorderMeasure::Cells | BorderMeasure::ContactsAll => owner != Some(side),
            BorderMeasure::Free | BorderMeasure::Contacts => owner.is_none(),
            BorderMeasure::Contested | BorderMeasure::ContactsContested => both[0][*cell] && both[1][*cell],
        }
    };
    let is_cell = |cell: &usize| zones.regions().of_cell(*cell) != NO_REGION;
    let in_contact =
        |cell| topology.neighbours(cell).into_iter().filter(|&other| zones.owner_of_cell(other) == Some(side)).count();
    let contacts = (0..topology.cells()).filter(is_cell).filter(counts).map(in_contact);
    match measure {
        BorderMeasure::Cells | BorderMeasure::Free | BorderMeasure::Contested => {
            contacts.filter(|&contacts| contacts > 0).count()
        }
        _ => contacts.sum(),
    }
}

fn expected_hegemony<G: TerritoryGame>(game: &G, variant: HegemonyVariant) -> Option<u8> {
    use HegemonyVariant::{Contacts, ContactsAll, ContactsContested, Useful};
    let greedy = greedy(game)?;
    let colours = if variant == Useful { useful(game) } else { legal(game) };
    let border = |game: &G, side| border_of(game, side, variant.measure());
    let side = game.turn();
    let best = first_best(&colours, |colour| border(&alone(game, colour), side))?;
    let grows = border(&alone(game, best), side) > border(game, side);
    let falls_back = matches!(variant, Contacts | ContactsAll | ContactsContested) && !grows;
    Some(if falls_back { greedy } else { best })
}

fn check_hegemony<G: TerritoryGame>(setups: &[&str]) {
    for variant in VARIANTS {
        // One for each side, as in a game: what it keeps of the board must serve for the next turn and for an earlier one.
        let mut hegemony = Side::BOTH.map(|_| Hegemony::new(variant, Ties::First));
        each_position(setups, |game: &G, seed| {
            let expected = mv::<G>(expected_hegemony(game, variant));
            assert_eq!(choose(&mut hegemony[game.turn()], game, seed), expected, "{variant:?} in {game}");
        });
    }
}

#[test]
fn hegemony_counts_the_borders_of_played_copies() {
    check_hegemony::<SevenColours>(SEVEN_COLOURS);
    check_hegemony::<Flood>(FLOOD);
}

/// The highest sum after so many own moves, on copies.
fn best_sum<G: TerritoryGame>(game: &G, moves: u32, weights: [i64; 2]) -> i64 {
    let side = game.turn();
    let here = || {
        weights[0] * border_of(game, side, BorderMeasure::Cells) as i64
            + weights[1] * i64::from(game.zones().tally(side))
    };
    let colours = if moves == 0 { Vec::new() } else { legal(game) };
    colours.iter().map(|&colour| best_sum(&alone(game, colour), moves - 1, weights)).max().unwrap_or_else(here)
}

fn check_mix<G: TerritoryGame>(setups: &[&str], moves: u32) {
    each_position(setups, |game: &G, seed| {
        if game.colours() > 6 {
            return;
        }
        let chosen = choose(&mut Mix::new(3, 2, moves, BorderMeasure::Cells, Ties::First), game, seed);
        let greedy = greedy(game);
        let ends = greedy.is_some_and(|colour| {
            let mut after = game.clone();
            after.play(G::taking(colour));
            after.is_over() || (G::NEEDS_GAIN && 2 * after.tally(game.turn()) > game.total())
        });
        let best = || {
            let comes_first = |colour| moves > 1 && game.zones().gain(game.turn(), colour) > 0;
            first_best(&legal(game), |colour| (best_sum(&alone(game, colour), moves - 1, [3, 2]), comes_first(colour)))
        };
        let expected = if ends || greedy.is_none() { greedy } else { best() };
        assert_eq!(chosen, mv::<G>(expected), "{game}");
    });
}

#[test]
fn a_mix_finds_the_best_sum_of_all_copies() {
    for moves in 1..=2 {
        check_mix::<SevenColours>(SEVEN_COLOURS, moves);
        check_mix::<Flood>(FLOOD, moves);
    }
}

fn check_starve<G: TerritoryGame>(setups: &[&str]) {
    let mut starve = Starve::new(Ties::First);
    each_position(setups, |game: &G, seed| {
        let opponent = game.turn().other();
        let left = |colour| reach(&alone(game, colour), opponent).into_iter().filter(|reached| *reached).count();
        let expected = greedy(game).and_then(|_| first_best(&legal(game), |colour| Reverse(left(colour))));
        assert_eq!(choose(&mut starve, game, seed), mv::<G>(expected), "{game}");
    });
}

#[test]
fn starve_leaves_the_fewest_cells() {
    check_starve::<SevenColours>(SEVEN_COLOURS);
    check_starve::<Flood>(FLOOD);
}

/// The first of the best lines of own moves, on copies.
fn best_line<G: TerritoryGame>(game: &G, moves: u32) -> (u32, Vec<u8>) {
    let mut best = (game.zones().tally(game.turn()), Vec::new());
    let colours = if moves == 0 { Vec::new() } else { useful(game) };
    for colour in colours {
        let (cells, mut line) = best_line(&alone(game, colour), moves - 1);
        if cells > best.0 {
            line.insert(0, colour);
            best = (cells, line);
        }
    }
    best
}

/// Plays games of `ahead` against a random player beside a plain player that remembers its plan.
fn check_ahead<G: TerritoryGame>(setups: &[&str], moves: u32) {
    for (setup, seed) in setups.iter().flat_map(|setup| (0..6).map(move |seed| (setup, seed))) {
        let mut game: G = start(setup, seed);
        let mut draws = Seed(seed).purpose("ahead").purpose(setup).generator();
        let ahead_plays = if seed % 2 == 0 { Side::First } else { Side::Second };
        let mut ahead = Ahead::new(Some(moves), Ties::First);
        let mut plan: Option<Vec<u8>> = None;
        for ply in 0..40 {
            if game.is_over() {
                break;
            }
            let next = if game.turn() == ahead_plays {
                let plan = plan.get_or_insert_with(|| best_line(&game, moves).1.into_iter().rev().collect());
                let planned = plan.pop().filter(|colour| useful(&game).contains(colour));
                if planned.is_none() {
                    plan.clear();
                }
                let expected = mv::<G>(planned.or_else(|| greedy(&game)));
                assert_eq!(choose(&mut ahead, &game, ply), expected, "ply {ply} of {setup} in {game}");
                let mut newcomer = Ahead::new(Some(moves), Ties::First);
                assert_eq!(choose(&mut newcomer, &game, ply), expected, "seated at ply {ply} of {setup} in {game}");
                expected
            } else {
                let useful = useful(&game);
                draws.pick(&useful).map_or_else(G::nothing, G::taking)
            };
            game.play(next);
        }
    }
}

#[test]
fn ahead_plays_the_best_line_of_all_copies_and_can_be_seated_anew() {
    check_ahead::<SevenColours>(SEVEN_COLOURS, 3);
    check_ahead::<Flood>(FLOOD, 4);
}
