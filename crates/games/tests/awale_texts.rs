//! Awalé's texts: setups, positions, moves, and the drawing made of them.
#![expect(clippy::unwrap_used, reason = "a test that cannot set up its position must fail")]

use joute_games::awale::{self, Abapa, Awale, Awari, Custom, Move, Rules, Setup};
use joute_games::random::Seed;
use joute_games::view::{Piece, Shape};
use joute_games::{Game, GameMove, GameSetup, NoFiles, Side};
use joute_messages::Language;
use joute_testkit::properties;
use proptest::prelude::*;

fn setup(text: &str) -> Setup {
    Setup::parse(text, &NoFiles).unwrap()
}

#[track_caller]
fn setup_error(text: &str) -> String {
    Setup::parse(text, &NoFiles).unwrap_err().to_string()
}

#[track_caller]
fn position_error(text: &str) -> String {
    Awale::<Abapa>::parse(&Setup::default(), text).unwrap_err().to_string()
}

#[test]
fn setup_names_the_nearest_rules_and_what_differs() {
    for (text, canonical) in [
        ("", "rules=abapa"),
        ("rules=kalah", "rules=kalah"),
        ("seeds=4,pits=6", "rules=abapa"),
        ("seeds=3,pits=5,rules=awari", "rules=awari,pits=5,seeds=3"),
        ("rules=francois,undo=illegal", "rules=francois,grand-slam=illegal"),
        ("rules=francois,undo=pass", "rules=francois"),
        ("rules=abapa,repetition=split,feed=if-possible", "rules=abapa,feed=if-possible,repetition=split"),
        ("grand-slam=illegal-unless-forced,feed=if-possible,rest=opponent,repetition=split", "rules=awari"),
        ("chain=no,grand-slam=share", "rules=abapa,chain=no,grand-slam=share"),
    ] {
        assert_eq!(setup(text).to_string(), canonical, "{text}");
        assert_eq!(setup(canonical), setup(text), "{text}");
    }
}

#[test]
fn setup_errors_say_what_is_wrong() {
    assert!(setup_error("rules=chess").contains("one of abapa, awari, francois, kalah"));
    assert!(setup_error("pits=13").contains("1 to 12"));
    assert!(setup_error("pits=0").contains("1 to 12"));
    assert!(setup_error("seeds=0").contains("1 to 127"));
    assert!(setup_error("pits=12,seeds=11").contains("255 seeds in all"));
    assert!(setup_error("undo=pass,grand-slam=legal").contains("only one"));
    assert!(setup_error("grand-slam=maybe").contains("leave-first"));
    assert!(setup_error("colour=red").contains("repetition"));
}

