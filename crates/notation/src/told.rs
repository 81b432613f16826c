//! Records of games that somebody else played: what is known goes in, the rest follows from the rules.

use joute_catalog::find_game;
use joute_games::random::Seed;
use joute_games::{AnyGame, MoveCode, NoFiles, Outcome, SetupError, Side};
use joute_messages::message;
use joute_referee::{Ending, GameRecord, Identity, MatchRules, PlyRecord};

/// The start position of a setup.
pub(crate) fn start(game: &str, setup: &str) -> Result<AnyGame, SetupError> {
    let unknown = || SetupError::bad_value("game", game, message!("expected-game"));
    find_game(game).ok_or_else(unknown)?.setup(setup, &NoFiles)?.start(0)
}

/// The record of some legal moves; a game that is over by them has its ending.
pub(crate) fn record(start: &AnyGame, moves: &[MoveCode], players: [String; 2]) -> GameRecord {
    let mut game = start.clone();
    let plies = moves.iter().map(|mv| ply(&mut game, *mv)).collect();
    let outcome = Outcome::of_tallies(game.tallies());
    let rules = MatchRules { time: None, ..MatchRules::default() };
    let players = players.map(|name| Identity { name, locator: "imported".to_owned(), ..Identity::default() });
    let ending = game.is_over().then_some(Ending::Played { outcome });
    let record = GameRecord::new(start, &rules, players, Seed(0));
    GameRecord { plies, ending, tally: game.tallies(), ..record }
}

fn ply(game: &mut AnyGame, mv: MoveCode) -> PlyRecord {
    let (side, forced, text) = (game.turn(), game.forced() == Some(mv), game.text(mv));
    game.play(mv);
    PlyRecord::new(side, Some(text), forced)
}

/// Adds a label unless it says nothing.
pub(crate) fn label(record: &mut GameRecord, name: &str, value: &str) {
    if !value.trim().is_empty() && value.trim() != "?" {
        record.labels.insert(name.to_owned(), value.trim().to_owned());
    }
}

/// The positions of a record, judged again; errors are for people.
pub(crate) fn positions(record: &GameRecord) -> Result<Vec<AnyGame>, String> {
    let entry = find_game(&record.game).ok_or_else(|| format!("there is no game called {:?}", record.game))?;
    let source = entry.setup(&record.setup, &record.attachments()).map_err(|error| error.to_string())?;
    let start = source.start(0).map(|start| start.at(&record.start)).map_err(|error| error.to_string())?;
    record.replay(&start.map_err(|error| error.to_string())?).map_err(|error| error.to_string())
}

/// The moves of a record; one that lost a turn has none to write.
pub(crate) fn moves(record: &GameRecord) -> Result<Vec<(Side, &PlyRecord, &str)>, String> {
    let told = |ply: &'_ PlyRecord| ply.mv.is_none();
    if record.plies.iter().any(told) {
        return Err("a turn was lost without a move, which only the json format can tell".to_owned());
    }
    Ok(record.plies.iter().filter_map(|ply| Some((ply.side, ply, ply.mv.as_deref()?))).collect())
}

/// Refuses a game of another kind.
pub(crate) fn expect_game(record: &GameRecord, name: &str) -> Result<(), String> {
    if record.game == name { Ok(()) } else { Err(format!("a game of {}, and this format is for {name}", record.game)) }
}
