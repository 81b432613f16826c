//! WebAssembly players: the same games whatever the machine does, and for everything that can go wrong the right fault.
#![cfg(all(target_os = "linux", feature = "wasm"))]

#[path = "wasm/attacks.rs"]
mod attacks;

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::common::{logs, play};
use joute_games::{MoveCode, Side};
use joute_players::{EntrantError, Workshop};
use joute_referee::{Ending, FaultKind, Finished, Reason};
use joute_sandbox::Launcher;
use joute_wasm::{RUNTIME, WasmCompiler, WasmKind};
use tempfile::TempDir;

use FaultKind::{Crash, Illegal, Overtime};

/// Modules are compiled by the program, and nothing is kept.
static KIND: LazyLock<WasmKind> =
    LazyLock::new(|| WasmKind::new(WasmCompiler::new(env!("CARGO_BIN_EXE_joute"), "__wasm-compiler")));

/// A folder of modules, and where they are seated.
struct Modules {
    folder: TempDir,
    workshop: Workshop,
}

impl Modules {
    fn new() -> Modules {
        Modules::of(tempfile::tempdir().unwrap())
    }

    fn of(folder: TempDir) -> Modules {
        let launcher = Launcher::new(env!("CARGO_BIN_EXE_joute")).subcommand("__sandbox");
        let workshop = Workshop::new(launcher, folder.path()).with_kind(&*KIND);
        Modules { folder, workshop }
    }

    /// A module from its bytes.
    fn write(&self, name: &str, bytes: &[u8]) -> String {
        std::fs::write(self.folder.path().join(name), bytes).unwrap();
        name.to_owned()
    }

    /// Builds the bad player in a mode, and gives its locator.
    fn build(&self, mode: &str) -> String {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wasm/bad.c");
        let defined = [format!("-DMODE={mode}"), format!("-DMODE_{mode}")];
        self.compile(&format!("{}.wasm", mode.to_lowercase()), &defined, &source)
    }

    fn compile(&self, name: &str, defined: &[String], source: &Path) -> String {
        let mut clang = Command::new("clang");
        clang
            .args(["--target=wasm32", "-O1", "-nostdlib", "-Wl,--no-entry", "-Wl,-z,stack-size=8388608"])
            .args(defined);
        clang.arg("-I").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../players/c-library"));
        let done = clang.arg("-o").arg(self.folder.path().join(name)).arg(source).output();
        let done = done.expect("these tests need clang and wasm-ld (scripts/install-tools)");
        assert!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
        name.to_owned()
    }

    fn seat(&self, seats: [&str; 2], game: [&str; 2], rules: &str) -> Finished {
        let [mut first, mut second] = seats.map(|locator| self.workshop.entrant(locator).unwrap().player().unwrap());
        play([&mut *first, &mut *second], game[0], game[1], rules)
    }

    /// One game of a module in the first seat.
    fn game(&self, locator: &str, rules: &str) -> Finished {
        self.seat([locator, "greedy"], ["seven-colours", "size=8,colours=4,seed=1"], rules)
    }
}

/// Fails unless the game was lost by this fault, with these words among the evidence.
fn assert_fault(finished: &Finished, about: &str, kind: FaultKind, evidence: &[&str]) {
    let Ending::Forfeit { by: Side::First, fault } = &finished.ending else { panic!("{about}: {}", finished.ending) };
    assert_eq!(fault.kind, kind, "{about}: {fault}");
    for words in evidence {
        assert!(fault.evidence.contains(words), "{about}: {fault}, without {words:?}");
    }
}

const FUEL: &str = "fuel=1000000";
const CLOCK: &str = "move_time=20s";

