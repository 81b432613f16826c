//! Game records: what is read is written back the same, and replayed or refused.
#![no_main]

use joute_catalog::find_game;
use joute_referee::GameRecord;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(record) = GameRecord::from_json(text) else { return };
    assert_eq!(GameRecord::from_json(&record.to_json()).expect("what was written is read"), record);
    let Some(game) = find_game(&record.game).filter(|_| record.setup.len() < 40) else { return };
    let start = game.setup(&record.setup, &record.attachments()).and_then(|source| source.start(1));
    if let Ok(start) = start.map_err(|_| ()).and_then(|start| start.at(&record.start).map_err(|_| ())) {
        let _ = record.replay(&start);
    }
});
