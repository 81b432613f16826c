//! `joute replay`: stored games, step by step on the screen or as a plain account.

mod account;
pub(crate) mod file;
mod html;
pub(crate) mod json;
pub(crate) mod review;
mod screen;
mod stepper;
mod stored_game;
pub(crate) mod words;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Args;
use joute_catalog::{LEAST_NODES, Review};
use joute_referee::GameRecord;

use crate::failure::{Failure, Result};
use crate::output;
use stored_game::StoredGame;

/// Step through the games of a file of records, or a game of a tournament.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute replay games.jsonl\n  joute replay games.jsonl --game 3 --ply 20\n  \
                  joute replay games.jsonl --game 3 --plain --boards 10\n  joute replay games.jsonl --game 3 --json\n  \
                  joute replay games.jsonl --html games.html\n  \
                  joute replay games.jsonl --game 3 --review\n  joute replay games.jsonl --review --html games.html\n  \
                  joute replay 17 --data cup --review --json\n\n\
                  On a terminal the game fills the screen: arrows step, space plays, ? shows every key.\n\
                  In a pipe, or with --plain, it is told line by line.")]
pub(crate) struct Replay {
    /// Game records, one JSON object on each line or a single one; - reads standard input. With --data, the number of a game.
    #[arg(value_name = "FILE or ID")]
    file: PathBuf,
    /// The folder of a tournament's results, whose games have numbers.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Which game of the file, counted from 1.
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// The position after so many plies: where the screen begins, and all that --plain shows.
    #[arg(long, value_name = "K")]
    ply: Option<usize>,
    /// Tell the game line by line instead of filling the screen.
    #[arg(long)]
    plain: bool,
    /// Tell it line by line, and draw the board every so many plies.
    #[arg(long, value_name = "N", conflicts_with = "ply", value_parser = clap::value_parser!(u64).range(1..))]
    boards: Option<u64>,
    /// Write a page that replays the game, or all games of the file, in any browser and without a network.
    #[arg(long, value_name = "OUT.html", conflicts_with_all = ["plain", "boards", "ply", "json"])]
    html: Option<PathBuf>,
    /// Let the engine look through the game: what every position was worth, what the better move was, how bad the one played.
    /// The same game gets the same review on every machine. With --html it goes into the page.
    #[arg(long, conflicts_with_all = ["plain", "boards", "ply"])]
    review: bool,
    /// Nodes for each position of a review; by default 100000, and fewer on boards of more than 64 cells.
    #[arg(long, value_name = "N", requires = "review", value_parser = clap::value_parser!(u64).range(LEAST_NODES..))]
    nodes: Option<u64>,
    /// The language of the page, such as en or fr.
    #[arg(long, value_name = "LANGUAGE", requires = "html", default_value = "en")]
    language: joute_messages::Language,
    /// One JSON object: the record, every position and tally; fails if the moves do not lead to the stored end.
    #[arg(long, conflicts_with_all = ["plain", "boards", "ply"])]
    json: bool,
}

impl Replay {
    pub(crate) fn run(&self) -> Result {
        let records = match &self.data {
            Some(folder) => vec![file::stored(&self.file, folder)?],
            None => file::read(&self.file)?,
        };
        let chosen = self.chosen(&records)?;
        if let Some(path) = &self.html {
            let reviews = self.reviews(&records, chosen)?;
            return html::write(&records, &reviews, chosen, path, self.language);
        }
        if self.review {
            let index = chosen.ok_or_else(|| choose(records.len()))?;
            return review::tell(&self.open(&records, index)?, self.nodes, self.json);
        }
        if self.fills_screen() {
            return self.show(records, chosen);
        }
        match chosen {
            Some(index) => self.tell(&records, index),
            None => self.list(&records),
        }
    }

    /// The reviews that go into a page, by the index of their game.
    fn reviews(&self, records: &[GameRecord], chosen: Option<usize>) -> Result<Vec<(usize, Review)>> {
        if !self.review {
            return Ok(Vec::new());
        }
        let stop = review::stop_flag()?;
        let mut reviews = Vec::new();
        for index in chosen.map_or(0..records.len(), |index| index..index + 1) {
            let made = review::make(&records[index], self.nodes, &stop);
            reviews.push((index, made.with_context(|| format!("{}, game {}", self.file.display(), index + 1))?));
        }
        Ok(reviews)
    }

    /// The game asked for, or the only one there is.
    fn chosen(&self, records: &[GameRecord]) -> Result<Option<usize>> {
        let count = records.len();
        match self.game {
            None if count == 1 => Ok(Some(0)),
            None if self.ply.is_some() || self.boards.is_some() => Err(choose(count)),
            None => Ok(None),
            Some(number) if (1..=count).contains(&number) => Ok(Some(number - 1)),
            Some(number) => {
                Err(Failure::usage(anyhow!("there is no game {number}: the file has {}", games_text(count))))
            }
        }
    }

    fn fills_screen(&self) -> bool {
        let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
        !self.plain && !self.json && self.boards.is_none() && std::io::stdout().is_terminal() && !is_dumb
    }

    fn show(&self, records: Vec<GameRecord>, chosen: Option<usize>) -> Result {
        if let Some(index) = chosen {
            // What cannot be replayed is said before the screen is taken.
            let game = self.open(&records, index)?;
            self.checked_ply(&game)?;
        }
        screen::run(records, chosen, self.ply.unwrap_or(0)).context("the terminal")?;
        Ok(ExitCode::SUCCESS)
    }

    fn tell(&self, records: &[GameRecord], index: usize) -> Result {
        let game = self.open(records, index)?;
        let number = [index + 1, records.len()];
        if self.json {
            game.verify().context("the record does not agree with its moves")?;
            output::print_json(&json::ReplayedGame::of(&game, number))?;
            return Ok(ExitCode::SUCCESS);
        }
        let told = match self.checked_ply(&game)? {
            Some(ply) => account::position(&game, ply),
            None => account::game(&game, number, self.boards),
        };
        output::print_painted(&told);
        game.verify().context("the record does not agree with its moves")?;
        Ok(ExitCode::SUCCESS)
    }

    fn list(&self, records: &[GameRecord]) -> Result {
        if self.json {
            output::print_json(&json::RecordList::of(records))?;
        } else {
            output::print(&account::list(records));
            output::note("choose a game with --game N");
        }
        Ok(ExitCode::SUCCESS)
    }

    fn open(&self, records: &[GameRecord], index: usize) -> Result<StoredGame> {
        let opened = StoredGame::open(records[index].clone());
        Ok(opened.with_context(|| format!("{}, game {}", self.file.display(), index + 1))?)
    }

    fn checked_ply(&self, game: &StoredGame) -> Result<Option<usize>> {
        match self.ply {
            Some(ply) if ply > game.plies() => {
                Err(Failure::usage(anyhow!("there is no ply {ply}: the game has {}", game.plies())))
            }
            ply => Ok(ply),
        }
    }
}

fn choose(count: usize) -> Failure {
    Failure::usage(anyhow!("the file has {count} games: choose one with --game N"))
}

fn games_text(count: usize) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}
