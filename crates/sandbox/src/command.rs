//! A command to run in the sandbox, and which files it shows there.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::Policy;

/// A program with its arguments, the files it may read and its policy.
///
/// The program finds itself in an empty scratch folder, so names of files are made absolute here.
#[derive(Clone, Debug)]
pub struct Command {
    pub(crate) program: PathBuf,
    pub(crate) name: OsString,
    pub(crate) args: Vec<OsString>,
    pub(crate) files: Vec<PathBuf>,
    pub(crate) env: Vec<(OsString, OsString)>,
    pub(crate) policy: Policy,
}

impl Command {
    /// A program by its path, or by a name that is looked up: first where the sandbox looks, then in this process's `PATH`.
    #[must_use]
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let name = program.as_ref().to_owned();
        Self {
            program: PathBuf::from(&name),
            name,
            args: Vec::new(),
            files: Vec::new(),
            env: Vec::new(),
            policy: Policy::default(),
        }
    }

    /// A command from the words of a command line: a program with a slash in it and every later word that names an
    /// existing file are taken relative to `folder`, made absolute and shown read-only. `None` without a word.
    #[must_use]
    pub fn from_words<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>, folder: &Path) -> Option<Self> {
        let mut words = words.into_iter();
        let program = words.next()?;
        let program = program.as_ref();
        let mut command = Self::new(program);
        if Path::new(program).components().count() > 1 {
            command.program = absolute(folder, program);
        }
        for word in words {
            let path = absolute(folder, word.as_ref());
            command = if path.is_file() { command.file(path) } else { command.arg(word) };
        }
        Some(command)
    }

    /// Adds an argument as it is.
    #[must_use]
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    /// Adds a file as an argument, and shows it read-only.
    #[must_use]
    pub fn file(self, path: impl AsRef<Path>) -> Self {
        let path = absolute(Path::new(""), path.as_ref().as_os_str());
        self.arg(&path).show(path)
    }

    /// Shows a file or a folder read-only at its own path, without naming it to the program.
    #[must_use]
    pub fn show(mut self, path: impl AsRef<Path>) -> Self {
        self.files.push(absolute(Path::new(""), path.as_ref().as_os_str()));
        self
    }

    /// Sets a variable of the program's environment, which has `PATH`, `HOME`, `TMPDIR` and `LANG` of the sandbox and
    /// nothing of this process's. No place for secrets: it is in the launcher's command line.
    #[must_use]
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.as_ref().to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Sets the policy.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// The files that are shown read-only, apart from the program: what an identity by content has to hash.
    #[must_use]
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// The program as given: a path, or a name that is looked up.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// What it may do and use.
    #[must_use]
    pub fn policy_in_force(&self) -> &Policy {
        &self.policy
    }

    /// The arguments behind the program, as it will see them.
    #[must_use]
    pub fn args(&self) -> &[OsString] {
        &self.args
    }
}

/// The path seen from `folder`, without touching symbolic links: the program must find it under the name it was given.
fn absolute(folder: &Path, path: &OsStr) -> PathBuf {
    let joined = folder.join(path);
    std::path::absolute(&joined).unwrap_or(joined)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn existing_files_become_visible_and_other_words_stay() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("bot.py"), "").unwrap();
        let command = Command::from_words(["python3", "bot.py", "--depth", "3", "none.txt"], folder.path()).unwrap();
        let bot = folder.path().join("bot.py");
        assert_eq!(command.files(), std::slice::from_ref(&bot));
        assert_eq!(command.args, [bot.as_os_str(), "--depth".as_ref(), "3".as_ref(), "none.txt".as_ref()]);
        assert_eq!(command.program(), Path::new("python3"));
    }

    #[test]
    fn a_program_with_a_slash_is_relative_to_the_folder() {
        let command = Command::from_words(["./player", "x"], Path::new("/course")).unwrap();
        assert_eq!(command.program(), Path::new("/course/player"));
        assert!(Command::from_words(Vec::<String>::new(), Path::new("/")).is_none());
    }
}
