//! Whoever schedules games for several machines plays along, like any worker.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use joute_arena::bell::Sleeper;
use joute_arena::{Crew, CrewNews, Doings, run_crew};
use joute_messages::message;
use joute_players::conversation::Conversations;
use joute_store::{NewWorker, Store};

use super::abilities;
use super::log::refused;
use crate::commands::match_command::workshop_in;
use crate::{machine, output};

/// After something went wrong it begins anew this much later.
const PAUSE: Duration = Duration::from_secs(1);

/// How it plays along.
pub(crate) struct Along {
    /// What is scheduled.
    pub(crate) name: String,
    /// How many games at once.
    pub(crate) jobs: usize,
    /// Whether programs are confined.
    pub(crate) is_confined: bool,
    /// How long it may be silent.
    pub(crate) lease: Duration,
    /// Where files of players are kept.
    pub(crate) cache: PathBuf,
    /// Where conversations are kept, if they are.
    pub(crate) talk: Option<Arc<Conversations>>,
}

/// Plays games of the queue until what is scheduled is over.
pub(crate) fn play_along(store: &Arc<dyn Store>, along: Along, over: &AtomicBool) {
    let Along { name, jobs, is_confined, lease, cache, talk } = along;
    let is_free = !is_confined;
    let workshop = move |folder: &Path| {
        let made = workshop_in(folder, is_free).map_err(|failure| failure.to_string())?;
        Ok(match &talk {
            Some(talk) => made.with_conversations(Arc::clone(talk)),
            None => made,
        })
    };
    let machine = machine::name();
    let worker = NewWorker {
        name: format!("{name} on {machine}-{}", std::process::id()),
        machine,
        abilities: abilities(&cache, is_free).unwrap_or_default(),
        jobs: jobs as u32,
        cores: machine::processors() as u32,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let hear = |news: CrewNews<'_>| {
        if let CrewNews::Refused { player, why } = news {
            output::note(&refused(player, why).to_string());
        }
    };
    let doings = Doings::default();
    while !over.load(Ordering::Relaxed) {
        let crew = Crew {
            store,
            worker: worker.clone(),
            lease,
            cache: cache.clone(),
            workshop: &workshop,
            drain: over,
            // What was begun when it is stopped is given up, as on one machine.
            halt: over,
            most: None,
            drain_after: None,
            doings: &doings,
            hear: &hear,
        };
        if let Err(error) = run_crew(&crew) {
            output::note(&message!("worker-along", error = error.to_string()).to_string());
            Sleeper::new().sleep_through(PAUSE, || over.load(Ordering::Relaxed));
        }
    }
}
