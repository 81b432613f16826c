//! What the tests of libraries share: compilers, a table to seat libraries at, and a look for what they leave behind.
#![allow(dead_code, reason = "each test program uses a part")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use joute_catalog::find_game;
use joute_games::NoFiles;
use joute_games::random::Seed;
use joute_players::{Entrant, LibraryHost, Workshop};
use joute_referee::{Conditions, Finished, Identity, play_game};
use joute_sandbox::Launcher;

/// A folder of libraries that everybody may read, as a sandbox's user must, and what seats them.
pub(crate) struct TestLibraries {
    folder: tempfile::TempDir,
    workshop: Workshop,
    entrants: RefCell<BTreeMap<String, Rc<Entrant>>>,
}

/// A game that has ended, and what each player wrote after its last move.
pub(crate) struct Played {
    pub(crate) finished: Finished,
    pub(crate) last_words: [String; 2],
}

/// The programs under test are the launcher and the host.
fn host() -> LibraryHost {
    LibraryHost::new(env!("CARGO_BIN_EXE_joute")).subcommand("__library-host")
}

impl TestLibraries {
    pub(crate) fn new() -> TestLibraries {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let launcher = Launcher::new(env!("CARGO_BIN_EXE_joute")).subcommand("__sandbox");
        let workshop = Workshop::new(launcher, folder.path()).with_library_host(host());
        TestLibraries { folder, workshop, entrants: RefCell::default() }
    }

    /// The same without walls around the libraries: what they do wrong must come to the same.
    pub(crate) fn without_sandbox(self) -> TestLibraries {
        TestLibraries { workshop: self.workshop.without_sandbox(), ..self }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Compiles a source of this folder or of the starter players.
    pub(crate) fn compile(&self, source: &str, name: &str, flags: &[&str]) {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let source = [here.join("tests/libraries").join(source), here.join("../../players").join(source)];
        let source = source.iter().find(|path| path.is_file()).unwrap();
        let mut gcc = Command::new("gcc");
        gcc.args(["-shared", "-fPIC", "-O1", "-Wno-infinite-recursion", "-Wno-free-nonheap-object"]).args(flags);
        gcc.arg("-I").arg(here.join("../../players/c-library")).arg("-o").arg(self.path(name)).arg(source);
        assert!(gcc.status().expect("these tests need gcc").success(), "gcc failed");
        fs::set_permissions(self.path(name), Permissions::from_mode(0o644)).unwrap();
    }

    /// The same library under another name.
    pub(crate) fn copy(&self, name: &str, other: &str) {
        fs::copy(self.path(name), self.path(other)).unwrap();
    }

    /// What a locator means, found out once, as in a match.
    fn entrant(&self, locator: &str) -> Rc<Entrant> {
        let mut known = self.entrants.borrow_mut();
        let entrant = known.entry(locator.to_owned());
        Rc::clone(entrant.or_insert_with(|| Rc::new(self.workshop.entrant(locator).unwrap())))
    }

    /// One game between two locators.
    pub(crate) fn play(&self, seats: [&str; 2], game: &str, setup: &str, rules: &str) -> Played {
        let [mut first, mut second] = seats.map(|locator| self.entrant(locator).player().unwrap());
        let source = find_game(game).unwrap().setup(setup, &NoFiles).unwrap();
        let conditions = Conditions {
            rules: &rules.parse().unwrap(),
            seed: Seed(1),
            identities: &[Identity::default(), Identity::default()],
            prefix: &[],
            stop: &AtomicBool::new(false),
            labels: &BTreeMap::new(),
        };
        let finished = play_game(source.start(1).unwrap(), [&mut *first, &mut *second], &conditions, None);
        let last_words = [first.take_log(), second.take_log()].map(Option::unwrap_or_default);
        Played { finished, last_words }
    }

    /// Processes whose command line names this folder: hosts, and the launchers they came from.
    pub(crate) fn processes(&self) -> Vec<String> {
        let word = self.folder.path().display().to_string();
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        lines
            .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
            .filter(|line| line.contains(&word))
            .collect()
    }
}

impl Played {
    /// Everything that players wrote besides their moves while the game was played.
    pub(crate) fn logs(&self) -> String {
        let logs = self.finished.plies.iter().filter_map(|ply| ply.details.as_ref()?.log.as_deref());
        logs.collect::<Vec<_>>().join("\n")
    }
}
