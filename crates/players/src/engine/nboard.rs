//! NBoard: the protocol of an Othello board of that name.
//!
//! The engine is told a game in GGF and every move after it, its own ones too: `go` only asks what it would play. Some
//! engines answer `=== f5/1.2/0.3`, others put spaces where the slashes are.

use joute_games::othello::Othello;
use joute_games::{AnyGame, MoveCode, Side};
use joute_referee::{Reply, Said, Turn};

use super::Dialect;
use super::talk::{Talk, Trouble};

/// Engines want to be told a depth; this one is quick for all of them.
const USUAL_DEPTH: u64 = 10;

/// The state of a conversation.
pub(super) struct Nboard {
    depth: u64,
    /// Plies of the game that the engine knows.
    told: usize,
    /// Whether the engine must be told the whole position again.
    is_lost: bool,
    pings: u32,
}

impl Nboard {
    /// An engine that is told to look so many plies ahead.
    pub(super) fn new(depth: Option<u64>) -> Nboard {
        Nboard { depth: depth.unwrap_or(USUAL_DEPTH), told: 0, is_lost: false, pings: 0 }
    }

    /// Waits until the engine has read everything.
    fn ping(&mut self, talk: &mut Talk<'_>) -> Result<(), Trouble> {
        self.pings += 1;
        talk.say(&format!("ping {}", self.pings))?;
        let expected = self.pings;
        talk.await_line(|line| {
            let number = line.strip_prefix("pong")?.trim();
            // A pong without its number is one all the same.
            (number.is_empty() || number.parse() == Ok(expected)).then_some(())
        })
    }

    fn tell_all(&mut self, talk: &mut Talk<'_>, turn: &Turn<'_>) -> Result<(), Trouble> {
        (self.told, self.is_lost) = (turn.plies.len(), false);
        talk.say(&format!("set game {}", ggf(turn)))
    }

    /// Tells the moves that are new to the engine.
    fn tell_news(&mut self, talk: &mut Talk<'_>, turn: &Turn<'_>) -> Result<(), Trouble> {
        let news = turn.plies.get(self.told..).unwrap_or_default();
        let moves: Option<Vec<String>> = news.iter().map(|ply| Some(move_word(turn.game, ply.code?))).collect();
        match moves {
            Some(moves) if !self.is_lost => {
                self.told = turn.plies.len();
                moves.iter().try_for_each(|mv| talk.say(&format!("move {mv}")))
            }
            // The protocol has no word for a turn that was lost.
            _ => self.tell_all(talk, turn),
        }
    }
}

impl Dialect for Nboard {
    fn greet(&mut self, talk: &mut Talk<'_>) -> Result<(), Trouble> {
        self.pings = 0;
        talk.say(&format!("nboard 1\nset depth {}", self.depth))
    }

    fn begin(&mut self, talk: &mut Talk<'_>, turn: &Turn<'_>) -> Result<(), Trouble> {
        self.tell_all(talk, turn)?;
        self.ping(talk)
    }

    fn ask(&mut self, talk: &mut Talk<'_>, turn: &Turn<'_>) -> Result<Reply, Trouble> {
        self.tell_news(talk, turn)?;
        talk.say("go")?;
        talk.await_line(answer)
    }

    fn catch_up(&mut self, talk: &mut Talk<'_>) -> Result<(), Trouble> {
        self.is_lost = true;
        self.ping(talk)
    }

    fn question(&self) -> &'static str {
        "a move (===)"
    }
}

/// What `=== move eval time` says; the eval is the engine's own, from its side.
fn answer(line: &str) -> Option<Reply> {
    let rest = line.strip_prefix("===")?;
    let mut words = rest.split(|c: char| c == '/' || c.is_whitespace()).filter(|word| !word.is_empty());
    let mv = words.next().unwrap_or_default();
    let score = words.next().and_then(|word| word.parse::<f64>().ok()).filter(|score| score.is_finite());
    let said = match mv.to_ascii_lowercase().as_str() {
        "pa" | "pass" | "--" | "ps" => Said::Text("pass".to_owned()),
        "resign" => Said::Resign,
        other => Said::Text(other.to_owned()),
    };
    Some(Reply { said, cpu: None, score })
}

fn move_word(game: &AnyGame, code: MoveCode) -> String {
    match game.text(code).as_str() {
        "pass" => "PA".to_owned(),
        square => square.to_ascii_uppercase(),
    }
}

/// The position as a game that was just set up.
fn ggf(turn: &Turn<'_>) -> String {
    let seconds = turn.clock.left[turn.side].map_or(3600, |left| left.as_secs());
    let time = format!("{:02}:{:02}", seconds / 60, seconds % 60);
    let position = turn.game.downcast_ref::<Othello>().map(Othello::to_string).unwrap_or_default();
    let board: String = position.chars().take(64).map(|square| if square == 'X' { '*' } else { square }).collect();
    let turn_sign = if turn.game.turn() == Side::First { '*' } else { 'O' };
    format!("(;GM[Othello]PC[Joute]PB[first]PW[second]RE[?]TI[{time}]TY[8]BO[8 {board} {turn_sign}];)")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str) -> Option<(Said, Option<f64>)> {
        answer(line).map(|reply| (reply.said, reply.score))
    }

    fn text(mv: &str) -> Said {
        Said::Text(mv.to_owned())
    }

    #[test]
    fn answers_with_slashes_and_with_spaces() {
        assert_eq!(said("=== F5/1.25/0.3"), Some((text("f5"), Some(1.25))));
        assert_eq!(said("=== f5 -3.00 0.0"), Some((text("f5"), Some(-3.0))));
        assert_eq!(said("=== f5 / 0.0 / 1.2"), Some((text("f5"), Some(0.0))));
        assert_eq!(said("===d6//2"), Some((text("d6"), Some(2.0))));
        assert_eq!(said("=== PA"), Some((text("pass"), None)));
        assert_eq!(said("=== resign"), Some((Said::Resign, None)));
        assert_eq!(said("==="), Some((text(""), None)));
        assert_eq!(said("status thinking === f5"), None);
        assert_eq!(said("search f5 1.0 0 8"), None);
    }
}
