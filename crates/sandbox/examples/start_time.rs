//! Measures what the sandbox costs: the time from a start to the program's first byte, and a line there and back over
//! its pipes, each with and without confinement. Needs a C compiler.
//!
//! On a busy machine pin it (`taskset -c 1 chrt -f 10 ...`): a kernel that groups processes by session schedules the
//! confined program apart from its caller, which shows as noise far above the sandbox's own cost.
//!
//! `cargo run --release -p joute-sandbox --example start_time [LAUNCHER]`
#![expect(clippy::print_stdout, reason = "a program for people at a terminal")]

use std::error::Error;
use std::io::{PipeReader, PipeWriter, Read, Write, pipe};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::time::{Duration, Instant};

use joute_sandbox::{Backend, Child, Command, Launcher, Sandbox, Streams};

const ECHO: &str = r#"
#include <unistd.h>
int main(void) {
    char line[64];
    ssize_t length;
    if (write(1, "r", 1) != 1) return 1;
    while ((length = read(0, line, sizeof line)) > 0)
        if (write(1, line, length) != length) return 1;
    return 0;
}
"#;

const STARTS: usize = 200;
const ROUNDS: u32 = 20_000;
const REPEATS: usize = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let echo = compile(folder.path())?;
    let launcher = launcher()?;
    report("plain", &mut || plain(&echo))?;
    for backend in [Backend::Direct, Backend::Bubblewrap, Backend::WithoutNamespaces, Backend::Off] {
        match Sandbox::with_backend(&launcher, backend) {
            Ok(sandbox) => {
                println!("{backend:?}: {}", sandbox.layers());
                report(&format!("{backend:?}"), &mut || confined(&sandbox, &echo))?;
            }
            Err(error) => println!("{backend:?}: {error}"),
        }
    }
    for backend in [Backend::Best, Backend::WithoutNamespaces, Backend::Off] {
        println!("{backend:?}");
        compare(&echo, &Sandbox::with_backend(&launcher, backend)?)?;
    }
    Ok(())
}

fn launcher() -> Result<Launcher, Box<dyn Error>> {
    if let Some(path) = std::env::args_os().nth(1) {
        return Ok(Launcher::new(path));
    }
    let examples = std::env::current_exe()?;
    let folder = examples.parent().and_then(Path::parent).ok_or("no folder above this program's")?;
    Ok(Launcher::new(folder.join("joute-sandbox-exec")))
}

fn compile(folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755))?;
    let (source, program) = (folder.join("echo.c"), folder.join("echo"));
    std::fs::write(&source, ECHO)?;
    let status = process::Command::new("cc").arg("-O2").arg("-o").arg(&program).arg(&source).status()?;
    if status.success() { Ok(program) } else { Err("the C compiler failed".into()) }
}

/// A program that has said its first byte.
struct Talk {
    to: Option<PipeWriter>,
    from: PipeReader,
    who: Who,
}

enum Who {
    Plain(process::Child),
    Confined(Child),
}

impl Talk {
    fn new(to: PipeWriter, mut from: PipeReader, who: Who) -> Result<Self, Box<dyn Error>> {
        from.read_exact(&mut [0])?;
        Ok(Self { to: Some(to), from, who })
    }

    fn round(&mut self) -> Result<(), Box<dyn Error>> {
        let line = b"move d3\n";
        self.to.as_mut().ok_or("closed")?.write_all(line)?;
        self.from.read_exact(&mut [0; 8])?;
        Ok(())
    }

    fn rounds(&mut self) -> Result<Duration, Box<dyn Error>> {
        let start = Instant::now();
        for _ in 0..ROUNDS {
            self.round()?;
        }
        Ok(start.elapsed() / ROUNDS)
    }

    fn end(mut self) -> Result<(), Box<dyn Error>> {
        drop(self.to.take());
        match &mut self.who {
            Who::Plain(child) => drop(child.wait()?),
            Who::Confined(child) => drop(child.wait()?),
        }
        Ok(())
    }
}

fn plain(echo: &Path) -> Result<Talk, Box<dyn Error>> {
    let (stdin, to) = pipe()?;
    let (from, stdout) = pipe()?;
    let child = process::Command::new(echo).stdin(stdin).stdout(stdout).stderr(Stdio::null()).spawn()?;
    Talk::new(to, from, Who::Plain(child))
}

fn confined(sandbox: &Sandbox, echo: &Path) -> Result<Talk, Box<dyn Error>> {
    let (stdin, to) = pipe()?;
    let (from, stdout) = pipe()?;
    let child = sandbox.spawn(&Command::new(echo), Streams::new().stdin(stdin).stdout(stdout))?;
    Talk::new(to, from, Who::Confined(child))
}

type Start<'a> = &'a mut dyn FnMut() -> Result<Talk, Box<dyn Error>>;

fn report(name: &str, start: Start<'_>) -> Result<(), Box<dyn Error>> {
    let mut starts = Vec::new();
    let mut ends = Vec::new();
    for _ in 0..STARTS {
        let begin = Instant::now();
        let talk = start()?;
        starts.push(begin.elapsed());
        let begin = Instant::now();
        talk.end()?;
        ends.push(begin.elapsed());
    }
    println!("{name:>18}: start {}, end {}", spread(&mut starts), spread(&mut ends));
    Ok(())
}

fn spread(times: &mut [Duration]) -> String {
    times.sort();
    format!("median {:?}, worst {:?}", times[times.len() / 2], times[times.len() - 1])
}

/// Plain and confined take turns, so that whatever else the machine does falls on both.
fn compare(echo: &Path, sandbox: &Sandbox) -> Result<(), Box<dyn Error>> {
    let (mut without, mut with) = (plain(echo)?, confined(sandbox, echo)?);
    let (mut plain_times, mut confined_times) = (Vec::new(), Vec::new());
    for _ in 0..REPEATS {
        plain_times.push(without.rounds()?);
        confined_times.push(with.rounds()?);
    }
    println!("a line there and back: plain {}", spread(&mut plain_times));
    println!("a line there and back: confined {}", spread(&mut confined_times));
    // Both are sorted by now.
    let ratio = confined_times[REPEATS / 2].as_secs_f64() / plain_times[REPEATS / 2].as_secs_f64();
    println!("confined / plain = {ratio:.3}");
    without.end()?;
    with.end()
}
