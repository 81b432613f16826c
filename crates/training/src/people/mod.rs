//! How people err, by their strength, and which level of the program errs like them.
//!
//! | file | what it holds |
//! |---|---|
//! | `rated` | the players of the WTHOR base and their ratings, made from their games with the ratings of our tournaments |
//! | `choices` | what people had to choose from, and what searches say of it |
//! | `policy` | how likely each move is to a player that errs |

mod choices;
mod policy;
mod rated;

use std::path::Path;

use anyhow::{Result, ensure};
use joute_catalog::{LEVELS, player_of_level};

use choices::Choice;
use policy::{Habits, Policy};
use rated::Band;

/// What is looked at.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct Study {
    /// Only players with so many games are rated.
    #[arg(long, default_value_t = 100)]
    pub(crate) games: u64,
    /// Groups of players, by strength.
    #[arg(long, default_value_t = 6)]
    pub(crate) bands: usize,
    /// Moves of each group that are looked at.
    #[arg(long, default_value_t = 400)]
    pub(crate) moves: usize,
    /// How deep the search is that says what a move gave away.
    #[arg(long, default_value_t = 10)]
    pub(crate) depth: u32,
    /// Everything random comes from it.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Rates the players and prints how they and the levels err.
pub(crate) fn run(wthor: &Path, study: &Study) -> Result<()> {
    ensure!(study.bands > 0 && study.moves > 0, "expected at least one group and one move");
    let base = rated::read(wthor, study.games)?;
    ensure!(base.players.len() >= study.bands, "{} players have {} games or more", base.players.len(), study.games);
    println!("{} players with {} games or more; seed {}\n", base.players.len(), study.games, study.seed);
    let levels: Vec<Policy> = LEVELS.map(|level| Policy::of_locator(player_of_level("othello", level))).collect();
    let mut table = Table::new(&levels);
    let mut all = Vec::new();
    for band in base.bands(study.bands) {
        let choices = choices::of(&base, &band, study);
        eprintln!("{}: {} moves", band.name(), choices.len());
        table.people(&band, &choices, &levels);
        all.extend(choices);
    }
    println!("{}", table.text);
    println!("{}", of_levels(&levels, &all));
    Ok(())
}

/// What is printed of people.
struct Table {
    text: String,
}

impl Table {
    fn new(levels: &[Policy]) -> Table {
        let names: Vec<String> = (1..=levels.len()).map(|level| format!(" {level} |")).collect();
        let text = format!(
            "| Elo | players | best move | discs given away | 6 or more | 12 or more | likest | error at its depth |{}\n|{}\n",
            names.concat(),
            "---|".repeat(8 + levels.len())
        );
        Table { text }
    }

    /// A line of the table: how a group errs, and how well each level foretells its moves.
    fn people(&mut self, band: &Band<'_>, choices: &[Choice], levels: &[Policy]) {
        let habits = Habits::of(choices.iter().map(|choice| choice.of_person()));
        let surprise: Vec<f64> = levels.iter().map(|level| level.surprise(choices)).collect();
        let least = surprise.iter().copied().fold(f64::INFINITY, f64::min);
        let likest = surprise.iter().position(|value| *value == least).unwrap_or(0);
        let fitted = Policy::fitted(choices);
        let figures: Vec<String> = surprise.iter().map(|value| format!(" {value:.3} |")).collect();
        self.text.push_str(&format!(
            "| {} | {} | {habits} | {} | depth {}, {:.1} discs ({:.3}) |{}\n",
            band.name(),
            band.players.len(),
            likest + 1,
            fitted.depth,
            fitted.error,
            fitted.surprise(choices),
            figures.concat()
        ));
    }
}

/// How the levels err in the places where people had to choose.
fn of_levels(levels: &[Policy], choices: &[Choice]) -> String {
    let mut text =
        "| level | best move | discs given away | 6 or more | 12 or more |\n|---|---|---|---|---|\n".to_owned();
    for (number, level) in levels.iter().enumerate() {
        let habits = Habits::of(choices.iter().flat_map(|choice| level.expected(choice)));
        text.push_str(&format!("| {} | {habits} |\n", number + 1));
    }
    text
}
