//! Systems without a sandbox: everything says so.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use std::time::Duration;

use crate::{Backend, Command, Exit, Launcher, Layers, MemoryUse, SpawnError, Streams};

/// No sandbox: it cannot be made.
#[derive(Clone, Debug)]
pub(crate) struct Sandbox(Infallible);

impl Sandbox {
    pub(crate) fn probe(_launcher: &Launcher, _backend: Backend) -> Result<Self, SpawnError> {
        Err(SpawnError::Unsupported)
    }

    pub(crate) fn layers(&self) -> &Layers {
        match self.0 {}
    }

    pub(crate) fn spawn(&self, _command: &Command, _streams: Streams) -> Result<Child, SpawnError> {
        match self.0 {}
    }
}

/// No child: it cannot be made.
#[derive(Debug)]
pub(crate) struct Child(Infallible);

impl Child {
    pub(crate) fn id(&self) -> u32 {
        match self.0 {}
    }

    pub(crate) fn cpu_time(&mut self) -> io::Result<Duration> {
        match self.0 {}
    }

    pub(crate) fn waits(&self) -> Waits {
        match self.0 {}
    }

    pub(crate) fn is_ending(&self) -> bool {
        match self.0 {}
    }

    pub(crate) fn remote(&self) -> Remote {
        match self.0 {}
    }

    pub(crate) fn wait_timeout(&mut self, _limit: Option<Duration>) -> io::Result<Option<Exit>> {
        match self.0 {}
    }

    pub(crate) fn kill(&mut self) -> io::Result<Exit> {
        match self.0 {}
    }
}

/// No waits: there is nobody to wait.
#[derive(Clone, Debug)]
pub(crate) struct Waits(Infallible);

impl Waits {
    pub(crate) fn longest_since(&self, _before: &Waits) -> Duration {
        match self.0 {}
    }

    pub(crate) fn is_starving_since(&self, _before: &Waits) -> bool {
        match self.0 {}
    }

    pub(crate) fn is_runnable(&self) -> bool {
        match self.0 {}
    }
}

/// No running program: it cannot be made.
#[derive(Clone, Debug)]
pub(crate) struct Remote(Infallible);

impl Remote {
    pub(crate) fn memory(&self) -> io::Result<MemoryUse> {
        match self.0 {}
    }

    pub(crate) fn pause(&self) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn resume(&self) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn kill(&self) -> io::Result<()> {
        match self.0 {}
    }
}

/// The launcher has nothing to do here.
pub(crate) fn launcher_main(_args: Vec<OsString>) -> ExitCode {
    ExitCode::FAILURE
}
