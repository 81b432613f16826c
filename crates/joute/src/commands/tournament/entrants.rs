//! Who takes part: locators become players, rules of submission are applied, names are made unique.

use std::path::Path;
use std::sync::Arc;

use joute_arena::{NotThere, Participant, Refused};
use joute_catalog::Source;
use joute_games::random::Seed;
use joute_players::names::{Named, tell_apart};
use joute_players::{Entrant, Workshop};
use joute_store::Store;
use joute_tournament::summary::Contestant;

use super::admission::{Admission, Means, identified, judge, known_players};
use super::settings::{Absent, Seeding, Settings, Wanted};
use crate::failure::Result;
use crate::output;

/// Everybody who wants to take part, with the reason where one is refused.
pub(super) struct Entries {
    entries: Vec<Entry>,
    /// What whoever wrote the list should know of names in it.
    remarks: Vec<String>,
}

struct Entry {
    name: String,
    locator: String,
    entrant: Option<Entrant>,
    /// Whose will it is that it does not play, where it does not.
    how: NotThere,
    refused: Option<String>,
    /// Whether it is being looked at.
    is_pending: bool,
}

impl Entries {
    /// Finds out who everybody is.
    pub(super) fn gather(settings: &Settings, workshop: &Workshop, source: &Source) -> Result<Entries> {
        let found = settings.wanted.iter().map(|wanted| identified(settings, wanted, workshop, source));
        let entries = Entries::of(settings, found.collect::<Result<Vec<Admission>>>()?);
        entries.note_remarks();
        Ok(entries)
    }

    /// Says what there is to say of names.
    pub(super) fn note_remarks(&self) {
        self.remarks.iter().for_each(|remark| output::note(remark));
    }

    /// Everybody, as they were looked at.
    pub(super) fn of(settings: &Settings, admissions: Vec<Admission>) -> Entries {
        let (mut entries, mut named): (Vec<Entry>, Vec<Named>) = (Vec::new(), Vec::new());
        for (wanted, admission) in settings.wanted.iter().zip(admissions) {
            let is_pending = matches!(admission, Admission::Pending);
            let (entrant, refused) = match admission {
                Admission::Pending => (None, None),
                Admission::Granted(entrant) => (Some(entrant), None),
                Admission::Refused { entrant, reason, .. } => (entrant, Some(reason)),
            };
            named.push(named_as(wanted, entrant.as_ref()));
            let locator =
                entrant.as_ref().map_or_else(|| wanted.locator.clone(), |entrant| entrant.identity.locator.clone());
            entries.push(Entry { name: String::new(), locator, entrant, how: NotThere::Refused, refused, is_pending });
        }
        let told = tell_apart(&named);
        let remarks = told.remarks().collect();
        entries.iter_mut().zip(told.names).for_each(|(entry, name)| entry.name = name);
        Entries { entries, remarks }
    }

    /// Loads everybody, and lets them play games of trial where submissions must behave; once, when they come. What was found
    /// out then stays.
    pub(super) fn examine(&mut self, settings: &Settings, means: &Means<'_>) -> Result<()> {
        let known = known_players(settings, means.store)?;
        self.note_absent(settings, &known)?;
        for entry in self.entries.iter_mut().filter(|entry| entry.refused.is_none()) {
            let Some(entrant) = &entry.entrant else { continue };
            let known = known.iter().find(|player| player.name == entry.name && player.locator == entry.locator);
            entry.refused = judge(settings, means, known, entrant)?;
        }
        Ok(())
    }

    /// Those who are being looked at.
    pub(super) fn pending(&self) -> Vec<String> {
        self.entries.iter().filter(|entry| entry.is_pending).map(|entry| entry.name.clone()).collect()
    }

    /// Takes the absences of the file over, as far as players are known.
    pub(super) fn settle_absent(&mut self, settings: &Settings, store: &dyn Store) -> Result<()> {
        if settings.absent.is_empty() { Ok(()) } else { self.note_absent(settings, &known_players(settings, store)?) }
    }

    /// Those who withdrew or were put out, as the file says. Whoever is not in the list any more may be known from before.
    fn note_absent(&mut self, settings: &Settings, known: &[Contestant]) -> Result<()> {
        for absent in &settings.absent {
            let Absent { name, how, reason } = absent;
            match self.entries.iter_mut().find(|entry| entry.name == *name) {
                Some(entry) => (entry.how, entry.refused, entry.is_pending) = (*how, Some(reason.clone()), false),
                None if known.iter().any(|player| player.name == *name) => self.entries.push(Entry {
                    name: name.clone(),
                    locator: String::new(),
                    entrant: None,
                    how: *how,
                    refused: Some(reason.clone()),
                    is_pending: false,
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

    /// Everybody of whom something is known by seed number, and those who were refused.
    pub(super) fn seated(self, settings: &Settings) -> Result<(Vec<Arc<Participant>>, Vec<Refused>)> {
        let (mut participants, mut refused) = (Vec::new(), Vec::new());
        for Entry { name, locator, entrant, how, refused: reason, .. } in
            self.entries.into_iter().filter(|entry| !entry.is_pending)
        {
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
