//! The program that confines itself and becomes the player: where it is, and what it does when called.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// How to start the launcher: a program and the words before the sandbox's own.
#[derive(Clone, Debug)]
pub struct Launcher {
    pub(crate) program: PathBuf,
    pub(crate) prefix: Vec<OsString>,
}

impl Launcher {
    /// A launcher of its own, such as `joute-sandbox-exec`.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), prefix: Vec::new() }
    }

    /// A word that the launcher is called with first: the hidden subcommand of a program that is more than a launcher.
    #[must_use]
    pub fn subcommand(mut self, word: impl Into<OsString>) -> Self {
        self.prefix.push(word.into());
        self
    }

    /// This very program, called with a hidden subcommand that hands the rest to [`launcher_main`].
    ///
    /// # Errors
    /// When the system does not tell where the running program is.
    pub fn this_program(subcommand: impl Into<OsString>) -> io::Result<Self> {
        Ok(Self { program: std::env::current_exe()?, prefix: vec![subcommand.into()] })
    }

    /// `joute-sandbox-exec` in the folder of the running program.
    ///
    /// # Errors
    /// When the system does not tell where the running program is.
    pub fn beside_this_program() -> io::Result<Self> {
        Ok(Self::new(std::env::current_exe()?.with_file_name("joute-sandbox-exec")))
    }
}

/// The launcher's whole life, to be called first thing in `main` while the process has one thread. `args` are the
/// arguments after the program's name and the subcommand, if any. It supervises the program to its end and then returns.
#[must_use]
pub fn launcher_main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    crate::platform::launcher_main(args.into_iter().collect())
}
