//! `spread-cost`: how often report 000's update walks over the board, and what report 003's propagation saves.

use joute_draw::svg::chart::{self, Axis, Curve, Curves, Point, Scale};

use crate::estimate::exponent;
use crate::experiment::{Experiment, ExperimentError, Findings, Line, Outcome};
use crate::foreseeing_cost::random_board;
use crate::lab::Lab;
use crate::naive::{Cost, Serpent, worst_scans};

pub(crate) const SPREAD_COST: Experiment = Experiment {
    name: "spread-cost",
    report: "000 2.2, 003 Q2.2-2.3",
    stated: "rescanning: at most 2n walks, so O(n^3) (000); 900 walks in theory and 199 in a realistic worst case on 30 x \
             30 (003); propagation visits each cell once",
    criterion: "a bound holds unless a board exceeds it; 199 is met within 5 % by a winding board; the exponent is at most 0.15 above what is stated; \
                propagation is called once for each cell",
    weight: 8,
    only_by_name: false,
    run,
};

fn run(lab: &Lab<'_>) -> Outcome {
    lab.plan(2);
    let sizes = [8, 12, 16, 22, 30, 42, 60];
    let scans: Vec<(Serpent, u64)> =
        Serpent::ALL.into_iter().map(|serpent| (serpent, serpent.scans(30).scans)).collect();
    let worst = scans.iter().map(|(_, scans)| *scans).max().unwrap_or(0);
    let winding = [Serpent::Rows, Serpent::Columns, Serpent::RowsFromBelow];
    let tests: Vec<(f64, f64)> =
        sizes.iter().map(|&size| (size as f64, Serpent::Rows.scans(size).tests as f64)).collect();
    let random = random_scans(lab)?;
    let tiny = if lab.count(1, 0) == 1 { 4 } else { 3 };
    let small = lab.map(tiny - 1, |number| Ok((number + 2, worst_scans(number as usize + 2))))?;
    let mut lines =
        vec![bound(worst), realistic(&scans, &winding), theory(worst, &small), power(exponent(&tests)), visits(lab)?];
    lines.extend(scans.iter().map(|(serpent, scans)| {
        Line::fact(
            format!("30 x 30, {}", serpent.name()),
            format!("{scans} walks, the last of which finds nothing"),
            "",
        )
    }));
    let text = format!("{:.1} walks a colour on average, {} at most", random.0, random.1);
    lines.push(Line::fact("30 x 30, random boards of seven colours, greedy alone", text, "what a game really costs"));
    Ok(Findings::of(lines).figure("spread-cost", "Cells looked at to take one colour", picture(&sizes)))
}

fn bound(worst: u64) -> Line {
    let why = "2n is the length of the longest way that does not wind; a colour that winds along the rows goes against the \
               walk for n cells on every fourth row, about n^2 / 4 walks.";
    Line::claim("000: at most 2n = 60 walks on 30 x 30", format!("{worst} walks on a winding board"), worst <= 60, why)
}

fn realistic(scans: &[(Serpent, u64)], winding: &[Serpent]) -> Line {
    let of: Vec<u64> = scans.iter().filter(|(serpent, _)| winding.contains(serpent)).map(|(_, scans)| *scans).collect();
    let is_met = of.iter().any(|&scans| (scans as f64 / 199.0 - 1.0).abs() <= 0.05);
    let texts: Vec<String> = of.iter().map(u64::to_string).collect();
    let why = "199 is the right order, seven lines of 28 or 29 cells against the walk, but every winding that fills the \
               board needs some more.";
    let measured = format!("{} walks on the three winding boards", texts.join(", "));
    Line::claim("003: 199 walks in a realistic worst case", measured, is_met, why)
}

fn theory(worst: u64, small: &[(u64, u64)]) -> Line {
    let tiny: Vec<String> = small.iter().map(|(size, scans)| format!("{size} x {size}: {scans}")).collect();
    let measured = format!("never more than {worst} here; the worst of all boards {}", tiny.join(", "));
    let holds = worst <= 900 && small.iter().all(|(size, scans)| *scans <= size * size);
    Line::claim("003: 900 walks in theory", measured, holds, "a board exceeds it.")
}

fn power(measured: f64) -> Line {
    let why = "the walks are not 2n but about n^2 / 4 on a winding board, and each looks at n^2 cells.";
    let holds = measured <= 3.15;
    Line::claim("000: O(n^3) cells looked at", format!("power {measured:.2} of n on winding boards"), holds, why)
}

/// The mean and the most walks of a colour, over the turns of a greedy player that is alone on random boards.
fn random_scans(lab: &Lab<'_>) -> Result<(f64, u64), ExperimentError> {
    let games = lab.map(lab.count(50, 10), |number| {
        let mut board = random_board(lab, 30, 7, number);
        let mut scans = Vec::new();
        while 2 * board.tally() <= 900 {
            let colour = crate::naive::greedy(&mut board, &mut Cost::default());
            let mut cost = Cost::default();
            board.rescan(colour, &mut cost);
            scans.push(cost.scans);
        }
        Ok(scans)
    })?;
    let scans: Vec<u64> = games.into_iter().flatten().collect();
    let mean = scans.iter().sum::<u64>() as f64 / scans.len().max(1) as f64;
    Ok((mean, scans.iter().copied().max().unwrap_or(0)))
}

/// How often the propagation is called on one cell at most, on winding boards.
fn visits(_lab: &Lab<'_>) -> Result<Line, ExperimentError> {
    let mut most = 0;
    for serpent in Serpent::ALL {
        let mut board = serpent.board(30);
        let mut visits = vec![0_u32; board.cells.len()];
        board.propagate(0, &mut Cost::default(), |cell| visits[cell] += 1);
        most = most.max(visits.into_iter().max().unwrap_or(0));
    }
    let measured = format!("{most} call for each cell on every board");
    Ok(Line::claim("003: propagation visits each cell once", measured, most == 1, "a cell is visited again."))
}

fn picture(sizes: &[usize]) -> String {
    let of = |label: &str, cost: &dyn Fn(usize) -> f64, stated: bool| Curve {
        label: label.to_owned(),
        points: sizes.iter().map(|&size| Point::new(size as f64, cost(size))).collect(),
        stated,
    };
    let propagated = |size: usize| {
        let (mut board, mut cost) = (Serpent::Rows.board(size), Cost::default());
        board.propagate(0, &mut cost, |_| {});
        (cost.tests + cost.steps) as f64
    };
    chart::curves(&Curves {
        title: "Work to take one winding colour".to_owned(),
        x: Axis { label: "n, the side of the board".to_owned(), scale: Scale::Logarithmic },
        y: Axis { label: "cells looked at".to_owned(), scale: Scale::Logarithmic },
        curves: vec![
            of("rescanning, winding board", &|size| Serpent::Rows.scans(size).tests as f64, false),
            of("rescanning, one colour", &|size| Serpent::Plain.scans(size).tests as f64, false),
            of("propagation, winding board", &propagated, false),
            of("2n walks, as 000 states", &|size| (2 * size * size * size) as f64, true),
        ],
    })
}
