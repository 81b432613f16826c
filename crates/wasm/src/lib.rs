//! WebAssembly modules as players (docs/wasm.md): compiled in a confined process, run in this one, each game in an instance
//! of its own, confined by the runtime, under the clock of the match or under fuel.
//!
//! A crate of its own, since compiling the runtime takes longer than all the rest: the program gives [`WasmKind`] to the
//! workshop, and nothing else depends on it.

mod advice;
mod artefact;
mod blocks;
mod cache;
mod clock;
mod compiler;
mod engines;
mod game;
mod host;
mod kind;
mod loader;
mod player;
mod program;
mod trouble;

pub use compiler::{WasmCompiler, compiler_main};
pub use kind::WasmKind;
pub use player::WasmPlayer;

/// What runs the modules. Instructions are counted alike by one version of it on every machine, and not by another, so
/// records name it.
pub const RUNTIME: &str = "wasmtime 48.0.8";

/// Bytes of a module that are looked at.
const LARGEST_MODULE: usize = 16 << 20;

#[cfg(test)]
mod tests {
    /// The packages that are linked: their names, and all that is said of them.
    fn packages() -> impl Iterator<Item = (&'static str, &'static str)> {
        let lock = include_str!("../../../Cargo.lock");
        lock.split("[[package]]").skip(1).map(|entry| {
            let name = entry.split("name = \"").nth(1).unwrap().split('"').next().unwrap();
            (name, entry)
        })
    }

    #[test]
    fn the_record_names_the_runtime_that_is_linked() {
        let (_, entry) = packages().find(|(name, _)| *name == "wasmtime").unwrap();
        let version = entry.split("version = \"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(super::RUNTIME, format!("wasmtime {version}"));
    }

    #[test]
    fn nothing_but_the_program_waits_for_the_runtime() {
        let users = |of: &str| -> Vec<&str> {
            let line = format!("\n \"{of}\",\n");
            packages()
                .filter(|(name, entry)| name.starts_with("joute") && entry.contains(&line))
                .map(|(name, _)| name)
                .collect()
        };
        assert_eq!((users("wasmtime"), users("joute-wasm")), (vec!["joute-wasm"], vec!["joute"]));
    }
}
