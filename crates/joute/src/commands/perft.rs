//! `joute perft`: counts lines of play.

use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Result;
use crate::output;
use crate::position::PositionArgs;
use crate::text_table::table;

/// Count the lines of play of a position, depth by depth.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute perft othello --depth 9\n  joute perft awale --setup rules=awari --depth 8 --json"
)]
pub(crate) struct Perft {
    #[command(flatten)]
    position: PositionArgs,
    /// The deepest count.
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// The lines of play of a position, counted depth by depth.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PerftCounts {
    /// The game by name.
    game: &'static str,
    /// Lines of exactly so many turns: of one, of two and so on.
    leaves: Vec<u64>,
    /// Lines that finished with fewer turns, in the same order.
    ended: Vec<u64>,
    /// How long the last depth took.
    seconds: f64,
}

impl Perft {
    pub(crate) fn run(&self) -> Result {
        let (game, _) = self.position.position()?;
        let (mut leaves, mut ended, mut seconds) = (Vec::new(), Vec::new(), 0.0);
        let mut rows = Vec::new();
        for depth in 1..=self.depth {
            let clock = Instant::now();
            let counts = game.perft(depth);
            seconds = clock.elapsed().as_secs_f64();
            leaves.push(counts.leaves);
            ended.push(counts.ended);
            let speed = counts.leaves as f64 / seconds / 1e6;
            rows.push(vec![
                depth.to_string(),
                counts.leaves.to_string(),
                counts.ended.to_string(),
                (counts.leaves + counts.ended).to_string(),
                format!("{seconds:.3}"),
                format!("{speed:.1}"),
            ]);
        }
        if self.json {
            let game = game.info().name;
            output::print_json(&PerftCounts { game, leaves, ended, seconds })?;
        } else {
            output::print(&table(&["depth", "leaves", "ended", "sum", "seconds", "M leaves/s"], &rows));
        }
        Ok(ExitCode::SUCCESS)
    }
}
