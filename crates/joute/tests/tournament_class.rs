//! A class of forty from the zip that Moodle gives to the marks: copies, files that cannot play, late edits, sheets.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::cups::Cup;
use crate::support::{complaint, program};
use serde_json::Value;

/// What a student handed in: the name, the file and what it says.
type Work = (String, String, String);

/// A little player: of the legal moves it takes one that depends on the turn, so that no two of them play alike.
fn script(step: usize, first: usize) -> String {
    format!(
        "#!/bin/sh\nturn=0\nwhile read -r word rest; do\n  case $word in\n    start) echo 'ready moves' ;;\n    \
         moves) moves=$rest ;;\n    go) set -- $moves; turn=$((turn + {step})); at=$(((turn + {first}) % $#)); \
         shift $at; echo \"move $1\" ;;\n  esac\ndone\n"
    )
}

/// A program of some length, so that there is something to copy.
const ORIGINAL: &str = r#"#!/usr/bin/env python3
import sys

def corner(move, size):
    column, row = ord(move[0]) - ord("a"), int(move[1:]) - 1
    edges = (0, size - 1)
    if column in edges and row in edges:
        return 50
    if column in edges or row in edges:
        return 5
    return 0

def choose(moves, gains, size):
    best, chosen = -1000, None
    for move, gain in zip(moves, gains):
        worth = 3 * gain + corner(move, size)
        if worth > best:
            best, chosen = worth, move
    return chosen

moves, gains = [], []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "start":
        print("ready moves gains", flush=True)
    elif word == "moves":
        moves = rest.split()
    elif word == "gains":
        gains = [int(gain) for gain in rest.split()]
    elif word == "go":
        print("move " + choose(moves, gains, 4), flush=True)
"#;

/// The same with other names and another weight, and a comment that says otherwise.
fn disguised() -> String {
    let names = [("corner", "coin"), ("move", "coup"), ("gain", "profit"), ("best", "maxi"), ("chosen", "choix")];
    let renamed = names.iter().fold(ORIGINAL.to_owned(), |text, (from, to)| text.replace(from, to));
    // The words of the protocol stay as they are.
    let kept = renamed.replace("\"coups\"", "\"moves\"").replace("\"profits\"", "\"gains\"");
    let kept = kept.replace("ready coups profits", "ready moves gains").replace("\"coup \"", "\"move \"");
    kept.replace("3 * ", "4 * ").replace("import sys", "# Entièrement de moi.\nimport sys\n")
}

/// A short program that takes some move.
fn short(first: &str, chosen: &str) -> String {
    format!(
        "{first}import sys\n\nmoves = []\nfor line in sys.stdin:\n    word, *rest = line.split()\n    if word == \"start\":\n        \
         print(\"ready moves\", flush=True)\n    if word == \"moves\":\n        moves = rest\n    if word == \"go\":\n        \
         print(\"move\", {chosen}, flush=True)\n"
    )
}

fn class() -> Vec<Work> {
    let mut class: Vec<Work> = Vec::new();
    let mut add = |name: &str, file: &str, text: String| class.push((name.to_owned(), file.to_owned(), text));
    add("Ada LOVELACE", "othello_ada.py", ORIGINAL.to_owned());
    add("Bob COPIEUR", "othello_bob.py", disguised());
    add("Cem FRÈRE", "othello_cem.sh", script(3, 1));
    add("Dia FRÈRE", "othello_dia.sh", script(3, 1));
    add("Eve NOTES", "notes.txt", "I had no time.".to_owned());
    add("Fay BIBLIO", "othello_fay.so", "not a library at all".to_owned());
    add("Hal DOSSIER", "main.py", short("from helper import pick\n", "pick(moves)"));
    add("Ivy ARCHIVE", "othello_ivy.zip", short("", "moves[-1]"));
    add("Jim SYNTAXE", "othello_jim.py", "def choose(:\n    pass\n".to_owned());
    for number in 10..=40 {
        add(&format!("Student {number:02}"), &format!("othello_s{number}.sh"), script(number, number / 5));
    }
    class
}

