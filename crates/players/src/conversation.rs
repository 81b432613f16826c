//! Whole conversations with programs, written to files for their authors: what was said (`>`), what was answered (`<`) and
//! what was written to standard error (`!`). [`play_back`](crate::play_back) gives a program the same input again.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use joute_referee::Turn;

/// A folder in which each game of each program gets a file of its own.
#[derive(Debug)]
pub struct Conversations {
    folder: PathBuf,
    next: AtomicU64,
}

impl Conversations {
    /// Makes the folder where it is missing. Files that are there stay: numbers go on behind them.
    pub fn new(folder: &Path) -> io::Result<Conversations> {
        std::fs::create_dir_all(folder)?;
        let known =
            std::fs::read_dir(folder)?.flatten().filter_map(|entry| number_of(&entry.file_name().to_string_lossy()));
        Ok(Conversations { folder: folder.to_owned(), next: AtomicU64::new(known.max().map_or(1, |last| last + 1)) })
    }
}

/// The number that a file of the folder begins with.
fn number_of(name: &str) -> Option<u64> {
    name.split_once('-')?.0.parse().ok()
}

/// Where the conversations with one player go.
#[derive(Debug, Clone)]
pub(crate) struct Tap {
    conversations: Arc<Conversations>,
    /// What the player is called, and how it was named.
    name: String,
    locator: String,
}

impl Tap {
    pub(crate) fn new(conversations: Arc<Conversations>, name: &str, locator: &str) -> Tap {
        Tap { conversations, name: name.to_owned(), locator: locator.to_owned() }
    }

    /// A file for one game in one seat. A disk that takes nothing costs the file, and not the game.
    pub(crate) fn begin(&self, turn: &Turn<'_>) -> Option<Conversation> {
        let number = self.conversations.next.fetch_add(1, Ordering::Relaxed);
        let name: String = self.name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).take(40).collect();
        let path = self.conversations.folder.join(format!("{number:04}-{name}-{}.txt", turn.side));
        let mut file = File::options().create_new(true).write(true).open(path).ok()?;
        let (game, setup) = (turn.game.info().name, turn.game.setup());
        let locator = self.locator.replace('\n', " ");
        writeln!(file, "# player {locator}\n# game {game} {setup}\n# seat {}", turn.side).ok()?;
        Some(Conversation { file, half_line: Vec::new() })
    }
}

/// One conversation as it is written down, line by line: what is there is there, however the program dies.
#[derive(Debug)]
pub(crate) struct Conversation {
    file: File,
    /// What was written to standard error and has no line break yet.
    half_line: Vec<u8>,
}

impl Conversation {
    /// What was said to the program.
    pub(crate) fn said(&mut self, text: &str) {
        text.lines().for_each(|line| self.line('>', line));
    }

    /// A line that the program wrote.
    pub(crate) fn heard(&mut self, line: &str) {
        self.line('<', line);
    }

    /// What the program wrote to standard error, in whatever pieces.
    pub(crate) fn wrote(&mut self, bytes: &[u8]) {
        self.half_line.extend_from_slice(bytes);
        while let Some(end) = self.half_line.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.half_line.drain(..=end).collect();
            self.line('!', String::from_utf8_lossy(&line).trim_end());
        }
    }

    fn line(&mut self, sign: char, line: &str) {
        // A disk that is full costs the file, and not the game.
        let _ = writeln!(self.file, "{sign} {line}");
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        if !self.half_line.is_empty() {
            let rest = String::from_utf8_lossy(&std::mem::take(&mut self.half_line)).into_owned();
            self.line('!', &rest);
        }
    }
}
