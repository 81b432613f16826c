//! The file of a tournament. A mistake is told with its line and what was expected.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use joute_referee::{RULES, find_rule};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::settings::{KEYS, Require, Settings, Wanted, time};
use crate::failure::{Failure, Result};

/// A text, and how to name a place in it.
struct Page<'a> {
    name: String,
    text: &'a str,
}

/// A value of the file.
type Value<'a> = Spanned<DeValue<'a>>;

/// Settings from a file.
pub(super) fn read(path: &Path) -> Result<Settings> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| Failure::usage(anyhow!("cannot read {name}: {error}")))?;
    let full = std::path::absolute(path)?;
    let folder = full.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    let stem = path.file_stem().map_or_else(|| "tournament".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let beside = path.parent().map_or_else(PathBuf::new, Path::to_path_buf).join(&stem);
    // A file without an ending cannot have a folder of its own name beside it.
    let data = if path.extension().is_none() { beside.with_extension("results") } else { beside };
    Page { name, text: &text }.settings(Settings::new(folder, data, stem))
}

impl Page<'_> {
    fn settings(&self, mut settings: Settings) -> Result<Settings> {
        let table = DeTable::parse(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.mistake(at, error.message().trim_end_matches('.').to_owned())
        })?;
        let mut given: Vec<String> = Vec::new();
        for (key, value) in table.get_ref() {
            let name = key.get_ref().to_string();
            settings.places.push((name.clone(), format!("{}: {name}", self.place(key.span().start))));
            match name.as_str() {
                "players" => settings.wanted = self.players(value, &settings.folder)?,
                "require" => settings.require = self.require(value)?,
                known if KEYS.contains(&known) || find_rule(known).is_some() || known == "rules" => {
                    let text = self.plain(known, value)?;
                    settings.set(known, &text).map_err(|expected| {
                        self.mistake(value.span().start, format!("{known} = {}: {expected}", self.source(value)))
                    })?;
                }
                unknown => return Err(self.mistake(key.span().start, unknown_key(unknown))),
            }
            given.push(name);
        }
        self.need(&given)?;
        settings.check()?;
        Ok(settings)
    }

    fn need(&self, given: &[String]) -> Result<()> {
        let examples = [
            ("format", "format = \"double-elimination\""),
            ("game", "game = \"othello\""),
            ("players", "players = [\"greedy\", \"me.ml\"], or the name of a folder"),
        ];
        for (key, example) in examples {
            if !given.iter().any(|name| name == key) {
                return Err(Failure::usage(anyhow!("{}: there is no {key}; expected e.g. {example}", self.name)));
            }
        }
        Ok(())
    }

    /// A text, a number or a switch, as text.
    fn plain(&self, key: &str, value: &Value<'_>) -> Result<String> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Integer(number) if number.radix() == 10 => Ok(number.as_str().replace('_', "")),
            DeValue::Float(number) => Ok(number.as_str().replace('_', "")),
            other => {
                let message = format!("{key} is {}: expected a text in quotes or a number", kind(other));
                Err(self.mistake(value.span().start, message))
            }
        }
    }

    fn players(&self, value: &Value<'_>, folder: &Path) -> Result<Vec<Wanted>> {
        match value.get_ref() {
            DeValue::String(name) => self.folder(name, value, folder),
            DeValue::Array(list) => list.iter().map(|player| self.player(player)).collect(),
            other => {
                let message = format!("players is {}: expected a list, or the name of a folder", kind(other));
                Err(self.mistake(value.span().start, message))
            }
        }
    }

    fn player(&self, value: &Value<'_>) -> Result<Wanted> {
        let at = value.span().start;
        let place = self.place(at);
        let wanted =
            |name, locator: &str| Wanted { name, locator: locator.to_owned(), place, found: false, refused: None };
        match value.get_ref() {
            DeValue::String(locator) => Ok(wanted(None, locator)),
            DeValue::Table(table) => {
                let text = |key: &str| table.get(key).and_then(|value| value.get_ref().as_str());
                let strange = table.keys().find(|key| !["name", "player"].contains(&key.get_ref().as_ref()));
                match (text("player"), strange) {
                    (Some(locator), None) => Ok(wanted(text("name").map(str::to_owned), locator)),
                    _ => {
                        Err(self.mistake(at, "expected { name = \"Camille\", player = \"ocaml:file.ml\" }".to_owned()))
                    }
                }
            }
            other => Err(self.mistake(
                at,
                format!("{}: expected a player in quotes, or {{ name = ..., player = ... }}", kind(other)),
            )),
        }
    }

    /// Every file of a folder, and every folder in it, in the order of their names.
    fn folder(&self, name: &str, value: &Value<'_>, folder: &Path) -> Result<Vec<Wanted>> {
        let failed = |error: std::io::Error| {
            self.mistake(value.span().start, format!("players = {name:?}: cannot read the folder: {error}"))
        };
        let mut files: Vec<(String, Option<String>)> = Vec::new();
        for entry in std::fs::read_dir(folder.join(name)).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let file = entry.file_name().to_string_lossy().into_owned();
            let refused = leaves(&entry, &folder.join(name));
            if !file.starts_with('.') && (refused.is_some() || entry.path().is_file() || entry.path().is_dir()) {
                files.push((file, refused));
            }
        }
        files.sort_unstable();
        let place = self.place(value.span().start);
        let path = |file: &str| Path::new(name).join(file).to_string_lossy().into_owned();
        Ok(files
            .into_iter()
            .map(|(file, refused)| Wanted {
                name: None,
                locator: path(&file),
                place: place.clone(),
                found: true,
                refused,
            })
            .collect())
    }

    fn require(&self, value: &Value<'_>) -> Result<Require> {
        const EXPECTED: &str = "expected require = { file = \"othello_*.ml\", silent = true, unchanged = true, time = \"120s\" }, or some of it";
        let mut require = Require::default();
        let Some(table) = value.get_ref().as_table() else {
            return Err(self.mistake(value.span().start, EXPECTED.to_owned()));
        };
        for (key, value) in table {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("file", DeValue::String(pattern)) => {
                    require.file = Some(
                        pattern.parse().map_err(|error| self.mistake(value.span().start, format!("file = {error}")))?,
                    );
                }
                ("silent", DeValue::Boolean(silent)) => require.silent = *silent,
                ("unchanged", DeValue::Boolean(unchanged)) => require.unchanged = *unchanged,
                ("time", DeValue::String(text)) => {
                    require.time = Some(time(text).map_err(|expected| {
                        self.mistake(value.span().start, format!("time = {}: {expected}", self.source(value)))
                    })?);
                }
                _ => return Err(self.mistake(key.span().start, EXPECTED.to_owned())),
            }
        }
        Ok(require)
    }

    /// A value as it stands in the file, cut short.
    fn source(&self, value: &Value<'_>) -> String {
        let text = self.text.get(value.span()).unwrap_or_default();
        text.chars().take(60).collect()
    }

    fn place(&self, at: usize) -> String {
        let line = self.text.get(..at).unwrap_or_default().matches('\n').count() + 1;
        format!("{}, line {line}", self.name)
    }

    fn mistake(&self, at: usize, message: String) -> Failure {
        Failure::usage(anyhow!("{}: {}", self.place(at), message.replace('\n', " ")))
    }
}

/// Why a file of a folder is not looked at: a link out of it would show what its author may not read.
fn leaves(entry: &std::fs::DirEntry, folder: &Path) -> Option<String> {
    if !entry.file_type().ok()?.is_symlink() {
        return None;
    }
    let inside = match (entry.path().canonicalize(), folder.canonicalize()) {
        (Ok(target), Ok(folder)) => target.starts_with(folder),
        _ => false,
    };
    (!inside).then(|| "a symbolic link that leaves the folder; expected the file itself".to_owned())
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn unknown_key(key: &str) -> String {
    let keys: Vec<&str> =
        KEYS.into_iter().chain(RULES.iter().map(|rule| rule.key)).chain(["rules", "players", "require"]).collect();
    let short: String = key.chars().take(40).collect();
    format!("unknown key {short:?}: expected one of {}", keys.join(", "))
}
