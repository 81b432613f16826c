//! The terminal as something that may go away.

use std::io;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// Waits until something is typed, at most so long, and says whether the terminal was closed instead: asking a closed
/// terminal for events would never return.
pub(crate) fn is_gone(patience: Duration) -> io::Result<bool> {
    let stdin = io::stdin();
    let mut waiting = [PollFd::new(&stdin, PollFlags::IN)];
    let patience = Timespec { tv_sec: patience.as_secs().cast_signed(), tv_nsec: patience.subsec_nanos().into() };
    match poll(&mut waiting, Some(&patience)) {
        Ok(_) => Ok(waiting[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)),
        // A window that changed its size, or a signal that the caller looks for.
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
