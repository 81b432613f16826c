//! `joute show` from outside: drawings, the object for programs, and what it says about positions that cannot be.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::support::{complaint, data, each_complains, has_keys, object, program, told};
use serde_json::{Value, json};

/// A drawn position becomes a snapshot under the name given.
fn draws(name: &str, arguments: &[&str]) {
    insta::assert_snapshot!(name, told(&[&["show"], arguments].concat()));
}

#[test]
fn othello_is_drawn() {
    draws("othello_start", &["othello"]);
    draws("othello_after_moves", &["othello", "--moves", "f5d6c3"]);
    draws("othello_small", &["othello", "--setup", "size=6"]);
    let finished = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOO X";
    draws("othello_finished", &["othello", "--position", finished]);
}

#[test]
fn awale_is_drawn() {
    draws("awale_start", &["awale"]);
    draws("awale_after_moves", &["awale", "--moves", "FfEa"]);
    draws(
        "awale_kalah_finished",
        &["awale", "--setup", "rules=kalah", "--position", "0-0-0-0-0-0-0-0-0-0-0-0-20-28-S"],
    );
}

#[test]
fn seven_colours_is_drawn() {
    draws("seven_colours_start", &["seven-colours", "--setup", "size=8,colours=5,seed=3"]);
    draws("seven_colours_after_moves", &["seven-colours", "--setup", "size=8,colours=5,seed=3", "--moves", "ABCD"]);
    draws("seven_colours_obstacles", &["seven-colours", "--setup", "size=10,obstacles=20,seed=1"]);
    draws("seven_colours_finished", &["seven-colours", "--setup", "size=2", "--position", "^^/v^ v"]);
}

#[test]
fn flood_is_drawn() {
    draws("flood_square", &["flood", "--setup", "width=7,height=4,colours=4,seed=2"]);
    draws("flood_donut", &["flood", "--setup", "graph=donut,width=9,colouring=cyclic"]);
    draws("flood_hgraph_forbidden", &["flood", "--setup", "graph=hgraph,width=9,forbidden=2,seed=3"]);
    draws("flood_torus", &["flood", "--setup", "graph=torus,width=6,colouring=symmetric,seed=7"]);
    draws("flood_finished", &["flood", "--setup", "width=3,colours=3,seed=1", "--moves", ".."]);
}

#[test]
fn flood_on_a_graph_file_is_drawn() {
    let setup = format!("graph={},colours=4,seed=5", data("ring.txt").display());
    draws("flood_graph_file", &["flood", "--setup", &setup]);
}

#[test]
fn letters_alone_draw_where_unicode_is_not_spoken() {
    let output = program().args(["show", "othello"]).env("LANG", "C").output().unwrap();
    assert!(output.status.success() && output.stdout.is_ascii());
}

/// The object of a position, its types checked.
fn shown(arguments: &[&str]) -> Value {
    let value = object(&[&["show", "--json"], arguments].concat());
    has_keys(&value, &["game", "setup", "position", "turn", "legal", "tally", "over", "outcome"]);
    assert!(value["game"].is_string() && value["setup"].is_string() && value["position"].is_string());
    assert!(value["legal"].as_array().unwrap().iter().all(Value::is_string));
    assert!(value["tally"].as_array().unwrap().iter().all(Value::is_u64));
    let is_over = value["over"].as_bool().unwrap();
    assert_eq!(value["turn"].is_null(), is_over);
    assert_eq!(value["outcome"].is_string(), is_over);
    assert_eq!(value["legal"].as_array().unwrap().is_empty(), is_over);
    value
}

#[test]
fn the_object_tells_turn_moves_and_tallies() {
    let start = shown(&["othello"]);
    assert_eq!((&start["game"], &start["setup"]), (&json!("othello"), &json!("size=8")));
    assert_eq!((&start["turn"], &start["tally"]), (&json!("first"), &json!([2, 2])));
    assert_eq!(start["legal"], json!(["d3", "c4", "f5", "e6"]));
    assert_eq!(shown(&["awale", "--moves", "F"])["turn"], "second");
    for game in ["seven-colours", "flood"] {
        assert_eq!(shown(&[game])["turn"], "first");
    }
}

#[test]
fn the_object_tells_the_outcome() {
    let finished = |position| shown(&["awale", "--position", position])["outcome"].clone();
    assert_eq!(finished("0-0-0-0-0-0-0-0-0-0-0-0-30-18-N"), "first");
    assert_eq!(finished("0-0-0-0-0-0-0-0-0-0-0-0-20-28-S"), "second");
    assert_eq!(finished("0-0-0-0-0-0-0-0-0-0-0-0-24-24-S"), "draw");
}

