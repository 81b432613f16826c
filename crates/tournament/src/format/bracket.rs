//! Draws that are known from the beginning: who meets whom follows from who won before.

use super::schedule::{Bracket, Place, Schedule};

/// Who takes a seat of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feed {
    /// A seed number, or nobody where there are fewer players than places.
    Seed(Option<usize>),
    /// The winner of an earlier node.
    WinnerOf(usize),
    /// The loser of an earlier node.
    LoserOf(usize),
}

/// A place in the draw where two players may meet.
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) feeds: [Feed; 2],
}

/// Who goes on from a node, and who falls; nobody where nobody came.
#[derive(Debug, Clone, Copy)]
struct Exit {
    winner: Option<usize>,
    loser: Option<usize>,
}

/// A draw: nodes in an order in which each comes after those that feed it. A match has the number of its node.
pub(super) struct Draw {
    nodes: Vec<Node>,
    exits: Vec<Option<Exit>>,
}

impl Draw {
    pub(super) fn new(nodes: Vec<Node>) -> Draw {
        let exits = vec![None; nodes.len()];
        Draw { nodes, exits }
    }

    #[cfg(test)]
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Makes every match whose two players are known, and lets those without an opponent pass.
    pub(super) fn extend(&mut self, schedule: &mut Schedule) {
        for number in 0..self.nodes.len() {
            if self.exits[number].is_none()
                && let [Some(one), Some(two)] = self.nodes[number].feeds.map(|feed| self.fed(feed))
            {
                self.exits[number] = self.settle(number, [one, two], schedule);
            }
        }
    }

    /// Who comes from a feed; `None` while that is open.
    fn fed(&self, feed: Feed) -> Option<Option<usize>> {
        match feed {
            Feed::Seed(player) => Some(player),
            Feed::WinnerOf(node) => self.exits[node].map(|exit| exit.winner),
            Feed::LoserOf(node) => self.exits[node].map(|exit| exit.loser),
        }
    }

    fn settle(&self, number: usize, players: [Option<usize>; 2], schedule: &mut Schedule) -> Option<Exit> {
        let place = self.nodes[number].place;
        let [one, two] = match players {
            [Some(one), Some(two)] => [one, two],
            [one, two] => {
                let winner = one.or(two);
                if let Some(player) = winner {
                    schedule.add_bye(place, player);
                }
                return Some(Exit { winner, loser: None });
            }
        };
        if schedule.get(number as u32).is_none() {
            schedule.add(number as u32, place, [one, two]);
        }
        // One who is not there has lost already.
        let game = schedule.get(number as u32)?;
        game.verdict.map(|_| Exit { winner: game.winner(), loser: game.loser() })
    }
}

/// The nodes of the winners' bracket, round by round, and how many rounds there are. The best seeds meet as late as can be,
/// and have byes where places are empty.
pub(super) fn winners(players: usize, bracket: Option<Bracket>) -> (Vec<Node>, u32) {
    let places = players.next_power_of_two();
    let rounds = places.trailing_zeros();
    let order = seed_order(places);
    let seat = |place: usize| Feed::Seed(Some(order[place]).filter(|&seed| seed < players));
    let mut nodes: Vec<Node> = Vec::with_capacity(places);
    let mut previous = 0;
    for round in 1..=rounds {
        let first = nodes.len();
        for slot in 0..places >> round {
            let feeds = match round {
                1 => [seat(2 * slot), seat(2 * slot + 1)],
                _ => [2 * slot, 2 * slot + 1].map(|place| Feed::WinnerOf(previous + place)),
            };
            nodes.push(Node { place: Place { round, bracket, slot: slot as u32 }, feeds });
        }
        previous = first;
    }
    (nodes, rounds)
}

/// Seed numbers from top to bottom of the draw: 0, 7, 3, 4, 1, 6, 2, 5 for eight places.
fn seed_order(places: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < places {
        let last = 2 * order.len() - 1;
        // The better of two stands above in the upper half and below in the lower one, as draws are usually printed.
        order = order
            .iter()
            .enumerate()
            .flat_map(|(at, &seed)| if at % 2 == 0 { [seed, last - seed] } else { [last - seed, seed] })
            .collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::seed_order;

    #[test]
    fn the_best_seeds_meet_last() {
        for places in [2usize, 4, 8, 16, 256] {
            let order = seed_order(places);
            for round in 0..places.trailing_zeros() {
                // In each part of the draw that one player comes out of, the best seed is one of the best overall.
                let part = 2 << round;
                let best = order.chunks(part).filter_map(|seeds| seeds.iter().min());
                assert!(best.into_iter().all(|&seed| seed < places / part), "{places} places, part of {part}");
            }
        }
    }
}
