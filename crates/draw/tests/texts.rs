//! The boards as text: their exact text, and laws that hold for all of them.

use crate::boards;
use joute_draw::terminal::{self, ColourDepth, TerminalOptions};
use joute_games::view::BoardView;

const PLAIN: TerminalOptions = TerminalOptions { colour: ColourDepth::None, width: 80, unicode: true };

fn all() -> Vec<BoardView> {
    vec![
        boards::othello_start(),
        boards::othello_middle(),
        boards::awale_middle(),
        boards::mosaic(),
        boards::seven(30, 7, 16, true),
        boards::network(),
    ]
}

/// The text without what changes colours.
fn without_codes(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text + part.split_once('m').expect("a code ends").1)
}

#[test]
fn othello_plain() {
    insta::assert_snapshot!(terminal::board(&boards::othello_middle(), &PLAIN));
}

#[test]
fn othello_ascii() {
    insta::assert_snapshot!(terminal::board(&boards::othello_start(), &TerminalOptions { unicode: false, ..PLAIN }));
}

#[test]
fn awale_plain() {
    insta::assert_snapshot!(terminal::board(&boards::awale_middle(), &PLAIN));
}

#[test]
fn mosaic_plain() {
    insta::assert_snapshot!(terminal::board(&boards::mosaic(), &PLAIN));
}

#[test]
fn mosaic_in_few_columns() {
    insta::assert_snapshot!(terminal::board(&boards::mosaic(), &TerminalOptions { width: 20, ..PLAIN }));
}

#[test]
fn seven_colours_plain() {
    insta::assert_snapshot!(terminal::board(&boards::seven(12, 7, 7, true), &PLAIN));
}

#[test]
fn network_plain() {
    insta::assert_snapshot!(terminal::board(&boards::network(), &PLAIN));
}

#[test]
fn mosaic_in_true_colour() {
    let text = terminal::board(&boards::mosaic(), &TerminalOptions { colour: ColourDepth::True, ..PLAIN });
    insta::assert_snapshot!(text.replace('\x1b', "ESC"));
}

#[test]
fn awale_in_sixteen_colours() {
    let text = terminal::board(&boards::awale_middle(), &TerminalOptions { colour: ColourDepth::Sixteen, ..PLAIN });
    insta::assert_snapshot!(text.replace('\x1b', "ESC"));
}

#[test]
fn plain_text_has_no_codes_and_ascii_is_ascii() {
    for view in all() {
        assert!(!terminal::board(&view, &PLAIN).contains('\x1b'));
        assert!(terminal::board(&view, &TerminalOptions { unicode: false, ..PLAIN }).is_ascii());
    }
}

#[test]
fn every_code_is_ended_on_its_line() {
    for view in all() {
        for colour in [ColourDepth::Sixteen, ColourDepth::TwoFiftySix, ColourDepth::True] {
            for line in terminal::board(&view, &TerminalOptions { colour, ..PLAIN }).lines() {
                let (codes, ends) = (line.matches('\x1b').count(), line.matches("\x1b[0m").count());
                assert_eq!(codes, 2 * ends, "{line:?}");
            }
        }
    }
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let large = boards::seven(100, 7, 30, true);
    for view in all().iter().chain([&large]) {
        for width in [40, 60, 80, 200] {
            for colour in [ColourDepth::None, ColourDepth::True] {
                let text = terminal::board(view, &TerminalOptions { colour, width, ..PLAIN });
                for line in without_codes(&text).lines() {
                    assert!(line.chars().count() <= width, "{width} columns are too few for {line:?}");
                }
            }
        }
    }
}

#[test]
fn every_cell_of_a_board_that_is_too_wide_is_shown() {
    let view = boards::seven(100, 7, 2, false);
    let text = terminal::board(&view, &TerminalOptions { width: 40, unicode: false, ..PLAIN });
    assert!(text.contains("Columns 1 to 40:") && text.contains("Columns 81 to 100:"));
    let board = text.split("\n\n").next().expect("a board");
    let cells: usize = board.lines().filter(|line| !line.starts_with("Columns")).map(str::len).sum();
    assert_eq!(cells, 100 * 100);
}

#[test]
fn a_width_of_zero_is_as_wide_as_the_board_needs() {
    let text = terminal::board(&boards::seven(100, 7, 2, false), &TerminalOptions { width: 0, ..PLAIN });
    assert!(text.lines().next().expect("a line").chars().count() >= 199);
}

#[test]
fn views_that_make_no_sense_are_still_drawn() {
    for view in all() {
        let mut no_parts = view.clone();
        no_parts.parts.clear();
        let mut odd = view.clone();
        odd.links.push([3, 1_000_000]);
        odd.lattice = Some([0, 0]);
        odd.total = 0;
        for view in [no_parts, odd] {
            for width in [0, 1, 80] {
                assert!(!terminal::board(&view, &TerminalOptions { width, ..PLAIN }).is_empty());
            }
        }
    }
}

#[test]
fn a_pass_is_offered_only_when_it_can_be_played() {
    let stuck = boards::othello(&["XO", "OX"], joute_games::Side::Second);
    assert!(terminal::board(&stuck, &PLAIN).ends_with("White to move.\nMoves: pass\n"));
    assert!(!terminal::board(&boards::othello_start(), &PLAIN).to_lowercase().contains("pass"));
}