/// Makes an archive of files (name, contents, kind and rights) by somebody else's means.
fn archive(path: &Path, files: &[(String, String, u32)]) {
    // What is called an archive is one, with the text as its main file.
    const SCRIPT: &str = "import io, json, sys, zipfile\n\
        def packed(text):\n    \
            inner = io.BytesIO()\n    \
            with zipfile.ZipFile(inner, 'w') as archive: archive.writestr('main.py', text)\n    \
            return inner.getvalue()\n\
        with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as archive:\n    \
            for name, text, mode in json.load(sys.stdin):\n        \
                info = zipfile.ZipInfo(name)\n        \
                info.create_system, info.external_attr, info.compress_type = 3, mode << 16, zipfile.ZIP_DEFLATED\n        \
                archive.writestr(info, packed(text) if name.endswith('.zip') else text)\n";
    let mut command = assert_cmd::Command::new("python3");
    let listed = serde_json::to_string(files).unwrap();
    command.args(["-c", SCRIPT]).arg(path).write_stdin(listed).assert().success();
}

/// The zip of submissions as Moodle makes it.
fn zip(path: &Path, class: &[Work]) {
    let folder = |number: usize, name: &str| format!("{name}_{}_assignsubmission_file_", 1000 + number);
    let mut files: Vec<_> = class
        .iter()
        .enumerate()
        .map(|(number, (name, file, text))| {
            // Notes are nothing that can be run.
            let mode = if file.ends_with(".txt") { 0o100_644 } else { 0o100_755 };
            (format!("{}/{file}", folder(number, name)), text.clone(), mode)
        })
        .collect();
    // One of them has several files, which belong together.
    let helper =
        files.iter().find(|(name, ..)| name.ends_with("/main.py")).map(|(name, ..)| name.replace("main", "helper"));
    files.push((helper.unwrap(), "def pick(moves):\n    return moves[len(moves) // 2]\n".to_owned(), 0o100_644));
    archive(path, &files);
}

fn list(path: &Path, class: &[Work]) {
    let mut text = "Fichier;Nom;Équipe\n".to_owned();
    for (number, (name, file, _)) in class.iter().enumerate() {
        text += &format!("{file};{name};équipe {}\n", number % 5 + 1);
    }
    text += "rien;Zoé ABSENTE;équipe 1\n";
    fs::write(path, text).unwrap();
}

fn file(rounds: u32, more: &str) -> String {
    format!(
        "format = \"swiss\"\ngame = \"othello\"\nsetup = \"size=4\"\nrounds = {rounds}\nseed = 5\njobs = 2\nmove_time = \"20s\"\nclock = \"cpu\"\n\
         players = \"submissions.zip\"\nnames = \"class.csv\"\nlanguage = \"fr\"\n{more}"
    )
}

/// The lines of the marks by name, each by the name of its column.
fn marks(cup: &Cup) -> BTreeMap<String, BTreeMap<String, String>> {
    let text = fs::read_to_string(cup.data().join("marks.csv")).unwrap();
    let text = text.strip_prefix('\u{feff}').expect("a spreadsheet must know the letters");
    let mut lines = text.lines().map(|line| line.split(';').map(|field| field.trim_matches('"').to_owned()));
    let names: Vec<String> = lines.next().unwrap().collect();
    let row = |fields: Vec<String>| names.iter().cloned().zip(fields).collect::<BTreeMap<_, _>>();
    lines.map(|line| row(line.collect())).map(|row| (row["nom"].clone(), row)).collect()
}

fn games(told: &Value) -> BTreeSet<u64> {
    let games = told["matches"].as_array().unwrap().iter().flat_map(|played| played["games"].as_array().unwrap());
    games.map(|id| id.as_u64().unwrap()).collect()
}

