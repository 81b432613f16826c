//! What a kind of player is, and the list of all of them.
//!
//! A kind is a file that implements [`Kind`], and a line in [`KINDS`]. A kind that needs much, such as the runtime of
//! WebAssembly, lives in a crate of its own and is given to the workshop by the program
//! ([`Workshop::with_kind`](crate::Workshop::with_kind)).

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use joute_catalog::Parameter;
use joute_games::AnyGame;
use joute_referee::{Fault, Identity, Player};
use joute_sandbox::Command;
use tempfile::TempDir;

use crate::advice::Advice;
use crate::entrant::EntrantError;
use crate::locator::{Locator, Words, split_options};
use crate::play_back::Partner;
use crate::workshop::Workshop;
use crate::{built_in, engine, left_out, library, ocaml, person, program, seven_colours, submission};

/// Every kind of player, in the order in which they are asked whether a file is theirs.
pub const KINDS: &[&dyn Kind] = &[
    &built_in::BuiltInKind,
    &person::PersonKind,
    &library::LibraryKind,
    &ocaml::OcamlKind,
    &left_out::WASM,
    &seven_colours::SevenColoursKind,
    &engine::NBOARD,
    &engine::GTP,
    &engine::UCI,
    &submission::FolderKind,
    &submission::ArchiveKind,
    &submission::GitKind,
    &submission::SourceKind,
    // The last one: whatever can be run and is nothing else is a program.
    &program::ProgramKind,
];

/// A kind of player: how it is named, what is said about it, and how its players are made.
pub trait Kind: Sync {
    /// What people are told about it.
    fn info(&self) -> &'static KindInfo;

    /// What a locator says, if it is one of this kind: its word stands before the colon.
    fn read(&self, text: &str) -> Option<Words> {
        let rest = text.strip_prefix(self.info().name)?.strip_prefix(':')?;
        let (target, options) = split_options(rest);
        Some(Words { target: target.to_owned(), options, ..Words::default() })
    }

    /// What it would run for a file that was named without any kind; nothing if such files are not its own.
    fn recognise(&self, file: &NamedFile<'_>) -> Option<String> {
        self.info().endings.contains(&file.ending()?).then(|| file.path.to_owned())
    }

    /// Finds out who a locator names. Nothing is started.
    fn make(&self, locator: &Locator, workshop: &Workshop) -> Result<Made, EntrantError>;

    /// What a locator names in a folder of its own, where it is packed; `None` for kinds whose files lie there as they are.
    fn unpacked(&self, _locator: &Locator, _workshop: &Workshop) -> Option<Result<TempDir, EntrantError>> {
        None
    }

    /// What a machine needs to run its players, as workers call it.
    fn needs(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether it can only be named, since this program was built without it.
    fn is_left_out(&self) -> bool {
        false
    }

    /// What a check says about its players.
    fn advice(&self) -> &'static Advice {
        &Advice::PLAIN
    }
}

/// What people are told about a kind.
#[derive(Debug)]
pub struct KindInfo {
    /// The word before the colon.
    pub name: &'static str,
    /// Who its players are, in a few words.
    pub summary: &'static str,
    /// A locator.
    pub example: &'static str,
    /// Endings of files that are its own without being told, without the dot.
    pub endings: &'static [&'static str],
    /// What stands behind the colon.
    pub target: TargetKind,
    /// What stands behind a question mark.
    pub options: &'static [Parameter],
}

impl KindInfo {
    /// Its own options, and those of every kind.
    pub fn all_options(&self) -> impl Iterator<Item = &'static Parameter> {
        self.options.iter().chain([&NAME])
    }
}

/// What stands behind the colon of a locator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetKind {
    /// A name, or nothing.
    Name,
    /// The author's file.
    File,
    /// A command that ends with the author's file.
    Command,
    /// The command of somebody else's engine.
    Engine,
}

/// A file as it was named, which need not be there.
#[derive(Debug, Clone, Copy)]
pub struct NamedFile<'a> {
    /// As it was written.
    pub path: &'a str,
    /// Where it was looked for.
    pub folder: &'a Path,
}

impl<'a> NamedFile<'a> {
    /// What follows the last dot of its name.
    pub fn ending(&self) -> Option<&'a str> {
        Path::new(self.path).extension()?.to_str()
    }

    /// Where it would be.
    pub fn full_path(&self) -> PathBuf {
        self.folder.join(self.path)
    }

    /// Whether it is there.
    pub fn is_there(&self) -> bool {
        self.full_path().is_file()
    }

    /// Whether it is a folder that is there.
    pub fn is_folder(&self) -> bool {
        self.full_path().is_dir()
    }
}

/// Who a locator names, and what makes players of it.
pub struct Made {
    /// Who it is.
    pub identity: Identity,
    /// Makes players.
    pub maker: Box<dyn Maker>,
}

/// Makes the players of one entrant, as many as a match needs.
pub trait Maker: Send + Sync {
    /// A player to be seated, independent of the others.
    fn player(&self) -> Result<Box<dyn Player>, EntrantError>;

    /// The program it runs, if it is one.
    fn command(&self) -> Option<&Command> {
        None
    }

    /// How it is talked to outside of a game, where a conversation can be played back to it.
    fn partner(&self, _stop: &AtomicBool) -> Result<Option<Partner>, Fault> {
        Ok(None)
    }

    /// Why it does not play this game, as far as is known before anything is played.
    fn refusal(&self, _game: &AnyGame) -> Option<String> {
        None
    }

    /// Whether its answers do not depend on the seed, as far as is known before anything is played.
    fn is_deterministic(&self, _game: &AnyGame) -> Result<bool, EntrantError> {
        Ok(self.player()?.is_deterministic())
    }

    /// What a check says about this one, where it differs from its kind.
    fn advice(&self) -> Option<&'static Advice> {
        None
    }

    /// Whether it plays from a copy of its files: what becomes of them later is of no consequence.
    fn is_kept(&self) -> bool {
        false
    }
}

impl fmt::Debug for dyn Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

impl PartialEq for dyn Kind {
    fn eq(&self, other: &dyn Kind) -> bool {
        self.info().name == other.info().name
    }
}

impl Eq for dyn Kind {}

/// What a player is called: an option of every kind.
pub const NAME: Parameter = Parameter {
    name: "name",
    values: "a text",
    default: "the name of its file",
    meaning: "what the player is called in tables and records",
};

/// Whether one process plays all games of a match: an option of several kinds.
pub const KEEP: Parameter = Parameter {
    name: "keep",
    values: "yes or no",
    default: "no",
    meaning: "whether one process plays all games of a match instead of one each",
};

/// Where a program is started: an option of every kind that runs a command.
pub const FOLDER: Parameter = Parameter {
    name: "folder",
    values: "a folder",
    default: "an empty one",
    meaning: "the folder it is started in, which it sees whole and cannot change",
};

/// Variables of the environment: an option of every kind that runs a command.
pub const ENVIRONMENT: Parameter = Parameter {
    name: "env",
    values: "NAME=VALUE;NAME=VALUE",
    default: "none",
    meaning: "variables that it finds in its environment",
};

/// The memory limit: an option of every kind that runs something.
pub const MEMORY: Parameter = Parameter {
    name: "memory",
    values: "megabytes, or resident",
    default: "1024",
    meaning: "what the program may allocate; resident: what it may hold in use, however much it reserves",
};