#[test]
fn every_wrong_of_a_module_is_its_own_fault() {
    let modules = Modules::new();
    let cases: &[(&str, FaultKind, &[&str])] = &[
        ("RECURSION", Crash, &["joute_choose: its stack of 1024 KiB is used up", "recurse"]),
        ("TRAP", Crash, &["joute_choose: wasm trap: wasm `unreachable` instruction executed"]),
        ("DIVIDE", Crash, &["integer divide by zero", "in joute_choose"]),
        ("BAD_ADDRESS", Crash, &["out of bounds memory access"]),
        ("ABORT", Crash, &["joute_choose: aborted: oops"]),
        ("ILLEGAL", Illegal, &["answered \"Z\""]),
        ("NOT_UTF8", Illegal, &["no text in UTF-8"]),
        ("NO_END", Illegal, &["without a zero byte"]),
        ("NULL_ANSWER", Illegal, &["null pointer"]),
        ("OUTSIDE", Crash, &["gave the address 2147483647, which lies outside of its memory"]),
        ("BAD_BUFFER", Crash, &["joute_buffer: gave the address 2147483640", "outside of its memory"]),
        ("NO_BUFFER", Crash, &["joute_buffer: has no room"]),
        ("ODD_BUFFER", Crash, &["multiple of 8"]),
        ("LOG_OUTSIDE", Crash, &["gave joute.log the address 16 and the length 2147483647"]),
        ("WRONG_IMPORT", Crash, &["it imports env.time", "nothing except joute.log and env.abort"]),
        ("WASI", Crash, &["it imports wasi_snapshot_preview1.fd_write", "there is no system behind a player"]),
        (
            "MISSING_CHOOSE",
            Crash,
            &["it exports no joute_choose", "this module exports memory, joute_buffer, joute_start"],
        ),
        ("MISSING_BUFFER", Crash, &["it exports no joute_buffer"]),
        ("WRONG_TYPE", Crash, &["its joute_choose is (i32) -> i64; expected (i32) -> i32"]),
    ];
    for (mode, kind, evidence) in cases {
        let module = modules.build(mode);
        for rules in [FUEL, CLOCK] {
            assert_fault(&modules.game(&module, rules), &format!("{mode} {rules}"), *kind, evidence);
        }
    }
}

#[test]
fn an_endless_loop_is_ended_by_fuel_or_by_the_clock() {
    let modules = Modules::new();
    let (turn, start) = (modules.build("LOOP"), modules.build("LOOP_AT_START"));
    let per_move: &[&str] = &["joute_choose: no answer after 1000000 instructions, all there are for a move"];
    assert_fault(&modules.game(&turn, FUEL), "per move", Overtime, per_move);
    let per_game: &[&str] = &["joute_choose: no answer when all 2000000 instructions for the game were used up"];
    assert_fault(&modules.game(&turn, "fuel=2000000/game"), "per game", Overtime, per_game);
    assert_fault(&modules.game(&turn, "move_time=50ms"), "clock", Overtime, &["joute_choose: no answer after "]);
    assert_fault(
        &modules.game(&turn, "time=100ms,clock=cpu"),
        "cpu clock",
        Overtime,
        &["joute_choose: no answer after"],
    );
    assert_fault(&modules.game(&start, FUEL), "start, fuel", Overtime, &["joute_start: no answer after 1000000"]);
    assert_fault(&modules.game(&start, "load=50ms"), "start, clock", Overtime, &["joute_start: no answer after "]);
}

#[test]
fn a_module_stops_when_everything_does() {
    let mut modules = Modules::new();
    let module = modules.build("LOOP");
    let stop = Arc::new(AtomicBool::new(false));
    modules.workshop = modules.workshop.stopped_by(Arc::clone(&stop));
    let [looping, greedy] = [&*module, "greedy"].map(|locator| modules.workshop.entrant(locator).unwrap());
    let ending = |rules| {
        let [mut first, mut second] = [&looping, &greedy].map(|entrant| entrant.player().unwrap());
        play([&mut *first, &mut *second], "seven-colours", "size=8,colours=4,seed=1", rules).ending
    };
    // After this it is compiled, however slow the machine is.
    assert!(matches!(ending("move_time=10ms"), Ending::Forfeit { .. }));
    // Waiting for the clock would be overtime, not the end of everything.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!(ending("move_time=100s"), Ending::Aborted);
    });
}

#[test]
fn what_goes_wrong_after_the_game_is_told() {
    let modules = Modules::new();
    for (mode, kind, evidence) in [
        ("TRAP_AT_END", Crash, "after the game: joute_end: wasm trap: wasm `unreachable` instruction executed"),
        ("LOOP_AT_END", Overtime, "after the game: joute_end: no answer after 1000000 instructions"),
    ] {
        let finished = modules.game(&modules.build(mode), FUEL);
        assert!(finished.ending.fault().is_none(), "{mode}: {}", finished.ending);
        let fault = finished.aftermath[0].as_ref().unwrap();
        assert!(fault.kind == kind && fault.evidence.contains(evidence), "{mode}: {fault}");
    }
    let fine = modules.game(&modules.build("FINE"), FUEL);
    assert_eq!(fine.aftermath, [None, None]);
}

#[test]
fn memory_has_a_limit() {
    let modules = Modules::new();
    let module = modules.build("GROWTH");
    for (locator, words) in
        [(module.clone(), "MB of memory where 1024 are allowed"), (module + "?memory=64", "where 64 are allowed")]
    {
        for rules in [FUEL, CLOCK] {
            assert_fault(&modules.game(&locator, rules), &locator, Crash, &["joute_choose: asked for", words]);
        }
    }
    let large = modules.build("FINE") + "?memory=1";
    assert_fault(&modules.game(&large, FUEL), "from the start", Crash, &["while it was loaded: asked for"]);
}