#[test]
fn from_the_zip_to_the_marks() {
    let cup = Cup::new(&file(2, ""));
    let mut class = class();
    zip(&cup.path("submissions.zip"), &class);
    list(&cup.path("class.csv"), &class);
    assert_eq!(class.len(), 40);

    // The first evening: copies are told before anything is played, and what cannot play is refused.
    let output = program().args(["tournament", &cup.file(), "--json"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(said.contains("alike: Cem FRÈRE and Dia FRÈRE: le même fichier"), "{said}");
    assert!(said.contains("alike: Ada LOVELACE and Bob COPIEUR"), "{said}");
    assert!(said.find("alike:").unwrap() < said.find("copies.html").unwrap(), "{said}");
    assert_eq!(told["standings"].as_array().unwrap().len(), 37);
    assert_eq!(told["complete"], true);
    let copies = fs::read_to_string(cup.data().join("copies.html")).unwrap();
    assert!(copies.contains("worth = 3 * gain") && copies.contains("worth = 4 * profit"), "side by side");
    let first = games(&told);
    assert_eq!(first.len(), 18 * 2 * 2);
    assert!(!said.contains("DOSSIER") && !said.contains("refused: Ivy"), "folders and archives play: {said}");
    let clean = |name: &str| told["faults"].as_array().unwrap().iter().all(|fault| fault["player"] != name);
    assert!(clean("Hal DOSSIER") && clean("Ivy ARCHIVE"), "{}", told["faults"]);

    // The next day: somebody is late, somebody mended the file, one withdraws, one is put out, and there is one more round.
    class.push(("Gus RETARD".to_owned(), "othello_gus.sh".to_owned(), script(2, 5)));
    class[12].2 = script(1, 2);
    zip(&cup.path("submissions.zip"), &class);
    list(&cup.path("class.csv"), &class);
    cup.write(&file(3, "withdrawn = [\"Student 11\"]\ndisqualified = { \"Bob COPIEUR\" = \"copie sur Ada\" }\n"));
    let told = cup.object(&[]);
    assert_eq!(told["complete"], true);
    assert!(games(&told).is_superset(&first), "what was played stands");
    assert_eq!(told["played_now"], games(&told).len() - first.len());
    assert_eq!(cup.object(&[])["played_now"], 0, "and nothing is played twice");

    check_marks(&cup);
    check_sheets(&cup);
}

fn check_marks(cup: &Cup) {
    let marks = marks(cup);
    assert_eq!(marks.len(), 42, "41 who handed in, and one who did not: {:?}", marks.keys());
    let of = |name: &str, column: &str| marks[name][column].clone();
    assert_eq!(of("Ada LOVELACE", "équipe"), "équipe 1");
    assert!(of("Bob COPIEUR", "remarques").contains("disqualifié: copie sur Ada"));
    assert!(of("Bob COPIEUR", "ressemble au travail de").starts_with("Ada LOVELACE ("));
    assert!(of("Dia FRÈRE", "ressemble au travail de").contains("Cem FRÈRE (le même fichier"));
    assert_eq!(of("Bob COPIEUR", "rang"), "");
    assert!(of("Eve NOTES", "remarques").starts_with("refusé : "));
    assert!(of("Fay BIBLIO", "remarques").starts_with("refusé : "));
    assert_eq!(of("Zoé ABSENTE", "remarques"), "n’a rien rendu qui participe");
    assert_eq!(of("Student 11", "remarques"), "retiré");
    assert!(!of("Gus RETARD", "rang").is_empty());
    let scores: Vec<String> = marks.values().map(|row| row["score de rencontres"].clone()).collect();
    assert!(scores.iter().all(|score| !score.contains('.')), "{scores:?}");
    let ranked = marks.values().filter(|row| !row["rang"].is_empty()).count();
    assert_eq!(ranked, 37, "37 played from the beginning and one came later; one of them was put out");
    assert!(
        of("Jim SYNTAXE", "remarques").starts_with("refusé : it cannot be loaded"),
        "{}",
        of("Jim SYNTAXE", "remarques")
    );
}

fn check_sheets(cup: &Cup) {
    let sheets: Vec<_> = fs::read_dir(cup.data().join("sheets")).unwrap().collect();
    assert_eq!(sheets.len(), 42);
    let sheet = |name: &str| fs::read_to_string(cup.data().join("sheets").join(name)).unwrap();
    let ada = sheet("Ada-LOVELACE.html");
    assert!(ada.contains("lang=\"fr\"") && ada.contains("Vos parties") && ada.contains(" sur 38"), "rank and games");
    assert!(!ada.contains("Bob COPIEUR (") && !ada.contains("en commun"), "copies are the teacher's business");
    assert!(sheet("Eve-NOTES.html").contains("joute check"), "what to mend");
}

#[test]
fn faults_stand_on_the_sheet_with_their_board() {
    let cup = Cup::new(
        "format = \"round-robin\"\ngame = \"othello\"\nsetup = \"size=4\"\nmove_time = \"20s\"\nplayers = \"handed-in\"\n",
    );
    fs::create_dir(cup.path("handed-in")).unwrap();
    let wrong = script(1, 0).replace("move $1", "move z9");
    for (name, text) in [("good.sh", script(1, 1)), ("wrong.sh", wrong)] {
        let path = cup.path("handed-in").join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    cup.object(&[]);
    let sheet = fs::read_to_string(cup.data().join("sheets/wrong.html")).unwrap();
    assert!(sheet.contains("data:image/svg+xml;base64,") && sheet.contains("z9"), "board and evidence");
    assert!(sheet.contains("no legal move") && sheet.contains("joute check handed-in/wrong.sh --game othello"));
    let good = fs::read_to_string(cup.data().join("sheets/good.html")).unwrap();
    assert!(good.contains("committed no fault") && !good.contains("data:image/svg+xml;base64,"));
    let text = fs::read_to_string(cup.data().join("marks.csv")).unwrap();
    assert!(text.contains("rank,name,team") && text.contains("wrong"), "English by default: {text}");
}

#[test]
fn an_archive_leads_nowhere_and_has_its_bounds() {
    let cup = Cup::new(&file(1, ""));
    fs::write(cup.path("class.csv"), "file,name\n").unwrap();
    let file = |name: &str, text: String, mode: u32| (name.to_owned(), text, mode);
    let files = [
        file("Ada_1_assignsubmission_file_/a.sh", script(1, 1), 0o100_755),
        file("Bob_2_assignsubmission_file_/b.sh", script(2, 1), 0o100_755),
        file("../outside.sh", "#!/bin/sh\n".to_owned(), 0o100_755),
        file("Eve_3_assignsubmission_file_/link.sh", "/etc/passwd".to_owned(), 0o120_777),
    ];
    archive(&cup.path("submissions.zip"), &files);
    let output = program().args(["tournament", &cup.file(), "--json"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("left out of submissions.zip: ../outside.sh: its name leads out of the archive"), "{said}");
    assert!(said.contains("link.sh: a link; expected the file itself"), "{said}");
    // The second time nothing is unpacked, and the same is known.
    let told = cup.object(&[]);
    assert_eq!(told["standings"].as_array().unwrap().len(), 2);
    let eve = told["players"].as_array().unwrap().iter().find(|player| player["name"] == "Eve").unwrap();
    assert_eq!(eve["refused"], "link.sh is a link; expected the file itself");
    assert!(!cup.path("outside.sh").exists() && !cup.data().join("outside.sh").exists());
    fs::write(cup.path("submissions.zip"), "no archive").unwrap();
    let said = complaint(2, &["tournament", &cup.file()]);
    assert!(said.contains("line 9: players = \"submissions.zip\": not a zip that can be read"), "{said}");
}
