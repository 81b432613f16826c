//! A submission at the table: built when it is first opened, and then a program like any other.

use std::sync::Arc;
use std::time::{Duration, Instant};

use joute_referee::{Ending, Fault, Footprint, Player, Reply, Turn};

use super::build::BuiltProgram;
use crate::conversation::Tap;
use crate::line_protocol::LinePlayer;

/// A player that may have to be built.
pub(super) struct BuiltPlayer {
    program: Arc<BuiltProgram>,
    keep: bool,
    tap: Option<Tap>,
    player: Option<LinePlayer>,
}

impl BuiltPlayer {
    pub(super) fn new(program: Arc<BuiltProgram>, keep: bool, tap: Option<Tap>) -> BuiltPlayer {
        BuiltPlayer { program, keep, tap, player: None }
    }
}

impl Player for BuiltPlayer {
    fn open(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        if self.player.is_none() {
            let command = self.program.command(turn.stop)?;
            let player = LinePlayer::new(self.program.sandbox(), command, self.keep);
            self.player = Some(player.recorded(self.tap.clone()));
        }
        // Building has limits of its own: the time to load begins now.
        let deadline = turn.deadline.map(|_| Instant::now() + turn.rules.load);
        match &mut self.player {
            Some(player) => player.open(&Turn { deadline, ..*turn }),
            None => Err(Fault::crash("the program was not built")),
        }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        match &mut self.player {
            Some(player) => player.choose(turn),
            None => Err(Fault::crash("the program is not running")),
        }
    }

    fn kept_waiting(&mut self) -> Duration {
        self.player.as_mut().map(LinePlayer::kept_waiting).unwrap_or_default()
    }

    fn close(&mut self, ending: &Ending, tally: [u32; 2]) {
        if let Some(player) = &mut self.player {
            player.close(ending, tally);
        }
    }

    fn take_aftermath(&mut self) -> Option<Fault> {
        self.player.as_mut()?.take_aftermath()
    }

    fn footprint(&mut self) -> Option<Footprint> {
        self.player.as_mut()?.footprint()
    }

    fn first_print(&self) -> Option<String> {
        self.player.as_ref()?.first_print()
    }

    fn take_log(&mut self) -> Option<String> {
        self.player.as_mut()?.take_log()
    }
}
