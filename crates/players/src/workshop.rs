//! The workshop: what kinds need to make players.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use joute_games::content_hash;
use joute_referee::Identity;
use joute_sandbox::{Backend, Command, Launcher, MemoryKind, Policy, Sandbox};

use crate::entrant::{Entrant, EntrantError};
use crate::kind::{KINDS, Kind};
use crate::library::LibraryHost;
use crate::locator::{Locator, LocatorError, is_executable};
use crate::sanitizer::Sanitized;

/// Where players are made: which kinds there are, how programs are confined, and where files are looked for.
pub struct Workshop {
    kinds: Vec<&'static dyn Kind>,
    launcher: Launcher,
    backend: Backend,
    folder: PathBuf,
    library_host: LibraryHost,
    sandbox: OnceLock<Arc<Sandbox>>,
    stop: Arc<AtomicBool>,
}

impl Workshop {
    /// Programs are started through `launcher`, and their files looked for in `folder`.
    pub fn new(launcher: Launcher, folder: impl Into<PathBuf>) -> Workshop {
        Workshop {
            kinds: KINDS.to_vec(),
            launcher,
            backend: Backend::Best,
            folder: folder.into(),
            library_host: LibraryHost::beside_this_program(),
            sandbox: OnceLock::new(),
            stop: Arc::default(),
        }
    }

    /// One more kind, or another in place of the one with its name.
    #[must_use]
    pub fn with_kind(mut self, kind: &'static dyn Kind) -> Workshop {
        match self.kinds.iter_mut().find(|known| **known == kind) {
            Some(known) => *known = kind,
            None => self.kinds.insert(0, kind),
        }
        self
    }

    /// Libraries are loaded by this host.
    #[must_use]
    pub fn with_library_host(self, library_host: LibraryHost) -> Workshop {
        Workshop { library_host, ..self }
    }

    /// Players at work in this process are given up as soon as this flag is set; others hear of it with their turn.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Workshop {
        Workshop { stop, ..self }
    }

    /// Programs are started without a sandbox: only for those one trusts.
    #[must_use]
    pub fn without_sandbox(self) -> Workshop {
        Workshop { backend: Backend::Off, sandbox: OnceLock::new(), ..self }
    }

    /// Every kind that it makes.
    pub fn kinds(&self) -> &[&'static dyn Kind] {
        &self.kinds
    }

    /// Set when everything is being stopped.
    pub fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The host of libraries.
    pub fn library_host(&self) -> &LibraryHost {
        &self.library_host
    }

    /// The sandbox for programs of others.
    pub fn sandbox(&self) -> Result<Arc<Sandbox>, EntrantError> {
        let sandbox = self.strongest_sandbox()?;
        if self.backend != Backend::Off {
            sandbox.require_minimum()?;
        }
        Ok(sandbox)
    }

    /// The sandbox for programs of ours that read what others gave: as strong as there is, without a minimum. It is tried
    /// out the first time it is needed.
    pub fn strongest_sandbox(&self) -> Result<Arc<Sandbox>, EntrantError> {
        if let Some(sandbox) = self.sandbox.get() {
            return Ok(Arc::clone(sandbox));
        }
        let sandbox = Sandbox::with_backend(&self.launcher, self.backend)?;
        Ok(Arc::clone(self.sandbox.get_or_init(|| Arc::new(sandbox))))
    }

    /// Reads a locator.
    pub fn locator(&self, text: &str) -> Result<Locator, LocatorError> {
        Locator::parse(text, &self.folder, &self.kinds)
    }

    /// The locator of a file that was found, in whose name nothing has a meaning.
    pub fn locator_of_file(&self, path: &str) -> Result<Locator, LocatorError> {
        Locator::of_file(path, &self.folder, &self.kinds)
    }

    /// Finds out who a locator names.
    pub fn entrant(&self, text: &str) -> Result<Entrant, EntrantError> {
        self.located(self.locator(text)?)
    }

    /// Finds out who a file is that was found in a folder.
    pub fn entrant_of_file(&self, path: &str) -> Result<Entrant, EntrantError> {
        self.located(self.locator_of_file(path)?)
    }

    fn located(&self, locator: Locator) -> Result<Entrant, EntrantError> {
        let made = locator.kind.make(&locator, self)?;
        Ok(Entrant::new(locator, made))
    }

    /// The file that a locator names.
    pub fn path(&self, locator: &Locator) -> PathBuf {
        self.folder.join(&locator.target)
    }

    /// The file that a locator names, and what is in it.
    pub fn file(&self, locator: &Locator) -> Result<(PathBuf, Vec<u8>), EntrantError> {
        let path = self.path(locator);
        match std::fs::read(&path) {
            Ok(bytes) => Ok((path, bytes)),
            Err(error) => Err(EntrantError::File { path, error }),
        }
    }

    /// The command of a locator, and who it is: what its files hold.
    pub fn command(&self, locator: &Locator) -> Result<(Command, Identity), EntrantError> {
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
        let command = command.policy(policy(locator)?);
        let sanitized = files.iter().find_map(|path| Sanitized::of(&std::fs::read(path).ok()?));
        Ok((sanitized.map_or(command.clone(), |sanitized| sanitized.program(command)), identity))
    }
}

/// Who the author's file is.
pub fn identity_of_file(locator: &Locator, path: PathBuf, bytes: &[u8], runtime: Option<String>) -> Identity {
    Identity {
        name: name_of(&[path], &locator.target),
        locator: locator.to_string(),
        version: content_hash(bytes),
        runtime,
    }
}

/// What a program may use, as far as its locator says.
pub fn policy(locator: &Locator) -> Result<Policy, LocatorError> {
    let mut policy = Policy::default();
    match locator.option("memory") {
        None => {}
        Some("resident") => policy.limits.memory_kind = MemoryKind::Resident,
        Some(text) => {
            let megabytes = text.parse::<u64>().ok().filter(|&megabytes| megabytes > 0);
            let megabytes =
                megabytes.ok_or_else(|| locator.bad("memory", text, "a whole number from 1, or resident"))?;
            policy.limits.memory = megabytes.saturating_mul(1 << 20);
        }
    }
    Ok(policy)
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
