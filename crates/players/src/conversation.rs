//! Whole conversations with programs, written to files for their authors: what was said (`>`), what was answered (`<`) and
//! what was written to standard error (`!`). [`play_back`](crate::play_back) gives a program the same input again.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use joute_games::Side;
use joute_games::random::Seed;
use joute_referee::{Turn, seat_seed};

/// How much of conversations is kept.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Files, the latest.
    pub files: u64,
    /// Bytes of each file, from its beginning.
    pub bytes: u64,
}

impl Bounds {
    /// Everything.
    const NONE: Bounds = Bounds { files: u64::MAX, bytes: u64::MAX };
}

/// A folder in which each game of each program gets a file of its own.
#[derive(Debug)]
pub struct Conversations {
    folder: PathBuf,
    next: AtomicU64,
    bounds: Bounds,
}

/// How often files that are too many are looked for: whenever so many more were begun.
const SWEEP: u64 = 32;

impl Conversations {
    /// Makes the folder where it is missing. Files that are there stay: numbers go on behind them.
    pub fn new(folder: &Path) -> io::Result<Conversations> {
        std::fs::create_dir_all(folder)?;
        let known =
            std::fs::read_dir(folder)?.flatten().filter_map(|entry| number_of(&entry.file_name().to_string_lossy()));
        let next = AtomicU64::new(known.max().map_or(1, |last| last + 1));
        Ok(Conversations { folder: folder.to_owned(), next, bounds: Bounds::NONE })
    }

    /// The same, which keeps no more than that.
    #[must_use]
    pub fn within(self, bounds: Bounds) -> Conversations {
        Conversations { bounds, ..self }
    }

    /// The number of the next file; those that are too many by now are removed.
    fn begun(&self) -> u64 {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        if number.is_multiple_of(SWEEP) && number > self.bounds.files {
            // What cannot be removed now is found the next time.
            let _ = remove_before(&self.folder, number - self.bounds.files);
        }
        number
    }
}

/// Removes files with smaller numbers.
fn remove_before(folder: &Path, first: u64) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if number_of(&entry.file_name().to_string_lossy()).is_some_and(|number| number < first) {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// What was said in a game of this seed with whoever had a seat, as it was written down in a folder, at most so many bytes of it; of a game
/// that was played again the last time. Nothing where nobody wrote it down.
pub fn conversation_of(folder: &Path, game: Seed, side: Side, most: u64) -> io::Result<Option<String>> {
    let mut files: Vec<(u64, PathBuf)> = std::fs::read_dir(folder)?
        .flatten()
        .filter_map(|entry| Some((number_of(&entry.file_name().to_string_lossy())?, entry.path())))
        .collect();
    files.sort_unstable_by_key(|(number, _)| std::cmp::Reverse(*number));
    let wanted = seed_line(seat_seed(game, side));
    for (_, path) in files {
        // One that is removed in this moment is none.
        let Ok(file) = File::open(&path) else { continue };
        let head = BufReader::new(file.try_clone()?).take(HEAD).lines().map_while(Result::ok);
        if head.take_while(|line| line.starts_with('#')).any(|line| line == wanted) {
            let mut bytes = Vec::new();
            File::open(&path)?.take(most).read_to_end(&mut bytes)?;
            return Ok(Some(String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    Ok(None)
}

/// The lines before the conversation are no longer than this.
const HEAD: u64 = 16 << 10;

/// The line that tells which game it was.
fn seed_line(seat: Seed) -> String {
    format!("# seed {:016x}", seat.0)
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
        let number = self.conversations.begun();
        let name: String = self.name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).take(40).collect();
        let path = self.conversations.folder.join(format!("{number:04}-{name}-{}.txt", turn.side));
        let mut file = File::options().create_new(true).write(true).open(path).ok()?;
        let (game, setup) = (turn.game.info().name, turn.game.setup());
        let locator = self.locator.replace('\n', " ");
        writeln!(file, "{}\n# player {locator}\n# game {game} {setup}\n# seat {}", seed_line(turn.seed), turn.side)
            .ok()?;
        Some(Conversation { file, half_line: Vec::new(), left: self.conversations.bounds.bytes })
    }
}

/// One conversation as it is written down, line by line: what is there is there, however the program dies.
#[derive(Debug)]
pub(crate) struct Conversation {
    file: File,
    /// What was written to standard error and has no line break yet.
    half_line: Vec<u8>,
    /// How many bytes may still be written.
    left: u64,
}

/// What stands where no more is written.
const CUT: &str = "# the rest was left out";

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
        let length = line.len() as u64 + 3;
        // A disk that is full costs the file, and not the game.
        let _ = match self.left {
            0 => Ok(()),
            left if left < length => writeln!(self.file, "{CUT}"),
            _ => writeln!(self.file, "{sign} {line}"),
        };
        self.left = self.left.saturating_sub(length);
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::*;

    fn files(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_conversation_is_found_by_its_game_and_the_last_one_counts() {
        let folder = tempfile::tempdir().unwrap();
        let head = |game: u64, side| seed_line(seat_seed(Seed(game), side));
        let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).unwrap();
        write("0001-dove-first.txt", format!("{}\n# seat first\n> old\n", head(7, Side::First)));
        write("0002-dove-second.txt", format!("{}\n> other side\n", head(7, Side::Second)));
        write("0003-dove-first.txt", format!("{}\n> other game\n", head(8, Side::First)));
        write("10000-dove-first.txt", format!("{}\n# seat first\n> new\n", head(7, Side::First)));
        write("0004-owl-first.txt", format!("# player x\n> {}\n", head(9, Side::First)));
        let found = |game, side| conversation_of(folder.path(), Seed(game), side, 1_000).unwrap();
        assert!(found(7, Side::First).unwrap().contains("> new"));
        assert!(found(7, Side::Second).unwrap().contains("> other side"));
        assert_eq!(found(9, Side::First), None, "what a program is told is no head");
        assert_eq!(conversation_of(folder.path(), Seed(8), Side::First, 6).unwrap().as_deref(), Some("# seed"));
    }

    #[test]
    fn no_more_is_kept_than_was_said() {
        let folder = tempfile::tempdir().unwrap();
        let bounds = Bounds { files: 40, bytes: 20 };
        let conversations = Conversations::new(folder.path()).unwrap().within(bounds);
        for _ in 0..128 {
            let number = conversations.begun();
            let file = File::create(folder.path().join(format!("{number:04}-x-first.txt"))).unwrap();
            let mut talk = Conversation { file, half_line: Vec::new(), left: bounds.bytes };
            (0..9).for_each(|_| talk.said("go on"));
        }
        let names = files(folder.path());
        assert_eq!((names.len(), names[0].as_str()), (41, "0088-x-first.txt"), "{names:?}");
        let text = std::fs::read_to_string(folder.path().join(&names[0])).unwrap();
        assert_eq!(text, format!("> go on\n> go on\n{CUT}\n"));
    }
}
