//! `joute flood-server`: one game of Flood between two libraries, with the options of the course's server.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use clap::{Args, ValueEnum};
use joute_draw::terminal;
use joute_games::random::Seed;
use joute_games::{AnyGame, Outcome};
use joute_players::Entrant;
use joute_players::names::{Named, tell_apart};
use joute_referee::{Conditions, Ending, Event, Finished, GameRecord, Identity, MatchRules, Player, play_game};
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::match_command::{refused, workshop};
use crate::failure::{Failure, Result};
use crate::{output, position};

/// Play one game of Flood between two libraries, with the options of the course's server.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute flood-server -m 10 -t c -c 6 -f 0 ./dove.so ./minimax.so\n  \
                  joute flood-server -m 12 -t d -c 8 -f 2 './dove.so?forbidden=letters' greedy --seed 7\n\n\
                  A library's team may write forbidden colours in another way, or number the cells of a donut without \
                  its hole: FILE.so?forbidden=mask|letters|ids&holes=kept|compact.")]
pub(crate) struct FloodServer {
    /// Width of the board.
    #[arg(short = 'm', value_name = "WIDTH", default_value_t = 12)]
    width: u32,
    /// The graph: c (square), d (donut), h (hgraph) or t (torus).
    #[arg(short = 't', value_name = "GRAPH", value_enum, hide_possible_values = true, default_value = "c")]
    graph: GraphLetter,
    /// How many colours.
    #[arg(short = 'c', value_name = "COLOURS", default_value_t = 6)]
    colours: u32,
    /// How many colours are forbidden to each player.
    #[arg(short = 'f', value_name = "COUNT", default_value_t = 0)]
    forbidden: u32,
    /// The player that moves first: a library, or any other player.
    one: String,
    /// The other player.
    two: String,
    /// What is drawn comes from it: colours, forbidden colours.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Thinking time of each player for the game, - for no limit.
    #[arg(long, value_name = "TIME", default_value = "120s")]
    time: String,
    /// Run players without a sandbox: only those you trust.
    #[arg(long)]
    no_sandbox: bool,
    /// One JSON object: the record of the game.
    #[arg(long)]
    json: bool,
}

/// A game of Flood that was played.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FloodGame {
    /// The game, as `--records` keeps games.
    record: GameRecord,
    /// What each player wrote that belongs to no move, who moved first before the other.
    last_words: [Option<String>; 2],
}

/// The graphs by the letters of the course.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum GraphLetter {
    C,
    D,
    H,
    T,
}

impl GraphLetter {
    fn name(self) -> &'static str {
        match self {
            GraphLetter::C => "square",
            GraphLetter::D => "donut",
            GraphLetter::H => "hgraph",
            GraphLetter::T => "torus",
        }
    }
}

impl FloodServer {
    pub(crate) fn run(&self) -> Result {
        let start = self.start()?;
        let workshop = workshop(self.no_sandbox)?;
        let entrant = |locator: &str| -> Result<Entrant> {
            let entrant = workshop.entrant(locator).map_err(refused)?;
            entrant.check(&start).map_err(refused)?;
            Ok(entrant)
        };
        let entrants = [entrant(&self.one)?, entrant(&self.two)?];
        let mut rules = MatchRules::default();
        rules.set("time", &self.time).map_err(Failure::usage)?;
        let identities = names(&entrants);
        let conditions = Conditions {
            rules: &rules,
            seed: Seed(self.seed),
            identities: &identities,
            prefix: &[],
            stop: &AtomicBool::new(false),
            labels: &BTreeMap::new(),
        };
        let mut first = entrants[0].player().map_err(refused)?;
        let mut second = entrants[1].player().map_err(refused)?;
        if self.json {
            let finished = play_game(start.clone(), [&mut *first, &mut *second], &conditions, None);
            output::print_json(&FloodGame {
                record: finished.record(&start, &conditions),
                last_words: [first.take_log(), second.take_log()],
            })?;
        } else {
            show(&start, [&mut *first, &mut *second], &conditions);
        }
        Ok(ExitCode::SUCCESS)
    }

    fn start(&self) -> Result<AnyGame> {
        let setup = format!(
            "graph={},width={},colours={},forbidden={},seed={}",
            self.graph.name(),
            self.width,
            self.colours,
            self.forbidden,
            self.seed
        );
        let source = position::entry("flood")?.setup(&setup, &position::Disk::here()).map_err(Failure::usage)?;
        source.start(self.seed).map_err(Failure::usage)
    }
}

/// Who plays, told apart where both are the same.
fn names(entrants: &[Entrant; 2]) -> [Identity; 2] {
    let mut identities = [entrants[0].identity.clone(), entrants[1].identity.clone()];
    let told = tell_apart(&entrants.each_ref().map(Named::of));
    for (identity, name) in identities.iter_mut().zip(told.names) {
        identity.name = name;
    }
    identities
}

/// Plays the game with every move told as it is played.
fn show(start: &AnyGame, players: [&mut dyn Player; 2], conditions: &Conditions<'_>) {
    let names = [0, 1].map(|side: usize| conditions.identities[side].name.as_str());
    let [first, second] = players;
    output::print_painted(&format!("{} against {}\n{}\n", names[0], names[1], board(start)));
    let mut watch = |event: Event| {
        if let Event::Played { ply, played, tally, .. } = event {
            let mv = played.mv.as_deref().unwrap_or("(turn lost)");
            output::print(&format!("{:>4}. {}: {mv}  {}-{}\n", ply + 1, names[played.side], tally[0], tally[1]));
        }
    };
    let finished = play_game(start.clone(), [&mut *first, &mut *second], conditions, Some(&mut watch));
    output::print_painted(&format!("\n{}\n{}\n", board(&finished.game), verdict(&finished, names)));
    for (name, log) in names.iter().zip([first.take_log(), second.take_log()]) {
        if let Some(log) = log.filter(|log| !log.trim().is_empty()) {
            output::note(&format!("{name} wrote at the end: {}", log.trim_end()));
        }
    }
}

fn board(game: &AnyGame) -> String {
    terminal::board(&game.view(), &output::drawing())
}

fn verdict(finished: &Finished, names: [&str; 2]) -> String {
    let winner = match finished.ending.outcome() {
        Some(Outcome::First) => format!("{} wins", names[0]),
        Some(Outcome::Second) => format!("{} wins", names[1]),
        Some(Outcome::Draw) => "a draw".to_owned(),
        None => "no result".to_owned(),
    };
    let [first, second] = finished.tally;
    match &finished.ending {
        Ending::Forfeit { by, fault } => format!("{winner}: {} forfeits by {fault}", names[*by]),
        _ => format!("{winner}, {first} to {second} cells"),
    }
}
