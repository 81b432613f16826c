//! GTP for Othello, the engine's side.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use joute_catalog::find_game;
use joute_games::{NoFiles, Side};

use super::thinker::{Clock, Thinker};
use super::{Answer, Service};

const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "set_game",
    "list_games",
];

/// The state of a conversation.
pub(super) struct Gtp {
    thinker: Thinker,
    clock: Clock,
}

impl Gtp {
    pub(super) fn new(thinker: Thinker) -> Gtp {
        Gtp { thinker, clock: Clock::default() }
    }

    fn obey(&mut self, command: &str, words: &[&str], stop: &AtomicBool) -> Result<String, String> {
        match command {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok(format!("Joute {}", self.thinker.name())),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => Ok(words.first().is_some_and(|word| COMMANDS.contains(word)).to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" | "komi" => Ok(String::new()),
            "boardsize" => self.set_size(words),
            "clear_board" => {
                self.thinker.begin(self.thinker.start().clone());
                Ok(String::new())
            }
            "play" => self.play(words),
            "genmove" => self.generate(words, true, stop),
            "reg_genmove" => self.generate(words, false, stop),
            "undo" if self.thinker.undo() => Ok(String::new()),
            "undo" => Err("cannot undo".to_owned()),
            "showboard" => Ok(self.board()),
            "final_score" => Ok(self.score()),
            "time_settings" => self.set_time(words),
            "time_left" => self.set_time_left(words),
            "set_game" if words.first().is_some_and(|word| word.eq_ignore_ascii_case("othello")) => Ok(String::new()),
            "set_game" => Err("unsupported game".to_owned()),
            "list_games" => Ok("Othello".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn set_size(&mut self, words: &[&str]) -> Result<String, String> {
        let size: u32 = number(words, 0)?;
        let source = find_game("othello").map(|entry| entry.setup(&format!("size={size}"), &NoFiles));
        let start = source.and_then(Result::ok).and_then(|source| source.start(0).ok());
        self.thinker.begin(start.ok_or("unacceptable size")?);
        Ok(String::new())
    }

    /// Brings the turn to this side: a pass that nobody told us of is played.
    fn give_turn(&mut self, side: Side) -> Result<(), String> {
        if self.thinker.game().turn() != side {
            self.thinker.play_forced().ok_or("wrong colour: it is the other side's turn")?;
        }
        Ok(())
    }

    fn play(&mut self, words: &[&str]) -> Result<String, String> {
        let side = side(words)?;
        let mv = words.get(1).ok_or("syntax error")?;
        let turn = self.thinker.game().turn();
        if mv.eq_ignore_ascii_case("pass") && turn != side {
            // It was played already, when the other side's move was told or thought of.
            return Ok(String::new());
        }
        let before = self.thinker.game().turn() != side;
        self.give_turn(side)?;
        if self.thinker.play(mv).is_err() {
            if before {
                self.thinker.undo();
            }
            return Err("illegal move".to_owned());
        }
        Ok(String::new())
    }

    fn generate(&mut self, words: &[&str], plays: bool, stop: &AtomicBool) -> Result<String, String> {
        let side = side(words)?;
        if self.thinker.game().is_over() {
            return Ok("pass".to_owned());
        }
        self.give_turn(side)?;
        let thought = self.thinker.think(&self.clock, stop).map_err(|error| error.to_string())?;
        let text = self.thinker.game().text(thought.mv);
        if plays {
            self.thinker.play(&text).map_err(|error| error.to_string())?;
        }
        Ok(text)
    }

    fn set_time(&mut self, words: &[&str]) -> Result<String, String> {
        let [main, period, stones] = [number(words, 0)?, number(words, 1)?, number(words, 2)?];
        self.clock = Clock::default();
        if main > 0 {
            self.clock.left = [Some(Duration::from_secs(main.into())); 2];
        } else if period > 0 {
            self.clock.move_time = Some(Duration::from_secs(period.into()) / stones.max(1));
        }
        Ok(String::new())
    }

    fn set_time_left(&mut self, words: &[&str]) -> Result<String, String> {
        let side = side(words)?;
        let time = Duration::from_secs(number(words, 1)?.into());
        match words.get(2).map_or(Ok(0), |_| number(words, 2))? {
            0 => self.clock.left[side] = Some(time),
            stones => self.clock.move_time = Some(time / stones),
        }
        Ok(String::new())
    }

    fn board(&self) -> String {
        let position = self.thinker.game().position();
        let (squares, turn) = position.split_once(' ').unwrap_or((&position, "X"));
        let size = squares.len().isqrt().max(1);
        let columns: Vec<String> = (0..size).map(|column| char::from(b'a' + column as u8).to_string()).collect();
        let mut text = format!("{} to move\n    {}", if turn == "X" { "Black" } else { "White" }, columns.join(" "));
        for (row, line) in squares.as_bytes().chunks(size).enumerate() {
            let cells: Vec<String> = line.iter().map(|&cell| char::from(cell).to_string()).collect();
            text += &format!("\n{:3} {}", row + 1, cells.join(" ").replace('-', "."));
        }
        text
    }

    fn score(&self) -> String {
        let [black, white] = self.thinker.game().tallies();
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => format!("B+{}", black - white),
            std::cmp::Ordering::Less => format!("W+{}", white - black),
            std::cmp::Ordering::Equal => "0".to_owned(),
        }
    }
}

impl Service for Gtp {
    fn answer(&mut self, line: &str, stop: &AtomicBool) -> anyhow::Result<Answer> {
        let line: String = line.split('#').next().unwrap_or_default().replace('\t', " ");
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let id = words.first().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())).copied();
        words.drain(..usize::from(id.is_some()));
        let Some((command, rest)) = words.split_first() else {
            return Ok(Answer::none());
        };
        let id = id.unwrap_or_default();
        let text = match self.obey(command, rest, stop) {
            Ok(text) => format!("={id} {text}\n\n"),
            Err(text) => format!("?{id} {text}\n\n"),
        };
        Ok(Answer { text, is_last: *command == "quit" })
    }

    fn interrupts(_: &str) -> bool {
        false
    }
}

fn side(words: &[&str]) -> Result<Side, String> {
    match words.first().map(|word| word.to_ascii_lowercase()).as_deref() {
        Some("b" | "black") => Ok(Side::First),
        Some("w" | "white") => Ok(Side::Second),
        _ => Err("syntax error".to_owned()),
    }
}

/// A whole number; what stands behind its point is left out.
fn number(words: &[&str], at: usize) -> Result<u32, String> {
    let word = words.get(at).and_then(|word| word.split('.').next());
    word.and_then(|word| word.parse().ok()).ok_or_else(|| "syntax error".to_owned())
}
