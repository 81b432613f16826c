//! `ahead-cost`: how often report 001's plan spreads a colour and counts a score.

use joute_draw::svg::chart::{self, Axis, Curve, Curves, Point, Scale};

use crate::estimate::exponent;
use crate::experiment::{Experiment, Findings, Line, Outcome};
use crate::foreseeing_cost::random_board;
use crate::lab::Lab;
use crate::naive::{Cost, moves_in_advance};

pub(crate) const AHEAD_COST: Experiment = Experiment {
    name: "ahead-cost",
    report: "001 4.4",
    stated: "with four colours and two moves ahead 3^3 spreads and 3^2 scores; O(M^(p+1) N), M being the colours less one",
    criterion: "the two counts are met; counts grow by no more than M for each move more, and with the power 1 of the cells \
                within 0.15",
    weight: 2,
    only_by_name: false,
    run,
};

fn run(lab: &Lab<'_>) -> Outcome {
    let most = lab.count(9, 7).max(5) as u32;
    let counts: Vec<Cost> = (1..=most).map(|moves| cost(lab, 10, moves)).collect();
    let two = counts[1];
    let ratio = counts[most as usize - 1].plays as f64 / counts[most as usize - 2].plays as f64;
    let sizes = [6, 10, 16, 25, 40];
    let by_cells: Vec<(f64, f64)> =
        sizes.iter().map(|&size| ((size * size) as f64, cost(lab, size, 3).actions() as f64)).collect();
    let power = exponent(&by_cells);
    let why = "the tree of two moves has 3 first and 9 second moves, each of which is spread once: 12. 27 is what the third \
               moves alone would take, one more than was asked for.";
    let spreads = format!("{} spreads", two.plays);
    let lines = vec![
        Line::claim("four colours, two moves: 27 spreads", spreads, two.plays == 27, why),
        Line::claim(
            "four colours, two moves: 9 scores",
            format!("{} scores", two.scores),
            two.scores == 9,
            "other count.",
        ),
        Line::claim(
            "at most x M = 3 for each move more",
            format!("x {ratio:.3} from {} moves to {most}", most - 1),
            ratio <= 3.01,
            "the count grows faster.",
        ),
        Line::claim(
            "linear in the cells N",
            format!("power {power:.2} of N"),
            (power - 1.0).abs() <= 0.15,
            "the count does not grow with the cells as stated.",
        ),
    ];
    Ok(Findings::of(lines).figure("ahead-cost", "Spreads of a plan by its length", picture(&counts)))
}

fn cost(lab: &Lab<'_>, size: usize, moves: u32) -> Cost {
    let mut cost = Cost::default();
    // The player's own colour is the one it would not choose again.
    moves_in_advance(&random_board(lab, size, 4, 0), 0, moves, &mut cost);
    cost
}

fn picture(counts: &[Cost]) -> String {
    let curve = |label: &str, value: &dyn Fn(usize) -> f64, stated: bool| Curve {
        label: label.to_owned(),
        points: (0..counts.len()).map(|index| Point::new((index + 1) as f64, value(index))).collect(),
        stated,
    };
    chart::curves(&Curves {
        title: "A plan with four colours".to_owned(),
        x: Axis { label: "moves in advance".to_owned(), scale: Scale::Linear },
        y: Axis { label: "calls".to_owned(), scale: Scale::Logarithmic },
        curves: vec![
            curve("spreads", &|index| counts[index].plays as f64, false),
            curve("scores", &|index| counts[index].scores as f64, false),
            curve("3^(p+1) spreads, as stated", &|index| 3_f64.powi(index as i32 + 2), true),
        ],
    })
}
