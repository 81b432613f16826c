//! The command line as a whole.

use clap::{Parser, Subcommand};

use crate::commands::{
    analyse, bench, check, completions, doctor, engine, export, flood_server, games, import, ladder, man,
    match_command, new, openings, perft, play, players, puzzles, rate, rebuild, replay, reproduce, schema, serve, show,
    solve, store, submit, tables, tournament, train, tune, worker, workers, worst_board,
};

/// The arena for two-player strategy games: Seven Colours, Flood, Othello and Awalé.
#[derive(Debug, Parser)]
#[command(
    name = "joute",
    version,
    about,
    after_help = "Examples:\n  joute match greedy random --game othello --games 100\n  joute show othello --moves f5d6c3\n  joute perft awale --depth 8\n  joute games\n\n\
                  Exit codes: 0 done; 1 the work failed, was interrupted or found something wrong; 2 wrong usage."
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
    /// Play in the terminal: people and programs on either side.
    Play(Box<play::Play>),
    /// Say what each move of a position is worth.
    Analyse(analyse::Analyse),
    /// Solve positions: the result of perfect play.
    Solve(solve::Solve),
    /// Play two players against each other, with honest statistics.
    Match(Box<match_command::Match>),
    /// Make balanced openings to begin matches from, no two alike.
    Openings(openings::Openings),
    /// Make puzzles from games, and check them.
    Puzzles(puzzles::Puzzles),
    /// Rate several players: play until their order is certain.
    Rate(Box<rate::Rate>),
    /// Tune numbers of a player by games, and accept them by a test.
    Tune(Box<tune::Tune>),
    /// Make the weights of an engine from games.
    Train(train::Train),
    /// Run a tournament from a file, or go on with one.
    Tournament(Box<tournament::Tournament>),
    /// Play games of tournaments that other machines schedule.
    Worker(worker::Worker),
    /// Show who plays for a store: where, what, how fast, and when it was last heard of.
    Workers(workers::Workers),
    /// Hand a player in to a class, and tell what its check finds.
    Submit(submit::Submit),
    /// Show the ladder of a class.
    Ladder(ladder::Ladder),
    /// Check a player before it is submitted, and say what to mend first.
    Check(Box<check::Check>),
    /// Play one game of Flood between two libraries, with the options of the course's server.
    FloodServer(flood_server::FloodServer),
    /// Write a player to start from, in one of several languages.
    New(new::New),
    /// Step through the games of a file of records, or a game of a tournament.
    Replay(replay::Replay),
    /// Check the store of a folder, and make a damaged one anew from what can be read and from records.
    Rebuild(rebuild::Rebuild),
    /// Copy a store from one kind to another, or a folder while its stores are written.
    Store(store::StoreCommand),
    /// Let a built-in player play in other people's programs, over the protocol they speak.
    Engine(engine::Engine),
    /// Read games of other formats: transcripts, WTHOR, GGF, OBF, OGN.
    Import(import::Import),
    /// Write stored games in other formats: transcripts, WTHOR, GGF, OBF, OGN.
    Export(export::Export),
    /// Measure again what the five reports state, and say plainly where it differs.
    Reproduce(reproduce::Reproduce),
    /// Search for the board on which a strategy needs most turns to own the majority.
    WorstBoard(worst_board::WorstBoard),
    /// Work out, check and describe endgame tables of Awalé.
    Tables(tables::Tables),
    /// Serve the arena to browsers: play, watch, replay and analyse.
    Serve(serve::Serve),
    /// Measure how fast rules, playouts and games are on this machine.
    Bench(bench::Bench),
    /// Say what this machine offers and lacks, and how to get it.
    Doctor(doctor::Doctor),
    /// Print completions for a shell.
    Completions(completions::Completions),
    /// Write the pages of the manual.
    Man(man::Manual),
    /// Describe the JSON documents that Joute writes, as JSON Schema.
    Schema(schema::SchemaCommand),
}
