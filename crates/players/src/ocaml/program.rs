//! What is run for an OCaml file: the files around it, and in native mode the program that they become.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use joute_referee::Fault;
use joute_sandbox::{Command, Execs, Policy, Processes, Sandbox};

use super::trouble;
use crate::entrant::EntrantError;
use crate::own_folder::OwnFolder;
use crate::run_once::{RunEnd, run_once};
use crate::workshop::locate;

/// Evaluated before the player's file.
const DRIVER: &str = include_str!("joute_driver.ml");
/// Compiles both in the sandbox.
const COMPILE: &str = include_str!("compile.sh");
/// Evaluated after the player's file, and parsed with it: the record is of whatever type the file's function takes.
const CALL: &str = "(Joute_driver.play strategie) (fun plateau joueur -> {plateau = plateau; joueur = joueur})\n";
/// What error messages name as the place of that call.
pub(super) const CALL_NAME: &str = "the call of strategie";
/// Makes the toplevel keep the lines of its code, so that an exception can say where it came from.
const KEEP_LINES: (&str, &str) = ("OCAMLPARAM", "g=1,_");
/// How many processes a compiler with its assembler and linker may need.
const COMPILING: u32 = 16;
/// How long it may take. On a busy machine it takes far longer than it computes, and none of that is the player's time.
const COMPILE_TIME: Duration = Duration::from_mins(2);

/// How a file is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// By the toplevel, as report 002 has it.
    Interpreted,
    /// Compiled to a program first.
    Native,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Interpreted => "interpreted",
            Mode::Native => "native",
        })
    }
}

/// A player's file, made ready to run in a folder of its own that is removed with it.
pub(crate) struct OcamlProgram {
    sandbox: Arc<Sandbox>,
    folder: OwnFolder,
    mode: Mode,
    /// `ocaml` or `ocamlopt`.
    tool: PathBuf,
    /// The name of the player's file, as error messages show it.
    pub(super) name: String,
    policy: Policy,
    /// What compiling came to: done once for all games.
    compiled: Mutex<Option<Result<(), String>>>,
}

impl OcamlProgram {
    /// Prepares the file of this name with this text.
    pub(crate) fn new(
        sandbox: Arc<Sandbox>,
        name: &str,
        text: &[u8],
        mode: Mode,
        policy: Policy,
    ) -> Result<OcamlProgram, EntrantError> {
        let tool = match mode {
            Mode::Interpreted => "ocaml",
            Mode::Native => "ocamlopt",
        };
        let tool = locate(Path::new(tool)).ok_or(EntrantError::Tool {
            tool,
            kind: "OCaml players",
            fix: "install it with `apt install ocaml-nox`, or with your system's own package of OCaml",
        })?;
        let folder = prepare(name, text).map_err(EntrantError::Folder)?;
        let name = name.to_owned();
        Ok(OcamlProgram { sandbox, folder, mode, tool, name, policy, compiled: Mutex::new(None) })
    }

    /// Where programs are started.
    pub(super) fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// The same, to be shared.
    pub(super) fn shared_sandbox(&self) -> Arc<Sandbox> {
        Arc::clone(&self.sandbox)
    }

    /// The command that plays one game. In native mode the first call compiles.
    pub(super) fn command(&self, stop: &AtomicBool) -> Result<Command, Fault> {
        let command = match self.mode {
            Mode::Interpreted => Command::new(&self.tool)
                .arg("-noinit")
                .arg("-w")
                .arg("-a")
                .file(self.path("main.ml"))
                .show(self.path("player.ml"))
                .env(KEEP_LINES.0, KEEP_LINES.1)
                .policy(self.with_tools(self.policy.clone())),
            Mode::Native => {
                self.compile_once(stop)?;
                Command::new(self.path("player")).policy(self.policy.clone())
            }
        };
        Ok(command)
    }

