//! Which players' games compare them with each other, and which ratings are left open.
//!
//! Ratings exist without a prior exactly if every player can be reached from every other by steps "took at least
//! half a point from" (L. R. Ford, "Solution of a ranking problem from binary comparisons", 1957). The players that
//! reach each other are a group.

use super::{Crosstable, Footing};

/// The group of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Group {
    /// Numbered from 0 in the order of their first players.
    pub(super) number: usize,
    /// What the games say about the group as a whole.
    pub(super) footing: Footing,
}

/// The group of every player.
pub(super) fn groups(table: &Crosstable) -> Vec<Group> {
    let victims = victims(table);
    let numbers = numbers(&victims);
    let whole = numbers.iter().all(|&number| number == 0);
    let footing = |number| {
        if whole { Footing::Firm } else { outside_footing(&victims, &numbers, number) }
    };
    numbers.iter().map(|&number| Group { number, footing: footing(number) }).collect()
}

/// For each player, those from whom it took at least half a point.
fn victims(table: &Crosstable) -> Vec<Vec<usize>> {
    let mut victims = vec![Vec::new(); table.players()];
    for (first, second, games) in table.cells() {
        let [lost, drawn, won] = games.counts();
        if won + drawn > 0 {
            victims[first].push(second);
        }
        if lost + drawn > 0 {
            victims[second].push(first);
        }
    }
    victims
}

fn numbers(victims: &[Vec<usize>]) -> Vec<usize> {
    let reached: Vec<Vec<bool>> = (0..victims.len()).map(|player| reached_from(victims, player)).collect();
    let mut founders: Vec<usize> = Vec::new();
    let mut numbers = Vec::with_capacity(victims.len());
    for (player, from_player) in reached.iter().enumerate() {
        let known = founders.iter().position(|&founder| reached[founder][player] && from_player[founder]);
        numbers.push(known.unwrap_or(founders.len()));
        if known.is_none() {
            founders.push(player);
        }
    }
    numbers
}

fn reached_from(victims: &[Vec<usize>], player: usize) -> Vec<bool> {
    let mut reached = vec![false; victims.len()];
    reached[player] = true;
    let mut open = vec![player];
    while let Some(next) = open.pop() {
        for &taken in &victims[next] {
            if !reached[taken] {
                reached[taken] = true;
                open.push(taken);
            }
        }
    }
    reached
}

/// What a group's games against the other groups say about it.
fn outside_footing(victims: &[Vec<usize>], numbers: &[usize], group: usize) -> Footing {
    let (mut took, mut lost) = (false, false);
    for (player, taken) in victims.iter().enumerate() {
        let inside = numbers[player] == group;
        took |= inside && taken.iter().any(|&other| numbers[other] != group);
        lost |= !inside && taken.iter().any(|&other| numbers[other] == group);
    }
    match (took, lost) {
        (true, false) => Footing::OnlyWins,
        (false, true) => Footing::OnlyLosses,
        _ => Footing::Loose,
    }
}
