//! Entrants: what a locator means, ready to be seated as often as a match needs.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use joute_catalog::BuiltInError;
use joute_games::AnyGame;
use joute_referee::{Fault, Identity, Player};
use joute_sandbox::{Command, Refusal, SpawnError};

use crate::advice::Advice;
use crate::kind::{Made, Maker};
use crate::locator::{Locator, LocatorError};
use crate::play_back::Partner;
use crate::{built_in, person};

/// Somebody who takes part.
#[derive(Clone)]
pub struct Entrant {
    /// Who it is.
    pub identity: Identity,
    locator: Locator,
    maker: Arc<dyn Maker>,
}

/// A player that cannot take part.
#[derive(Debug, thiserror::Error)]
pub enum EntrantError {
    /// The locator names nobody.
    #[error(transparent)]
    Locator(#[from] LocatorError),
    /// A built-in player was told nonsense, or does not play the game.
    #[error("{0}: {1}")]
    BuiltIn(String, BuiltInError),
    /// A command line that cannot be split into words.
    #[error("{0}: the quotes of the command do not match")]
    Quotes(String),
    /// The program is not there.
    #[error("{name}: no such program; expected the path of a file or a command that can be found")]
    Program {
        /// What was looked for.
        name: String,
    },
    /// A file that is there, but cannot be run.
    #[error("{name}: not executable; make it so (chmod +x), or name what runs it, e.g. exe:python3 {name}")]
    NotExecutable {
        /// The file.
        name: String,
    },
    /// A file of the player cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// A file that its kind cannot use, with what the kind says about it.
    #[error("{error}")]
    Unusable {
        /// Why not.
        error: Box<dyn std::error::Error + Send + Sync>,
        /// The message that says what is wrong.
        what: &'static str,
        /// The message that says what to do about it.
        advice: &'static str,
    },
    /// What runs such players is not installed.
    #[error("{kind} need `{tool}`, which was not found: {fix}")]
    Tool {
        /// The program that is missing.
        tool: &'static str,
        /// Who needs it.
        kind: &'static str,
        /// What to do.
        fix: &'static str,
    },
    /// A person was named where only programs play.
    #[error("{0}: nobody sits here to move; people play with `joute play`")]
    Person(String),
    /// There is no place for the files of a player.
    #[error("no temporary folder for the player: {0}")]
    Folder(std::io::Error),
    /// The player plays something else.
    #[error("{player}: {reason}")]
    OtherGame {
        /// The player.
        player: String,
        /// What it plays.
        reason: String,
    },
    /// A kind of player that this program was built without.
    #[error(
        "{player}: {players} were left out of this build; build joute with its feature `{feature}`, which is on by default"
    )]
    LeftOut {
        /// The player.
        player: String,
        /// Players of its kind.
        players: &'static str,
        /// What to build with.
        feature: &'static str,
    },
    /// Programs of others cannot be confined here.
    #[error("{0}\nTo run programs you trust all the same, say --no-sandbox.")]
    Refused(#[from] Refusal),
    /// Nothing can be started at all.
    #[error("programs cannot be started: {0}")]
    Start(#[from] SpawnError),
}

impl Entrant {
    pub(crate) fn new(locator: Locator, made: Made) -> Entrant {
        Entrant { identity: made.identity, locator, maker: Arc::from(made.maker) }
    }

    /// A player to be seated; each is independent of the others.
    pub fn player(&self) -> Result<Box<dyn Player>, EntrantError> {
        self.maker.player()
    }

    /// Whether it is a person, who hands in moves by an [`AnswerQueue`](crate::AnswerQueue).
    pub fn is_person(&self) -> bool {
        self.locator.is(person::NAME)
    }

    /// Whether it is a strategy of the catalogue, which needs no other process.
    pub fn is_built_in(&self) -> bool {
        self.locator.is(built_in::NAME)
    }

    /// Whether it plays from a copy of its files.
    pub(crate) fn is_kept(&self) -> bool {
        self.maker.is_kept()
    }

    /// How it was named.
    pub fn locator(&self) -> &Locator {
        &self.locator
    }

    /// The program it runs, if it is one.
    pub fn command(&self) -> Option<&Command> {
        self.maker.command()
    }

    /// How it is talked to outside of a game, where a conversation can be played back to it.
    pub fn partner(&self, stop: &AtomicBool) -> Result<Option<Partner>, Fault> {
        self.maker.partner(stop)
    }

    /// What a check says about players like it.
    pub fn advice(&self) -> &'static Advice {
        self.maker.advice().unwrap_or_else(|| self.locator.kind.advice())
    }

    /// Refuses a player that does not play this game, before anything is played.
    pub fn check(&self, game: &AnyGame) -> Result<(), EntrantError> {
        if let Some(reason) = self.maker.refusal(game) {
            return Err(EntrantError::OtherGame { player: self.locator.to_string(), reason });
        }
        if self.is_person() { Ok(()) } else { self.is_deterministic(game).map(drop) }
    }

    /// Whether its answers do not depend on the seed, as far as is known before anything is played.
    pub fn is_deterministic(&self, game: &AnyGame) -> Result<bool, EntrantError> {
        self.maker.is_deterministic(game)
    }
}
