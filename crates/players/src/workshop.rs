//! The workshop: what kinds need to make players.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use joute_games::content_hash;
use joute_referee::Identity;
use joute_sandbox::{Backend, Command, Execs, Launcher, MemoryKind, Policy, Sandbox};
use tempfile::TempDir;

use crate::conversation::{Conversations, Tap};
use crate::entrant::{Entrant, EntrantError};
use crate::helpers::helpers_of;
use crate::kind::{ENVIRONMENT, FOLDER, KINDS, Kind};
use crate::library::LibraryHost;
use crate::locator::{Locator, LocatorError, is_executable, is_of_system};
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
    conversations: Option<Arc<Conversations>>,
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
            conversations: None,
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

    /// Whole conversations with programs are written down in this folder.
    #[must_use]
    pub fn with_conversations(self, conversations: impl Into<Arc<Conversations>>) -> Workshop {
        Workshop { conversations: Some(conversations.into()), ..self }
    }

    /// The same with files looked for elsewhere.
    pub(crate) fn in_folder(&self, folder: &Path) -> Workshop {
        Workshop {
            kinds: self.kinds.clone(),
            launcher: self.launcher.clone(),
            backend: self.backend,
            folder: folder.to_owned(),
            library_host: self.library_host.clone(),
            sandbox: self.sandbox.clone(),
            stop: Arc::clone(&self.stop),
            conversations: self.conversations.clone(),
        }
    }

    /// Where the conversations with a player are written down, if they are.
    pub(crate) fn tap(&self, identity: &Identity) -> Option<Tap> {
        let conversations = self.conversations.as_ref()?;
        Some(Tap::new(Arc::clone(conversations), &identity.name, &identity.locator))
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

    /// Finds out who it is that an entrant was made of, as its files are now.
    pub fn entrant_again(&self, entrant: &Entrant) -> Result<Entrant, EntrantError> {
        self.located(entrant.locator().clone())
    }

    fn located(&self, locator: Locator) -> Result<Entrant, EntrantError> {
        let given = locator.given_name()?.map(str::to_owned);
        let mut made = locator.kind.make(&locator, self)?;
        made.identity.name = given.unwrap_or(made.identity.name);
        Ok(Entrant::new(locator, made))
    }

    /// What somebody's archive or revision holds, in a folder of its own; nothing for players that are not packed.
    pub fn unpacked(&self, text: &str) -> Option<TempDir> {
        let locator = self.locator(text).ok()?;
        locator.kind.unpacked(&locator, self)?.ok()
    }

    /// Where files are looked for.
    pub fn folder(&self) -> &Path {
        &self.folder
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

    /// The folder that a locator wants its program to be started in.
    fn working_folder(&self, locator: &Locator) -> Result<Option<PathBuf>, EntrantError> {
        let Some(given) = locator.option(FOLDER.name) else {
            return Ok(None);
        };
        let path = self.folder.join(given);
        if path.is_dir() {
            Ok(Some(path))
        } else {
            Err(locator.bad(FOLDER.name, given, "a folder that is there").into())
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
        refuse_windows_lines(&program)?;
        let folder = self.working_folder(locator)?;
        let mut files: Vec<PathBuf> = command.files().to_vec();
        // A player is called like its own file, not like the interpreter that runs it, and not like its data.
        let script = files.iter().find(|path| path.is_file()).filter(|_| is_of_system(command.program()));
        let own = script.cloned().unwrap_or_else(|| program.clone());
        if own == program {
            files.insert(0, program);
        }
        let name = name_of(&own, &words[0]);
        files.extend(folder.clone());
        // What a script imports is shown beside it, unless it is seen already.
        let mut helpers = helpers_of(&own);
        helpers.retain(|helper| !files.iter().any(|shown| helper.starts_with(shown)));
        let command = helpers.iter().fold(command, Command::show);
        files.extend(helpers);
        let identity = Identity { name, locator: locator.to_string(), version: hash_of(&files)?, runtime: None };
        let mut policy = policy(locator)?;
        // A wrapper that ends with `exec` becomes the program it names; it is still one process.
        policy.execs = if is_shell_script(command.program()) { Execs::Any } else { policy.execs };
        let command = match &folder {
            Some(folder) => command.in_folder(folder),
            None => command,
        };
        let variables = variables(locator)?;
        let command =
            variables.into_iter().fold(command.policy(policy), |command, (name, value)| command.env(name, value));
        let sanitized = files.iter().find_map(|path| Sanitized::of(&std::fs::read(path).ok()?));
        Ok((sanitized.map_or(command.clone(), |sanitized| sanitized.program(command)), identity))
    }
}

/// Who the author's file is.
pub fn identity_of_file(locator: &Locator, path: PathBuf, bytes: &[u8], runtime: Option<String>) -> Identity {
    Identity {
        name: name_of(&path, &locator.target),
        locator: locator.to_string(),
        version: content_hash(bytes),
        runtime,
    }
}

/// The variables that a locator puts into the environment of its program.
fn variables(locator: &Locator) -> Result<Vec<(&str, &str)>, LocatorError> {
    let Some(text) = locator.option(ENVIRONMENT.name) else {
        return Ok(Vec::new());
    };
    let is_name = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    let variable = |part| str::split_once(part, '=').filter(|(name, _)| is_name(name));
    let all: Option<Vec<(&str, &str)>> = text.split(';').map(variable).collect();
    all.ok_or_else(|| locator.bad(ENVIRONMENT.name, text, "variables such as THREADS=2;MODE=fast"))
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

/// Whether a program is in the folders of `PATH`.
pub fn is_installed(program: &str) -> bool {
    locate(Path::new(program)).is_some()
}

/// Where a program is: as given, or in the folders of `PATH`.
pub(crate) fn locate(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return program.is_file().then(|| program.to_owned());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// What a player is called whose own file this is.
fn name_of(file: &Path, word: &str) -> String {
    file.file_stem().map_or_else(|| word.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// A script whose first line ends as lines do on Windows names an interpreter that is nowhere.
fn refuse_windows_lines(program: &Path) -> Result<(), EntrantError> {
    let mut start = [0; 256];
    let read = std::fs::File::open(program).and_then(|mut file| file.read(&mut start)).unwrap_or_default();
    let line = start[..read].split(|&byte| byte == b'\n').next().unwrap_or_default();
    if !(line.starts_with(b"#!") && line.ends_with(b"\r")) {
        return Ok(());
    }
    let name = program.display();
    Err(EntrantError::Unusable {
        error: format!("{name}: its first line ends with a carriage return, so that what it names is not found").into(),
        what: "check-windows-lines",
        advice: "check-windows-lines-advice",
    })
}

/// Whether a program is a script of a shell.
fn is_shell_script(program: &Path) -> bool {
    let mut start = [0; 64];
    let read = std::fs::File::open(program).and_then(|mut file| file.read(&mut start)).unwrap_or_default();
    let line =
        String::from_utf8_lossy(start[..read].split(|&byte| byte == b'\n').next().unwrap_or_default()).into_owned();
    let words = line.strip_prefix("#!").unwrap_or_default();
    words.split_whitespace().any(|word| ["sh", "bash", "dash"].contains(&word.rsplit('/').next().unwrap_or_default()))
}

/// The hash of every file a command names, in order; that of a folder is that of all it holds.
fn hash_of(files: &[PathBuf]) -> Result<String, EntrantError> {
    let mut hashes = String::new();
    for path in files {
        hashes += &hash_of_path(path).map_err(|error| EntrantError::File { path: path.clone(), error })?;
    }
    Ok(if files.len() == 1 { hashes } else { content_hash(hashes.as_bytes()) })
}

/// The most files of a folder that are looked at: more is no player but a disk.
const MOST_FILES: u32 = 20_000;

/// The hash of a file, or of all that a folder holds.
pub(crate) fn hash_of_path(path: &Path) -> std::io::Result<String> {
    hash_within(path, &mut MOST_FILES.clone())
}

fn hash_within(path: &Path, left: &mut u32) -> std::io::Result<String> {
    *left = left.checked_sub(1).ok_or_else(|| std::io::Error::other(format!("more than {MOST_FILES} files")))?;
    if !path.is_dir() {
        return Ok(content_hash(&std::fs::read(path)?));
    }
    let mut names =
        std::fs::read_dir(path)?.map(|entry| Ok(entry?.file_name())).collect::<std::io::Result<Vec<_>>>()?;
    names.sort();
    let mut hashes = String::new();
    for name in names {
        let inner = path.join(&name);
        // A link is what it says, and is not followed.
        let hash = match std::fs::read_link(&inner) {
            Ok(target) => content_hash(target.as_os_str().as_encoded_bytes()),
            Err(_) => hash_within(&inner, left)?,
        };
        hashes += &format!("{} {hash}\n", name.to_string_lossy());
    }
    Ok(content_hash(hashes.as_bytes()))
}
