//! Room for more: where there is as much as a team or a class may have, what is oldest and not needed any more goes.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use joute_messages::message;

use super::events::{Course, MATCHES, MOST};
use super::submissions::blocking;
use super::{Class, ClassError, Result};
use crate::server::Site;
use crate::tournaments::Tournament;

/// The most matches of a team that are kept.
const MATCHES_OF_TEAM: usize = 20;

impl Class {
    /// Makes room for one more match of a team: where it has as many as it may, its oldest goes that is over, and the oldest of all where the
    /// class has. It is the caller's turn to begin one.
    pub(super) async fn make_room_for_match(&self, site: &Site, team: &str) -> Result<()> {
        loop {
            let mut matches = self.records.all::<Course>(usize::MAX).await?;
            matches.retain(|(file, _)| file.strip_prefix(MATCHES).is_some_and(|rest| rest.starts_with('/')));
            let is_own = |course: &Course| course.team.as_deref() == Some(team);
            let is_full = matches.len() >= MOST;
            if matches.iter().filter(|(_, course)| is_own(course)).count() >= MATCHES_OF_TEAM {
                matches.retain(|(_, course)| is_own(course));
            } else if !is_full {
                return Ok(());
            }
            matches.sort_by_key(|(file, course)| (course.since, number_of(file)));
            let shown = site.tournaments.all();
            let over = matches.iter().find_map(|(file, _)| {
                let path = self.path(file);
                let is_meant = |one: &&Arc<Tournament>| one.file() == Some(path.as_path()) && one.is_settled();
                Some((file, shown.iter().find(is_meant)?))
            });
            let (file, tournament) =
                over.ok_or_else(|| ClassError::Enough(message!("class-error-many-matches", most = MATCHES_OF_TEAM)))?;
            self.discard(site, file, tournament).await?;
        }
    }

    /// Deletes a tournament with its results.
    async fn discard(&self, site: &Site, file: &str, tournament: &Arc<Tournament>) -> Result<()> {
        site.tournaments.put_away(tournament);
        let path = self.path(file);
        blocking(move || {
            there_or_not(fs::remove_file(&path))?;
            there_or_not(fs::remove_dir_all(path.with_extension("")))
        })
        .await?;
        // Last of all: what is half deleted is known at the next start, and goes another time.
        self.records.remove::<Course>(file).await?;
        Ok(())
    }

    /// Makes room for one more version of a team: where it has as many as it may, the oldest goes that neither plays nor is needed by a
    /// tournament that is not over.
    pub(crate) async fn make_room_for_version(&self, site: &Site, team: &str) -> Result<()> {
        // A tournament that is being begun may need any of them: there is room for a few more meanwhile.
        let Ok(_turn) = self.steering.try_lock() else { return Ok(()) };
        if !self.submissions.is_full(team).await? {
            return Ok(());
        }
        let in_use = self.in_use(site).await?;
        self.submissions.drop_oldest(team, |path: &Path| in_use.has(path)).await
    }
}

/// The number in the name of a file.
fn number_of(file: &str) -> u32 {
    Path::new(file).file_stem().and_then(|stem| stem.to_str()?.parse().ok()).unwrap_or_default()
}

/// What is gone already is gone.
pub(super) fn there_or_not(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}
