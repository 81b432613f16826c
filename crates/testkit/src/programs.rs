//! Real programs to seat: the starter players, and players that misbehave on demand, in two languages.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// What a program is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Compiled to a program of its own.
    C,
    /// Run by an interpreter.
    Python,
}

impl Language {
    /// Both.
    pub const ALL: [Language; 2] = [Language::C, Language::Python];
}

/// Copies a program to where somebody else may run it. Another process does it: were the copy open for writing here, whatever another
/// test starts at that moment would hold it open too, and nobody may run a file that is written.
pub fn copy_program(program: &Path, to: &Path) {
    let done = Command::new("cp").arg(program).arg(to).status().expect("cp");
    assert!(done.success(), "{} is copied to {}", program.display(), to.display());
    fs::set_permissions(to, Permissions::from_mode(0o755)).expect("a program that others may run");
}

/// A folder of programs that everybody may read, as a sandbox's user must; it goes with this value.
pub struct Programs {
    folder: TempDir,
}

impl Programs {
    /// Makes them; panics where compiler or interpreter is missing, since a test without its programs must fail.
    pub fn new() -> Programs {
        let folder = tempfile::tempdir().expect("a folder for programs");
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("a folder that others may enter");
        let programs = Programs { folder };
        let starters = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../players");
        let bad = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
        programs.compile(&bad.join("bad.c"), "bad");
        programs.copy(&bad.join("bad.py"));
        programs.compile(&starters.join("c/player.c"), "player");
        programs.copy(&starters.join("python/player.py"));
        programs
    }

    /// The locator of the player that misbehaves; `words` are its mode and what else it is told.
    pub fn bad(&self, language: Language, words: &str) -> String {
        self.locator(language, "bad") + " " + words
    }

    /// The locator of the starter player.
    pub fn starter(&self, language: Language) -> String {
        self.locator(language, "player")
    }

    fn locator(&self, language: Language, name: &str) -> String {
        let path = self.path(name);
        match language {
            Language::C => format!("exe:{}", path.display()),
            Language::Python => format!("exe:python3 {}", path.with_extension("py").display()),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn copy(&self, source: &Path) {
        let text = fs::read(source).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
        let path = self.path(&source.file_name().expect("a file").to_string_lossy());
        fs::write(&path, text).expect("a program in its folder");
        fs::set_permissions(&path, Permissions::from_mode(0o644)).expect("a program that others may read");
        let python = Command::new("python3").arg("-V").output().expect("these tests need python3");
        assert!(python.status.success(), "these tests need python3");
    }

    fn compile(&self, source: &Path, name: &str) {
        let mut compiler = Command::new("cc");
        compiler.args(["-O1", "-Wall", "-Wextra", "-Werror", "-o"]).arg(self.path(name)).arg(source);
        let done = compiler.output().expect("these tests need a C compiler");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        fs::set_permissions(self.path(name), Permissions::from_mode(0o755)).expect("a program that others may run");
    }
}

impl Default for Programs {
    fn default() -> Programs {
        Programs::new()
    }
}
