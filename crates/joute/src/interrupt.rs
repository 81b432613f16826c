//! Ctrl-C: asks for an end at first, and ends the program when pressed again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use joute_arena::bell;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::failure::Result;
use crate::output;

/// A flag that the first Ctrl-C sets, with a word to whoever pressed it; the second one ends the program at once.
pub(crate) fn flag(message: &'static str) -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    listen(&stop, message)?;
    Ok(stop)
}

/// From now on the first Ctrl-C sets this flag; until now it ended the program.
pub(crate) fn listen(stop: &Arc<AtomicBool>, message: &'static str) -> Result<()> {
    let pressed = Arc::clone(stop);
    call(message, move || {
        pressed.store(true, Ordering::Relaxed);
        bell::ring();
    })
}

/// From now on the first Ctrl-C calls this, on a thread of its own.
pub(crate) fn call(message: &'static str, stop: impl Fn() + Send + 'static) -> Result<()> {
    call_on(&[SIGINT], message, stop)
}

/// The same for Ctrl-C and for those who end programs politely, such as systemd and Slurm.
pub(crate) fn call_when_ended(message: &'static str, stop: impl Fn() + Send + 'static) -> Result<()> {
    call_on(&[SIGINT, SIGTERM], message, stop)
}

/// A flag that everybody sets who asks for an end, without a word: for those who have the terminal to themselves and give it back.
pub(crate) fn silent_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    each_time(&[SIGHUP, SIGINT, SIGTERM], move || {
        asked.store(true, Ordering::Relaxed);
        bell::ring();
    })?;
    Ok(stop)
}

fn call_on(signals: &[i32], message: &'static str, stop: impl Fn() + Send + 'static) -> Result<()> {
    let mut is_pressed = false;
    each_time(signals, move || {
        if std::mem::replace(&mut is_pressed, true) {
            std::process::exit(130);
        }
        output::note(&format!("\n{message}"));
        stop();
    })
}

/// Calls this for every signal, on a thread of its own.
fn each_time(signals: &[i32], mut call: impl FnMut() + Send + 'static) -> Result<()> {
    let mut signals = Signals::new(signals).context("cannot listen for Ctrl-C")?;
    let hear = move || signals.forever().for_each(|_| call());
    std::thread::Builder::new().name("interrupt".to_owned()).spawn(hear).context("cannot listen for Ctrl-C")?;
    Ok(())
}
