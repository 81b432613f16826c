//! The WTHOR base: games of a year with the numbers of their players and tournaments, whose names are in files beside.
//! The layout is told in [`joute_games::othello::wthor`].

use joute_games::othello::wthor::{Games, Record, WthorError};
use joute_games::{AnyGame, MoveCode, Outcome, Side};
use joute_referee::{Ending, GameRecord};

use crate::place::{ReadError, WriteError};
use crate::told;

/// The game of this format.
pub(crate) const GAME: &str = "othello";

/// The names that a base's games refer to by number; those that are missing are told as numbers.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// Players, from a `.JOU` file.
    pub players: Vec<String>,
    /// Tournaments, from a `.TRN` file.
    pub tournaments: Vec<String>,
}

/// A base of our own: games, and the names they refer to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WthorFiles {
    /// The `.wtb` file.
    pub games: Vec<u8>,
    /// The `.JOU` file.
    pub players: Vec<u8>,
    /// The `.TRN` file.
    pub tournaments: Vec<u8>,
}

const HEADER: usize = 16;
const GAME_BYTES: usize = 68;

pub(crate) fn read(bytes: &[u8], names: &Names) -> Result<Vec<GameRecord>, ReadError> {
    let games = Games::parse(bytes).map_err(|error| placed(&error))?;
    let start = told::start(GAME, "size=8").map_err(ReadError::file)?;
    let game = |(index, record): (usize, &Record)| {
        game(&start, record, games.year, names).map_err(|error| in_game(index, &error))
    };
    games.records.iter().enumerate().map(game).collect()
}

/// Where an error of the file's shape lies.
fn placed(error: &WthorError) -> ReadError {
    match error {
        WthorError::Square { game, at, .. } => ReadError::byte(HEADER + game * GAME_BYTES + 8 + at, error),
        WthorError::Discs { game, .. } => ReadError::byte(HEADER + game * GAME_BYTES + 6, error),
        WthorError::BoardSize(_) => ReadError::byte(12, error),
        _ => ReadError::file(error),
    }
}

/// Where an illegal move lies.
fn in_game(index: usize, error: &WthorError) -> ReadError {
    let at = if let WthorError::Illegal { at, .. } = error { *at } else { 0 };
    ReadError::byte(HEADER + index * GAME_BYTES + 8 + at, format!("game {}: {error}", index + 1))
}

fn game(start: &AnyGame, game: &Record, year: u16, names: &Names) -> Result<GameRecord, WthorError> {
    let replay = game.replay()?;
    // A square's number is its code in the erased game, a pass included.
    let moves: Vec<MoveCode> = replay.moves.iter().filter_map(|mv| start.code(&mv.to_string()).ok()).collect();
    let name = |number: u16| named(&names.players, number);
    let mut record = told::record(start, &moves, [name(game.black), name(game.white)]);
    told::label(&mut record, "event", &named(&names.tournaments, game.tournament));
    told::label(&mut record, "date", &year.to_string());
    told::label(&mut record, "best", &format!("{}-{}", game.best_black_discs, 64 - game.best_black_discs));
    if record.ending.is_none() {
        // Not played to its end; the base tells the score and not why.
        told::label(&mut record, "result", &format!("{}-{}", game.black_discs, 64 - game.black_discs));
    }
    Ok(record)
}

fn named(names: &[String], number: u16) -> String {
    names.get(usize::from(number)).cloned().unwrap_or_else(|| format!("#{number}"))
}

/// Writes games as a base.
pub fn write(records: &[GameRecord]) -> Result<WthorFiles, WriteError> {
    let mut names = Names::default();
    let mut games = Vec::new();
    for (index, record) in records.iter().enumerate() {
        games.extend(game_bytes(record, &mut names).map_err(|what| WriteError::new(index, what))?);
    }
    let year = records.first().and_then(|record| record.labels.get("date")?.get(..4)?.parse().ok()).unwrap_or(0_u16);
    let count = u32::try_from(records.len()).unwrap_or(u32::MAX);
    Ok(WthorFiles {
        games: [header(count, 0, year).to_vec(), games].concat(),
        players: name_file(&names.players, 20),
        tournaments: name_file(&names.tournaments, 26),
    })
}

fn header(games: u32, names: u16, year: u16) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[4..8].copy_from_slice(&games.to_le_bytes());
    header[8..10].copy_from_slice(&names.to_le_bytes());
    header[10..12].copy_from_slice(&year.to_le_bytes());
    header[12] = 8;
    header
}

fn game_bytes(record: &GameRecord, names: &mut Names) -> Result<[u8; GAME_BYTES], String> {
    told::expect_game(record, GAME)?;
    let positions = told::positions(record)?;
    let usual = told::start(GAME, "size=8").map_err(|error| error.to_string())?;
    if positions[0] != usual {
        return Err("it does not begin at the usual start of the 8 x 8 board, as games of the base do".to_owned());
    }
    let mut bytes = [0; GAME_BYTES];
    let event = record.labels.get("event").map_or("", String::as_str);
    let numbers = [
        number(&mut names.tournaments, event)?,
        number(&mut names.players, &record.players[0].name)?,
        number(&mut names.players, &record.players[1].name)?,
    ];
    for (place, number) in numbers.into_iter().enumerate() {
        bytes[2 * place..2 * place + 2].copy_from_slice(&number.to_le_bytes());
    }
    bytes[6] = black_discs(record);
    bytes[7] = pair(record.labels.get("best")).map_or(bytes[6], |[black, _]| black);
    let squares = told::moves(record)?.into_iter().map(|(_, _, mv)| mv).filter(|mv| *mv != "pass");
    for (place, mv) in squares.enumerate() {
        let mv = mv.as_bytes();
        bytes[8 + place] = (mv[1] - b'0') * 10 + (mv[0] - b'a' + 1);
    }
    Ok(bytes)
}

/// Black's discs with the empty squares given to the winner.
fn black_discs(record: &GameRecord) -> u8 {
    if let Some([black, _]) = pair(record.labels.get("result")) {
        return black;
    }
    let [black, white] = record.tally.map(|count| count.min(64) as u8);
    let winner = match &record.ending {
        Some(Ending::Forfeit { by, .. }) => return if *by == Side::First { 0 } else { 64 },
        Some(ending) => ending.outcome().unwrap_or(Outcome::Draw),
        None => Outcome::of_tallies(record.tally),
    };
    match winner {
        Outcome::First => 64 - white,
        Outcome::Second => black,
        Outcome::Draw => 32,
    }
}

/// The two numbers of `40-24`, no more than a board has.
fn pair(text: Option<&String>) -> Option<[u8; 2]> {
    let (black, white) = text?.split_once('-')?;
    let (black, white) = (black.parse().ok()?, white.parse().ok()?);
    (black <= 64_u8 && white <= 64_u8).then_some([black, white])
}

fn number(names: &mut Vec<String>, name: &str) -> Result<u16, String> {
    let index = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    u16::try_from(index).map_err(|_| "more than 65,536 names, which the base cannot number".to_owned())
}

/// Names in Latin-1, cut to their field, a zero behind each.
fn name_file(names: &[String], size: usize) -> Vec<u8> {
    let mut bytes = header(0, names.len() as u16, 0).to_vec();
    for name in names {
        let mut field: Vec<u8> =
            name.chars().take(size - 1).map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
        field.resize(size, 0);
        bytes.extend(field);
    }
    bytes
}

/// Bytes as Latin-1, the first 256 characters of Unicode.
pub(crate) fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}
