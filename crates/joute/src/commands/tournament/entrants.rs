//! Who takes part: locators become players, rules of submission are applied, names are made unique.

use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use joute_arena::{NotThere, Participant, Refused, account, find_event};
use joute_catalog::Source;
use joute_games::AnyGame;
use joute_games::random::Seed;
use joute_players::names::{Named, tell_apart};
use joute_players::{Entrant, EntrantError, Workshop, player_files};
use joute_store::Store;
use joute_tournament::format::Edits;
use joute_tournament::summary::Contestant;

use super::settings::{Absent, Seeding, Settings, Wanted};
use super::submissions::original_name;
use super::trial::Trial;
use crate::failure::{Failure, Result};
use crate::output;

/// Everybody who wants to take part, with the reason where one is refused.
pub(super) struct Entries {
    entries: Vec<Entry>,
}

struct Entry {
    name: String,
    locator: String,
    entrant: Option<Entrant>,
    /// Whose will it is that it does not play, where it does not.
    how: NotThere,
    refused: Option<String>,
}

impl Entries {
    /// Finds out who everybody is.
    pub(super) fn gather(settings: &Settings, workshop: &Workshop, source: &Source) -> Result<Entries> {
        let start = source.start(0).map_err(Failure::usage)?;
        let (mut entries, mut named): (Vec<Entry>, Vec<Named>) = (Vec::new(), Vec::new());
        for wanted in &settings.wanted {
            let made = match &wanted.refused {
                Some(reason) => Err(reason.clone()),
                None => match seat(wanted, workshop, &start) {
                    Err(error) if !is_listed(wanted, &error) => return Err(entry_failure(wanted, error)),
                    made => made.map_err(|error| error.to_string()),
                },
            };
            let (entrant, refused) = match made {
                Ok(entrant) => (Some(entrant), None),
                Err(reason) => (None, Some(reason)),
            };
            let refused = refused.or_else(|| wrong_name(settings, wanted));
            named.push(named_as(wanted, entrant.as_ref()));
            let locator =
                entrant.as_ref().map_or_else(|| wanted.locator.clone(), |entrant| entrant.identity.locator.clone());
            entries.push(Entry { name: String::new(), locator, entrant, how: NotThere::Refused, refused });
        }
        let told = tell_apart(&named);
        told.remarks().for_each(|remark| output::note(&remark));
        entries.iter_mut().zip(told.names).for_each(|(entry, name)| entry.name = name);
        Ok(Entries { entries })
    }

    /// Loads everybody, and lets them play games of trial where submissions must behave; once, when they come. What was found
    /// out then stays.
    pub(super) fn examine(
        &mut self,
        settings: &Settings,
        workshop: &Workshop,
        source: &Source,
        store: &dyn Store,
    ) -> Result<()> {
        let known = known_players(settings, store)?;
        self.note_absent(settings, &known)?;
        let trial = Trial { require: &settings.require, rules: &settings.rules, workshop, source, seed: settings.seed };
        for entry in self.entries.iter_mut().filter(|entry| entry.refused.is_none()) {
            let Some(entrant) = &entry.entrant else { continue };
            match known.iter().find(|player| player.name == entry.name && player.locator == entry.locator) {
                Some(player) if player.refused.is_some() && is_judged(settings, player, entrant) => {
                    entry.refused.clone_from(&player.refused);
                }
                Some(player) if player.version.as_ref() == Some(&entrant.identity.version) => {}
                _ => {
                    entry.refused =
                        stays_at_home(settings, entrant).map_or_else(|| trial.examine(entrant), |why| Ok(Some(why)))?
                }
            }
        }
        Ok(())
    }

    /// Those who withdrew or were put out, as the file says. Whoever is not in the list any more may be known from before.
    fn note_absent(&mut self, settings: &Settings, known: &[Contestant]) -> Result<()> {
        for absent in &settings.absent {
            let Absent { name, how, reason } = absent;
            match self.entries.iter_mut().find(|entry| entry.name == *name) {
                Some(entry) => (entry.how, entry.refused) = (*how, Some(reason.clone())),
                None if known.iter().any(|player| player.name == *name) => self.entries.push(Entry {
                    name: name.clone(),
                    locator: String::new(),
                    entrant: None,
                    how: *how,
                    refused: Some(reason.clone()),
                }),
                None => {
                    let names = self.entries.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>().join(", ");
                    let key = if *how == NotThere::Withdrawn { "withdrawn" } else { "disqualified" };
                    return Err(settings.mistake(key, &format!("nobody is called {name:?}: expected one of {names}")));
                }
            }
        }
        Ok(())
    }

    /// Everybody by seed number, and those who were refused.
    pub(super) fn seated(self, settings: &Settings) -> Result<(Vec<Arc<Participant>>, Vec<Refused>)> {
        let (mut participants, mut refused) = (Vec::new(), Vec::new());
        for Entry { name, locator, entrant, how, refused: reason } in self.entries {
            match (entrant, reason) {
                (Some(entrant), None) => participants.push(Arc::new(Participant { name, entrant })),
                (entrant, reason) => {
                    let reason = reason.unwrap_or_default();
                    let version = entrant.map(|entrant| entrant.identity.version);
                    refused.push(Refused { name, locator, version, how, reason });
                }
            }
        }
        if settings.seeding == Seeding::Drawn {
            Seed(settings.seed).purpose("seeding").generator().shuffle(&mut participants);
        }
        if participants.len() < 2 && !settings.format.is_ladder {
            let message = format!("{} to play: expected at least two players", participants.len());
            return Err(settings.mistake("players", &message));
        }
        Ok((participants, refused))
    }
}

/// Says who is not let in, and why.
pub(super) fn note_refused(refused: &[Refused]) {
    for Refused { name, locator, reason, .. } in refused.iter().filter(|one| one.how == NotThere::Refused) {
        let first = reason.lines().next().unwrap_or_default();
        output::note(&format!("refused: {name} ({locator}): {first}"));
    }
}

/// Everybody whom the store knows of this event.
fn known_players(settings: &Settings, store: &dyn Store) -> Result<Vec<Contestant>> {
    let known = find_event(store, &settings.name, settings.sharing()).map_err(|error| Failure::Work(error.into()))?;
    match known {
        None => Ok(Vec::new()),
        // What cannot be understood is told when the event is announced.
        Some(event) => Ok(account(store, event.id).map(|account| account.summary.players).unwrap_or_default()),
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

/// What somebody is called of whom nothing but the locator is known.
fn stem(wanted: &Wanted) -> String {
    let locator = wanted.locator.as_str();
    let target = locator.split_once(':').filter(|_| !wanted.found).map_or(locator, |(_, target)| target);
    Path::new(target).file_stem().map_or_else(|| target.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// What somebody is called, as the file says or by itself, and what may tell it apart.
fn named_as(wanted: &Wanted, entrant: Option<&Entrant>) -> Named {
    let own = entrant.map_or_else(|| Named { name: stem(wanted), ..Named::default() }, Named::of);
    match &wanted.name {
        Some(name) => Named { name: name.clone(), ..Named::default() },
        None => own,
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
