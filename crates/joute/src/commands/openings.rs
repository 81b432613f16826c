//! `joute openings`: balanced positions to begin matches from, no two of them alike.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use joute_catalog::{Analyst, Limits, Question, Source, usual_analyst};
use joute_games::random::Seed;
use joute_games::{AnyGame, canonical_form};
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::{Failure, Result};
use crate::{interrupt, output, position};

/// How many positions are drawn in vain before it is said that there are not enough.
const TRIES: u64 = 2000;

/// Make balanced openings: positions of some plies that a search finds nearly even, no two alike.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute openings othello --plies 8 --count 200 -o openings.txt\n  \
                  joute openings awale --plies 6 --within 1 --nodes 200000 --seed 7 -o openings.txt\n  \
                  joute openings seven-colours --setup size=12 --plies 4 --count 50 --json\n  \
                  joute match one two --game othello --openings openings.txt --shuffle --games 400\n\n\
                  One opening a line, as moves; where each has a board of its own, as a position. The same seed gives the same openings.")]
pub(crate) struct Openings {
    /// The game: seven-colours, flood, othello or awale.
    #[arg(value_parser = position::game_names())]
    game: String,
    /// Board and rules (`joute games` lists the keys); without a seed in it each opening has a board of its own.
    #[arg(long, default_value = "", hide_default_value = true)]
    setup: String,
    /// How many plies an opening has.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=200))]
    plies: u32,
    /// How many openings.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// The most that a side may be ahead, in the unit of the game.
    #[arg(long, value_name = "LEAD", default_value_t = 2.0, allow_negative_numbers = true)]
    within: f64,
    /// Positions that the search looks at for each opening.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Who judges; without it the best there is for the game.
    #[arg(long)]
    player: Option<String>,
    /// Everything random comes from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the openings go; standard output without it.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// One JSON object, with what each opening is worth.
    #[arg(long)]
    json: bool,
}

/// An opening that was found.
struct Found {
    game: AnyGame,
    moves: Vec<String>,
    /// What First is ahead.
    lead: f64,
    depth: u32,
}

impl Openings {
    pub(crate) fn run(&self) -> Result {
        if self.within.is_nan() || self.within < 0.0 {
            return Err(Failure::usage(anyhow!("--within {}: expected a number from 0", self.within)));
        }
        let source =
            position::entry(&self.game)?.setup(&self.setup, &position::Disk::here()).map_err(Failure::usage)?;
        let stop = interrupt::flag("ending with what was found (Ctrl-C again to stop at once)")?;
        let found = self.search(&source, &stop)?;
        self.tell(&source, &found)?;
        if found.len() < self.count as usize {
            let what = format!("{} of {} openings found", found.len(), self.count);
            let why = "more plies, a wider --within or more boards may give more";
            output::note(&format!("joute: {what}, {TRIES} draws in a row found no other: {why}"));
            return Ok(ExitCode::FAILURE);
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Draws positions until there are enough, or until too many in a row were of no use.
    fn search(&self, source: &Source, stop: &AtomicBool) -> Result<Vec<Found>> {
        let first = source.start(0).map_err(Failure::usage)?;
        let mut analyst = Analyst::new(self.judge(&first), &first).map_err(Failure::usage)?;
        let bar = ProgressBar::with_draw_target(Some(u64::from(self.count)), ProgressDrawTarget::stderr());
        let (mut found, mut seen, mut in_vain) = (Vec::new(), HashSet::new(), 0);
        for draw in 0.. {
            if found.len() >= self.count as usize || in_vain >= TRIES || stop.load(Ordering::Relaxed) {
                break;
            }
            in_vain += 1;
            let Some((game, moves)) = self.draw(source, draw)? else { continue };
            if !seen.insert(canonical_form(&game.view())) {
                continue;
            }
            if let Some(opening) = self.judged(&mut analyst, game, moves, stop) {
                found.push(opening);
                in_vain = 0;
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
        Ok(found)
    }

    fn judge<'a>(&'a self, game: &AnyGame) -> &'a str {
        self.player.as_deref().unwrap_or_else(|| usual_analyst(game))
    }

    /// A position after random plies; nothing where the game is over by then.
    fn draw(&self, source: &Source, draw: u64) -> Result<Option<(AnyGame, Vec<String>)>> {
        let seed = Seed(self.seed).purpose("openings").child(draw);
        let mut game = source.start(seed.purpose("board").0).map_err(Failure::usage)?;
        let mut generator = seed.generator();
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            let Some(mv) = generator.pick(&game.legal()) else { return Ok(None) };
            moves.push(game.text(mv));
            game.play(mv);
        }
        Ok((!game.is_over() && game.forced().is_none()).then_some((game, moves)))
    }

    /// The opening, if it is even enough.
    fn judged(&self, analyst: &mut Analyst, game: AnyGame, moves: Vec<String>, stop: &AtomicBool) -> Option<Found> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let question = Question { game: &game, history: &[], limits, seed: Seed(self.seed), stop };
        let analysis = analyst.analyse(&question, &mut |_| {});
        let lead = analysis.lead_of_first(game.turn())?;
        let is_even = lead.abs() <= self.within && !stop.load(Ordering::Relaxed);
        is_even.then_some(Found { game, moves, lead, depth: analysis.depth })
    }

