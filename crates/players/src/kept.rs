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
