//! The kind of WebAssembly modules: `wasm:FILE.wasm`, or any file that ends in `.wasm`.

use std::path::PathBuf;
use std::sync::Arc;

use joute_players::advice::Advice;
use joute_players::kind::{Made, Maker};
use joute_players::{EntrantError, Kind, KindInfo, Locator, WASM_INFO, Workshop, identity_of_file, policy};
use joute_referee::Player;

use crate::RUNTIME;
use crate::advice::ADVICE;
use crate::cache::ArtefactCache;
use crate::compiler::WasmCompiler;
use crate::engines::Engines;
use crate::loader::ModuleLoader;
use crate::player::WasmPlayer;
use crate::program::{WasmProgram, is_module};

/// The kind of WebAssembly modules.
#[derive(Debug)]
pub struct WasmKind {
    compiler: WasmCompiler,
    cache: Option<Arc<ArtefactCache>>,
}

impl WasmKind {
    /// Modules are compiled by this compiler.
    #[must_use]
    pub fn new(compiler: WasmCompiler) -> WasmKind {
        WasmKind { compiler, cache: None }
    }

    /// What was compiled is kept in this folder, which is for nothing else.
    #[must_use]
    pub fn with_cache(self, folder: impl Into<PathBuf>) -> WasmKind {
        WasmKind { cache: Some(Arc::new(ArtefactCache::new(folder.into()))), ..self }
    }
}

/// A file that is something else than its ending says.
#[derive(Debug, thiserror::Error)]
#[error("{}: no WebAssembly module, which would begin with the bytes 0, a, s, m; expected a .wasm file (docs/wasm.md)", .0.display())]
struct NoModule(PathBuf);

impl From<NoModule> for EntrantError {
    fn from(error: NoModule) -> EntrantError {
        EntrantError::Unusable { error: Box::new(error), what: "check-no-wasm", advice: "check-no-wasm-advice" }
    }
}

impl Kind for WasmKind {
    fn info(&self) -> &'static KindInfo {
        &WASM_INFO
    }

    fn make(&self, locator: &Locator, workshop: &Workshop) -> Result<Made, EntrantError> {
        let (path, bytes) = workshop.file(locator)?;
        if !is_module(&bytes) {
            return Err(NoModule(path).into());
        }
        let identity = identity_of_file(locator, path, &bytes, Some(RUNTIME.to_owned()));
        let memory = policy(locator)?.limits.memory;
        let sandbox = workshop.strongest_sandbox()?;
        let loader = ModuleLoader { sandbox, compiler: self.compiler.clone(), cache: self.cache.clone() };
        let program = WasmProgram::new(Engines::shared(), bytes, memory, workshop.stop(), loader);
        Ok(Made { identity, maker: Box::new(Module(Arc::new(program))) })
    }

    fn advice(&self) -> &'static Advice {
        &ADVICE
    }
}

struct Module(Arc<WasmProgram>);

impl Maker for Module {
    fn player(&self) -> Result<Box<dyn Player>, EntrantError> {
        Ok(Box::new(WasmPlayer::new(Arc::clone(&self.0))))
    }
}