    fn tell(&self, source: &Source, found: &[Found]) -> Result<()> {
        let line = |opening: &Found| match source.is_open() {
            true => opening.game.position(),
            false => opening.moves.join(" "),
        };
        let lines: String = found.iter().map(|opening| line(opening) + "\n").collect();
        let head = format!(
            "# {} {}: {} plies, at most {} ahead by {} nodes, seed {}\n",
            self.game,
            source.text(),
            self.plies,
            self.within,
            self.nodes,
            self.seed
        );
        match &self.output {
            Some(path) => {
                std::fs::write(path, head + &lines).with_context(|| format!("cannot write {}", path.display()))?;
                if !self.json {
                    output::print(&format!("{} openings written to {}\n", found.len(), path.display()));
                }
            }
            None if !self.json => output::print_data(&(head + &lines)),
            None => {}
        }
        if self.json {
            output::print_json(&self.as_json(source, found))?;
        }
        Ok(())
    }

    fn as_json<'a>(&'a self, source: &'a Source, found: &'a [Found]) -> OpeningList<'a> {
        let opening = |opening: &'a Found| OpeningFound {
            moves: &opening.moves,
            setup: opening.game.setup(),
            position: opening.game.position(),
            lead: opening.lead,
            depth: opening.depth,
        };
        OpeningList {
            game: &self.game,
            setup: source.text(),
            plies: self.plies,
            within: self.within,
            nodes: self.nodes,
            seed: self.seed,
            openings: found.iter().map(opening).collect(),
        }
    }
}

/// Balanced openings.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OpeningList<'a> {
    /// The game by name.
    game: &'a str,
    /// Board and rules of the game, as `--setup` takes them.
    setup: &'a str,
    /// How many turns an opening has.
    plies: u32,
    /// How far ahead a side may be, in cells, discs or seeds.
    within: f64,
    /// Positions that the search looked at for each opening.
    nodes: u64,
    /// Everything random came from it.
    seed: u64,
    /// The openings, no two alike.
    openings: Vec<OpeningFound<'a>>,
}

/// An opening.
#[derive(Debug, Serialize, JsonSchema)]
struct OpeningFound<'a> {
    /// Its moves.
    moves: &'a [String],
    /// The board it is played on, as `--setup` takes it.
    setup: String,
    /// The position it leads to, as `--position` takes it.
    position: String,
    /// What the side that moves first is ahead, as the search sees it.
    lead: f64,
    /// Turns that the search looked ahead.
    depth: u32,
}
