//! `joute show`: a position drawn, on the terminal or as a picture.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use joute_draw::svg::{self, SvgOptions};
use joute_draw::terminal;
use joute_games::{AnyGame, MoveCode, Outcome, Side};
use joute_messages::Language;
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Result;
use crate::output;
use crate::position::PositionArgs;

/// Draw a position: whose turn, legal moves, tallies.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute show othello --moves f5d6c3\n  joute show seven-colours --setup size=12,seed=3\n  \
                  joute show flood --setup graph=donut,width=12,seed=3 --svg board.svg\n  joute show awale --moves FfEa --json"
)]
pub(crate) struct Show {
    #[command(flatten)]
    position: PositionArgs,
    /// Write a picture to this file instead of drawing on the terminal.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// One JSON object: position, turn, legal moves, tallies, outcome.
    #[arg(long)]
    json: bool,
}

/// A position.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ShownPosition {
    /// The game by name.
    game: &'static str,
    /// Board and rules of the game, as `--setup` takes them.
    setup: String,
    /// The position, as `--position` takes it.
    position: String,
    /// Whose turn it is; nobody's when the game is over.
    turn: Option<Side>,
    /// Every legal move.
    legal: Vec<String>,
    /// Cells, discs or seeds of the side that moved first, then of the other.
    tally: [u32; 2],
    /// All there is to have.
    total: u32,
    /// Whether the game is over.
    over: bool,
    /// Who won, when it is over.
    outcome: Option<Outcome>,
}

impl Show {
    pub(crate) fn run(&self) -> Result {
        let (game, moves) = self.position.position()?;
        let view = {
            let mut view = game.view();
            if let Some((before, mv)) = self.before_last(&game, &moves)? {
                view.mark_move(&before.view(), &mv);
            }
            view
        };
        if let Some(path) = &self.svg {
            let picture = svg::board(&view, &SvgOptions::default());
            std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
            output::note(&format!("wrote {}", path.display()));
        }
        if self.json {
            output::print_json(&ShownPosition::of(&game))?;
        } else if self.svg.is_none() {
            output::print_painted(&format!(
                "{}\n{}\nsetup     {}\nposition  {}\n",
                game.info().title(Language::EN),
                terminal::board(&view, &output::drawing()),
                game.setup(),
                game.position()
            ));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The position before the last move, so that the drawing can mark it.
    fn before_last(&self, game: &AnyGame, moves: &[MoveCode]) -> Result<Option<(AnyGame, String)>> {
        let Some((last, earlier)) = moves.split_last() else {
            return Ok(None);
        };
        let (mut before, _) = PositionArgs { moves: None, ..self.position.clone() }.position()?;
        earlier.iter().for_each(|&mv| before.play(mv));
        Ok(Some((before, game.text(*last))))
    }
}

impl ShownPosition {
    fn of(game: &AnyGame) -> ShownPosition {
        ShownPosition {
            game: game.info().name,
            setup: game.setup(),
            position: game.position(),
            turn: (!game.is_over()).then(|| game.turn()),
            legal: game.legal_texts(),
            tally: game.tallies(),
            total: game.total(),
            over: game.is_over(),
            outcome: game.outcome(),
        }
    }
}
