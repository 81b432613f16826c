//! What games share, kept once: versions of players, what games are played under, and texts.

use std::collections::HashMap;

use joute_referee::{GameRecord, Identity};
use rusqlite::{OptionalExtension, params};

use super::write::{Writer, now};
use crate::seal::number_of;

/// Open terms have other contents for every board: what was long ago is forgotten.
const MOST_TERMS: usize = 10_000;

/// What the writer knows to be there.
#[derive(Default)]
pub(super) struct Known {
    /// Versions of players by who they are, so that each is looked up once.
    versions: HashMap<[String; 4], i64>,
    /// Numbers of terms by their content.
    terms: HashMap<[String; 5], i64>,
}

impl Writer<'_> {
    /// The number of a player's version, made if it is new.
    pub(super) fn version(&mut self, player: &Identity) -> rusqlite::Result<i64> {
        let runtime = player.runtime.clone().unwrap_or_default();
        let key = [player.name.clone(), player.locator.clone(), player.version.clone(), runtime];
        if let Some(&id) = self.known.versions.get(&key) {
            return Ok(id);
        }
        self.run("INSERT OR IGNORE INTO player (name) VALUES (?)", params![key[0]])?;
        self.run(
            "INSERT OR IGNORE INTO player_version (player, locator, version, runtime, seen) \
             SELECT id, ?2, ?3, ?4, ?5 FROM player WHERE name = ?1",
            params![key[0], key[1], key[2], key[3], now()],
        )?;
        let id = self.transaction.query_row(
            "SELECT v.id FROM player_version v JOIN player p ON p.id = v.player \
             WHERE p.name = ? AND v.locator = ? AND v.version = ? AND v.runtime = ?",
            params![key[0], key[1], key[2], key[3]],
            |row| row.get(0),
        )?;
        self.known.versions.insert(key, id);
        Ok(id)
    }

    pub(super) fn terms_of(&mut self, record: &GameRecord) -> rusqlite::Result<i64> {
        let hashes: Vec<&String> = record.files.keys().collect();
        let files = serde_json::to_string(&hashes).unwrap_or_default();
        let content =
            [record.version.to_string(), record.game.clone(), record.setup.clone(), record.rules.clone(), files];
        if let Some(&id) = self.known.terms.get(&content) {
            return Ok(id);
        }
        for (hash, text) in &record.files {
            self.run("INSERT OR IGNORE INTO file (hash, text) VALUES (?, ?)", params![hash, text])?;
        }
        let mut id = number_of(&content.each_ref().map(String::as_str));
        while self.run(
            "INSERT OR IGNORE INTO terms (id, version, game, setup, rules, files) VALUES (?, ?, ?, ?, ?, ?)",
            params![id, record.version, content[1], content[2], content[3], content[4]],
        )? == 0
        {
            let there: [String; 5] = self.transaction.query_row(
                "SELECT version || '', game, setup, rules, files FROM terms WHERE id = ?",
                [id],
                |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?]),
            )?;
            if content == there {
                break;
            }
            id = id.wrapping_add(1) & i64::MAX;
        }
        if self.known.terms.len() > MOST_TERMS {
            self.known.terms.clear();
        }
        self.known.terms.insert(content, id);
        Ok(id)
    }

    /// The number of a text that games share.
    pub(super) fn text(&self, text: &str) -> rusqlite::Result<i64> {
        let mut id = number_of(&[text]);
        while self.run("INSERT OR IGNORE INTO text (id, text) VALUES (?, ?)", params![id, text])? == 0 {
            let there: Option<String> = self
                .transaction
                .prepare_cached("SELECT text FROM text WHERE id = ?")?
                .query_row([id], |row| row.get(0))
                .optional()?;
            if there.as_deref() == Some(text) {
                break;
            }
            // Two texts with one number: unheard of, and harmless.
            id = id.wrapping_add(1) & i64::MAX;
        }
        Ok(id)
    }
}
