//! The rules of Othello, one position a rule.

use joute_games::othello::{Othello, OthelloBoard, OthelloSetup, Square, start, start_text};
use joute_games::view::{Piece, Style};
use joute_games::{Game, GameMove, Outcome, SetupError, Side};
use joute_messages::Language;

/// A position from a drawing: eight rows with spaces and line ends as one likes, then the side.
fn position(drawing: &str) -> Othello {
    let signs: String = drawing.split_whitespace().collect();
    let (squares, side) = signs.split_at(64);
    Othello::parse(&OthelloSetup::default(), &format!("{squares} {side}")).expect("the drawing is a position")
}

fn after(game: &Othello, mv: &str) -> Othello {
    let mv: Square<8> = mv.parse().expect("a move");
    assert!(game.is_legal(mv), "{mv} is legal in {game}");
    let mut game = *game;
    game.play(mv);
    game
}

fn legal(game: &impl Game) -> String {
    let texts: Vec<String> = game.legal_moves().iter().map(ToString::to_string).collect();
    texts.join(" ")
}

#[test]
fn start_position() {
    let game = Othello::start(&OthelloSetup::default()).unwrap();
    assert_eq!(game.to_string(), "---------------------------OX------XO--------------------------- X");
    assert_eq!(legal(&game), "d3 c4 f5 e6");
    assert_eq!((game.turn(), game.tallies(), game.total()), (Side::First, [2, 2], 64));
    assert_eq!(game.default_cap(), 1000);
    assert!(!game.is_over());
}

#[test]
fn start_positions_of_other_sizes() {
    let four = start_text("size=4").unwrap();
    assert_eq!(four.position(), "-----OX--XO----- X");
    assert_eq!(four.legal_texts(), ["b1", "a2", "d3", "c4"]);
    let six = start_text("size=6").unwrap();
    assert_eq!(six.position(), "--------------OX----XO-------------- X");
    let ten = start_text("size=10").unwrap();
    assert_eq!(ten.legal_texts(), ["e4", "d5", "g6", "f7"]);
    assert_eq!(ten.total(), 100);
}

#[test]
fn the_setup_chooses_the_type() {
    assert!(start_text("").unwrap().downcast_ref::<Othello>().is_some());
    let six = start(OthelloSetup::new(6).unwrap()).unwrap();
    assert!(six.downcast_ref::<OthelloBoard<6>>().is_some());
    assert_eq!(six.setup(), "size=6");
    for wrong in ["size=7", "size=12", "size=", "size=-8", "size=8x8", "size=99999999999999999999"] {
        let error = start_text(wrong).unwrap_err();
        assert!(error.to_string().ends_with("expected 4, 6, 8 or 10"), "{error}");
    }
    assert!(matches!(start_text("board=8"), Err(SetupError::UnknownKey { .. })));
    let impossible = Othello::start(&OthelloSetup::new(6).unwrap()).unwrap_err();
    assert!(matches!(impossible, SetupError::Impossible(_)));
    assert_eq!(impossible.to_string(), "this board is 8 x 8; the setup asks for size=6");
}

#[test]
fn a_disc_flips_in_all_eight_directions() {
    let game = position(
        "X--X--X-
         -O-O-O--
         --OOO---
         XOO-OOOX
         --OOO---
         -O-O-O--
         X--O--X-
         ---X---- X",
    );
    let d4 = after(&game, "d4");
    assert_eq!(d4.tallies(), [game.tally(Side::First) + 1 + 18, 0]);
    assert!(d4.is_over());
}

#[test]
fn each_direction_flips_by_itself() {
    // Two white discs from d4 on, and a black disc behind them.
    for (row, column) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let square = |steps: i32| ((3 + row * steps) * 8 + 3 + column * steps) as usize;
        let mut squares = [b'-'; 64];
        squares[square(1)] = b'O';
        squares[square(2)] = b'O';
        squares[square(3)] = b'X';
        let text = format!("{} X", str::from_utf8(&squares).unwrap());
        let game = Othello::parse(&OthelloSetup::default(), &text).unwrap();
        assert_eq!(legal(&game), "d4", "{text}");
        let flips = game.flips(27);
        assert_eq!(flips, 1 << square(1) | 1 << square(2), "{text}");
        assert_eq!(after(&game, "d4").tallies(), [4, 0], "{text}");
    }
}

