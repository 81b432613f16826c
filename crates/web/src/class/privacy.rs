//! What players write is for those whose they are: logs and the evidence of faults are left out for everybody else.

use joute_games::Side;
use joute_referee::{Ending, GameRecord};

use super::access::Standing;

/// The team of a player, as ladders and tournaments of a class name them: `team/player`.
pub(crate) fn team_of(name: &str) -> &str {
    name.split_once('/').map_or("", |(team, _)| team)
}

/// A game as somebody may see it; without a class, all of it.
pub(crate) fn shown_to(standing: Option<&Standing>, mut record: GameRecord) -> GameRecord {
    let Some(standing) = standing else { return record };
    let is_hidden = record.players.each_ref().map(|player| !standing.may_read_logs_of(team_of(&player.name)));
    for ply in record.plies.iter_mut().filter(|ply| is_hidden[ply.side.index()]) {
        ply.log = None;
    }
    hide_evidence(record.ending.as_mut(), |side| is_hidden[side.index()]);
    record
}

/// Leaves out what was seen of a fault, which is what a program wrote when it failed.
pub(crate) fn hide_evidence(ending: Option<&mut Ending>, is_hidden: impl Fn(Side) -> bool) {
    if let Some(Ending::Forfeit { by, fault }) = ending
        && is_hidden(*by)
    {
        fault.evidence.clear();
    }
}
