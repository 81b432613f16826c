//! What was said in a game: the lines that each program was told and answered with, for those whose program it is.

use std::path::Path;

use joute_games::Side;
use joute_games::random::Seed;
use joute_players::conversation::conversation_of;
use joute_referee::GameRecord;
use serde::Serialize;

use super::access::Standing;
use super::privacy::team_of;

/// The folder of conversations in that of a tournament's results.
pub const CONVERSATIONS: &str = "conversations";

/// The most of a conversation that is shown.
const MOST: u64 = 256 << 10;

/// What was said with one player. Lines begin with `>` (what it was told), `<` (what it answered) and `!` (what it wrote to standard
/// error).
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Talk {
    /// The player.
    pub(crate) player: String,
    /// Line by line.
    pub(crate) lines: Vec<String>,
}

/// The conversations of a game that somebody may read; those that were not written down, or are gone, are left out. It waits for the disk.
pub(crate) fn talks(folder: &Path, record: &GameRecord, standing: &Standing) -> Vec<Talk> {
    let own =
        Side::BOTH.into_iter().filter(|side| standing.may_read_logs_of(team_of(&record.players[side.index()].name)));
    let talk = |side: Side| {
        let text = conversation_of(&folder.join(CONVERSATIONS), Seed(record.seed), side, MOST).ok().flatten()?;
        // The head tells where files are on the server, and by what the conversation is found.
        let is_told = |line: &&str| !line.starts_with("# player") && !line.starts_with("# seed");
        let lines = text.lines().filter(is_told).map(shown).collect();
        Some(Talk { player: record.players[side.index()].name.clone(), lines })
    };
    own.filter_map(talk).collect()
}

fn shown(line: &str) -> String {
    joute_messages::visible_line(line).into_owned()
}
