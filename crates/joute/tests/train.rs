//! `joute train` from outside: what is told of folders and plans that will not do.

use std::fs;

use crate::support::{complaint, told};

#[test]
fn what_cannot_be_trained_from_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (work, games) = (folder.path().join("work"), folder.path().join("games"));
    fs::create_dir(&games).unwrap();
    let [work, games] = [&work, &games].map(|path| path.to_str().unwrap());
    let train = |step: &[&'static str]| [&["train", "othello", "--work", work][..], step].concat();
    assert!(complaint(1, &[&train(&["label"])[..], &[games]].concat()).contains("no .wtb files in"));
    let said = complaint(2, &[&train(&["all"])[..], &[games, "weights.bin", "--plan", "many"]].concat());
    assert!(said.contains("expected GAMES:DEPTH such as 20000:6"), "{said}");
    assert!(complaint(1, &train(&["measure", "weights.bin"])).contains("label games first"));
    assert!(told(&["train", "othello", "--help"]).contains("margins"));
}
