//! `joute puzzles`: made from games, the same from the same seed, resumed, checked, and refused where a file is none.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

fn joute(words: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("joute").unwrap().args(words).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn make(file: &Path, more: &[&str]) -> (i32, String, String) {
    let file = file.to_str().unwrap();
    let small = ["--nodes", "1000", "--deep", "4000", "--setup", "width=6,colours=4", "-o", file];
    joute(&[&["puzzles", "make", "flood"], &small[..], more].concat())
}

fn lines(file: &Path) -> Vec<String> {
    fs::read_to_string(file).unwrap().lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn the_same_seed_gives_the_same_puzzles_also_after_a_break() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole.txt", "parts.txt"].map(|name| folder.path().join(name));
    let (code, told, trouble) = make(&whole, &["--count", "4", "--json"]);
    assert_eq!(code, 0, "{trouble}");
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert!(told["tally"]["kept"].as_u64().unwrap() >= 4, "{told}");
    assert_eq!(make(&parts, &["--count", "2"]).0, 0);
    let (code, _, said) = make(&parts, &["--count", "4"]);
    assert!(code == 2 && said.contains("--resume"), "{said}");
    let (code, _, said) = make(&parts, &["--count", "4", "--resume", "--seed", "9"]);
    assert!(code == 2 && said.contains("made otherwise"), "{said}");
    assert_eq!(make(&parts, &["--count", "4", "--resume"]).0, 0);
    assert_eq!(lines(&parts), lines(&whole));
}

#[test]
fn puzzles_are_checked_and_those_that_fail_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let [file, kept] = ["puzzles.txt", "kept.txt"].map(|name| folder.path().join(name));
    assert_eq!(make(&file, &["--count", "3"]).0, 0);
    let found = lines(&file);
    let fields: Vec<&str> = found[0].split('\t').collect();
    let other = "RGBYVO".chars().map(|colour| colour.to_string());
    // Somebody else's solution, where it can be played at all.
    let wrong = other.map(|mv| {
        fields
            .iter()
            .enumerate()
            .map(|(at, field)| if at == 3 { mv.clone() } else { (*field).to_owned() })
            .collect::<Vec<_>>()
            .join("\t")
    });
    let words = |file: &Path| {
        let (file, kept) = (file.to_str().unwrap().to_owned(), kept.to_str().unwrap().to_owned());
        joute(&["puzzles", "verify", &file, "--nodes", "4000", "-o", &kept, "--json"])
    };
    let (code, told, trouble) = words(&file);
    assert_eq!(code, 0, "{trouble}");
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["hold"], &told["looked_at"]), (&found.len().into(), &found.len().into()));
    let mut failed = 0;
    for line in wrong.filter(|line| *line != found[0]) {
        fs::write(&file, format!("{line}\n{}\n", found[1])).unwrap();
        let (code, _, said) = words(&file);
        assert!(code == 1 || code == 2 && said.contains("is no legal move") || code == 0, "{said}");
        failed += i32::from(code == 1);
    }
    assert!(failed > 0, "a wrong solution is found out");
}

#[test]
fn what_is_no_file_of_puzzles_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("not puzzles.txt");
    fs::write(&file, "# a comment\nhello\n").unwrap();
    let (code, _, said) = joute(&["puzzles", "verify", file.to_str().unwrap()]);
    assert!(code == 2 && said.contains("line 2") && said.contains("expected 9"), "{said}");
    let (code, _, said) = joute(&["puzzles", "verify", "nowhere.txt"]);
    assert!(code == 2 && said.contains("cannot read nowhere.txt"), "{said}");
    let (code, _, said) =
        joute(&["puzzles", "make", "flood", "-o", "/nowhere/at/all.txt", "--count", "1", "--nodes", "500"]);
    assert!(code == 1 && said.contains("cannot write"), "{said}");
}
