//! Runs a command line in the sandbox, with this terminal's input and output, and tells its end:
//! `cargo run -p joute-sandbox --example confine -- python3 bot.py`
#![expect(clippy::print_stderr, reason = "a program for people at a terminal")]

use std::error::Error;
use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::path::Path;

use joute_sandbox::{Command, Launcher, Sandbox, Streams};

fn main() -> Result<(), Box<dyn Error>> {
    let own = std::env::current_exe()?;
    let folder = own.parent().and_then(Path::parent).ok_or("no folder above this program's")?;
    let sandbox = Sandbox::probe(&Launcher::new(folder.join("joute-sandbox-exec")))?;
    eprintln!("{}", sandbox.layers());
    sandbox.require_minimum()?;
    let words = std::env::args_os().skip(1);
    let command = Command::from_words(words, &std::env::current_dir()?).ok_or("which command?")?;
    let [stdin, stdout, stderr] = [io::stdin().as_fd(), io::stdout().as_fd(), io::stderr().as_fd()]
        .map(|stream| stream.try_clone_to_owned().map(File::from));
    let streams = Streams::new().stdin(stdin?).stdout(stdout?).stderr(stderr?);
    let exit = sandbox.spawn(&command, streams)?.wait()?;
    eprintln!("{exit} after {:?} of processor time, at most {} KiB", exit.cpu, exit.peak_memory >> 10);
    Ok(())
}
