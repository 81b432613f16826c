//! Pipes that are read without ever waiting past a deadline: what all ways of running a program share.

use std::io::{self, PipeReader, Read};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

/// The most a program may write in one game or one run, logs and standard error included.
pub(crate) const MOST_OUTPUT: u64 = 16 << 20;
/// What is read at once.
pub(crate) const CHUNK: usize = 8192;
/// How often somebody who waits looks whether the whole match was stopped.
const GLANCE: Duration = Duration::from_millis(100);

/// Reading and writing at this end no longer wait.
pub(crate) fn unblock(end: &impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(end)?;
    Ok(fcntl_setfl(end, flags | OFlags::NONBLOCK)?)
}

/// How long to wait at once: until the deadline, or the next look around.
pub(crate) fn patience(deadline: Option<Instant>) -> Duration {
    deadline.map_or(GLANCE, |deadline| deadline.saturating_duration_since(Instant::now()).min(GLANCE))
}

/// Waits until one of these ends is ready, at most so long; each of them knows afterwards whether it is.
pub(crate) fn wait(ends: &mut [PollFd<'_>], timeout: Duration) -> io::Result<()> {
    let timeout = Timespec { tv_sec: timeout.as_secs() as i64, tv_nsec: i64::from(timeout.subsec_nanos()) };
    match poll(ends, Some(&timeout)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Takes in what a pipe holds, once; a pipe that is closed or broken is no longer there.
pub(crate) fn read_some(pipe: &mut Option<PipeReader>, take: impl FnOnce(&[u8])) {
    let mut chunk = [0; CHUNK];
    let Some(end) = pipe else {
        return;
    };
    match end.read(&mut chunk) {
        Ok(0) => *pipe = None,
        Ok(count) => take(&chunk[..count]),
        Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
        Err(_) => *pipe = None,
    }
}
