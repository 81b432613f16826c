//! Searches on trees whose values are known from the page.

use crate::support::tree::Tree;
use crate::support::{Met, to_depth};
use joute_search::{AlphaBeta, AlphaBetaOptions, Margin, Minimax, Strategy, Tally};

/// Trees with First's value and the line of best play, first moves first among equals.
const TREES: &[(&str, i32, &[u16])] = &[
    // The example every textbook has.
    ("((3 12 8) (2 4 6) (14 5 2))", 3, &[0, 0]),
    ("((3 17) (2 12))", 3, &[0, 0]),
    ("(((3 17) (2 12)) ((15) (25 0)) ((2 5) (3 14)))", 15, &[1, 0, 0]),
    ("(-5 (4 !(7 -9)) -6)", -5, &[0]),
    // The same side moves twice: Second takes the minimum of a minimum, First the maximum of a maximum.
    ("(!(1 9) (5 6))", 9, &[0, 1]),
    ("((8 !(3 4)) (2 9))", 3, &[0, 1, 0]),
    // A line that ends early beside a long one.
    ("(1 ((2 (0 9)) 7))", 2, &[1, 0, 0]),
];

#[test]
fn minimax_finds_the_value() {
    for (text, value, line) in TREES {
        let met = Met::at(Tree::new(text));
        let found = Minimax::new(9).value(&met.game, &met.thinking(Default::default())).unwrap();
        assert_eq!((found.score, found.mv.unwrap().0), (*value, line[0]), "{text}");
    }
}

#[test]
fn alphabeta_finds_the_value_and_the_line() {
    for (text, value, line) in TREES {
        for hash in [0, 1 << 16] {
            let met = Met::at(Tree::new(text));
            let mut search = AlphaBeta::new(Margin, AlphaBetaOptions { hash, ..Default::default() });
            let report = search.choose(&met.game, &met.thinking(to_depth(9))).report.unwrap();
            assert_eq!(report.score, f64::from(*value), "{text}");
            let found: Vec<u16> = report.pv.iter().map(|mv| mv.0).collect();
            assert_eq!(found, *line, "{text}");
        }
    }
}

#[test]
fn analysis_values_every_move_and_tells_as_it_goes() {
    let met = Met::at(Tree::new("((3 12 8) (2 4 6) (14 5 2))"));
    let mut search = AlphaBeta::new(Tally, AlphaBetaOptions::default());
    let mut told = Vec::new();
    let analysis = search.analyse(&met.game, &met.thinking(to_depth(9)), &mut |analysis| told.push(analysis.clone()));
    let values: Vec<(u16, f64)> = analysis.lines.iter().map(|line| (line.mv().0, line.score)).collect();
    assert_eq!(values, [(0, 3.0), (1, 2.0), (2, 2.0)]);
    assert_eq!(analysis.lines[2].pv.iter().map(|mv| mv.0).collect::<Vec<_>>(), [2, 2]);
    assert!(analysis.is_complete);
    assert_eq!(told.len(), 6, "three moves at depth 1 and again at depth 2, where all is known");
}
