//! `joute solve` from outside: what is asked of which game, files of positions, and mistakes.

use std::fs;

use crate::support::{complaint, object};

#[test]
fn who_wins_at_seven_colours_is_known_and_by_how_much_is_not() {
    let words = ["solve", "seven-colours", "--setup", "size=5,board=random,seed=2", "--memory", "1"];
    assert!(complaint(2, &words).contains("of seven-colours only who wins can be solved: add --outcome"));
    let told = object(&[&words[..], &["--outcome", "--all", "--json"]].concat());
    let solved = told["positions"][0]["solved"].as_array().unwrap();
    assert!(solved.len() > 1 && solved.iter().all(|line| line["margin"].as_i64().unwrap().abs() == 1), "{told}");
    assert_eq!(told["positions"][0]["score"], solved[0]["margin"]);
}

#[test]
fn a_file_of_positions_is_solved_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("late positions.txt");
    let path = file.to_str().unwrap();
    let words = ["solve", "awale", "--setup", "rules=awari", "--file", path];
    fs::write(&file, "# two\n0-0-0-0-0-1-1-0-0-0-0-0-23-23-S ; the first\n\n0-0-1-0-0-2-0-0-0-0-1-0-22-22-N\n")
        .unwrap();
    let told = object(&[&words[..], &["--json"]].concat());
    let positions = told["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 2);
    assert!(positions.iter().all(|one| one["score"].is_i64() && !one["best"].as_array().unwrap().is_empty()), "{told}");
    fs::write(&file, "0-0-0-0-0-1-1-0-0-0-0-0-23-23-S\nnonsense\n").unwrap();
    let said = complaint(2, &words);
    assert!(said.contains("line 2: ") && said.contains("nonsense"), "{said}");
    fs::write(&file, "# none\n").unwrap();
    assert!(complaint(2, &words).contains("has no positions"));
}
