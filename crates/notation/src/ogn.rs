//! Oware Game Notation: tags in brackets and then moves, much as chess has it.
//!
//! Tags are `[Name "value"]`: `South` and `North` are the players, `Variant` the rules, `FEN` a start other than the usual
//! one, `Result` the seeds of both, `Setup` (ours) the exact rule set. A move is a letter, `A` to `F` for South and `a` to
//! `f` for North, with what it captures behind a plus; move numbers, comments in braces and variations in parentheses are
//! skipped.

use joute_games::{AnyGame, MoveCode, Outcome, Settlement};
use joute_referee::{Ending, GameRecord, Reason};

use crate::place::{ReadError, WriteError, line_of};
use crate::told;

/// The game of this format.
pub(crate) const GAME: &str = "awale";

/// What may stand between moves besides numbers.
const MARKS: &str = ".+-*?!";

struct Tag {
    name: String,
    value: String,
}

/// What of a text is not read yet.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

pub(crate) fn read(text: &str) -> Result<Vec<GameRecord>, ReadError> {
    let mut reader = Reader { text: text.trim_start_matches('\u{feff}'), at: 0 };
    let mut records = Vec::new();
    while !reader.rest().is_empty() {
        records.push(reader.game()?);
    }
    Ok(records)
}

impl<'a> Reader<'a> {
    /// What is left, without the space before it.
    fn rest(&mut self) -> &'a str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    fn fail<T>(&self, what: impl std::fmt::Display) -> Result<T, ReadError> {
        Err(ReadError::line(line_of(self.text, self.at), what))
    }

    fn game(&mut self) -> Result<GameRecord, ReadError> {
        let begin = self.at;
        let tags = self.tags()?;
        let value = |name: &str| tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.trim());
        let setup = value("Setup").map_or_else(|| setup_of(value("Variant").unwrap_or_default()), str::to_owned);
        let start = start(&setup, value("FEN")).map_err(|what| ReadError::line(line_of(self.text, begin), what))?;
        let moves = self.moves(&start)?;
        let names =
            ["South", "North"].map(|name| value(name).filter(|name| *name != "?").unwrap_or_default().to_owned());
        let mut record = told::record(&start, &moves, names);
        for (name, label) in [("Event", "event"), ("Site", "site"), ("Date", "date"), ("Round", "round")] {
            told::label(&mut record, label, value(name).unwrap_or_default());
        }
        if let Some(result) = value("Result").filter(|result| *result != "*") {
            end(&mut record, &start, &moves, result);
        }
        Ok(record)
    }

    fn tags(&mut self) -> Result<Vec<Tag>, ReadError> {
        let mut tags = Vec::new();
        while let Some(inside) = self.rest().strip_prefix('[') {
            let name: String = inside.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let Some(open) = inside.find('"').filter(|_| !name.is_empty()) else {
                return self.fail("a tag without a value, expected [Name \"value\"]");
            };
            let Some((value, length)) = quoted(&inside[open + 1..]) else {
                return self.fail(format!("tag {name}: expected a quote after its value"));
            };
            let after = &inside[open + 1 + length..];
            let Some(close) = after.find(']').filter(|close| after[..*close].trim().is_empty()) else {
                return self.fail(format!("tag {name}: expected ] after its value"));
            };
            self.at += 1 + open + 1 + length + close + 1;
            tags.push(Tag { name, value });
        }
        Ok(tags)
    }

    /// The moves up to the tags of the next game.
    fn moves(&mut self, start: &AnyGame) -> Result<Vec<MoveCode>, ReadError> {
        let mut now = start.clone();
        let mut moves = Vec::new();
        loop {
            let rest = self.rest();
            match rest.chars().next() {
                None | Some('[') => return Ok(moves),
                Some('{') => self.skip_to('}', "comment")?,
                Some('(') => self.skip_to(')', "variation")?,
                Some(letter) if letter.is_ascii_alphabetic() => {
                    match now.try_play(&letter.to_string()) {
                        Ok(mv) => moves.push(mv),
                        Err(error) => return self.fail(format!("move {}: {error}", moves.len() + 1)),
                    }
                    self.at += 1;
                }
                Some(c) if c.is_ascii_digit() || MARKS.contains(c) => self.at += 1,
                Some(c) => return self.fail(format!("found {c:?}, expected a move, a number, a comment or a tag")),
            }
        }
    }

    fn skip_to(&mut self, end: char, what: &str) -> Result<(), ReadError> {
        match self.text[self.at..].find(end) {
            Some(length) => self.at += length + 1,
            None => return self.fail(format!("a {what} that does not end, expected {end}")),
        }
        Ok(())
    }
}

