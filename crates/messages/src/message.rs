//! Something to be said: a key of the catalogue and what stands in its gaps.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use fluent_bundle::{FluentArgs, FluentValue};
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, SerializeTuple, Serializer};

use crate::language::Language;

/// Something to be said in whatever language whoever hears it speaks. `Display` says it in English.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Message {
    /// Nothing for a text that is the same in every language, which is the only argument then.
    key: Option<Cow<'static, str>>,
    arguments: Vec<(Cow<'static, str>, Argument)>,
}

/// What stands in a gap.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Argument {
    /// The same in every language: a name, a move, something quoted.
    Text(Cow<'static, str>),
    /// A number, which words may have to agree with.
    Number(i64),
    /// A number with a fraction, in thousandths: words may have to agree with it.
    Decimal(i64),
    /// Something said in turn.
    Message(Message),
}

/// What can be said to people: errors, above all.
pub trait Localize {
    /// What there is to say.
    fn message(&self) -> Message;

    /// The same in a language.
    fn localized(&self, language: Language) -> String {
        self.message().text(language)
    }
}

impl Message {
    /// The message of a key.
    pub fn new(key: impl Into<Cow<'static, str>>) -> Message {
        Message { key: Some(key.into()), arguments: Vec::new() }
    }

    /// A text that is the same in every language.
    pub fn literal(text: impl Into<Cow<'static, str>>) -> Message {
        Message { key: None, arguments: vec![("text".into(), Argument::Text(text.into()))] }
    }

    /// The same with a gap filled.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Argument>) -> Message {
        self.arguments.push((name.into(), value.into()));
        self
    }

    /// The key, if it has one.
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// What stands in its gaps.
    pub fn arguments(&self) -> &[(Cow<'static, str>, Argument)] {
        &self.arguments
    }

    /// The same in a language.
    pub fn text(&self, language: Language) -> String {
        let Some(key) = &self.key else {
            return self.arguments.iter().map(|(_, text)| text.text(language)).collect();
        };
        if self.arguments.is_empty() {
            return language.text(key).to_owned();
        }
        let found = self.filled(key, language);
        debug_assert!(found.is_some(), "no message is called {key:?} in {language} with these gaps: {self:?}");
        found.unwrap_or_else(|| "?".to_owned())
    }

    fn filled(&self, key: &str, language: Language) -> Option<String> {
        let arguments: FluentArgs<'_> =
            self.arguments.iter().map(|(name, value)| (name.as_ref(), value.value(language))).collect();
        language.catalogue().filled(key, &arguments)
    }

    /// Whether there is nothing to be said.
    pub fn is_empty(&self) -> bool {
        self.key.is_none() && self.text(Language::EN).is_empty()
    }

    /// The same with at most so many characters of every text in it.
    #[must_use]
    pub fn shortened(mut self, most: usize) -> Message {
        for (_, value) in &mut self.arguments {
            *value = match std::mem::replace(value, Argument::Number(0)) {
                Argument::Text(text) => Argument::Text(text.chars().take(most).collect()),
                Argument::Message(message) => Argument::Message(message.shortened(most)),
                number => number,
            };
        }
        self
    }
}

impl Argument {
    fn text(&self, language: Language) -> String {
        match self {
            Argument::Text(text) => text.to_string(),
            Argument::Number(number) => number.to_string(),
            Argument::Decimal(thousandths) => language.number(decimal(*thousandths), 3),
            Argument::Message(message) => message.text(language),
        }
    }

    fn value(&self, language: Language) -> FluentValue<'_> {
        match self {
            Argument::Text(text) => FluentValue::String(Cow::Borrowed(text)),
            Argument::Number(number) => FluentValue::from(*number),
            Argument::Decimal(thousandths) => FluentValue::from(decimal(*thousandths)),
            Argument::Message(message) => FluentValue::String(message.text(language).into()),
        }
    }
}

