//! `first-move`: what moving first is worth with one colour, two, three, up to seven.

use joute_draw::svg::chart::{self, Axis, Curve, Curves, Point, Scale};

use crate::duel::Duel;
use crate::estimate::Share;
use crate::experiment::{Experiment, Findings, Line, Outcome};
use crate::lab::Lab;

pub(crate) const FIRST_MOVE: Experiment = Experiment {
    name: "first-move",
    report: "000 5.2",
    stated: "to begin is an advantage, as imagining the game with one or two colours shows, or matches of a strategy \
             against itself",
    criterion: "for each number of colours the whole 95 % interval of the first mover's share of points lies above 50 %",
    weight: 8,
    only_by_name: false,
    run,
};

const COLOURS: u8 = 7;

fn run(lab: &Lab<'_>) -> Outcome {
    let games = lab.count(1000, 200);
    let players = ["greedy", "useful-random"];
    lab.plan(players.len() * usize::from(COLOURS));
    let (mut lines, mut curves) = (Vec::new(), Vec::new());
    for player in players {
        let mut points = Vec::new();
        for colours in 1..=COLOURS {
            let setup = format!("colours={colours}");
            let duel = Duel { setup: &setup, ..Duel::seven(player, player) };
            let results = duel.look_at_mirror(lab, games, |played| played.first_won())?;
            let won = results.iter().map(|first| first.map_or(0.5, |first| f64::from(u8::from(first))));
            let share = Share::new(won.sum(), results.len() as u64);
            let plural = if colours == 1 { "colour" } else { "colours" };
            let measured = format!("{player}, {colours} {plural}: {} of the points", share.text());
            let why =
                "with players that draw their moves the one move is worth too little to be seen in so many games.";
            let asked = format!("{player}, {colours} {plural}: to begin is an advantage");
            let line = Line::claim(asked, measured, share.interval()[0] > 0.5, why);
            lines.push(line.within(share.interval()).repeated_by(duel.command(lab, games)));
            let [low, high] = share.interval();
            points.push(Point { x: f64::from(colours), y: share.proportion().share, band: Some([low, high]) });
        }
        curves.push(Curve { label: format!("{player} against itself"), points, stated: false });
    }
    let picture = chart::curves(&Curves {
        title: "What the first move is worth".to_owned(),
        x: Axis { label: "colours".to_owned(), scale: Scale::Linear },
        y: Axis { label: "first mover's share of the points".to_owned(), scale: Scale::Linear },
        curves,
    });
    Ok(Findings::of(lines).figure("first-move", "The first mover's share by number of colours", picture))
}
