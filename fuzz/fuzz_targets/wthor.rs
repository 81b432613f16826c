//! Files of the WTHOR base: games, and names of players and tournaments.
#![no_main]

use joute_games::othello::wthor;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = (wthor::players(data), wthor::tournaments(data));
    let Ok(games) = wthor::Games::parse(data) else { return };
    for record in &games.records {
        let _ = record.replay();
    }
});
