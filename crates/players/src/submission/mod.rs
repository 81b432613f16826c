//! Submissions of several files: a folder, an archive, a revision of a repository, or sources that are built here.
//!
//! Whatever it is, it becomes a folder of its own, bounded and without links out of it, which its program sees whole and
//! cannot change. Sources are built in the sandbox before the first game.

mod build;
mod copy;
mod kinds;
mod main_file;
mod pack;
mod player;
mod unpack;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use joute_games::AnyGame;
use joute_referee::{Fault, Identity, Player};
use joute_sandbox::Command;
use tempfile::TempDir;

use crate::advice::{Advice, Sign};
use crate::entrant::EntrantError;
use crate::kind::{Made, Maker};
use crate::locator::{Locator, is_executable};
use crate::play_back::Partner;
use crate::workshop::{Workshop, hash_of_path, policy};
use build::{BuiltProgram, need_compiler};
use main_file::{Main, What};
use player::BuiltPlayer;

pub(crate) use copy::{copy_of, own_files};
pub(crate) use kinds::{ArchiveKind, FolderKind, GitKind, SourceKind};
pub use pack::packed;

/// What a check says about them: what a compiler says is the author's own error.
const ADVICE: Advice = Advice {
    signs: &[Sign {
        words: &["cannot be built"],
        what: "check-not-compiled",
        advice: "check-not-compiled-advice",
        ..Sign::LOAD
    }],
    ..crate::program::ADVICE
};

/// Seats what lies in a folder of our own.
fn seat(copy: TempDir, main: Main, name: String, locator: &Locator, workshop: &Workshop) -> Result<Made, EntrantError> {
    let version =
        hash_of_path(copy.path()).map_err(|error| EntrantError::File { path: copy.path().to_owned(), error })?;
    let name = main.name.unwrap_or(name);
    let identity = Identity { name, locator: locator.to_string(), version, runtime: None };
    let maker: Box<dyn Maker> = match main.what {
        What::File(file) => return delegated(copy, &file, identity, workshop),
        What::Command { build, words } => {
            build.as_deref().map_or(Ok(()), need_compiler)?;
            Box::new(Submission {
                program: Arc::new(BuiltProgram::new(workshop.sandbox()?, copy, build, words, policy(locator)?)),
                keep: locator.switch("keep")?,
                tap: workshop.tap(&identity),
            })
        }
    };
    Ok(Made { identity, maker })
}

/// A file that a kind of its own plays: an OCaml file, a library, a module.
fn delegated(copy: TempDir, file: &Path, identity: Identity, workshop: &Workshop) -> Result<Made, EntrantError> {
    let locator = workshop.locator_of_file(&file.to_string_lossy())?;
    let made = locator.kind.make(&locator, workshop)?;
    let advice = made.maker.advice().unwrap_or_else(|| locator.kind.advice());
    let identity = Identity { runtime: made.identity.runtime, ..identity };
    Ok(Made { identity, maker: Box::new(Delegated { maker: made.maker, advice, _copy: copy }) })
}

/// Makes the players of a program that is built first where it has to be.
struct Submission {
    program: Arc<BuiltProgram>,
    keep: bool,
    tap: Option<crate::conversation::Tap>,
}

impl Maker for Submission {
    fn player(&self) -> Result<Box<dyn Player>, EntrantError> {
        Ok(Box::new(BuiltPlayer::new(Arc::clone(&self.program), self.keep, self.tap.clone())))
    }

    fn partner(&self, stop: &AtomicBool) -> Result<Option<Partner>, Fault> {
        let (sandbox, command) = (self.program.sandbox(), self.program.command(stop)?);
        Ok(Some(Partner { sandbox, command, is_apart: false }))
    }

    fn advice(&self) -> Option<&'static Advice> {
        Some(&ADVICE)
    }

    fn is_kept(&self) -> bool {
        true
    }
}

/// A player of another kind whose file lies in a folder of ours, which stays as long as it does.
pub(crate) struct Delegated {
    pub(crate) maker: Box<dyn Maker>,
    pub(crate) advice: &'static Advice,
    pub(crate) _copy: TempDir,
}

impl Maker for Delegated {
    fn player(&self) -> Result<Box<dyn Player>, EntrantError> {
        self.maker.player()
    }

    fn command(&self) -> Option<&Command> {
        self.maker.command()
    }

    fn partner(&self, stop: &AtomicBool) -> Result<Option<Partner>, Fault> {
        self.maker.partner(stop)
    }

    fn refusal(&self, game: &AnyGame) -> Option<String> {
        self.maker.refusal(game)
    }

    fn is_deterministic(&self, game: &AnyGame) -> Result<bool, EntrantError> {
        self.maker.is_deterministic(game)
    }

    fn advice(&self) -> Option<&'static Advice> {
        Some(self.advice)
    }

    fn is_kept(&self) -> bool {
        true
    }
}

/// A submission that cannot be used, and why.
fn unusable(name: &str, why: impl std::fmt::Display) -> EntrantError {
    EntrantError::Unusable {
        error: format!("{name}: {why}").into(),
        what: "check-submission",
        advice: "check-submission-advice",
    }
}

/// Whether a file can be run by itself.
fn runs(path: &Path) -> bool {
    path.is_file() && is_executable(path)
}
