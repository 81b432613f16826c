//! Files of endgame tables: a damaged one is refused, and takes no more memory than its size allows.
#![no_main]

use std::sync::OnceLock;

use joute_games::awale::Awari;
use joute_search::awale::tables::{Contents, Layer, path};
use tempfile::TempDir;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| tempfile::tempdir().expect("a folder for one file")).path();
    let file = path(folder, "awari", 3);
    std::fs::write(&file, data).expect("a small file");
    let _ = Contents::read(&file);
    let _ = Layer::read::<Awari>(folder, 3);
});
