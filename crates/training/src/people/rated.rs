//! The players of the WTHOR base with their ratings, and their games.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use joute_games::Outcome;
use joute_games::othello::Square;
use joute_games::othello::wthor::{Games, Record};
use joute_tournament::statistics::{Crosstable, RatingOptions, Ratings};

use crate::label::game_files;

/// A player of the base.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rated {
    pub(super) elo: f64,
}

/// A game between two players of whom one at least is rated.
#[derive(Debug, Clone)]
pub(super) struct Played {
    /// The players of both sides, where they are rated.
    pub(super) players: [Option<usize>; 2],
    /// Every move, forced passes put in.
    pub(super) moves: Vec<Square<8>>,
}

/// The base.
#[derive(Debug)]
pub(super) struct Base {
    /// Rated players, the weakest first.
    pub(super) players: Vec<Rated>,
    pub(super) games: Vec<Played>,
}

/// Players of about the same strength.
#[derive(Debug)]
pub(super) struct Band<'b> {
    pub(super) players: &'b [Rated],
    /// The number of the first among all players.
    pub(super) first: usize,
}

impl Band<'_> {
    /// The ratings of its weakest and its strongest player.
    pub(super) fn name(&self) -> String {
        let ends = [self.players.first(), self.players.last()].map(|player| player.map_or(0.0, |player| player.elo));
        format!("{:+.0} to {:+.0}", ends[0], ends[1])
    }

    /// Whether a player belongs to it.
    pub(super) fn has(&self, player: Option<usize>) -> bool {
        player.is_some_and(|player| (self.first..self.first + self.players.len()).contains(&player))
    }
}

impl Base {
    /// The players in groups of one size, the weakest first.
    pub(super) fn bands(&self, count: usize) -> impl Iterator<Item = Band<'_>> {
        let edge = move |number: usize| self.players.len() * number / count;
        (0..count)
            .map(move |number| Band { players: &self.players[edge(number)..edge(number + 1)], first: edge(number) })
    }
}

/// Reads all games and rates everybody who played enough of them.
pub(super) fn read(wthor: &Path, least_games: u64) -> Result<Base> {
    let mut records = Vec::new();
    for path in game_files(wthor)? {
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let games = Games::parse(&bytes).with_context(|| format!("{} is no file of games", path.display()))?;
        records.extend(games.records);
    }
    let numbers = numbers(&records, least_games);
    let ratings = ratings(&records, &numbers)?;
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|one, other| ratings[*one].total_cmp(&ratings[*other]));
    let mut place = vec![0; order.len()];
    for (rank, player) in order.iter().enumerate() {
        place[*player] = rank;
    }
    let played = |record: Record| {
        let moves = record.replay().ok()?.moves;
        let players = [record.black, record.white].map(|player| numbers.get(&player).map(|number| place[*number]));
        Some(Played { players, moves })
    };
    Ok(Base {
        players: order.iter().map(|player| Rated { elo: ratings[*player] }).collect(),
        games: records.into_iter().filter_map(played).collect(),
    })
}

/// A number for each player with enough games.
fn numbers(records: &[Record], least_games: u64) -> HashMap<u16, usize> {
    let mut counts: HashMap<u16, u64> = HashMap::new();
    for player in records.iter().flat_map(|record| [record.black, record.white]) {
        *counts.entry(player).or_default() += 1;
    }
    let mut players: Vec<u16> =
        counts.into_iter().filter(|(_, games)| *games >= least_games).map(|pair| pair.0).collect();
    players.sort_unstable();
    players.into_iter().enumerate().map(|(number, player)| (player, number)).collect()
}

/// Elo by the games that the players have among themselves.
fn ratings(records: &[Record], numbers: &HashMap<u16, usize>) -> Result<Vec<f64>> {
    let mut table = Crosstable::new(numbers.len());
    for record in records {
        let (Some(black), Some(white)) = (numbers.get(&record.black), numbers.get(&record.white)) else { continue };
        if black != white {
            table.add(*black, *white, outcome(record.black_discs)).context("the players are numbered from 0")?;
        }
    }
    let ratings = Ratings::of(&table, RatingOptions::default());
    Ok(ratings.players.iter().map(|rating| rating.elo).collect())
}

fn outcome(black_discs: u8) -> Outcome {
    match black_discs {
        33.. => Outcome::First,
        32 => Outcome::Draw,
        _ => Outcome::Second,
    }
}
