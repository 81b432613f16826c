//! Programs that are built before they play: in the sandbox, since a compiler that reads somebody's file is somebody's code.

use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use joute_referee::Fault;
use joute_sandbox::{Command, Execs, Limits, Policy, Processes, Sandbox};
use tempfile::TempDir;

use super::copy::{empty_folder, set_mode};
use super::unpack::untar;
use crate::entrant::EntrantError;
use crate::run_once::{RunEnd, run_once};
use crate::workshop::is_installed;

/// How long building may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// How many processes a compiler with its assembler and linker may need.
const PROCESSES: u32 = 64;
/// What a build may use: more than a player, since compilers do.
const MEMORY: u64 = 2048 << 20;
const SCRATCH: u64 = 256 << 20;
/// Copies the sources, builds, and gives everything back in one piece, but for what compilers keep for themselves.
const SCRIPT: &str = "[ -z \"$3\" ] || PATH=\"$3/bin:$PATH\"; cp -R \"$1\"/. . && { sh -c \"$2\" 1>&2 </dev/null; } && \
                      tar --exclude=./.cache -cf - .\n";
/// Unpacks an archive and gives what was in it back in one piece, the one folder that holds everything taken off. Python
/// knows zip where nobody else does.
const UNPACK: &str = "case \"$1\" in *.zip) unzip -qq \"$1\" || python3 -m zipfile -e \"$1\" . ;; \
                      *) tar -xzf \"$1\" ;; esac && rm -rf __MACOSX && \
                      if [ $(ls -A | wc -l) = 1 ] && [ -d \"$(ls -A)\" ]; then cd \"$(ls -A)\"; fi && tar -cf - .\n";

/// Compilers, and who needs them.
const COMPILERS: [(&str, &str); 6] = [
    ("cc", "programs in C"),
    ("c++", "programs in C++"),
    ("rustc", "programs in Rust"),
    ("javac", "programs in Java"),
    ("ocamlopt", "programs in OCaml"),
    ("go", "programs in Go"),
];

/// Without its compiler nothing can be said of a program.
pub(super) fn need_compiler(build: &str) -> Result<(), EntrantError> {
    let first = build.split_whitespace().next();
    let missing = COMPILERS.iter().find(|(tool, _)| Some(*tool) == first && !is_installed(tool));
    missing.map_or(Ok(()), |&(tool, kind)| {
        Err(EntrantError::Tool { tool, kind, fix: "`joute doctor` tells which package brings it" })
    })
}

/// A program in a folder of its own, which is built once for all games.
pub(super) struct BuiltProgram {
    sandbox: Arc<Sandbox>,
    sources: TempDir,
    build: Option<String>,
    words: Vec<String>,
    policy: Policy,
    built: Mutex<Option<Result<Arc<TempDir>, String>>>,
}

impl BuiltProgram {
    pub(super) fn new(
        sandbox: Arc<Sandbox>,
        sources: TempDir,
        build: Option<String>,
        words: Vec<String>,
        policy: Policy,
    ) -> BuiltProgram {
        BuiltProgram { sandbox, sources, build, words, policy, built: Mutex::new(None) }
    }

    pub(super) fn sandbox(&self) -> Arc<Sandbox> {
        Arc::clone(&self.sandbox)
    }

    /// The command that plays; the first call builds.
    pub(super) fn command(&self, stop: &AtomicBool) -> Result<Command, Fault> {
        let Some(build) = &self.build else {
            return self.command_in(self.sources.path());
        };
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        let result = match &*built {
            Some(result) => result.clone(),
            None => built.insert(self.built(build, stop)?).clone(),
        };
        let folder = result.map_err(|why| Fault::crash(format!("cannot be built ({build}):\n{why}")))?;
        self.command_in(folder.path())
    }

    fn command_in(&self, folder: &Path) -> Result<Command, Fault> {
        let command = Command::from_words(&self.words, folder).ok_or_else(|| Fault::crash("there is no command"))?;
        Ok(command.in_folder(folder).policy(self.policy.clone()))
    }

