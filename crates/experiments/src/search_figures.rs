//! Figures of our own searches that stand beside the reports' games: exact solutions of Flood, and games at 100 ms.

use std::time::{Duration, Instant};

use joute_draw::svg::chart::{self, Row, Shares};
use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::{Game, GameSetup, NoFiles};
use joute_search::{FloodSolver, Limits, Thinking};

use crate::duel::{self, Duel};
use crate::estimate::{Share, quantile};
use crate::experiment::{Experiment, ExperimentError, Findings, Line, Outcome};
use crate::lab::{Effort, Lab};

pub(crate) const FLOOD_SOLVED: Experiment = Experiment {
    name: "flood-solved",
    report: "our own",
    stated: "boards of 8 x 7 with six colours can be solved exactly, each in a moment",
    criterion: "every board is solved",
    weight: 8,
    only_by_name: false,
    run: |lab| SMALL.solve(lab, lab.count(200, 40)),
};

pub(crate) const FLOOD_SOLVED_10: Experiment = Experiment {
    name: "flood-solved-10",
    report: "our own",
    stated: "boards of 10 x 10 with eight colours can be solved exactly within 60 s each",
    criterion: "every board is solved",
    weight: 600,
    only_by_name: true,
    run: |lab| LARGE.solve(lab, lab.count(20, 2)),
};

pub(crate) const ALPHABETA_STRENGTH: Experiment = Experiment {
    name: "alphabeta-strength",
    report: "our own",
    stated: "at 100 ms a move on 30 x 30 alphabeta wins at least 95 of 100 games against greedy, and at least 75 against mix \
             and against foreseeing",
    criterion: "at least so many games are won",
    weight: 900,
    only_by_name: true,
    run: strength,
};

/// Boards to be solved.
struct Boards {
    /// The name of the experiment, and of its picture.
    name: &'static str,
    setup: &'static str,
    /// What a solver may remember, in bytes.
    memory: usize,
    /// How long a board may take in a full run.
    limit: Duration,
}

const SMALL: Boards = Boards {
    name: "flood-solved",
    setup: "width=8,height=7,colours=6",
    memory: 8 << 20,
    limit: Duration::from_secs(60),
};

const LARGE: Boards =
    Boards { name: "flood-solved-10", setup: "width=10,colours=8", memory: 512 << 20, limit: Duration::from_secs(60) };

/// What came of a board: the margin for the first to move if it was found, and the seconds it took.
type Solution = (Option<i32>, f64);

impl Boards {
    fn solve(&self, lab: &Lab<'_>, boards: u64) -> Outcome {
        let limit = match lab.effort {
            Effort::Full => self.limit,
            Effort::Quick => self.limit.min(Duration::from_secs(10)),
            Effort::Tiny => Duration::from_secs(1),
        };
        let setup = <Flood as Game>::Setup::parse(self.setup, &NoFiles)?;
        let solutions = lab.map(boards, |number| {
            let seed = lab.seed_for("solved").child(number).0;
            self.solution(lab, &Flood::start(&setup.clone().with_seed(seed))?, limit)
        })?;
        let margins: Vec<i32> = solutions.iter().filter_map(|(margin, _)| *margin).collect();
        let solved = Share::new(margins.len() as f64, boards);
        let mut lines = vec![
            Line::claim(
                format!("{setup}: every board within {} s", limit.as_secs()),
                format!("{} of {boards} boards solved", margins.len()),
                margins.len() as u64 == boards,
                "some boards take longer.",
            )
            .within(solved.interval()),
            Line::fact("time for a board", times(&solutions), "this machine's, boards that were given up included"),
        ];
        let results = results(&margins);
        lines.extend(
            results.iter().map(|(who, share)| {
                Line::fact(format!("perfect play: {who}"), share.text(), "").within(share.interval())
            }),
        );
        let mean = margins.iter().map(|margin| f64::from(*margin)).sum::<f64>() / margins.len().max(1) as f64;
        lines.push(Line::fact("perfect play: the first mover's margin", format!("{mean:+.1} cells on average"), ""));
        let row = |(label, share): (&str, Share)| Row {
            label: label.to_owned(),
            share: share.proportion().share,
            interval: share.interval(),
            stated: None,
        };
        let title = format!("Perfect play on {} boards", margins.len());
        let picture = chart::shares(&Shares { title, rows: results.map(row).to_vec(), even: true });
        Ok(Findings::of(lines).figure(self.name, "Who wins with perfect play", picture))
    }

    fn solution(&self, lab: &Lab<'_>, game: &Flood, limit: Duration) -> Result<Solution, ExperimentError> {
        let limits = Limits { time: Some(limit), ..Limits::default() };
        let thinking = Thinking { seed: Seed(0), limits, history: &[], stop: lab.stop };
        let clock = Instant::now();
        let solved = FloodSolver::with_memory(self.memory).solve(game, &thinking);
        if lab.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(ExperimentError::Stopped);
        }
        Ok((solved.map(|solved| solved.margin), clock.elapsed().as_secs_f64()))
    }
}

fn times(solutions: &[Solution]) -> String {
    let mut times: Vec<f64> = solutions.iter().map(|(_, seconds)| *seconds).collect();
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    let (median, worst) = (quantile(&times, 0.5), quantile(&times, 1.0));
    format!("{mean:.4} s on average, median {median:.4} s, worst {worst:.3} s")
}

fn results(margins: &[i32]) -> [(&'static str, Share); 3] {
    [("the first to move wins", 1), ("the second wins", -1), ("drawn", 0)]
        .map(|(who, sign)| (who, Share::of(margins, |margin| margin.signum() == sign)))
}

fn strength(lab: &Lab<'_>) -> Outcome {
    let games = lab.count(100, 10);
    let opponents = [("greedy", 0.95), ("mix", 0.75), ("foreseeing", 0.75)];
    lab.plan(opponents.len());
    let player = match lab.effort {
        Effort::Tiny => "alphabeta:nodes=200",
        _ => "alphabeta:time=100ms",
    };
    let (mut lines, mut rows) = (Vec::new(), Vec::new());
    for (opponent, least) in opponents {
        let duel = Duel { move_time: "-", ..Duel::seven(player, opponent) };
        let score = duel::score(lab, duel, games)?;
        let won = score.won();
        let stated = format!("at least {:.0} of 100 against {opponent}", 100.0 * least);
        let measured = format!("{} of {games}, {}", score.wins, won.text());
        let holds = won.proportion().share >= least;
        let line = Line::claim(stated, measured, holds, "a busy machine, or too weak a search.");
        lines.push(line.within(won.interval()).repeated_by(duel.command(lab, games)));
        rows.push(Row {
            label: format!("{player} over {opponent}"),
            share: won.proportion().share,
            interval: won.interval(),
            stated: Some(least),
        });
    }
    let picture = chart::shares(&Shares { title: "Games won at 100 ms a move".to_owned(), rows, even: true });
    Ok(Findings::of(lines).figure("alphabeta-strength", "alphabeta at 100 ms a move", picture))
}
