//! A copy of a file as of one moment, made while others write it. SQLite makes it; whoever writes is not kept waiting.

use std::path::Path;

use super::medium;
use crate::error::Checked;
use crate::{Result, StoreErrorKind};

/// Copies a store into a file that is not there yet. The ledger is not copied: it might know more than the copy by now.
pub(crate) fn back_up(path: &Path, to: &Path) -> Result<()> {
    backed_up(path, to).map_err(|problem| problem.at(&path.display().to_string()))
}

fn backed_up(path: &Path, to: &Path) -> Checked<()> {
    let place = to.to_str().ok_or_else(|| {
        let why = format!("expected a name of plain text for a copy, not {}", to.display());
        StoreErrorKind::Unavailable { why }
    })?;
    medium::open_to_read(path)?.connection.execute("VACUUM INTO ?1", [place])?;
    Ok(())
}
