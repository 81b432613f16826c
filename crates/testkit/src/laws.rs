//! The laws every game must obey, stated once and run for every game and setup.

use joute_games::history::History;
use joute_games::random::Seed;
use joute_games::{Game, GameMove, GameSetup, NoFiles, Side};

/// Checks every law along random games of a setup; panics with the broken law and the position.
///
/// Each game is played at random to its end, or to `cap` plies.
pub fn check<G: Game>(setup: &str, games: u64, cap: u32) {
    let setup = G::Setup::parse(setup, &NoFiles).unwrap_or_else(|error| panic!("{setup}: {error}"));
    check_setup::<G>(&setup);
    for game in 0..games {
        let seed = Seed(game).purpose("laws");
        let setup = setup.clone().with_seed(seed.0);
        check_game::<G>(&setup, seed, cap);
    }
}

fn check_setup<G: Game>(setup: &G::Setup) {
    let text = setup.to_string();
    let again = G::Setup::parse(&text, &setup.attachments()).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(&again, setup, "a setup reads back as itself");
    assert_eq!(again.to_string(), text, "a setup has one text");
    assert!(!setup.clone().with_seed(1).is_open(), "a seed closes a setup");
    if !setup.is_open() {
        assert_eq!(&setup.clone().with_seed(99), setup, "a closed setup keeps its board");
    }
}

fn check_game<G: Game>(setup: &G::Setup, seed: Seed, cap: u32) {
    let mut game = G::start(setup).unwrap_or_else(|error| panic!("{setup}: {error}"));
    assert_eq!(game.turn(), Side::First, "First moves first");
    let mut history = History::starting_at(&game);
    for ply in 0..cap {
        check_position(setup, &game);
        if game.is_over() {
            check_finished(&game);
            return;
        }
        let moves = game.legal_moves();
        let mv = seed.child(u64::from(ply)).generator().pick(&moves).expect("a game that is not over has a move");
        let draw = seed.child(u64::from(ply)).generator();
        assert_eq!(game.random_move(&mut draw.clone()), Some(mv), "{game}: a random move is one picked from the list");
        let irreversible = game.is_irreversible(mv);
        assert_eq!(game.clone().play_noting(mv), irreversible, "{game}: {mv} is irreversible or not");
        let (total, keys) = (game.total(), history.keys().to_vec());
        game.play(mv);
        assert_eq!(game.total(), total, "the whole never changes");
        if irreversible {
            assert!(!keys.contains(&game.key()), "an irreversible move leads to a new position");
        }
        history.note(game.key(), irreversible);
    }
}

fn check_position<G: Game>(setup: &G::Setup, game: &G) {
    let text = game.to_string();
    let again = G::parse(setup, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(&again, game, "{text}: text then parse gives the same position");
    assert_eq!(again.to_string(), text, "{text}: a position has one text");
    assert_eq!(again.key(), game.key(), "{text}: equal positions have equal keys");
    assert_eq!(again.tallies(), game.tallies(), "{text}: equal positions have equal tallies");

    let [first, second] = game.tallies();
    assert!(first + second <= game.total(), "{text}: tallies never exceed the board");

    let moves = game.legal_moves();
    assert_eq!(moves.is_empty(), game.is_over(), "{text}: finished positions, and only they, have no moves");
    assert_eq!(moves.len(), game.count_moves(), "{text}: counting agrees with listing");
    assert_eq!(game.outcome().is_some(), game.is_over(), "{text}: finished positions, and only they, have an outcome");
    // The listed moves are exactly the accepted ones: every code there can be is asked.
    let accepted: Vec<G::Move> = (0..=2048).filter_map(G::Move::from_code).filter(|mv| game.is_legal(*mv)).collect();
    let mut listed = moves.to_vec();
    listed.sort_unstable();
    let mut sorted = accepted;
    sorted.sort_unstable();
    assert_eq!(listed, sorted, "{text}: listed moves are exactly the accepted ones");
    if let Some(forced) = game.forced() {
        assert_eq!(moves.as_slice(), [forced], "{text}: a forced move is the only one");
    }

    check_moves(game, &moves, &text);
    check_view(game, &moves, &text);
    if !game.is_over() {
        let mut skipped = game.clone();
        skipped.skip_turn();
        assert_eq!(skipped.turn(), game.turn().other(), "{text}: a lost turn passes it on");
        assert_ne!(skipped.key(), game.key(), "{text}: whose turn it is is part of the key");
    }
}

fn check_moves<G: Game>(game: &G, moves: &[G::Move], text: &str) {
    if let Some(best) = game.best_lead() {
        assert_eq!(Some(best), played_lead(game, moves), "{text}: the best lead is that of some move played");
    }
    for &mv in moves {
        let written = mv.to_string();
        assert_eq!(written.parse::<G::Move>().ok(), Some(mv), "{text}: {written} reads back as itself");
        assert_eq!(G::Move::from_code(mv.code()), Some(mv), "{text}: {written} has a code of its own");
        let mut made = game.clone();
        let undo = made.make(mv);
        let mut played = game.clone();
        played.play(mv);
        assert_eq!(made, played, "{text}: {written} made is {written} played");
        assert_eq!(made.key(), played.key(), "{text}: {written} gives one key");
        made.unmake(undo);
        assert_eq!(&made, game, "{text}: taking {written} back restores the position");
        assert_eq!(made.key(), game.key(), "{text}: taking {written} back restores the key");
        assert_eq!(made.legal_moves().as_slice(), moves, "{text}: taking {written} back restores the moves");
        assert_eq!(made.tallies(), game.tallies(), "{text}: taking {written} back restores the tallies");
    }
}

/// The greatest lead of the side to move after one move, and how many moves there are.
fn played_lead<G: Game>(game: &G, moves: &[G::Move]) -> Option<(i32, usize)> {
    let side = game.turn();
    let leads = moves.iter().map(|&mv| {
        let mut after = game.clone();
        after.play(mv);
        after.tally(side) as i32 - after.tally(side.other()) as i32
    });
    Some((leads.max()?, moves.len()))
}

/// Every legal move can be chosen on the drawing, and nothing else can.
fn check_view<G: Game>(game: &G, moves: &[G::Move], text: &str) {
    let view = game.view();
    let mut offered: Vec<&str> = view.parts.iter().filter_map(|part| part.mv.as_deref()).collect();
    offered.extend(view.controls.iter().filter(|control| control.is_legal).map(|control| control.mv.as_str()));
    offered.sort_unstable();
    offered.dedup();
    let mut legal: Vec<String> = moves.iter().map(ToString::to_string).collect();
    legal.sort_unstable();
    assert_eq!(offered, legal, "{text}: the view offers exactly the legal moves");
    assert_eq!(view.turn, (!game.is_over()).then(|| game.turn()), "{text}: the view says whose turn it is");
    assert_eq!([view.sides[0].tally, view.sides[1].tally], game.tallies(), "{text}: the view shows the tallies");
    if let Some([columns, rows]) = view.lattice {
        assert_eq!(view.parts.len(), (columns * rows) as usize, "{text}: a lattice has all its cells");
    }
}

fn check_finished<G: Game>(game: &G) {
    let counts = game.perft(3);
    assert_eq!((counts.leaves, counts.ended), (0, 1), "{game}: a finished game is one line that ended earlier");
}
