//! `joute worst-board`: the boards on which a strategy does worst.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use joute_draw::svg::{self, SvgOptions};
use joute_draw::terminal;
use joute_experiments::ExperimentError;
use joute_experiments::worst_board::{BoardSpace, Found, Hunt, Hunted, Turns};
use joute_referee::parse_duration;
use schemars::JsonSchema;
use serde::Serialize;

use super::reproduce::Bar;
use crate::failure::{Failure, Result};
use crate::text_table::table;
use crate::{interrupt, output};

/// Search for the board on which a strategy needs most turns to own the majority.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute worst-board greedy\n  joute worst-board greedy --setup size=12,colours=5 --svg worst.svg\n  \
                  joute worst-board hegemony:useful --setup board=random --time 5m --save worst.txt\n  \
                  joute worst-board greedy --from worst.txt --save worst.txt\n  \
                  joute show seven-colours --setup \"$(cat worst.txt)\"\n\n\
                  The strategy plays alone: the other side never moves. The same seed and number of iterations give the\n\
                  same board whatever the number of jobs; with --time it depends on the machine."
)]
pub(crate) struct WorstBoard {
    /// A built-in player of Seven Colours (`joute players --game seven-colours`).
    strategy: String,
    /// Size, colours, and board=symmetric (the default) or board=random.
    #[arg(long, default_value = "", hide_default_value = true)]
    setup: String,
    /// Everything random comes from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Boards to try.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    iterations: u64,
    /// End after this time at the latest, e.g. 30s.
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// How many threads; as many as the machine has when it is not said.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Begin with the board of this file too, one that --save wrote.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Write the board's setup to this file, for --from, `joute show` and `joute match`.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write a picture of the board to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

fn duration(text: &str) -> std::result::Result<Duration, String> {
    parse_duration(text).ok_or_else(|| "expected a time such as 30s or 500ms".to_owned())
}

impl WorstBoard {
    pub(crate) fn run(&self) -> Result {
        let space = BoardSpace::of_setup(&self.setup).map_err(as_failure)?;
        let from = match &self.from {
            Some(file) => {
                Some(std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?)
            }
            None => None,
        };
        let stop = interrupt::flag("stopping: the worst board so far counts (Ctrl-C again to stop at once)")?;
        let hunt = Hunt {
            strategy: &self.strategy,
            space,
            seed: self.seed,
            iterations: self.iterations,
            time: self.time,
            jobs: self.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from),
            from: from.as_deref(),
        };
        let hunted = hunt.run(&stop, &Bar::named("searching")).map_err(as_failure)?;
        self.write_files(&hunted.worst)?;
        let interrupted = stop.load(Ordering::Relaxed);
        if self.json {
            output::print_json(&self.as_json(&hunted, interrupted))?;
        } else {
            output::print_painted(&self.as_text(&hunted));
        }
        Ok(if interrupted { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    fn write_files(&self, worst: &Found) -> Result<()> {
        let picture = || svg::board(&worst.game.view(), &SvgOptions::default());
        let files = [(&self.svg, picture()), (&self.save, worst.setup.clone() + "\n")];
        for (file, text) in files {
            if let Some(file) = file {
                std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
                output::note(&format!("wrote {}", file.display()));
            }
        }
        Ok(())
    }

    fn as_text(&self, hunted: &Hunted) -> String {
        let worst = &hunted.worst;
        let all = if hunted.is_exhaustive { ", every board there is" } else { "" };
        let (mean, never) = hunted.usual;
        let usual = match never {
            1.0 => "never".to_owned(),
            0.0 => format!("{mean:.1} on average"),
            never => format!("{mean:.1} on average, and never on {:.0} %", 100.0 * never),
        };
        let mut rows: Vec<Vec<String>> = hunted
            .hand_made
            .iter()
            .map(|found| vec![format!("made by hand: {}", found.origin), found.turns.to_string()])
            .collect();
        rows.insert(0, vec!["random boards".to_owned(), usual]);
        rows.push(vec![format!("the worst, found from {}", worst.origin), worst.turns.to_string()]);
        format!(
            "{}\n{} alone owns the majority after {} turns ({} boards tried{all})\n\n{}\nsetup  {}\n",
            terminal::board(&worst.game.view(), &output::drawing()),
            self.strategy,
            worst.turns,
            hunted.tried,
            table(&["board", "turns"], &rows),
            worst.setup
        )
    }

    fn as_json<'a>(&'a self, hunted: &'a Hunted, interrupted: bool) -> WorstBoardFound<'a> {
        let worst = &hunted.worst;
        let (mean, never) = hunted.usual;
        WorstBoardFound {
            strategy: &self.strategy,
            seed: self.seed,
            turns: worst.turns,
            setup: &worst.setup,
            position: worst.game.position(),
            origin: &worst.origin,
            tried: hunted.tried,
            exhaustive: hunted.is_exhaustive,
            hand_made: hunted.hand_made.iter().map(HandMadeBoard::of).collect(),
            random: RandomBoards { mean_turns: (never < 1.0).then_some(mean), never },
            interrupted,
        }
    }
}

/// The board on which a strategy needs most turns to own the majority.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct WorstBoardFound<'a> {
    /// The built-in player that was alone on the board.
    strategy: &'a str,
    /// Everything random came from it.
    seed: u64,
    /// How many turns it needs.
    turns: Turns,
    /// The board, as `--setup` takes it.
    setup: &'a str,
    /// The position at its start, as `--position` takes it.
    position: String,
    /// Where the search for it began.
    origin: &'a str,
    /// Boards that were tried.
    tried: u64,
    /// Whether there are no other boards.
    exhaustive: bool,
    /// What the strategy needs on boards that were made by hand.
    hand_made: Vec<HandMadeBoard<'a>>,
    /// What it needs on random boards.
    random: RandomBoards,
    /// Whether it was stopped before its end.
    interrupted: bool,
}

/// A board that was made by hand.
#[derive(Debug, Serialize, JsonSchema)]
struct HandMadeBoard<'a> {
    /// What it is called.
    name: &'a str,
    /// How many turns the strategy needs.
    turns: Turns,
    /// The board, as `--setup` takes it.
    setup: &'a str,
}

/// What a strategy needs on random boards.
#[derive(Debug, Serialize, JsonSchema)]
struct RandomBoards {
    /// The mean number of turns on those where it gets there; nothing when it never does.
    mean_turns: Option<f64>,
    /// The share of boards, from 0 to 1, on which it never gets there.
    never: f64,
}

impl HandMadeBoard<'_> {
    fn of(found: &Found) -> HandMadeBoard<'_> {
        HandMadeBoard { name: &found.origin, turns: found.turns, setup: &found.setup }
    }
}

fn as_failure(error: ExperimentError) -> Failure {
    match error {
        ExperimentError::Stopped => Failure::Work(anyhow!("stopped before a board was tried")),
        error => Failure::usage(error),
    }
}
