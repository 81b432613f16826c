//! Every kernel this machine has against plain code, on positions no game leads to as well.

use joute_games::othello::{Kernel, Othello, OthelloBoard, OthelloSetup, Square};
use joute_games::random::Seed;
use joute_games::{Game, GameSetup, NoFiles, Outcome, Side, perft};
use joute_testkit::properties;
use proptest::prelude::*;

/// Any two sets of discs and a side, from sparse to full.
fn any_position() -> impl Strategy<Value = Othello> {
    (any::<u64>(), any::<u64>(), any::<u64>(), any::<bool>(), 0..3).prop_map(
        |(occupied, more, colour, first, density)| {
            let occupied = match density {
                0 => occupied & more,
                1 => occupied,
                _ => occupied | more,
            };
            let side = if first { Side::First } else { Side::Second };
            Othello::new([occupied & colour, occupied & !colour], side).expect("the two sets are disjoint")
        },
    )
}

/// A position some random moves into a game.
fn played_position() -> impl Strategy<Value = Othello> {
    (any::<u64>(), 0..60_u32).prop_map(|(seed, plies)| {
        let mut generator = Seed(seed).generator();
        let mut game = Othello::start(&OthelloSetup::default()).expect("the default setup is 8 x 8");
        for _ in 0..plies {
            match generator.pick(&game.legal_moves()) {
                Some(mv) => game.play(mv),
                None => break,
            }
        }
        game
    })
}

fn plain(game: &Othello) -> OthelloBoard<8> {
    OthelloBoard::parse(&OthelloSetup::default(), &game.to_string()).expect("a position reads back")
}

proptest! {
    #![proptest_config(properties::cases(256))]

    #[test]
    fn bitboards_agree_with_the_plain_board(game in any_position()) {
        let plain = plain(&game);
        prop_assert_eq!(u128::from(game.moves()), plain.moves_of(game.turn()));
        prop_assert_eq!(u128::from(game.moves_of_other()), plain.moves_of(game.turn().other()));
        for index in 0..64_u32 {
            if game.empties() >> index & 1 == 1 {
                prop_assert_eq!(u128::from(game.flips(index)), plain.flips(index as usize));
            }
        }
        prop_assert_eq!(game.score_with_empties(), plain.score_with_empties());
    }

    #[test]
    fn kernels_agree_on_any_position(game in any_position()) {
        for depth in 0..=2 {
            let expected = perft::count(&mut plain(&game), depth);
            for kernel in Kernel::available() {
                prop_assert_eq!(game.perft_by(kernel, depth), expected, "{:?} at depth {}", kernel, depth);
            }
        }
    }

    #[test]
    fn kernels_agree_deep_into_played_games(game in played_position()) {
        let expected = perft::count(&mut game.clone(), 4);
        for kernel in Kernel::available() {
            prop_assert_eq!(game.perft_by(kernel, 4), expected, "{:?}", kernel);
        }
    }

    #[test]
    fn random_games_do_not_depend_on_the_kernel(game in played_position(), games in 0..200_u64, seed: u64) {
        let expected = random_games(&game, games, Seed(seed));
        for kernel in Kernel::available() {
            let played = game.playouts_by(kernel, games, Seed(seed));
            prop_assert_eq!((played.first, played.second, played.draws, played.plies, played.lead), expected);
            prop_assert_eq!(played.games(), games);
        }
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in any::<String>()) {
        let _ = text.parse::<Square<8>>();
        let _ = text.parse::<Square<10>>();
        let _ = Othello::parse(&OthelloSetup::default(), &text);
        let _ = OthelloSetup::parse(&text, &NoFiles);
        read_to_the_end(&text);
    }

    #[test]
    fn no_text_of_the_right_signs_makes_a_parser_panic(text in "[XOxo*. -]{0,110}", moves in "[a-kA-K0-9psPS.\\- é]{0,40}") {
        for size in [4, 6, 10] {
            let setup = OthelloSetup::new(size).unwrap();
            let _ = OthelloBoard::<4>::parse(&setup, &text);
            let _ = OthelloBoard::<10>::parse(&setup, &text);
        }
        read_to_the_end(&moves);
    }

    #[test]
    fn positions_read_back_as_themselves(game in any_position()) {
        prop_assert_eq!(Othello::parse(&OthelloSetup::default(), &game.to_string()), Ok(game));
    }
}

/// The same games one at a time through the trait.
fn random_games(from: &Othello, games: u64, seed: Seed) -> (u64, u64, u64, u64, i64) {
    let (mut first, mut second, mut draws, mut plies, mut lead) = (0, 0, 0, 0, 0);
    for game in 0..games {
        let mut generator = seed.child(game).generator();
        let mut position = *from;
        while !position.is_over() {
            let moves = position.legal_moves();
            let forced = position.forced();
            position.play(forced.unwrap_or_else(|| moves[generator.index(moves.len())]));
            plies += 1;
        }
        match position.outcome() {
            Some(Outcome::First) => first += 1,
            Some(Outcome::Second) => second += 1,
            _ => draws += 1,
        }
        lead += i64::from(position.tally(Side::First)) - i64::from(position.tally(Side::Second));
    }
    (first, second, draws, plies, lead)
}

fn read_to_the_end(text: &str) {
    let mut rest = text;
    while let Ok(Some((_, after))) = Othello::read_move(rest) {
        assert!(after.len() < rest.len(), "reading a move gets on");
        rest = after;
    }
}

#[test]
fn the_portable_kernel_is_always_there_and_the_best_is_available() {
    assert!(Kernel::Portable.is_available());
    assert!(Kernel::best().is_available());
    assert!(Kernel::available().any(|kernel| kernel == Kernel::best()));
}
