//! Entrants: what a locator means, ready to be seated as often as a match needs.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use joute_catalog::{BuiltIn, BuiltInError, find_built_in};
use joute_games::{AnyGame, content_hash};
use joute_referee::{Identity, Player};
use joute_sandbox::{Backend, Command, Launcher, Policy, Refusal, Sandbox, SpawnError};

use crate::engine::{self, EngineOptions, EnginePlayer};
use crate::library::{self, LibraryError, LibraryHost};
use crate::line_protocol::LinePlayer;
use crate::locator::{Kind, Locator, LocatorError, is_executable};
use crate::ocaml::{self, Mode, OcamlPlayer, OcamlProgram};
use crate::seven_colours::{self, SevenColoursPlayer};
#[cfg(feature = "wasm")]
use crate::wasm::{self, Engines, RUNTIME, WasmPlayer, WasmProgram};

/// Where players are made: how programs are confined, and where files are looked for.
pub struct Workshop {
    launcher: Launcher,
    backend: Backend,
    folder: PathBuf,
    library_host: LibraryHost,
    sandbox: OnceLock<Arc<Sandbox>>,
    #[cfg(feature = "wasm")]
    engines: Arc<Engines>,
}

/// Somebody who takes part.
pub struct Entrant {
    /// Who it is.
    pub identity: Identity,
    locator: Locator,
    maker: Maker,
}

