//! The kinds of players that are in crates of their own, as far as this program was built with them.

use joute_players::Workshop;

/// What runs WebAssembly players in this build.
#[cfg(feature = "wasm")]
pub(crate) const WASM_RUNTIME: &str = joute_wasm::RUNTIME;
/// What runs WebAssembly players in this build.
#[cfg(not(feature = "wasm"))]
pub(crate) const WASM_RUNTIME: &str = "left out of this build";

/// A workshop that makes players of these kinds, too.
#[cfg(feature = "wasm")]
pub(crate) fn with_all(workshop: Workshop) -> Workshop {
    use std::sync::LazyLock;
    static WASM: LazyLock<joute_wasm::WasmKind> = LazyLock::new(|| {
        let program = std::env::current_exe().unwrap_or_default();
        let kind = joute_wasm::WasmKind::new(joute_wasm::WasmCompiler::new(program, WASM_COMPILER));
        match cache_folder() {
            Some(folder) => kind.with_cache(folder.join("joute/modules")),
            None => kind,
        }
    });
    workshop.with_kind(&*WASM)
}

/// The folder for what can be made again.
pub(crate) fn cache_folder() -> Option<std::path::PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(std::path::PathBuf::from).filter(|path| path.is_absolute());
    named("XDG_CACHE_HOME").or_else(|| Some(named("HOME")?.join(".cache")))
}

/// The hidden first word with which the program starts itself, confined, to compile a module.
pub(crate) const WASM_COMPILER: &str = "__wasm-compiler";

/// The life of the process that compiles.
#[cfg(feature = "wasm")]
pub(crate) fn wasm_compiler_main(words: impl Iterator<Item = std::ffi::OsString>) -> std::process::ExitCode {
    joute_wasm::compiler_main(words)
}

/// The life of the process that compiles: there is none.
#[cfg(not(feature = "wasm"))]
pub(crate) fn wasm_compiler_main(_: impl Iterator<Item = std::ffi::OsString>) -> std::process::ExitCode {
    std::process::ExitCode::FAILURE
}

/// A workshop that makes players of these kinds, too: there are none.
#[cfg(not(feature = "wasm"))]
pub(crate) fn with_all(workshop: Workshop) -> Workshop {
    workshop
}
