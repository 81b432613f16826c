//! Whoever schedules a tournament for several machines plays along, like any worker.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use joute_arena::{Crew, CrewNews, run_crew};
use joute_players::conversation::Conversations;
use joute_store::{NewWorker, Store};

use super::settings::Settings;
use crate::commands::match_command::workshop_in;
use crate::commands::worker::abilities;
use crate::{machine, output};

/// Plays games of the queue until the tournament is over.
pub(super) fn play_along(
    store: &Arc<dyn Store>,
    settings: &Settings,
    (folder, talk): (&Path, Option<&Arc<Conversations>>),
    over: &AtomicBool,
) {
    let cache = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()).join("worker");
    let is_free = !settings.is_confined;
    let talk = talk.cloned();
    let workshop = move |folder: &Path| {
        let made = workshop_in(folder, is_free).map_err(|failure| failure.to_string())?;
        Ok(match &talk {
            Some(talk) => made.with_conversations(Arc::clone(talk)),
            None => made,
        })
    };
    let machine = machine::name();
    let worker = NewWorker {
        name: format!("{} on {machine}-{}", settings.name, std::process::id()),
        machine,
        abilities: abilities(&cache, is_free).unwrap_or_default(),
        jobs: settings.jobs as u32,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let hear = |news: CrewNews<'_>| {
        if let CrewNews::Refused { player, why } = news {
            output::note(&format!("{player} cannot be seated here: {why}"));
        }
    };
    while !over.load(Ordering::Relaxed) {
        let crew = Crew {
            store,
            worker: worker.clone(),
            lease: settings.lease,
            cache: cache.clone(),
            workshop: &workshop,
            drain: over,
            // What was begun when it is stopped is given up, as on one machine.
            halt: over,
            most: None,
            drain_after: None,
            hear: &hear,
        };
        if let Err(error) = run_crew(&crew) {
            output::note(&format!("playing along: {error}"));
        }
    }
}