#[test]
fn all_memories_and_tables_together_have_a_limit() {
    let modules = Modules::new();
    let seat = |name: &str, bytes: &[u8]| modules.write(name, bytes);
    // Each is far below the limit, together they are not.
    let many = seat("many.wasm", &attacks::with_memories(&[200; 10])) + "?memory=64";
    let few = seat("few.wasm", &attacks::with_memories(&[200; 4])) + "?memory=64";
    let too_many = seat("too_many.wasm", &attacks::with_memories(&[1; 20]));
    let tables = seat("tables.wasm", &attacks::with_tables(&[200_000; 10]));
    let too_many_tables = seat("too_many_tables.wasm", &attacks::with_tables(&[1; 20]));
    for rules in [FUEL, CLOCK] {
        let memory: &[&str] = &["while it was loaded: asked for 75 MB of memory where 64 are allowed"];
        assert_fault(&modules.game(&many, rules), "many", Crash, memory);
        // The same with less memory gets as far as its answer.
        assert_fault(&modules.game(&few, rules), "few", Illegal, &["null pointer"]);
        assert_fault(&modules.game(&too_many, rules), "too many", Crash, &["it has 20 memories; at most 16"]);
        assert_fault(&modules.game(&tables, rules), "tables", Crash, &["asked for 1200000 entries of tables"]);
        assert_fault(&modules.game(&too_many_tables, rules), "tables", Crash, &["it has 20 tables; at most 16"]);
    }
}

#[test]
fn compiling_has_limits_of_time_and_memory() {
    let modules = Modules::new();
    let slow = modules.write("slow.wasm", &attacks::slow_to_compile());
    let time: &[&str] = &["too large: compiling the module takes more than the 3.0 s of processor time"];
    for rules in ["fuel=1000000,load=3s", "load=3s"] {
        assert_fault(&modules.game(&slow, rules), "slow", Overtime, time);
    }
    let large = modules.write("large.wasm", &attacks::large_to_compile());
    let memory: &[&str] = &["too large: compiling the module takes more than 1024 MB of memory"];
    assert_fault(&modules.game(&large, "load=1h"), "large", Crash, memory);
}

#[test]
fn compiling_is_given_up_when_everything_stops() {
    let mut modules = Modules::new();
    let slow = modules.write("slow.wasm", &attacks::slow_to_compile());
    let stop = Arc::new(AtomicBool::new(true));
    modules.workshop = modules.workshop.stopped_by(Arc::clone(&stop));
    let [mut first, mut second] =
        [&slow, "greedy"].map(|locator| modules.workshop.entrant(locator).unwrap().player().unwrap());
    let mut game = |rules: &str| play([&mut *first, &mut *second], "othello", "", rules);
    // Who does not hear of it compiles for an hour.
    assert_fault(&game("load=1h"), "stopped", Crash, &["stopped while it was compiled"]);
    // That it was given up is no verdict on the module.
    stop.store(false, Ordering::Relaxed);
    assert_fault(&game("load=3s"), "again", Overtime, &["too large"]);
}

#[test]
fn files_that_are_no_modules() {
    let modules = Modules::new();
    std::fs::write(modules.folder.path().join("text.wasm"), "(module)").unwrap();
    assert!(matches!(modules.workshop.entrant("text.wasm"), Err(EntrantError::Unusable { what: "check-no-wasm", .. })));
    assert!(matches!(modules.workshop.entrant("nowhere.wasm"), Err(EntrantError::File { .. })));
    std::fs::write(modules.folder.path().join("cut.wasm"), b"\0asm\x01\0\0\0\x01").unwrap();
    assert_fault(&modules.game("cut.wasm", CLOCK), "cut", Crash, &["no valid module"]);
}

#[test]
fn answers_may_be_texts_and_resignations() {
    let modules = Modules::new();
    let [text, overwrite, resign] = ["TEXT", "OVERWRITE", "RESIGN"].map(|mode| modules.build(mode));
    let own = modules.game(&text, CLOCK);
    assert!(matches!(own.ending, Ending::Played { .. }), "{}", own.ending);
    assert_eq!(
        codes(&own),
        codes(&modules.game(&overwrite, CLOCK)),
        "a text that was written over counts as it stands"
    );
    let resigned = modules.game(&resign, CLOCK).ending;
    assert!(matches!(resigned, Ending::Adjudicated { reason: Reason::Resignation, .. }), "{resigned}");
}

