//! The lines of the protocol (docs/protocol.md) as text: what the referee says, and what an answer means.

use std::fmt::Write as _;
use std::time::Duration;

use joute_games::{AnyGame, Excerpt, Outcome, Side};
use joute_referee::{Ending, FaultKind, PlayedBy, Ply, Reason, Said, Turn};

/// The protocol's version, said in the greeting.
const PROTOCOL: u32 = 1;
/// What is left of a seed fits the plain integers of every language.
const SEED_SHIFT: u32 = 33;

/// What a program wants to be told on each turn besides the moves, named after its `ready`. It costs time to say, so
/// those who keep a board of their own need not hear it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wants {
    position: bool,
    moves: bool,
    gains: bool,
}

/// What is said before the first move.
pub(crate) fn greeting(turn: &Turn<'_>) -> String {
    let game = turn.game;
    let limit = |limit: Option<Duration>| limit.map_or("-".to_owned(), millis);
    let mut text = format!("joute {PROTOCOL}\ngame {}\nsetup {}\nseat {}\n", game.info().name, game.setup(), turn.side);
    let rules = turn.rules;
    let _ = writeln!(
        text,
        "time {} {} {}",
        limit(turn.clock.left[turn.side]),
        limit(rules.move_time),
        millis(rules.increment)
    );
    let _ = writeln!(text, "seed {}", seed(turn));
    for (hash, content) in game.attachments() {
        let _ = writeln!(text, "file {hash} {}", content.lines().count());
        content.lines().for_each(|line| text += &format!("{line}\n"));
    }
    let _ = writeln!(text, "position {}\nstart", game.position());
    text
}

/// What is said on a turn: every ply since the player's own last move, what it wants to know besides, and the clock.
pub(crate) fn message(turn: &Turn<'_>, told: usize, wants: Wants) -> String {
    let mut text = String::new();
    for ply in news(turn, told) {
        text += if ply.code.is_some() { "play " } else { "" };
        tell(&mut text, turn.game, ply);
        text.push('\n');
    }
    if wants.position {
        let _ = writeln!(text, "position {}", turn.game.position());
    }
    if wants.moves {
        let _ = writeln!(text, "moves {}", turn.game.legal_texts().join(" "));
    }
    if wants.gains {
        text += "gains";
        for mv in turn.game.legal() {
            let _ = write!(text, " {}", turn.game.gain(mv));
        }
        text.push('\n');
    }
    let limit = |limit: Option<Duration>| limit.map_or("-".to_owned(), millis);
    let [own, other] = [turn.side, turn.side.other()].map(|side| limit(turn.clock.left[side]));
    let _ = writeln!(text, "go {own} {other}");
    text
}

/// The plies since the player's own last move, when it was told of the first `told` ones before it.
fn news<'a>(turn: &Turn<'a>, told: usize) -> &'a [Ply] {
    let news = turn.plies.get(told..).unwrap_or_default();
    match news.split_first() {
        Some((own, rest)) if is_known(own, turn.side) => rest,
        _ => news,
    }
}

/// The same as words with spaces between them.
pub fn write_news(turn: &Turn<'_>, told: usize, text: &mut String) {
    for (number, ply) in news(turn, told).iter().enumerate() {
        text.push_str(if number > 0 { " " } else { "" });
        tell(text, turn.game, ply);
    }
}

/// The seed as players are told it.
pub fn seed(turn: &Turn<'_>) -> u64 {
    turn.seed.0 >> SEED_SHIFT
}

/// Whether the player knows a ply because it answered so; a turn it lost, or one the referee played for it, it does not.
fn is_known(ply: &Ply, player: Side) -> bool {
    ply.side == player && ply.by == PlayedBy::Player && ply.code.is_some()
}

/// A move, or `skip` for a turn that was lost.
fn tell(text: &mut String, game: &AnyGame, ply: &Ply) {
    match ply.code {
        Some(code) => game.write_text(code, text),
        None => text.push_str("skip"),
    }
}

