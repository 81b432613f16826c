//! What a player writes besides its moves: the beginning and the end are kept, however much it is.

use std::collections::VecDeque;

/// Bytes kept from the beginning, and as many from the end.
const KEPT: usize = 16 * 1024;
/// Bytes kept of the first line that the player itself wrote.
const FIRST_LINE: usize = 200;

/// A bounded log of two voices: what the player wrote, and what is noted about it.
#[derive(Debug, Default)]
pub struct Log {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    dropped: u64,
    /// The beginning of the first line that is the player's own and not blank.
    printed: Vec<u8>,
    /// Whether that line has come to its end.
    is_line_whole: bool,
}

impl Log {
    /// Adds what the player wrote.
    pub fn write(&mut self, bytes: &[u8]) {
        self.look_for_print(bytes);
        self.keep(bytes);
    }

    /// Adds a remark about the player, which is not its own print: a line in parentheses.
    pub fn note(&mut self, remark: &str) {
        self.keep(format!("({remark})\n").as_bytes());
    }

    /// The first line that the player itself wrote since the log was made; taking the text leaves it.
    pub fn first_print(&self) -> Option<String> {
        let line = String::from_utf8_lossy(&self.printed).trim().to_owned();
        (!line.is_empty()).then_some(line)
    }

    fn look_for_print(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.is_line_whole {
                return;
            }
            let is_blank = self.printed.iter().all(u8::is_ascii_whitespace);
            match byte {
                b'\n' if is_blank => self.printed.clear(),
                b'\n' => self.is_line_whole = true,
                _ => self.printed.push(byte),
            }
            self.is_line_whole |= self.printed.len() >= FIRST_LINE;
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
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
        let text = self.text();
        let (printed, is_line_whole) = (std::mem::take(&mut self.printed), self.is_line_whole);
        *self = Log { printed, is_line_whole, ..Log::default() };
        Some(text)
    }

    /// The text so far.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from_utf8_lossy(&self.head).into_owned();
        if self.dropped > 0 {
            text += &format!("\n… {} bytes left out …\n", self.dropped);
        }
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        text + &String::from_utf8_lossy(&tail)
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

    #[test]
    fn remarks_are_not_prints() {
        let mut log = Log::default();
        log.note("it calls itself dove");
        log.write(b"\n  \n");
        assert_eq!((log.first_print(), log.take().as_deref()), (None, Some("(it calls itself dove)\n\n  \n")));
        log.write(b"(thin");
        log.write(b"king)\nmore\n");
        assert!(log.take().is_some());
        assert_eq!(log.first_print().as_deref(), Some("(thinking)"));
    }
}
