//! One game of a module: an instance with its memory, and the calls into it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use joute_games::MoveCode;
use joute_referee::{ClockKind, Ending, Fault, Fuel, Reply, Said, Turn};
use wasmtime::{Instance, Memory, Store, TypedFunc, WasmParams, WasmResults};

use crate::blocks::{Block, Wants, fuel_for_call};
use crate::clock::Clock;
use crate::engines::Meter;
use crate::host::{self, State};
use crate::program::WasmProgram;
use crate::trouble;
use joute_players::Log;
use joute_players::lines;

/// The longest answer that is looked at.
const LONGEST_ANSWER: usize = 1000;
/// The first room that is asked for: enough for most boards.
const FIRST_ROOM: usize = 8192;
/// How long the last call may take when no fuel limits it.
const LAST_CALL: Duration = Duration::from_secs(1);

type Take = TypedFunc<u32, ()>;
type TakeAndGive = TypedFunc<u32, u32>;
type Give = TypedFunc<(), u32>;

/// An instance at work.
pub(crate) struct WasmGame {
    store: Store<State>,
    clock: Arc<Clock>,
    memory: Memory,
    buffer: TakeAndGive,
    choose: TakeAndGive,
    end: Option<Take>,
    wants: Wants,
    block: Block,
    /// Where the module lets us write, and how much.
    room: (u32, usize),
    /// Plies that the module knows of.
    told: usize,
    fuel: Option<Fuel>,
    /// What is left of it before the next call.
    fuel_left: Option<u64>,
}

impl WasmGame {
    /// A fresh instance that has heard of its game. `fuel_left` is what an earlier instance left of the game's fuel.
    pub(crate) fn open(program: &WasmProgram, turn: &Turn<'_>, fuel_left: Option<u64>) -> Result<WasmGame, Fault> {
        let meter = if turn.rules.fuel.is_some() { Meter::Fuel } else { Meter::Wall };
        let compiled = program.compiled(meter, turn.rules.load, turn.stop)?;
        let mut store = host::store(compiled.module().engine(), program.memory, program.stop());
        let fuel = fuel_for_call(turn, fuel_left);
        // Compiling is the referee's work: the time to load begins after it.
        let allowance = Allowance { fuel, deadline: Some(Instant::now() + turn.rules.load) };
        allowance.grant(&mut store);
        let began = Instant::now();
        let clock = program.clock();
        let running = clock.running();
        let instance = compiled
            .instantiate(&mut store)
            .map_err(|error| trouble::fault(&error, "while it was loaded", began.elapsed(), turn.rules.fuel))?;
        drop(running);
        let mut game = WasmGame::of(instance, (store, clock), turn)?;
        game.start(&instance, turn)?;
        Ok(game)
    }

    fn of(
        instance: Instance,
        (mut store, clock): (Store<State>, Arc<Clock>),
        turn: &Turn<'_>,
    ) -> Result<WasmGame, Fault> {
        let lost = |name: &str| Fault::crash(format!("its {name} is gone"));
        let memory = instance.get_memory(&mut store, "memory").ok_or_else(|| lost("memory"))?;
        let buffer = instance.get_typed_func(&mut store, "joute_buffer").map_err(|_| lost("joute_buffer"))?;
        let choose = instance.get_typed_func(&mut store, "joute_choose").map_err(|_| lost("joute_choose"))?;
        let end = instance.get_typed_func(&mut store, "joute_end").ok();
        let fuel_left = store.get_fuel().ok();
        Ok(WasmGame {
            store,
            clock,
            memory,
            buffer,
            choose,
            end,
            wants: Wants::EVERYTHING,
            block: Block::default(),
            room: (0, 0),
            told: turn.plies.len(),
            fuel: turn.rules.fuel,
            fuel_left,
        })
    }

