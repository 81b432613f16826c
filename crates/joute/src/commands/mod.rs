//! One file per subcommand.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod doctor;
pub(crate) mod engine;
pub(crate) mod export;
pub(crate) mod flood_server;
pub(crate) mod games;
pub(crate) mod import;
pub(crate) mod ladder;
pub(crate) mod man;
pub(crate) mod match_command;
pub(crate) mod new;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod puzzles;
pub(crate) mod rate;
pub(crate) mod rebuild;
pub(crate) mod replay;
pub(crate) mod reproduce;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod store;
pub(crate) mod submit;
pub(crate) mod tables;
pub(crate) mod tournament;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod worker;
pub(crate) mod workers;
pub(crate) mod worst_board;

use crate::cli::{Cli, Command};
use crate::failure::Result;

/// Runs what was asked for.
pub(crate) fn run(cli: Cli) -> Result {
    match cli.command {
        Command::Games(command) => command.run(),
        Command::Players(command) => command.run(),
        Command::Show(command) => command.run(),
        Command::Perft(command) => command.run(),
        Command::Play(command) => command.run(),
        Command::Analyse(command) => command.run(),
        Command::Solve(command) => command.run(),
        Command::Match(command) => command.run(),
        Command::Openings(command) => command.run(),
        Command::Puzzles(command) => command.run(),
        Command::Rate(command) => command.run(),
        Command::Tune(command) => command.run(),
        Command::Train(command) => command.run(),
        Command::Submit(command) => command.run(),
        Command::Ladder(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Tournament(command) => command.run(),
        Command::Worker(command) => command.run(),
        Command::Workers(command) => command.run(),
        Command::FloodServer(command) => command.run(),
        Command::New(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Rebuild(command) => command.run(),
        Command::Store(command) => command.run(),
        Command::Engine(command) => command.run(),
        Command::Import(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Reproduce(command) => command.run(),
        Command::WorstBoard(command) => command.run(),
        Command::Tables(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::Doctor(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
        Command::Schema(command) => command.run(),
    }
}
