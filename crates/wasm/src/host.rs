//! What a module meets outside of itself: its memory limit, its log, its deadline, and nothing else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use wasmtime::{Caller, Engine, Error, Extern, Linker, Memory, ResourceLimiter, Result, Store, UpdateDeadline};

use joute_players::Log;

/// The longest message of an abort that is kept.
const LONGEST_MESSAGE: usize = 2000;
/// Entries of all tables together; each costs as much as a pointer.
pub(crate) const TABLE_ENTRIES: usize = 1 << 20;
/// Memories that a module may have; together they have the limit of one.
pub(crate) const MEMORIES: usize = 16;
/// Tables that a module may have.
pub(crate) const TABLES: usize = 16;

/// The state of one game that the runtime keeps for us.
pub(crate) struct State {
    /// Bytes that all its memories may have together.
    memory: usize,
    /// Bytes that they have.
    held: usize,
    /// Entries that all its tables have.
    entries: usize,
    /// When its call is given up.
    pub(crate) deadline: Option<Instant>,
    /// When the calls of this turn began.
    pub(crate) began: Instant,
    /// What it wrote.
    pub(crate) log: Log,
    /// Set when everything is being stopped.
    stop: Arc<AtomicBool>,
}

impl State {
    /// Bytes of all its memories.
    pub(crate) fn held(&self) -> usize {
        self.held
    }

    /// Whether a call is given up for no fault of the module.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Why a module was stopped, when it was not the module's own instruction.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Stopped {
    /// It asked for too much.
    #[error(
        "asked for {wanted} MB of memory where {allowed} are allowed (?memory=MEGABYTES behind its name gives more)"
    )]
    Memory {
        /// Megabytes it would have.
        wanted: usize,
        /// Megabytes it may have.
        allowed: usize,
    },
    /// It asked for a large table.
    #[error("asked for {0} entries of tables where {TABLE_ENTRIES} are allowed")]
    Table(usize),
    /// It gave up by itself.
    #[error("aborted: {0}")]
    Aborted(String),
    /// It named a place that is not in its memory.
    #[error("gave {what} the address {address} and the length {length}, which lie outside of its memory")]
    Outside {
        /// Who was to look there.
        what: &'static str,
        /// Where.
        address: u32,
        /// How much.
        length: u32,
    },
}

/// What counts is what all memories and all tables of a game have together.
impl ResourceLimiter for State {
    fn memory_growing(&mut self, current: usize, desired: usize, _maximum: Option<usize>) -> Result<bool> {
        let total = self.held.saturating_sub(current).saturating_add(desired);
        if total > self.memory {
            let [wanted, allowed] = [total, self.memory].map(|bytes| bytes.div_ceil(1 << 20));
            return Err(Error::new(Stopped::Memory { wanted, allowed }));
        }
        self.held = total;
        Ok(true)
    }

    // What the system has not is no fault of ours to count on: the game is over.
    fn memory_grow_failed(&mut self, error: Error) -> Result<()> {
        Err(error)
    }

    fn table_growing(&mut self, current: usize, desired: usize, _maximum: Option<usize>) -> Result<bool> {
        let total = self.entries.saturating_sub(current).saturating_add(desired);
        if total > TABLE_ENTRIES {
            return Err(Error::new(Stopped::Table(total)));
        }
        self.entries = total;
        Ok(true)
    }

    fn table_grow_failed(&mut self, error: Error) -> Result<()> {
        Err(error)
    }

    fn instances(&self) -> usize {
        1
    }

    fn memories(&self) -> usize {
        MEMORIES
    }

    fn tables(&self) -> usize {
        TABLES
    }
}

/// A place for one game.
pub(crate) fn store(engine: &Engine, memory: u64, stop: Arc<AtomicBool>) -> Store<State> {
    let memory = usize::try_from(memory).unwrap_or(usize::MAX);
    let state = State { memory, held: 0, entries: 0, deadline: None, began: Instant::now(), log: Log::default(), stop };
    let mut store = Store::new(engine, state);
    store.limiter(|state| state);
    store.epoch_deadline_callback(|context| {
        let state = context.data();
        let late = state.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        Ok(if late || state.is_stopped() { UpdateDeadline::Interrupt } else { UpdateDeadline::Continue(1) })
    });
    store
}

/// Everything that a module may import.
pub(crate) const IMPORTS: &str = "joute.log and env.abort";

/// The functions that a module may import.
pub(crate) fn linker(engine: &Engine) -> Result<Linker<State>> {
    let mut linker = Linker::new(engine);
    linker.func_wrap("joute", "log", log)?;
    linker.func_wrap("env", "abort", abort)?;
    Ok(linker)
}

/// `joute.log(address, length)`: a line for the player's log.
fn log(mut caller: Caller<'_, State>, address: u32, length: u32) -> Result<()> {
    let outside = || Error::new(Stopped::Outside { what: "joute.log", address, length });
    let memory = memory_of(&mut caller).ok_or_else(outside)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let end = (address as usize).checked_add(length as usize).ok_or_else(outside)?;
    let text = bytes.get(address as usize..end).ok_or_else(outside)?;
    state.log.write(text);
    if text.last() != Some(&b'\n') {
        state.log.write(b"\n");
    }
    Ok(())
}

/// `env.abort(message, file, line, column)`: what AssemblyScript calls when something fails; its texts are UTF-16 with
/// their length in bytes before them.
fn abort(mut caller: Caller<'_, State>, message: u32, file: u32, line: u32, column: u32) -> Result<()> {
    let memory = memory_of(&mut caller);
    let bytes = memory.map_or(&[][..], |memory| memory.data(&caller));
    let message = wide_text(bytes, message).unwrap_or_else(|| "without a message".to_owned());
    let place = wide_text(bytes, file).map(|file| format!(" ({file}, line {line}, column {column})"));
    Err(Error::new(Stopped::Aborted(message + &place.unwrap_or_default())))
}

fn wide_text(bytes: &[u8], address: u32) -> Option<String> {
    let address = usize::try_from(address).ok().filter(|&address| address >= 4)?;
    let length = u32::from_le_bytes(bytes.get(address - 4..address)?.try_into().ok()?) as usize;
    let text = bytes.get(address..address.checked_add(length.min(LONGEST_MESSAGE))?)?;
    let units: Vec<u16> = text.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    Some(String::from_utf16_lossy(&units))
}

fn memory_of(caller: &mut Caller<'_, State>) -> Option<Memory> {
    caller.get_export("memory").and_then(Extern::into_memory)
}