enum Maker {
    BuiltIn(&'static joute_catalog::BuiltInEntry),
    Line {
        sandbox: Arc<Sandbox>,
        command: Box<Command>,
        keep: bool,
    },
    Library {
        sandbox: Arc<Sandbox>,
        command: Box<Command>,
        flood_only: bool,
    },
    Ocaml(Arc<OcamlProgram>),
    SevenColours {
        sandbox: Arc<Sandbox>,
        command: Box<Command>,
        ia: String,
    },
    Person,
    Engine {
        sandbox: Arc<Sandbox>,
        command: Box<Command>,
        keep: bool,
        options: EngineOptions,
    },
    #[cfg(feature = "wasm")]
    Wasm(Arc<WasmProgram>),
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
    /// A library that cannot be used.
    #[error(transparent)]
    Library(#[from] LibraryError),
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
    /// A file that is something else than its kind says.
    #[error("{}: no WebAssembly module, which would begin with the bytes 0, a, s, m; expected a .wasm file (docs/wasm.md)", .0.display())]
    NoModule(PathBuf),
    /// A kind of player that this program was built without.
    #[error(
        "{0}: WebAssembly players were left out of this build; build joute with its feature `wasm`, which is on by default"
    )]
    LeftOut(String),
    /// Programs of others cannot be confined here.
    #[error("{0}\nTo run programs you trust all the same, say --no-sandbox.")]
    Refused(#[from] Refusal),
    /// Nothing can be started at all.
    #[error("programs cannot be started: {0}")]
    Start(#[from] SpawnError),
}

impl Workshop {
    /// Programs are started through `launcher`, and their files looked for in `folder`.
    pub fn new(launcher: Launcher, folder: impl Into<PathBuf>) -> Workshop {
        Workshop {
            launcher,
            backend: Backend::Best,
            folder: folder.into(),
            library_host: LibraryHost::beside_this_program(),
            sandbox: OnceLock::new(),
            #[cfg(feature = "wasm")]
            engines: Arc::default(),
        }
    }

    /// Libraries are loaded by this host.
    #[must_use]
    pub fn with_library_host(self, library_host: LibraryHost) -> Workshop {
        Workshop { library_host, ..self }
    }

    /// Modules at work are given up as soon as this flag is set; other players hear of it with their turn.
    #[must_use]
    #[cfg(feature = "wasm")]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Workshop {
        Workshop { engines: Arc::new(Engines::stopped_by(stop)), ..self }
    }

    /// Without modules there is nobody to be given up: players hear of the flag with their turn.
    #[must_use]
    #[cfg(not(feature = "wasm"))]
    pub fn stopped_by(self, _stop: Arc<AtomicBool>) -> Workshop {
        self
    }

    /// Programs are started without a sandbox: only for those one trusts.
    #[must_use]
    pub fn without_sandbox(self) -> Workshop {
        Workshop { backend: Backend::Off, sandbox: OnceLock::new(), ..self }
    }

    /// The sandbox, tried out the first time it is needed.
    pub fn sandbox(&self) -> Result<Arc<Sandbox>, EntrantError> {
        if let Some(sandbox) = self.sandbox.get() {
            return Ok(Arc::clone(sandbox));
        }
        let sandbox = Sandbox::with_backend(&self.launcher, self.backend)?;
        if self.backend != Backend::Off {
            sandbox.require_minimum()?;
        }
        Ok(Arc::clone(self.sandbox.get_or_init(|| Arc::new(sandbox))))
    }

    /// Finds out what a locator means.
    pub fn entrant(&self, text: &str) -> Result<Entrant, EntrantError> {
        let locator = Locator::parse(text, &self.folder)?;
        match locator.kind {
            Kind::BuiltIn => built_in(locator),
            Kind::Exe => self.program(locator),
            Kind::Lib => self.library(locator),
            Kind::Ocaml => self.ocaml(locator),
            Kind::SevenColours => self.seven_colours(locator),
            Kind::Person => Ok(person(locator)),
            Kind::Nboard | Kind::Gtp | Kind::Uci => self.engine(locator),
            Kind::Wasm => self.wasm(locator),
        }
    }

    fn library(&self, locator: Locator) -> Result<Entrant, EntrantError> {
        let path = self.folder.join(&locator.target);
        let (facts, bytes) = library::inspect(&path)?;
        let command = self.library_host.command(&path, &locator, &facts)?;
        let sandbox = self.sandbox()?;
        if facts.needs_gsl {
            self.library_host.require_gsl(&sandbox, &path)?;
        }
        let identity = Identity {
            name: name_of(&[path], &locator.target),
            locator: locator.to_string(),
            version: content_hash(&bytes),
            runtime: None,
        };
        let maker = Maker::Library { sandbox, command: Box::new(command), flood_only: facts.is_flood_only() };
        Ok(Entrant { identity, locator, maker })
    }

    fn program(&self, locator: Locator) -> Result<Entrant, EntrantError> {
        let (command, identity) = self.command(&locator)?;
        let maker = Maker::Line { sandbox: self.sandbox()?, command: Box::new(command), keep: locator.switch("keep")? };
        Ok(Entrant { identity, locator, maker })
    }

    fn seven_colours(&self, locator: Locator) -> Result<Entrant, EntrantError> {
        let (command, identity) = self.command(&locator)?;
        let ia = locator.option("ia").unwrap_or(&identity.name).to_owned();
        let maker = Maker::SevenColours { sandbox: self.sandbox()?, command: Box::new(command), ia };
        Ok(Entrant { identity, locator, maker })
    }

    fn engine(&self, locator: Locator) -> Result<Entrant, EntrantError> {
        let (command, identity) = self.command(&locator)?;
        let options = EngineOptions::read(&locator)?;
        let keep = locator.switch("keep")?;
        let maker = Maker::Engine { sandbox: self.sandbox()?, command: Box::new(command), keep, options };
        Ok(Entrant { identity, locator, maker })
    }

    fn ocaml(&self, locator: Locator) -> Result<Entrant, EntrantError> {
        let path = self.folder.join(&locator.target);
        let text = std::fs::read(&path).map_err(|error| EntrantError::File { path: path.clone(), error })?;
        let mode = match locator.option("mode") {
            None | Some("interpreted") => Mode::Interpreted,
            Some("native") => Mode::Native,
            Some(value) => return Err(locator.bad("mode", value, "interpreted or native").into()),
        };
        let file = path.file_name().map_or(locator.target.clone(), |name| name.to_string_lossy().into_owned());
        let program = OcamlProgram::new(self.sandbox()?, &file, &text, mode, policy(&locator)?)?;
        let identity = Identity {
            name: name_of(&[path], &locator.target),
            locator: locator.to_string(),
            version: content_hash(&text),
            runtime: Some(format!("ocaml, {mode}")),
        };
        Ok(Entrant { identity, locator, maker: Maker::Ocaml(Arc::new(program)) })
    }

    #[cfg(feature = "wasm")]
    fn wasm(&self, locator: Locator) -> Result<Entrant, EntrantError> {
        let path = self.folder.join(&locator.target);
        let bytes = std::fs::read(&path).map_err(|error| EntrantError::File { path: path.clone(), error })?;
        if !wasm::is_module(&bytes) {
            return Err(EntrantError::NoModule(path));
        }
        let identity = Identity {
            name: name_of(&[path], &locator.target),
            locator: locator.to_string(),
            version: content_hash(&bytes),
            runtime: Some(RUNTIME.to_owned()),
        };
        let memory = policy(&locator)?.limits.memory;
        let program = WasmProgram::new(Arc::clone(&self.engines), bytes, memory);
        Ok(Entrant { identity, locator, maker: Maker::Wasm(Arc::new(program)) })
    }

    #[cfg(not(feature = "wasm"))]
    fn wasm(&self, locator: Locator) -> Result<Entrant, EntrantError> {
        Err(EntrantError::LeftOut(locator.to_string()))
    }

    /// The command of a locator, and who it is: what its files hold.
    fn command(&self, locator: &Locator) -> Result<(Command, Identity), EntrantError> {
        let words = shlex::split(&locator.target).ok_or_else(|| EntrantError::Quotes(locator.target.clone()))?;
        let command =
            Command::from_words(&words, &self.folder).ok_or_else(|| EntrantError::Quotes(locator.target.clone()))?;
        let program = locate(command.program()).ok_or_else(|| EntrantError::Program { name: words[0].clone() })?;
        if !is_executable(&program) {
            return Err(EntrantError::NotExecutable { name: words[0].clone() });
        }
        let mut files: Vec<PathBuf> = command.files().to_vec();
        if files.is_empty() || command.program().components().count() > 1 {
            files.insert(0, program);
        }
        let identity = Identity {
            name: name_of(&files, &words[0]),
            locator: locator.to_string(),
            version: hash_of(&files)?,
            runtime: None,
        };
        Ok((command.policy(policy(locator)?), identity))
    }
}

/// What a program may use, as far as its locator says.
fn policy(locator: &Locator) -> Result<Policy, LocatorError> {
    let mut policy = Policy::default();
    if let Some(megabytes) = locator.number("memory")? {
        policy.limits.memory = megabytes.saturating_mul(1 << 20);
    }
    Ok(policy)
}

impl Entrant {
    /// A player to be seated; each is independent of the others.
    pub fn player(&self) -> Result<Box<dyn Player>, EntrantError> {
        Ok(match &self.maker {
            Maker::BuiltIn(entry) => Box::new(
                BuiltIn::new(entry, &self.locator.parameters)
                    .map_err(|error| EntrantError::BuiltIn(self.locator.to_string(), error))?,
            ),
            Maker::Line { sandbox, command, keep } => {
                Box::new(LinePlayer::new(Arc::clone(sandbox), (**command).clone(), *keep))
            }
            Maker::Library { sandbox, command, .. } => {
                Box::new(LinePlayer::of_host(Arc::clone(sandbox), (**command).clone()))
            }
            Maker::Ocaml(program) => Box::new(OcamlPlayer::new(Arc::clone(program))),
            Maker::SevenColours { sandbox, command, ia } => {
                Box::new(SevenColoursPlayer::new(Arc::clone(sandbox), (**command).clone(), ia))
            }
            // Only those who have the other end of the channel can seat a person.
            Maker::Person => return Err(EntrantError::Person(self.locator.to_string())),
            Maker::Engine { sandbox, command, keep, options } => {
                Box::new(EnginePlayer::new(Arc::clone(sandbox), (**command).clone(), *keep, options))
            }
            #[cfg(feature = "wasm")]
            Maker::Wasm(program) => Box::new(WasmPlayer::new(Arc::clone(program))),
        })
    }

