//! What a player writes besides its moves: the beginning and the end are kept, however much it is.

use std::collections::VecDeque;

/// Bytes kept from the beginning, and as many from the end.
const KEPT: usize = 16 * 1024;

/// A bounded log.
#[derive(Debug, Default)]
pub struct Log {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    dropped: u64,
}

impl Log {
    /// Adds what was written.
    pub fn write(&mut self, bytes: &[u8]) {
        let room = KEPT - self.head.len();
        let (to_head, rest) = bytes.split_at(room.min(bytes.len()));
        self.head.extend_from_slice(to_head);
        let kept = &rest[rest.len().saturating_sub(KEPT)..];
        self.dropped += (rest.len() - kept.len()) as u64;
        self.tail.extend(kept);
        let surplus = self.tail.len().saturating_sub(KEPT);
        self.tail.drain(..surplus);
        self.dropped += surplus as u64;
    }

    /// The text so far, if there is any; the log is empty afterwards.
    pub fn take(&mut self) -> Option<String> {
        if self.head.is_empty() {
            return None;
        }
        let log = std::mem::take(self);
        let mut text = String::from_utf8_lossy(&log.head).into_owned();
        if log.dropped > 0 {
            text += &format!("\n… {} bytes left out …\n", log.dropped);
        }
        text += &String::from_utf8_lossy(&Vec::from(log.tail));
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_both_ends_of_a_flood() {
        let mut log = Log::default();
        assert_eq!(log.take(), None);
        log.write(b"begin ");
        for _ in 0..1000 {
            log.write(&[b'x'; 1000]);
        }
        log.write(b" end");
        let text = log.take().unwrap();
        assert!(text.starts_with("begin x") && text.ends_with("x end"));
        assert!(text.contains(&format!("… {} bytes left out …", 1_000_010 - 2 * KEPT)));
        assert!(text.len() < 2 * KEPT + 100);
        assert_eq!(log.take(), None);
    }
}
