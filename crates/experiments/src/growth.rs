//! `hegemony-growth`: the territory of hegemony and of greedy over the turns of the games between them.

use joute_draw::svg::chart::{self, Axis, Curve, Curves, Point, Scale};

use crate::duel::{Duel, Played};
use crate::estimate::{Mean, quantile};
use crate::experiment::{Experiment, ExperimentError, Findings, Line, Outcome};
use crate::lab::Lab;

pub(crate) const HEGEMONY_GROWTH: Experiment = Experiment {
    name: "hegemony-growth",
    report: "003 Q6.1",
    stated: "hegemony grows its territory very fast at first, then runs out of breath",
    criterion: "fast at first: over some number of first turns hegemony has more cells than greedy on average (95 %); \
                out of breath: hegemony's gain a turn falls below half of its own best while greedy's does not",
    weight: 6,
    only_by_name: false,
    run,
};

/// Own turns of each player that are looked at.
const TURNS: usize = 30;

/// The cells of both players of a duel after each of their own turns; a game that is over stays as it is.
type Growth = [Vec<f64>; 2];

fn run(lab: &Lab<'_>) -> Outcome {
    let games = lab.count(1000, 100);
    let readings = ["hegemony:contested", "hegemony:useful", "hegemony:contacts"];
    lab.plan(readings.len());
    let mut findings = Findings::default();
    for player in readings {
        let duel = Duel::seven(player, "greedy");
        let growths = duel.look_at(lab, games, |played| growth(&played))?;
        findings.lines.extend(lines(player, &growths)?.map(|line| line.repeated_by(duel.command(lab, games))));
        let name = format!("hegemony-growth-{}", player.replace(':', "-"));
        findings = findings.figure(&name, &format!("Territory of {player} and of greedy"), picture(player, &growths));
    }
    Ok(findings)
}

fn growth(played: &Played) -> Growth {
    let mut growth = [Vec::with_capacity(TURNS), Vec::with_capacity(TURNS)];
    let mut before = played.start.clone();
    for position in played.positions().skip(1) {
        let player = (0..2).find(|player| played.seat_of(*player) == before.turn()).unwrap_or(0);
        growth[player].push(f64::from(position.tallies()[before.turn()]));
        before = position;
    }
    for (player, cells) in growth.iter_mut().enumerate() {
        cells.resize(TURNS, f64::from(played.tally_of(player)));
    }
    growth
}

fn lines(player: &str, growths: &[Growth]) -> Result<[Line; 2], ExperimentError> {
    let lead = |turn: usize| Mean::of(&growths.iter().map(|of| of[0][turn] - of[1][turn]).collect::<Vec<f64>>());
    let ahead: Vec<usize> = (0..TURNS).filter(|&turn| lead(turn).interval()[0] > 0.0).map(|turn| turn + 1).collect();
    let best = (0..TURNS).max_by(|&a, &b| lead(a).mean.total_cmp(&lead(b).mean)).unwrap_or(0);
    let measured = match ahead.as_slice() {
        [] => format!("never ahead of greedy; nearest after turn {}: {} cells", best + 1, lead(best).text()),
        [first, .., last] => format!("ahead after turns {first} to {last}, at best by {} cells", lead(best).text()),
        [only] => format!("ahead after turn {only} by {} cells", lead(best).text()),
    };
    let why = "greedy is ahead from the first turns on: most cells now is what greedy takes, and no longer border makes up \
               for it.";
    let fast = Line::claim(format!("{player} grows fast at first"), measured, !ahead.is_empty(), why);
    let [hegemony, greedy] = [0, 1].map(|player| breath(growths, player));
    let text = |(best, late): (f64, f64)| format!("{late:.1} cells a turn late in the game after {best:.1} at best");
    let holds = hegemony.1 < hegemony.0 / 2.0 && greedy.1 >= greedy.0 / 2.0;
    let tired = Line::claim(
        format!("{player} runs out of breath"),
        format!("{player} {}, greedy {}", text(hegemony), text(greedy)),
        holds,
        "its growth does not slow down as stated.",
    );
    Ok([fast, tired])
}

/// The best mean gain over five turns, and the mean gain over the last five before a quarter of the games was over.
fn breath(growths: &[Growth], player: usize) -> (f64, f64) {
    let mean = |turn: usize| growths.iter().map(|of| of[player][turn]).sum::<f64>() / growths.len().max(1) as f64;
    let is_played = |turn: usize| {
        let going = growths.iter().filter(|of| of[1][turn] > of[1][turn - 1] || of[0][turn] > of[0][turn - 1]).count();
        4 * going >= 3 * growths.len()
    };
    let end = (1..TURNS).take_while(|&turn| is_played(turn)).last().unwrap_or(5).max(5);
    let gain = |turn: usize| (mean(turn) - mean(turn - 5)) / 5.0;
    let best = (5..=end).map(gain).fold(f64::NEG_INFINITY, f64::max);
    (best, gain(end))
}

fn picture(player: &str, growths: &[Growth]) -> String {
    let curve = |number: usize, label: &str| Curve {
        label: label.to_owned(),
        points: (0..TURNS)
            .map(|turn| {
                let mut cells: Vec<f64> = growths.iter().map(|of| of[number][turn]).collect();
                cells.sort_by(f64::total_cmp);
                let mean = cells.iter().sum::<f64>() / cells.len().max(1) as f64;
                Point { x: (turn + 1) as f64, y: mean, band: Some([quantile(&cells, 0.1), quantile(&cells, 0.9)]) }
            })
            .collect(),
        stated: false,
    };
    chart::curves(&Curves {
        title: format!("Territory: {player} against greedy"),
        x: Axis { label: "own turn".to_owned(), scale: Scale::Linear },
        y: Axis { label: "cells: mean, and where eight games in ten lie".to_owned(), scale: Scale::Linear },
        curves: vec![curve(0, player), curve(1, "greedy")],
    })
}
