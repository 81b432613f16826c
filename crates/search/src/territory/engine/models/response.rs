//! The best response to opponents that follow models: a beam search to the end of the game in which only the own moves branch.

use std::collections::HashMap;

use super::super::board::{COLOURS, NOTHING};
use super::super::evaluation::score;
use super::ground::{Ground, Stand};
use super::model::{Followed, Rival};
use super::suspects::{Suspect, Suspects};
use crate::control::{Control, Meter};
use crate::heuristic::Score;

/// How many positions of each turn are kept for each first move: few at first, then more and more. What follows from the most
/// takes some megabytes, and a few milliseconds to be put in order, in which nobody looks whether to stop.
const WIDTHS: [u32; 5] = [2, 8, 32, 128, 512];

/// How the game ends at best after each first move: 1 won, 0 drawn, -1 lost; `None` where nothing is known.
type Ends = [Option<i32>; COLOURS + 1];

/// A position in which it is the own turn.
#[derive(Clone, Copy)]
struct Node<const W: usize> {
    stand: Stand<W>,
    followed: Followed,
    /// The first moves that lead here, one bit each.
    firsts: u32,
    worth: Score,
}

/// A search against one opponent.
struct Search<'s, 'c, const W: usize> {
    ground: &'s Ground<W>,
    rival: &'s Rival,
    meter: Meter<'c>,
    ends: Ends,
    next: Vec<Node<W>>,
    /// Where a position stands in `next`.
    known: HashMap<(u64, Followed), usize>,
    /// Whether no position was let go of.
    is_complete: bool,
}

impl<const W: usize> Suspects<W> {
    /// The colour that wins against most of the suspects by their weights: the usual one unless another is better.
    pub(in super::super) fn response(&self, usual: u8, control: &Control<'_>) -> u8 {
        let mut ends: Vec<Ends> = vec![[None; COLOURS + 1]; self.likely.len()];
        let mut open: Vec<usize> = (0..self.likely.len()).collect();
        for width in WIDTHS {
            let mut is_stopped = false;
            open.retain(|&index| {
                let mut search = Search::new(&self.ground, &self.likely[index].rival, Meter::new(control), ends[index]);
                is_stopped = is_stopped || !search.run(self, self.likely[index].followed, width);
                ends[index] = search.ends;
                !search.is_complete
            });
            let is_settled = (0..=COLOURS).any(|colour| ends.iter().all(|ends| ends[colour] == Some(1)));
            if is_stopped || is_settled || open.is_empty() {
                break;
            }
        }
        self.best(&ends, usual)
    }

    fn best(&self, ends: &[Ends], usual: u8) -> u8 {
        let worth = |colour: u8| -> f64 {
            let end = |(suspect, ends): (&Suspect, &Ends)| {
                ends[usize::from(colour)].map_or(0.0, |end| f64::from(end) * suspect.evidence)
            };
            self.likely.iter().zip(ends).map(end).sum()
        };
        let others = (0..=NOTHING).filter(|&colour| ends[0][usize::from(colour)].is_some());
        others.fold(usual, |best, colour| if worth(colour) > worth(best) { colour } else { best })
    }
}

impl<'s, 'c, const W: usize> Search<'s, 'c, W> {
    /// A search that knows some ends already.
    fn new(ground: &'s Ground<W>, rival: &'s Rival, meter: Meter<'c>, ends: Ends) -> Search<'s, 'c, W> {
        Search { ground, rival, meter, ends, next: Vec::new(), known: HashMap::new(), is_complete: true }
    }

    /// Plays turn by turn to the end; false when it was stopped.
    fn run(&mut self, suspects: &Suspects<W>, followed: Followed, width: u32) -> bool {
        let mut level = vec![Node { stand: suspects.stand, followed, firsts: 0, worth: 0 }];
        while !level.is_empty() {
            for node in &level {
                if !self.expand(node) {
                    return false;
                }
            }
            level = self.most_promising(width);
        }
        true
    }

    /// What is kept of the next turn: for each first move that is not known to win so many positions.
    fn most_promising(&mut self, width: u32) -> Vec<Node<W>> {
        self.known.clear();
        let nodes = std::mem::take(&mut self.next);
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order.sort_by_key(|&at| -nodes[at].worth);
        let mut room = self.ends.map(|end| if end == Some(1) { 0 } else { width });
        order.retain(|&at| {
            let node = &nodes[at];
            let firsts = || (0..=COLOURS).filter(|first| node.firsts >> first & 1 == 1);
            let is_kept = firsts().any(|first| room[first] > 0);
            self.is_complete &= is_kept || firsts().all(|first| self.ends[first] == Some(1));
            firsts().for_each(|first| room[first] = room[first].saturating_sub(u32::from(is_kept)));
            is_kept
        });
        order.into_iter().map(|at| nodes[at]).collect()
    }

    /// Every own move of a position; false when it must stop.
    fn expand(&mut self, node: &Node<W>) -> bool {
        let takings = self.ground.takings(&node.stand.position);
        if takings.is_empty() {
            self.answer(node, NOTHING, &node.stand.passed());
        }
        for taking in &takings {
            self.answer(node, taking.colour, &self.ground.after(&node.stand, taking));
        }
        !self.meter.count(takings.len().max(1) as u64)
    }

    /// The opponent's reply.
    fn answer(&mut self, node: &Node<W>, colour: u8, stand: &Stand<W>) {
        let firsts = if node.firsts == 0 { 1 << colour } else { node.firsts };
        if self.ground.is_settled(stand) {
            return self.end(firsts, -stand.position.lead());
        }
        let (reply, followed) = self.rival.reply(self.ground, stand, node.followed);
        if self.ground.is_settled(&reply) {
            return self.end(firsts, reply.position.lead());
        }
        let next = &mut self.next;
        let at = *self.known.entry((reply.position.key(true), followed)).or_insert(next.len());
        match next.get_mut(at) {
            Some(node) => node.firsts |= firsts,
            None => {
                let worth = score(&self.ground.board, &reply.position);
                next.push(Node { stand: reply, followed, firsts, worth });
            }
        }
    }

    fn end(&mut self, firsts: u32, margin: i32) {
        for (first, end) in self.ends.iter_mut().enumerate() {
            if firsts >> first & 1 == 1 {
                *end = (*end).max(Some(margin.signum()));
            }
        }
    }
}
