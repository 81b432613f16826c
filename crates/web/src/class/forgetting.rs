//! What is forgotten of those who have left: their name in the record of what was done, and what was said with their programs. Games stay,
//! with the name of the team.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::account::Deed;
use super::events::{CUPS, MATCHES, is_of_ladder};
use super::room::there_or_not;
use super::submissions::{VERSIONS, WATCHED, blocking};
use super::talk::CONVERSATIONS;
use super::{Class, Result};

/// The head of a conversation is no longer than this.
const HEAD: u64 = 16 << 10;

impl Class {
    /// Takes the name and the address off everything that somebody did, and the name off what others did with them; with that of the team
    /// where nobody else is of it.
    pub(crate) async fn forget_deeds_of(&self, account: &str, team: &str) -> Result<()> {
        let is_left = self.accounts().await?.iter().any(|(_, other)| other.team == team);
        let team = Some(team).filter(|_| !is_left);
        for (key, deed) in self.records.all::<Deed>(usize::MAX).await? {
            let is_own = deed.is_of(account);
            if is_own || names(&deed.about, account) || team.is_some_and(|team| names(&deed.about, team)) {
                let forget = |deed: &mut Deed| {
                    deed.about = String::new();
                    if is_own {
                        (deed.who, deed.from) = (None, String::new());
                    }
                };
                self.records.change(&key, forget).await?;
            }
        }
        Ok(())
    }

    /// Deletes what was said with programs of teams, in every tournament.
    pub(super) async fn forget_talks_of(&self, teams: HashSet<String>) -> Result<()> {
        if teams.is_empty() {
            return Ok(());
        }
        let root = self.submissions.folder.clone();
        blocking(move || {
            let entries = fs::read_dir(&root)?.flatten().filter(|entry| is_of_ladder(&entry.file_name()));
            let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
            for folder in [CUPS, MATCHES] {
                let entries = fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
                folders.extend(entries.map(|entry| entry.path()));
            }
            folders.iter().try_for_each(|folder| forget_in(&folder.join(CONVERSATIONS), &teams))
        })
        .await
    }
}

impl Deed {
    /// Whether somebody did it, or it was how they came in or tried to: then nobody was known yet.
    pub(crate) fn is_of(&self, account: &str) -> bool {
        let is_at_the_door =
            self.who.is_none() && ["joined", "sign-in", "sign-in-refused"].contains(&self.what.as_str());
        self.who.as_deref() == Some(account) || (is_at_the_door && self.about == account)
    }
}

/// Whether what was done was about somebody, or about a player of theirs, whichever place it has.
fn names(about: &str, name: &str) -> bool {
    let of_player = |word: &str| word.split_once('/').is_some_and(|(team, _)| team == name);
    about.split(' ').next() == Some(name) || about.split(' ').any(of_player)
}

fn forget_in(folder: &Path, teams: &HashSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if team_of_talk(&path).is_some_and(|team| teams.contains(&team)) {
            there_or_not(fs::remove_file(path))?;
        }
    }
    Ok(())
}

/// Whose program it was said with, by where the program is.
fn team_of_talk(path: &Path) -> Option<String> {
    let head = BufReader::new(File::open(path).ok()?.take(HEAD)).lines().map_while(std::result::Result::ok);
    let player = head.take(8).find_map(|line| line.strip_prefix("# player ").map(PathBuf::from))?;
    let mut parts = player.iter();
    parts.find(|part| [VERSIONS, WATCHED].iter().any(|folder| part == folder))?;
    Some(parts.next()?.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_named_is_found_wherever_that_is() {
        for about in ["ada", "ada/dove.py/000001", "ada/dove.py – level-1", "eve/late.py – ada/dove.py"] {
            assert!(names(about, "ada"), "{about}");
        }
        for about in ["", "adam", "player x 3 ada", "adam/dove.py", "eve/ada", "eve/ada.py – bob/ada.c"] {
            assert!(!names(about, "ada"), "{about}");
        }
    }
}
