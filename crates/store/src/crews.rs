//! Everybody who plays for a store, and what waits for them; the same in figures for Prometheus.

use std::fmt::Write as _;

use joute_messages::{Language, Localize, Message, message};

use crate::{Backlog, Doing, Result, Store, WorkerState};

/// Who plays for a store, and what waits.
#[derive(Debug, Clone, Default)]
pub struct Crews {
    /// Workers that were heard of within a week, the latest first.
    pub workers: Vec<WorkerState>,
    /// What is in the queue, by event, with the names of the events.
    pub backlog: Vec<(String, Backlog)>,
}

impl Crews {
    /// Nothing where the store has no queue.
    pub fn of(store: &dyn Store) -> Result<Option<Crews>> {
        let Some(queue) = store.queue() else { return Ok(None) };
        let events = store.events()?;
        let name = |left: &Backlog| {
            let known = events.iter().find(|known| known.id == left.event);
            known.map_or_else(String::new, |known| known.event.name.clone())
        };
        let backlog = queue.backlog()?.into_iter().map(|left| (name(&left), left)).collect();
        Ok(Some(Crews { workers: queue.workers()?, backlog }))
    }

    /// The same for Prometheus.
    pub fn figures(&self) -> String {
        let workers = |value: fn(&WorkerState) -> f64| -> Vec<(String, f64)> {
            let labels = |state: &WorkerState| {
                format!("{{{},{}}}", label("worker", &state.worker.name), label("machine", &state.worker.machine))
            };
            self.workers.iter().map(|state| (labels(state), value(state))).collect()
        };
        let queue = |value: fn(&Backlog) -> u64| -> Vec<(String, f64)> {
            let labels = |name: &str| format!("{{{}}}", label("event", name));
            self.backlog.iter().map(|(name, left)| (labels(name), value(left) as f64)).collect()
        };
        let figures = [
            ("worker_up", "gauge", "Whether the lease of a worker lasts", workers(|state| f64::from(state.is_alive))),
            ("worker_games", "counter", "Games of a worker that count", workers(|state| state.games as f64)),
            ("worker_games_per_second", "gauge", "How fast a worker is", workers(speed)),
            (
                "worker_silence_seconds",
                "gauge",
                "When a worker was heard of",
                workers(|state| state.silence.as_secs_f64()),
            ),
            ("queue_waiting", "gauge", "Pairs of games that nobody has taken", queue(|left| left.waiting)),
            ("queue_taken", "gauge", "Pairs of games that somebody plays", queue(|left| left.taken)),
        ];
        let mut text = String::new();
        for (name, kind, what, values) in figures {
            figure(&mut text, &format!("joute_{name}"), kind, what, &values);
        }
        text
    }
}

impl Localize for Doing {
    fn message(&self) -> Message {
        match self {
            Doing::Plays(event) => message!("workers-plays", event = event.clone()),
            Doing::Checks => message!("workers-checks"),
            Doing::Reviews => message!("workers-reviews"),
        }
    }
}

impl WorkerState {
    /// What it does: games of which event, checks or reviews.
    pub fn doing(&self, language: Language) -> String {
        let all: Vec<String> = self.pulse.doing.iter().map(|doing| doing.localized(language)).collect();
        if all.is_empty() { language.text("workers-waits").to_owned() } else { all.join(", ") }
    }

    /// How long ago it was heard of.
    pub fn heard_of(&self) -> Message {
        match self.silence.as_secs() {
            seconds @ ..120 => message!("workers-seconds-ago", count = seconds),
            seconds @ ..7200 => message!("workers-minutes-ago", count = seconds / 60),
            seconds => message!("workers-hours-ago", count = seconds / 3600),
        }
    }
}

/// Whoever has gone plays nothing, whatever it said last.
fn speed(state: &WorkerState) -> f64 {
    if state.is_alive { state.pulse.rate } else { 0.0 }
}

/// One figure for Prometheus with its values, each with its labels.
pub fn figure(text: &mut String, name: &str, kind: &str, what: &str, values: &[(String, f64)]) {
    // Writing into a text cannot fail.
    let _ = writeln!(text, "# HELP {name} {what}\n# TYPE {name} {kind}");
    for (labels, value) in values {
        let _ = writeln!(text, "{name}{labels} {value}");
    }
}

/// A label as it is written: quotes, line ends and backslashes are escaped.
fn label(name: &str, value: &str) -> String {
    format!("{name}=\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EventId;

    #[test]
    fn figures_are_written_as_prometheus_reads_them() {
        let left = Backlog { event: EventId(1), waiting: 3, taken: 1 };
        let crews = Crews { workers: Vec::new(), backlog: vec![("a \"cup\" \\ of\ntwo".to_owned(), left)] };
        let text = crews.figures();
        assert!(text.contains(
            "# HELP joute_queue_waiting Pairs of games that nobody has taken\n# TYPE joute_queue_waiting gauge\n"
        ));
        assert!(text.contains("\njoute_queue_waiting{event=\"a \\\"cup\\\" \\\\ of\\ntwo\"} 3\n"), "{text}");
    }
}
