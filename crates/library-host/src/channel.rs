//! The two descriptors of the protocol, 3 to read and 4 to write.
//!
//! Nothing here owns them: a library may close any descriptor of its process, and that must end in an error that is
//! noticed, not in one that was ruled out.
#![expect(unsafe_code, reason = "descriptors that a library may have closed are read and written by number")]

const IN: i32 = 3;
const OUT: i32 = 4;

/// Lines in and lines out.
#[derive(Debug)]
pub(crate) struct Channel {
    buffer: Vec<u8>,
    /// Everything in the buffer before this was taken as lines.
    taken: usize,
}

impl Channel {
    /// The channel of this process; there is one.
    pub(crate) fn new() -> Channel {
        Channel { buffer: Vec::new(), taken: 0 }
    }

    /// The next line, or nothing when the referee is gone or the descriptor is closed.
    pub(crate) fn line(&mut self) -> Option<String> {
        let mut scanned = self.taken;
        loop {
            if let Some(length) = self.buffer[scanned..].iter().position(|&byte| byte == b'\n') {
                let end = scanned + length;
                let line = String::from_utf8_lossy(&self.buffer[self.taken..end]).into_owned();
                self.taken = end + 1;
                return Some(line);
            }
            self.buffer.drain(..self.taken);
            self.taken = 0;
            scanned = self.buffer.len();
            if !self.read() {
                return None;
            }
        }
    }

    fn read(&mut self) -> bool {
        let mut chunk = [0_u8; 65536];
        loop {
            // SAFETY: `chunk` is writable for its whole length.
            let count = unsafe { libc::read(IN, chunk.as_mut_ptr().cast(), chunk.len()) };
            match usize::try_from(count) {
                Ok(0) => return false,
                Ok(count) => {
                    self.buffer.extend_from_slice(&chunk[..count]);
                    return true;
                }
                Err(_) if is_interrupted() => {}
                Err(_) => return false,
            }
        }
    }

    /// Writes a line. It begins on a line of its own even where the library has written half a line before.
    pub(crate) fn say(&mut self, line: &str) {
        let text = format!("\n{line}\n");
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            // SAFETY: `rest` is readable for its whole length.
            let count = unsafe { libc::write(OUT, rest.as_ptr().cast(), rest.len()) };
            match usize::try_from(count) {
                Ok(count) => rest = &rest[count.min(rest.len())..],
                Err(_) if is_interrupted() => {}
                // Nobody can be told any more; the referee sees the closed pipe.
                Err(_) => return,
            }
        }
    }
}

fn is_interrupted() -> bool {
    std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted
}
