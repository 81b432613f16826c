//! `joute tables` from outside.

use crate::support::{complaint, each_complains, object, program, told};
use serde_json::json;

#[test]
fn tables_are_built_once_checked_and_described() {
    let folder = tempfile::tempdir().unwrap();
    let of = |action: &str| {
        let words = ["tables", action, "--rules", "awari", "--seeds", "6", "--json", "--threads", "2", "--folder"];
        object(&[&words[..], &[folder.path().to_str().unwrap()]].concat())
    };
    let built = of("build");
    assert_eq!((&built["complete"], built["layers"].as_array().unwrap().len()), (&json!(true), 7));
    assert!(built["layers"][6]["cpu"].is_number());
    assert!(of("build")["layers"][6]["cpu"].is_null(), "a layer that is there is not worked out again");
    assert_eq!(of("verify")["checked"], 1 + 12 + 78 + 364 + 1365 + 4368 + 12376);
    let six = &of("info")["layers"][6];
    assert_eq!((&six["wins"], &six["draws"], &six["losses"]), (&json!(5698), &json!(1548), &json!(5130)));
}

#[test]
fn a_damaged_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    told(&["tables", "build", "--seeds", "3", "--folder", path]);
    let file = folder.path().join("abapa-02.table");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[30] ^= 0xFF;
    std::fs::write(&file, bytes).unwrap();
    let said = complaint(1, &["tables", "verify", "--seeds", "3", "--folder", path]);
    assert!(said.contains("abapa-02.table: a block is damaged"), "{said}");
    std::fs::write(folder.path().join("abapa-01.table"), "no table at all, but long enough to be one").unwrap();
    let output = program().args(["tables", "info", "--seeds", "3", "--folder", path]).output().unwrap();
    let [table, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(table.lines().any(|line| line.trim().starts_with("3  ")), "the others are described: {table}");
    assert!(
        said.contains("abapa-01.table: not a table") && said.contains("abapa-02.table: a block is damaged"),
        "{said}"
    );
    told(&["tables", "awale", "--seeds", "3", "--dir", path]);
    assert!(told(&["tables", "verify", "--seeds", "3", "--folder", path]).contains("364 values agree"));
    let said = complaint(1, &["tables", "verify", "--seeds", "4", "--folder", path]);
    assert!(said.contains("abapa-04.table") && said.contains("joute tables build"), "{said}");
}

#[test]
fn small_boards_of_francois_are_solved() {
    let solved = object(&["tables", "francois", "--pits", "2", "--seeds", "2", "--json"]);
    let boards = solved["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 4);
    assert!(boards.iter().all(|board| board["value"].is_number() && board["positions"].as_u64().unwrap() >= 1));
    let table = told(&["tables", "francois", "--pits", "3", "--seeds", "4", "--millions", "0"]);
    assert!(table.contains("too large"), "{table}");
}

#[test]
fn nonsense_is_refused() {
    each_complains(
        2,
        &[
            ("tables build --seeds 99", "99"),
            ("tables build --rules kalah", "kalah"),
            ("tables build --threads 1000000", "1000000"),
            ("tables francois --pits 0", "0"),
            ("tables francois --millions 99999999999999", "99999999999999"),
        ],
    );
}
