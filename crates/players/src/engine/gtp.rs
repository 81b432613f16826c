//! GTP, the protocol of Go programs, as programs for Othello speak it.
//!
//! Commands are sent without numbers, one at a time; an answer begins with `=` or `?`, and whatever else is written is
//! log. Engines differ in whether they want to hear of passes, so a refused pass is nothing; `genmove` plays its move.

use std::time::Duration;

use joute_games::othello::{Othello, Square};
use joute_games::{Excerpt, Side};
use joute_referee::{Fault, PlayedBy, Reply, Said, Turn};

use super::route::route;
use super::talk::{Talk, Trouble};
use super::{Dialect, plain};

/// The state of a conversation.
pub(super) struct Gtp {
    level: Option<u64>,
    /// The moves from the start of Othello to where this game began.
    opening: Vec<Square<8>>,
    /// Plies of the game at its beginning.
    begun: usize,
    /// Plies of the game that the engine knows; the next one may be its own answer.
    told: usize,
    /// Whether its last answer to `genmove` is on its board.
    has_generated: bool,
    /// Whether the engine must be told everything again.
    is_lost: bool,
}

/// An answer of an engine, without its number.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    is_refusal: bool,
    text: String,
}

impl Gtp {
    /// An engine that is told this level, if it knows the command.
    pub(super) fn new(level: Option<u64>) -> Gtp {
        Gtp { level, opening: Vec::new(), begun: 0, told: 0, has_generated: false, is_lost: false }
    }

    /// Puts the engine at the beginning of the game.
    fn set_up(&mut self, talk: &mut Talk<'_>) -> Result<(), Trouble> {
        must(talk, "clear_board")?;
        let mut side = Side::First;
        for mv in self.opening.clone() {
            play(talk, side, &mv.to_string())?;
            side = side.other();
        }
        (self.told, self.has_generated, self.is_lost) = (self.begun, false, false);
        Ok(())
    }

    fn tell_news(&mut self, talk: &mut Talk<'_>, turn: &Turn<'_>) -> Result<(), Trouble> {
        if self.is_lost {
            self.set_up(talk)?;
        }
        let mut news = turn.plies.get(self.told..).unwrap_or_default();
        if let Some((own, rest)) = news.split_first()
            && std::mem::take(&mut self.has_generated)
            && own.side == turn.side
            && own.by == PlayedBy::Player
        {
            news = rest;
        }
        for ply in news {
            let code = ply.code.ok_or_else(|| Fault::crash("a turn that was lost cannot be told over GTP"))?;
            play(talk, ply.side, &turn.game.text(code))?;
        }
        self.told = turn.plies.len();
        Ok(())
    }
}

impl Dialect for Gtp {
    fn greet(&mut self, talk: &mut Talk<'_>) -> Result<(), Trouble> {
        // Programs that play several games want to be told which one; the others know no such command.
        command(talk, "set_game Othello")?;
        if let Some(level) = self.level
            && command(talk, &format!("level {level}"))?.is_refusal
        {
            talk.note("(the engine does not know the command level; its own options may set one)");
        }
        must(talk, "boardsize 8")
    }

    fn begin(&mut self, talk: &mut Talk<'_>, turn: &Turn<'_>) -> Result<(), Trouble> {
        let opening = turn.game.downcast_ref::<Othello>().and_then(|game| route(game, turn.plies));
        self.opening = opening.ok_or_else(|| {
            Fault::crash("over GTP a game begins at the start, and no moves from there to this position were found")
        })?;
        (self.begun, self.is_lost) = (turn.plies.len(), true);
        if let Some(settings) = time_settings(turn) {
            command(talk, &settings)?;
        }
        self.set_up(talk)
    }

    fn ask(&mut self, talk: &mut Talk<'_>, turn: &Turn<'_>) -> Result<Reply, Trouble> {
        self.tell_news(talk, turn)?;
        let colour = colour(turn.side);
        if let Some(left) = turn.clock.left[turn.side] {
            command(talk, &format!("time_left {colour} {} 0", left.as_secs()))?;
        }
        let answer = command(talk, &format!("genmove {colour}"))?;
        if answer.is_refusal {
            return Err(Fault::crash(format!("answered {} to genmove", Excerpt::of(&answer.text))).into());
        }
        self.has_generated = true;
        Ok(plain(move_in(&answer.text)))
    }

