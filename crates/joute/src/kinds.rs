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
    workshop.with_kind(&joute_wasm::WasmKind)
}

/// A workshop that makes players of these kinds, too: there are none.
#[cfg(not(feature = "wasm"))]
pub(crate) fn with_all(workshop: Workshop) -> Workshop {
    workshop
}
