//! Whether somebody who wants to take part may: who it is, and what comes of trying.

use anyhow::anyhow;
use joute_arena::{contestants_of, find_event};
use joute_catalog::Source;
use joute_games::AnyGame;
use joute_players::{Entrant, EntrantError, Workshop, player_files};
use joute_store::Store;
use joute_tournament::format::Edits;
use joute_tournament::summary::Contestant;

use super::settings::{Settings, Wanted};
use super::submissions::original_name;
use super::trial::Trial;
use crate::failure::{Failure, Result};

/// Whether somebody who wants to take part may, as far as that is known.
#[derive(Clone)]
pub(super) enum Admission {
    /// Nothing yet.
    Pending,
    /// Nothing is against it.
    Granted(Entrant),
    Refused {
        entrant: Option<Entrant>,
        reason: String,
        /// The program that is missing here, where nothing else is wrong.
        missing: Option<&'static str>,
    },
}

/// What it takes to look at somebody.
#[derive(Clone, Copy)]
pub(super) struct Means<'a> {
    pub(super) workshop: &'a Workshop,
    pub(super) source: &'a Source,
    pub(super) store: &'a dyn Store,
}

/// Everybody whom the store knows of this event.
pub(super) fn known_players(settings: &Settings, store: &dyn Store) -> Result<Vec<Contestant>> {
    let known = find_event(store, &settings.name, settings.sharing()).map_err(|error| Failure::Work(error.into()))?;
    match known {
        None => Ok(Vec::new()),
        // What cannot be understood is told when the event is announced.
        Some(event) => Ok(contestants_of(store, event.id).unwrap_or_default()),
    }
}

/// Looks at somebody who wants to take part, as long as that takes. An error is one of the file, not of the player.
pub(super) fn admission(settings: &Settings, wanted: &Wanted, means: &Means<'_>) -> Result<Admission> {
    let entrant = match identified(settings, wanted, means.workshop, means.source)? {
        Admission::Granted(entrant) => entrant,
        other => return Ok(other),
    };
    let known = known_players(settings, means.store)?;
    let is_it = |player: &&Contestant| {
        player.locator == entrant.identity.locator && wanted.name.as_ref().is_none_or(|name| *name == player.name)
    };
    let refused = judge(settings, means, known.iter().find(is_it), &entrant)?;
    Ok(match refused {
        Some(reason) => Admission::Refused { entrant: Some(entrant), reason, missing: None },
        None => Admission::Granted(entrant),
    })
}

/// Who somebody is, and whether that is enough to know that it does not play.
pub(super) fn identified(
    settings: &Settings,
    wanted: &Wanted,
    workshop: &Workshop,
    source: &Source,
) -> Result<Admission> {
    let start = source.start(0).map_err(Failure::usage)?;
    let refused = |reason, missing| Ok(Admission::Refused { entrant: None, reason, missing });
    if let Some(reason) = &wanted.refused {
        return refused(reason.clone(), None);
    }
    let entrant = match seat(wanted, workshop, &start) {
        // What was let in plays until something else is let in, whatever lies in the folder meanwhile.
        Ok(entrant) if wanted.found && settings.format.is_ladder => match workshop.kept(&entrant) {
            // Somebody is just writing it.
            Err(EntrantError::File { .. }) => return Ok(Admission::Pending),
            kept => kept.map_err(|error| entry_failure(wanted, error))?,
        },
        Ok(entrant) => entrant,
        // In a ladder somebody may come and install it; a cup is not begun without those whom it would lose for ever.
        Err(EntrantError::Tool { tool, .. }) if wanted.found && settings.format.is_ladder => {
            let reason = format!("`{tool}` is missing on this machine; it is let in as soon as that is there");
            return refused(reason, Some(tool));
        }
        Err(error) if !is_listed(wanted, &error) => return Err(entry_failure(wanted, error)),
        Err(error) => return refused(error.to_string(), None),
    };
    Ok(match wrong_name(settings, wanted) {
        Some(reason) => Admission::Refused { entrant: Some(entrant), reason, missing: None },
        None => Admission::Granted(entrant),
    })
}

/// Why a player is not let in, if it is not: as it was found out before, and otherwise by trying.
pub(super) fn judge(
    settings: &Settings,
    means: &Means<'_>,
    known: Option<&Contestant>,
    entrant: &Entrant,
) -> Result<Option<String>> {
    let Means { workshop, source, .. } = *means;
    let trial = Trial { require: &settings.require, rules: &settings.rules, workshop, source, seed: settings.seed };
    match known {
        Some(player) if player.refused.is_some() && is_judged(settings, player, entrant) => Ok(player.refused.clone()),
        Some(player) if player.version.as_ref() == Some(&entrant.identity.version) => Ok(None),
        _ => stays_at_home(settings, entrant).map_or_else(|| trial.examine(entrant), |why| Ok(Some(why))),
    }
}

/// Why a player cannot be taken to other machines, where the games are played on several.
fn stays_at_home(settings: &Settings, entrant: &Entrant) -> Option<String> {
    if !settings.is_shared() || entrant.is_built_in() {
        return None;
    }
    let packed = player_files(entrant.locator(), &settings.folder);
    packed.err().map(|error| format!("it cannot be taken to other machines: {error}"))
}

/// Whether somebody who was refused was refused for good: for these very contents, or in an event that takes nobody late.
fn is_judged(settings: &Settings, player: &Contestant, entrant: &Entrant) -> bool {
    settings.format.edits != Edits::All || player.version.as_ref() == Some(&entrant.identity.version)
}

/// The player that was asked for, if it plays this game. The name of a file that was found is only a name.
fn seat(wanted: &Wanted, workshop: &Workshop, start: &AnyGame) -> std::result::Result<Entrant, EntrantError> {
    let entrant =
        if wanted.found { workshop.entrant_of_file(&wanted.locator) } else { workshop.entrant(&wanted.locator) }?;
    entrant.check(start).map(|()| entrant)
}

/// Whether a player that cannot be made is listed as refused rather than a mistake in the file: one that was found in a
/// folder, or a file that is there and is no good.
fn is_listed(wanted: &Wanted, error: &EntrantError) -> bool {
    match error {
        EntrantError::Refused(_) | EntrantError::Start(_) | EntrantError::Tool { .. } | EntrantError::Folder(_) => {
            false
        }
        EntrantError::Unusable { .. } => true,
        _ => wanted.found,
    }
}

fn entry_failure(wanted: &Wanted, error: EntrantError) -> Failure {
    let place = if wanted.place.is_empty() { String::new() } else { format!("{}: ", wanted.place) };
    let message = anyhow!("{place}{error}");
    match error {
        EntrantError::Refused(_) | EntrantError::Start(_) | EntrantError::Tool { .. } => Failure::Work(message),
        _ => Failure::usage(message),
    }
}

/// Why the name of a submission's file is not as it must be. Players that are no files have no such name.
fn wrong_name(settings: &Settings, wanted: &Wanted) -> Option<String> {
    let pattern = settings.require.file.as_ref()?;
    let named = wanted.locator.split_once(':').map_or(wanted.locator.as_str(), |(_, target)| target);
    let named = named.split('?').next().unwrap_or(named);
    let path = settings.folder.join(if wanted.found { wanted.locator.as_str() } else { named });
    let file = path.file_name().filter(|_| path.is_file())?.to_string_lossy().into_owned();
    let file = original_name(&file);
    (!pattern.fits(file)).then(|| format!("the file is called {file}, and must be called {pattern}"))
}
