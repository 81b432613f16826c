//! Double elimination: who loses two matches is out. With `ties = "replay"`, unless told otherwise, it is the classic one, two
//! brackets and a final, all of it here; with `ties = "both"` it is report 002's (`two_losses`).

use super::bracket::{Draw, Feed, Node, winners};
use super::placing::{Placing, by_exit};
use super::schedule::{Bracket, Place, Schedule};
use super::two_losses::TwoLosses;
use super::{Edits, Format, FormatEntry, FormatOptions, MOST_PLAYERS, TieRule};

pub(super) const ENTRY: FormatEntry = FormatEntry {
    name: "double-elimination",
    about: "who loses two matches is out; ties = \"replay\": two brackets and a final, \"both\": rounds of equal losses",
    ties: &[TieRule::Replay, TieRule::Both],
    is_knockout: true,
    has_rounds: true,
    byes_count: true,
    is_offered: true,
    is_ladder: false,
    edits: Edits::Leaving,
    takes_rounds: false,
    least_players: 2,
    most_players: MOST_PLAYERS,
    make,
};

fn make(options: &FormatOptions, players: usize) -> Box<dyn Format> {
    match options.ties {
        Some(TieRule::Both) => Box::new(TwoLosses::new(players, options.replays())),
        Some(TieRule::Replay) | None => Box::new(Classic::new(players)),
    }
}

/// In which order the losers of a round of the winners' bracket drop into the other one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fall {
    Natural,
    Reverse,
    HalfShift,
    ReverseHalfShift,
    PairFlip,
}

impl Fall {
    /// The orders that put off rematches, one for each round of the winners' bracket; the first is that of its first round,
    /// whose losers meet each other.
    fn orders(places: usize) -> &'static [Fall] {
        use Fall::{HalfShift, Natural, PairFlip, Reverse, ReverseHalfShift};
        match places {
            0..=4 => &[Natural, Reverse],
            8 => &[Natural, Reverse, Natural],
            16 => &[Natural, ReverseHalfShift, Reverse, Natural],
            32 => &[Natural, Reverse, HalfShift, Natural, Natural],
            64 => &[Natural, Reverse, HalfShift, Reverse, Natural, Natural],
            _ => &[Natural, Reverse, HalfShift, PairFlip, Reverse, HalfShift, PairFlip, Natural, Natural],
        }
    }

    /// Which of the losers, counted from the top, comes to this slot.
    fn source(self, slot: usize, count: usize) -> usize {
        let half = count / 2;
        match self {
            Fall::Natural => slot,
            Fall::Reverse => count - 1 - slot,
            _ if count < 2 => slot,
            Fall::HalfShift => (slot + half) % count,
            Fall::ReverseHalfShift if slot < half => half - 1 - slot,
            Fall::ReverseHalfShift => count - 1 - (slot - half),
            Fall::PairFlip => slot ^ 1,
        }
    }
}

struct Classic {
    players: usize,
    draw: Draw,
    /// The node of the final; the reset comes after it.
    decider: usize,
}

impl Classic {
    fn new(players: usize) -> Classic {
        let (mut nodes, rounds) = winners(players, Some(Bracket::Winners));
        let champion = nodes.len() - 1;
        let challenger = add_losers(&mut nodes, players.next_power_of_two(), rounds);
        let place = Place { round: 1, bracket: Some(Bracket::Final), slot: 0 };
        nodes.push(Node { place, feeds: [Feed::WinnerOf(champion), challenger] });
        let decider = nodes.len() - 1;
        Classic { players, draw: Draw::new(nodes), decider }
    }

    fn reset_index(&self) -> u32 {
        self.decider as u32 + 1
    }
}

/// The losers' bracket: those who fall out of a round of the winners' one wait for those who are left in this one, and
/// between two such rounds the latter halve themselves. Gives where its winner comes from.
fn add_losers(nodes: &mut Vec<Node>, places: usize, rounds: u32) -> Feed {
    let first_of = |round: u32| places - (places >> (round - 1));
    if rounds == 1 {
        return Feed::LoserOf(0);
    }
    let mut stage = 0;
    let mut push = |nodes: &mut Vec<Node>, feeds: Vec<[Feed; 2]>| -> Vec<Feed> {
        stage += 1;
        let first = nodes.len();
        for (slot, feeds) in feeds.into_iter().enumerate() {
            let place = Place { round: stage, bracket: Some(Bracket::Losers), slot: slot as u32 };
            nodes.push(Node { place, feeds });
        }
        (first..nodes.len()).map(Feed::WinnerOf).collect()
    };
    let orders = Fall::orders(places);
    let order_of = |round: u32| orders.get(round as usize - 1).copied().unwrap_or(Fall::Natural);
    let fallen = |round: u32| -> Vec<Feed> {
        let count = places >> round;
        (0..count).map(|slot| Feed::LoserOf(first_of(round) + order_of(round).source(slot, count))).collect()
    };
    let halved = |feeds: &[Feed]| feeds.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>();
    let mut left = push(nodes, halved(&fallen(1)));
    for round in 2..=rounds {
        let met = fallen(round).into_iter().zip(&left).map(|(fell, &stayed)| [fell, stayed]).collect();
        left = push(nodes, met);
        if round < rounds {
            left = push(nodes, halved(&left));
        }
    }
    left[0]
}