#[test]
fn a_run_of_six_flips_along_every_line() {
    let row = position("-OOOOOOX -------- -------- -------- -------- -------- -------- -------- X");
    assert_eq!(after(&row, "a1").tallies(), [8, 0]);
    let column = position("-------X -------O -------O -------O -------O -------O -------O -------- X");
    assert_eq!(after(&column, "h8").tallies(), [8, 0]);
    let falling = position("X------- -O------ --O----- ---O---- ----O--- -----O-- ------O- -------- X");
    assert_eq!(after(&falling, "h8").tallies(), [8, 0]);
    let rising = position("-------- ------O- -----O-- ----O--- ---O---- --O----- -O------ X------- X");
    assert_eq!(after(&rising, "h1").tallies(), [8, 0]);
}

#[test]
fn a_run_without_a_disc_behind_it_stays() {
    // Up to the edge, and up to an empty square.
    let game = position(
        "---OOOOO
         --------
         --------
         --------
         ---OO---
         --------
         ---OX---
         -------- X",
    );
    assert_eq!(legal(&game), "c7");
    assert_eq!(game.flips(2), 0);
}

#[test]
fn runs_do_not_wrap_around_the_edges() {
    // Black's disc, White's disc and the square from which a board without edges would bracket it.
    for (black, white, square) in [
        ("a2", "h1", "g1"),
        ("h1", "a2", "b2"),
        ("a5", "h3", "g2"),
        ("h1", "a3", "b4"),
        ("h3", "a3", "b2"),
        ("a3", "h3", "g4"),
        ("d8", "d1", "d2"),
        ("d1", "d8", "d7"),
    ] {
        let index = |text: &str| text.parse::<Square<8>>().unwrap().index().unwrap();
        let game = Othello::new([1 << index(black), 1 << index(white)], Side::First).unwrap();
        assert_eq!(game.moves(), 0, "{game}");
        assert_eq!(game.flips(index(square) as u32), 0, "{square} in {game}");
        assert!(game.is_over(), "{game}");
    }
}

#[test]
fn a_pass_is_forced_when_only_the_opponent_can_move() {
    let game = position("OX------ -------- -------- -------- -------- -------- -------- -------- X");
    assert_eq!(game.forced(), Some(Square::PASS));
    assert_eq!(legal(&game), "pass");
    assert!(!game.is_over());
    assert!(!game.is_irreversible(Square::PASS));
    let passed = after(&game, "pass");
    assert_eq!(passed.turn(), Side::Second);
    assert_eq!(passed.forced(), None);
    assert_eq!(legal(&passed), "c1");
    assert_eq!(passed.tallies(), game.tallies());
    assert!(game.perft(1).leaves == 1 && game.perft(2).leaves == 1);
}

#[test]
fn a_pass_is_illegal_when_there_is_a_move_or_the_game_is_over() {
    let start = Othello::start(&OthelloSetup::default()).unwrap();
    assert!(!start.is_legal(Square::PASS));
    let over = position("X------- -------- -------- -------- -------- -------- -------- -------- X");
    assert!(over.is_over() && !over.is_legal(Square::PASS));
}

#[test]
fn the_game_may_end_with_empty_squares() {
    let mut game = start_text("").unwrap();
    // The shortest game there is.
    game.play_text("e6f4e3f6g5d6e7f5c5").unwrap();
    assert!(game.is_over());
    assert_eq!(game.tallies(), [13, 0]);
    assert_eq!(game.outcome(), Some(Outcome::First));
    let error = game.try_play("d3").unwrap_err();
    assert_eq!(error.to_string(), "d3 cannot be played: the game is over");
}

#[test]
fn a_wipe_out_wins_by_the_whole_board_only_with_the_empties() {
    let mut game = start_text("").unwrap();
    game.play_text("e6f4e3f6g5d6e7f5c5").unwrap();
    let game = game.downcast_ref::<Othello>().unwrap();
    assert_eq!(game.tallies(), [13, 0]);
    assert_eq!(game.score_with_empties(), 64);
}

