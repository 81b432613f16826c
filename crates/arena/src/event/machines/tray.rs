//! The tray of a worker: tasks that wait for a thread, and for as many processors as their games need.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use joute_store::{NewWorker, TakenTask};

use super::rates::Rates;

pub(super) struct Tray {
    heap: Mutex<Heap>,
    more: Condvar,
}

#[derive(Default)]
struct Heap {
    /// With the instants since when they wait.
    tasks: VecDeque<(Instant, TakenTask)>,
    is_closed: bool,
    /// Processors that nobody thinks on.
    free: u32,
}

impl Tray {
    /// A worker plays as many games of one processor at once as it was told to, and no more of them than that.
    pub(super) fn new(worker: &NewWorker) -> Tray {
        let free = worker.cores.max(worker.jobs).max(1);
        Tray { heap: Mutex::new(Heap { free, ..Heap::default() }), more: Condvar::new() }
    }

    fn heap(&self) -> MutexGuard<'_, Heap> {
        self.heap.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tasks that nobody has begun, and how long they will take.
    pub(super) fn waiting(&self, rates: &Rates) -> (usize, Duration) {
        let heap = self.heap();
        (heap.tasks.len(), rates.time_of(heap.tasks.iter().map(|(_, task)| task)))
    }

    /// Takes out what nobody has begun for longer than this, but for a large one that is next: it waits for processors.
    pub(super) fn stale(&self, than: Duration) -> Vec<TakenTask> {
        let mut heap = self.heap();
        let next_is_large = heap.tasks.front().is_some_and(|(_, task)| task.cores > 1);
        let old = heap.tasks.iter().take_while(|(since, _)| since.elapsed() > than).count();
        heap.tasks.drain(usize::from(next_is_large).min(old)..old).map(|(_, task)| task).collect()
    }

    pub(super) fn put(&self, tasks: Vec<TakenTask>) {
        let now = Instant::now();
        self.heap().tasks.extend(tasks.into_iter().map(|task| (now, task)));
        self.more.notify_all();
    }

    /// Nothing more comes; what nobody has begun.
    pub(super) fn close(&self) -> Vec<TakenTask> {
        let mut heap = self.heap();
        heap.is_closed = true;
        self.more.notify_all();
        heap.tasks.drain(..).map(|(_, task)| task).collect()
    }

    /// The next task, with its processors; waits for both, in the order in which tasks came, so that large ones have their turn.
    pub(super) fn take(&self) -> Option<Seated<'_>> {
        let mut heap = self.heap();
        loop {
            if heap.tasks.front().is_some_and(|(_, task)| task.cores <= heap.free)
                && let Some((_, task)) = heap.tasks.pop_front()
            {
                heap.free -= task.cores;
                return Some(Seated { task, tray: self });
            }
            if heap.is_closed {
                return None;
            }
            heap = self.more.wait(heap).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A task that is being played; its processors are free when it is dropped.
pub(super) struct Seated<'a> {
    pub(super) task: TakenTask,
    tray: &'a Tray,
}

impl Drop for Seated<'_> {
    fn drop(&mut self) {
        self.tray.heap().free += self.task.cores;
        self.tray.more.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use joute_store::{EventId, Ticket};

    use super::*;

    fn task(number: i64, cores: u32) -> TakenTask {
        let ticket = Ticket { task: number, token: 1 };
        TakenTask { ticket, event: EventId(1), body: String::new(), cores }
    }

    fn tray(jobs: u32, cores: u32) -> Tray {
        let [name, machine, version] = [(); 3].map(|()| String::new());
        Tray::new(&NewWorker { name, machine, abilities: Vec::new(), jobs, cores, version })
    }

    #[test]
    fn games_have_the_processors_that_they_need() {
        let tray = tray(4, 4);
        tray.put(vec![task(1, 1), task(2, 3), task(3, 2)]);
        let mut one = tray.take();
        let two = tray.take();
        assert_eq!(tray.heap().free, 0);
        std::thread::scope(|scope| {
            let third = scope.spawn(|| tray.take().map(|seated| seated.task.ticket.task));
            drop(one.take());
            assert_eq!(tray.heap().tasks.len(), 1, "one processor is too few for the third");
            drop(two);
            assert_eq!(third.join().ok().flatten(), Some(3));
        });
        assert_eq!(tray.heap().free, 4);
    }

    #[test]
    fn what_waits_for_too_long_is_left_to_others() {
        let tray = tray(1, 4);
        let numbers = |tasks: Vec<TakenTask>| tasks.iter().map(|task| task.ticket.task).collect::<Vec<_>>();
        tray.put(vec![task(1, 4), task(2, 1), task(3, 1)]);
        assert!(tray.stale(Duration::from_secs(3600)).is_empty());
        assert_eq!(numbers(tray.stale(Duration::ZERO)), [2, 3], "a large one has its turn");
        drop(tray.take());
        tray.put(vec![task(4, 1)]);
        assert_eq!(numbers(tray.stale(Duration::ZERO)), [4]);
    }

    #[test]
    fn more_games_at_once_than_processors_are_as_many_as_were_wanted() {
        let tray = tray(3, 2);
        tray.put(vec![task(1, 1), task(2, 1), task(3, 1)]);
        let seated: Vec<_> = (0..3).map_while(|_| tray.take()).collect();
        assert_eq!((seated.len(), tray.close().len()), (3, 0));
        assert!(tray.take().is_none());
    }
}
