//! Players that play from a copy of their files: what is let in is what plays, whoever puts other files there later.

use std::io;

use crate::entrant::{Entrant, EntrantError};
use crate::kind::Made;
use crate::player_files::player_files;
use crate::submission::{Delegated, copy_of};
use crate::workshop::Workshop;

impl Workshop {
    /// The same player with a copy of its files, which goes with it. Whoever has no files below our folder, or more than anybody may have,
    /// stays what it was.
    pub fn kept(&self, entrant: &Entrant) -> Result<Entrant, EntrantError> {
        let locator = entrant.locator();
        let files =
            if entrant.is_kept() { Vec::new() } else { player_files(locator, self.folder()).unwrap_or_default() };
        if files.is_empty() {
            return Ok(entrant.clone());
        }
        let copy = copy_of(files.into_iter().map(|file| (file.path.into(), file.file)).collect());
        let copy = copy.map_err(EntrantError::Folder)?;
        let made = locator.kind.make(locator, &self.in_folder(copy.path()))?;
        if made.identity.version != entrant.identity.version {
            let error = io::Error::other("it has changed while it was read");
            return Err(EntrantError::File { path: self.path(locator), error });
        }
        let advice = made.maker.advice().unwrap_or_else(|| locator.kind.advice());
        let maker = Box::new(Delegated { maker: made.maker, advice, _copy: copy });
        Ok(Entrant::new(locator.clone(), Made { identity: entrant.identity.clone(), maker }))
    }
}

#[cfg(test)]
mod tests {
    use joute_sandbox::Launcher;

    use super::*;

    #[test]
    fn a_player_keeps_the_files_that_it_was_let_in_with() {
        let home = tempfile::tempdir().unwrap();
        let team = home.path().join("Noah's Ark");
        std::fs::create_dir(&team).unwrap();
        std::fs::write(team.join("a dove é.py"), "import helper").unwrap();
        std::fs::write(team.join("helper.py"), "").unwrap();
        let workshop = Workshop::new(Launcher::new("/bin/true"), home.path()).without_sandbox();
        let entrant = workshop.entrant_of_file("Noah's Ark/a dove é.py").unwrap();
        let kept = workshop.kept(&entrant).unwrap();
        assert_eq!((&kept.identity, kept.locator()), (&entrant.identity, entrant.locator()));
        std::fs::remove_dir_all(&team).unwrap();
        let copies = kept.command().unwrap().files().to_vec();
        assert!(copies.iter().any(|file| std::fs::read_to_string(file).is_ok_and(|text| text == "import helper")));
        assert!(workshop.kept(&kept).unwrap().is_kept(), "one copy is enough");
        drop(kept);
        assert!(copies.iter().all(|file| !file.starts_with(home.path()) && !file.exists()), "{copies:?}");
    }

    #[test]
    fn whoever_has_no_files_stays_as_it_is() {
        let home = tempfile::tempdir().unwrap();
        let workshop = Workshop::new(Launcher::new("/bin/true"), home.path()).without_sandbox();
        let entrant = workshop.entrant("greedy").unwrap();
        assert!(!workshop.kept(&entrant).unwrap().is_kept());
    }
}
