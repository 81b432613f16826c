//! OCaml files as players, from outside: unmodified files that play, and everything a file can do wrong. Needs `ocaml`.
#![cfg(target_os = "linux")]

use std::path::PathBuf;

use crate::played::{assert_played, complaint, fault, folder, joute, log, records};
use serde_json::Value;

const OTHELLO: [&str; 4] = ["--game", "othello", "--games", "2"];
/// A file that plays the first possible move.
const FIRST: &str = include_str!("data/ocaml/first.ml");
const MODES: [&str; 2] = ["interpreted", "native"];

/// Two games of a file against `random`, in each seat one.
fn play(source: &str, mode: &str, more: &[&str]) -> Vec<Value> {
    let folder = folder();
    std::fs::write(folder.path().join("othello_carn.ml"), source).unwrap();
    let player = format!("ocaml:othello_carn.ml?mode={mode}");
    records(folder.path(), [&player, "random"], &[&OTHELLO[..], more].concat())
}

/// The fault of a file, the same in both seats.
fn fault_of(source: &str, mode: &str) -> (String, String) {
    let records = play(source, mode, &["--move-time", "5s"]);
    let faults: Vec<(String, String)> = records.iter().map(fault).collect();
    assert_eq!(faults[0].0, faults[1].0, "{faults:?}");
    assert_eq!((&records[0]["ending"]["by"], &records[1]["ending"]["by"]), (&"first".into(), &"second".into()));
    faults[0].clone()
}

/// Fails unless the fault is of this kind and its evidence has all these words.
fn assert_fault(source: &str, mode: &str, kind: &str, words: &[&str]) {
    let (found, evidence) = fault_of(source, mode);
    assert_eq!(found, kind, "{mode}: {evidence}");
    for word in words {
        assert!(evidence.contains(word), "{mode}: no {word:?} in {evidence:?}");
    }
}

/// The file with its function renamed to `honnete`, and another function that is asked instead.
fn with_strategie(body: &str) -> String {
    format!("{}\n{body}\n", FIRST.replace("let strategie", "let honnete"))
}

#[test]
fn a_file_with_only_the_function_plays_whole_games() {
    let folder = folder();
    std::fs::write(folder.path().join("first.ml"), FIRST).unwrap();
    for opponent in ["random", "greedy"] {
        assert_played(&records(folder.path(), ["first.ml", opponent], &["--game", "othello", "--games", "4"]), 4);
        let native = ["ocaml:first.ml?mode=native", opponent];
        assert_played(&records(folder.path(), native, &["--game", "othello", "--games", "4"]), 4);
    }
}

#[test]
fn both_modes_choose_the_same_moves() {
    let folder = folder();
    std::fs::write(folder.path().join("first.ml"), FIRST).unwrap();
    let moves = |mode: &str| -> Vec<Value> {
        let player = format!("first.ml?mode={mode}");
        let records = records(folder.path(), [&player, "greedy"], &OTHELLO);
        assert_played(&records, 2);
        assert_eq!(records[0]["players"][0]["runtime"], format!("ocaml, {mode}"));
        assert_eq!(records[0]["players"][0]["version"], records[1]["players"][1]["version"]);
        records.iter().flat_map(|record| record["plies"].as_array().unwrap()).map(|ply| ply["move"].clone()).collect()
    };
    assert_eq!(moves("interpreted"), moves("native"));
}

#[test]
fn a_file_may_define_the_type_itself() {
    let own = "type othello = {plateau : int array; mutable joueur : int}\n";
    let renamed = FIRST.replace("(oth : othello)", "(oth : partie)");
    let other = "type partie = {plateau : int array; mutable joueur : int}\n";
    let with_another_record = format!("{own}type noeud = {{plateau : int array; valeur : int}}\n{FIRST}")
        .replace("let prises oth case", "let prises (oth : othello) case");
    for mode in MODES {
        assert_played(&play(&format!("{own}{FIRST}"), mode, &[]), 2);
        assert_played(&play(&format!("{other}{renamed}"), mode, &[]), 2);
        assert_played(&play(&with_another_record, mode, &[]), 2);
    }
}

