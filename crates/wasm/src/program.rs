//! A module: compiled once for each clock, looked over before anything of it runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use joute_referee::Fault;
use wasmtime::{ExternType, FuncType, InstancePre, Module, ValType};

use crate::LARGEST_MODULE;
use crate::clock::Clock;
use crate::engines::{Engines, Meter};
use crate::host::{self, IMPORTS, MEMORIES, State, TABLES};
use crate::loader::ModuleLoader;

/// The functions of a module, whether it must have them, and whether they take an argument and give a result.
const FUNCTIONS: [Function; 6] = [
    Function { name: "joute_buffer", needed: true, takes: true, gives: true },
    Function { name: "joute_choose", needed: true, takes: true, gives: true },
    Function { name: "joute_start", needed: false, takes: true, gives: false },
    Function { name: "joute_end", needed: false, takes: true, gives: false },
    Function { name: "joute_name", needed: false, takes: false, gives: true },
    Function { name: "joute_wants", needed: false, takes: false, gives: true },
];

/// Processor time that compiling a module may take however short the time to load is.
const LEAST_COMPILING: Duration = Duration::from_secs(3);

struct Function {
    name: &'static str,
    needed: bool,
    takes: bool,
    gives: bool,
}

/// A module as it lies in its file.
pub(crate) struct WasmProgram {
    engines: Arc<Engines>,
    bytes: Vec<u8>,
    /// Bytes of memory that each game may have.
    pub(crate) memory: u64,
    /// Set when everything is being stopped.
    stop: Arc<AtomicBool>,
    /// What has it compiled.
    loader: ModuleLoader,
    compiled: [Mutex<Option<Compiled>>; 2],
}

/// A module that was compiled and linked, or why it cannot play.
type Compiled = Result<InstancePre<State>, Fault>;

/// Whether a file begins like a module.
pub(crate) fn is_module(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\0asm")
}

impl WasmProgram {
    /// A module whose games may each use so much memory, and are given up when the flag is set.
    pub(crate) fn new(
        engines: Arc<Engines>,
        bytes: Vec<u8>,
        memory: u64,
        stop: Arc<AtomicBool>,
        loader: ModuleLoader,
    ) -> WasmProgram {
        WasmProgram { engines, bytes, memory, stop, loader, compiled: Default::default() }
    }

    /// What lets time go by while a call is answered.
    pub(crate) fn clock(&self) -> Arc<Clock> {
        Arc::clone(self.engines.clock())
    }

    /// Set when everything is being stopped.
    pub(crate) fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The module, compiled and linked; an error says why it cannot play. It is compiled when this is first asked, with as
    /// much processor time as there is to load, and given up when one of the flags is set.
    pub(crate) fn compiled(&self, meter: Meter, load: Duration, stop: &AtomicBool) -> Compiled {
        let mut compiled = self.compiled[meter.index()].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(compiled) = &*compiled {
            return compiled.clone();
        }
        let stops = [stop, &*self.stop];
        let made = self.compile(meter, load.max(LEAST_COMPILING), &stops);
        // What was given up for no fault of the module is tried again.
        if made.is_ok() || !stops.iter().any(|stop| stop.load(Ordering::Relaxed)) {
            *compiled = Some(made.clone());
        }
        made
    }

    fn compile(&self, meter: Meter, time: Duration, stops: &[&AtomicBool]) -> Compiled {
        let crash = |trouble: String| Fault::crash(trouble);
        if self.bytes.len() > LARGEST_MODULE {
            return Err(crash(format!("a module of {} bytes; at most {LARGEST_MODULE} are taken", self.bytes.len())));
        }
        let engine = self.engines.engine(meter).map_err(crash)?;
        let module = self.loader.module(engine, &self.bytes, meter, time, stops)?;
        check_imports(&module).map_err(crash)?;
        check_exports(&module).map_err(crash)?;
        check_size(&module).map_err(crash)?;
        let linked = host::linker(engine).and_then(|linker| linker.instantiate_pre(&module));
        linked.map_err(|error| crash(format!("cannot be linked: {error:#}")))
    }
}

/// How many memories and tables a module has; how large they are is looked at when they are made.
fn check_size(module: &Module) -> Result<(), String> {
    let needs = module.resources_required();
    if needs.num_memories as usize > MEMORIES {
        return Err(format!("it has {} memories; at most {MEMORIES} are taken", needs.num_memories));
    }
    if needs.num_tables as usize > TABLES {
        return Err(format!("it has {} tables; at most {TABLES} are taken", needs.num_tables));
    }
    Ok(())
}

fn check_imports(module: &Module) -> Result<(), String> {
    for import in module.imports() {
        let name = format!("{}.{}", import.module(), import.name());
        if !["joute.log", "env.abort"].contains(&name.as_str()) {
            let hint = if import.module().starts_with("wasi") {
                "; there is no system behind a player: build it without the C library's input and output"
            } else {
                ""
            };
            return Err(format!("it imports {name}, but a player may import nothing except {IMPORTS}{hint}"));
        }
    }
    Ok(())
}

fn check_exports(module: &Module) -> Result<(), String> {
    match module.get_export("memory") {
        Some(ExternType::Memory(memory)) if memory.is_64() => {
            return Err("its memory has 64-bit addresses; expected a module for wasm32".to_owned());
        }
        Some(ExternType::Memory(memory)) if memory.is_shared() => {
            return Err("its memory is shared; expected a module without threads".to_owned());
        }
        Some(ExternType::Memory(_)) => {}
        _ => return Err(missing(module, "memory")),
    }
    FUNCTIONS.iter().try_for_each(|function| function.check(module))
}

impl Function {
    fn check(&self, module: &Module) -> Result<(), String> {
        match module.get_export(self.name) {
            None if self.needed => Err(missing(module, self.name)),
            None => Ok(()),
            Some(ExternType::Func(found)) if self.fits(&found) => Ok(()),
            Some(ExternType::Func(found)) => {
                let wanted = signature(self.takes.then_some("i32").as_slice(), self.gives.then_some("i32").as_slice());
                Err(format!("its {} is {}; expected {wanted}", self.name, described(&found)))
            }
            Some(_) => Err(format!("its {} is no function", self.name)),
        }
    }

    fn fits(&self, found: &FuncType) -> bool {
        let words = |wanted: bool, mut found: Box<dyn ExactSizeIterator<Item = ValType> + '_>| {
            found.len() == usize::from(wanted) && found.all(|value| matches!(value, ValType::I32))
        };
        words(self.takes, Box::new(found.params())) && words(self.gives, Box::new(found.results()))
    }
}

fn described(function: &FuncType) -> String {
    let words = |values: Vec<ValType>| values.iter().map(ToString::to_string).collect::<Vec<_>>();
    signature(&words(function.params().collect()), &words(function.results().collect()))
}

fn signature<S: AsRef<str>>(takes: &[S], gives: &[S]) -> String {
    let join = |words: &[S]| words.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    match gives {
        [] => format!("({}) -> nothing", join(takes)),
        gives => format!("({}) -> {}", join(takes), join(gives)),
    }
}

fn missing(module: &Module, name: &str) -> String {
    let found: Vec<&str> = module.exports().map(|export| export.name()).take(20).collect();
    let found = if found.is_empty() { "nothing".to_owned() } else { found.join(", ") };
    format!(
        "it exports no {name}; a player needs memory, joute_buffer and joute_choose, and this module exports {found}"
    )
}