#[test]
fn a_full_board_is_over() {
    let rows = "XXXXXXXX".repeat(5) + &"OOOOOOOO".repeat(3);
    for side in ["X", "O"] {
        let game = position(&format!("{rows} {side}"));
        assert!(game.is_over());
        assert_eq!((game.tallies(), game.score_with_empties()), ([40, 24], 16));
        assert_eq!(game.outcome(), Some(Outcome::First));
        let counts = game.perft(u32::MAX);
        assert_eq!((counts.leaves, counts.ended), (0, 1));
    }
}

#[test]
fn empties_go_to_the_winner_and_to_nobody_in_a_draw() {
    let white = position("OO-X---- -------- -------- -------- -------- -------- -------- -------- X");
    assert!(white.is_over());
    assert_eq!((white.tallies(), white.score_with_empties()), ([1, 2], -62));
    let draw = position("O--X---- -------- -------- -------- -------- -------- -------- -------- X");
    assert_eq!((draw.tallies(), draw.score_with_empties()), ([1, 1], 0));
    assert_eq!(draw.outcome(), Some(Outcome::Draw));
}

#[test]
fn an_empty_board_is_a_draw() {
    let game = position(&format!("{} X", "-".repeat(64)));
    assert!(game.is_over());
    assert_eq!(game.outcome(), Some(Outcome::Draw));
    assert_eq!(game.playouts(3, joute_games::random::Seed(1)).draws, 3);
}

#[test]
fn a_skipped_turn_changes_the_side_only() {
    let start = Othello::start(&OthelloSetup::default()).unwrap();
    let mut game = start;
    game.skip_turn();
    assert_eq!(game.to_string(), "---------------------------OX------XO--------------------------- O");
    assert_eq!(legal(&game), "e3 f4 c5 d6");
    game.skip_turn();
    assert_eq!(game, start);
}

#[test]
fn discs_that_share_a_square_make_no_position() {
    assert_eq!(Othello::new([3, 2], Side::First), None);
    let game = Othello::new([1, 2], Side::Second).unwrap();
    assert_eq!((game.discs(Side::First), game.discs(Side::Second)), (1, 2));
}

/// Published: 4 x 4 is a win for White, 11 discs to 3.
#[test]
fn white_wins_4x4_by_11_to_3() {
    fn best(game: &OthelloBoard<4>) -> i32 {
        let lead = |game: &OthelloBoard<4>| game.tally(Side::First) as i32 - game.tally(Side::Second) as i32;
        let after = game.legal_moves().into_iter().map(|mv| {
            let mut next = *game;
            next.play(mv);
            best(&next)
        });
        let value = match game.turn() {
            Side::First => after.max(),
            Side::Second => after.min(),
        };
        value.unwrap_or_else(|| lead(game))
    }
    let start = OthelloBoard::<4>::start(&OthelloSetup::new(4).unwrap()).unwrap();
    assert_eq!(best(&start), 3 - 11);
}

#[test]
fn moves_have_one_text_and_accept_any_case() {
    let square: Square<8> = "F5".parse().unwrap();
    assert_eq!((square.to_string(), square.code()), ("f5".to_owned(), 37));
    assert_eq!("PaSs".parse::<Square<8>>().unwrap(), Square::PASS);
    assert_eq!(Square::<8>::PASS.code(), 64);
    assert_eq!("j10".parse::<Square<10>>().unwrap().index(), Some(99));
    assert_eq!(Square::<8>::from_code(65), None);
    for wrong in [
        "", "f", "5f", "f0", "f9", "i1", "f05", "f5 ", " f5", "f55", "f10", "é5", "f５", "pass!", "f-1", "`1", "@1",
        "--",
    ] {
        let error = wrong.parse::<Square<8>>().unwrap_err();
        assert_eq!(error.expected.to_string(), "a square from a1 to h8, or pass", "{wrong}");
    }
    assert!("e4".parse::<Square<4>>().is_err() && "j11".parse::<Square<10>>().is_err());
}