/// A value up to its quote, and how many bytes it takes with the quote.
fn quoted(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, at + 1)),
            '\\' => value.push(letters.next()?.1),
            other => value.push(other),
        }
    }
    None
}

/// The setup of a variant's name; what is not known is the usual game.
fn setup_of(variant: &str) -> String {
    let known = ["abapa", "awari", "francois", "kalah"].into_iter().find(|name| variant.eq_ignore_ascii_case(name));
    known.map(|name| format!("rules={name}")).unwrap_or_default()
}

fn start(setup: &str, position: Option<&str>) -> Result<AnyGame, String> {
    let start = told::start(GAME, setup).map_err(|error| error.to_string())?;
    match position {
        Some(position) => start.at(position).map_err(|error| format!("tag FEN: {error}")),
        None => Ok(start),
    }
}

/// The ending that `Result` tells for a game that its moves do not finish: the seeds say which rule settled it.
fn end(record: &mut GameRecord, start: &AnyGame, moves: &[MoveCode], result: &str) {
    if record.ending.is_some() {
        return;
    }
    let mut last = start.clone();
    moves.iter().for_each(|mv| last.play(*mv));
    let tally = result.split_once('-').and_then(|(a, b)| Some([a.trim().parse().ok()?, b.trim().parse().ok()?]));
    let settled = [(Settlement::Repetition, Reason::Repetition), (Settlement::Cap, Reason::Cap)];
    for (settlement, reason) in settled {
        if Some(last.settle(settlement)) == tally {
            record.tally = last.settle(settlement);
            record.ending = Some(Ending::Adjudicated { outcome: Outcome::of_tallies(record.tally), reason });
            return;
        }
    }
    told::label(record, "result", result);
}

pub(crate) fn write(records: &[GameRecord]) -> Result<String, WriteError> {
    let mut text = String::new();
    for (index, record) in records.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        text += &game_text(record).map_err(|what| WriteError::new(index, what))?;
    }
    Ok(text)
}

fn game_text(record: &GameRecord) -> Result<String, String> {
    told::expect_game(record, GAME)?;
    let positions = told::positions(record)?;
    let usual = told::start(GAME, &record.setup).map_err(|error| error.to_string())?;
    let label = |name: &str| record.labels.get(name).map_or("?", String::as_str);
    let result = match (&record.ending, record.labels.get("result")) {
        (None | Some(Ending::Aborted), None) => "*".to_owned(),
        (None, Some(result)) => result.clone(),
        _ => format!("{}-{}", record.tally[0], record.tally[1]),
    };
    let name = |side: usize| if record.players[side].name.is_empty() { "?" } else { &record.players[side].name };
    let mut text = String::new();
    let tags = [
        ("Variant", variant(&record.setup)),
        ("Event", label("event")),
        ("Site", label("site")),
        ("Date", label("date")),
        ("Round", label("round")),
        ("South", name(0)),
        ("North", name(1)),
        ("Result", &result),
        ("Setup", &record.setup),
    ];
    tags.iter().for_each(|(name, value)| text += &tag(name, value));
    if let Some(ending) = &record.ending {
        text += &tag("Termination", &ending.to_string());
    }
    if positions[0] != usual {
        text += &tag("FEN", &record.start);
    }
    text.push('\n');
    // What another program wrote as a result may look like moves.
    let is_plain = result.chars().all(|c| c.is_ascii_digit() || MARKS.contains(c));
    text += &movetext(record, &positions, if is_plain { &result } else { "*" })?;
    Ok(text)
}

/// Numbered moves with what they capture, in lines that are easy to read.
fn movetext(record: &GameRecord, positions: &[AnyGame], result: &str) -> Result<String, String> {
    let (mut text, mut line) = (String::new(), String::new());
    for (index, (side, _, mv)) in told::moves(record)?.into_iter().enumerate() {
        let gained = positions[index + 1].tallies()[side].saturating_sub(positions[index].tallies()[side]);
        let number = if index % 2 == 0 { format!("{}. ", index / 2 + 1) } else { String::new() };
        let capture = if gained > 0 { format!("+{gained}") } else { String::new() };
        let word = format!("{number}{mv}{capture}");
        if line.len() + word.len() > 78 {
            text += &(line.trim_end().to_owned() + "\n");
            line.clear();
        }
        line += &(word + " ");
    }
    Ok(text + &line + result + "\n")
}

fn variant(setup: &str) -> &str {
    setup.split(',').find_map(|pair| pair.strip_prefix("rules=")).unwrap_or("abapa")
}

fn tag(name: &str, value: &str) -> String {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""))
}
