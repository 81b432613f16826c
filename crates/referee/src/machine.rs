//! Whether the machine has more to do than it can: a player that is late there may have done nothing wrong.

use std::fs;
use std::thread::available_parallelism;

/// Tasks that want to run at this moment, and processors they could run on, where the system tells and the first are many
/// more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overload {
    tasks: usize,
    processors: usize,
}

impl Overload {
    /// Looks at the machine.
    pub fn now() -> Option<Overload> {
        let processors = available_parallelism().ok()?.get();
        Overload::of(&fs::read_to_string("/proc/loadavg").ok()?, processors)
    }

    /// The fourth word has the tasks that want to run before its slash, this one among them.
    fn of(text: &str, processors: usize) -> Option<Overload> {
        let tasks = text.split_whitespace().nth(3)?.split('/').next()?.parse().ok()?;
        (tasks > 2 * processors).then_some(Overload { tasks, processors })
    }

    /// What is added to the evidence of somebody who was late.
    pub(crate) fn remark(self) -> String {
        let Overload { tasks, processors } = self;
        format!(
            "; the machine is overloaded ({tasks} tasks want its {processors} processors), so this says little about the \
             player: --clock cpu counts what a player computes"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_more_tasks_than_processors_are_an_overload() {
        let of = |text: &str| Overload::of(text, 2);
        assert_eq!(of("9.12 8.00 7.10 11/240 999\n"), Some(Overload { tasks: 11, processors: 2 }));
        for quiet in ["0.10 0.20 0.30 4/240 999", "", "a b c d", "1 2 3 /4 5"] {
            assert_eq!(of(quiet), None, "{quiet}");
        }
        assert!(of("1 1 1 11/240 9").unwrap().remark().contains("11 tasks want its 2 processors"));
    }
}
