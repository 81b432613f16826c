//! A WebAssembly module at the table.

use std::sync::Arc;

use joute_referee::{Ending, Fault, Footprint, MatchRules, Player, Reply, Said, Turn};

use crate::game::WasmGame;
use crate::program::WasmProgram;

/// A module that plays: every game in an instance of its own.
pub struct WasmPlayer {
    program: Arc<WasmProgram>,
    game: Option<WasmGame>,
    /// What an instance that was given up left of the game's fuel.
    fuel_left: Option<u64>,
    log: Option<String>,
    /// What went wrong after the last game.
    aftermath: Option<Fault>,
    /// The first line that instances which are gone wrote.
    printed: Option<String>,
}

impl WasmPlayer {
    pub(crate) fn new(program: Arc<WasmProgram>) -> WasmPlayer {
        WasmPlayer { program, game: None, fuel_left: None, log: None, aftermath: None, printed: None }
    }

    /// An instance that was stopped in the middle of a call is in no state to be called again: its game is over, or,
    /// where overtime costs a turn, a fresh one takes its place.
    fn give_up(&mut self) {
        if let Some(mut game) = self.game.take() {
            self.fuel_left = game.fuel_left();
            self.log = game.log().take();
            self.printed = self.printed.take().or_else(|| game.log().first_print());
        }
    }
}

impl Player for WasmPlayer {
    fn open(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        (self.game, self.fuel_left, self.log) = (None, None, None);
        (self.aftermath, self.printed) = (None, None);
        self.game = Some(WasmGame::open(&self.program, turn, None)?);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let mut game = match self.game.take() {
            Some(game) => game,
            None => WasmGame::open(&self.program, turn, self.fuel_left)?,
        };
        let reply = game.choose(turn);
        let stopped = reply.is_err() && game.is_stopped();
        self.game = Some(game);
        if reply.is_err() {
            self.give_up();
        }
        // What cannot be told from a fault while everything stops is none.
        if stopped { Ok(Reply { said: Said::Stopped, cpu: None, score: None }) } else { reply }
    }

    fn close(&mut self, ending: &Ending, tally: [u32; 2]) {
        if let Some(mut game) = self.game.take() {
            if let Err(fault) = game.close(ending, tally) {
                game.log().note(&fault.to_string());
                self.aftermath = Some(Fault { evidence: format!("after the game: {}", fault.evidence), ..fault });
            }
            self.log = game.log().take();
            self.printed = self.printed.take().or_else(|| game.log().first_print());
        }
    }

    fn take_aftermath(&mut self) -> Option<Fault> {
        self.aftermath.take()
    }

    /// A module has no process and can open nothing, but its memory may grow from move to move.
    fn footprint(&mut self) -> Option<Footprint> {
        self.game.as_ref().map(|game| Footprint { memory: game.memory_size(), descriptors: 0 })
    }

    fn is_metered(&self, rules: &MatchRules) -> bool {
        rules.fuel.is_some()
    }

    fn first_print(&self) -> Option<String> {
        self.printed.clone().or_else(|| self.game.as_ref()?.first_print())
    }

    fn take_log(&mut self) -> Option<String> {
        self.log.take().or_else(|| self.game.as_mut()?.log().take())
    }
}