fn decimal(thousandths: i64) -> f64 {
    thousandths as f64 / 1000.0
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::EN))
    }
}

impl Localize for Message {
    fn message(&self) -> Message {
        self.clone()
    }
}

/// As scripts read it: a text that is the same everywhere, or a list of a key and, where there are gaps, what stands in them.
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(key) = &self.key else {
            return serializer.serialize_str(&self.text(Language::EN));
        };
        let mut tuple = serializer.serialize_tuple(if self.arguments.is_empty() { 1 } else { 2 })?;
        tuple.serialize_element(key)?;
        if !self.arguments.is_empty() {
            tuple.serialize_element(&Gaps(&self.arguments))?;
        }
        tuple.end()
    }
}

struct Gaps<'a>(&'a [(Cow<'static, str>, Argument)]);

impl Serialize for Gaps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0 {
            match value {
                Argument::Text(text) => map.serialize_entry(name, text)?,
                Argument::Number(number) => map.serialize_entry(name, number)?,
                Argument::Decimal(thousandths) => map.serialize_entry(name, &decimal(*thousandths))?,
                Argument::Message(message) => map.serialize_entry(name, message)?,
            }
        }
        map.end()
    }
}

/// A message as it is kept: what [`Serialize`] writes. Where the catalogue does not know it, its key is what is shown.
impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Message, D::Error> {
        let (key, gaps) = match Kept::deserialize(deserializer)? {
            Kept::Text(text) => return Ok(Message::literal(text)),
            Kept::Key((key,)) => (key, BTreeMap::new()),
            Kept::Filled((key, gaps)) => (key, gaps),
        };
        let arguments = gaps.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        let message = Message { key: Some(key.clone().into()), arguments };
        let is_known = message.filled(&key, Language::EN).is_some();
        Ok(if is_known { message } else { Message::literal(key) })
    }
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Kept {
    Text(String),
    Filled((String, BTreeMap<String, KeptArgument>)),
    Key((String,)),
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum KeptArgument {
    Text(String),
    Number(i64),
    Decimal(f64),
    Message(Message),
}

impl From<KeptArgument> for Argument {
    fn from(kept: KeptArgument) -> Argument {
        match kept {
            KeptArgument::Text(text) => text.into(),
            KeptArgument::Number(number) => number.into(),
            KeptArgument::Decimal(number) => number.into(),
            KeptArgument::Message(message) => message.into(),
        }
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Argument {
        Argument::Message(message)
    }
}

macro_rules! arguments {
    ($variant:ident: $($type:ty => |$value:ident| $make:expr),+ $(,)?) => {
        $(impl From<$type> for Argument {
            fn from($value: $type) -> Argument {
                Argument::$variant($make)
            }
        })+
    };
}

arguments! { Text:
    &'static str => |text| text.into(),
    String => |text| text.into(),
    char => |letter| letter.to_string().into(),
}

arguments! { Decimal:
    f64 => |number| (number * 1000.0).round() as i64,
}

arguments! { Number:
    i32 => |number| number.into(),
    u8 => |number| number.into(),
    u32 => |number| number.into(),
    i64 => |number| number,
    // More than a catalogue counts is many all the same.
    u64 => |number| number.try_into().unwrap_or(i64::MAX),
    usize => |number| number.try_into().unwrap_or(i64::MAX),
}

/// A message with its gaps filled: `message!("unit-seeds", count = 3)`.
#[macro_export]
macro_rules! message {
    ($key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Message::new($key)$(.with(stringify!($name), $value))*
    };
}

/// `Display` of something that says itself by its message.
#[macro_export]
macro_rules! localized_text {
    ($type:ty) => {
        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&$crate::Localize::message(self), f)
            }
        }
    };
}

/// `Display` and `Error` of something that says itself by its message.
#[macro_export]
macro_rules! localized_error {
    ($type:ty) => {
        $crate::localized_text!($type);

        impl ::std::error::Error for $type {}
    };
}
