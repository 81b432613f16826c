//! `joute tune` from outside: what it finds, when it accepts it, and that an interruption changes nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{each_complains, has_keys, object, program, told};
use joute_testkit::wait::until;
use serde_json::{Value, json};

/// A player that shuns borders begins badly: wanting them is so much better that few games show it.
const SHY: &str = "tune mix:{a},{b} --range a=-10..10 --range b=-10..10 --start a=-5 --start b=1 --game seven-colours \
                   --setup size=6 --games 160 --test-games 600 --sprt 0,40";

fn tune(line: &str, more: &[&str]) -> Value {
    object(&line.split_whitespace().chain(more.iter().copied()).chain(["--json"]).collect::<Vec<_>>())
}

#[test]
fn a_bad_value_becomes_a_good_one_and_is_accepted() {
    let value = tune(SHY, &["--jobs", "2"]);
    has_keys(&value, &["parameters", "path", "games", "test", "verdict", "start", "found", "best", "faults"]);
    assert_eq!((&value["start"], &value["verdict"]), (&json!("mix:-5,1"), &json!("accepted")));
    let found = |index: usize| value["parameters"][index]["found"].as_f64().unwrap();
    assert!(found(0) > 0.0 && found(1) > 0.0, "{value}");
    assert_eq!(value["found"], format!("mix:{},{}", found(0), found(1)));
    assert_eq!((&value["best"], &value["games"]), (&value["found"], &json!(160)));
    assert_eq!(value["test"]["sprt"]["verdict"], "accept-h1");
    let path = value["path"].as_array().unwrap();
    assert_eq!((path.len(), &path[0]["values"], &path[10]["games"]), (11, &json!([-5.0, 1.0]), &json!(160)));
    assert_eq!(tune(SHY, &[]), value, "jobs change nothing");
    let other = tune(SHY, &["--seed", "2"]);
    assert_ne!(other["path"], value["path"]);
}

#[test]
fn the_test_is_the_match_that_is_named() {
    let words: Vec<&str> = SHY.split_whitespace().collect();
    let text = told(&words);
    assert!(text.contains("accepted: what was found is better than what it began with\nbest: mix:"), "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix("the same games: joute ")).unwrap();
    // Nothing in it needs the quotes but a shell.
    let line = line.replace('\'', "");
    let again = tune(&line, &[]);
    let value = tune(SHY, &[]);
    for key in ["games", "pairs", "elo", "superiority", "sprt"] {
        assert_eq!(again[key], value["test"][key], "{key}");
    }
}

#[test]
fn who_was_interrupted_goes_on_where_the_records_end() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, cut) = (folder.path().join("whole.jsonl"), folder.path().join("cut.jsonl"));
    let tune = |file: &Path, more: &[&str]| tune(SHY, &[&["--records", file.to_str().unwrap()][..], more].concat());
    let undisturbed = tune(&whole, &[]);
    let text = fs::read_to_string(&whole).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // In the middle of a batch, of a pair and of a line; in the middle of the test; and with nothing left to play.
    for kept in [37, 170, lines.len()] {
        let rest = lines.get(kept).map_or("", |line| &line[..line.len() / 2]);
        fs::write(&cut, lines[..kept].join("\n") + "\n" + rest).unwrap();
        assert_eq!(tune(&cut, &["--resume"]), undisturbed, "{kept}");
        assert_eq!(fs::read_to_string(&cut).unwrap().lines().count(), lines.len(), "no game was played twice");
    }
}

#[test]
fn a_program_of_ones_own_is_tuned_against_an_opponent() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/weights.py");
    let player = format!("exe:python3 {script} {{corner}} {{near}}?keep=yes");
    let words = "--range corner=0..40 --range near=-4.0..4.0:0.5 --start corner=1 --start near=-0.5 --against greedy --game othello \
                 --games 16 --test-games 4 --time - --load 600s --no-sandbox";
    let words: Vec<&str> = ["tune", &player].into_iter().chain(words.split_whitespace()).collect();
    let value = object(&[&words[..], &["--json", "--jobs", "2"]].concat());
    assert_eq!((&value["against"], &value["games"], &value["faults"]), (&json!("greedy"), &json!(16), &json!(0)));
    let test = &value["test"];
    assert_eq!((&test["games"], &test["elo"], &value["verdict"]), (&json!(4), &Value::Null, &json!("undecided")));
    assert_eq!(test["pairs"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 1);
    assert!(value["best"].as_str().unwrap().ends_with("weights.py 1 -0.5?keep=yes"), "{value}");
    assert_eq!(value["parameters"][1]["start"], -0.5);
}

#[test]
fn what_is_not_better_is_not_accepted() {
    let line = "--range cells=1..9 --start cells=5 --game seven-colours --setup size=6 --games 80 --test-games 400 --sprt 0,200";
    // However much a cell is worth, it plays the same: what is found only comes from chance, if there is any.
    let same = tune(&format!("tune mix:0,{{cells}} {line}"), &[]);
    assert_eq!(
        (&same["verdict"], &same["found"], &same["test"]),
        (&json!("unchanged"), &json!("mix:0,5"), &Value::Null)
    );
    let chance = format!("tune mix:0,{{cells}},ties=random {line} --seed 1");
    let value = tune(&chance, &[]);
    assert_eq!((&value["verdict"], &value["best"]), (&json!("rejected"), &json!("mix:0,5,ties=random")));
    assert_ne!(value["found"], value["best"]);
    let text = told(&chance.split_whitespace().collect::<Vec<_>>());
    assert!(text.ends_with("not better than what it began with\nbest: mix:0,5,ties=random\n"), "{text}");
}

