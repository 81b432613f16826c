//! `expert` against every report strategy on every kind of board, a row each, appended to a file as it is played.
//!
//! ```text
//! territory_table FILE GAMES MILLISECONDS [OPPONENT ...]      e.g. table.txt 200 10
//! ```
//!
//! Every board is played once with each seat. Rows that the file has already are not played again, so that a run that was
//! stopped goes on where it was. The time is that of the processor for each move of `expert`; its opponents take what they need.

mod territory_players;

use std::fs::OpenOptions;
use std::io::{self, Write};

use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{GameSetup, NoFiles, Outcome, Side};
use joute_search::Heuristic;
use joute_search::territory::TerritoryHeuristic;
use territory_players::{Exact, play};

const OPPONENTS: [&str; 10] = [
    "random",
    "useful-random",
    "greedy",
    "max-border",
    "hegemony",
    "starve",
    "foreseeing",
    "oracle:3",
    "ahead",
    "greedymony",
];

const BOARDS: [(&str, &str); 6] = [
    ("flood", "graph=square,width=10,colours=8"),
    // The sides of these two are multiples of three.
    ("flood", "graph=donut,width=12,colours=8"),
    ("flood", "graph=hgraph,width=12,colours=8"),
    ("flood", "graph=torus,width=10,colours=8"),
    ("seven-colours", "size=30"),
    ("seven-colours", "size=30,board=random"),
];

/// What came of the games: pairs by how many of their two games `expert` won, and points.
#[derive(Default)]
struct Row {
    pairs: [u64; 3],
    games: [u64; 3],
}

impl Row {
    fn played<G: Exact>(setup: &str, pairs: u64, expert: &str, opponent: &str) -> Row
    where
        TerritoryHeuristic: Heuristic<G>,
    {
        let mut row = Row::default();
        for number in 0..pairs {
            let setup = G::Setup::parse(setup, &NoFiles).expect("a setup").with_seed(number);
            let game = G::start(&setup).expect("a possible setup");
            let mut won = 0;
            for seat in Side::BOTH {
                let names = if seat == Side::First { [expert, opponent] } else { [opponent, expert] };
                let winner =
                    Outcome::of_tallies(play(game.clone(), names, Seed(2 * number + seat.index() as u64))).winner();
                let result = winner.map_or(1, |side| if side == seat { 0 } else { 2 });
                row.games[result] += 1;
                won += usize::from(result == 0);
            }
            row.pairs[2 - won] += 1;
        }
        row
    }

    fn text(&self) -> String {
        let ([won, drawn, lost], [both, one, none]) = (self.games, self.pairs);
        let points = 100.0 * (won as f64 + drawn as f64 / 2.0) / (won + drawn + lost) as f64;
        format!(
            "{points:.1} %: {won} won, {drawn} drawn, {lost} lost; of the pairs both won {both}, one {one}, none {none}"
        )
    }
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, games, time, chosen @ ..] = &arguments[..] else {
        panic!("three arguments are expected at least: FILE GAMES MILLISECONDS");
    };
    let pairs = games.parse::<u64>().expect("a number of games") / 2;
    let expert = format!("expert:{time}ms");
    for (game, setup) in BOARDS {
        let is_chosen = |opponent: &&str| chosen.is_empty() || chosen.iter().any(|name| name == opponent);
        for opponent in OPPONENTS.into_iter().filter(is_chosen) {
            let name = format!("{game} {setup} {expert} {opponent} {games}: ");
            if std::fs::read_to_string(file).is_ok_and(|text| text.lines().any(|line| line.starts_with(&name))) {
                continue;
            }
            let row = match game {
                "flood" => Row::played::<Flood>(setup, pairs, &expert, opponent),
                _ => Row::played::<SevenColours>(setup, pairs, &expert, opponent),
            };
            writeln!(OpenOptions::new().append(true).create(true).open(file)?, "{name}{}", row.text())?;
        }
    }
    Ok(())
}