#[test]
fn setup_that_cannot_be_played_is_refused() {
    let huge = Setup { pits: u32::MAX, seeds: u32::MAX, ..Setup::default() };
    assert!(awale::start(&huge).is_err());
    assert!(Awale::<Custom>::parse(&Setup { seeds: 0, ..huge }, "S").is_err());
    assert!(Awale::<Awari>::start(&Setup::default()).is_err());
    assert!(Awale::<Awari>::parse(&Setup::default(), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S").is_err());
}

#[test]
fn named_rules_have_types_of_their_own() {
    let game = awale::start(&setup("")).unwrap();
    assert!(game.downcast_ref::<Awale<Abapa>>().is_some());
    let game = awale::start(&setup("rules=awari")).unwrap();
    assert!(game.downcast_ref::<Awale<Awari>>().is_some());
    for other in ["seeds=3", "feed=free", "rules=francois,undo=illegal"] {
        let game = awale::start(&setup(other)).unwrap();
        assert!(game.downcast_ref::<Awale<Custom>>().is_some(), "{other}");
    }
}

#[test]
fn position_errors_say_what_is_wrong() {
    assert!(position_error("").contains("14 numbers and S or N"));
    assert!(position_error("4-4-4-4-4-4-4-4-4-4-4-4-0-0").contains("14 numbers"));
    assert!(position_error("4-4-4-4-4-4-4-4-4-4-4-4-0-0-0-S").contains("14 numbers"));
    assert!(position_error("4-4-4-4-4-4-4-4-4-4-4-4-0-0-X").contains("S or N"));
    assert!(position_error("4-4-4-4-4-4-4-4-4-4-4-5-0-0-S").contains("49 seeds are more than the 48"));
    assert!(position_error("4-4-4-4-4-4-4-4-4-4-4-256-0-0-S").contains("more than the 48"));
    for number in ["", "+4", "04", "x", "99999999999", "-1"] {
        position_error(&format!("{number}-4-4-4-4-4-4-4-4-4-4-4-0-0-S"));
    }
}

#[test]
fn position_may_have_fewer_seeds_than_the_game() {
    let game = Awale::<Abapa>::parse(&Setup::default(), "0-0-0-0-0-1-1-0-0-0-0-0-0-0-N").unwrap();
    assert_eq!(game.total(), 48);
    assert_eq!(game.legal_moves().len(), 1);
}

#[test]
fn moves_are_letters_from_each_sides_left() {
    assert_eq!("A".parse(), Ok(Move::new(Side::First, 0).unwrap()));
    assert_eq!("l".parse(), Ok(Move::new(Side::Second, 11).unwrap()));
    assert_eq!(Move::new(Side::First, 12), None);
    for text in ["", "M", "m", "AB", "1", "é"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

#[test]
fn game_texts_may_have_spaces_commas_and_numbers() {
    let play = |text: &str| {
        let mut game = awale::start(&Setup::default()).unwrap();
        game.play_text(text).map(|_| game.position())
    };
    let expected = play("FfEa").unwrap();
    assert_eq!(play(" F, f , E a ").unwrap(), expected);
    assert_eq!(play("1. F f 2. E a").unwrap(), expected);
    assert!(play("Ff?").is_err());
    assert!(play("FF").is_err());
}

#[test]
fn codes_of_no_move_and_pits_off_the_board_do_no_harm() {
    let start = Awale::<Abapa>::start(&Setup::default()).unwrap();
    assert_eq!((0..=u16::MAX).filter_map(Move::from_code).count(), 24);
    for pit in 0..12 {
        let mut game = start;
        game.play(Move::new(Side::Second, pit).unwrap());
    }
    assert_eq!(start.seeds(Side::First, 99), 0);
}

#[test]
fn random_move_draws_what_picking_from_the_list_draws() {
    let mut game = Awale::<Awari>::start(&Setup::standard(Rules::AWARI)).unwrap();
    let (mut one, mut other) = (Seed(5).generator(), Seed(5).generator());
    for _ in 0..60 {
        let drawn = game.random_move(&mut one);
        assert_eq!(drawn, other.pick(&game.legal_moves()));
        let Some(mv) = drawn else { break };
        let irreversible = game.is_irreversible(mv);
        assert_eq!(game.play_noting(mv), irreversible);
    }
}

#[test]
fn view_shows_north_from_right_to_left_above_south() {
    let game = Awale::<Abapa>::parse(&Setup::default(), "1-2-3-4-5-6-0-8-1-1-1-1-7-8-S").unwrap();
    let view = game.view();
    assert_eq!((view.width, view.height), (8.0, 2.0));
    let part = |index: usize| {
        let part = &view.parts[index];
        (part.x, part.y, part.shape, part.piece, part.label(Language::EN), part.mv.as_deref())
    };
    assert_eq!(part(0), (1.5, 1.5, Shape::Pit, Piece::Seeds(1), "pit A, 1 seed".to_owned(), Some("A")));
    assert_eq!(part(5), (6.5, 1.5, Shape::Pit, Piece::Seeds(6), "pit F, 6 seeds".to_owned(), Some("F")));
    assert_eq!(part(6), (6.5, 0.5, Shape::Pit, Piece::Seeds(0), "pit a, 0 seeds".to_owned(), None));
    assert_eq!(part(11), (1.5, 0.5, Shape::Pit, Piece::Seeds(1), "pit f, 1 seed".to_owned(), None));
    assert_eq!(part(12), (7.5, 1.0, Shape::Store, Piece::Seeds(7), "South's store, 7 seeds".to_owned(), None));
    assert_eq!(part(13), (0.5, 1.0, Shape::Store, Piece::Seeds(8), "North's store, 8 seeds".to_owned(), None));
}

#[test]
fn every_key_has_help_that_parses() {
    for entry in Awale::<Abapa>::INFO.setup_keys {
        for value in entry.values.split(", ").filter(|value| !value.contains(' ')) {
            let text = format!("{}={value}", entry.key);
            assert!(Setup::parse(&text, &NoFiles).is_ok(), "{text}");
        }
    }
    for example in Awale::<Abapa>::INFO.examples {
        awale::start(&setup(example)).unwrap();
    }
}

proptest! {
    #![proptest_config(properties::cases(256))]

    #[test]
    fn any_text_is_read_without_panic(text in ".*") {
        let _ = Setup::parse(&text, &NoFiles);
        let _ = Awale::<Abapa>::parse(&Setup::default(), &text);
        let _ = Awale::<Custom>::parse(&setup("pits=2"), &text);
        let _ = text.parse::<Move>();
        let _ = Awale::<Abapa>::read_move(&text);
    }

    #[test]
    fn any_setup_text_is_read_without_panic(
        pairs in prop::collection::vec((0..14usize, "[a-z0-9-]{0,12}"), 0..6)
    ) {
        let keys = Awale::<Abapa>::INFO.setup_keys;
        let pairs = pairs.iter().map(|(key, value)| format!("{}={value}", keys.get(*key).map_or("x", |key| key.key)));
        let _ = Setup::parse(&pairs.collect::<Vec<_>>().join(","), &NoFiles);
    }

    #[test]
    fn any_numbers_are_a_position_or_an_error(
        numbers in prop::collection::vec(0..60u32, 14),
        huge in prop::option::of(0..14usize),
        turn in "[SN]",
    ) {
        let mut numbers = numbers;
        if let Some(huge) = huge {
            numbers[huge] = u32::MAX;
        }
        let sum: u64 = numbers.iter().map(|number| u64::from(*number)).sum();
        let text = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join("-") + "-" + &turn;
        match Awale::<Abapa>::parse(&Setup::default(), &text) {
            Ok(game) => {
                prop_assert_eq!(game.to_string(), text);
                prop_assert!(sum <= 48);
                let _ = (game.perft(3), game.view(), game.tallies());
            }
            Err(_) => prop_assert!(sum > 48),
        }
    }

    #[test]
    fn small_numbers_are_a_position(numbers in prop::collection::vec(0..4u32, 14), turn in "[SN]") {
        let text = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join("-") + "-" + &turn;
        let game = Awale::<Abapa>::parse(&Setup::default(), &text);
        prop_assert_eq!(game.unwrap().to_string(), text);
    }
}
