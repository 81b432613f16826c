//! Games in other people's formats, read into [`GameRecord`]s and written from them. One file for each format.
//!
//! Every reader judges each move by the rules on the way in, and says where a file is wrong, what it found there and what
//! was expected. No bytes make one panic.

mod ggf;
mod json_lines;
mod obf;
mod ogn;
mod place;
mod told;
mod transcript;
mod wthor;

use joute_referee::GameRecord;

pub use place::{Place, ReadError, WriteError};
pub use wthor::Names;

/// A format of game records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The project's own records, one JSON object on each line.
    Json,
    /// Moves alone, a game on each line: `f5d6c3...`.
    Transcript,
    /// The base of Othello tournament games, by year.
    Wthor,
    /// The Generic Game Format of the Othello server GGS.
    Ggf,
    /// Othello positions, one on each line.
    Obf,
    /// Oware Game Notation, for Awalé.
    Ogn,
}

impl Format {
    /// Every format with its name, the ending of its files and what it holds.
    pub const ALL: [(Format, &'static str, &'static str, &'static str); 6] = [
        (Format::Json, "json", "jsonl", "everything about any game"),
        (Format::Transcript, "transcript", "txt", "moves of Othello or Awalé games from the usual start"),
        (Format::Wthor, "wthor", "wtb", "Othello games with names, in years"),
        (Format::Ggf, "ggf", "ggf", "Othello games with times and evaluations"),
        (Format::Obf, "obf", "obf", "Othello positions"),
        (Format::Ogn, "ogn", "ogn", "Awalé games"),
    ];

    /// The format that a file's name suggests.
    pub fn of_file_name(name: &str) -> Option<Format> {
        let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
        let known = |entry: &&(Format, &str, &str, &str)| entry.2 == ending || (ending == "json" && entry.1 == "json");
        Format::ALL.iter().find(known).map(|entry| entry.0)
    }

    /// The game it is made for, where it is for one alone.
    pub fn game(self) -> Option<&'static str> {
        match self {
            Format::Json | Format::Transcript => None,
            Format::Wthor => Some(wthor::GAME),
            Format::Ggf => Some(ggf::GAME),
            Format::Obf => Some(obf::GAME),
            Format::Ogn => Some(ogn::GAME),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Format::ALL.iter().find(|entry| entry.0 == self).map_or("", |entry| entry.1)
    }
}

impl std::str::FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        let found = Format::ALL.iter().find(|entry| entry.1 == text).map(|entry| entry.0);
        found.ok_or_else(|| {
            let names: Vec<&str> = Format::ALL.iter().map(|entry| entry.1).collect();
            format!("unknown format {text:?}: expected one of {}", names.join(", "))
        })
    }
}

/// What a file does not say itself.
#[derive(Debug, Clone, Default)]
pub struct Context {
    /// The game of a transcript; Othello when it is not said.
    pub game: Option<String>,
    /// The setup of a transcript.
    pub setup: String,
    /// The names of players and tournaments of the WTHOR base.
    pub names: Names,
}

/// Reads all games of a file.
pub fn read(format: Format, bytes: &[u8], context: &Context) -> Result<Vec<GameRecord>, ReadError> {
    let text = || std::str::from_utf8(bytes).map_err(ReadError::not_text);
    match format {
        Format::Json => json_lines::read(text()?),
        Format::Transcript => transcript::read(text()?, context),
        Format::Wthor => wthor::read(bytes, &context.names),
        // Old files are in Latin-1; names are all that can differ.
        Format::Ggf => ggf::read(&text().map_or_else(|_| wthor::latin_1(bytes), str::to_owned)),
        Format::Obf => obf::read(text()?),
        Format::Ogn => ogn::read(&text().map_or_else(|_| wthor::latin_1(bytes), str::to_owned)),
    }
}

/// Writes games as a file; of WTHOR this is the file of games alone, see [`write_wthor`].
pub fn write(format: Format, records: &[GameRecord]) -> Result<Vec<u8>, WriteError> {
    match format {
        Format::Json => Ok(json_lines::write(records).into_bytes()),
        Format::Transcript => transcript::write(records).map(String::into_bytes),
        Format::Wthor => write_wthor(records).map(|files| files.games),
        Format::Ggf => ggf::write(records).map(String::into_bytes),
        Format::Obf => obf::write(records).map(String::into_bytes),
        Format::Ogn => ogn::write(records).map(String::into_bytes),
    }
}

pub use wthor::{WthorFiles, write as write_wthor};