    fn compile_once(&self, stop: &AtomicBool) -> Result<(), Fault> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        let result = match &*compiled {
            Some(result) => result.clone(),
            None => {
                let result = self.compile(stop)?;
                compiled.insert(result).clone()
            }
        };
        result.map_err(|messages| trouble::failed_load(&messages, "the compiler failed", &self.name))
    }

    /// Compiles in the sandbox: a compiler that reads somebody's file is somebody's code, too. The inner error is what
    /// the compiler says, and final; the outer one is for this game alone.
    fn compile(&self, stop: &AtomicBool) -> Result<Result<(), String>, Fault> {
        let policy = Policy { processes: Processes::Allow(COMPILING), execs: Execs::Any, ..Policy::default() };
        let command = Command::new("/bin/sh")
            .file(self.path("compile.sh"))
            .arg(self.folder.path())
            .arg(&self.tool)
            .show(self.folder.path())
            .policy(self.with_tools(policy));
        let mut run = run_once(&self.sandbox, &command, Some(Instant::now() + COMPILE_TIME), stop)
            .map_err(|error| Fault::crash(format!("the compiler cannot be started: {error}")))?;
        let messages = run.log.take().unwrap_or_default();
        match run.end {
            RunEnd::Ended(exit) if exit.is_success() => {
                write(&self.path("player"), &run.output, 0o755)
                    .map_err(|error| Fault::crash(format!("the compiled program cannot be kept: {error}")))?;
                Ok(Ok(()))
            }
            RunEnd::Ended(_) if !messages.trim().is_empty() => Ok(Err(messages)),
            RunEnd::Ended(exit) => Ok(Err(format!("the compiler ended with {exit}"))),
            RunEnd::Flood => Ok(Err("the compiled program is too large".to_owned())),
            RunEnd::Deadline | RunEnd::Stopped => {
                Err(Fault::overtime(format!("not compiled within {} s", COMPILE_TIME.as_secs())))
            }
        }
    }

    /// An interpreter that does not live among the system's programs brings its libraries along.
    fn with_tools(&self, mut policy: Policy) -> Policy {
        let real = self.tool.canonicalize().unwrap_or_else(|_| self.tool.clone());
        let home = real.parent().filter(|folder| folder.ends_with("bin")).and_then(Path::parent);
        policy.read_only.extend(home.filter(|home| !["/", "/usr"].map(Path::new).contains(home)).map(Path::to_owned));
        policy
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Writes everything that is shown to the toplevel and to the compiler, readable for whatever user they run as.
fn prepare(name: &str, text: &[u8]) -> io::Result<OwnFolder> {
    let folder = OwnFolder::new()?;
    set_mode(folder.path(), 0o755)?;
    let path = |name: &str| folder.path().join(name);
    let player = path("player.ml");
    let main = format!(
        "module Joute_driver = struct\n{DRIVER}\nend\nopen Joute_driver\n;;\n#use {}\n",
        literal(&player.to_string_lossy())
    );
    write(&path("main.ml"), main.as_bytes(), 0o644)?;
    write(&path("joute_driver.ml"), DRIVER.as_bytes(), 0o644)?;
    write(&path("compile.sh"), COMPILE.as_bytes(), 0o644)?;
    write(&player, &surrounded(name, text), 0o644)?;
    Ok(folder)
}

/// The player's file with its own name and line numbers, followed by the call.
fn surrounded(name: &str, text: &[u8]) -> Vec<u8> {
    let mut whole = format!("# 1 {}\n", literal(name)).into_bytes();
    // A line that names an interpreter means something only at the very beginning of a file.
    if text.starts_with(b"#!") {
        whole.extend(text.iter().skip_while(|&&byte| byte != b'\n'));
    } else {
        whole.extend(text);
    }
    whole.extend(format!("\n;;\n# 1 {}\n{CALL}", literal(CALL_NAME)).into_bytes());
    whole
}

/// A string literal of OCaml.
fn literal(text: &str) -> String {
    let mut quoted = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b' '..=b'~' if byte != b'"' && byte != b'\\' => quoted.push(char::from(byte)),
            _ => quoted += &format!("\\{byte:03}"),
        }
    }
    quoted + "\""
}

fn write(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    fs::write(path, bytes)?;
    set_mode(path, mode)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_literals() {
        assert_eq!(literal("a b.ml"), "\"a b.ml\"");
        assert_eq!(literal("\"é\\"), "\"\\034\\195\\169\\092\"");
    }

    #[test]
    fn the_first_line_stays_the_first() {
        let text = String::from_utf8(surrounded("me.ml", b"#!/usr/bin/ocaml\nlet x = 1")).unwrap();
        assert!(text.starts_with("# 1 \"me.ml\"\n\nlet x = 1\n;;\n# 1 \"the call of strategie\"\n"), "{text}");
    }
}
