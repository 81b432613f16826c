//! Loading the player's library, and what its process needs for that.
#![expect(unsafe_code, reason = "loading somebody's library runs somebody's code: that is what this process is for")]

use std::path::Path;

use libloading::os::unix::{self, RTLD_LAZY, RTLD_LOCAL};

use crate::announce::{LOADING, calling};
use crate::channel::Channel;
use crate::gsl::Dependencies;

/// The player's library.
pub(crate) struct Library(unix::Library);

impl Library {
    /// Loads a library; lazily, since libraries of the course name functions they never call.
    pub(crate) fn load(path: &Path, dependencies: &Dependencies, channel: &mut Channel) -> Result<Library, String> {
        calling(channel, LOADING);
        // SAFETY: the constructors that run here are the player's; this process is confined and has nothing else to lose.
        let loaded = unsafe { unix::Library::open(Some(path), RTLD_LAZY | RTLD_LOCAL) };
        loaded.map(Library).map_err(|error| explain(&error, dependencies))
    }

    /// A function by its name, as the type that the caller knows it to have.
    ///
    /// # Safety
    /// `T` must be the type of the function of that name, a pointer to a C function.
    pub(crate) unsafe fn function<T: Copy>(&self, name: &str) -> Option<T> {
        let symbol = format!("{name}\0");
        // SAFETY: by the contract of this function; the library stays loaded as long as the process lives.
        unsafe { self.0.get::<T>(symbol.as_bytes()).ok().map(|symbol| *symbol) }
    }
}

fn explain(error: &libloading::Error, dependencies: &Dependencies) -> String {
    let reason = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    let advice = if reason.contains("gsl_") && !dependencies.has_gsl() {
        "; it needs the GNU Scientific Library: apt install libgsl27 (or libgsl-dev)"
    } else if reason.contains("cannot open shared object file") {
        "; a player is one file: link what it needs into it"
    } else {
        ""
    };
    format!("cannot be loaded: {reason}{advice}")
}

unsafe extern "C" {
    static stdout: *mut libc::FILE;
}

/// Signals as a C program has them, so that a crash is told as the signal it is; and standard output line by line, so
/// that what was printed before a crash is not lost.
pub(crate) fn prepare_process() {
    for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGPIPE] {
        // SAFETY: the default action is always a valid disposition.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // SAFETY: nothing was written to the stream yet, and no buffer of ours is given to it.
    unsafe { libc::setvbuf(stdout, std::ptr::null_mut(), libc::_IOLBF, 4096) };
}
