//! A running program as the caller holds it.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::process;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{Shutdown, shutdown};
use rustix::process::{PidfdFlags, pidfd_open};

use super::cgroup::Group;
use super::control::Report;
use super::family::Family;
use super::remote::{Remote, pid};
use super::scratch::Scratch;
use super::waits::Waits;
use super::{cpu, sys};
use crate::{Exit, Processes, SpawnError};

/// How long the launcher may take to start a program, or to end everything, before it is killed itself.
const PATIENCE: Duration = Duration::from_secs(60);

/// The caller's end of a sandbox.
#[derive(Debug)]
pub(crate) struct Child {
    control: OwnedFd,
    launcher: process::Child,
    remote: Remote,
    exit: Option<Exit>,
    resources: Resources,
}

/// What goes with this handle, after the launcher.
#[derive(Debug)]
pub(super) struct Resources {
    pub(super) group: Option<Group>,
    pub(super) _scratch: Option<Scratch>,
}

impl Child {
    /// Waits until the launcher says that the program is executing.
    pub(super) fn started(
        control: OwnedFd,
        launcher: process::Child,
        processes: Processes,
        has_init: bool,
        resources: Resources,
    ) -> Result<Self, SpawnError> {
        let remote = Remote { handle: None, family: Family { program: 0, has_init }, processes };
        let mut child = Self { control, launcher, remote, exit: None, resources };
        loop {
            if !child.has_report(Some(PATIENCE)).map_err(SpawnError::Prepare)? {
                child.finish(Exit::lost());
                return Err(SpawnError::LauncherLate(PATIENCE));
            }
            match Report::receive(&child.control).map_err(SpawnError::Prepare)? {
                Some(Report::Here(program)) => child.remote.family.program = program,
                Some(Report::Started) => {
                    let program = pid(child.remote.family.program);
                    let handle = program.and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
                    child.remote.handle = handle.map(Arc::new);
                    return Ok(child);
                }
                Some(Report::Failed(failure)) => {
                    child.finish(Exit::lost());
                    return Err(failure.into());
                }
                Some(Report::Ended(_)) | None => {
                    child.finish(Exit::lost());
                    return Err(SpawnError::LauncherLost);
                }
            }
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.remote.family.program
    }

    pub(crate) fn remote(&self) -> Remote {
        self.remote.clone()
    }

    pub(crate) fn cpu_time(&mut self) -> io::Result<Duration> {
        if self.exit.is_none() {
            let time = match self.remote.processes {
                Processes::Deny => sys::process_cpu_time(self.id()),
                Processes::Allow(_) => cpu::family_time(self.remote.family),
            };
            if let Ok(time) = time {
                return Ok(time);
            }
        }
        // It has just ended: its end tells the time.
        Ok(self.wait_timeout(Some(PATIENCE))?.map_or(Duration::ZERO, |exit| exit.cpu))
    }

    pub(crate) fn waits(&self) -> Waits {
        if self.exit.is_none() { Waits::of(self.id()) } else { Waits::default() }
    }

    pub(crate) fn is_ending(&self) -> bool {
        self.exit.is_some() || self.remote.has_ended()
    }

    pub(crate) fn wait_timeout(&mut self, limit: Option<Duration>) -> io::Result<Option<Exit>> {
        if self.exit.is_none() && self.has_report(limit)? {
            match Report::receive(&self.control)? {
                Some(Report::Ended(exit)) => self.finish(exit),
                _ => self.finish(Exit::lost()),
            }
        }
        Ok(self.exit)
    }

    pub(crate) fn kill(&mut self) -> io::Result<Exit> {
        if let Some(exit) = self.exit {
            return Ok(exit);
        }
        let _ = shutdown(&self.control, Shutdown::Write);
        if let Some(exit) = self.wait_timeout(Some(PATIENCE))? {
            return Ok(exit);
        }
        self.finish(Exit::lost());
        Ok(Exit::lost())
    }

    /// Whether the launcher has something to say, or is gone.
    fn has_report(&self, limit: Option<Duration>) -> io::Result<bool> {
        let end = limit.and_then(|limit| Instant::now().checked_add(limit));
        loop {
            let left = end.map(|end| timespec(end.saturating_duration_since(Instant::now())));
            let mut control = [PollFd::from_borrowed_fd(self.control.as_fd(), PollFlags::IN)];
            match poll(&mut control, left.as_ref()) {
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
                Ok(ready) => return Ok(ready > 0),
            }
        }
    }

    /// Keeps the end and reaps the launcher, which ends by itself after its last report. One that does not is killed,
    /// and its program with it.
    fn finish(&mut self, exit: Exit) {
        if exit == Exit::lost() {
            let _ = self.launcher.kill();
        }
        let _ = self.launcher.wait();
        let out_of_memory = self.resources.group.as_ref().is_some_and(Group::ran_out_of_memory);
        self.exit = Some(Exit { out_of_memory, ..exit });
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if self.kill().is_err() {
            self.finish(Exit::lost());
        }
    }
}

fn timespec(duration: Duration) -> Timespec {
    Timespec { tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX), tv_nsec: duration.subsec_nanos().into() }
}
