//! What a call that went wrong means, in words that help the module's author.

use std::time::Duration;

use joute_referee::{Fault, Fuel, FuelPer};
use wasmtime::{Error, Trap, WasmBacktrace};

use crate::engines::STACK;
use crate::host::Stopped;

/// Functions of the module that are named when it fails.
const NAMED: usize = 4;

/// The fault of a call that failed after so long.
pub(crate) fn fault(error: &Error, function: &str, waited: Duration, fuel: Option<Fuel>) -> Fault {
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => Fault::overtime(format!("{function}: {}", fuel_evidence(fuel))),
        Some(Trap::Interrupt) => Fault::overtime(format!("{function}: no answer after {:.3} s", waited.as_secs_f64())),
        Some(Trap::StackOverflow) => Fault::crash(format!(
            "{function}: its stack of {} KiB is used up, as by a function that calls itself without end{}",
            STACK >> 10,
            place(error)
        )),
        Some(trap) => Fault::crash(format!("{function}: {trap}{}", place(error))),
        None => match error.downcast_ref::<Stopped>() {
            Some(stopped) => Fault::crash(format!("{function}: {stopped}{}", place(error))),
            None => Fault::crash(format!("{function}: {}", error.root_cause())),
        },
    }
}

fn fuel_evidence(fuel: Option<Fuel>) -> String {
    match fuel {
        Some(Fuel { amount, per: FuelPer::Move }) => {
            format!("no answer after {amount} instructions, all there are for a move")
        }
        Some(Fuel { amount, per: FuelPer::Game }) => {
            format!("no answer when all {amount} instructions for the game were used up")
        }
        None => "no fuel left".to_owned(),
    }
}

/// Where it happened, innermost first, as far as the module has names.
fn place(error: &Error) -> String {
    let Some(trace) = error.downcast_ref::<WasmBacktrace>() else {
        return String::new();
    };
    let name = |frame: &wasmtime::FrameInfo| {
        frame.func_name().map_or_else(|| format!("function {}", frame.func_index()), str::to_owned)
    };
    let mut names: Vec<String> = trace.frames().iter().map(name).collect();
    names.dedup();
    names.truncate(NAMED);
    if names.is_empty() { String::new() } else { format!(" (in {})", names.join(", called by ")) }
}
