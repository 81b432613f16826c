//! What compiling a module gives: machine code that this program runs as its own.
#![expect(unsafe_code, reason = "the runtime trusts what was compiled, and only our own compiler makes it")]

use wasmtime::{Engine, Error, Module};

/// A module that our own compiler has compiled. The runtime takes whatever is in it for what it says, so that there is
/// none from anywhere else: neither a player nor a file that is not authenticated becomes one.
pub(crate) struct Artefact(Vec<u8>);

impl Artefact {
    /// What the compiler has just written, or what it wrote once and was kept under our key.
    pub(crate) fn of_our_compiler(bytes: Vec<u8>) -> Artefact {
        Artefact(bytes)
    }

    /// Its bytes, to be kept.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The module; an error when it was compiled for another engine or another processor.
    pub(crate) fn load(&self, engine: &Engine) -> Result<Module, Error> {
        // SAFETY: the bytes come from `Engine::precompile_module` in a process of this very program: they were read from its
        // pipe, or from a file whose authentication code, made with a key of ours, was right.
        unsafe { Module::deserialize(engine, &self.0) }
    }
}
