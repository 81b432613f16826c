//! `foreseeing-cost`: what report 003's players cost, counted while its own algorithms work.

use joute_draw::svg::chart::{self, Axis, Curve, Curves, Point, Scale};

use crate::estimate::exponent;
use crate::experiment::{Experiment, Findings, Line, Outcome};
use crate::lab::Lab;
use crate::naive::{self, Board, Cost, MINE};

pub(crate) const FORESEEING_COST: Experiment = Experiment {
    name: "foreseeing-cost",
    report: "003 Q5.1, Q6.2",
    stated: "greedy costs O(mn), 3884 actions on 30 x 30; foreseeing O(m^2 n); the oracle O(7^p)",
    criterion: "the number of actions is met within 10 %; no exponent is more than 0.15 above what is stated, O being an upper \
                bound; plays grow by 7 within 5 % from one p to the next",
    weight: 6,
    only_by_name: false,
    run,
};

type Chooser = fn(&mut Board, &mut Cost) -> u8;

fn run(lab: &Lab<'_>) -> Outcome {
    lab.plan(4);
    let boards = lab.count(8, 2);
    let sizes: &[usize] = if boards > 4 { &[8, 12, 18, 27, 40, 60] } else { &[8, 16, 30] };
    let colours: &[u8] = &[3, 5, 7, 10, 14, 20];
    let mean = |chooser: Chooser, size: usize, colours: u8| {
        let costs = lab.map(boards, |number| Ok(cost_of_choice(lab, chooser, size, colours, number)))?;
        Ok::<f64, crate::ExperimentError>(costs.iter().sum::<f64>() / costs.len() as f64)
    };
    let mut by_size = [Vec::new(), Vec::new()];
    let mut by_colours = [Vec::new(), Vec::new()];
    for (number, chooser) in [naive::greedy as Chooser, naive::foreseeing].into_iter().enumerate() {
        for &size in sizes {
            by_size[number].push(((size * size) as f64, mean(chooser, size, 7)?));
        }
        for &colours in colours {
            by_colours[number].push((f64::from(colours), mean(chooser, 15, colours)?));
        }
    }
    let actions = mean(naive::greedy, 30, 7)?;
    let plays = oracle_plays(lab, if boards > 4 { 6 } else { 4 });
    let mut lines = vec![greedy_actions(actions)];
    for (number, (name, power)) in [("greedy", 1.0), ("foreseeing", 2.0)].into_iter().enumerate() {
        lines.push(growth(name, "n, the cells", 1.0, exponent(&by_size[number])));
        lines.push(growth(name, "m, the colours", power, exponent(&by_colours[number])));
    }
    lines.push(oracle_line(&plays));
    Ok(Findings::of(lines)
        .figure("foreseeing-cost", "Actions of a choice as the board grows", costs_picture(&by_size))
        .figure("oracle-cost", "Plays of one choice of the oracle", oracle_picture(&plays)))
}

/// The mean number of actions of the first ten choices of a player that plays alone on a random board.
fn cost_of_choice(lab: &Lab<'_>, chooser: Chooser, size: usize, colours: u8, number: u64) -> f64 {
    let mut board = random_board(lab, size, colours, number);
    let mut cost = Cost::default();
    let turns = 10;
    for _ in 0..turns {
        let colour = chooser(&mut board, &mut cost);
        board.propagate(colour, &mut Cost::default(), |_| {});
    }
    cost.actions() as f64 / f64::from(turns)
}

pub(crate) fn random_board(lab: &Lab<'_>, size: usize, colours: u8, number: u64) -> Board {
    let mut generator = lab.seed_for("naive").child(size as u64).child(u64::from(colours)).child(number).generator();
    let mut cells: Vec<u8> = (0..size * size).map(|_| generator.below(u64::from(colours)) as u8).collect();
    cells[size - 1] = MINE;
    Board { size, colours, cells }
}

fn oracle_plays(lab: &Lab<'_>, most: u32) -> Vec<u64> {
    let mut board = random_board(lab, 6, 7, 0);
    let plays = |moves: u32| {
        let mut cost = Cost::default();
        naive::oracle(&mut board, moves, &mut cost);
        cost.plays
    };
    (1..=most).map(plays).collect()
}

fn greedy_actions(actions: f64) -> Line {
    let holds = (actions / 3884.0 - 1.0).abs() < 0.1;
    let why = "the report's sum, 8 x 90 + 7 x 90 x 5 + 14 = 3884, has 90 where the board has 900 cells; with 900 it is \
               38 714, and that takes every colour for one that floods the whole board, while it leaves out the walk over \
               the board for each colour.";
    Line::claim("greedy: 3884 actions on 30 x 30", format!("{actions:.0} actions a choice on average"), holds, why)
}

fn growth(name: &str, of: &str, stated: f64, measured: f64) -> Line {
    let why = "the count grows faster.";
    let holds = measured <= stated + 0.15;
    Line::claim(format!("{name}: power {stated} of {of}"), format!("power {measured:.2} of {of}"), holds, why)
}

fn oracle_line(plays: &[u64]) -> Line {
    let (last, before) = (plays[plays.len() - 1], plays[plays.len() - 2]);
    let ratio = last as f64 / before as f64;
    let why = "after each first colour the oracle asks the oracles of every shorter horizon again, so that p moves take \
               8^p - 1 plays, not 7^p.";
    let measured = format!("x {ratio:.2} a move: {last} plays for p = {}", plays.len());
    Line::claim("oracle: x 7 for each move more", measured, (ratio / 7.0 - 1.0).abs() < 0.05, why)
}

fn costs_picture(by_size: &[Vec<(f64, f64)>; 2]) -> String {
    let curve = |label: &str, points: &[(f64, f64)]| Curve {
        label: label.to_owned(),
        points: points.iter().map(|(x, y)| Point::new(*x, *y)).collect(),
        stated: false,
    };
    let mut curves = vec![curve("greedy", &by_size[0]), curve("foreseeing", &by_size[1])];
    curves.push(Curve { stated: true, ..curve("greedy as stated", &[(900.0, 3884.0), (901.0, 3884.0)]) });
    chart::curves(&Curves {
        title: "Actions of one choice, seven colours".to_owned(),
        x: Axis { label: "cells of the board".to_owned(), scale: Scale::Logarithmic },
        y: Axis { label: "actions".to_owned(), scale: Scale::Logarithmic },
        curves,
    })
}

fn oracle_picture(plays: &[u64]) -> String {
    let points = |value: &dyn Fn(usize) -> f64| {
        (0..plays.len()).map(|index| Point::new((index + 1) as f64, value(index))).collect::<Vec<Point>>()
    };
    let measured = Curve { label: "plays".to_owned(), points: points(&|index| plays[index] as f64), stated: false };
    let stated = Curve {
        label: "7^p as stated".to_owned(),
        points: points(&|index| 7_f64.powi(index as i32 + 1)),
        stated: true,
    };
    chart::curves(&Curves {
        title: "Plays of one choice of the oracle".to_owned(),
        x: Axis { label: "p, own moves ahead".to_owned(), scale: Scale::Linear },
        y: Axis { label: "plays".to_owned(), scale: Scale::Logarithmic },
        curves: vec![measured, stated],
    })
}
