//! Boards in the making: a text that is drawn on by strokes, and complains exactly when it is no position.
#![no_main]

use joute_fuzz::{choice_and_text, start};
use joute_games::draft::{fill, paint};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = choice_and_text(data) else { return };
    let (text, strokes) = text.split_once('|').unwrap_or((text, ""));
    let game = start(choice);
    let Ok(mut draft) = game.draft(text) else { return };
    for stroke in strokes.split('|').take(20) {
        let (brush, part) = stroke.split_once(' ').unwrap_or((stroke, "0"));
        let (is_fill, part) = part.strip_prefix('*').map_or((false, part), |part| (true, part));
        let part = part.parse().unwrap_or(0);
        let _ = if is_fill { fill(&mut *draft, part, brush).map(drop) } else { paint(&mut *draft, &[part], brush) };
    }
    let (setup, position) = (draft.setup(), draft.position());
    let again = game.draft(&position).unwrap_or_else(|error| panic!("{setup} {position}: {error}"));
    assert_eq!(again.position(), position, "{setup}");
    let _ = (draft.brushes(), draft.ground(), draft.remark(), draft.complaint());
});
