//! Acting on a running program from whatever thread: stopping it, letting it go on, looking at its memory, ending it.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process, pidfd_send_signal};

use super::family::Family;
use super::memory;
use crate::{MemoryUse, Processes};

/// A program by a handle that never means another process.
#[derive(Clone, Debug)]
pub(crate) struct Remote {
    pub(super) handle: Option<Arc<OwnedFd>>,
    pub(super) family: Family,
    pub(super) processes: Processes,
}

impl Remote {
    pub(crate) fn pause(&self) -> io::Result<()> {
        self.signal(Signal::STOP)
    }

    pub(crate) fn resume(&self) -> io::Result<()> {
        self.signal(Signal::CONT)
    }

    /// Ends the program; the launcher then ends what it leaves.
    pub(crate) fn kill(&self) -> io::Result<()> {
        self.signal(Signal::KILL)
    }

    pub(crate) fn memory(&self) -> io::Result<MemoryUse> {
        let held = match self.processes {
            Processes::Deny => memory::held(&[self.family.program])?,
            Processes::Allow(_) => memory::held(&self.family.members())?,
        };
        // Numbers of processes are used again, which the handle tells.
        Ok(if self.has_ended() { MemoryUse::default() } else { held })
    }

    pub(super) fn has_ended(&self) -> bool {
        let Some(handle) = &self.handle else {
            return true;
        };
        let mut ended = [PollFd::new(handle, PollFlags::IN)];
        matches!(poll(&mut ended, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })), Ok(1..))
    }

    /// Signals the program, and its other processes where it may have some. One that has ended needs no signal.
    fn signal(&self, signal: Signal) -> io::Result<()> {
        let Some(handle) = &self.handle else {
            return Ok(());
        };
        match pidfd_send_signal(handle, signal) {
            Err(rustix::io::Errno::SRCH) => return Ok(()),
            sent => sent?,
        }
        if let Processes::Allow(_) = self.processes {
            // Whoever stops first can start no other, so that a second look finds those that were started meanwhile.
            for _ in 0..2 {
                for pid in self.family.members().into_iter().skip(1).filter_map(pid) {
                    let _ = kill_process(pid, signal);
                }
            }
        }
        Ok(())
    }
}

pub(super) fn pid(number: u32) -> Option<Pid> {
    Pid::from_raw(i32::try_from(number).ok()?)
}
