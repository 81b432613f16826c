//! Compiling in a process of its own, confined and under limits: how long and how large that becomes is the module's
//! doing, and its author is anybody.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use joute_players::{Run, RunEnd, RunPlan};
use joute_referee::Fault;
use joute_sandbox::{Command, Limits, Policy, Sandbox};

use crate::LARGEST_MODULE;
use crate::artefact::Artefact;
use crate::engines::{self, Meter};

/// Memory that compiling one module may take.
const MEMORY: u64 = 1 << 30;
/// The largest compiled module.
pub(crate) const LARGEST_ARTEFACT: usize = 256 << 20;
/// The longest message of the compiler that is told.
const LONGEST_MESSAGE: usize = 1000;

/// How to start the process that compiles a module: a program that hands its arguments to [`compiler_main`].
#[derive(Debug, Clone)]
pub struct WasmCompiler {
    program: PathBuf,
    word: OsString,
}

impl WasmCompiler {
    /// A program, and the hidden subcommand with which it compiles.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>, word: impl Into<OsString>) -> WasmCompiler {
        WasmCompiler { program: program.into(), word: word.into() }
    }

    /// Compiles a module, within so much processor time.
    pub(crate) fn compile(
        &self,
        sandbox: &Sandbox,
        module: &[u8],
        meter: Meter,
        time: Duration,
        stops: &[&AtomicBool],
    ) -> Result<Artefact, Fault> {
        let failed = |error: &dyn std::fmt::Display| Fault::crash(format!("the module cannot be compiled: {error}"));
        let limits = Limits { memory: MEMORY, cpu: Some(time + Duration::from_secs(2)), ..Limits::default() };
        let policy = Policy { limits, ..Policy::default() };
        let command = Command::new(&self.program).arg(&self.word).arg(meter.word()).policy(policy);
        let plan = RunPlan {
            input: Some(nameless_file(module).map_err(|error| failed(&error))?),
            // One that sleeps uses no processor time and must be given up all the same.
            deadline: Some(Instant::now() + 3 * time + Duration::from_secs(2)),
            cpu: Some(time),
            most_output: LARGEST_ARTEFACT as u64,
            stops,
        };
        outcome(plan.run(sandbox, &command).map_err(|error| failed(&error))?, time)
    }
}

fn outcome(mut run: Run, time: Duration) -> Result<Artefact, Fault> {
    let log = run.log.take().unwrap_or_default();
    match run.end {
        RunEnd::Ended(exit) if exit.is_success() => Ok(Artefact::of_our_compiler(run.output)),
        RunEnd::Ended(_) if log.contains("memory allocation of") => {
            Err(Fault::crash(format!("too large: compiling the module takes more than {} MB of memory", MEMORY >> 20)))
        }
        RunEnd::Ended(exit) => {
            let message: String = log.trim().chars().take(LONGEST_MESSAGE).collect();
            let message = if message.is_empty() { format!("its compiler ended with {exit}") } else { message };
            Err(Fault::crash(message))
        }
        RunEnd::Deadline => Err(Fault::overtime(format!(
            "too large: compiling the module takes more than the {:.1} s of processor time that there are to load",
            time.as_secs_f64()
        ))),
        RunEnd::Flood => {
            Err(Fault::crash(format!("too large: compiled, the module has more than {} MB", LARGEST_ARTEFACT >> 20)))
        }
        RunEnd::Stopped => Err(Fault::crash("stopped while it was compiled")),
    }
}

/// A file with this content that has no name any more.
fn nameless_file(content: &[u8]) -> io::Result<File> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("joute-module-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let path = std::env::temp_dir().join(name);
    let mut file = File::options().read(true).write(true).create_new(true).mode(0o600).open(&path)?;
    fs::remove_file(&path)?;
    file.write_all(content)?;
    file.rewind()?;
    Ok(file)
}

/// The whole life of the process that compiles: the word says for which clock, the module is read from standard input, and
/// what comes of it is written to standard output, or to standard error why nothing does.
#[must_use]
pub fn compiler_main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let meter = words.into_iter().next().and_then(|word| Meter::of_word(word.to_str()?));
    let compiled = match meter {
        Some(meter) => compile_stdin(meter),
        None => Err("expected fuel or wall".to_owned()),
    };
    let told = match &compiled {
        Ok(artefact) => io::stdout().write_all(artefact),
        Err(trouble) => io::stderr().write_all(trouble.as_bytes()),
    };
    if compiled.is_ok() && told.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn compile_stdin(meter: Meter) -> Result<Vec<u8>, String> {
    let mut module = Vec::new();
    let read = io::stdin().take(LARGEST_MODULE as u64 + 1).read_to_end(&mut module);
    read.map_err(|error| format!("the module cannot be read: {error}"))?;
    let engine = engines::make(meter).map_err(|error| format!("{error:#}"))?;
    engine.precompile_module(&module).map_err(|error| format!("no valid module: {error:#}"))
}
