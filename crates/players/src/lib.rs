//! Kinds of players, and how a locator names one.
//!
//! A [`Locator`] is what people write (`greedy`, `exe:python3 bot.py`); an [`Entrant`] is what it means: who it is,
//! and how to seat it as often as a match needs. Each kind of player is a [`Kind`] in [`KINDS`].

pub mod advice;
mod built_in;
pub mod conversation;
mod engine;
mod entrant;
pub mod evidence;
mod exchange;
mod helpers;
mod kept;
mod kept_waiting;
pub mod kind;
mod languages;
mod left_out;
mod library;
mod line_protocol;
pub mod lines;
mod locator;
mod log;
mod name_pattern;
pub mod names;
mod ocaml;
mod own_folder;
mod person;
mod pipes;
pub mod play_back;
mod player_files;
mod program;
mod run_once;
mod sanitizer;
mod seven_colours;
mod submission;
mod watch;
mod workshop;

pub use advice::{Severity, StepName, Topic};
pub use engine::EnginePlayer;
pub use entrant::{Entrant, EntrantError};
pub use exchange::StartError;
pub use helpers::helpers_of;
pub use kind::{KINDS, Kind, KindInfo};
pub use languages::{LANGUAGES, PlayerLanguage, language_of_ending};
pub use left_out::WASM_INFO;
pub use library::{LibraryError, LibraryHost};
pub use line_protocol::LinePlayer;
pub use locator::{Locator, LocatorError, Words};
pub use log::Log;
pub use name_pattern::{NamePattern, NamePatternError};
pub use ocaml::OcamlPlayer;
pub use person::{Answer, AnswerQueue};
pub use player_files::{PlayerFile, player_files};
pub use run_once::{Run, RunEnd, RunPlan};
pub use seven_colours::SevenColoursPlayer;
pub use submission::packed;
pub use workshop::{Workshop, identity_of_file, is_installed, policy};
