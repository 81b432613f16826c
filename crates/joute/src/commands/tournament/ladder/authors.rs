//! What authors find beside their submissions: whether each was let in, and every game that it lost.

use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use joute_arena::{NotThere, Participant, Refused};
use joute_draw::terminal::{TerminalOptions, board};
use joute_games::Side;
use joute_messages::visible;
use joute_referee::{Ending, GameRecord};

use super::super::settings::Settings;
use super::LOGS;
use crate::output;

/// The most lost games of a player that are kept, the latest ones.
pub(super) const MOST_GAMES: usize = 50;

/// Writes beside every submission of a watched folder what came of it.
pub(super) fn tell(settings: &Settings, participants: &[Arc<Participant>], refused: &[Refused]) {
    let entered = participants.iter().map(|one| {
        let told = format!("entered, version {}\n", one.entrant.identity.version);
        (one.name.as_str(), told)
    });
    let refused = refused.iter().filter(|one| one.how == NotThere::Refused);
    let refused = refused.map(|one| (one.name.as_str(), format!("refused: {}\n", one.reason)));
    for (name, told) in entered.chain(refused) {
        let Some((folder, name)) = logs_of(settings, name) else { continue };
        let path = folder.join(format!("{name}.txt"));
        let told = visible(&told);
        // What stands there already is not written again: whoever watches the folder would wake up.
        if std::fs::read_to_string(&path).is_ok_and(|known| known == told) {
            continue;
        }
        let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, &*told));
        if let Err(error) = written {
            output::note(&format!("cannot write {}: {error}", path.display()));
        }
    }
}

/// The folder of logs of a submission, and what the submission is called; nothing for players from elsewhere. A submission has
/// the name of its file, as seen from the folder of all.
fn logs_of(settings: &Settings, name: &str) -> Option<(PathBuf, String)> {
    let watched = settings.watched.as_ref()?;
    let is_inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    let path = Some(watched.join(name)).filter(|path| is_inside && path.symlink_metadata().is_ok())?;
    Some((path.parent()?.join(LOGS), path.file_name()?.to_string_lossy().into_owned()))
}

/// The file of a game that somebody lost, if that is somebody with a folder of logs.
fn lost_file(settings: &Settings, id: u64, loser: &str) -> Option<(PathBuf, PathBuf)> {
    let (folder, name) = logs_of(settings, loser)?;
    let folder = folder.join(format!("{name}-lost"));
    let path = folder.join(format!("game-{id:08}.txt"));
    Some((folder, path))
}

/// Whether whoever lost a game has a folder of logs, and the game is not there.
pub(super) fn is_untold(settings: &Settings, id: u64, loser: &str) -> bool {
    lost_file(settings, id, loser).is_some_and(|(_, path)| !path.exists())
}

/// Writes a game for whoever lost it.
pub(super) fn tell_lost(settings: &Settings, id: u64, record: &GameRecord) {
    let Some(winner) = record.outcome().and_then(|outcome| outcome.winner()) else { return };
    let loser = winner.other();
    let Some((folder, path)) = lost_file(settings, id, &record.players[loser.index()].name) else { return };
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, lost(id, record, loser)));
    match written {
        Ok(()) => keep_latest(&folder),
        Err(error) => output::note(&format!("cannot write {}: {error}", path.display())),
    }
}

/// A lost game as its author wants to see it: who, what fault, the last board, the moves, and what its own program wrote.
fn lost(id: u64, record: &GameRecord, loser: Side) -> String {
    let [first, second] = [0, 1].map(|seat| &record.players[seat]);
    let mut text = format!(
        "game {id}: {} {}\nfirst: {} {}\nsecond: {} {}\nlost by: {}\nversion: {}\n",
        record.game,
        record.setup,
        first.name,
        record.tally[0],
        second.name,
        record.tally[1],
        record.players[loser.index()].name,
        record.players[loser.index()].version,
    );
    if let Some((by, fault)) = record.ending.as_ref().and_then(Ending::fault) {
        let whose = if by == loser { "own fault" } else { "fault of the other" };
        _ = writeln!(text, "{whose}: {:?}: {}", fault.kind, fault.evidence);
    }
    if let Some(last) = joute_catalog::positions_of(record).ok().as_ref().and_then(|positions| positions.last()) {
        _ = writeln!(text, "\n{}", board(&last.view(), &TerminalOptions::default()));
    }
    let moves: Vec<&str> = record.plies.iter().map(|ply| ply.mv.as_deref().unwrap_or("-")).collect();
    _ = writeln!(text, "moves: {}", moves.join(" "));
    for (number, ply) in record.plies.iter().enumerate().filter(|(_, ply)| ply.side == loser) {
        for line in ply.log.iter().flat_map(|log| log.lines()) {
            _ = writeln!(text, "log, ply {}: {line}", number + 1);
        }
    }
    visible(&text).into_owned()
}

/// Takes away the oldest games where there are too many.
fn keep_latest(folder: &Path) {
    let mut games: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    games.sort();
    let older = games.len().saturating_sub(MOST_GAMES);
    games.iter().take(older).for_each(|path| drop(std::fs::remove_file(path)));
}
