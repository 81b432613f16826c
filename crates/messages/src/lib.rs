//! What the program says to people: one catalogue for each language, keyed by what is said.
//!
//! A folder of `locales` is a language, written in [Fluent](https://projectfluent.org), which knows plurals and agreement. The
//! code names a key and hands over what stands in the gaps; nothing anywhere else looks at the words. Pages get the part of
//! the catalogue that their scripts say ([`script_messages`]).
//!
//! ```
//! use joute_messages::{Language, Message};
//!
//! let message = Message::new("unit-seeds").with("count", 1);
//! assert_eq!(message.text(Language::EN), "seed");
//! assert_eq!(message.text(Language::FR), "graine");
//! ```

mod catalogue;
mod foreign;
mod language;
mod message;
mod script;
#[cfg(test)]
mod tests;

pub use foreign::{visible, visible_json, visible_line, visible_painted};
pub use language::{Language, UnknownLanguage};
pub use message::{Argument, Localize, Message};
pub use script::script_messages;
