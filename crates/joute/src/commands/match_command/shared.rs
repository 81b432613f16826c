//! A match that is played by several machines: what is scheduled here, and whoever plays along.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::anyhow;
use joute_arena::{EventError, Luggage, MatchPlan, MatchScore, Participant, Played, SharedMatch};
use joute_players::{Entrant, Workshop};
use joute_store::{Access, LEASE, Ownership, StoreError, StoreLocation};

use crate::commands::worker::{Along, play_along};
use crate::failure::{Failure, Result};
use crate::kinds::cache_folder;
use crate::{machine, output};

/// A server that is away is waited for, as by a tournament.
const PATIENCE: Duration = Duration::from_secs(24 * 3600);

/// Plays a match through the queue of a store, along with whoever else does.
pub(super) fn play(
    (plan, game): (&MatchPlan<'_>, &str),
    (entrants, workshop): ([Entrant; 2], &Workshop),
    (location, is_confined): (&StoreLocation, bool),
    stop: &AtomicBool,
    heard: impl FnMut(&Played<'_>) -> std::io::Result<()>,
) -> Result<MatchScore> {
    if !location.is_server() {
        return Err(Failure::usage(anyhow!("--store {location}: expected postgres://USER@HOST/DATABASE")));
    }
    let work = |error: StoreError| Failure::Work(error.into());
    let store = location.clone().with_patience(PATIENCE).open(Access::Create).map_err(work)?;
    let mut names = plan.names().names.into_iter();
    let participants =
        entrants.map(|entrant| Arc::new(Participant { name: names.next().unwrap_or_default(), entrant }));
    let shared = SharedMatch { plan, game, participants, store: &store };
    let name = shared.name();
    let who = format!("{name} at {}-{}", machine::name(), std::process::id());
    let owner = Ownership::take(&store, &who, LEASE).map_err(work)?;
    let folder = std::env::current_dir()?;
    let luggage = Luggage { folder: &folder, workshop, is_confined, cores: 1 };
    let along = Along { name, jobs: plan.jobs, is_confined, lease: LEASE, cache: cache()?, talk: None };
    let over = AtomicBool::new(false);
    let score = std::thread::scope(|scope| {
        if plan.jobs > 0 {
            scope.spawn(|| play_along(&store, along, &over));
        }
        let score = shared.run((owner.id(), luggage), stop, &|unplayed| output::note(&unplayed.to_string()), heard);
        over.store(true, Ordering::Relaxed);
        score
    });
    score.map_err(as_failure)
}

fn cache() -> Result<PathBuf> {
    let folder = cache_folder().unwrap_or_else(std::env::temp_dir).join("joute/workers");
    Ok(std::path::absolute(folder)?)
}

fn as_failure(error: EventError) -> Failure {
    match error {
        EventError::Setup(_) | EventError::NoExactResults(_) => Failure::usage(error),
        error => Failure::Work(error.into()),
    }
}
