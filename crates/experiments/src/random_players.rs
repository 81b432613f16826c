//! `random-greedy` and `useful-greedy`: how often chance beats the greedy player.

use joute_draw::svg::chart::{self, Row, Shares};

use crate::duel::{self, Duel, Score};
use crate::estimate::Share;
use crate::experiment::{Experiment, Findings, Line, Outcome};
use crate::lab::Lab;

const CRITERION: &str = "the games greedy won there and here can be samples of one share (95 %, Newcombe); now and then 99 \
                         of 100 means that the 95 % interval reaches 99 %";

pub(crate) const RANDOM_GREEDY: Experiment = Experiment {
    name: "random-greedy",
    report: "000 5.3",
    stated: "30 x 30, symmetric boards: greedy wins all of 100 games against the random player",
    criterion: CRITERION,
    weight: 3,
    only_by_name: false,
    run: random_greedy,
};

pub(crate) const USEFUL_GREEDY: Experiment = Experiment {
    name: "useful-greedy",
    report: "000 5.3, 003 Q5.3",
    stated: "greedy wins all of 100 against the random player that takes useful colours only (003: now and then 99), \
             and all but one or two of 1000",
    criterion: CRITERION,
    weight: 6,
    only_by_name: false,
    run: useful_greedy,
};

fn random_greedy(lab: &Lab<'_>) -> Outcome {
    let games = lab.count(2000, 200);
    let duel = Duel::seven("greedy", "random");
    let score = duel::score(lab, duel, games)?;
    let line = claim("000: 100 of 100", Share::new(100.0, 100), score, "chance beats greedy more often than stated.");
    let line = line.repeated_by(duel.command(lab, games));
    Ok(Findings::of(vec![line]).figure(
        "random-greedy",
        "Greedy against random",
        picture("greedy over random", score, 1.0),
    ))
}

fn useful_greedy(lab: &Lab<'_>) -> Outcome {
    let games = lab.count(10_000, 1000);
    let duel = Duel::seven("greedy", "useful-random");
    let score = duel::score(lab, duel, games)?;
    let why = "the random player wins more often than stated.";
    let lines = vec![
        claim("000: 100 of 100", Share::new(100.0, 100), score, why),
        at_least_99(score),
        claim("003: all but one or two of 1000", Share::new(998.5, 1000), score, why)
            .repeated_by(duel.command(lab, games)),
    ];
    let picture = picture("greedy over useful-random", score, 0.9985);
    Ok(Findings::of(lines).figure("useful-greedy", "Greedy against useful-random", picture))
}

/// "Generally 100, now and then 99" is no sample: it says that at least 99 of 100 games are won.
fn at_least_99(score: Score) -> Line {
    let won = score.won();
    let measured = format!("{} of {} games, {}", score.wins, score.games(), won.text());
    let why = "greedy loses more often than that.";
    Line::claim("003: 100 of 100, now and then 99", measured, won.interval()[1] >= 0.99, why).within(won.interval())
}

fn claim(stated: &str, sample: Share, score: Score, why: &str) -> Line {
    let won = score.won();
    let measured = format!("{} of {} games, {}", score.wins, score.games(), won.text());
    Line::claim(stated, measured, won.is_consistent_with(sample), why).within(won.interval())
}

fn picture(label: &str, score: Score, stated: f64) -> String {
    let won = score.won();
    let row =
        Row { label: label.to_owned(), share: won.proportion().share, interval: won.interval(), stated: Some(stated) };
    chart::shares(&Shares { title: "Games greedy won".to_owned(), rows: vec![row], even: true })
}
