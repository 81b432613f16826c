//! What a worker writes about itself: for people, or one JSON object a line for programs that gather logs.

use std::net::SocketAddr;

use clap::ValueEnum;
use joute_arena::{CrewNews, CrewSummary};
use joute_messages::{Message, message};
use joute_store::NewWorker;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::output;

/// How it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LogKind {
    /// For people.
    Text,
    /// For programs.
    Json,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Log {
    kind: LogKind,
}

impl Log {
    pub(super) fn new(kind: LogKind) -> Log {
        Log { kind }
    }

    pub(super) fn joined(&self, worker: &NewWorker, store: &str) {
        let NewWorker { name, machine, jobs, cores, abilities, .. } = worker;
        let text = message!(
            "worker-joined",
            name = name.clone(),
            machine = machine.clone(),
            jobs = *jobs,
            store = store.to_owned(),
            abilities = abilities.join(", ")
        );
        let fields = json!({"worker": name, "machine": machine, "jobs": jobs, "cores": cores, "store": store, "abilities": abilities});
        self.tell("info", "joined", &text, fields);
    }

    pub(super) fn metrics(&self, address: SocketAddr) {
        let place = format!("http://{address}/metrics");
        self.tell("info", "metrics", &message!("worker-metrics", place = place.clone()), json!({"address": place}));
    }

    pub(super) fn left(&self, sum: &CrewSummary) {
        let CrewSummary { games, lost } = sum;
        let text = message!("worker-left", games = *games, lost = *lost);
        self.tell("info", "left", &text, json!({"games": games, "lost": lost}));
    }

    pub(super) fn hear(&self, news: &CrewNews<'_>) {
        match news {
            // People need not read of every batch.
            CrewNews::Taken(_) | CrewNews::Settled { lost: 0, .. } if self.kind == LogKind::Text => {}
            CrewNews::Taken(tasks) => self.tell("info", "taken", &Message::literal(""), json!({"tasks": tasks})),
            CrewNews::Settled { games, lost } => {
                let text = message!("worker-lost", lost = *lost);
                self.tell("info", "settled", &text, json!({"games": games, "lost": lost}));
            }
            CrewNews::Refused { player, why } => {
                let text = refused(player, why);
                self.tell("warning", "refused", &text, json!({"player": player, "why": why}));
            }
            CrewNews::Trouble(error) => {
                let text = message!("worker-trouble", error = error.to_string());
                self.tell("warning", "trouble", &text, json!({"error": error.to_string()}));
            }
        }
    }

    /// A player of a class was checked.
    pub(super) fn checked(&self, version: &str) {
        let text = message!("worker-checked", version = version.to_owned());
        self.tell("info", "checked", &text, json!({"version": version}));
    }

    /// A finished game was reviewed.
    pub(super) fn reviewed(&self, game: &str) {
        let text = message!("worker-reviewed", game = game.to_owned());
        self.tell("info", "reviewed", &text, json!({"game": game}));
    }

    /// A player of a class cannot be checked on this machine.
    pub(super) fn not_checked(&self, version: &str, why: &str) {
        let text = message!("worker-not-checked", version = version.to_owned(), why = why.to_owned());
        self.tell("warning", "not-checked", &text, json!({"version": version, "why": why}));
    }

    fn tell(&self, level: &str, event: &str, text: &Message, mut fields: Value) {
        if self.kind == LogKind::Text {
            return output::note(&text.to_string());
        }
        if let Some(fields) = fields.as_object_mut() {
            let now = OffsetDateTime::now_utc().format(&Rfc3339).unwrap_or_default();
            fields.insert("time".to_owned(), now.into());
            fields.insert("level".to_owned(), level.into());
            fields.insert("event".to_owned(), event.into());
        }
        output::note(&fields.to_string());
    }
}

/// A player that cannot be played on this machine.
pub(super) fn refused(player: &str, why: &str) -> Message {
    message!("worker-refused", player = player.to_owned(), why = why.to_owned())
}