/// How it ended, from no side's point of view, and the tallies.
pub(crate) fn farewell(ending: &Ending, tally: [u32; 2]) -> String {
    format!("end {} {} {} {}\n", winner(ending), tally[0], tally[1], how(ending))
}

/// Who won, in one word.
pub fn winner(ending: &Ending) -> String {
    match ending.outcome() {
        Some(Outcome::First) => Side::First.to_string(),
        Some(Outcome::Second) => Side::Second.to_string(),
        Some(Outcome::Draw) => "draw".to_owned(),
        None => "none".to_owned(),
    }
}

/// How it ended, in one word.
pub fn how(ending: &Ending) -> &'static str {
    match ending {
        Ending::Played { .. } => "played",
        Ending::Forfeit { fault, .. } => match fault.kind {
            FaultKind::Overtime => "overtime",
            FaultKind::Illegal => "illegal",
            FaultKind::Crash => "crash",
        },
        Ending::Adjudicated { reason, .. } => match reason {
            Reason::Repetition => "repetition",
            Reason::Cap => "cap",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
            Reason::Exact => "exact",
            Reason::Consent => "consent",
            Reason::Departure => "departure",
        },
        Ending::Aborted => "aborted",
    }
}

/// The answer to a greeting, if the line is one: `ready`, and what the program wants to hear.
pub(crate) fn ready(line: &str) -> Option<Wants> {
    let mut words = line.split_whitespace();
    if words.next() != Some("ready") {
        return None;
    }
    let mut wants = Wants::default();
    for word in words {
        // Other words are of later versions.
        match word {
            "position" => wants.position = true,
            "moves" => wants.moves = true,
            "gains" => wants.gains = true,
            _ => {}
        }
    }
    Some(wants)
}

/// The answer in a line, if it is one: `move X` or `resign`.
pub(crate) fn said(line: &str) -> Option<Said> {
    let line = line.trim();
    if line == "resign" {
        return Some(Said::Resign);
    }
    if line == "move" {
        return Some(Said::Text(String::new()));
    }
    line.strip_prefix("move ").map(|mv| Said::Text(mv.trim().to_owned()))
}

/// What is said about a line that was meant as the answer to a greeting and is not written as one.
pub(crate) fn nearly_ready(line: &str) -> Option<String> {
    let word = line.split_whitespace().next()?;
    word.eq_ignore_ascii_case("ready").then(|| format!("; it wrote {}, and the answer is: ready", Excerpt::of(line)))
}

/// What is said about a line that was meant as a move and is not written as one: the move alone, or another case.
pub(crate) fn nearly_said(line: &str, game: &AnyGame) -> Option<String> {
    let line = line.trim();
    let (word, rest) = line.split_once([' ', ':', '=']).unwrap_or((line, ""));
    let mv = if word.eq_ignore_ascii_case("move") { rest.trim() } else { line };
    let cases = [mv.to_owned(), mv.to_lowercase(), mv.to_uppercase()];
    let meant = cases.iter().find_map(|mv| game.code(mv).ok().filter(|&code| game.is_legal(code)))?;
    Some(format!("; it wrote {}, and the answer is: move {}", Excerpt::of(line), game.text(meant)))
}

/// Whole milliseconds, rounded down so that nobody believes to have more time than there is.
fn millis(time: Duration) -> String {
    time.as_millis().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_catalog::find_game;
    use joute_games::NoFiles;

    #[test]
    fn a_line_that_was_meant_as_an_answer_is_recognised() {
        let game = find_game("othello").unwrap().setup("", &NoFiles).unwrap().start(0).unwrap();
        for line in ["d3", " D3 ", "Move d3", "MOVE: d3", "move=d3"] {
            let told = nearly_said(line, &game).unwrap_or_else(|| panic!("{line}"));
            assert!(told.ends_with("the answer is: move d3"), "{told}");
        }
        for line in ["a1", "thinking about d3", "", "Move"] {
            assert_eq!(nearly_said(line, &game), None, "{line}");
        }
        assert!(nearly_ready("Ready moves").is_some() && nearly_ready("hello").is_none());
    }
}
