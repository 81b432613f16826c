//! Who may sit at the table: the one interface of every kind of player.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use joute_games::random::Seed;
use joute_games::{AnyGame, MoveCode, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ending::Ending;
use crate::fault::Fault;
use crate::ply::Ply;
use crate::rules::MatchRules;

/// Somebody or something that chooses moves.
///
/// A player is opened for one game, asked on each of its turns, and closed; it may then be opened again.
pub trait Player: Send {
    /// Gets ready for a game in a seat; `turn` shows the position play will begin from.
    fn open(&mut self, turn: &Turn<'_>) -> Result<(), Fault>;

    /// A move for the position of the turn. A process is given up when the deadline of the turn passes.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault>;

    /// The game is over, whatever way; nothing of this game may be left behind.
    fn close(&mut self, ending: &Ending, tally: [u32; 2]);

    /// Nobody will ask it for a while: a player of this program gives back the memory that it needs only while it thinks.
    fn release_memory(&mut self) {}

    /// What went wrong when the game was over already, as in a function that frees memory. It changes no result, and is told
    /// once.
    fn take_aftermath(&mut self) -> Option<Fault> {
        None
    }

    /// Whether the same position, clock and seed always get the same answer, as far as is known.
    fn is_deterministic(&self) -> bool {
        true
    }

    /// Whether it thinks on the thread of whoever asks, and so cannot be given up in the middle of a thought: a deadline is of
    /// no use to it. Known before it is opened.
    fn ignores_deadlines(&self) -> bool {
        false
    }

    /// Whether it never writes anything besides its moves, so that nobody need ask; known before it is opened.
    fn is_silent(&self) -> bool {
        false
    }

    /// What the player holds at the moment, where it has a process and the system tells, or a memory of its own.
    fn footprint(&mut self) -> Option<Footprint> {
        None
    }

    /// Whether, under these rules, the player counts its own instructions and faults by itself when they are used up:
    /// no time is held against it then, so that its games are the same on every machine.
    fn is_metered(&self, _rules: &MatchRules) -> bool {
        false
    }

    /// The first line that the player itself wrote besides its moves in this game; what is noted about it is not its own.
    /// It is still known after the game.
    fn first_print(&self) -> Option<String> {
        None
    }

    /// How long, of its last thought, the player was ready to run while other programs had all the processors, where it has a
    /// process and the system tells. Asked when it is late.
    fn kept_waiting(&mut self) -> Duration {
        Duration::ZERO
    }

    /// What the player wrote besides its moves since the last time this was asked.
    fn take_log(&mut self) -> Option<String> {
        None
    }
}

/// What a player holds apart from this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Footprint {
    /// Bytes of memory.
    pub memory: u64,
    /// Open descriptors.
    pub descriptors: u64,
}

/// Everything a player is told on its turn.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The position.
    pub game: &'a AnyGame,
    /// The seat of the player.
    pub side: Side,
    /// What was played before, from the first position on.
    pub plies: &'a [Ply],
    /// Keys of the positions since the last irreversible move, the present one last; kept for games that end on
    /// repetition.
    pub history: &'a [u64],
    /// The seed of this seat in this game.
    pub seed: Seed,
    /// How much time there is.
    pub clock: &'a ClockView,
    /// When a process is given up; not told to players that ignore deadlines.
    pub deadline: Option<Instant>,
    /// The rules of the match.
    pub rules: &'a MatchRules,
    /// Set when the whole match is being stopped.
    pub stop: &'a AtomicBool,
}

impl Turn<'_> {
    /// The same with the deadline put off by what has passed since: what the arena itself had to do is not the player's time.
    pub fn put_off_since(&self, began: Instant) -> Self {
        Turn { deadline: self.deadline.map(|deadline| deadline + began.elapsed()), ..*self }
    }
}

/// The clocks as a player sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockView {
    /// Time left to each side for the game.
    pub left: [Option<Duration>; 2],
    /// Time for this move.
    pub move_limit: Option<Duration>,
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Reply {
    /// What it said.
    pub said: Said,
    /// CPU time of all its processes for this move, where it is known.
    pub cpu: Option<Duration>,
    /// What the player thinks of the position, for the side to move, where it says so.
    pub score: Option<f64>,
}

impl From<MoveCode> for Reply {
    #[inline]
    fn from(code: MoveCode) -> Reply {
        Reply { said: Said::Move(code), cpu: None, score: None }
    }
}

/// What a player said on its turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// A move, already understood.
    Move(MoveCode),
    /// A text that should be a move.
    Text(String),
    /// That it gives up.
    Resign,
    /// Nothing, because the match is being stopped.
    Stopped,
}

/// Who a player is: its name in an event and what exactly played.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Identity {
    /// Its name, unique in an event.
    pub name: String,
    /// How it was named on the command line or in a file.
    pub locator: String,
    /// A hash of the contents of its file or files; for built-in players the version of Joute.
    pub version: String,
    /// What ran it, where that matters: the runtime of a WebAssembly player with its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runtime: Option<String>,
}