#[test]
fn openings_are_parted_between_tuning_and_its_test() {
    let folder = tempfile::tempdir().unwrap();
    let [openings, records] = ["openings.txt", "games.jsonl"].map(|name| folder.path().join(name));
    fs::write(&openings, "f5d6\nf5f6\nf5f4\nf5d6c3\n").unwrap();
    let files = ["--openings", openings.to_str().unwrap(), "--records", records.to_str().unwrap()];
    tune(
        "tune minimax:depth={d} --range d=1..2 --start d=1 --game othello --games 8 --test-games 4 --reach 20",
        &files,
    );
    let games = fs::read_to_string(&records).unwrap();
    let games: Vec<Value> = games.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let starts = |games: &[Value]| games.iter().map(|game| game["start"].to_string()).collect::<BTreeSet<_>>();
    let (tuning, test) = games.split_at(8);
    assert_eq!((starts(tuning).len(), test.len()), (2, 4));
    assert!(starts(tuning).is_disjoint(&starts(test)));
}

#[test]
fn ctrl_c_ends_with_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let words = "tune mix:{a},1 --range a=-5..5 --game seven-colours --setup size=6 --games 1000000 --json --records";
    let tuning = Command::new(env!("CARGO_BIN_EXE_joute"))
        .args(words.split_whitespace())
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    until("some games", || fs::read_to_string(&file).ok().filter(|text| text.lines().count() > 40));
    Command::new("kill").args(["-INT", &tuning.id().to_string()]).status().unwrap();
    let output = tuning.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&value["interrupted"], &value["verdict"], &value["best"]),
        (&json!(true), &json!("untested"), &json!("mix:0,1"))
    );
    assert_eq!(value["games"], fs::read_to_string(&file).unwrap().lines().count());
    assert!(value["path"].as_array().unwrap().len() > 2, "{value}");
}

#[test]
fn a_player_that_never_plays_is_not_tuned() {
    let words = "tune exe:/bin/false?env=W={w} --range w=0..9 --game awale --games 8 --no-sandbox";
    let output = program().args(words.split_whitespace()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("each of the first 8 games ended with a fault of a player"), "{said}");
}

#[test]
fn wrong_usage_is_explained() {
    each_complains(
        2,
        &[
            ("tune mix:{a} --game flood", "--range"),
            ("tune mix:{a},{b} --range a=0..9 --game flood", "{b} has no range; expected --range b=LOW..HIGH"),
            ("tune mix:{a} --range a=0..9 --range b=0..9 --game flood", "there is no {b} in \"mix:{a}\""),
            ("tune mix:1 --range a=0..9 --game flood", "there is nothing to tune in it"),
            ("tune mix:{a --range a=0..9 --game flood", "\"{a\" is no placeholder; expected {name}"),
            ("tune mix:{a} --range a=9..0 --game flood", "9 to 0 is empty"),
            ("tune mix:{a} --range a=0..9:20 --game flood", "a step of 20 leaves 1 values"),
            ("tune mix:{a} --range a=0..9 --start a=10 --game flood", "not one of its values, which are 0 to 9"),
            ("tune mix:{a} --range a=0..9 --start b=1 --game flood", "start of b: it has no range"),
            ("tune mix:{a} --range a=0..5000 --game flood", "mix:5000 cannot take part"),
            ("tune mix:{a} --range a=0..9 --game othello", "mix:0 cannot take part"),
            ("tune nobody:{a} --range a=0..9 --game flood", "nobody:0 cannot take part: no player called"),
            ("tune human:{a} --range a=0..9 --game flood", "people play with `joute play`"),
            ("tune mix:{a} --range a=0..9 --game flood --games 3", "--games 3: expected an even number"),
            (
                "tune mix:{a} --range a=0..9 --game flood --against greedy --games 6",
                "--games 6: expected a multiple of 4",
            ),
            ("tune mix:{a} --range a=0..9 --game flood --test-games 1", "--test-games 1: expected an even number"),
            ("tune mix:{a} --range a=0..9 --game flood --perturbation 0.6", "--perturbation 0.6: expected a share"),
            ("tune mix:{a} --range a=0..9 --game flood --reach 0", "--reach 0: expected a number above 0"),
            ("tune mix:{a} --range a=0..9 --game flood --sprt 5", "--sprt \"5\": expected two numbers"),
            ("tune mix:{a} --range a=0..9 --game flood --order drawn", "no --order drawn, no handicaps"),
            ("tune mix:{a} --range a=0..9 --game flood --resume", "--records"),
            ("tune mix:{a} --range a=0..9 --game flood --against nobody", "no player called"),
        ],
    );
}