    /// Everything that is called once: what it is called, what it wants to hear, that a game begins.
    fn start(&mut self, instance: &Instance, turn: &Turn<'_>) -> Result<(), Fault> {
        if let Ok(name) = instance.get_typed_func::<(), u32>(&mut self.store, "joute_name") {
            self.note_name(&name)?;
        }
        if let Ok(wants) = instance.get_typed_func::<(), u32>(&mut self.store, "joute_wants") {
            self.wants = Wants(self.call(&wants, (), "joute_wants")?.cast_signed());
        }
        if let Ok(start) = instance.get_typed_func::<u32, ()>(&mut self.store, "joute_start") {
            let mut block = std::mem::take(&mut self.block);
            block.game(turn, |size| self.place(size))?;
            self.send(&block)?;
            self.call(&start, block.address(), "joute_start")?;
            self.block = block;
        }
        self.fuel_left = self.store.get_fuel().ok();
        Ok(())
    }

    fn note_name(&mut self, name: &Give) -> Result<(), Fault> {
        let address = self.call(name, (), "joute_name")?;
        let Ok(name) = self.answer_at(address) else {
            return Ok(());
        };
        let name = String::from_utf8_lossy(name).replace(char::is_control, " ");
        self.store.data_mut().log.note(&format!("it calls itself {name}"));
        Ok(())
    }

