//! Graph files of Flood.
#![no_main]

use joute_catalog::find_game;
use joute_fuzz::examine;
use joute_games::{Attachments, territory::Network};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(network) = Network::parse(text.into()) else { return };
    for vertex in 0..network.vertices() {
        assert!(
            network.neighbours(vertex).iter().all(|&to| network.neighbours(to as usize).contains(&(vertex as u32)))
        );
    }
    if network.vertices() > 200 {
        return;
    }
    let files = Attachments::from([(network.hash().to_owned(), text.into())]);
    let flood = find_game("flood").expect("the catalogue has it");
    let source = flood.setup(&format!("graph={},colours=4,seed=1", network.hash()), &files).expect("the file is fine");
    if let Ok(start) = source.start(1) {
        examine(&start);
    }
});