    fn catch_up(&mut self, talk: &mut Talk<'_>) -> Result<(), Trouble> {
        self.is_lost = true;
        let late = read(talk)?;
        talk.note(&format!("(too late: {})", late.text));
        Ok(())
    }

    fn question(&self) -> &'static str {
        "the answer to genmove"
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "b",
        Side::Second => "w",
    }
}

/// Says how much time there is, in the whole seconds that the protocol knows.
fn time_settings(turn: &Turn<'_>) -> Option<String> {
    let whole = |time: Duration| time.as_secs().max(1);
    match (turn.clock.left[turn.side], turn.rules.move_time) {
        (Some(left), None) => Some(format!("time_settings {} 0 0", whole(left))),
        (_, Some(limit)) => Some(format!("time_settings 0 {} 1", whole(limit))),
        (None, None) => None,
    }
}

/// Plays a move on the engine's board.
fn play(talk: &mut Talk<'_>, side: Side, mv: &str) -> Result<(), Trouble> {
    let order = format!("play {} {mv}", colour(side));
    let answer = command(talk, &order)?;
    if !answer.is_refusal {
        return Ok(());
    }
    if mv == "pass" {
        talk.note(&format!("(a pass was refused: {})", answer.text));
        return Ok(());
    }
    Err(Fault::crash(format!("refused a legal move: it answered {} to {order}", Excerpt::of(&answer.text))).into())
}

/// A command without which there is no game.
fn must(talk: &mut Talk<'_>, order: &str) -> Result<(), Trouble> {
    let answer = command(talk, order)?;
    if answer.is_refusal {
        return Err(Fault::crash(format!("answered {} to {order}", Excerpt::of(&answer.text))).into());
    }
    Ok(())
}

fn command(talk: &mut Talk<'_>, order: &str) -> Result<Answer, Trouble> {
    talk.say(order)?;
    read(talk)
}

/// The first line of the next answer. What follows it up to a blank line is of no use here, and some engines forget
/// the blank line.
fn read(talk: &mut Talk<'_>) -> Result<Answer, Trouble> {
    talk.await_line(answer)
}

fn answer(line: &str) -> Option<Answer> {
    let (is_refusal, rest) = match line.split_at_checked(1)? {
        ("=", rest) => (false, rest),
        ("?", rest) => (true, rest),
        _ => return None,
    };
    // A number that nobody gave is passed over.
    let text = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim();
    Some(Answer { is_refusal, text: text.to_owned() })
}

/// The move among the words of an answer; where none is one, all of it is evidence.
fn move_in(text: &str) -> Said {
    for word in text.split_whitespace() {
        match word.to_ascii_lowercase().as_str() {
            "resign" => return Said::Resign,
            "pa" | "pass" => return Said::Text("pass".to_owned()),
            word if word.parse::<Square<8>>().is_ok() => return Said::Text(word.to_owned()),
            _ => {}
        }
    }
    Said::Text(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &str) -> (bool, String) {
        answer(line).map(|answer| (answer.is_refusal, answer.text)).unwrap()
    }

    #[test]
    fn answers_with_and_without_numbers() {
        assert_eq!(text("="), (false, String::new()));
        assert_eq!(text("=3"), (false, String::new()));
        assert_eq!(text("=12 GTP GRhino"), (false, "GTP GRhino".to_owned()));
        assert_eq!(text("? syntax error"), (true, "syntax error".to_owned()));
        assert_eq!(text("?7 illegal move"), (true, "illegal move".to_owned()));
        assert_eq!(answer("thinking ="), None);
        assert_eq!(answer(""), None);
        assert_eq!(answer("é"), None);
    }

    #[test]
    fn the_move_is_found_among_the_words() {
        let square = |mv: &str| Said::Text(mv.to_owned());
        assert_eq!(move_in("F5"), square("f5"));
        // A program that repeats the number of an earlier command.
        assert_eq!(move_in("12 f5"), square("f5"));
        assert_eq!(move_in("PASS"), square("pass"));
        assert_eq!(move_in("resign"), Said::Resign);
        assert_eq!(move_in("what"), square("what"));
        assert_eq!(move_in(""), square(""));
    }
}
