//! NBoard for Othello, the engine's side.

use std::sync::atomic::AtomicBool;

use anyhow::anyhow;
use joute_catalog::MoveAnalysis;
use joute_games::AnyGame;

use super::thinker::{Clock, Thinker, Thought};
use super::{Answer, Service};

/// The state of a conversation.
pub(super) struct Nboard {
    thinker: Thinker,
    depth: u32,
}

impl Nboard {
    pub(super) fn new(thinker: Thinker) -> Nboard {
        Nboard { thinker, depth: 0 }
    }

    fn name(&self) -> String {
        let depth = if self.depth > 0 { self.depth.to_string() } else { String::new() };
        format!("set myname Joute-{}{depth}\n", self.thinker.name())
    }

    fn set(&mut self, rest: &str) -> anyhow::Result<String> {
        let (what, value) = rest.split_once(' ').unwrap_or((rest, ""));
        match what {
            "depth" => {
                self.depth = value.trim().parse::<u32>().map_err(|_| anyhow!("set depth needs a number"))?.clamp(1, 60);
                self.thinker.set_depth(Some(self.depth));
                Ok(self.name())
            }
            "game" => {
                let (start, moves) = read_ggf(self.thinker.start(), value)?;
                self.thinker.begin(start);
                moves.iter().try_for_each(|mv| self.play(mv))?;
                Ok(String::new())
            }
            _ => Ok(String::new()),
        }
    }

    /// Plays `f5`, `F5/1.2/0.3` or `PA`; a pass that was left out is put in.
    fn play(&mut self, text: &str) -> anyhow::Result<()> {
        let mv = text.split(['/', ' ']).next().unwrap_or_default().to_ascii_lowercase();
        let mv = if mv == "pa" { "pass".to_owned() } else { mv };
        if mv != "pass" {
            self.thinker.play_forced();
        }
        self.thinker.play(&mv)
    }

    fn think(&mut self, stop: &AtomicBool) -> anyhow::Result<(String, Thought)> {
        let thought = self.thinker.think(&Clock::default(), stop)?;
        let text = self.thinker.game().text(thought.mv);
        Ok((nboard_move(&text), thought))
    }

    fn go(&mut self, stop: &AtomicBool) -> anyhow::Result<String> {
        let (mv, thought) = self.think(stop)?;
        let score = thought.score.map_or(String::new(), |score| format!("{score:.2}"));
        Ok(format!("=== {mv}/{score}/{:.2}\nstatus\n", thought.time.as_secs_f64()))
    }

    /// The best moves, as many as were asked for, each with what is expected after it.
    fn hint(&mut self, count: &str, stop: &AtomicBool) -> anyhow::Result<String> {
        let count = count.parse().unwrap_or(1).max(1);
        let Some(analysis) = self.thinker.analyse(stop) else {
            let (mv, thought) = self.think(stop)?;
            return Ok(format!("search {mv} {:.2} 0 {}\nstatus\n", thought.score.unwrap_or_default(), self.depth));
        };
        let line = |known: &MoveAnalysis| {
            let line: String = known.pv.iter().map(|mv| nboard_move(mv)).collect();
            format!("search {line} {:.2} 0 {}\n", known.score, known.depth)
        };
        Ok(analysis.moves.iter().take(count).map(line).chain(["status\n".to_owned()]).collect())
    }

    fn obey(&mut self, line: &str, stop: &AtomicBool) -> anyhow::Result<String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "nboard" => Ok(self.name()),
            "set" => self.set(rest.trim()),
            "move" => self.play(rest.trim()).map(|()| String::new()),
            "go" => self.go(stop),
            "hint" => self.hint(rest.trim(), stop),
            "ping" => Ok(format!("pong {}\n", rest.trim())),
            "learn" => Ok("learned\n".to_owned()),
            // The first version of the board sends a move by itself.
            _ if line.len() == 2 && self.thinker.game().code(&line.replace("PA", "pass")).is_ok() => {
                self.play(line).map(|()| String::new())
            }
            _ => Ok(String::new()),
        }
    }
}

impl Service for Nboard {
    fn answer(&mut self, line: &str, stop: &AtomicBool) -> anyhow::Result<Answer> {
        let line = line.trim();
        if line == "quit" {
            return Ok(Answer::last());
        }
        // The protocol has no errors: the line that the board shows says what was wrong.
        Ok(self.obey(line, stop).unwrap_or_else(|error| format!("status {}\n", one_line(&error))).into())
    }

    /// The board changes, or somebody waits for a pong: what is thought now is of no use any more.
    fn interrupts(line: &str) -> bool {
        line.starts_with("ping") || line == "quit"
    }
}

/// A move as the protocol writes it.
fn nboard_move(text: &str) -> String {
    if text == "pass" { "PA".to_owned() } else { text.to_ascii_uppercase() }
}

fn one_line(error: &anyhow::Error) -> String {
    format!("{error:#}").replace(char::is_control, " ")
}

/// The start of a game in GGF, and its moves.
fn read_ggf(any: &AnyGame, text: &str) -> anyhow::Result<(AnyGame, Vec<String>)> {
    let fields = fields(text);
    let board = fields.iter().find(|(name, _)| *name == "BO").map(|(_, value)| *value);
    let board = board.ok_or_else(|| anyhow!("the game has no board: expected BO[8 ... *]"))?;
    let mut words = board.split_whitespace();
    let size = words.next().unwrap_or_default();
    let signs: String = words.collect::<String>().replace('*', "X");
    let split = signs.len().saturating_sub(1);
    let position = match (size, signs.is_char_boundary(split)) {
        ("8", true) => format!("{} {}", &signs[..split], &signs[split..]),
        _ => return Err(anyhow!("a board of {size}: expected 8 and 64 squares, then the side to move")),
    };
    let is_move = |name: &str| name == "B" || name == "W";
    let moves = fields.iter().filter(|(name, _)| is_move(name)).map(|(_, value)| (*value).to_owned());
    Ok((any.at(&position)?, moves.collect()))
}

/// The fields `NAME[value]` of a game, in order.
fn fields(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let name_at = before.rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |at| at + 1);
        let Some((value, after)) = before.get(name_at..).and(after.split_once(']')) else {
            break;
        };
        found.push((before.get(name_at..).unwrap_or_default(), value));
        rest = after;
    }
    found
}
