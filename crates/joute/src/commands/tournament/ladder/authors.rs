//! What authors find beside their submissions: whether each was let in, and every game that it lost.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
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
        note_down(&folder, &format!("{name}.txt"), &visible(&told));
    }
}

/// Writes of a submission that is not there any more that it has left, where something was told of it.
pub(super) fn tell_left(settings: &Settings, name: &str) {
    let Some(path) = settings.watched.as_ref().filter(|_| is_inside(name)).map(|watched| watched.join(name)) else {
        return;
    };
    let told = path
        .parent()
        .zip(path.file_name())
        .map(|(team, file)| (team.join(LOGS), file.to_string_lossy().into_owned() + ".txt"));
    if let Some((folder, file)) = told.filter(|(folder, file)| !path.exists() && folder.join(file).exists()) {
        note_down(&folder, &file, "left: the file is not there any more\n");
    }
}

/// Whether a name leads to something below the folder of all.
fn is_inside(name: &str) -> bool {
    Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}

/// Writes a file of logs, whole or not at all. What stands there already is not written again: whoever watches the folder would
/// wake up.
fn note_down(folder: &Path, name: &str, text: &str) -> bool {
    let path = folder.join(name);
    let is_file = path.symlink_metadata().is_ok_and(|facts| facts.is_file());
    if is_file && std::fs::read_to_string(&path).is_ok_and(|known| known == text) {
        return true;
    }
    let written = write_beside(folder, &path, text);
    if let Err(error) = &written {
        output::note(&format!("cannot write {}: {error}", path.display()));
    }
    written.is_ok()
}

/// Authors may put links where we write, to have somebody else's file written: none is followed.
fn write_beside(folder: &Path, path: &Path, text: &str) -> io::Result<()> {
    make_own(folder)?;
    let beside = folder.join(".joute-new");
    let _ = std::fs::remove_file(&beside);
    let mut file = OpenOptions::new().write(true).create_new(true).open(&beside)?;
    file.write_all(text.as_bytes())?;
    std::fs::rename(&beside, path)
}

/// Makes a folder of logs, which lies in that of all logs of a team or is it.
fn make_own(folder: &Path) -> io::Result<()> {
    if let Some(logs) = folder.parent().filter(|parent| parent.ends_with(LOGS)) {
        make_own(logs)?;
    }
    match std::fs::create_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let is_own = folder.symlink_metadata()?.is_dir();
            if is_own { Ok(()) } else { Err(io::Error::other("not a folder of its own")) }
        }
        made => made,
    }
}

/// The folder of logs of a submission, and what the submission is called; nothing for players from elsewhere. A submission has
/// the name of its file, as seen from the folder of all.
fn logs_of(settings: &Settings, name: &str) -> Option<(PathBuf, String)> {
    let watched = settings.watched.as_ref()?;
    let path = Some(watched.join(name)).filter(|path| is_inside(name) && path.symlink_metadata().is_ok())?;
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
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if note_down(&folder, &name, &lost(id, record, loser)) {
        keep_latest(&folder);
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
    games.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("game-")));
    games.sort();
    let older = games.len().saturating_sub(MOST_GAMES);
    games.iter().take(older).for_each(|path| drop(std::fs::remove_file(path)));
}