    fn built(&self, build: &str, stop: &AtomicBool) -> Result<Result<Arc<TempDir>, String>, Fault> {
        let command = Command::new("/bin/sh").arg("-c").arg(SCRIPT).arg("build").file(self.sources.path()).arg(build);
        let command = match rust_toolchain(build) {
            Some(toolchain) => command.file(toolchain),
            None => command,
        };
        Ok(folder_of(&self.sandbox, command, stop)?.map(Arc::new))
    }
}

/// Where the compiler of Rust is, if a build needs it and it lies where no program of others sees it: rustup keeps it in a
/// home folder. Of that the compiler alone is shown.
fn rust_toolchain(build: &str) -> Option<PathBuf> {
    if !build.contains("rustc") {
        return None;
    }
    let said = Process::new("rustc").args(["--print", "sysroot"]).current_dir("/").output().ok()?;
    let folder = PathBuf::from(String::from_utf8(said.stdout).ok()?.trim());
    (folder.is_dir() && !folder.starts_with("/usr")).then_some(folder)
}

/// What an archive holds, in a folder of its own. It is unpacked in the sandbox: whatever it does there, what comes out is
/// bounded and has no links.
pub(super) fn unpacked(sandbox: &Sandbox, archive: &Path, stop: &AtomicBool) -> Result<TempDir, String> {
    let command = Command::new("/bin/sh").arg("-c").arg(UNPACK).arg("unpack").file(archive);
    folder_of(sandbox, command, stop).map_err(|fault| fault.evidence)?.map_err(|said| not_unpacked(&said))
}

/// What an unpacker says at last is the reason; before it stand names and whatever else it tried.
fn not_unpacked(said: &str) -> String {
    let reason = said.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("no reason is known");
    format!("it cannot be unpacked ({reason}); expected a whole .zip or .tar.gz")
}

/// The folder that a script gives back. The inner error is what it says, and final; the outer one is for this time alone.
fn folder_of(sandbox: &Sandbox, script: Command, stop: &AtomicBool) -> Result<Result<TempDir, String>, Fault> {
    let limits = Limits { memory: MEMORY, scratch: SCRATCH, file_size: SCRATCH, threads: 256, ..Limits::default() };
    let policy = Policy { limits, processes: Processes::Allow(PROCESSES), execs: Execs::Any, ..Policy::default() };
    let run = run_once(sandbox, &script.policy(policy), Some(Instant::now() + PATIENCE), stop);
    let mut run = run.map_err(|error| Fault::crash(format!("cannot be started: {error}")))?;
    let said = run.log.take().unwrap_or_default();
    Ok(match run.end {
        RunEnd::Ended(exit) if exit.is_success() => kept(&run.output),
        RunEnd::Ended(_) if !said.trim().is_empty() => Err(said.trim_end().to_owned()),
        RunEnd::Ended(exit) => Err(format!("it ended with {exit}")),
        RunEnd::Deadline => Err(format!("it was not done after {} s", PATIENCE.as_secs())),
        RunEnd::Flood => Err("what comes of it is larger than 16 MiB".to_owned()),
        RunEnd::Stopped => return Err(Fault::crash("everything was stopped")),
    })
}

/// What was built, in a folder of its own.
fn kept(tar: &[u8]) -> Result<TempDir, String> {
    let kept = || -> std::io::Result<TempDir> {
        let folder = empty_folder()?;
        untar(tar, folder.path())?;
        set_mode(folder.path(), true)?;
        Ok(folder)
    };
    kept().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::not_unpacked;

    #[test]
    fn a_broken_archive_is_told_why() {
        let said =
            "[/x/z.zip]\n  End-of-central-directory signature not found.\nzipfile.BadZipFile: File is not a zip file\n";
        let told = not_unpacked(said);
        assert_eq!(
            told,
            "it cannot be unpacked (zipfile.BadZipFile: File is not a zip file); expected a whole .zip or .tar.gz"
        );
        assert!(not_unpacked("").contains("no reason is known"));
    }
}
