//! The file of a tournament. A mistake is told with its line and what was expected.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use joute_arena::NotThere;
use joute_referee::{RULES, find_rule};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::class_list::{self, Listed};
use super::settings::{Absent, KEYS, Require, Settings, Wanted, time};
use super::submissions::Submissions;
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
    let mut settings = Page { name, text: &text }.settings(Settings::new(folder, data, stem))?;
    settings.file = Some(full);
    Ok(settings)
}

impl Page<'_> {
    fn settings(&self, mut settings: Settings) -> Result<Settings> {
        let table = DeTable::parse(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.mistake(at, error.message().trim_end_matches('.').to_owned())
        })?;
        let mut given: Vec<String> = Vec::new();
        let mut players = None;
        for (key, value) in table.get_ref() {
            let name = key.get_ref().to_string();
            settings.places.push((name.clone(), format!("{}: {name}", self.place(key.span().start))));
            match name.as_str() {
                // Who was found depends on how files must be called, which may stand below.
                "players" => players = Some(value),
                "names" => settings.class = self.class(value, &settings.folder)?,
                "given" => settings.given = self.texts(value, "given = [\"skeleton.py\"]")?,
                "copies" => settings.copies = Some(self.switch(&name, value)?),
                "sheets" => settings.sheets = Some(self.switch(&name, value)?),
                "require" => settings.require = self.require(value)?,
                "withdrawn" => settings.absent.extend(self.absent(value, NotThere::Withdrawn)?),
                "disqualified" => settings.absent.extend(self.absent(value, NotThere::Disqualified)?),
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
        if let Some(value) = players {
            settings.has_submissions = matches!(value.get_ref(), DeValue::String(_));
            settings.wanted = self.players(value, &settings)?;
            let folder = value.get_ref().as_str().map(|name| settings.folder.join(name));
            settings.watched = folder.filter(|folder| settings.format.is_ladder && folder.is_dir());
            settings.name_students();
        }
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

    fn players(&self, value: &Value<'_>, settings: &Settings) -> Result<Vec<Wanted>> {
        match value.get_ref() {
            DeValue::String(name) => self.submissions(name, value, settings),
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

    /// Everybody in a folder or an archive.
    fn submissions(&self, name: &str, value: &Value<'_>, settings: &Settings) -> Result<Vec<Wanted>> {
        let fits = |file: &str| settings.require.file.as_ref().is_none_or(|pattern| pattern.fits(file));
        let results = settings.data.file_name().map(PathBuf::from).unwrap_or_default();
        let submissions =
            Submissions { folder: &settings.folder, results, fits: &fits, place: self.place(value.span().start) };
        let found = if settings.format.is_ladder { submissions.of_teams(name) } else { submissions.find(name) };
        found.map_err(|why| self.mistake(value.span().start, format!("players = {name:?}: {why}")))
    }

    /// The list of the class.
    fn class(&self, value: &Value<'_>, folder: &Path) -> Result<Vec<Listed>> {
        let at = value.span().start;
        let Some(name) = value.get_ref().as_str() else {
            return Err(self.mistake(at, "expected names = \"class.csv\"".to_owned()));
        };
        class_list::read(&folder.join(name)).map_err(|why| self.mistake(at, format!("names = {name:?}: {why}")))
    }

    fn texts(&self, value: &Value<'_>, example: &str) -> Result<Vec<String>> {
        let expected = || self.mistake(value.span().start, format!("expected {example}"));
        let list = value.get_ref().as_array().ok_or_else(expected)?;
        list.iter().map(|one| one.get_ref().as_str().map(str::to_owned).ok_or_else(expected)).collect()
    }

    fn switch(&self, key: &str, value: &Value<'_>) -> Result<bool> {
        let expected = || self.mistake(value.span().start, format!("{key}: expected true or false"));
        value.get_ref().as_bool().ok_or_else(expected)
    }

    /// Names, with the reason of each where there must be one.
    fn absent(&self, value: &Value<'_>, how: NotThere) -> Result<Vec<Absent>> {
        let expected = match how {
            NotThere::Withdrawn => "expected withdrawn = [\"Camille\"], or withdrawn = { Camille = \"is ill\" }",
            _ => "expected disqualified = { Camille = \"hands in somebody else's work\" }",
        };
        let mistake = |value: &Value<'_>| self.mistake(value.span().start, expected.to_owned());
        let absent = |name: &str, reason: &str| Absent { name: name.to_owned(), how, reason: reason.to_owned() };
        match value.get_ref() {
            DeValue::Array(list) if how == NotThere::Withdrawn => {
                let name = |one: &Value<'_>| one.get_ref().as_str().map(|name| absent(name, "")).ok_or(mistake(one));
                list.iter().map(name).collect()
            }
            DeValue::Table(table) => {
                let told = |reason: &&str| !reason.trim().is_empty();
                let pair = |(name, reason): (&Spanned<std::borrow::Cow<'_, str>>, &Value<'_>)| {
                    let text = reason.get_ref().as_str().filter(told);
                    text.map(|text| absent(name.get_ref(), text)).ok_or(mistake(reason))
                };
                table.iter().map(pair).collect()
            }
            _ => Err(mistake(value)),
        }
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

/// Keys whose value is more than a text or a number.
const TABLES: [&str; 9] =
    ["rules", "players", "require", "withdrawn", "disqualified", "names", "given", "copies", "sheets"];

fn unknown_key(key: &str) -> String {
    let keys: Vec<&str> = KEYS.into_iter().chain(RULES.iter().map(|rule| rule.key)).chain(TABLES).collect();
    let short: String = key.chars().take(40).collect();
    format!("unknown key {short:?}: expected one of {}", keys.join(", "))
}
