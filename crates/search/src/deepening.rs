//! Iterative deepening, on one thread or several: one ply ahead, then two, and so on until a limit or the end of
//! every line.

use std::panic::resume_unwind;

use crate::control::Control;
use crate::heuristic::Score;

/// From which depth to which.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Depths {
    first: u32,
    last: u32,
}

/// What was found.
#[derive(Debug, Clone)]
pub(crate) struct Found<M> {
    /// The value for the side to move.
    pub(crate) score: Score,
    /// The last depth that was finished; 0 when there was no time for any.
    pub(crate) depth: u32,
    /// The line it expects; its first move is the best.
    pub(crate) line: Vec<M>,
    /// Whether no line was cut off by the depth: the value is that of the game.
    pub(crate) is_complete: bool,
}

impl<M> Found<M> {
    /// The better founded of two, this one where they are alike.
    fn or_deeper(self, other: Found<M>) -> Found<M> {
        let merit = |found: &Found<M>| (found.is_complete, found.depth);
        if merit(&other) > merit(&self) { other } else { self }
    }
}

impl Depths {
    /// Those of a helping thread: every other one is a ply ahead, so that what it remembers is there when it is wanted.
    fn of_helper(helper: u32, last: u32) -> Depths {
        Depths { first: (1 + helper % 2).min(last), last }
    }

    /// Searches deeper and deeper, first of all the most promising move; `is_forced` where it is the only one.
    /// `to_depth` searches to one depth and is false when it was stopped on the way.
    pub(crate) fn deepen<M>(
        self,
        control: &Control<'_>,
        first: Option<M>,
        is_forced: bool,
        mut to_depth: impl FnMut(u32, &mut Found<M>) -> bool,
    ) -> Found<M> {
        let mut found = Found { score: 0, depth: 0, line: first.into_iter().collect(), is_complete: false };
        for depth in self.first..=self.last {
            let is_finished = to_depth(depth, &mut found);
            // A move that is the only one is no better for being thought about.
            let is_settled = found.is_complete || (is_forced && control.is_timed());
            if !is_finished || is_settled || control.is_near_end() {
                break;
            }
        }
        found
    }
}

/// Searches on several threads, of which the first is this one; the others fill the table for it. Its result counts,
/// unless another has come further: it may have had no processor.
pub(crate) fn on_threads<M: Send>(
    threads: u32,
    last: u32,
    control: &Control<'_>,
    search: impl Fn(u32, Depths) -> Found<M> + Sync,
) -> Found<M> {
    let (found, helped) = beside_helpers(threads, last, control, &search, || search(0, Depths { first: 1, last }));
    match helped {
        Some(helped) => found.or_deeper(helped),
        None => found,
    }
}

/// Does something on this thread while helpers fill the table for it; what it gave, and the best of what they found.
pub(crate) fn beside_helpers<M: Send, T>(
    threads: u32,
    last: u32,
    control: &Control<'_>,
    helper: &(impl Fn(u32, Depths) -> Found<M> + Sync),
    own: impl FnOnce() -> T,
) -> (T, Option<Found<M>>) {
    std::thread::scope(|scope| {
        let start = |index| scope.spawn(move || helper(index, Depths::of_helper(index, last)));
        let helpers: Vec<_> = (1..threads).map(start).collect();
        // However this thread ends: helpers that nobody stops might go on for ever.
        let halt = Halt(control);
        let given = own();
        drop(halt);
        // A helper that panicked must not be passed over: its thread's panic goes on here.
        let ended = helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        (given, ended.reduce(Found::or_deeper))
    })
}

/// Stops a search when it goes.
struct Halt<'a>(&'a Control<'a>);

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.0.halt();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(depth: u32, is_complete: bool) -> Found<u8> {
        Found { score: 0, depth, line: vec![depth as u8], is_complete }
    }

    #[test]
    fn the_first_result_counts_unless_another_is_deeper() {
        assert_eq!(found(3, false).or_deeper(Found { line: vec![9], ..found(3, false) }).line, [3]);
        assert_eq!(found(0, false).or_deeper(found(4, false)).depth, 4);
        assert_eq!(found(2, true).or_deeper(found(4, false)).depth, 2);
    }
}
