//! The dialect of UCI that Oware programs speak, the engine's side.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, anyhow};
use joute_catalog::{Opinion, find_game};
use joute_games::awale::Rules;
use joute_games::{AnyGame, MoveCode, NoFiles};

use super::thinker::{Clock, Thinker, Thought};
use super::{Answer, Service};

/// As good as without end; `stop` ends it.
const ENDLESS: Duration = Duration::from_secs(24 * 3600);

/// The state of a conversation.
pub(super) struct Uci {
    thinker: Thinker,
    /// The start position of the rules in force.
    start: AnyGame,
}

impl Uci {
    pub(super) fn new(thinker: Thinker) -> Uci {
        Uci { start: thinker.start().clone(), thinker }
    }

    fn introduce(&self) -> String {
        let names = Rules::NAMED.map(|(name, _)| format!(" var {name}")).concat();
        let rules = self.start.setup();
        let default = rules.split(',').find_map(|pair| pair.strip_prefix("rules=")).unwrap_or("abapa");
        format!(
            "id name Joute {} {}\nid author the Joute authors\noption name Rules type combo default {default}{names}\nuciok\n",
            self.thinker.name(),
            env!("CARGO_PKG_VERSION")
        )
    }

    fn set_option(&mut self, rest: &str) -> anyhow::Result<String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        if let ["name", name, "value", value] = words[..]
            && name.eq_ignore_ascii_case("rules")
        {
            let entry = find_game("awale").context("no such game")?;
            self.start = entry.setup(&format!("rules={value}"), &NoFiles)?.start(0)?;
            self.thinker.begin(self.start.clone());
        }
        Ok(String::new())
    }

    /// `startpos`, `fen POSITION` or POSITION, and moves as one word or as several. What cannot be read changes nothing.
    fn set_position(&mut self, rest: &str) -> anyhow::Result<String> {
        let (place, moves) = rest.split_once("moves").unwrap_or((rest, ""));
        let place = place.trim();
        let start = match place.strip_prefix("fen").unwrap_or(place).trim() {
            "startpos" | "" => self.start.clone(),
            position => self.start.at(position)?,
        };
        start.clone().play_text(moves)?;
        // Another beginning is another game; more moves of the same one are not.
        if start != *self.thinker.start() {
            self.thinker.begin(start);
        }
        self.thinker.go_back_to(0);
        moves.chars().filter(|c| !c.is_whitespace()).try_for_each(|mv| self.thinker.play(&mv.to_string()))?;
        Ok(String::new())
    }

    fn go(&mut self, rest: &str, stop: &AtomicBool) -> anyhow::Result<String> {
        if self.thinker.game().is_over() {
            return Ok("bestmove 0000\n".to_owned());
        }
        let words: Vec<&str> = rest.split_whitespace().collect();
        let value = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1)?.parse::<u64>().ok()
        };
        let endless = words.iter().any(|word| matches!(*word, "infinite" | "ponder")).then_some(ENDLESS);
        let move_time = value("movetime").map(Duration::from_millis).or(endless);
        let depth = value("depth").map(|depth| depth.clamp(1, 250) as u32);
        self.thinker.set_depth(depth);
        let thought = self.thinker.think(&Clock { move_time, ..Clock::default() }, stop)?;
        let mv = self.thinker.game().text(thought.mv);
        Ok(format!("{}\nbestmove {mv}\n", self.info(&thought)))
    }

    /// What was thought, in one line.
    fn info(&self, thought: &Thought) -> String {
        let time = thought.time.as_millis();
        let score = thought.score.map_or(String::new(), |score| format!(" score cp {:.0}", score * 100.0));
        let Some(opinion) = &thought.opinion else {
            return format!("info time {time}{score} pv {}", self.thinker.game().text(thought.mv));
        };
        let speed = (opinion.nodes as f64 / thought.time.as_secs_f64().max(0.001)) as u64;
        let Opinion { depth, nodes, pv, .. } = opinion;
        format!("info depth {depth} nodes {nodes} nps {speed} time {time}{score} pv {}", self.line(pv))
    }

    /// Moves of the game in turn, as far as they are legal.
    fn line(&self, pv: &[MoveCode]) -> String {
        let mut game = self.thinker.game().clone();
        let texts = pv.iter().map_while(|mv| {
            let text = game.text(*mv);
            game.try_play(&text).ok().map(|_| text)
        });
        texts.collect::<Vec<String>>().join(" ")
    }

    fn obey(&mut self, line: &str, stop: &AtomicBool) -> anyhow::Result<String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "uci" => Ok(self.introduce()),
            "isready" => Ok("readyok\n".to_owned()),
            "setoption" => self.set_option(rest),
            "ucinewgame" => {
                self.thinker.begin(self.start.clone());
                Ok(String::new())
            }
            "position" => self.set_position(rest),
            "go" => self.go(rest, stop),
            "" | "stop" | "ponderhit" | "debug" | "register" => Ok(String::new()),
            _ => Err(anyhow!("unknown command {word:?}")),
        }
    }
}

impl Service for Uci {
    fn answer(&mut self, line: &str, stop: &AtomicBool) -> anyhow::Result<Answer> {
        let line = line.trim();
        if line == "quit" {
            return Ok(Answer::last());
        }
        let said = self.obey(line, stop);
        Ok(said
            .unwrap_or_else(|error| format!("info string {}\n", format!("{error:#}").replace(char::is_control, " ")))
            .into())
    }

    fn interrupts(line: &str) -> bool {
        matches!(line.trim(), "stop" | "quit")
    }
}
