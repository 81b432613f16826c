//! Every JSON document of the program, as the program writes it, against the schema that `joute schema` has for it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support;
use crate::support::validator::{OF_A_CLASS, Validator};
use crate::support::{each_complains, object, program, told};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A document and the words that write it; `DIR` is a folder that the cases of one list share, in their order.
type Case = (&'static str, &'static str);

const LISTS: &[Case] = &[
    ("games", "games --json"),
    ("players", "players --json"),
    ("players-kinds", "players --kinds --json"),
    ("players-explain", "players --explain greedy:ties=random --json"),
    ("players-explain", "players --explain exe:/bin/true?keep=yes --json"),
    ("new-list", "new --list --json"),
    ("new", "new python DIR/mine --game othello --json"),
    ("schema", "schema --json"),
    ("doctor", "doctor --json"),
];

const POSITIONS: &[Case] = &[
    ("show", "show othello --moves f5d6c3 --json"),
    ("show", "show awale --setup rules=kalah --position 0-0-0-0-0-0-0-0-0-0-0-0-20-28-S --json"),
    ("perft", "perft awale --depth 2 --json"),
    ("analyse", "analyse othello --setup size=6 --depth 2 --json"),
    ("analyse", "analyse seven-colours --setup size=6,seed=1 --player mcts --nodes 200 --lines 2 --json"),
    ("analyse", "analyse awale --setup rules=kalah --position 0-0-0-0-0-0-0-0-0-0-0-0-20-28-S --depth 1 --json"),
    ("solve", "solve flood --setup width=4,colours=3,seed=3 --all --memory 1 --json"),
    ("solve", "solve othello --time 1ms --memory 1 --outcome --json"),
    (
        "puzzles-make",
        "puzzles make flood --setup width=6,colours=4 --count 1 --nodes 500 --deep 2000 -o DIR/puzzles.txt --json",
    ),
    ("puzzles-verify", "puzzles verify DIR/puzzles.txt --nodes 2000 --json"),
    ("openings", "openings awale --plies 4 --count 2 --nodes 500 --within 48 --json"),
];

const FIGURES: &[Case] = &[
    ("worst-board", "worst-board greedy --setup size=6,colours=4 --iterations 20 --json"),
    ("reproduce", "reproduce ahead-cost --quick --json"),
    ("bench", "bench --quick --only playouts --json"),
    ("tables-build", "tables build --folder DIR/tables --seeds 3 --json"),
    ("tables-build", "tables build --folder DIR/tables --seeds 3 --json"),
    ("tables-verify", "tables verify --folder DIR/tables --seeds 3 --json"),
    ("tables-info", "tables info --folder DIR/tables --seeds 3 --json"),
    ("tables-francois", "tables francois --pits 2 --seeds 2 --json"),
    ("tables-francois", "tables francois --pits 2 --seeds 2 --millions 0 --json"),
];

const GAMES: &[Case] = &[
    ("match", "match greedy random --game othello --games 4 --records DIR/games.jsonl --json"),
    ("match", "match greedy greedy --game flood --setup width=6,seed=1 --games 2 --sprt 0,10 --json"),
    ("match", "match alphabeta:depth=1 random --game awale --games 2 --order drawn --records DIR/drawn.jsonl --json"),
    ("match", "match --merge DIR/games.jsonl --json"),
    ("match", "match exe:/bin/false random --game othello --games 2 --no-sandbox --records DIR/faults.jsonl --json"),
    (
        "match",
        "match alphabeta:depth=2 alphabeta:depth=1 --game othello --games 2 --resign 1,2 --records DIR/agreed.jsonl --json",
    ),
    ("rate", "rate greedy random --game awale --games 2 --rounds 1 --records DIR/rated.jsonl --json"),
    (
        "tune",
        "tune mix:{a},1 --range a=-5..5 --game flood --setup width=5 --games 8 --test-games 4 --records DIR/tuned.jsonl --json",
    ),
    (
        "tune",
        "tune mix:{a},1 --range a=1..3 --start a=3 --game flood --setup width=5 --games 4 --test-games 4 --against random --json",
    ),
    ("replay", "replay DIR/games.jsonl --game 1 --json"),
    ("replay", "replay DIR/faults.jsonl --game 2 --json"),
    ("replay-list", "replay DIR/games.jsonl --json"),
    ("replay-list", "replay DIR/faults.jsonl --json"),
    ("replay-review", "replay DIR/games.jsonl --game 1 --review --nodes 1000 --json"),
    ("export", "export DIR/games.jsonl --format json --output DIR/copy.jsonl --json"),
    ("import", "import DIR/copy.jsonl --format json --output DIR/again.jsonl --json"),
    ("flood-server", "flood-server -m 6 greedy random --json"),
    ("check", "check exe:/bin/false --game othello --games 2 --no-sandbox --json"),
    ("check", "check random --game awale --games 2 --json"),
];

const TOURNAMENTS: &[Case] = &[
    (
        "tournament",
        "tournament --format double-elimination --game awale --games 2 --data DIR/cup greedy random minimax:depth=1 --json",
    ),
    (
        "tournament",
        "tournament --format swiss --game othello --games 2 --data DIR/swiss exe:/bin/false random greedy --no-sandbox --json",
    ),
    ("workers", "workers --store DIR/cup/games.sqlite --json"),
    ("store-copy", "store copy DIR/cup/games.sqlite DIR/copy.sqlite --json"),
    ("rebuild-check", "rebuild DIR/cup --check --json"),
    ("rebuild", "rebuild DIR/cup --json"),
];

