//! What a check says about modules, and what the end of one tells about its author's mistake.

use joute_players::advice::{Advice, Prints, Severity, Sign};

/// What a check says about modules.
pub(crate) const ADVICE: Advice = Advice {
    prints: Some(Prints { severity: Severity::Note, what: "check-wasm-prints", advice: "check-wasm-prints-advice" }),
    signs: SIGNS,
    ..Advice::PLAIN
};

const OUTSIDE: Sign = Sign { what: "check-wasm-outside", advice: "check-wasm-outside-advice", ..Sign::CRASH };

const BUFFER: Sign = Sign { what: "check-wasm-buffer", advice: "check-wasm-buffer-advice", ..Sign::CRASH };

/// Signs of a module's crash, the clearest first.
const SIGNS: &[Sign] = &[
    Sign { words: &["it imports wasi"], what: "check-wasm-wasi", advice: "check-wasm-wasi-advice", ..Sign::LOAD },
    Sign {
        words: &["it imports ", "a player may import nothing except"],
        what: "check-wasm-import",
        advice: "check-wasm-import-advice",
        ..Sign::LOAD
    },
    Sign {
        words: &["it exports no memory"],
        what: "check-wasm-memory",
        advice: "check-wasm-memory-advice",
        ..Sign::LOAD
    },
    Sign { words: &["it exports no "], what: "check-wasm-export", advice: "check-wasm-export-advice", ..Sign::LOAD },
    Sign {
        words: &["its joute_", "; expected ("],
        what: "check-wasm-type",
        advice: "check-wasm-type-advice",
        ..Sign::LOAD
    },
    Sign { words: &["no valid module"], what: "check-wasm-damaged", advice: "check-wasm-damaged-advice", ..Sign::LOAD },
    Sign { words: &["joute_buffer: has no room"], ..BUFFER },
    Sign { words: &["joute_buffer: gave the address"], ..BUFFER },
    Sign {
        words: &["its stack of ", "is used up"],
        what: "check-wasm-stack",
        advice: "check-wasm-stack-advice",
        ..Sign::CRASH
    },
    Sign {
        words: &[" MB of memory where "],
        what: "check-memory",
        advice: "check-wasm-much-memory-advice",
        ..Sign::CRASH
    },
    Sign { words: &["integer divide by zero"], what: "check-division", advice: "check-division-advice", ..Sign::CRASH },
    Sign { words: &["out of bounds memory access"], ..OUTSIDE },
    Sign {
        words: &["gave the address", "lies outside of its memory"],
        what: "check-wasm-address",
        advice: "check-wasm-address-advice",
        ..Sign::CRASH
    },
    Sign { words: &["lie outside of its memory"], ..OUTSIDE },
    Sign {
        words: &["`unreachable` instruction"],
        what: "check-wasm-unreachable",
        advice: "check-wasm-unreachable-advice",
        ..Sign::CRASH
    },
    Sign {
        words: &["joute_", ": aborted:"],
        what: "check-wasm-gives-up",
        advice: "check-wasm-gives-up-advice",
        ..Sign::CRASH
    },
];
