//! `joute reproduce` and `joute worst-board` from outside.

use crate::support::{each_complains, has_keys, object, told};

#[test]
fn the_object_has_what_is_stated_and_measured() {
    let answer = object(&["reproduce", "random-greedy", "ahead-cost", "--quick", "--json", "--jobs", "2"]);
    let experiments = answer["experiments"].as_array().unwrap();
    assert_eq!(experiments.len(), 2);
    for experiment in experiments {
        has_keys(experiment, &["name", "report", "stated", "measured", "agrees", "why", "criterion", "lines"]);
    }
    assert_eq!(experiments[0]["agrees"], true);
    // The plan of two moves spreads 12 times where the report states 27: a difference has its reason.
    assert_eq!(experiments[1]["agrees"], false);
    assert!(experiments[1]["why"].as_str().unwrap().contains("12"));
}

#[test]
fn the_list_names_every_experiment_and_what_waits() {
    let list = told(&["reproduce", "--list"]);
    for name in ["random-greedy", "hegemony-greedy", "mirror", "awale-depth", "flood-ladder", "othello-cup"] {
        assert!(list.contains(name), "{name}");
    }
}

#[test]
fn documents_are_written_with_their_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let text = told(&["reproduce", "ahead-cost", "--quick", "--html", &path("page.html"), "--markdown", &path("docs")]);
    assert!(text.contains("ahead-cost") && text.contains("DIFFERS"));
    let page = std::fs::read_to_string(path("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg"));
    let markdown = std::fs::read_to_string(path("docs/reproduce.md")).unwrap();
    assert!(markdown.contains("pictures/reproduce/ahead-cost.svg"));
    assert!(std::fs::read_to_string(path("docs/pictures/reproduce/ahead-cost.svg")).unwrap().starts_with("<svg"));
}

#[test]
fn the_worst_board_can_be_saved_shown_and_gone_on_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (saved, picture) = (path("worst.txt"), path("worst.svg"));
    let setup = ["--setup", "size=6,colours=4", "--iterations", "100", "--json"];
    let first = object(&[&["worst-board", "greedy", "--save", &saved, "--svg", &picture], &setup[..]].concat());
    has_keys(&first, &["strategy", "turns", "setup", "position", "tried", "exhaustive", "hand_made", "random"]);
    assert!(std::fs::read_to_string(picture).unwrap().starts_with("<svg"));
    let board = std::fs::read_to_string(&saved).unwrap();
    let shown = object(&["show", "seven-colours", "--setup", board.trim(), "--json"]);
    assert_eq!(shown["position"], first["position"]);
    let again = object(&[&["worst-board", "greedy", "--from", &saved], &setup[..]].concat());
    assert!(again["turns"].as_f64().unwrap() >= first["turns"].as_f64().unwrap());
}

#[test]
fn wrong_usage_is_explained() {
    each_complains(
        2,
        &[
            ("reproduce chess", "there is no experiment called \"chess\""),
            ("reproduce --jobs 0", "1..=1024"),
            ("worst-board nobody", "nobody"),
            ("worst-board greedy --setup size=1", "size"),
            ("worst-board greedy --setup enclosed=yes", "nothing else"),
            ("worst-board mobility --setup size=4", "does not play"),
            ("worst-board greedy --time soon", "a time such as"),
        ],
    );
    each_complains(1, &[("worst-board greedy --from /no/such/file", "cannot read")]);
}
