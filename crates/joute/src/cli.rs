//! The command line as a whole.

use clap::{Parser, Subcommand};

use crate::commands::{
    bench, completions, doctor, flood_server, games, match_command, perft, players, replay, show, tournament,
};

/// The arena for two-player strategy games: Seven Colours, Flood, Othello and Awalé.
#[derive(Debug, Parser)]
#[command(
    name = "joute",
    version,
    about,
    after_help = "Examples:\n  joute match greedy random --game othello --games 100\n  joute show othello --moves f5d6c3\n  joute perft awale --depth 8\n  joute games"
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Every subcommand, in the order of the help.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games with their setups and texts.
    Games(games::Games),
    /// List the built-in players with their parameters.
    Players(players::Players),
    /// Draw a position: whose turn, legal moves, tallies.
    Show(show::Show),
    /// Count the lines of play of a position, depth by depth.
    Perft(perft::Perft),
    /// Play two players against each other, with honest statistics.
    Match(Box<match_command::Match>),
    /// Run a tournament from a file, or go on with one.
    Tournament(Box<tournament::Tournament>),
    /// Play one game of Flood between two libraries, with the options of the course's server.
    FloodServer(flood_server::FloodServer),
    /// Step through the games of a file of records, or a game of a tournament.
    Replay(replay::Replay),
    /// Measure how fast rules, playouts and games are on this machine.
    Bench(bench::Bench),
    /// Say what this machine offers and lacks, and how to get it.
    Doctor(doctor::Doctor),
    /// Print completions for a shell.
    Completions(completions::Completions),
}
