//! The dialect of UCI that Oware programs speak.
//!
//! A position is `startpos` or `fen 4-4-...-0-0-S`, with the moves since then as one word (`FfEa`). An engine that does
//! not like what it is told usually keeps silent, so nothing is said that it could dislike: moves of one word take turns.

use joute_games::AnyGame;
use joute_games::awale::{Rules, Setup};
use joute_games::{GameSetup, NoFiles};
use joute_referee::{Ply, Reply, Said, Turn};

use super::talk::{Talk, Trouble};
use super::{Dialect, plain, share_of_clock};
use crate::locator::{Locator, LocatorError};

/// The board that these engines know.
const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
/// The option by which our own engine is told the rules; others play one set of rules and have no such option.
const RULES_OPTION: &str = "Rules";

/// The state of a conversation.
pub(super) struct Uci {
    depth: Option<u64>,
    /// The rules it was told, if it can be told.
    has_rules_option: bool,
    /// Whether it was told to stop and has not answered yet.
    is_stopping: bool,
    /// The position that the moves are told from, and how many plies were played before it.
    base: (String, usize),
}

impl Uci {
    /// An engine that is told to look at most so many plies ahead.
    pub(super) fn new(depth: Option<u64>) -> Uci {
        Uci { depth, has_rules_option: false, is_stopping: false, base: (String::new(), 0) }
    }

    fn wait_until_ready(&mut self, talk: &mut Talk<'_>) -> Result<(), Trouble> {
        talk.say("isready")?;
        talk.await_line(|line| (line == "readyok").then_some(()))
    }

    /// Where the game stands, in words that every engine can follow.
    fn position(&mut self, turn: &Turn<'_>) -> String {
        let since = turn.plies.get(self.base.1..).unwrap_or_default();
        let Some(moves) = alternating(turn.game, since) else {
            self.base = (turn.game.position(), turn.plies.len());
            return place(&self.base.0);
        };
        let place = place(&self.base.0);
        if moves.is_empty() { place } else { format!("{place} moves {moves}") }
    }

    fn go(&self, turn: &Turn<'_>) -> String {
        let time = share_of_clock(turn).as_millis().max(1);
        match self.depth {
            Some(depth) => format!("go depth {depth} movetime {time}"),
            None => format!("go movetime {time}"),
        }
    }
}

impl Dialect for Uci {
    fn greet(&mut self, talk: &mut Talk<'_>) -> Result<(), Trouble> {
        (self.has_rules_option, self.is_stopping) = (false, false);
        talk.say("uci")?;
        loop {
            let line = talk.hear()?;
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some("uciok"), ..) => return Ok(()),
                (Some("option"), Some("name"), Some(name)) if name.eq_ignore_ascii_case(RULES_OPTION) => {
                    self.has_rules_option = true;
                }
                _ => {}
            }
            talk.note(&line);
        }
    }

    fn begin(&mut self, talk: &mut Talk<'_>, turn: &Turn<'_>) -> Result<(), Trouble> {
        self.base = (turn.game.position(), turn.plies.len());
        if self.has_rules_option
            && let Some(rules) = rules_of_game(turn.game)
        {
            talk.say(&format!("setoption name {RULES_OPTION} value {rules}"))?;
        }
        talk.say("ucinewgame")?;
        self.wait_until_ready(talk)
    }

    fn ask(&mut self, talk: &mut Talk<'_>, turn: &Turn<'_>) -> Result<Reply, Trouble> {
        let position = self.position(turn);
        talk.say(&format!("position {position}\n{}", self.go(turn)))?;
        let mv = talk.await_line(best_move)?;
        Ok(plain(if mv == "resign" { Said::Resign } else { Said::Text(mv) }))
    }

    fn catch_up(&mut self, talk: &mut Talk<'_>) -> Result<(), Trouble> {
        if !std::mem::replace(&mut self.is_stopping, true) {
            talk.say("stop")?;
        }
        let late = talk.await_line(best_move)?;
        self.is_stopping = false;
        talk.note(&format!("(too late: bestmove {late})"));
        self.wait_until_ready(talk)
    }

    fn question(&self) -> &'static str {
        "bestmove"
    }
}

fn place(position: &str) -> String {
    if position == START { "startpos".to_owned() } else { format!("fen {position}") }
}

/// The moves as one word, if no turn was lost and nobody moved twice running: the dialect cannot say that.
fn alternating(game: &AnyGame, plies: &[Ply]) -> Option<String> {
    let takes_turns = plies.windows(2).all(|pair| pair[0].side != pair[1].side);
    let is_next = plies.last().is_none_or(|ply| ply.side != game.turn());
    if !takes_turns || !is_next {
        return None;
    }
    plies.iter().map(|ply| Some(game.text(ply.code?))).collect()
}

fn best_move(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_owned())
}

/// The rules an engine plays, as its locator says.
pub(super) fn rules_of(locator: &Locator) -> Result<&'static str, LocatorError> {
    let names = Rules::NAMED.map(|(name, _)| name);
    Ok(locator.word("rules", &names, "abapa, awari, francois or kalah")?.unwrap_or(names[0]))
}

fn rules_of_game(game: &AnyGame) -> Option<&'static str> {
    let setup = Setup::parse(&game.setup(), &NoFiles).ok()?;
    let is_usual = setup == Setup::standard(setup.rules);
    setup.rules.name().filter(|_| is_usual)
}

/// Why an engine of these rules cannot play this game, if so.
pub(super) fn refusal(game: &AnyGame, locator: &Locator) -> Option<String> {
    if game.info().name != "awale" {
        return Some(format!("engines of this protocol play awale, not {}", game.info().name));
    }
    let rules = rules_of(locator).ok()?;
    match rules_of_game(game) {
        Some(played) if played == rules => None,
        Some(played) => Some(format!(
            "the engine plays {rules}, the game is {played}; an engine that plays it is ...?rules={played}"
        )),
        None => Some(format!("the engine plays {rules} on 6 pits with 4 seeds, the game is {}", game.setup())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_is_one_word() {
        assert_eq!(best_move("bestmove F ponder a").as_deref(), Some("F"));
        assert_eq!(best_move("bestmove 0000").as_deref(), Some("0000"));
        assert_eq!(best_move("bestmove").as_deref(), Some(""));
        assert_eq!(best_move("info depth 3 pv bestmove"), None);
    }

    #[test]
    fn the_start_has_a_name() {
        assert_eq!(place(START), "startpos");
        assert_eq!(place("0-1-S"), "fen 0-1-S");
    }
}
