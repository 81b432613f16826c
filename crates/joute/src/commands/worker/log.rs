//! What a worker writes about itself: for people, or one JSON object a line for programs that gather logs.

use std::net::SocketAddr;

use clap::ValueEnum;
use joute_arena::{CrewNews, CrewSummary};
use joute_store::NewWorker;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::note;

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
        let able = abilities.join(", ");
        let text = format!("{name} on {machine} plays {jobs} games at once for {store}; it can do: {able}");
        let fields = json!({"worker": name, "machine": machine, "jobs": jobs, "cores": cores, "store": store, "abilities": abilities});
        self.tell("info", "joined", &text, fields);
    }

    pub(super) fn metrics(&self, address: SocketAddr) {
        let place = format!("http://{address}/metrics");
        self.tell("info", "metrics", &format!("figures for Prometheus are at {place}"), json!({"address": place}));
    }

    pub(super) fn left(&self, sum: &CrewSummary) {
        let CrewSummary { games, lost } = sum;
        let text = format!("{games} games were played and count; {lost} were played for nothing");
        self.tell("info", "left", &text, json!({"games": games, "lost": lost}));
    }

    pub(super) fn hear(&self, news: &CrewNews<'_>) {
        match news {
            // People need not read of every batch.
            CrewNews::Taken(_) | CrewNews::Settled { lost: 0, .. } if self.kind == LogKind::Text => {}
            CrewNews::Taken(tasks) => self.tell("info", "taken", "", json!({"tasks": tasks})),
            CrewNews::Settled { games, lost } => {
                let text = format!("{lost} games were played for nothing: others had taken them over meanwhile");
                self.tell("info", "settled", &text, json!({"games": games, "lost": lost}));
            }
            CrewNews::Refused { player, why } => {
                let text = format!("{player} cannot be seated here: {why}");
                self.tell("warning", "refused", &text, json!({"player": player, "why": why}));
            }
            CrewNews::Trouble(error) => {
                self.tell("warning", "trouble", &format!("{error}; trying again"), json!({"error": error.to_string()}));
            }
        }
    }

    /// A player of a class was checked.
    pub(super) fn checked(&self, version: &str) {
        self.tell("info", "checked", &format!("checked {version}"), json!({"version": version}));
    }

    /// A finished game was reviewed.
    pub(super) fn reviewed(&self, game: &str) {
        self.tell("info", "reviewed", &format!("reviewed the game {game}"), json!({"game": game}));
    }

    /// A player of a class cannot be checked on this machine.
    pub(super) fn not_checked(&self, version: &str, why: &str) {
        let text = format!("{version} cannot be checked here and is left to others: {why}");
        self.tell("warning", "not-checked", &text, json!({"version": version, "why": why}));
    }

    fn tell(&self, level: &str, event: &str, text: &str, mut fields: Value) {
        if self.kind == LogKind::Text {
            return note(text);
        }
        if let Some(fields) = fields.as_object_mut() {
            let now = OffsetDateTime::now_utc().format(&Rfc3339).unwrap_or_default();
            fields.insert("time".to_owned(), now.into());
            fields.insert("level".to_owned(), level.into());
            fields.insert("event".to_owned(), event.into());
        }
        note(&fields.to_string());
    }
}
