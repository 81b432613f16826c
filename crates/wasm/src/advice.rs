//! What a check says about modules, and what the end of one tells about its author's mistake.

use joute_players::advice::{Advice, Prints, Severity, Sign};

/// What a check says about modules.
pub(crate) const ADVICE: Advice = Advice {
    prints: Some(Prints {
        severity: Severity::Note,
        what: "the module writes to its log",
        advice: "that is allowed (joute.log, kept with --records); remove what you used to find mistakes: it costs time",
    }),
    signs: SIGNS,
    ..Advice::PLAIN
};

const OUTSIDE: Sign = Sign {
    what: "the module reads or writes outside of its memory",
    advice: "look for indexes outside an array and for null pointers, in the functions that are named (marked with |)",
    ..Sign::CRASH
};

const BUFFER: Sign = Sign {
    what: "joute_buffer gives no memory that can be written to",
    advice: "in C write JOUTE_BUFFER(1 << 20) once in your file; otherwise return the address of as many bytes as are asked \
             for, set aside for good, at a multiple of 8",
    ..Sign::CRASH
};

/// Signs of a module's crash, the clearest first.
const SIGNS: &[Sign] = &[
    Sign {
        words: &["it imports wasi"],
        what: "the module needs an operating system (WASI), and a player has none",
        advice: "remove printf, files, time and rand, and build without the C library: clang --target=wasm32 -nostdlib",
        ..Sign::LOAD
    },
    Sign {
        words: &["it imports ", "a player may import nothing except"],
        what: "the module asks for a function that a player is not given",
        advice: "the function is named first (marked with |): perhaps it is misspelt or its code is missing, so that the \
                 linker looks for it outside; only joute.log and env.abort are there",
        ..Sign::LOAD
    },
    Sign {
        words: &["it exports no memory"],
        what: "the module does not show its memory",
        advice: "export it under the name memory, as clang and asc do unless they are told otherwise",
        ..Sign::LOAD
    },
    Sign {
        words: &["it exports no "],
        what: "the module lacks a function that every player has",
        advice: "define the function that is named first (marked with |) with exactly this name, and export it: in C \
                 #include \"joute.h\" does, in AssemblyScript the word export, in Rust #[no_mangle] pub extern \"C\"",
        ..Sign::LOAD
    },
    Sign {
        words: &["its joute_", "; expected ("],
        what: "a function of the module takes or returns something else than it should",
        advice: "write it as joute.h and docs/wasm.md do: every argument and result is a 32-bit number or address",
        ..Sign::LOAD
    },
    Sign {
        words: &["no valid module"],
        what: "the file is a damaged WebAssembly module, or only a part of one",
        advice: "build it again, and copy it as it is",
        ..Sign::LOAD
    },
    Sign { words: &["joute_buffer: has no room"], ..BUFFER },
    Sign { words: &["joute_buffer: gave the address"], ..BUFFER },
    Sign {
        words: &["its stack of ", "is used up"],
        what: "the player calls itself without end: its stack is used up",
        advice: "check that every recursive function has a case in which it stops; large arrays should be static, not local",
        ..Sign::CRASH
    },
    Sign {
        words: &[" MB of memory where "],
        what: "the player uses more memory than it may",
        advice: "keep less in memory, or free what is old; where large tables are wanted, the option ?memory=MEGABYTES gives more",
        ..Sign::CRASH
    },
    Sign {
        words: &["integer divide by zero"],
        what: "the player divides by zero",
        advice: "look for a division or a remainder (%) whose right side can be 0, for example the number of moves found",
        ..Sign::CRASH
    },
    Sign { words: &["out of bounds memory access"], ..OUTSIDE },
    Sign {
        words: &["gave the address", "lies outside of its memory"],
        what: "the player's answer is an address outside of its memory",
        advice: "return the address of a text: one of turn->legal, or a text of your own",
        ..Sign::CRASH
    },
    Sign { words: &["lie outside of its memory"], ..OUTSIDE },
    Sign {
        words: &["`unreachable` instruction"],
        what: "the player stops itself at a place that must not be reached",
        advice: "that is what a failed assertion, a panic, abort() or a function that ends without return becomes; look at \
                 the functions that are named (marked with |)",
        ..Sign::CRASH
    },
    Sign {
        words: &["joute_", ": aborted:"],
        what: "the player gives up with a message of its own",
        advice: "the message (marked with |) says what went wrong, with file and line where the compiler knows them",
        ..Sign::CRASH
    },
];
