//! `joute play`: a game in the terminal, people and programs on either side.

mod plain;
mod screen;
mod session;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::{Context, anyhow};
use clap::Args;
use joute_arena::Pace;
use joute_catalog::{DEFAULT_LEVEL, player_of_level};
use joute_games::random::Seed;
use joute_games::{AnyGame, MoveCode};
use joute_players::Entrant;
use joute_referee::{PlayedBy, Ply, Rule};

use crate::commands::match_command::records::Keeper;
use crate::commands::match_command::{refused, workshop};
use crate::failure::{Failure, Result};
use crate::interrupt;
use crate::position::{self, PositionArgs};
use crate::rule_options::{RuleOptions, Taken};
use session::{Session, Setting};

/// Program moves a second for those who watch.
const WATCHING: f64 = 2.0;
/// A program that answers at once would leave no time to see one's own move.
const ANSWERING: Duration = Duration::from_millis(350);

/// Play in the terminal: people and programs on either side.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute play othello\n  joute play seven-colours --level 5 --setup size=15\n  \
                  joute play awale --first alphabeta --second human --time 5m\n  \
                  joute play flood --first greedy --second mix --speed 4\n  \
                  joute play othello --first human:Ann --second human:Bob\n  joute play othello --second my_bot.py --plain\n\n\
                  On a terminal the game fills the screen: arrows and enter, the mouse or the keys of the moves; ? shows\n\
                  every key. In a pipe, or with --plain, it is a conversation line by line.")]
pub(crate) struct Play {
    #[command(flatten)]
    position: PositionArgs,
    /// Who moves first: human, human:NAME, a built-in name, a file, or kind:target (`joute players`).
    #[arg(long, value_name = "PLAYER")]
    first: Option<String>,
    /// Who moves second; one side that is not named is a person.
    #[arg(long, value_name = "PLAYER")]
    second: Option<String>,
    /// How strong the opponent is when nobody is named, from 1 to 8.
    #[arg(long, value_name = "N", conflicts_with_all = ["first", "second"], value_parser = clap::value_parser!(u8).range(1..=8))]
    level: Option<u8>,
    #[command(flatten)]
    rules: RuleOptions<Clocks>,
    /// Everything random comes from it; without it every session is different.
    #[arg(long)]
    seed: Option<u64>,
    /// Program moves a second, at most, where two programs are watched.
    #[arg(long, value_name = "MOVES")]
    speed: Option<f64>,
    /// Line by line instead of filling the screen.
    #[arg(long)]
    plain: bool,
    /// Begin without the evaluation bar.
    #[arg(long)]
    no_evaluation: bool,
    /// Append the record of each game to this file, one JSON object a line; also of a game that is left.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Run programs without a sandbox: only those you trust.
    #[arg(long)]
    no_sandbox: bool,
}

/// The rules about time; people are in no hurry unless they say so.
#[derive(Debug)]
pub(crate) struct Clocks;

impl Taken for Clocks {
    fn takes(key: &str) -> bool {
        ["time", "move_time", "increment"].contains(&key)
    }

    fn default(rule: &Rule) -> Option<String> {
        Some(if rule.key == "time" { "-".to_owned() } else { rule.default_text() })
    }
}

impl Play {
    pub(crate) fn run(&self) -> Result {
        let seed = Seed(self.seed.unwrap_or_else(seed_of_the_moment));
        let (start, prefix) = self.start(seed)?;
        let entrants = self.entrants(&start)?;
        let keeper = self.records.as_deref().map(Keeper::open).transpose()?;
        let fills_screen = self.fills_screen();
        let pace = Pace::of(self.delay(&entrants, fills_screen)?);
        let again = self.starts(seed)?;
        let setting = Setting { start: again, entrants, rules: self.rules.rules()?, seed, pace };
        let evaluates = fills_screen && !self.no_evaluation;
        let session = Session::new(setting, start, prefix, evaluates)?;
        let stop = interrupt::silent_flag()?;
        if fills_screen {
            screen::run(session, keeper, &stop).context("the terminal")?;
        } else {
            plain::run(session, keeper, &stop)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn fills_screen(&self) -> bool {
        let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
        !self.plain && !is_dumb && std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
    }

    /// The position asked for, and the moves that are played already.
    fn start(&self, seed: Seed) -> Result<(AnyGame, Vec<Ply>)> {
        let start = self.starts(seed)?(0);
        let mut game = start.clone();
        let moves = match &self.position.moves {
            Some(moves) => game.play_text(moves).map_err(Failure::usage)?,
            None => Vec::new(),
        };
        Ok((start.clone(), plies(start, &moves)))
    }

    /// Where each game of the session begins: on boards of their own where the setup leaves them open.
    fn starts(&self, seed: Seed) -> Result<Box<dyn Fn(u64) -> AnyGame>> {
        let source = position::entry(&self.position.game)?
            .setup(&self.position.setup, &position::Disk::here())
            .map_err(Failure::usage)?;
        let boards = seed.purpose("board");
        let first = source.start(boards.child(0).0).map_err(Failure::usage)?;
        if let Some(position) = &self.position.position {
            let start = first.at(position).map_err(Failure::usage)?;
            return Ok(Box::new(move |_| start.clone()));
        }
        Ok(Box::new(move |number| source.start(boards.child(number).0).unwrap_or_else(|_| first.clone())))
    }

    fn entrants(&self, start: &AnyGame) -> Result<[Entrant; 2]> {
        let level = player_of_level(&self.position.game, self.level.unwrap_or(DEFAULT_LEVEL));
        let named = [self.first.as_deref(), self.second.as_deref()];
        let locators = match named {
            [None, None] => ["human", level],
            [first, second] => [first.unwrap_or("human"), second.unwrap_or("human")],
        };
        let workshop = workshop(self.no_sandbox)?;
        let entrant = |locator: &str| -> Result<Entrant> {
            let entrant = workshop.entrant(locator).map_err(refused)?;
            entrant.check(start).map_err(refused)?;
            Ok(entrant)
        };
        Ok([entrant(locators[0])?, entrant(locators[1])?])
    }

    fn delay(&self, entrants: &[Entrant; 2], fills_screen: bool) -> Result<Duration> {
        let is_watched = !entrants.iter().any(Entrant::is_person);
        let speed = match self.speed {
            Some(speed) if speed.is_finite() && (0.01..=1000.0).contains(&speed) => speed,
            Some(speed) => {
                return Err(Failure::usage(anyhow!("--speed {speed}: expected moves a second, from 0.01 to 1000")));
            }
            None if !fills_screen => return Ok(Duration::ZERO),
            None if is_watched => WATCHING,
            None => return Ok(ANSWERING),
        };
        Ok(Duration::from_secs_f64(1.0 / speed))
    }
}

/// The moves of a command line as if they had been played, without any thinking.
fn plies(mut game: AnyGame, moves: &[MoveCode]) -> Vec<Ply> {
    let play = |&code: &MoveCode| {
        let by = if game.forced() == Some(code) { PlayedBy::Referee } else { PlayedBy::Player };
        let ply = Ply { code: Some(code), side: game.turn(), by, wall: Duration::ZERO, details: None };
        game.play(code);
        ply
    };
    moves.iter().map(play).collect()
}

fn seed_of_the_moment() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    u64::from(since.subsec_nanos()) % 1_000_000
}
