//! The languages there are.

use std::fmt;
use std::str::FromStr;

use crate::catalogue::{Catalogue, catalogue};

/// A language the program speaks; English where nobody has chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Language(usize);

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

impl Language {
    /// Every language, English first.
    pub fn all() -> impl Iterator<Item = Language> {
        (0..SOURCES.len()).map(Language)
    }

    /// What pages and commands call it: `en`, `fr`, ...
    pub fn code(self) -> &'static str {
        SOURCES[self.0].0
    }

    /// What it calls itself.
    pub fn name(self) -> &'static str {
        self.text("language-name")
    }

    /// What stands in the catalogue under a key that has no gaps.
    pub fn text(self, key: &str) -> &'static str {
        let found = self.catalogue().plain(key);
        debug_assert!(found.is_some(), "no message without gaps is called {key:?} in {self}");
        found.unwrap_or("?")
    }

    /// Whether there is a message of this key.
    pub fn has(self, key: &str) -> bool {
        self.catalogue().has(key)
    }

    /// A number with as few decimals as it needs, and `most` at the most.
    pub fn number(self, value: f64, most: usize) -> String {
        let scale = 10_f64.powi(most as i32);
        let text = format!("{:.most$}", (value * scale).round() / scale);
        let short = if most > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        let unsigned = short.trim_start_matches('-').replace('.', self.text("number-decimal-mark"));
        // What was rounded to nothing has no sign.
        let is_negative = short.starts_with('-') && unsigned.chars().any(|sign| ('1'..='9').contains(&sign));
        if is_negative { format!("−{unsigned}") } else { unsigned }
    }

    pub(crate) fn source(self) -> &'static str {
        SOURCES[self.0].1
    }

    pub(crate) fn index(self) -> usize {
        self.0
    }

    pub(crate) fn catalogue(self) -> &'static Catalogue {
        catalogue(self)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A code that is no language's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownLanguage(String);

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Language::all().map(Language::code).collect();
        write!(f, "unknown language {:?}: expected {}", self.0, known.join(" or "))
    }
}

impl std::error::Error for UnknownLanguage {}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Language, UnknownLanguage> {
        Language::all().find(|language| language.code() == text).ok_or_else(|| UnknownLanguage(text.to_owned()))
    }
}