    /// Whether it is a person, whom [`Person`](crate::Person) seats.
    pub fn is_person(&self) -> bool {
        matches!(self.maker, Maker::Person)
    }

    /// How it was named.
    pub fn locator(&self) -> &Locator {
        &self.locator
    }

    /// Whether it is a strategy of the catalogue, which needs no other process.
    pub fn is_built_in(&self) -> bool {
        matches!(self.maker, Maker::BuiltIn(_))
    }

    /// The program it runs, if it is one.
    pub fn command(&self) -> Option<&Command> {
        match &self.maker {
            Maker::Line { command, .. }
            | Maker::Library { command, .. }
            | Maker::SevenColours { command, .. }
            | Maker::Engine { command, .. } => Some(command),
            Maker::BuiltIn(_) | Maker::Ocaml(_) | Maker::Person => None,
            #[cfg(feature = "wasm")]
            Maker::Wasm(_) => None,
        }
    }

    /// Refuses a player that does not play this game, before anything is played.
    pub fn check(&self, game: &AnyGame) -> Result<(), EntrantError> {
        let refused = match &self.maker {
            Maker::Ocaml(_) => ocaml::refusal(game),
            Maker::SevenColours { .. } => seven_colours::refusal(game),
            Maker::Engine { .. } if self.locator.kind == Kind::Uci => engine::uci_refusal(game, &self.locator),
            Maker::Engine { .. } => engine::othello_refusal(game),
            Maker::Library { flood_only: true, .. } => library::refusal(game),
            Maker::BuiltIn(_) | Maker::Line { .. } | Maker::Library { .. } | Maker::Person => None,
            #[cfg(feature = "wasm")]
            Maker::Wasm(_) => None,
        };
        if let Some(reason) = refused {
            return Err(EntrantError::OtherGame { player: self.locator.to_string(), reason });
        }
        if self.is_person() { Ok(()) } else { self.is_deterministic(game).map(drop) }
    }