/// Runs the cases one after another; what was found wrong, or a machine without a sandbox, still is a document.
fn run(cases: &[Case]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (document, line) in cases {
        let line = line.replace("DIR", folder.path().to_str().unwrap());
        let output = program().args(line.split_whitespace()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "joute {line}: {said}");
        let value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("joute {line}: {error}, {said}"));
        Validator::of(document).accept(&value, &format!("joute {line}"));
    }
    folder
}

/// The records of a file, each of which agrees with its schema.
fn records(path: &Path) -> Vec<Value> {
    let validator = Validator::of("record");
    let text = fs::read_to_string(path).unwrap();
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!records.is_empty(), "{}", path.display());
    records.iter().for_each(|record| validator.accept(record, &path.display().to_string()));
    records
}

#[test]
fn lists_agree_with_their_schemas() {
    run(LISTS);
}

#[test]
fn positions_agree_with_their_schemas() {
    run(POSITIONS);
}

#[test]
fn figures_agree_with_their_schemas() {
    run(FIGURES);
}

#[test]
fn games_and_their_records_agree_with_their_schemas() {
    let folder = run(GAMES);
    let of = |name: &str| records(&folder.path().join(name));
    for name in ["games.jsonl", "drawn.jsonl", "rated.jsonl", "tuned.jsonl", "copy.jsonl", "again.jsonl"] {
        of(name);
    }
    assert!(of("faults.jsonl").iter().all(|record| record["ending"]["fault"]["kind"] == "crash"));
    assert!(of("agreed.jsonl").iter().any(|record| record["ending"]["how"] == "adjudicated"));
}

#[test]
fn tournaments_and_the_files_of_their_folders_agree_with_their_schemas() {
    let folder = run(TOURNAMENTS);
    for cup in ["cup", "swiss"].map(|name| folder.path().join(name)) {
        records(&cup.join("games.jsonl"));
        let results = serde_json::from_str(&fs::read_to_string(cup.join("results.json")).unwrap()).unwrap();
        Validator::of("tournament").accept(&results, "results.json");
    }
}

#[test]
fn records_of_all_games_that_are_kept_for_tests_agree() {
    records(&support::data("games.jsonl"));
}

#[test]
fn no_document_is_left_out_here() {
    let listed = object(&["schema", "--json"]);
    let documents = listed["documents"].as_array().unwrap().iter();
    let documents: BTreeSet<&str> = documents.map(|document| document["name"].as_str().unwrap()).collect();
    let cases = [LISTS, POSITIONS, FIGURES, GAMES, TOURNAMENTS].concat();
    let tried: BTreeSet<&str> =
        cases.iter().map(|(document, _)| *document).chain(["record"]).chain(OF_A_CLASS).collect();
    assert_eq!(documents, tried);
}

#[test]
fn what_is_not_as_the_schema_says_is_found() {
    let validator = Validator::of("show");
    let shown = object(&["show", "othello", "--moves", "f5d6c3", "--json"]);
    validator.accept(&shown, "show");
    let changed = |change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
        let mut value = shown.clone();
        change(value.as_object_mut().unwrap());
        value
    };
    let renamed = changed(&|shown| {
        let turn = shown.remove("turn").unwrap();
        shown.insert("side".to_owned(), turn);
    });
    let wrong = [
        renamed,
        changed(&|shown| drop(shown.remove("legal"))),
        changed(&|shown| drop(shown.insert("more".to_owned(), json!(1)))),
        changed(&|shown| drop(shown.insert("turn".to_owned(), json!("white")))),
        changed(&|shown| drop(shown.insert("total".to_owned(), json!("64")))),
        changed(&|shown| drop(shown.insert("tally".to_owned(), json!([4])))),
    ];
    wrong.iter().for_each(|value| assert!(!validator.agrees(value), "{value:#}"));
}

#[test]
fn the_schemas_of_the_repository_are_those_of_the_types() {
    const REMEDY: &str = "docs/schemas is not what the types say; run: cargo run -- schema --dir docs/schemas";
    let kept = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let made = tempfile::tempdir().unwrap();
    told(&["schema", "--dir", made.path().to_str().unwrap()]);
    let names = |folder: &Path| -> BTreeSet<String> {
        let entries = fs::read_dir(folder).unwrap_or_else(|_| panic!("{REMEDY}"));
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    assert_eq!(names(&kept), names(made.path()), "{REMEDY}");
    for name in names(&kept) {
        let [kept, made] = [&kept, made.path()].map(|folder: &Path| fs::read_to_string(folder.join(&name)).unwrap());
        assert!(kept == made, "{name}: {REMEDY}");
    }
}

#[test]
fn the_list_is_for_people_and_unknown_names_are_explained() {
    let list = told(&["schema"]);
    assert!(list.contains("joute match --json") && list.contains("joute tables build --json"), "{list}");
    assert!(told(&["schema", "match"]).contains("\"$schema\": \"https://json-schema.org/draft/2020-12/schema\""));
    each_complains(
        2,
        &[
            ("schema matches", "there is no document called \"matches\"; there are record, games"),
            ("schema match --dir here", "cannot be used with"),
        ],
    );
}