impl Format for Classic {
    fn extend(&mut self, schedule: &mut Schedule) {
        self.draw.extend(schedule);
        let match_index = self.reset_index();
        let Some(last) = schedule.get(self.decider as u32) else { return };
        // The first of the final has not lost yet: when it loses there, both have lost once.
        if last.loser() == Some(last.players[0]) && schedule.get(match_index).is_none() {
            let players = last.players;
            schedule.add(match_index, Place { round: 1, bracket: Some(Bracket::Reset), slot: 0 }, players);
        }
    }

    fn placings(&self, schedule: &Schedule) -> Vec<Placing> {
        let mut losses = vec![0; self.players];
        let mut exits = vec![None; self.players];
        for game in schedule.matches() {
            let Some(loser) = game.loser() else { continue };
            losses[loser] += 1;
            let place = game.place;
            let stage = match place.bracket {
                Some(Bracket::Final | Bracket::Reset) => u32::MAX,
                _ => place.round,
            };
            if losses[loser] == 2 {
                exits[loser] = Some((stage, place.round));
            }
        }
        let mut placings = by_exit(&exits);
        let is_last = |player: usize| exits[player].is_some_and(|(stage, _)| stage == u32::MAX);
        placings.iter_mut().for_each(|placing| placing.out_in_final = is_last(placing.player));
        placings
    }

    fn expected_matches(&self) -> u32 {
        2 * self.players as u32 - 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn falls_are_permutations() {
        use Fall::{HalfShift, Natural, PairFlip, Reverse, ReverseHalfShift};
        for fall in [Natural, Reverse, HalfShift, ReverseHalfShift, PairFlip] {
            for count in [1, 2, 4, 8, 64] {
                let mut sources: Vec<usize> = (0..count).map(|slot| fall.source(slot, count)).collect();
                sources.sort_unstable();
                assert_eq!(sources, (0..count).collect::<Vec<_>>(), "{fall:?} of {count}");
            }
        }
        let order = |fall: Fall| (0..4).map(|slot| fall.source(slot, 4)).collect::<Vec<_>>();
        assert_eq!(order(Reverse), [3, 2, 1, 0]);
        assert_eq!(order(HalfShift), [2, 3, 0, 1]);
        assert_eq!(order(ReverseHalfShift), [1, 0, 3, 2]);
    }

    /// Which first-round places of the winners' bracket may have been where a feed comes from: two players can meet again
    /// only where both of their ways lead.
    fn reach(nodes: &[Node], feed: Feed, places: usize) -> Vec<bool> {
        match feed {
            Feed::Seed(seed) => (0..places).map(|place| Some(place) == seed).collect(),
            Feed::WinnerOf(node) | Feed::LoserOf(node) => {
                let [one, two] = nodes[node].feeds.map(|feed| reach(nodes, feed, places));
                one.iter().zip(&two).map(|(one, two)| one | two).collect()
            }
        }
    }

    /// The first round of the losers' bracket in which two who met before can meet again.
    fn first_rematch(places: usize) -> Option<u32> {
        let draw = Classic::new(places).draw;
        let nodes = draw.nodes();
        let rounds = nodes.iter().filter(|node| node.place.bracket == Some(Bracket::Losers));
        let mut repeated: Vec<u32> = Vec::new();
        for node in rounds {
            let [Feed::LoserOf(fell), Feed::WinnerOf(stayed)] = node.feeds else { continue };
            // Whoever fell from a node met someone of that node's other half or earlier: the whole of its reach.
            let fell = reach(nodes, Feed::LoserOf(fell), places);
            let stayed = reach(nodes, Feed::WinnerOf(stayed), places);
            if fell.iter().zip(&stayed).any(|(fell, stayed)| *fell && *stayed) {
                repeated.push(node.place.round);
            }
        }
        repeated.into_iter().min()
    }

    #[test]
    fn rematches_are_put_off() {
        // With natural order throughout, somebody could meet again in the second round of the losers' bracket.
        let found: Vec<Option<u32>> = [8, 16, 32, 64, 128, 256].into_iter().map(first_rematch).collect();
        assert_eq!(found, [Some(4), Some(6), Some(6), Some(6), Some(8), Some(8)]);
    }
}
