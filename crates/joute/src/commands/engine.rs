//! `joute engine`: a built-in player for other people's programs, over the protocol that they speak.

mod gtp;
mod input;
mod joute;
mod nboard;
mod thinker;
mod uci;

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use joute_catalog::{BuiltIn, find_built_in, strongest};
use joute_games::random::Seed;
use joute_players::{KINDS, Locator};

use self::input::Input;
use self::thinker::{Chooser, Thinker};
use crate::failure::{Failure, Result};
use crate::{output, position};

/// Let a built-in player play in other people's programs.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute engine othello --protocol nboard\n  joute engine othello --protocol gtp --player mcts:nodes=20000\n  \
                  joute engine awale --protocol uci --setup rules=awari\n  joute match \"gtp:joute engine othello --protocol gtp\" greedy --game othello --games 2\n\n\
                  It reads commands from standard input and answers on standard output until `quit` or the end of input."
)]
pub(crate) struct Engine {
    /// The game.
    #[arg(value_parser = position::game_names())]
    game: String,
    /// What the other program speaks: nboard and gtp for othello, uci for awale, joute for every game.
    #[arg(long, value_enum)]
    protocol: Protocol,
    /// The built-in player, with its parameters; without it the strongest there is for the game.
    #[arg(long)]
    player: Option<String>,
    /// Board and rules, where the protocol does not tell them.
    #[arg(long, default_value = "", hide_default_value = true)]
    setup: String,
    /// Everything random comes from it, where the protocol does not tell one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A protocol of engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Protocol {
    /// Of the Othello board of that name.
    Nboard,
    /// Of Go programs, as Othello programs speak it.
    Gtp,
    /// Of chess programs, as Oware programs speak it.
    Uci,
    /// The line protocol of docs/protocol.md.
    Joute,
}

/// What is written in answer to a line, and whether it was the last one.
#[derive(Debug, Default, PartialEq, Eq)]
struct Answer {
    text: String,
    is_last: bool,
}

impl Answer {
    fn none() -> Answer {
        Answer::default()
    }

    fn last() -> Answer {
        Answer { text: String::new(), is_last: true }
    }
}

impl From<String> for Answer {
    fn from(text: String) -> Answer {
        Answer { text, is_last: false }
    }
}

/// The engine's side of a protocol.
trait Service {
    /// Answers one line; `stop` is set when a later line wants the answer at once.
    fn answer(&mut self, line: &str, stop: &AtomicBool) -> anyhow::Result<Answer>;

    /// Whether a line that arrives while the engine thinks wants the answer at once.
    fn interrupts(line: &str) -> bool
    where
        Self: Sized,
    {
        let _ = line;
        false
    }
}

impl Engine {
    pub(crate) fn run(&self) -> Result {
        let thinker = self.thinker()?;
        match self.protocol {
            Protocol::Gtp => serve(gtp::Gtp::new(thinker)),
            Protocol::Nboard => serve(nboard::Nboard::new(thinker)),
            Protocol::Uci => serve(uci::Uci::new(thinker)),
            Protocol::Joute => serve(joute::Lines::new(thinker)),
        }
    }

    fn thinker(&self) -> Result<Thinker> {
        let games: &[&str] = match self.protocol {
            Protocol::Gtp | Protocol::Nboard => &["othello"],
            Protocol::Uci => &["awale"],
            Protocol::Joute => &[],
        };
        if !games.is_empty() && !games.contains(&self.game.as_str()) {
            let name = self.protocol.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
            let message = format!("--protocol {name} is for {}, not {}; joute is for every game", games[0], self.game);
            return Err(Failure::usage(anyhow!(message)));
        }
        let source =
            position::entry(&self.game)?.setup(&self.setup, &position::Disk::here()).map_err(Failure::usage)?;
        let start = source.start(0).map_err(Failure::usage)?;
        let player = self.player.as_deref().unwrap_or_else(|| strongest(&start));
        let chooser = self.chooser(player)?;
        BuiltIn::new(chooser.entry, &chooser.parameters)
            .and_then(|player| player.check(&start))
            .map_err(|error| Failure::usage(anyhow!("{player}: {error}")))?;
        Ok(Thinker::new(chooser, start, Seed(self.seed)))
    }

    fn chooser(&self, player: &str) -> Result<Chooser> {
        let folder = std::env::current_dir().unwrap_or_default();
        let locator = Locator::parse(player, &folder, KINDS).map_err(Failure::usage)?;
        match find_built_in(&locator.target).filter(|_| locator.is("built-in")) {
            Some(entry) => Ok(Chooser { entry, parameters: locator.parameters }),
            None => {
                let message = format!("--player {player}: expected a built-in player (`joute players` lists them)");
                Err(Failure::usage(anyhow!(message)))
            }
        }
    }
}

/// Answers until the last line.
fn serve<S: Service>(mut service: S) -> Result {
    let input = Input::start(S::interrupts);
    while let Some(line) = input.line() {
        let answer = service.answer(&line, input.stop())?;
        if !answer.text.is_empty() {
            output::print_data(&answer.text);
        }
        if answer.is_last {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}