#[test]
fn errors_are_shown_with_their_line() {
    for mode in MODES {
        let place = |line: u32| format!("File \"othello_carn.ml\", line {line}");
        assert_fault("let strategie oth =\n  (1 + 2\n", mode, "crash", &["cannot be loaded", "Error", "Syntax error"]);
        let wrong_type = "let strategie oth = 3\nlet x =\n  1 + \"a\"\n";
        assert_fault(wrong_type, mode, "crash", &[&place(3), "Error: This expression has type string"]);
        let raises = "let cherche l =\n  List.find (fun x -> x > 1) l\nlet strategie oth =\n  1 + cherche [0]\n";
        assert_fault(raises, mode, "crash", &["strategie raised Not_found", "file \"othello_carn.ml\", line 4"]);
        let at_load = "let x =\n  List.hd []\nlet strategie oth = 3\n";
        assert_fault(at_load, mode, "crash", &["cannot be loaded", "Failure"]);
    }
}

#[test]
fn a_wrong_or_missing_function_is_named() {
    for mode in MODES {
        assert_fault(
            "let strategy oth = 3",
            mode,
            "crash",
            &["the file defines no function strategie", "othello -> int"],
        );
        let two = "let strategie oth niveau = 3";
        assert_fault(two, mode, "crash", &["strategie does not have the type strategie : othello -> int"]);
    }
}

#[test]
fn shadowed_names_do_not_matter() {
    let shadows = "let input_line _ = failwith \"mine\"\nlet print_string = ()\nlet output_string = 3\n\
                   let flush_all () = failwith \"mine\"\nlet compare _ _ = failwith \"mine\"\nlet exit = ()\n\
                   let string_of_int _ = \"mine\"\nmodule Array = struct let copy = 1 let get = Array.get end\n\
                   module Printexc = struct end\nmodule String = List\nlet ( ^ ) = ( + )\nlet play = 1\n";
    for mode in MODES {
        let source = format!("{shadows}{}", FIRST);
        assert_played(&play(&source, mode, &[]), 2);
    }
}

#[test]
fn only_the_toplevel_knows_directives() {
    let source = format!("#load \"unix.cma\";;\n{FIRST}");
    assert_played(&play(&source, "interpreted", &[]), 2);
    assert_fault(&source, "native", "crash", &["File \"othello_carn.ml\", line 1", "Syntax error"]);
}

#[test]
fn prints_are_kept_apart() {
    let chatty = with_strategie(
        "let () = print_endline \"move 0\"\n\
         let strategie oth = print_string \"ready\\nmove 0\\n\"; prerr_endline \"to stderr\"; honnete oth",
    );
    for mode in MODES {
        let records = play(&chatty, mode, &[]);
        assert_played(&records, 2);
        assert!(log(&records[0]).contains("ready\nmove 0\n") && log(&records[0]).contains("to stderr\n"));
    }
}

#[test]
fn a_changed_argument_is_noticed_and_changes_nothing() {
    for change in ["oth.plateau.(0) <- 1", "oth.joueur <- 3 - oth.joueur"] {
        let source = with_strategie(&format!("let strategie (oth : othello) = let c = honnete oth in {change}; c"));
        for mode in MODES {
            let records = play(&source, mode, &[]);
            assert_played(&records, 2);
            assert_eq!(log(&records[0]).matches("strategie changed its argument").count(), 1, "{}", log(&records[0]));
        }
    }
    assert!(!log(&play(FIRST, "interpreted", &[])[0]).contains("changed"));
}

#[test]
fn an_endless_loop_is_overtime() {
    for mode in MODES {
        let endless = "let strategie oth = while true do () done; 0";
        let (kind, evidence) = fault(&play(endless, mode, &["--time", "200ms"])[0]);
        assert_eq!(kind, "overtime", "{evidence}");
        assert!(evidence.contains("strategie did not return"), "{evidence}");
    }
    let loading = "let () = while true do () done\nlet strategie oth = 0";
    assert_eq!(fault(&play(loading, "interpreted", &["--load", "300ms"])[0]).0, "overtime");
}

#[test]
fn a_lost_turn_is_only_a_turn() {
    let slow = with_strategie(
        "let tours = ref 0\nlet strategie oth = incr tours; \
         if !tours = 2 then (let t = Sys.time () in while Sys.time () -. t < 1.5 do () done); honnete oth",
    );
    let records = play(&slow, "native", &["--move-time", "1s", "--on-overtime", "skip"]);
    assert_played(&records, 2);
    assert!(log(&records[0]).contains("no move after"), "{}", log(&records[0]));
}

#[test]
fn endless_recursion_is_a_crash() {
    for mode in MODES {
        assert_fault("let rec f x = 1 + f x\nlet strategie oth = f 0", mode, "crash", &["Stack overflow"]);
    }
}

