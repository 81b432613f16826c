//! Where going round is good enough: under rules by which a repetition leaves each side its own row.
//!
//! A side is sure of a result, besides by forcing it, where it can stay for ever among positions in which its own row is
//! that much ahead: wherever the round closes, it has at least that. Such a set is what is left when all positions are
//! taken away, again and again, from which the side cannot stay or its opponent can leave. The sets of one level are found
//! one after the other, each with ways out only into what was known before it, so that play never goes back to an earlier
//! one, and positions on the way to a set are met only once.

use std::sync::atomic::Ordering;

use super::super::rows::{Rows, StandardRules, sum};
use super::index::{index, next, position};
use super::solve::{Solver, State, Worker};

/// Which states may still be part of the set, and for the side that wants to stay, by how many moves it can.
struct Candidates {
    /// 0 for those that are not, else 1 and the number of moves.
    marks: [Vec<u8>; 2],
    /// Taken away, but those before them have not been told.
    removed: Vec<(Rows, usize)>,
}

impl<R: StandardRules> Solver<'_, R> {
    /// Makes known all positions in which the side is sure of the level by going round, and all that follows from it; says
    /// whether there were any.
    pub(super) fn settle_rounds(&self, level: i32) -> bool {
        let mut candidates = self.candidates(level);
        self.count_ways(&mut candidates);
        self.remove(&mut candidates);
        let mut worker = Worker::new(self);
        let mut found = false;
        for role in 0..2 {
            for (number, _) in candidates.marks[role].iter().enumerate().filter(|(_, mark)| **mark != 0) {
                let value = if role == 0 { level } else { -level };
                found |= worker.make_known(role, number, value);
            }
        }
        worker.spread(level);
        worker.report();
        found
    }

    /// The unknown states in which the row of the side is so far ahead.
    fn candidates(&self, level: i32) -> Candidates {
        let mut marks = [Vec::with_capacity(self.size), Vec::with_capacity(self.size)];
        let mut rows = position(self.seeds, 0);
        for number in 0..self.size {
            let lead = sum(rows.mine) as i32 - sum(rows.theirs) as i32;
            let [to_stay, to_leave] = [0, 1].map(|role| self.state(role, number));
            marks[0].push(u8::from(lead >= level && !to_stay.is_known()));
            marks[1].push(u8::from(-lead >= level && !to_leave.is_known() && to_leave.best() <= -level));
            rows = next(rows);
        }
        Candidates { marks, removed: Vec::new() }
    }

    /// Counts the moves by which the side can stay, and removes the positions that its opponent can leave.
    fn count_ways(&self, candidates: &mut Candidates) {
        let mut rows = position(self.seeds, 0);
        for number in 0..self.size {
            if candidates.marks[0][number] != 0 {
                let stays = self.quiet_moves(rows).filter(|after| candidates.marks[1][*after] != 0).count();
                candidates.marks[0][number] += stays as u8;
                if stays == 0 {
                    candidates.removed.push((rows, 0));
                }
            }
            let leaves = |after: usize| candidates.marks[0][after] == 0 && !self.state(0, after).is_known();
            if candidates.marks[1][number] != 0 && self.quiet_moves(rows).any(leaves) {
                candidates.removed.push((rows, 1));
            }
            rows = next(rows);
        }
        // Marks go only now: what was counted must be what those before are told of.
        for (rows, role) in &candidates.removed {
            candidates.marks[*role][index(*rows)] = 0;
        }
    }

    /// Takes away what depends on something taken away.
    fn remove(&self, candidates: &mut Candidates) {
        let mut worker = Worker::new(self);
        while let Some((rows, role)) = candidates.removed.pop() {
            for before in worker.predecessors.find::<R>(rows) {
                let mark = &mut candidates.marks[1 - role][index(*before)];
                if *mark == 0 {
                    continue;
                }
                *mark = if role == 1 { *mark - 1 } else { 0 };
                if *mark <= 1 {
                    *mark = 0;
                    candidates.removed.push((*before, 1 - role));
                }
            }
        }
    }

    /// Where moves without a capture lead.
    fn quiet_moves(&self, rows: Rows) -> impl Iterator<Item = usize> + use<R> {
        rows.successors::<R>().filter(|successor| successor.captured == 0).map(|successor| index(successor.rows))
    }

    fn state(&self, role: usize, number: usize) -> State {
        State(self.states[role * self.size + number].load(Ordering::Relaxed))
    }
}