#[test]
fn under_fuel_no_time_is_told_or_counted() {
    let modules = Modules::new();
    let module = modules.build("CLOCK");
    let fuelled = logs(&modules.game(&module, "time=1us,move_time=1us,fuel=1000000"));
    assert!(fuelled.contains("no time at the start") && fuelled.contains("no time\nfuel"), "{fuelled}");
    let timed = logs(&modules.game(&module, "move_time=20s"));
    assert!(timed.contains("time\nno fuel") && !timed.contains("no time"), "{timed}");
}

#[test]
fn each_game_begins_afresh_and_so_does_who_lost_a_turn() {
    let modules = Modules::new();
    let module = modules.build("REMEMBER");
    let mut player = modules.workshop.entrant(&module).unwrap().player().unwrap();
    let mut other = modules.workshop.entrant("greedy").unwrap().player().unwrap();
    for _ in 0..2 {
        let finished = play([&mut *other, &mut *player], "seven-colours", "size=6,colours=4,seed=1", CLOCK);
        let first = finished.game.text(finished.plies[0].code.unwrap());
        let log = finished.plies[1].details.as_ref().unwrap().log.clone().unwrap();
        assert_eq!(log, format!("fresh\n{first}\n"), "it is told what was played before its turn");
    }
    let skipping = modules.game(&modules.build("LOOP"), "fuel=1000000,on_overtime=skip");
    assert!(matches!(skipping.ending, Ending::Played { .. }), "{}", skipping.ending);
    let own: Vec<bool> =
        skipping.plies.iter().filter(|ply| ply.side == Side::First).map(|ply| ply.code.is_some()).collect();
    assert_eq!(own[..4], [true, false, true, false], "a fresh instance plays its first turn well");
}

fn codes(finished: &Finished) -> Vec<Option<MoveCode>> {
    finished.plies.iter().map(|ply| ply.code).collect()
}

/// Games of two modules that use up nearly all of their fuel.
fn fuelled_games(modules: &Modules, locators: [&str; 2]) -> Vec<Vec<Option<MoveCode>>> {
    let boards =
        [["othello", ""], ["awale", ""], ["seven-colours", "size=10,seed=3"], ["flood", "width=8,colours=5,seed=2"]];
    let games = boards.iter().flat_map(|board| [(board, "fuel=200000"), (board, "fuel=5000000/game")]);
    games
        .map(|(board, rules)| {
            let finished = modules.seat(locators, *board, rules);
            assert!(finished.plies.len() > 6, "{board:?}: {}", finished.ending);
            codes(&finished)
        })
        .collect()
}

#[test]
fn modules_with_fuel_play_the_same_games_on_a_busy_machine() {
    let modules = Modules::new();
    let module = modules.build("THINKER");
    std::fs::copy(modules.folder.path().join(&module), modules.folder.path().join("two.wasm")).unwrap();
    let quiet = fuelled_games(&modules, [&module, "two.wasm"]);
    let busy = AtomicBool::new(true);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while busy.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let same = (0..2).all(|_| fuelled_games(&Modules::of(copy_of(&modules)), [&module, "two.wasm"]) == quiet);
        busy.store(false, Ordering::Relaxed);
        assert!(same, "a busy machine changed a game");
    });
    let more = modules.seat([&module, "two.wasm"], ["othello", ""], "fuel=200040");
    assert_ne!(codes(&more), quiet[0], "what it plays depends on its fuel, so the games above could have differed");
}

/// The same modules in another folder, so that they are compiled anew.
fn copy_of(modules: &Modules) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(modules.folder.path()).unwrap().flatten() {
        std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    folder
}

#[test]
fn the_smallest_player_of_the_documentation_plays_every_game() {
    let modules = Modules::new();
    let text = include_str!("../../../docs/wasm.md");
    let source = modules.folder.path().join("smallest.c");
    std::fs::write(&source, text.split("```c\n").nth(1).unwrap().split("```").next().unwrap()).unwrap();
    let module = modules.compile("smallest.wasm", &[], &source);
    for board in
        [["othello", "size=10"], ["awale", "rules=kalah"], ["seven-colours", "size=60,seed=1"], ["flood", "seed=1"]]
    {
        let finished = modules.seat([&module, "greedy"], board, FUEL);
        assert!(finished.ending.fault().is_none(), "{board:?}: {}", finished.ending);
    }
}

#[test]
fn the_record_says_what_ran() {
    let modules = Modules::new();
    let entrant = modules.workshop.entrant(&modules.build("FINE")).unwrap();
    assert_eq!(entrant.identity.runtime.as_deref(), Some(RUNTIME));
    assert!(RUNTIME.starts_with("wasmtime 48."));
}
