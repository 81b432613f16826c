//! The program that loads libraries, and how it is called.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use joute_sandbox::{Command, Sandbox, Streams};

use super::file::{Facts, LibraryError};
use super::kind::{FORBIDDEN, HOLES};
use crate::entrant::EntrantError;
use crate::locator::Locator;
use crate::workshop::policy;

/// What the host is called with to find out only whether GSL can be loaded.
const TRY_GSL: &str = "try-gsl";
/// How long that may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How to start the process that loads a library.
#[derive(Debug, Clone)]
pub struct LibraryHost {
    program: PathBuf,
    prefix: Option<OsString>,
    gsl: Option<PathBuf>,
}

impl LibraryHost {
    /// A host of its own, such as `joute-library-host`.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>) -> LibraryHost {
        LibraryHost { program: program.into(), prefix: None, gsl: None }
    }

    /// `joute-library-host` in the folder of the running program.
    #[must_use]
    pub fn beside_this_program() -> LibraryHost {
        let here = std::env::current_exe().unwrap_or_default();
        LibraryHost::new(here.with_file_name("joute-library-host"))
    }

    /// A word that the host is called with first: the hidden subcommand of a program that is more than a host.
    #[must_use]
    pub fn subcommand(self, word: impl Into<OsString>) -> LibraryHost {
        LibraryHost { prefix: Some(word.into()), ..self }
    }

    /// The file of the GNU Scientific Library, where it is not among the system's libraries.
    #[must_use]
    pub fn with_gsl(self, path: impl Into<PathBuf>) -> LibraryHost {
        LibraryHost { gsl: Some(path.into()), ..self }
    }

    /// Whether the host's program is there.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.program.is_file()
    }

    /// The command that plays for a library.
    pub(crate) fn command(&self, path: &Path, locator: &Locator, facts: &Facts) -> Result<Command, EntrantError> {
        if !self.is_there() {
            return Err(LibraryError::NoHost { program: self.program.clone() }.into());
        }
        let encoding = locator.word("forbidden", FORBIDDEN, "mask, letters or ids")?;
        let holes = locator.word("holes", HOLES, "kept or compact")?;
        let mut command = self.start().file(path);
        command = match encoding {
            Some(encoding) => command.arg(format!("forbidden={encoding}")),
            None => command,
        };
        command = match holes {
            Some(holes) => command.arg(format!("holes={holes}")),
            None => command,
        };
        command = if facts.wants_gsl() { self.gsl_word(command) } else { command.arg("gsl=none") };
        Ok(command.policy(policy(locator)?))
    }

    fn start(&self) -> Command {
        let command = Command::new(&self.program);
        match &self.prefix {
            Some(word) => command.arg(word),
            None => command,
        }
    }

    /// Says where GSL is, and shows it with what lies beside it.
    fn gsl_word(&self, command: Command) -> Command {
        let Some(path) = &self.gsl else {
            return command;
        };
        let mut word = OsString::from("gsl=");
        word.push(path);
        let folder = path.parent().filter(|folder| folder.is_dir());
        let command = command.arg(word);
        folder.into_iter().fold(command, |command, folder| command.show(folder))
    }

    /// Finds out, in the sandbox, whether GSL can be loaded there.
    pub(crate) fn require_gsl(&self, sandbox: &Sandbox, library: &Path) -> Result<(), EntrantError> {
        let command = self.gsl_word(self.start().arg(TRY_GSL));
        let mut child = sandbox.spawn(&command, Streams::new())?;
        let is_there = matches!(child.wait_timeout(PATIENCE), Ok(Some(exit)) if exit.is_success());
        if is_there { Ok(()) } else { Err(LibraryError::NoGsl { path: library.to_owned() }.into()) }
    }
}
