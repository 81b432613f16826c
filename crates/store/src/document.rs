//! Documents: texts that a server keeps besides games, such as accounts, by a kind and a key.

use std::borrow::Cow;

/// A text that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// What it is kept by, among those of its kind.
    pub key: String,
    /// How often it was written: 1 when it is new. Whoever changes it names the version that they have seen.
    pub version: u64,
    /// What it says, which is its writer's own business.
    pub text: String,
}

/// A text to be kept, changed or deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentChange<'a> {
    /// What sort of thing it is.
    pub kind: Cow<'a, str>,
    /// What it is kept by.
    pub key: Cow<'a, str>,
    /// The version that this takes the place of; 0 where there must be none.
    pub seen: u64,
    /// What it says from now on; nothing where it is to be deleted.
    pub text: Option<Cow<'a, str>>,
}

impl<'a> DocumentChange<'a> {
    /// A text that is not there yet.
    pub fn new(kind: &'a str, key: impl Into<Cow<'a, str>>, text: impl Into<Cow<'a, str>>) -> DocumentChange<'a> {
        DocumentChange { kind: Cow::Borrowed(kind), key: key.into(), seen: 0, text: Some(text.into()) }
    }

    /// Another text in place of one that was seen.
    pub fn update(kind: &'a str, seen: &'a Document, text: impl Into<Cow<'a, str>>) -> DocumentChange<'a> {
        let (kind, key) = (Cow::Borrowed(kind), Cow::Borrowed(seen.key.as_str()));
        DocumentChange { kind, key, seen: seen.version, text: Some(text.into()) }
    }

    /// A text that was seen is deleted.
    pub fn delete(kind: &'a str, seen: &'a Document) -> DocumentChange<'a> {
        let (kind, key) = (Cow::Borrowed(kind), Cow::Borrowed(seen.key.as_str()));
        DocumentChange { kind, key, seen: seen.version, text: None }
    }
}
