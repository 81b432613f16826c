//! Tables on disk: what is written is read, and what is damaged is refused.
#![expect(clippy::unwrap_used, reason = "a test that cannot set up its files must fail")]

use std::path::Path;

use joute_games::awale::{Abapa, Awari};
use joute_search::awale::StandardRules;
use joute_search::awale::tables::{
    Contents, DiskLayer, Endgame, EndgameOptions, Layer, Tables, path, position, positions,
};

fn written<R: StandardRules>(folder: &Path, seeds: u32) -> Tables<R> {
    let tables = Tables::<R>::build(seeds, 1);
    for layer in tables.layers() {
        let bytes = layer.write::<R>(folder, 2).unwrap();
        assert_eq!(bytes, std::fs::metadata(path(folder, R::NAME, layer.seeds())).unwrap().len());
    }
    tables
}

fn is_read_as_written<R: StandardRules>() {
    let folder = tempfile::tempdir().unwrap();
    // Eight seeds are several blocks.
    let tables = written::<R>(folder.path(), 8);
    for layer in tables.layers() {
        assert_eq!(Layer::read::<R>(folder.path(), layer.seeds()).unwrap(), *layer);
        let on_disk = DiskLayer::open::<R>(folder.path(), layer.seeds()).unwrap();
        for number in (0..positions(layer.seeds())).step_by(97) {
            assert_eq!(on_disk.bounds(position(layer.seeds(), number)), Some(layer.at(number)));
        }
    }
    let leftovers = std::fs::read_dir(folder.path()).unwrap().filter(|entry| {
        entry.as_ref().is_ok_and(|entry| entry.path().extension().is_some_and(|extension| extension == "partial"))
    });
    assert_eq!(leftovers.count(), 0);
}

#[test]
fn what_is_written_is_read() {
    is_read_as_written::<Awari>();
    is_read_as_written::<Abapa>();
}

#[test]
fn nothing_is_left_of_a_file_that_could_not_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::<Awari>::build(3, 1);
    let layer = &tables.layers()[3];
    // A folder with something in it is in the way.
    std::fs::create_dir_all(path(folder.path(), "awari", 3).join("in the way")).unwrap();
    let said = layer.write::<Awari>(folder.path(), 1).unwrap_err().to_string();
    assert!(said.contains("awari-03.table"), "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn every_flipped_byte_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    written::<Awari>(folder.path(), 4);
    let file = path(folder.path(), "awari", 4);
    let whole = std::fs::read(&file).unwrap();
    let good = Layer::read::<Awari>(folder.path(), 4).unwrap();
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        std::fs::write(&file, &bytes).unwrap();
        // A flipped bit that compression does not look at may pass; one that changes a value may not.
        assert!(Layer::read::<Awari>(folder.path(), 4).map_or(true, |layer| layer == good), "byte {at}");
    }
    for length in 0..whole.len() {
        std::fs::write(&file, &whole[..length]).unwrap();
        assert!(Layer::read::<Awari>(folder.path(), 4).is_err(), "{length} bytes");
    }
}

#[test]
fn tables_of_other_rules_or_seeds_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    written::<Awari>(folder.path(), 3);
    std::fs::copy(path(folder.path(), "awari", 3), path(folder.path(), "abapa", 3)).unwrap();
    std::fs::copy(path(folder.path(), "awari", 3), path(folder.path(), "awari", 2)).unwrap();
    for message in [
        Layer::read::<Abapa>(folder.path(), 3).unwrap_err().to_string(),
        Layer::read::<Awari>(folder.path(), 2).unwrap_err().to_string(),
    ] {
        assert!(message.ends_with("a table of other rules or other seeds"), "{message}");
    }
    assert!(Contents::read(&path(folder.path(), "awari", 9)).is_err());
}

#[test]
fn a_player_has_in_memory_what_fits_and_the_rest_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    // Files beyond the layers that are made on the spot are not needed for this: those it has are enough.
    let tables = written::<Awari>(folder.path(), 6);
    let options = EndgameOptions { folder: Some(folder.path().to_owned()), seeds: 6, memory: 1 << 20 };
    let endgame = Endgame::<Awari>::open(&options);
    assert_eq!((endgame.seeds_in_memory(), endgame.seeds()), (6, 6));
    let rows = position(6, 4321);
    assert_eq!(endgame.bounds(rows), tables.bounds(rows));
    assert_eq!(endgame.bounds_from_disk(rows), tables.bounds(rows));
    assert_eq!(endgame.bounds(position(7, 5)), None);
    let shared = [Endgame::<Awari>::shared(&options), Endgame::<Awari>::shared(&options)];
    assert!(std::sync::Arc::ptr_eq(&shared[0], &shared[1]));
}
