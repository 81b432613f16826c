//! Setups: `key=value,key=value` texts, and the files they may name.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::sync::Arc;

use joute_messages::message;
use sha2::{Digest, Sha256};

use crate::error::{Excerpt, SetupError};
use crate::game::SetupKey;

/// What a game is started from; `Display` writes the canonical text and `parse` reads it back.
pub trait GameSetup: Clone + Debug + Default + Display + Eq + Send + Sync + 'static {
    /// Reads a setup; `files` resolves the names of files in it. The empty text is the default setup.
    fn parse(text: &str, files: &dyn Files) -> Result<Self, SetupError>;

    /// The same setup with the board drawn from `seed`, unless it fixes its board already.
    fn with_seed(self, _seed: u64) -> Self {
        self
    }

    /// Whether the board is still open, to be drawn from a seed.
    fn is_open(&self) -> bool {
        false
    }

    /// How many cells its boards have, where that hangs on the setup: known before a board is drawn. Nothing where boards
    /// are small whatever it says.
    fn cells(&self) -> Option<u32> {
        None
    }

    /// The files this setup needs, by content hash; they travel with the game record.
    fn attachments(&self) -> Attachments {
        Attachments::default()
    }
}

/// Where the files named by a setup come from; this crate itself reads none.
pub trait Files {
    /// The text of the file called `name`, which may be a path or a [`content_hash`].
    fn text(&self, name: &str) -> Result<Arc<str>, SetupError>;
}

/// No files at all.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn text(&self, name: &str) -> Result<Arc<str>, SetupError> {
        Err(SetupError::File { name: name.to_owned(), reason: message!("error-no-files-here") })
    }
}

/// Files by content hash, as they travel with a record.
pub type Attachments = BTreeMap<String, Arc<str>>;

impl Files for Attachments {
    fn text(&self, name: &str) -> Result<Arc<str>, SetupError> {
        self.get(name)
            .cloned()
            .ok_or_else(|| SetupError::File { name: name.to_owned(), reason: message!("error-no-such-attachment") })
    }
}

/// What identifies a file whatever it is called: the first 16 bytes of its SHA-256, in hexadecimal.
pub fn content_hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The pairs of a setup text, each key known to the game and given at most once.
#[derive(Debug, Clone)]
pub struct Pairs<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Pairs<'a> {
    /// Splits `key=value,key=value`; a bare `key` is read as `key=yes`.
    pub fn parse(text: &'a str, known: &[SetupKey]) -> Result<Pairs<'a>, SetupError> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, "yes"));
            let (key, value) = (key.trim(), value.trim());
            if !known.iter().any(|entry| entry.key == key) {
                return Err(SetupError::UnknownKey {
                    key: Excerpt::of(key),
                    known: known.iter().map(|entry| entry.key).collect::<Vec<_>>().join(", "),
                });
            }
            if pairs.iter().any(|(earlier, _)| *earlier == key) {
                return Err(SetupError::Repeated(Excerpt::of(key)));
            }
            pairs.push((key, value));
        }
        Ok(Pairs(pairs))
    }

    /// The value of a key, if it was given.
    pub fn get(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
    }

    /// A number in a range, or `default` when the key was not given.
    pub fn number(&self, key: &str, default: u32, range: std::ops::RangeInclusive<u32>) -> Result<u32, SetupError> {
        let Some(value) = self.get(key) else {
            return Ok(default);
        };
        let expected = || message!("expected-whole-number", least = *range.start(), most = *range.end());
        match value.parse::<u32>() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(SetupError::bad_value(key, value, expected())),
        }
    }

    /// The seed, if one was given.
    pub fn seed(&self) -> Result<Option<u64>, SetupError> {
        self.get("seed")
            .map(|value| value.parse().map_err(|_| SetupError::bad_value("seed", value, message!("expected-seed"))))
            .transpose()
    }

    /// A switch: yes or no.
    pub fn switch(&self, key: &str) -> Result<bool, SetupError> {
        match self.get(key) {
            None | Some("no" | "off" | "false" | "0") => Ok(false),
            Some("yes" | "on" | "true" | "1") => Ok(true),
            Some(other) => Err(SetupError::bad_value(key, other, message!("expected-yes-or-no"))),
        }
    }

    /// One of a few named values, or the first when the key was not given.
    pub fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Result<T, SetupError> {
        let Some(value) = self.get(key) else {
            return Ok(choices[0].1);
        };
        let found = choices.iter().find(|(name, _)| *name == value);
        found.map(|(_, choice)| *choice).ok_or_else(|| {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            SetupError::bad_value(key, value, message!("expected-one-of", known = names.join(", ")))
        })
    }
}
