//! Players that need no sandbox: files that end in `.wasm` and hold a word. They take the first of their moves and write a log; `fails`
//! fails at a table where nobody's time for the game is limited, which is one with a person, and `waits for /path` moves when that is there.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use joute_players::kind::{Made, Maker};
use joute_players::{EntrantError, Kind, KindInfo, Locator, WASM_INFO, Workshop, identity_of_file};
use joute_referee::{Ending, Fault, Player, Reply, Turn};
use joute_testkit::wait::until;

/// The kind of them, in place of the real one.
#[derive(Debug)]
pub struct Words;

impl Kind for Words {
    fn info(&self) -> &'static KindInfo {
        &WASM_INFO
    }

    fn make(&self, locator: &Locator, workshop: &Workshop) -> Result<Made, EntrantError> {
        let (path, bytes) = workshop.file(locator)?;
        let text = String::from_utf8_lossy(&bytes);
        let word = Word { fails: text == "fails", gate: text.strip_prefix("waits for ").map(PathBuf::from) };
        Ok(Made { identity: identity_of_file(locator, path, &bytes, None), maker: Box::new(word) })
    }
}

#[derive(Debug, Clone)]
struct Word {
    fails: bool,
    gate: Option<PathBuf>,
}

impl Maker for Word {
    fn player(&self) -> Result<Box<dyn Player>, EntrantError> {
        Ok(Box::new(self.clone()))
    }
}

impl Player for Word {
    fn open(&mut self, _turn: &Turn<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let is_free = || self.gate.as_ref().is_none_or(|gate| gate.exists()) || turn.stop.load(Ordering::Relaxed);
        until("a way through the gate", || is_free().then_some(()));
        match turn.game.legal().first() {
            Some(_) if self.fails && turn.rules.time.is_none() => Err(Fault::crash("the trace of a program")),
            Some(code) => Ok((*code).into()),
            None => Err(Fault::crash("no move is left")),
        }
    }

    fn close(&mut self, _ending: &Ending, _tally: [u32; 2]) {}

    fn take_log(&mut self) -> Option<String> {
        Some("the log of a program".to_owned())
    }
}
