//! `joute puzzles`: positions in which one move is clearly best, made from games and checked again.

mod file;
pub(crate) mod make;
pub(crate) mod verify;

use clap::{Args, Subcommand};

use crate::failure::Result;

/// Make puzzles from games, and check them.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute puzzles make othello --count 50 -o othello.txt\n  joute puzzles make othello --records games.jsonl -o othello.txt\n  \
                  joute puzzles make othello --count 50 -o othello.txt --resume\n  joute puzzles verify othello.txt --nodes 1000000 -o checked.txt\n\n\
                  A puzzle is a line of a file, with tabs between its fields: game, setup, position, solution and expected play, rating,\n\
                  theme, value of the solution, value of the next best move, depth of the check (0: both are exact)."
)]
pub(crate) struct Puzzles {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Make puzzles from games of the lower levels, or from records.
    Make(make::Make),
    /// Look at every puzzle of a file again, and say which hold.
    Verify(verify::Verify),
}

impl Puzzles {
    pub(crate) fn run(&self) -> Result {
        match &self.action {
            Action::Make(command) => command.run(),
            Action::Verify(command) => command.run(),
        }
    }
}
