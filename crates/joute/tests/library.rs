//! C libraries as players: those of the Flood course as they are, in every encoding, and those of joute.h.
#![cfg(target_os = "linux")]

use crate::libraries::{Played, TestLibraries};
use joute_referee::Ending;

const ENCODINGS: [&str; 3] = ["mask", "letters", "ids"];
const HOLES: [&str; 2] = ["kept", "compact"];
const GRAPHS: [&str; 4] = ["square", "donut", "hgraph", "torus"];
const FORBIDDEN: u32 = 2;

/// The greedy library in every encoding and both numberings of holes.
fn course() -> TestLibraries {
    let libraries = TestLibraries::new();
    for (number, encoding) in ENCODINGS.iter().enumerate() {
        for (compact, holes) in HOLES.iter().enumerate() {
            let flags = [
                format!("-DENCODING={number}"),
                format!("-DCOMPACT={compact}"),
                format!("-DFORBIDDEN={FORBIDDEN}"),
                "-Werror=implicit-function-declaration".to_owned(),
            ];
            let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
            libraries.compile("greedy.c", &format!("{encoding}-{holes}.so"), &flags);
        }
    }
    libraries
}

/// The library computed its territory move by move: it must come to what the referee counts.
fn check(played: &Played, about: &str) {
    let Played { finished, last_words } = played;
    assert!(matches!(finished.ending, Ending::Played { .. }), "{about}: {}", finished.ending);
    // Forbidden colours can leave little to play for, but both sides have a first move.
    assert!(finished.plies.len() > 3, "{about}: a game of {} plies", finished.plies.len());
    for (tally, words) in finished.tally.iter().zip(last_words) {
        assert!(words.contains(&format!("territory {tally}\n")), "{about}: {tally}, but {words:?}");
    }
}

#[test]
fn two_hundred_games_in_every_encoding_without_a_fault() {
    let libraries = course();
    let mut games = 0;
    for seed in 0.. {
        for graph in GRAPHS {
            for (encoding, other) in ENCODINGS.iter().zip(ENCODINGS.iter().cycle().skip(1)) {
                for (holes, opposite) in HOLES.iter().zip(HOLES.iter().rev()) {
                    // Both seats in encodings and numberings of their own: each host translates for its library.
                    let first = format!("lib:{encoding}-{holes}.so?forbidden={encoding}&holes={holes}");
                    let second = format!("{other}-{opposite}.so?holes={opposite}&forbidden={other}");
                    let setup = format!("graph={graph},width=9,colours=7,forbidden={FORBIDDEN},seed={seed}");
                    let played = libraries.play([&first, &second], "flood", &setup, "");
                    check(&played, &format!("{first} {second} {setup}"));
                    games += 1;
                }
            }
        }
        if games >= 200 {
            break;
        }
    }
    assert_eq!(libraries.processes(), Vec::<String>::new());
}

#[test]
fn two_copies_of_one_file_play_each_other() {
    let libraries = TestLibraries::new();
    libraries.compile("greedy.c", "one.so", &["-DENCODING=0", "-DCOMPACT=0", "-DFORBIDDEN=0"]);
    let played = libraries.play(["one.so", "one.so"], "flood", "graph=donut,width=12,seed=4", "");
    check(&played, "two copies");
    assert!(played.logs().contains("it calls itself greedy of the course") && played.logs().contains("holes 16"));
}

#[test]
fn the_other_name_of_the_first_function() {
    let libraries = TestLibraries::new();
    let flags = ["-DENCODING=0", "-DCOMPACT=0", "-DFORBIDDEN=0", "-DNAME=player_get_name"];
    libraries.compile("greedy.c", "other.so", &flags);
    let played = libraries.play(["other.so", "other.so"], "flood", "width=6,seed=4", "");
    check(&played, "the other name");
    assert!(played.logs().contains("it calls itself greedy of the course"), "{}", played.logs());
}

#[test]
fn the_starter_library_plays_every_game() {
    let libraries = TestLibraries::new();
    let strictly = ["-Wall", "-Wextra", "-Werror"];
    libraries.compile("c-library/player.c", "player.so", &strictly);
    libraries.compile("talkative.c", "talkative.so", &strictly);
    for (game, setup) in [
        ("seven-colours", "size=8,seed=1"),
        ("flood", "graph=torus,width=6,seed=1"),
        ("othello", "size=6"),
        ("awale", ""),
    ] {
        for seats in [["player.so", "talkative.so"], ["talkative.so", "player.so"]] {
            let Played { finished, last_words } = libraries.play(seats, game, setup, "move_time=5s");
            assert!(finished.ending.fault().is_none(), "{game}: {}", finished.ending);
            let said = &last_words[usize::from(seats[1] == "talkative.so")];
            let tally = format!(": {} to {}\n", finished.tally[0], finished.tally[1]);
            assert!(said.contains(&tally), "{game}: {said:?} without {tally:?}");
        }
    }
}

#[test]
fn what_a_library_is_told_is_what_the_protocol_says() {
    let libraries = TestLibraries::new();
    libraries.compile("talkative.c", "talkative.so", &[]);
    let played = libraries.play(["greedy", "talkative.so"], "othello", "size=6", "");
    let logs = played.logs();
    assert!(logs.contains("it calls itself A talkative one"), "{logs}");
    assert!(logs.contains("othello, seat 1, from "), "{logs}");
}

#[test]
fn a_library_plays_on_graph_files_and_from_random_openings() {
    let libraries = TestLibraries::new();
    libraries.compile("greedy.c", "one.so", &["-DENCODING=0", "-DCOMPACT=0", "-DFORBIDDEN=0"]);
    // A path of eight vertices that closes to a ring in the middle; no line break at the end.
    let graph =
        "vertices 8\nedge 0 1\nedge 1 2\nedge 2 3\nedge 3 4\nedge 4 5\nedge 5 6\nedge 6 7\nedge 2 5\nstarts 0 7";
    std::fs::write(libraries.path("ring.graph"), graph).unwrap();
    for setup in ["graph=ring.graph,colours=4", "width=6,colours=5,colouring=cyclic"] {
        let mut joute = assert_cmd::Command::cargo_bin("joute").unwrap();
        joute
            .current_dir(libraries.path("."))
            .args(["match", "one.so", "one.so", "--game", "flood", "--games", "6", "--json"]);
        let output = joute.args(["--setup", setup]).output().unwrap();
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for player in report["players"].as_array().unwrap() {
            let faults = &player["faults"];
            assert_eq!(
                faults.as_object().unwrap().values().filter_map(|count| count.as_u64()).sum::<u64>(),
                0,
                "{report}"
            );
        }
    }
}