#[test]
fn a_position_reads_back_as_itself() {
    let setups = ["size=9,seed=4", "graph=donut,width=6,forbidden=1,seed=4", "size=10", "rules=francois"];
    for (game, setup) in ["seven-colours", "flood", "othello", "awale"].into_iter().zip(setups) {
        let one = shown(&[game, "--setup", setup]);
        let setup = one["setup"].as_str().unwrap();
        let two = shown(&[game, "--setup", setup, "--position", one["position"].as_str().unwrap()]);
        assert_eq!(one, two);
    }
}

#[test]
fn passes_may_be_left_out_and_numbers_put_in() {
    let position = |moves| shown(&["othello", "--moves", moves])["position"].clone();
    assert_eq!(position("f5d6c3"), position(" 1. F5 d6  2. c3"));
}

#[test]
fn a_picture_is_written_beside_the_object_or_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    let file = file.to_str().unwrap();
    assert_eq!(told(&["show", "flood", "--svg", file]), "");
    assert!(std::fs::read_to_string(file).unwrap().starts_with("<svg"));
    assert_eq!(object(&["show", "flood", "--svg", file, "--json"])["game"], "flood");
    each_complains(1, &[("show flood --svg no-such-folder/board.svg", "cannot write no-such-folder/board.svg")]);
}

#[test]
fn wrong_setups_are_explained() {
    each_complains(
        2,
        &[
            ("show", "<GAME>"),
            ("show chess", "seven-colours, flood, othello, awale"),
            ("show othello --setup wings=2", "unknown setup key \"wings\"; this game has: size"),
            ("show othello --setup size=9", "expected 4, 6, 8 or 10"),
            ("show othello --setup size=8,size=8", "given twice"),
            ("show seven-colours --setup size=1000000", "expected a whole number from 2 to 1000"),
            ("show seven-colours --setup size=-3", "setup size=\"-3\""),
            ("show seven-colours --setup colours=27", "from 1 to 26"),
            ("show seven-colours --setup board=AB/CZ,colours=3", "A"),
            ("show seven-colours --setup seed=x", "setup seed=\"x\""),
            ("show flood --setup graph=donut,width=10", "divisible by 3"),
            (
                "show flood --setup graph=moebius",
                "square, donut, hgraph, torus or a graph file (there is no such file)",
            ),
            ("show flood --setup width=1000,height=1001", "from 1 to 1000"),
            ("show flood --setup forbidden=7", "forbidden"),
            ("show awale --setup rules=bao", "abapa, awari, francois, kalah"),
            ("show awale --setup pits=12,seeds=127", "255"),
        ],
    );
}

#[test]
fn a_graph_file_that_cannot_be_read_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("graph.txt");
    std::fs::write(&file, "vertices 3\nedge 0 7\nstarts 0 1\n").unwrap();
    let setup = format!("graph={}", file.display());
    let said = complaint(2, &["show", "flood", "--setup", &setup]);
    assert!(said.contains("a vertex from 0 to 2 (line 2)"), "{said}");
    std::fs::write(&file, [0xff, 0xfe, 0]).unwrap();
    assert!(complaint(2, &["show", "flood", "--setup", &setup]).contains("UTF-8"));
}

#[test]
fn wrong_positions_and_moves_are_explained() {
    each_complains(
        2,
        &[
            ("show othello --position garbage", "othello position: found \"garbage\""),
            ("show othello --position ''", "othello position"),
            ("show awale --position 1-2-3", "14 numbers and S or N"),
            ("show awale --position 9-9-9-9-9-9-9-9-9-9-9-9-0-0-S", "48"),
            ("show seven-colours --setup size=2 --position 'AB/CD ^'", "seven-colours position"),
            ("show flood --setup width=2 --position 'BR/GY 3 0,3 - -'", "flood position"),
            (
                "show othello --moves a1",
                "move 1: a1 is not legal here: a disc on a1 would turn over no other; legal: d3 c4 f5 e6",
            ),
            ("show othello --moves f5d6z9", "move 3: othello move"),
            ("show awale --moves FF", "move 2: F is not legal here"),
            ("show flood --setup width=3,seed=1 --moves ...", "move 3: pass cannot be played: the game is over"),
            ("show othello --moves e\u{301}", "othello move"),
            ("show othello --moves f5 --moves d6", "--moves"),
        ],
    );
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("joute"))
        .args(["show", "seven-colours", "--setup", "size=600,seed=1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "Seven Colours\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output =
        Command::new(assert_cmd::cargo::cargo_bin("joute")).args(["show", "othello"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("joute: cannot write the result"));
}
