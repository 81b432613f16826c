//! Positions of small boards of every game.
#![no_main]

use joute_fuzz::{choice_and_text, examine, start};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = choice_and_text(data) else { return };
    if let Ok(position) = start(choice).at(text) {
        examine(&position);
    }
});
