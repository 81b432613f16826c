//! What can go wrong before the program runs, and why a sandbox is refused.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

/// The step of confinement at which a start failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Talking with the launcher.
    Protocol,
    /// Creating the namespaces.
    Namespaces,
    /// Giving the new user namespace its users.
    UserMap,
    /// Building the program's own file system.
    Root,
    /// Mounting a `/proc` for the new process namespace.
    Proc,
    /// Setting resource limits.
    Limits,
    /// Changing to the unprivileged user and dropping capabilities.
    Identity,
    /// Reading, as that user, the files the command names.
    Visible,
    /// The landlock rules.
    Landlock,
    /// The system call filter.
    Seccomp,
    /// The gate that lets one `execve` through.
    ExecGate,
    /// Executing the program.
    Exec,
}

impl Step {
    /// Every step.
    pub(crate) const ALL: [Self; 12] = [
        Self::Protocol,
        Self::Namespaces,
        Self::UserMap,
        Self::Root,
        Self::Proc,
        Self::Limits,
        Self::Identity,
        Self::Visible,
        Self::Landlock,
        Self::Seccomp,
        Self::ExecGate,
        Self::Exec,
    ];

    /// The step in words, as in "cannot ...".
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Protocol => "talk with the launcher",
            Self::Namespaces => "create namespaces",
            Self::UserMap => "map users into the namespace",
            Self::Root => "build the file system of the sandbox",
            Self::Proc => "mount a fresh /proc",
            Self::Limits => "set limits",
            Self::Identity => "drop privileges",
            Self::Visible => "read as the sandbox's user",
            Self::Landlock => "apply landlock rules",
            Self::Seccomp => "install the system call filter",
            Self::ExecGate => "install the execve gate",
            Self::Exec => "execute",
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// Why a program did not start.
#[derive(Debug, Error)]
pub enum SpawnError {
    /// There is no such program.
    #[error("no program {}", .0.display())]
    NotFound(PathBuf),
    /// A file of the command could not be read.
    #[error("cannot read {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The launcher itself could not be started.
    #[error("cannot start the sandbox launcher {}", path.display())]
    Launcher {
        /// The launcher.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The launcher could not confine the program, or not execute it. Nothing of the program has run.
    #[error("cannot {step}{}{detail}: {source}", if detail.is_empty() { "" } else { " " })]
    Setup {
        /// Where it failed.
        step: Step,
        /// What it was about: a path, mostly.
        detail: String,
        /// Why.
        source: io::Error,
    },
    /// The launcher ended without a report.
    #[error("the sandbox launcher ended without a report")]
    LauncherLost,
    /// The launcher has not started the program in time.
    #[error("the sandbox launcher has not started it after {} s: the machine has too much to do", .0.as_secs())]
    LauncherLate(Duration),
    /// This system has no sandbox.
    #[error("no sandbox on this system: untrusted programs run on Linux only")]
    Unsupported,
    /// A resource of this process was missing: descriptors, a temporary folder.
    #[error("cannot prepare the start of a program")]
    Prepare(#[source] io::Error),
}

/// Why untrusted programs are refused: what of the minimum is missing, and how to get it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this machine cannot confine untrusted players ({}); {}; or run them unconfined with --no-sandbox", missing.join(", "), fixes.join("; "))]
pub struct Refusal {
    /// What is missing.
    pub missing: Vec<String>,
    /// What to do about it.
    pub fixes: Vec<String>,
}
