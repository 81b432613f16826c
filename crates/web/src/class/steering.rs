//! What a teacher does with tournaments, whichever way it was asked for: begins the ladder and cups, pauses them, goes on, ends them, and adds a
//! round.
//! Each is written down.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use joute_messages::{Localize, message};
use joute_tournament::format::{find_format, has_rounds as in_rounds};

use super::Class;
use super::access::Caller;
use super::carried_out::{apart, carried_out};
use super::events::CupRequest;
use super::submissions::write_whole;
use crate::failure::Failure;
use crate::server::{Site, log_error};
use crate::tournaments::organiser::NotPlayed;
use crate::tournaments::stream::found;
use crate::tournaments::{ShownTournament, Tournament};

type Begun = Result<Arc<Tournament>, Failure>;

/// Begins the ladder.
pub(crate) async fn ladder_begun(site: &Arc<Site>, class: &Arc<Class>, caller: &Caller) -> Begun {
    let (site, class, caller) = (Arc::clone(site), Arc::clone(class), caller.clone());
    carried_out(async move {
        let begun = class.begin_ladder(&site).await?;
        class.note(&caller.standing, "began", &begun.slug).await?;
        Ok(begun)
    })
    .await
}

/// Begins a cup.
pub(crate) async fn cup_begun(site: &Arc<Site>, class: &Arc<Class>, caller: &Caller, wish: &CupRequest) -> Begun {
    let (site, class, caller, wish) = (Arc::clone(site), Arc::clone(class), caller.clone(), wish.clone());
    carried_out(async move {
        let begun = class.begin_cup(&site, &wish).await?;
        class.note(&caller.standing, "began", &begun.slug).await?;
        Ok(begun)
    })
    .await
}

/// Whether another round can be added.
pub(crate) fn takes_rounds(format: &str) -> bool {
    find_format(format).is_ok_and(|entry| entry.takes_rounds && !entry.is_ladder)
}

/// Games under way are given up, and played again later.
pub(crate) async fn paused(site: &Arc<Site>, class: &Arc<Class>, caller: &Caller, name: &str) -> Begun {
    let (_, tournament) = found(site, name)?;
    let (class, caller) = (Arc::clone(class), caller.clone());
    carried_out(async move {
        tournament.halt();
        class.note_course(&tournament, true).await?;
        class.note(&caller.standing, "paused", &tournament.slug).await?;
        Ok(tournament)
    })
    .await
}

/// Goes on with what was paused.
pub(crate) async fn gone_on(site: &Arc<Site>, class: &Arc<Class>, caller: &Caller, name: &str) -> Begun {
    let (index, tournament) = found(site, name)?;
    let (site, class, caller) = (Arc::clone(site), Arc::clone(class), caller.clone());
    carried_out(async move {
        resumed(&site, &class, index, &tournament, |_| Ok(())).await?;
        class.note_course(&tournament, false).await?;
        class.note(&caller.standing, "went-on", &tournament.slug).await?;
        Ok(tournament)
    })
    .await
}

/// Ends a tournament for good: games under way are given up, and what was played stays.
pub(crate) async fn ended(site: &Arc<Site>, class: &Arc<Class>, caller: &Caller, name: &str) -> Begun {
    let (index, tournament) = found(site, name)?;
    if tournament.file().is_none() {
        return Err(Failure::bad(&message!("class-error-played-elsewhere")));
    }
    let (site, class, caller) = (Arc::clone(site), Arc::clone(class), caller.clone());
    carried_out(async move {
        // Whoever goes on with it at the same moment does so before, or not at all.
        let turn = class.steering.lock().await;
        if tournament.is_over() || tournament.is_ended() {
            return Err(Failure::bad(&message!("class-error-over")));
        }
        let (ending, at) = (Arc::clone(&tournament), Arc::clone(&site));
        let written = tokio::task::spawn_blocking(move || at.tournaments.end(index, &ending)).await;
        written.map_err(std::io::Error::other).flatten().map_err(|error| Failure::internal(&error))?;
        drop(turn);
        class.note(&caller.standing, "ended", &tournament.slug).await?;
        Ok(tournament)
    })
    .await
}