    /// Its move.
    pub(crate) fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let fuel = fuel_for_call(turn, self.fuel_left);
        Allowance { fuel, deadline: turn.deadline }.grant(&mut self.store);
        let began = (turn.rules.clock == ClockKind::Cpu).then(thread_time);
        let mut block = std::mem::take(&mut self.block);
        block.turn(turn, self.told, self.wants, fuel, |size| self.place(size))?;
        self.send(&block)?;
        self.told = turn.plies.len();
        let choose = self.choose.clone();
        let address = self.call(&choose, block.address(), "joute_choose")?;
        self.fuel_left = fuel.and_then(|_| self.store.get_fuel().ok());
        let said = self.said(&block, address)?;
        self.block = block;
        Ok(Reply { said, cpu: began.map(|began| thread_time().saturating_sub(began)), score: None })
    }

    /// Whether its call was given up because everything is being stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.store.data().is_stopped()
    }

    /// What is left of the game's fuel.
    pub(crate) fn fuel_left(&self) -> Option<u64> {
        self.store.get_fuel().ok()
    }

    /// Bytes of all its memories.
    pub(crate) fn memory_size(&self) -> u64 {
        self.store.data().held() as u64
    }

    /// What the module wrote.
    /// The first line that the module itself wrote.
    pub(crate) fn first_print(&self) -> Option<String> {
        self.store.data().log.first_print()
    }

    pub(crate) fn log(&mut self) -> &mut Log {
        &mut self.store.data_mut().log
    }

    /// Says how the game ended; what goes wrong now changes nothing any more.
    pub(crate) fn close(&mut self, ending: &Ending, tally: [u32; 2]) -> Result<(), Fault> {
        let Some(end) = self.end.clone() else {
            return Ok(());
        };
        let fuel = self.fuel.map(|fuel| self.fuel_left.unwrap_or(fuel.amount));
        Allowance { fuel, deadline: Some(Instant::now() + LAST_CALL) }.grant(&mut self.store);
        let mut block = std::mem::take(&mut self.block);
        block.result([&lines::winner(ending), lines::how(ending)], tally, |size| self.place(size))?;
        self.send(&block)?;
        self.call(&end, block.address(), "joute_end")
    }

    /// Room for so many bytes: what the module gave before, or more.
    fn place(&mut self, size: usize) -> Result<u32, Fault> {
        if size <= self.room.1 {
            return Ok(self.room.0);
        }
        // Asked for generously, so that it is seldom asked.
        let wanted = (2 * size).max(FIRST_ROOM).next_multiple_of(8);
        let buffer = self.buffer.clone();
        let address = self.call(&buffer, wanted as u32, "joute_buffer")?;
        let end = (address as usize).saturating_add(wanted);
        let has = self.memory.data_size(&self.store);
        if address == 0 {
            return Err(Fault::crash(format!("joute_buffer: has no room for {wanted} bytes (it gave 0)")));
        }
        if end > has || !address.is_multiple_of(8) {
            let why = if end > has { "lie outside of its memory" } else { "do not begin at a multiple of 8" };
            return Err(Fault::crash(format!(
                "joute_buffer: gave the address {address} for {wanted} bytes, which {why} ({has} bytes)"
            )));
        }
        self.room = (address, wanted);
        Ok(address)
    }

    fn send(&mut self, block: &Block) -> Result<(), Fault> {
        let mut at = block.address() as usize;
        let memory = self.memory.data_mut(&mut self.store);
        for piece in block.pieces() {
            let outside = || Fault::crash("joute_buffer: the room it gave is no longer there");
            memory.get_mut(at..at + piece.len()).ok_or_else(outside)?.copy_from_slice(piece);
            at += piece.len();
        }
        Ok(())
    }

    /// What the text behind an address means.
    fn said(&self, block: &Block, address: u32) -> Result<Said, Fault> {
        if let Some(code) = self.legal(block, address) {
            return Ok(Said::Move(code));
        }
        let answer = self.answer_at(address)?;
        match std::str::from_utf8(answer) {
            Ok("resign") => Ok(Said::Resign),
            Ok(text) => Ok(Said::Text(text.to_owned())),
            Err(_) => {
                let start = String::from_utf8_lossy(&answer[..answer.len().min(40)]).into_owned();
                Err(Fault::illegal(format!("answered bytes that are no text in UTF-8: {start:?}")))
            }
        }
    }

    /// Most players give back one of the texts they were given, and it is still as it was.
    fn legal(&self, block: &Block, address: u32) -> Option<MoveCode> {
        let (code, text) = block.legal_at(address)?;
        let found = self.memory.data(&self.store).get(address as usize..)?;
        found.starts_with(text.as_bytes()).then_some(code)
    }

    fn answer_at(&self, address: u32) -> Result<&[u8], Fault> {
        if address == 0 {
            return Err(Fault::illegal("answered nothing: joute_choose gave a null pointer"));
        }
        let memory = self.memory.data(&self.store);
        let Some(bytes) = memory.get(address as usize..).filter(|bytes| !bytes.is_empty()) else {
            return Err(Fault::crash(format!(
                "joute_choose: gave the address {address}, which lies outside of its memory of {} bytes",
                memory.len()
            )));
        };
        let bytes = &bytes[..bytes.len().min(LONGEST_ANSWER)];
        let end = bytes.iter().position(|&byte| byte == 0);
        let end = end.ok_or_else(|| Fault::illegal("answered a text without a zero byte at its end"))?;
        Ok(&bytes[..end])
    }

    fn call<P: WasmParams, R: WasmResults>(
        &mut self,
        function: &TypedFunc<P, R>,
        argument: P,
        name: &str,
    ) -> Result<R, Fault> {
        let running = self.clock.running();
        let result = function.call(&mut self.store, argument);
        drop(running);
        result.map_err(|error| {
            let waited = self.store.data().began.elapsed();
            trouble::fault(&error, name, waited, self.fuel)
        })
    }
}

/// What a call may use.
struct Allowance {
    fuel: Option<u64>,
    deadline: Option<Instant>,
}

impl Allowance {
    fn grant(&self, store: &mut Store<State>) {
        match self.fuel {
            // An engine that counts instructions takes any number of them.
            Some(fuel) => drop(store.set_fuel(fuel)),
            None => {
                let state = store.data_mut();
                (state.began, state.deadline) = (Instant::now(), self.deadline);
                store.set_epoch_deadline(1);
            }
        }
    }
}

/// CPU time of this thread, which is the one the module runs on.
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}
