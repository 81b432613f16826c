//! The project's own line protocol (docs/protocol.md), the player's side.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, anyhow};
use joute_catalog::find_game;
use joute_games::random::Seed;
use joute_games::{Attachments, Side, content_hash};

use super::thinker::{Clock, Thinker};
use super::{Answer, Service};

/// The state of a conversation.
pub(super) struct Lines {
    thinker: Thinker,
    greeting: Greeting,
    clock: Clock,
    /// What was played since our last answer; nothing stands for a turn that was lost.
    news: Vec<Option<String>>,
    /// Lines of a file that are still to come.
    file: Option<FileLines>,
    /// Whether the last line was the beginning of a game that goes on.
    is_playing: bool,
}

/// What was announced so far.
#[derive(Default)]
struct Greeting {
    game: String,
    setup: String,
    position: String,
    is_second: bool,
    files: Attachments,
}

struct FileLines {
    hash: String,
    wanted: usize,
    lines: Vec<String>,
}

impl Lines {
    pub(super) fn new(thinker: Thinker) -> Lines {
        Lines {
            thinker,
            greeting: Greeting::default(),
            clock: Clock::default(),
            news: Vec::new(),
            file: None,
            is_playing: false,
        }
    }

    /// Takes a line of a file, if one is being read.
    fn takes(&mut self, line: &str) -> bool {
        let Some(file) = &mut self.file else {
            return false;
        };
        file.lines.push(line.to_owned());
        if file.lines.len() >= file.wanted {
            self.end_file();
        }
        true
    }

    fn begin_file(&mut self, rest: &str) {
        let (hash, count) = rest.split_once(' ').unwrap_or((rest, "0"));
        let wanted = count.trim().parse().unwrap_or(0);
        self.file = Some(FileLines { hash: hash.to_owned(), wanted, lines: Vec::new() });
        if wanted == 0 {
            self.end_file();
        }
    }

    /// Line breaks are not sent, but the hash tells which they were.
    fn end_file(&mut self) {
        let Some(file) = self.file.take() else {
            return;
        };
        let joined = file.lines.join("\n");
        let ended = format!("{joined}\n");
        let text = if content_hash(joined.as_bytes()) == file.hash { joined } else { ended };
        self.greeting.files.insert(file.hash, text.into());
    }

    fn start(&mut self) -> anyhow::Result<String> {
        let greeting = &self.greeting;
        let played = self.thinker.start().info().name;
        if greeting.game != played {
            return Err(anyhow!("this engine was started for {played}, but the game is {:?}", greeting.game));
        }
        let entry = find_game(&greeting.game).context("no such game")?;
        let start = entry.setup(&greeting.setup, &greeting.files)?.start(0)?;
        let start = if greeting.position.is_empty() { start } else { start.at(&greeting.position)? };
        self.thinker.begin(start);
        self.news.clear();
        self.is_playing = true;
        Ok("ready\n".to_owned())
    }

    /// `LEFT MOVE INCREMENT`, each in milliseconds or `-`.
    fn set_time(&mut self, rest: &str) {
        let [left, limit, increment] = times(rest);
        self.clock = Clock { move_time: limit, left: [left; 2], increment: increment.unwrap_or_default() };
    }

    fn go(&mut self, rest: &str, stop: &AtomicBool) -> anyhow::Result<String> {
        if !self.is_playing {
            return Err(anyhow!("go before start"));
        }
        self.catch_up()?;
        let [own, other] = times(rest);
        self.clock.left = if self.greeting.is_second { [other, own] } else { [own, other] };
        let thought = self.thinker.think(&self.clock, stop)?;
        let mv = self.thinker.game().text(thought.mv);
        self.thinker.play(&mv)?;
        Ok(format!("move {mv}\n"))
    }

    /// Plays what is new. Whether the first lost turn was our own shows only when all is played: it must be our turn
    /// then. If it was, our late answer is taken back first.
    fn catch_up(&mut self) -> anyhow::Result<()> {
        let news = std::mem::take(&mut self.news);
        let known = self.thinker.plies();
        let played = self.play_all(&news);
        if played.is_ok() && self.is_our_turn() || !news.contains(&None) {
            return played;
        }
        self.thinker.go_back_to(known.saturating_sub(1));
        self.play_all(&news)
    }

    fn play_all(&mut self, news: &[Option<String>]) -> anyhow::Result<()> {
        news.iter().try_for_each(|mv| match mv {
            Some(mv) => self.thinker.play(mv),
            None => {
                self.thinker.skip();
                Ok(())
            }
        })
    }

    fn is_our_turn(&self) -> bool {
        self.thinker.game().turn() == Side::BOTH[usize::from(self.greeting.is_second)]
    }

    fn obey(&mut self, line: &str, stop: &AtomicBool) -> anyhow::Result<String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "joute" => {
                self.greeting = Greeting::default();
                self.is_playing = false;
            }
            "game" => self.greeting.game = rest.to_owned(),
            "setup" => self.greeting.setup = rest.to_owned(),
            "seat" => self.greeting.is_second = rest == "second",
            "time" => self.set_time(rest),
            "seed" => self.thinker.set_seed(Seed(rest.trim().parse().unwrap_or_default())),
            "file" => self.begin_file(rest),
            "position" if !self.is_playing => self.greeting.position = rest.to_owned(),
            "start" => return self.start(),
            "play" => self.news.push(Some(rest.to_owned())),
            "skip" => self.news.push(None),
            "go" => return self.go(rest, stop),
            "end" => self.is_playing = false,
            _ => {}
        }
        Ok(String::new())
    }
}

impl Service for Lines {
    /// What cannot be understood ends the conversation: the referee sees a crash, and standard error says why.
    fn answer(&mut self, line: &str, stop: &AtomicBool) -> anyhow::Result<Answer> {
        if self.takes(line) {
            return Ok(Answer::none());
        }
        Ok(self.obey(line.trim_end(), stop)?.into())
    }
}

/// Milliseconds; `-` is no limit.
fn times<const N: usize>(text: &str) -> [Option<Duration>; N] {
    let mut words = text.split_whitespace();
    std::array::from_fn(|_| words.next().and_then(|word| word.parse().ok()).map(Duration::from_millis))
}