/// Adds a round, and has it played.
pub(crate) async fn extended(site: &Arc<Site>, class: &Arc<Class>, caller: &Caller, name: &str) -> Begun {
    let (index, tournament) = found(site, name)?;
    let summary = tournament.view().account.summary.clone();
    if !takes_rounds(&summary.format) {
        return Err(Failure::bad(&message!("class-error-no-rounds")));
    }
    let rounds = match in_rounds(&summary.format) {
        true => summary.matches.iter().map(|played| played.round).max().unwrap_or(1),
        false => 1,
    };
    let (site, class, caller) = (Arc::clone(site), Arc::clone(class), caller.clone());
    carried_out(async move {
        resumed(&site, &class, index, &tournament, move |file| one_round_more(file, rounds)).await?;
        class.note_course(&tournament, false).await?;
        class.note(&caller.standing, "extended", &tournament.slug).await?;
        Ok(tournament)
    })
    .await
}

/// Changes the file of a tournament that is not played, and has it played.
async fn resumed(
    site: &Arc<Site>,
    class: &Class,
    index: usize,
    tournament: &Arc<Tournament>,
    change: impl FnOnce(&Path) -> std::io::Result<()> + Send + 'static,
) -> Result<(), Failure> {
    let _ready = class.preparing.lock().await;
    let file = tournament.file().map(Path::to_owned);
    let (Some(file), Some(organiser)) = (file, site.organiser.clone()) else {
        return Err(Failure::bad(&message!("class-error-played-elsewhere")));
    };
    check_open(tournament)?;
    if tournament.is_running() {
        return Err(Failure::bad(&message!("class-error-running")));
    }
    let internal = |error: std::io::Error| Failure::internal(&error);
    let of_file = file.clone();
    let prepared = apart(move || {
        let before = fs::read(&of_file).map_err(NotPlayed::Disk)?;
        let prepared = change(&of_file).map_err(NotPlayed::Disk).and_then(|()| organiser.prepared(&of_file));
        prepared.inspect_err(|_| put_back(&of_file, &before)).map(|prepared| (prepared, before))
    });
    let prepared: Result<(ShownTournament, Vec<u8>), NotPlayed> = prepared.await.map_err(internal)?;
    let refused = |why: NotPlayed| Failure::bad(&message!("class-error-not-begun", why = why.message()));
    let (prepared, before) = prepared.map_err(refused)?;
    let _turn = class.steering.lock().await;
    // It may have been ended while it was made ready. Going on reads the store, which waits.
    let (site, tournament) = (Arc::clone(site), Arc::clone(tournament));
    let begun = tokio::task::spawn_blocking(move || {
        check_open(&tournament).inspect_err(|_| put_back(&file, &before))?;
        site.tournaments.go_on(index, &tournament, prepared);
        Ok(())
    });
    begun.await.map_err(|error| Failure::internal(&error))?
}

/// Refuses to go on with what somebody has ended.
fn check_open(tournament: &Tournament) -> Result<(), Failure> {
    if tournament.is_ended() { Err(Failure::bad(&message!("class-error-over"))) } else { Ok(()) }
}

/// What was refused has changed nothing.
fn put_back(file: &Path, before: &[u8]) {
    if let Err(error) = write_whole(file, before) {
        log_error(&format!("{}: {error}", file.display()));
    }
}

/// Writes the next number of rounds into a file; `known` are those of a file that says nothing.
fn one_round_more(file: &Path, known: u32) -> std::io::Result<()> {
    let text = fs::read_to_string(file)?;
    let is_rounds = |line: &&str| line.split('=').next().is_some_and(|key| key.trim() == "rounds");
    let said = text.lines().find(is_rounds).and_then(|line| line.split('=').nth(1)?.trim().parse::<u32>().ok());
    let others: String = text.lines().filter(|line| !is_rounds(line)).map(|line| format!("{line}\n")).collect();
    write_whole(file, format!("rounds = {}\n{others}", said.unwrap_or(known) + 1).as_bytes())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::*;

    #[test]
    fn a_round_more_is_written_whatever_the_file_says() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cup.toml");
        fs::write(&file, "name = \"rounds = 9\"\nplayers = [\n]\n").unwrap();
        for expected in [4, 5] {
            one_round_more(&file, 3).unwrap();
            let text = fs::read_to_string(&file).unwrap();
            assert_eq!(text, format!("rounds = {expected}\nname = \"rounds = 9\"\nplayers = [\n]\n"));
        }
    }
}
