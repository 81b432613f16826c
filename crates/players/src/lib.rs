//! Kinds of players, and how a locator names one.
//!
//! A [`Locator`] is what people write (`greedy`, `exe:python3 bot.py`); an [`Entrant`] is what it means: who it is,
//! and how to seat it as often as a match needs.

mod engine;
mod entrant;
mod exchange;
mod library;
mod line_protocol;
mod lines;
mod locator;
mod log;
mod ocaml;
mod person;
mod run_once;
mod seven_colours;
#[cfg(feature = "wasm")]
mod wasm;

pub use engine::EnginePlayer;
pub use entrant::{Entrant, EntrantError, Workshop};
pub use library::{LibraryError, LibraryHost};
pub use line_protocol::LinePlayer;
pub use locator::{Kind, Locator, LocatorError};
pub use ocaml::OcamlPlayer;
pub use person::{Answer, Explain, Person, read_entry};
pub use seven_colours::SevenColoursPlayer;
#[cfg(feature = "wasm")]
pub use wasm::{RUNTIME as WASM_RUNTIME, WasmPlayer};

/// What runs WebAssembly players in this build.
#[cfg(not(feature = "wasm"))]
pub const WASM_RUNTIME: &str = "left out of this build";
