//! What games share, kept once: versions of players, what games are played under, and texts.

use std::collections::{BTreeMap, HashMap, HashSet};

use joute_referee::{GameRecord, Identity};

use super::plain::plain;
use super::transaction::Work;
use crate::error::Checked;
use crate::seal::number_of;

/// Boards have texts of their own: what was long ago is forgotten.
const MOST: usize = 10_000;

/// What a connection knows to be there for good.
#[derive(Default)]
pub(super) struct Known {
    versions: HashMap<[String; 4], i64>,
    terms: HashMap<[String; 5], i64>,
    texts: HashSet<(Texts, i64)>,
}

/// A table of texts by numbers that are made from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Texts {
    Starts,
    Labels,
}

impl Texts {
    /// How texts are added; it gives the numbers of those whose numbers others have. Alone it does not wait for the disk: what refers to
    /// them is written later, and safe later.
    fn statement(self, is_alone: bool) -> &'static str {
        match (self, is_alone) {
            (Texts::Starts, false) => "SELECT keep_texts($1, $2)",
            (Texts::Labels, false) => "SELECT keep_labels($1, $2)",
            (Texts::Starts, true) => "SELECT keep_texts($1, $2), set_config('synchronous_commit', 'off', true)",
            (Texts::Labels, true) => "SELECT keep_labels($1, $2), set_config('synchronous_commit', 'off', true)",
        }
    }
}

impl Work<'_> {
    /// The number of a player's version, made if it is new.
    pub(super) fn version(&mut self, player: &Identity) -> Checked<i64> {
        let runtime = player.runtime.clone().unwrap_or_default();
        let key = [player.name.clone(), player.locator.clone(), player.version.clone(), runtime];
        if let Some(&id) = self.known.versions.get(&key) {
            return Ok(id);
        }
        let [name, locator, version, runtime] = key.each_ref().map(|text| plain(text));
        self.run("INSERT INTO player (name) VALUES ($1) ON CONFLICT DO NOTHING", &[&name])?;
        let sql = "INSERT INTO player_version (player, locator, version, runtime, seen) \
                   SELECT id, $2, $3, $4, extract(epoch FROM now())::bigint FROM player WHERE name = $1 ON CONFLICT DO NOTHING";
        self.run(sql, &[&name, &locator, &version, &runtime])?;
        let sql = "SELECT v.id FROM player_version v JOIN player p ON p.id = v.player \
                   WHERE p.name = $1 AND v.locator = $2 AND v.version = $3 AND v.runtime = $4";
        let id = self.one(sql, &[&name, &locator, &version, &runtime])?.try_get(0)?;
        self.known.versions.insert(key, id);
        Ok(id)
    }

    pub(super) fn terms_of(&mut self, record: &GameRecord) -> Checked<i64> {
        let hashes: Vec<&String> = record.files.keys().collect();
        let files = serde_json::to_string(&hashes).unwrap_or_default();
        let content =
            [record.version.to_string(), record.game.clone(), record.setup.clone(), record.rules.clone(), files];
        if let Some(&id) = self.known.terms.get(&content) {
            return Ok(id);
        }
        for (hash, text) in &record.files {
            let sql = "INSERT INTO file (hash, text) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            self.run(sql, &[hash, &plain(text)])?;
        }
        let mut id = number_of(&content.each_ref().map(String::as_str));
        while !self.has_terms(id, record, &content)? {
            id = id.wrapping_add(1) & i64::MAX;
        }
        if self.known.terms.len() > MOST {
            self.known.terms.clear();
        }
        self.known.terms.insert(content, id);
        Ok(id)
    }

    /// Puts terms at a number; whether they are what is there now.
    fn has_terms(&mut self, id: i64, record: &GameRecord, content: &[String; 5]) -> Checked<bool> {
        let sql = "INSERT INTO terms (id, version, game, setup, rules, files) VALUES ($1, $2, $3, $4, $5, $6) \
                   ON CONFLICT DO NOTHING";
        let version = i64::from(record.version);
        self.run(sql, &[&id, &version, &content[1], &plain(&content[2]), &content[3], &content[4]])?;
        let sql =
            "SELECT version = $2 AND game = $3 AND setup = $4 AND rules = $5 AND files = $6 FROM terms WHERE id = $1";
        let row = self.one(sql, &[&id, &version, &content[1], &plain(&content[2]), &content[3], &content[4]])?;
        Ok(row.try_get(0)?)
    }

    /// The numbers of texts that games share, in their order.
    pub(super) fn texts(&mut self, table: Texts, texts: &[&str]) -> Checked<Vec<i64>> {
        let mut numbers: Vec<i64> = texts.iter().map(|text| number_of(&[text])).collect();
        loop {
            // By number, so that all who write take them in one order.
            let wanted: BTreeMap<i64, &str> = numbers.iter().copied().zip(texts.iter().copied()).collect();
            let missing: Vec<(i64, &str)> =
                wanted.into_iter().filter(|(number, _)| !self.known.texts.contains(&(table, *number))).collect();
            if missing.is_empty() {
                return Ok(numbers);
            }
            let ids: Vec<i64> = missing.iter().map(|(number, _)| *number).collect();
            let contents: Vec<_> = missing.iter().map(|(_, text)| plain(text)).collect();
            let taken: Vec<i64> = self.one(table.statement(self.is_each_alone), &[&ids, &contents])?.try_get(0)?;
            if self.known.texts.len() > MOST {
                self.known.texts.clear();
            }
            self.known.texts.extend(ids.iter().filter(|id| !taken.contains(id)).map(|id| (table, *id)));
            // Two texts with one number: unheard of, and harmless.
            for number in numbers.iter_mut().filter(|number| taken.contains(number)) {
                *number = number.wrapping_add(1) & i64::MAX;
            }
        }
    }
}
