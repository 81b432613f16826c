//! `wasted-turns`: how many turns of the plain random player gain nothing.

use joute_draw::svg::chart::{self, Axis, Curve, Curves, Point, Scale};

use crate::duel::{Duel, Played};
use crate::estimate::{Mean, Share};
use crate::experiment::{Experiment, Findings, Line, Outcome};
use crate::lab::Lab;

pub(crate) const WASTED_TURNS: Experiment = Experiment {
    name: "wasted-turns",
    report: "003 Q4.1",
    stated: "the plain random player very probably plays nothing on a turn",
    criterion: "more than half of the random player's turns gain nothing; the interval is over games, since turns of \
                one game are not independent",
    weight: 3,
    only_by_name: false,
    run,
};

/// Turns of each player that the picture shows.
const SHOWN: usize = 80;

fn run(lab: &Lab<'_>) -> Outcome {
    let games = lab.count(2000, 200);
    lab.plan(2);
    let opponents = ["random", "greedy"];
    let (mut lines, mut curves) = (Vec::new(), Vec::new());
    for opponent in opponents {
        let duel = Duel::seven("random", opponent);
        let wasted = duel.look_at(lab, games, |played| wasted(&played))?;
        let shares: Vec<f64> = wasted.iter().map(|turns| 100.0 * share(turns)).collect();
        let mean = Mean::of(&shares);
        let asked = format!("most turns are wasted (random against {opponent})");
        let why = "on most turns some of the seven colours lies on the border of a zone that has grown a little, so that \
                   a random colour gains something more often than not.";
        let measured = format!("{} % of the turns gain nothing", mean.text());
        let interval = mean.interval().map(|end| end / 100.0);
        lines.push(
            Line::claim(asked, measured, interval[0] > 0.5, why).within(interval).repeated_by(duel.command(lab, games)),
        );
        curves.push(curve(opponent, &wasted));
    }
    let picture = chart::curves(&Curves {
        title: "Turns of the random player that gain nothing".to_owned(),
        x: Axis { label: "turn of the random player".to_owned(), scale: Scale::Linear },
        y: Axis { label: "share of the games that last so long".to_owned(), scale: Scale::Linear },
        curves,
    });
    Ok(Findings::of(lines).figure("wasted-turns", "Wasted turns of the random player over the game", picture))
}

/// For each turn of the first player whether it gained nothing.
fn wasted(played: &Played) -> Vec<bool> {
    let side = played.seat_of(0);
    let positions: Vec<_> = played.positions().collect();
    let turns = positions.windows(2).filter(|pair| pair[0].turn() == side);
    turns.map(|pair| pair[0].tallies()[side] == pair[1].tallies()[side]).collect()
}

fn share(turns: &[bool]) -> f64 {
    Share::of(turns, |wasted| *wasted).proportion().share
}

fn curve(opponent: &str, games: &[Vec<bool>]) -> Curve {
    let points = (0..SHOWN).filter_map(|turn| {
        let there: Vec<bool> = games.iter().filter_map(|turns| turns.get(turn).copied()).collect();
        let wasted = Share::of(&there, |wasted| *wasted);
        (there.len() * 4 >= games.len()).then(|| Point {
            x: (turn + 1) as f64,
            y: wasted.proportion().share,
            band: Some(wasted.interval()),
        })
    });
    Curve { label: format!("against {opponent}"), points: points.collect(), stated: false }
}