    /// Whether its answers do not depend on the seed, as far as is known before anything is played.
    pub fn is_deterministic(&self, game: &AnyGame) -> Result<bool, EntrantError> {
        let Maker::BuiltIn(entry) = &self.maker else {
            return Ok(self.player()?.is_deterministic());
        };
        BuiltIn::new(entry, &self.locator.parameters)
            .and_then(|player| player.is_deterministic_at(game))
            .map_err(|error| EntrantError::BuiltIn(self.locator.to_string(), error))
    }
}

fn person(locator: Locator) -> Entrant {
    let name = if locator.target.is_empty() { locator.to_string() } else { locator.target.clone() };
    let identity = Identity { name, locator: locator.to_string(), version: String::new(), runtime: None };
    Entrant { identity, locator, maker: Maker::Person }
}

fn built_in(locator: Locator) -> Result<Entrant, EntrantError> {
    let Some(entry) = find_built_in(&locator.target) else {
        return Err(LocatorError::NoTarget("built-in", "greedy").into());
    };
    BuiltIn::new(entry, &locator.parameters).map_err(|error| EntrantError::BuiltIn(locator.to_string(), error))?;
    let identity = Identity {
        name: locator.to_string(),
        locator: locator.to_string(),
        version: format!("joute {}", env!("CARGO_PKG_VERSION")),
        runtime: None,
    };
    Ok(Entrant { identity, locator, maker: Maker::BuiltIn(entry) })
}

/// Where a program is: as given, or in the folders of `PATH`.
pub(crate) fn locate(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return program.is_file().then(|| program.to_owned());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// A player is called like its own file, not like the interpreter that runs it.
fn name_of(files: &[PathBuf], word: &str) -> String {
    let named = files.last().and_then(|path| path.file_stem()).map(|stem| stem.to_string_lossy().into_owned());
    named.unwrap_or_else(|| word.to_owned())
}

/// The hash of every file a command names, in order.
fn hash_of(files: &[PathBuf]) -> Result<String, EntrantError> {
    let mut hashes = String::new();
    for path in files {
        let bytes = std::fs::read(path).map_err(|error| EntrantError::File { path: path.clone(), error })?;
        hashes += &content_hash(&bytes);
    }
    Ok(if files.len() == 1 { hashes } else { content_hash(hashes.as_bytes()) })
}
