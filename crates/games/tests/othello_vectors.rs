//! Published figures and positions of Othello.

use joute_games::othello::{Kernel, Othello, OthelloBoard, OthelloSetup};
use joute_games::{Game, Side, perft};
use joute_testkit::vectors;

fn start() -> Othello {
    Othello::start(&OthelloSetup::default()).expect("the default setup is 8 x 8")
}

/// Depth and column A, where a pass is a ply and a finished game counts as a leaf.
fn published() -> Vec<(u32, u64)> {
    let text = vectors::read("othello.perft.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let mut columns = line.split_whitespace();
            let depth = columns.next().and_then(|depth| depth.parse().ok());
            let count = columns.next().and_then(|count| count.parse().ok());
            (depth.expect("a depth"), count.expect("a count"))
        })
        .collect()
}

#[test]
fn othello_perft_vectors() {
    let deepest = if cfg!(debug_assertions) { 9 } else { 12 };
    let figures = published();
    assert!(figures.len() >= 12);
    for (depth, expected) in figures.into_iter().filter(|(depth, _)| *depth <= deepest) {
        let counts = start().perft(depth);
        assert_eq!(counts.leaves + counts.ended, expected, "depth {depth}");
    }
}

#[test]
fn othello_perft_vectors_by_every_kernel() {
    let deepest = if cfg!(debug_assertions) { 8 } else { 11 };
    for kernel in Kernel::available() {
        for (depth, expected) in published().into_iter().filter(|(depth, _)| *depth <= deepest) {
            let counts = start().perft_by(kernel, depth);
            assert_eq!(counts.leaves + counts.ended, expected, "{kernel:?}, depth {depth}");
        }
    }
}

/// The generic walk and the board of any size find the same, lines that ended told apart.
#[test]
fn othello_perft_vectors_by_the_plain_board() {
    let plain = OthelloBoard::<8>::start(&OthelloSetup::default()).unwrap();
    for (depth, expected) in published().into_iter().filter(|(depth, _)| *depth <= 7) {
        let counts = plain.perft(depth);
        assert_eq!(counts.leaves + counts.ended, expected, "depth {depth}");
        assert_eq!(counts, perft::count(&mut start(), depth), "depth {depth}");
    }
}

/// Published beside the figures: the same without finished games. A game that finished with the last ply but one is
/// still counted there, so the difference is what had ended one depth earlier.
#[test]
fn othello_perft_vectors_of_finished_games() {
    assert_eq!(start().perft(9).ended, 0);
    assert_eq!(start().perft(10).ended, 212_258_800 - 212_258_572);
    if !cfg!(debug_assertions) {
        assert_eq!(start().perft(11).ended, 1_939_886_636 - 1_939_886_052);
        assert_eq!(start().perft(12).ended, 18_429_641_748 - 18_429_634_780);
    }
}

#[test]
fn othello_ffo_vectors_read_and_write() {
    let text = vectors::read("othello.ffo-40-59.obf");
    let mut read = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('%')) {
        let mut fields = line.split(';').map(str::trim);
        let position = fields.next().expect("split gives at least one part");
        let game = Othello::parse(&OthelloSetup::default(), position).unwrap();
        assert_eq!(game.to_string(), position);
        assert!(!game.is_over());
        assert_eq!(game.turn(), if position.ends_with('X') { Side::First } else { Side::Second });
        for field in fields.filter(|field| !field.is_empty()) {
            let (mv, _score) = field.split_once(':').expect("a move and its score");
            assert!(game.is_legal(mv.parse().unwrap()), "{mv} in {position}");
        }
        read += 1;
    }
    assert_eq!(read, 20);
}
