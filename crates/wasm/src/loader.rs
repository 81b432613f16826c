//! From the bytes of a module to a module: out of the cache, or through the compiler.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use joute_referee::Fault;
use joute_sandbox::Sandbox;
use wasmtime::{Engine, Module};

use crate::cache::{ArtefactCache, Entry};
use crate::compiler::WasmCompiler;
use crate::engines::Meter;

/// What turns files into modules.
#[derive(Clone)]
pub(crate) struct ModuleLoader {
    pub(crate) sandbox: Arc<Sandbox>,
    pub(crate) compiler: WasmCompiler,
    pub(crate) cache: Option<Arc<ArtefactCache>>,
}

impl ModuleLoader {
    /// The module in these bytes. Compiling it may take so much processor time.
    pub(crate) fn module(
        &self,
        engine: &Engine,
        bytes: &[u8],
        meter: Meter,
        time: Duration,
        stops: &[&AtomicBool],
    ) -> Result<Module, Fault> {
        let entry = Entry::new(bytes, meter, engine);
        if let Some(module) = self.kept(&entry, engine) {
            return Ok(module);
        }
        let artefact = self.compiler.compile(&self.sandbox, bytes, meter, time, stops)?;
        let module = artefact.load(engine).map_err(|error| Fault::crash(format!("cannot be loaded: {error:#}")))?;
        if let Some(cache) = &self.cache {
            cache.keep(&entry, &artefact);
        }
        Ok(module)
    }

    fn kept(&self, entry: &Entry, engine: &Engine) -> Option<Module> {
        self.cache.as_ref()?.find(entry)?.load(engine).ok()
    }
}
