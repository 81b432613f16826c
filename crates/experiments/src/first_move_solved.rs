//! `first-move-solved`: what moving first is worth with perfect play, by the size of the board.

use joute_draw::svg::chart::{self, Axis, Curve, Curves, Point, Scale};
use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{Game, GameSetup, NoFiles};
use joute_search::{FloodSolver, Limits, SevenColoursSolver, Thinking};

use crate::estimate::Share;
use crate::experiment::{Experiment, ExperimentError, Findings, Line, Outcome};
use crate::lab::{Effort, Lab};

pub(crate) const FIRST_MOVE_SOLVED: Experiment = Experiment {
    name: "first-move-solved",
    report: "our own",
    stated: "with perfect play to begin is an advantage on boards of every size that can be solved",
    criterion: "for each size the whole 95 % interval of the first mover's share of points lies above 50 %",
    weight: 60,
    only_by_name: true,
    run,
};

/// Bytes that a solver may remember positions in.
const MEMORY: usize = 64 << 20;

/// Boards of one kind.
struct Kind {
    label: &'static str,
    /// A setup without its size.
    setup: &'static str,
    /// The size goes here.
    size: &'static str,
    /// The largest boards of a full run, and of a quick one.
    largest: [u32; 2],
    /// Who wins, 1 for the first to move; `None` when it was stopped.
    winner: fn(&str, u64, &Lab<'_>) -> Result<Option<i32>, ExperimentError>,
}

const SMALLEST: u32 = 4;

const KINDS: [Kind; 3] = [
    Kind {
        label: "Seven Colours, random boards",
        setup: "board=random",
        size: "size",
        largest: [10, 8],
        winner: seven_colours,
    },
    Kind {
        label: "Seven Colours, symmetric boards",
        setup: "board=symmetric",
        size: "size",
        largest: [9, 8],
        winner: seven_colours,
    },
    Kind { label: "Flood, eight colours", setup: "colours=8", size: "width", largest: [8, 7], winner: flood },
];

fn run(lab: &Lab<'_>) -> Outcome {
    let boards = lab.count(200, 40);
    let largest = |kind: &Kind| match lab.effort {
        Effort::Full => kind.largest[0],
        Effort::Quick => kind.largest[1],
        Effort::Tiny => SMALLEST + 1,
    };
    lab.plan(KINDS.iter().map(|kind| (largest(kind) + 1 - SMALLEST) as usize).sum());
    let (mut lines, mut curves) = (Vec::new(), Vec::new());
    for kind in &KINDS {
        let mut points = Vec::new();
        for size in SMALLEST..=largest(kind) {
            let setup = format!("{},{}={size}", kind.setup, kind.size);
            let winners = lab.map(boards, |number| {
                let seed = lab.seed_for("solved").child(number).0;
                (kind.winner)(&setup, seed, lab)?.ok_or(ExperimentError::Stopped)
            })?;
            let share = Share::new(winners.iter().map(|winner| f64::from(1 + winner) / 2.0).sum(), boards);
            lines.push(line(kind.label, size, &winners, share));
            points.push(Point { x: f64::from(size), y: share.proportion().share, band: Some(share.interval()) });
        }
        curves.push(Curve { label: kind.label.to_owned(), points, stated: false });
    }
    let picture = chart::curves(&Curves {
        title: "What the first move is worth with perfect play".to_owned(),
        x: Axis { label: "rows and columns".to_owned(), scale: Scale::Linear },
        y: Axis { label: "first mover's share of the points".to_owned(), scale: Scale::Linear },
        curves,
    });
    Ok(Findings::of(lines).figure("first-move-solved", "The first mover's share by size, both sides perfect", picture))
}

fn line(label: &str, size: u32, winners: &[i32], share: Share) -> Line {
    let count = |who: i32| winners.iter().filter(|winner| **winner == who).count();
    let counts = format!("{} won, {} drawn, {} lost", count(1), count(0), count(-1));
    Line::claim(
        format!("{label}, {size} x {size}: to begin is an advantage"),
        format!("{} of the points, {counts}", share.text()),
        share.interval()[0] > 0.5,
        "the board decides more than the one move, or there are too few boards to see it.",
    )
    .within(share.interval())
}

fn start<G: Game>(setup: &str, seed: u64) -> Result<G, ExperimentError> {
    Ok(G::start(&G::Setup::parse(setup, &NoFiles)?.with_seed(seed))?)
}

fn thinking<'a>(lab: &Lab<'a>) -> Thinking<'a> {
    Thinking { seed: Seed(0), limits: Limits::default(), history: &[], stop: lab.stop }
}

fn seven_colours(setup: &str, seed: u64, lab: &Lab<'_>) -> Result<Option<i32>, ExperimentError> {
    let game: SevenColours = start(setup, seed)?;
    let solved = SevenColoursSolver::with_memory(MEMORY).outcome(&game, &thinking(lab));
    Ok(solved.map(|solved| solved.margin))
}

fn flood(setup: &str, seed: u64, lab: &Lab<'_>) -> Result<Option<i32>, ExperimentError> {
    let game: Flood = start(setup, seed)?;
    let solved = FloodSolver::with_memory(MEMORY).solve(&game, &thinking(lab));
    Ok(solved.map(|solved| solved.margin.signum()))
}
