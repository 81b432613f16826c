//! The Generic Game Format of the Othello server GGS.
//!
//! A game stands between `(;` and `;)` and is a row of properties such as `PB[name]`: `BO` is the start board with the side
//! to move, `B` and `W` are moves with an evaluation and seconds behind slashes, `RE` is Black's lead with a flag for how
//! it came about (`r` resigned, `t` out of time, `s` agreed).

use joute_games::{AnyGame, Outcome, Side};
use joute_referee::{Ending, Fault, GameRecord, MatchRules, Reason};

use crate::place::{ReadError, WriteError, line_of};
use crate::told;

/// The game of this format.
pub(crate) const GAME: &str = "othello";

/// A property with the byte where it begins.
struct Property<'a> {
    name: &'a str,
    value: &'a str,
    at: usize,
}

pub(crate) fn read(text: &str) -> Result<Vec<GameRecord>, ReadError> {
    let mut records = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find("(;") {
        let begin = at + found + 2;
        let (properties, end) = properties(text, begin)?;
        records.push(game(text, &properties, begin)?);
        at = end;
    }
    if records.is_empty() && !text.trim().is_empty() {
        return Err(ReadError::line(1, "no game: expected one between (; and ;)"));
    }
    Ok(records)
}

fn properties(text: &str, begin: usize) -> Result<(Vec<Property<'_>>, usize), ReadError> {
    let mut found = Vec::new();
    let mut at = begin;
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        if rest.starts_with(";)") {
            return Ok((found, at + 2));
        }
        let fail = |what: &str| Err(ReadError::line(line_of(text, at), what));
        let name = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        if name == 0 {
            let found = rest.chars().next().map_or("the end of the file".to_owned(), |c| format!("{c:?}"));
            return fail(&format!("expected a property such as PB[name] or ;), found {found}"));
        }
        let Some(inside) = rest[name..].strip_prefix('[') else {
            return fail(&format!("property {}: expected a value in brackets", &rest[..name]));
        };
        let Some(close) = inside.find(']') else {
            return fail(&format!("property {}: expected ] after its value", &rest[..name]));
        };
        found.push(Property { name: &rest[..name], value: &inside[..close], at });
        at += name + close + 2;
    }
}

