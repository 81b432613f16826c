//! What the tests of tournaments share: a file in a folder of its own, and results without what may differ.
#![allow(dead_code, reason = "every file of tests takes what it needs")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use joute_testkit::gate::Gate;
use serde_json::Value;

use crate::support::{object, told};

/// Matches that wait for each other, of which one player plays only as far as the gate lets it. Its match has a game in
/// either seat and somebody else's games have a thread of their own, so that an event whose gate is not open goes on as
/// far as it can, and then waits; and since two losses are two matches, letting one seat and then the other pass
/// does not end it.
pub(crate) fn gated_event(gate: &Gate) -> String {
    format!(
        "format = \"double-elimination\"\nties = \"replay\"\ngame = \"othello\"\nsetup = \"size=6\"\nseed = 4\ngames = 2\njobs = 3\n\
        time = \"3600s\"\nload = \"600s\"\nplayers = [\"greedy\", \"random\", \"positional\", \"mobility\", \"random\", \
        {{ name = \"gated\", player = \"{}\" }}]\n",
        gate.player()
    )
}

/// A tournament file.
pub(crate) struct Cup {
    folder: tempfile::TempDir,
}

impl Cup {
    pub(crate) fn new(text: &str) -> Cup {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let cup = Cup { folder };
        cup.write(text);
        cup
    }

    pub(crate) fn write(&self, text: &str) {
        fs::write(self.path("cup.toml"), text).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn file(&self) -> String {
        self.path("cup.toml").display().to_string()
    }

    /// Where results go.
    pub(crate) fn data(&self) -> PathBuf {
        self.path("cup")
    }

    pub(crate) fn object(&self, more: &[&str]) -> Value {
        object(&[&["tournament", &self.file(), "--json"], more].concat())
    }

    pub(crate) fn told(&self, more: &[&str]) -> String {
        told(&[&["tournament", &self.file()], more].concat())
    }
}

/// Results without the numbers of games, which depend on who finished first, and without what this run did.
pub(crate) fn bare(told: &Value) -> Value {
    let mut bare = told.clone();
    bare["played_now"].take();
    bare["faults"].take();
    for game in bare["matches"].as_array_mut().unwrap() {
        let games = game["games"].as_array().unwrap().len();
        game["games"] = Value::from(games);
    }
    bare
}
