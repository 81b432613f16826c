//! Setups of every game: what is read is written back the same, and a board is made of it or refused.
#![no_main]

use joute_fuzz::{choice_and_text, examine, game};
use joute_games::NoFiles;

/// Making boards of a million cells is slow, and shows nothing that small ones do not.
const MOST_CELLS: u32 = 10_000;
/// Nor do games of many moves.
const MOST_TO_EXAMINE: u32 = 2000;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = choice_and_text(data) else { return };
    let Ok(source) = game(choice).setup(text, &NoFiles) else { return };
    let again = game(choice).setup(source.text(), &NoFiles).expect("a setup's own text is read");
    assert_eq!(again.text(), source.text());
    if source.cells().is_some_and(|cells| cells > MOST_CELLS) {
        return;
    }
    if let Ok(start) = source.start(1)
        && start.total() <= MOST_TO_EXAMINE
    {
        examine(&start);
    }
});
