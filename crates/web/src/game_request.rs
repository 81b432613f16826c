//! What games are begun from: what somebody asks for, the record and the board that come of it, and those of a rematch.

use joute_catalog::find_game;
use joute_games::random::Seed;
use joute_games::{AnyGame, NoFiles, Side};
use joute_players::Workshop;
use joute_referee::{GameRecord, Identity, MatchRules};
use joute_store::GameId;

use crate::dates;
use crate::notes::Note;
use crate::room::{RoomError, start_of};

/// A game somebody wants to play or see.
#[derive(Debug, Clone)]
pub(crate) struct GameRequest {
    pub(crate) game: String,
    pub(crate) setup: String,
    /// A position to start from instead of the setup's own.
    pub(crate) position: Option<String>,
    /// Who sits where: `human` or a built-in player, and what they are called if not by their own name.
    pub(crate) seats: [(String, Option<String>); 2],
    pub(crate) rules: MatchRules,
    pub(crate) seed: u64,
    /// Who invites the other side, where a friend is to sit there.
    pub(crate) host: Option<Side>,
    /// What is known about the table already.
    pub(crate) note: Note,
}

/// A label: the side that may invite the other, and is shown its link.
pub(crate) const HOST: &str = "host";
/// A label: when it was begun.
pub(crate) const DATE: &str = "date";
/// A label: the number of the game that this one goes on from.
pub(crate) const CONTINUES: &str = "continues";
/// A label: the number of the game that this one is the rematch of.
pub(crate) const FOLLOWS: &str = "follows";

/// The record of a game that is to begin, and its start.
pub(crate) fn record_of(workshop: &Workshop, request: &GameRequest) -> Result<(GameRecord, AnyGame), RoomError> {
    let seed = Seed(request.seed);
    let start = served_start(&request.game, &request.setup, request.position.as_deref(), seed.purpose("board").0)?;
    let seat = |side: Side| -> Result<Identity, RoomError> {
        let (locator, name) = &request.seats[side];
        let entrant = workshop.entrant(locator)?;
        entrant.check(&start)?;
        let own = entrant.identity.clone();
        Ok(Identity { name: name.clone().unwrap_or_else(|| own.name.clone()), ..own })
    };
    let mut record = GameRecord::new(&start, &request.rules, [seat(Side::First)?, seat(Side::Second)?], seed);
    record.labels.extend(request.host.map(|side| (HOST.to_owned(), side.to_string())));
    record.labels.insert(DATE.to_owned(), dates::now());
    Ok((record, start))
}

/// The start of a board that visitors are offered: what is too large is refused before it is drawn.
pub(crate) fn served_start(game: &str, setup: &str, position: Option<&str>, seed: u64) -> Result<AnyGame, RoomError> {
    let entry = find_game(game).ok_or_else(|| RoomError::Game(game.to_owned()))?;
    let most = entry.largest_served;
    let source = entry.setup(setup, &NoFiles)?;
    if source.cells().is_some_and(|cells| cells > most) {
        return Err(RoomError::Large(most));
    }
    let start = source.start(seed)?;
    let Some(position) = position else { return Ok(start) };
    let start = start.at(position)?;
    if start.view().parts.len() > most as usize { Err(RoomError::Large(most)) } else { Ok(start) }
}

/// The start of a stored game. Earlier programs let visitors have boards of any size: those that are too large are not drawn.
pub(crate) fn served_again(record: &GameRecord) -> Result<AnyGame, RoomError> {
    check_served(record)?;
    start_of(record)
}

/// Refuses a stored game whose board is larger than visitors are offered; nothing is drawn to know it.
pub(crate) fn check_served(record: &GameRecord) -> Result<(), RoomError> {
    let entry = find_game(&record.game).ok_or_else(|| RoomError::Game(record.game.clone()))?;
    let most = entry.largest_served;
    let cells = entry.setup(&record.setup, &record.attachments())?.cells().unwrap_or_default();
    if cells.max(u32::try_from(record.start.len() / 2).unwrap_or(u32::MAX)) > most.max(400) {
        return Err(RoomError::Large(most));
    }
    Ok(())
}

/// The record of the rematch of a game, and its start.
pub(crate) fn rematch_of(workshop: &Workshop, id: GameId, old: GameRecord) -> Result<(GameRecord, AnyGame), RoomError> {
    let [first, second] = old.players.each_ref().map(|player| (player.locator.clone(), Some(player.name.clone())));
    let request = GameRequest {
        seats: [second, first],
        rules: old.rules.parse::<MatchRules>().map_err(RoomError::Rules)?.swapped(),
        seed: Seed(old.seed).child(1).0 >> 12,
        position: None,
        setup: open_again(&old),
        game: old.game,
        // Both have their seats already, and take those of the new game with them.
        host: None,
        note: Note::default(),
    };
    let (mut record, start) = record_of(workshop, &request)?;
    record.labels.insert(FOLLOWS.to_owned(), id.to_string());
    Ok((record, start))
}

/// The setup of a game without the seed of its board, so that the rematch gets a board of its own.
fn open_again(record: &GameRecord) -> String {
    let keys = record.setup.split(',').filter(|key| !key.starts_with("seed="));
    keys.collect::<Vec<_>>().join(",")
}