#[test]
fn numbers_that_are_no_move_are_evidence() {
    for (number, words) in [
        ("64", ["answered \"64\"", "returned 64"]),
        ("(-1)", ["answered \"-1\"", "0 to 63"]),
        ("27", ["d4", "returned 27"]),
    ] {
        assert_fault(&format!("let strategie oth = {number}"), "interpreted", "illegal", &words);
    }
    assert_fault("let strategie oth = max_int", "native", "illegal", &["4611686018427387903"]);
}

#[test]
fn leaving_and_reading_get_nowhere() {
    for mode in MODES {
        assert_fault("let strategie oth = exit 0", mode, "crash", &["ended with exit code 0 while strategie"]);
        assert_fault("let () = exit 0\nlet strategie oth = 1", mode, "crash", &["exit code 0 before strategie"]);
        assert_fault("let strategie oth = read_int ()", mode, "crash", &["strategie raised End_of_file"]);
        assert_fault("let n = read_line ()\nlet strategie oth = 1", mode, "crash", &["End_of_file"]);
    }
}

#[test]
fn hostile_files_get_nothing() {
    let reads = "let strategie oth = let f = open_in \"/etc/passwd\" in prerr_endline (input_line f); 0";
    let shell = "let strategie oth = failwith (string_of_int (Sys.command \"sh -c 'echo got a shell'\"))";
    let forges = "external sortie : int -> out_channel = \"caml_ml_open_descriptor_out\"\n\
                  let strategie oth = let o = sortie 4 in output_string o \"nonsense\\n\"; flush o; 0";
    for mode in MODES {
        // Where there are namespaces it is not there at all, and otherwise it may not be read.
        assert_fault(reads, mode, "crash", &["raised Sys_error(", "/etc/passwd: "]);
        let (kind, evidence) = fault_of(shell, mode);
        assert!(kind == "crash" && evidence.contains("raised") && !evidence.contains("got a shell"), "{evidence}");
        assert_fault(forges, mode, "crash", &["nonsense"]);
    }
}

#[test]
fn odd_file_names_and_bytes_are_fine() {
    let folder = folder();
    let name = "é \"1\" l'autre.ml";
    let source = [b"#!/usr/bin/env ocaml\n(* d\xe9j\xe0 *)\n", FIRST.as_bytes()].concat();
    std::fs::write(folder.path().join(name), source).unwrap();
    for mode in MODES {
        let player = format!("ocaml:{name}?mode={mode}");
        assert_played(&records(folder.path(), [&player, "random"], &OTHELLO), 2);
    }
}

#[test]
fn mistakes_of_a_new_user_are_explained() {
    let folder = folder();
    std::fs::write(folder.path().join("first.ml"), FIRST).unwrap();
    let said = |player: &str, game: &[&str]| complaint(folder.path(), [player, "random"], game);
    let (code, text) = said("ocaml:frist.ml", &OTHELLO);
    assert!(code == 2 && text.contains("frist.ml: No such file"), "{text}");
    let (code, text) = said("frist.ml", &OTHELLO);
    assert!(code == 2 && text.contains("there is no such file"), "{text}");
    let (code, text) = said("first.ml?mode=fast", &OTHELLO);
    assert!(code == 2 && text.contains("interpreted or native"), "{text}");
    let (code, text) = said("first.ml", &["--game", "awale", "--games", "2"]);
    assert!(code == 2 && text.contains("plays Othello on 8 x 8 squares"), "{text}");
    let (code, text) = said("first.ml", &["--game", "othello", "--games", "2", "--setup", "size=6"]);
    assert!(code == 2 && text.contains("plays Othello on 8 x 8 squares"), "{text}");
    let output = joute(folder.path()).args(["match", "first.ml", "random"]).args(OTHELLO).env("PATH", "").output();
    let text = String::from_utf8(output.unwrap().stderr).unwrap();
    assert!(text.contains("need `ocaml`") && text.contains("apt install ocaml-nox"), "{text}");
}

#[test]
fn nothing_is_left_behind() {
    let temporary = folder();
    let folder = folder();
    std::fs::write(folder.path().join("first.ml"), FIRST).unwrap();
    for mode in MODES {
        let mut command = joute(folder.path());
        command.args(["match", &format!("first.ml?mode={mode}"), "random"]).args(OTHELLO);
        command.env("TMPDIR", temporary.path()).assert().success();
    }
    let left: Vec<PathBuf> = temporary.path().read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.is_empty(), "{left:?}");
}
