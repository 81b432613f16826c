//! A gate in the way of games: a test opens it when it has seen what it waits for, so that nothing depends on who is
//! quicker.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// Who may pass; the bits are those that `gated.py` looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passage {
    /// Nobody.
    Closed = 0o000,
    /// Players that move first.
    First = 0o100,
    /// Players that move second.
    Second = 0o001,
    /// Everybody.
    Open = 0o101,
}

/// Bytes of a gate, more than is copied for a program.
const LARGE: u64 = 17 << 20;

/// A player that waits, before its first move of every game, until it may pass.
pub struct Gate {
    folder: TempDir,
}

impl Gate {
    /// A gate, and the player in front of it, in a folder that a sandbox may enter.
    pub fn new(passage: Passage) -> Gate {
        let folder = tempfile::tempdir().expect("a folder for a gate");
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("a folder that others may enter");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/gated.py");
        fs::copy(source, folder.path().join("gated.py")).expect("a player in its folder");
        let gate = Gate { folder };
        // Small files are copied for each program: a gate is larger, so that all stand before the same one.
        let file = fs::File::create(gate.path()).expect("a gate in its folder");
        file.set_len(LARGE).expect("a large gate without content");
        gate.set(passage);
        gate
    }

    /// Lets these through from now on.
    pub fn set(&self, passage: Passage) {
        let mode = 0o644 | passage as u32;
        fs::set_permissions(self.path(), Permissions::from_mode(mode)).expect("a gate that can be moved");
    }

    /// The locator of the player, whose games need python3.
    pub fn player(&self) -> String {
        let folder = self.folder.path().display();
        format!("exe:python3 {folder}/gated.py {folder}/gate")
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("gate")
    }
}
