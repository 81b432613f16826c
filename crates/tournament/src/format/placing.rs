//! Orders of merit: equal merit, equal rank.

use super::schedule::Schedule;

/// A player's place in the order of merit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placing {
    /// The seed number.
    pub player: usize,
    /// The rank from 1; equal merit shares it: 6, 6, 8.
    pub rank: u32,
    /// The round in which it went out, in an elimination.
    pub out_in: Option<u32>,
    /// Whether it went out in the final.
    pub out_in_final: bool,
    /// Matches won and byes, ties as halves, in a Swiss event: what it ranks by first.
    pub score: Option<f64>,
    /// The sum of the opponents' scores, in a Swiss event.
    pub buchholz: Option<f64>,
}

/// Ranks players by what they have, most first; players of equal merit keep the order of their seeds.
pub(super) fn rank(merits: &[Vec<f64>]) -> Vec<Placing> {
    let compare = |a: usize, b: usize| {
        let pairs = merits[b].iter().zip(&merits[a]);
        pairs.map(|(b, a)| b.total_cmp(a)).find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
    };
    let mut order: Vec<usize> = (0..merits.len()).collect();
    order.sort_by(|&a, &b| compare(a, b));
    let mut placings: Vec<Placing> = Vec::with_capacity(order.len());
    for (place, &player) in order.iter().enumerate() {
        let rank = match placings.last() {
            Some(before) if compare(before.player, player).is_eq() => before.rank,
            _ => place as u32 + 1,
        };
        placings.push(Placing { player, rank, out_in: None, out_in_final: false, score: None, buchholz: None });
    }
    placings
}

/// Puts those who are not counted behind the others, who move up.
pub(super) fn last_unless(placings: Vec<Placing>, is_counted: impl Fn(&Placing) -> bool) -> Vec<Placing> {
    let (mut placings, others): (Vec<Placing>, Vec<Placing>) = placings.into_iter().partition(is_counted);
    let counted = placings.len();
    let mut above: Option<(u32, u32)> = None;
    for (at, placing) in placings.iter_mut().enumerate() {
        let before = placing.rank;
        placing.rank = above.filter(|(rank, _)| *rank == before).map_or(at as u32 + 1, |(_, rank)| rank);
        above = Some((before, placing.rank));
    }
    placings.extend(others.into_iter().map(|placing| Placing { rank: counted as u32 + 1, ..placing }));
    placings
}

/// Points first, then matches won and tied.
pub(super) fn by_points(schedule: &Schedule) -> Vec<Placing> {
    let merits = schedule.points().into_iter().zip(schedule.records());
    rank(&merits.map(|(points, [won, tied, _])| vec![points, f64::from(2 * won + tied)]).collect::<Vec<_>>())
}

/// Those who are still in, then the others by when they went out: a later stage is better. The second number is the round
/// to tell.
pub(super) fn by_exit(exits: &[Option<(u32, u32)>]) -> Vec<Placing> {
    let merits: Vec<Vec<f64>> =
        exits.iter().map(|exit| vec![exit.map_or(f64::INFINITY, |(stage, _)| f64::from(stage))]).collect();
    let mut placings = rank(&merits);
    for placing in &mut placings {
        placing.out_in = exits[placing.player].map(|(_, round)| round);
    }
    placings
}
