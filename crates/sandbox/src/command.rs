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
    pub(crate) folder: Option<PathBuf>,
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
            folder: None,
            env: Vec::new(),
            policy: Policy::default(),
        }
    }

    /// A command from the words of a command line: a program with a slash in it and every later word that is written as a
    /// path and names an existing file or folder are taken relative to `folder`, made absolute and shown read-only.
    /// Written as a path is a word with a slash or a dot in it, and the first word behind a program that is looked up,
    /// such as an interpreter, and a folder behind an option (`-cp classes`): other words stay as they are, even where a file happens to have their name. `None` without a word.
    #[must_use]
    pub fn from_words<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>, folder: &Path) -> Option<Self> {
        let mut words = words.into_iter();
        let program = words.next()?;
        let program = program.as_ref();
        let mut command = Self::new(program);
        if Path::new(program).components().count() > 1 {
            command.program = absolute(folder, program);
        }
        let mut is_script = Path::new(program).components().count() == 1;
        let mut follows_option = false;
        for word in words {
            let word = word.as_ref();
            let is_option = word.as_encoded_bytes().starts_with(b"-");
            let is_path = is_script && !is_option || word.as_encoded_bytes().iter().any(|byte| b"./".contains(byte));
            is_script &= is_option;
            let path = absolute(folder, word);
            let is_path = is_path || follows_option && path.is_dir();
            follows_option = is_option;
            command = if is_path && path.exists() { command.file(path) } else { command.arg(word) };
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

    /// Shows a folder read-only and starts the program in it rather than in its scratch folder.
    #[must_use]
    pub fn in_folder(self, path: impl AsRef<Path>) -> Self {
        let path = absolute(Path::new(""), path.as_ref().as_os_str());
        Self { folder: Some(path.clone()), ..self.show(path) }
    }

    /// Sets a variable of the program's environment, which has `PATH`, `HOME`, `TMPDIR`, `GCOV_PREFIX` and `LANG` of the sandbox and
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

    /// What it may do.
    #[must_use]
    pub fn policy_of(&self) -> &Policy {
        &self.policy
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
    fn an_argument_that_happens_to_be_the_name_of_a_file_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("classes")).unwrap();
        let command = Command::from_words(["java", "-cp", "classes", "Main"], folder.path()).unwrap();
        assert_eq!(command.args[1..], [folder.path().join("classes").as_os_str(), OsStr::new("Main")]);
        for name in ["bot", "7", "book"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let command = Command::from_words(["./bot", "7", "./book"], folder.path()).unwrap();
        assert_eq!(command.args, [OsStr::new("7"), folder.path().join("book").as_os_str()]);
        let command = Command::from_words(["python3", "-u", "bot", "7"], folder.path()).unwrap();
        assert_eq!(command.args, [OsStr::new("-u"), folder.path().join("bot").as_os_str(), OsStr::new("7")]);
    }

    #[test]
    fn a_program_with_a_slash_is_relative_to_the_folder() {
        let command = Command::from_words(["./player", "x"], Path::new("/course")).unwrap();
        assert_eq!(command.program(), Path::new("/course/player"));
        assert!(Command::from_words(Vec::<String>::new(), Path::new("/")).is_none());
    }
}
