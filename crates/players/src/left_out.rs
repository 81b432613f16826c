//! Kinds that may be left out of a build: their locators are read all the same, so that the message says what is missing.

use crate::entrant::EntrantError;
use crate::kind::{Kind, KindInfo, MEMORY, Made, TargetKind};
use crate::locator::Locator;
use crate::workshop::Workshop;

/// What people are told about WebAssembly players, whether they are there or not.
pub const WASM_INFO: KindInfo = KindInfo {
    name: "wasm",
    summary: "a WebAssembly module (docs/wasm.md)",
    example: "wasm:player.wasm",
    endings: &["wasm"],
    target: TargetKind::File,
    options: &[MEMORY],
};

/// The place of WebAssembly players, which are in a crate of their own.
pub(crate) const WASM: LeftOut = LeftOut { info: &WASM_INFO, players: "WebAssembly players", feature: "wasm" };

/// A kind that can be named, and nothing more.
#[derive(Debug)]
pub(crate) struct LeftOut {
    info: &'static KindInfo,
    players: &'static str,
    feature: &'static str,
}

impl Kind for LeftOut {
    fn info(&self) -> &'static KindInfo {
        self.info
    }

    fn is_left_out(&self) -> bool {
        true
    }

    fn make(&self, locator: &Locator, _workshop: &Workshop) -> Result<Made, EntrantError> {
        Err(EntrantError::LeftOut { player: locator.to_string(), players: self.players, feature: self.feature })
    }
}
