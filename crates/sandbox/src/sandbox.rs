//! The sandbox as the referee sees it: find out what there is, start programs, and end them.

use std::io;
use std::time::Duration;

use crate::{Command, Exit, Launcher, Layers, MemoryUse, Refusal, SpawnError, Streams, platform};

/// Which way of confining to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Backend {
    /// The strongest that works: namespaces of our own, else bubblewrap's, else none with landlock and seccomp.
    #[default]
    Best,
    /// Namespaces of our own.
    Direct,
    /// Namespaces made by bubblewrap, for systems that allow them to it alone.
    Bubblewrap,
    /// No namespaces: landlock, seccomp and limits only.
    WithoutNamespaces,
    /// No confinement, for `--no-sandbox`: the program still has its own session, scratch folder and limits on
    /// memory and files, and is still killed with all its children.
    Off,
}

/// A way to run programs confined, found by trying it once.
#[derive(Clone, Debug)]
pub struct Sandbox {
    inner: platform::Sandbox,
}

impl Sandbox {
    /// Tries what this machine offers, strongest first, by confining a program that does nothing.
    ///
    /// # Errors
    /// When not even an unconfined start works: the launcher is missing, or the system is not Linux.
    pub fn probe(launcher: &Launcher) -> Result<Self, SpawnError> {
        Self::with_backend(launcher, Backend::Best)
    }

    /// Tries one way of confining only.
    ///
    /// # Errors
    /// When that way does not work here.
    pub fn with_backend(launcher: &Launcher, backend: Backend) -> Result<Self, SpawnError> {
        Ok(Self { inner: platform::Sandbox::probe(launcher, backend)? })
    }

    /// The layers in force for every program started here.
    #[must_use]
    pub fn layers(&self) -> &Layers {
        self.inner.layers()
    }

    /// Refuses where untrusted programs should not run.
    ///
    /// # Errors
    /// A [`Refusal`] that says what is missing and how to get it.
    pub fn require_minimum(&self) -> Result<(), Refusal> {
        self.layers().require_minimum()
    }

    /// Starts a program. When this returns, the program is confined and executing.
    ///
    /// # Errors
    /// When it cannot be confined with every one of [`Sandbox::layers`], or not be executed.
    pub fn spawn(&self, command: &Command, streams: Streams) -> Result<Child, SpawnError> {
        Ok(Child { inner: self.inner.spawn(command, streams)? })
    }
}

/// A running program. Dropping it kills the program and all its children.
#[derive(Debug)]
pub struct Child {
    inner: platform::Child,
}

impl Child {
    /// The program's process number, as this process sees it.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.inner.id()
    }

    /// Processor time used so far by all processes of the program. One system call for a program of one process.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn cpu_time(&mut self) -> io::Result<Duration> {
        self.inner.cpu_time()
    }

    /// What its threads have waited for processors so far.
    #[must_use]
    pub fn waits(&self) -> Waits {
        Waits { inner: self.inner.waits() }
    }

    /// Whether the program has ended, be its end reported or not.
    #[must_use]
    pub fn is_ending(&self) -> bool {
        self.inner.is_ending()
    }

    /// The same program for another thread.
    #[must_use]
    pub fn remote(&self) -> Remote {
        Remote { inner: self.inner.remote() }
    }

    /// See [`Remote::memory`].
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn memory(&self) -> io::Result<MemoryUse> {
        self.remote().memory()
    }

    /// See [`Remote::pause`].
    ///
    /// # Errors
    /// When the system does not allow it.
    pub fn pause(&self) -> io::Result<()> {
        self.remote().pause()
    }

    /// See [`Remote::resume`].
    ///
    /// # Errors
    /// When the system does not allow it.
    pub fn resume(&self) -> io::Result<()> {
        self.remote().resume()
    }

    /// The end of the program, if it has ended.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn try_wait(&mut self) -> io::Result<Option<Exit>> {
        self.inner.wait_timeout(Some(Duration::ZERO))
    }

    /// Waits for the end of the program, at most so long.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn wait_timeout(&mut self, limit: Duration) -> io::Result<Option<Exit>> {
        self.inner.wait_timeout(Some(limit))
    }

    /// Waits for the end of the program and of everything it left behind.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn wait(&mut self) -> io::Result<Exit> {
        Ok(self.inner.wait_timeout(None)?.unwrap_or_else(Exit::lost))
    }

    /// Kills the program and all its children, and waits until nothing of them is left. A program that has ended
    /// already keeps its own end.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn kill(&mut self) -> io::Result<Exit> {
        self.inner.kill()
    }
}

/// A running program as other threads than its owner's can act on it. It does nothing when the program has ended.
#[derive(Clone, Debug)]
pub struct Remote {
    inner: platform::Remote,
}

impl Remote {
    /// Memory that all processes of the program hold now, with what the kernel keeps about it, which no limit of the
    /// system counts.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn memory(&self) -> io::Result<MemoryUse> {
        self.inner.memory()
    }

    /// Stops all processes of the program where they are, until [`Remote::resume`]. It is not waited for: a thread may
    /// run on for as long as the system takes to reach it.
    ///
    /// # Errors
    /// When the system does not allow it.
    pub fn pause(&self) -> io::Result<()> {
        self.inner.pause()
    }

    /// Lets a program that was paused go on.
    ///
    /// # Errors
    /// When the system does not allow it.
    pub fn resume(&self) -> io::Result<()> {
        self.inner.resume()
    }

    /// Ends the program without waiting for it.
    ///
    /// # Errors
    /// When the system does not allow it.
    pub fn kill(&self) -> io::Result<()> {
        self.inner.kill()
    }
}

/// What the threads of a program have waited for processors up to a moment, where the system tells.
#[derive(Clone, Debug)]
pub struct Waits {
    inner: platform::Waits,
}

impl Waits {
    /// The longest that one of the threads was ready to run and got no processor since then. A wait counts when it is over.
    #[must_use]
    pub fn longest_since(&self, before: &Waits) -> Duration {
        self.inner.longest_since(&before.inner)
    }

    /// Whether a thread was ready to run both now and then, and none has run in between.
    #[must_use]
    pub fn is_starving_since(&self, before: &Waits) -> bool {
        self.inner.is_starving_since(&before.inner)
    }

    /// Whether one of the threads runs, or would if a processor were free.
    #[must_use]
    pub fn is_runnable(&self) -> bool {
        self.inner.is_runnable()
    }
}