#[test]
fn positions_have_one_text_and_accept_common_signs() {
    let setup = OthelloSetup::new(4).unwrap();
    let parse = |text: &str| OthelloBoard::<4>::parse(&setup, text);
    let game = parse("-----ox.--*O---- o").unwrap();
    assert_eq!(game.to_string(), "-----OX---XO---- O");
    for (wrong, expected) in [
        ("", "16 squares"),
        ("-----OX--XO-----", "16 squares"),
        ("-----OX--XO----- ", "16 squares"),
        ("-----OX--XO-----X", "16 squares"),
        ("-----OX--XO----- X;", "16 squares"),
        ("-----OX--XO----- -", "X or O as the side"),
        ("-----OX--XO---?- X", "on c4"),
        ("-----OX--XO---é X", "on c4"),
    ] {
        let error = parse(wrong).unwrap_err();
        assert!(error.expected.to_string().contains(expected), "{wrong}: {error}");
    }
}

#[test]
fn game_texts_tolerate_case_spaces_numbers_and_missing_passes() {
    let plain = {
        let mut game = start_text("").unwrap();
        game.play_text("f5d6c3").unwrap();
        game
    };
    for text in ["F5D6C3", " f5 d6\tc3\n", "1. f5 2. d6 3. c3", "1.f5d6 2.c3", "1. f5 d6 2... c3 ", "1 f5 2 d6 3 c3"] {
        let mut game = start_text("").unwrap();
        assert_eq!(game.play_text(text).unwrap().len(), 3, "{text}");
        assert_eq!(game, plain, "{text}");
    }
    for wrong in ["f5d", "f52.d6", "f5-d6", "f5 k3", "f5é"] {
        assert!(start_text("").unwrap().play_text(wrong).is_err(), "{wrong}");
    }
    let stuck = start_text("").unwrap();
    let stuck = stuck.at("OX-------------------------------------------------------------- X").unwrap();
    for text in ["c1", "pass c1", "PASSc1", "pa c1", "--c1", "1. ps c1"] {
        let mut game = stuck.clone();
        assert_eq!(game.play_text(text).unwrap().len(), 2, "{text}");
        assert_eq!(game.tallies(), [0, 3], "{text}");
    }
}

#[test]
fn the_view_names_every_square() {
    let game = Othello::start(&OthelloSetup::default()).unwrap();
    let view = game.view();
    assert_eq!((view.style, view.lattice), (Style::Felt, Some([8, 8])));
    assert_eq!((view.column_labels.concat(), view.row_labels.concat()), ("abcdefgh".to_owned(), "12345678".to_owned()));
    let part = |mv: &str| &view.parts[mv.parse::<Square<8>>().unwrap().index().unwrap()];
    assert_eq!((part("e4").label(Language::EN).as_str(), part("e4").piece), ("e4, black", Piece::Disc(Side::First)));
    assert_eq!((part("d4").label(Language::EN).as_str(), part("d4").piece), ("d4, white", Piece::Disc(Side::Second)));
    assert_eq!(
        (part("f5").label(Language::EN).as_str(), part("f5").mv.as_deref()),
        ("f5, empty, legal move", Some("f5"))
    );
    assert_eq!((part("a1").label(Language::EN).as_str(), part("a1").mv.as_deref()), ("a1, empty", None));
    assert_eq!((part("f5").x, part("f5").y), (5.5, 4.5));
    assert_eq!((view.controls[0].mv.as_str(), view.controls[0].is_legal), ("pass", false));
}

#[test]
fn an_illegal_move_is_told_the_rule_it_breaks() {
    for setup in ["", "size=6"] {
        let refusal = |mv: &str| start_text(setup).unwrap().try_play(mv).unwrap_err().to_string();
        for (mv, rule) in [
            ("pass", "there are moves to play, and passing is never a choice"),
            ("d4", "there is a disc on d4 already"),
            ("a1", "a disc on a1 would turn over no other"),
        ] {
            let said = refusal(mv);
            assert!(said.starts_with(&format!("{mv} is not legal here: {rule}; legal: ")), "{setup}: {said}");
        }
    }
}
