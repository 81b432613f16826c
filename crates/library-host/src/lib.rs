//! The process that loads one player's shared library and speaks the line protocol for it.
//!
//! A library runs with the memory and the descriptors of whoever loads it, and its constructors run inside the
//! loading. So it is loaded here, in a process of its own that is already confined, and the referee talks to this
//! process as to any other player: the lines come in on descriptor 3 and go out on descriptor 4, since whatever the
//! library prints on standard output is its own.
//!
//! Besides the lines of every player the host says `calling NAME` before it enters a function of the library, so that
//! the referee can tell where it ended, and `failed WHY` when it cannot go on.
//!
//! Two interfaces are known by the names a library exports: the one of `joute.h`, which covers every game, and the
//! one of the Flood course, whose libraries run as they are.

#[cfg(target_os = "linux")]
mod announce;
#[cfg(target_os = "linux")]
mod arguments;
#[cfg(target_os = "linux")]
mod channel;
#[cfg(target_os = "linux")]
mod conversation;
#[cfg(target_os = "linux")]
mod flood;
#[cfg(target_os = "linux")]
mod greeting;
#[cfg(target_os = "linux")]
mod gsl;
#[cfg(target_os = "linux")]
mod library;
#[cfg(target_os = "linux")]
mod own;

use std::ffi::OsString;
use std::process::ExitCode;

/// What the host is called with to find out only whether GSL can be loaded: it ends with code 0 if so.
pub const TRY_GSL: &str = "try-gsl";

/// The host's whole life, to be called first thing in `main`. `args` are the library's path and the options behind it,
/// `forbidden=mask|letters|ids`, `holes=kept|compact` and `gsl=auto|none|PATH`.
#[cfg(target_os = "linux")]
#[must_use]
pub fn host_main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = args.into_iter().collect();
    if words.first().is_some_and(|word| word == TRY_GSL) {
        return ExitCode::from(u8::from(!gsl::can_be_loaded(&words[1..])));
    }
    let mut channel = channel::Channel::new();
    match conversation::converse(&words, &mut channel) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            channel.say(&format!("failed {}", why.replace('\n', " ")));
            ExitCode::FAILURE
        }
    }
}

/// Shared libraries of players are a matter of Linux, where they can be confined.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn host_main(_args: impl IntoIterator<Item = OsString>) -> ExitCode {
    ExitCode::FAILURE
}
