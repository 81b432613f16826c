//! Whole game texts and single moves.
#![no_main]

use joute_fuzz::{choice_and_text, examine, start};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = choice_and_text(data) else { return };
    let mut game = start(choice);
    if let Ok(code) = game.code(text) {
        assert_eq!(game.code(&game.text(code)), Ok(code));
        assert_eq!(game.judge(code).is_ok(), game.is_legal(code));
    }
    let _ = game.play_text(text);
    examine(&game);
});