fn game(text: &str, properties: &[Property<'_>], begin: usize) -> Result<GameRecord, ReadError> {
    let value =
        |name: &str| properties.iter().find(|property| property.name == name).map(|property| property.value.trim());
    let line = |property: &Property<'_>| line_of(text, property.at);
    if let Some(other) = value("GM").filter(|game| !game.eq_ignore_ascii_case(GAME)) {
        return Err(ReadError::line(line_of(text, begin), format!("a game of {other}, expected Othello")));
    }
    let board = properties.iter().find(|property| property.name == "BO");
    let start = match board {
        Some(board) => start(board.value).map_err(|what| ReadError::line(line(board), what))?,
        None => told::start(GAME, "size=8").map_err(ReadError::file)?,
    };
    let mut now = start.clone();
    let (mut moves, mut notes) = (Vec::new(), Vec::new());
    for property in properties.iter().filter(|property| matches!(property.name, "B" | "W")) {
        let side = if property.name == "B" { Side::First } else { Side::Second };
        let (played, note) =
            ply(&mut now, side, property.value).map_err(|what| ReadError::line(line(property), what))?;
        notes.resize_with(moves.len() + played.len() - 1, || (None, 0));
        notes.push(note);
        moves.extend(played);
    }
    let names = ["PB", "PW"].map(|name| value(name).unwrap_or_default().to_owned());
    let mut record = told::record(&start, &moves, names);
    for (ply, (score, wall_ns)) in record.plies.iter_mut().zip(notes) {
        (ply.score, ply.wall_ns) = (score, wall_ns);
    }
    for (name, label) in [
        ("PC", "site"),
        ("DT", "date"),
        ("RE", "result"),
        ("TI", "clock"),
        ("RB", "black_rating"),
        ("RW", "white_rating"),
    ] {
        told::label(&mut record, label, value(name).unwrap_or_default());
    }
    if let Some(result) = value("RE") {
        end(&mut record, result);
    }
    Ok(record)
}

/// The board of `BO`: the size, the rows, the side to move.
fn start(board: &str) -> Result<AnyGame, String> {
    let mut words = board.split_whitespace();
    let size = words.next().unwrap_or_default();
    let signs: String = words.collect();
    let squares: String = signs.chars().map(|c| if c == '*' { 'X' } else { c }).collect();
    let Some((side_at, side)) = squares.char_indices().next_back() else {
        return Err("BO: an empty board, expected a size, rows of * O - and the side to move".to_owned());
    };
    let start = told::start(GAME, &format!("size={size}")).map_err(|error| format!("BO: {error}"))?;
    start.at(&format!("{} {side}", &squares[..side_at])).map_err(|error| format!("BO: {error}"))
}

/// What a player noted at a ply: an evaluation, and thinking time in nanoseconds.
type Note = (Option<f64>, u64);

/// One move with a forced pass before it that was left out.
fn ply(now: &mut AnyGame, side: Side, value: &str) -> Result<(Vec<joute_games::MoveCode>, Note), String> {
    let mut fields = value.split('/').map(str::trim);
    let mv = fields.next().unwrap_or_default();
    let score = fields.next().filter(|score| !score.is_empty()).and_then(|score| score.parse::<f64>().ok());
    let nanos = fields
        .next()
        .and_then(|seconds| seconds.parse::<f64>().ok())
        .map_or(0, |seconds| (seconds * 1e9).round() as u64);
    let mut played = Vec::new();
    if now.turn() != side
        && let Some(pass) = now.forced()
    {
        now.play(pass);
        played.push(pass);
    }
    if now.turn() != side {
        return Err(format!("{mv}: a move of {side}, and it is {}'s turn", now.turn()));
    }
    let text = if mv.to_ascii_lowercase().starts_with("pa") { "pass".to_owned() } else { mv.to_ascii_lowercase() };
    played.push(now.try_play(&text).map_err(|error| error.to_string())?);
    Ok((played, (score.filter(|score| score.is_finite()), nanos)))
}

/// The ending that `RE` tells for a game that its moves do not finish.
fn end(record: &mut GameRecord, result: &str) {
    let (lead, flag) = result.split_once(':').unwrap_or((result, ""));
    let Ok(lead) = lead.trim().parse::<f64>() else { return };
    let outcome = if lead > 0.0 {
        Outcome::First
    } else if lead < 0.0 {
        Outcome::Second
    } else {
        Outcome::Draw
    };
    let is_over = record.ending.is_some();
    match (flag.trim(), outcome.winner()) {
        ("r", Some(_)) if !is_over => {
            record.ending = Some(Ending::Adjudicated { outcome, reason: Reason::Resignation });
        }
        ("t", Some(winner)) if !is_over => {
            let fault = Fault::overtime("out of time, as the file tells");
            record.ending = Some(Ending::Forfeit { by: winner.other(), fault });
        }
        _ => {}
    }
}

pub(crate) fn write(records: &[GameRecord]) -> Result<String, WriteError> {
    let mut text = String::new();
    for (index, record) in records.iter().enumerate() {
        text += &game_text(record).map_err(|what| WriteError::new(index, what))?;
        text.push('\n');
    }
    Ok(text)
}

fn game_text(record: &GameRecord) -> Result<String, String> {
    told::expect_game(record, GAME)?;
    let positions = told::positions(record)?;
    let (start, size) = (positions[0].position(), positions[0].total().isqrt() as usize);
    let label = |name: &str| record.labels.get(name).map_or("", String::as_str);
    let [black, white] = record.players.each_ref().map(|player| safe(&player.name));
    let mut text = format!("(;GM[Othello]PC[{}]DT[{}]PB[{black}]PW[{white}]", safe(label("site")), safe(label("date")));
    for (name, key) in [("RB", "black_rating"), ("RW", "white_rating")] {
        text += &property(name, label(key));
    }
    text += &property("TI", &clock(record));
    text += &format!("TY[{size}]{}", property("RE", &result(record)));
    text += &format!("BO[{size} {}]", board(&start, size));
    for (side, ply, mv) in told::moves(record)? {
        let score = ply.score.map(|score| score.to_string()).unwrap_or_default();
        let time = if ply.wall_ns == 0 { String::new() } else { seconds(ply.wall_ns) };
        let notes = format!("{mv}/{score}/{time}");
        let name = if side == Side::First { 'B' } else { 'W' };
        text += &format!("{name}[{}]", notes.trim_end_matches('/'));
    }
    Ok(text + ";)")
}

fn property(name: &str, value: &str) -> String {
    if value.is_empty() { String::new() } else { format!("{name}[{}]", safe(value)) }
}

/// A value that cannot end its property.
fn safe(value: &str) -> String {
    value
        .chars()
        .map(|c| match c {
            '[' => '(',
            ']' => ')',
            '\n' | '\r' => ' ',
            c => c,
        })
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Whole seconds and as many decimals as it takes.
fn seconds(nanos: u64) -> String {
    format!("{}.{:09}", nanos / 1_000_000_000, nanos % 1_000_000_000)
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}

fn clock(record: &GameRecord) -> String {
    let rules: Option<MatchRules> = record.rules.parse().ok();
    let given = rules.and_then(|rules| rules.shared_clock()).map(|(time, more)| (time.as_secs(), more.as_secs()));
    let text = |seconds: u64| format!("{:02}:{:02}", seconds / 60, seconds % 60);
    given.map_or_else(
        || record.labels.get("clock").cloned().unwrap_or_default(),
        |(time, more)| format!("{}/{}", text(time), text(more)),
    )
}

fn result(record: &GameRecord) -> String {
    let lead = i64::from(record.tally[0]) - i64::from(record.tally[1]);
    let won = |side: Side| if side == Side::First { "+64" } else { "-64" };
    match &record.ending {
        Some(Ending::Forfeit { by, .. }) => format!("{}:t", won(by.other())),
        Some(Ending::Adjudicated { outcome, reason: Reason::Resignation }) => {
            outcome.winner().map_or_else(|| "0:r".to_owned(), |winner| format!("{}:r", won(winner)))
        }
        Some(_) => format!("{lead:+}"),
        None => record.labels.get("result").cloned().unwrap_or_default(),
    }
}

/// Rows with spaces between them and the side to move, Black's discs as stars.
fn board(position: &str, size: usize) -> String {
    let signs: Vec<char> = position.chars().map(|c| if c == 'X' { '*' } else { c }).collect();
    let (squares, side) = signs.split_at((size * size).min(signs.len()));
    let rows: Vec<String> = squares.chunks(size).map(|row| row.iter().collect()).collect();
    format!("{} {}", rows.join(" "), side.iter().collect::<String>().trim())
}
