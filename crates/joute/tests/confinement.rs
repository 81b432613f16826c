//! What programs may hold and do beside their moves: memory, the opponent's time, and the way out.
#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::common::{Hall, Walls, marker, play};
use joute_games::Side;
use joute_players::LibraryHost;
use joute_referee::{Ending, Fault, FaultKind, Finished, GameRecord, Player, Reply, Turn};
use joute_testkit::wait::until;
use tempfile::TempDir;

/// Long enough for a busy machine where something else than the clock is to end the game.
const PATIENT: &str = "load=100s,move_time=100s";
const BOARD: [&str; 2] = ["seven-colours", "size=8,colours=4,seed=1"];

/// A folder of programs that a sandbox may enter.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        Folder(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Compiles a program or a library.
    fn compile(&self, compiler: &str, options: &[&str], source: &Path, name: &str) -> String {
        let mut command = Command::new(compiler);
        command.args(["-g", "-pthread"]).args(options).arg("-o").arg(self.path(name)).arg(source);
        let output = command.output().unwrap_or_else(|error| panic!("these tests need {compiler}: {error}"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        self.path(name).display().to_string()
    }

    /// The player of these tests.
    fn player(&self) -> String {
        format!("exe:{}", self.compile("gcc", &["-O1"], &source("crates/joute/tests/confinement/player.c"), "player"))
    }
}

fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn first_fault<'a>(finished: &'a Finished, about: &str) -> &'a Fault {
    match &finished.ending {
        Ending::Forfeit { by: Side::First, fault } => fault,
        other => panic!("{about}: {other}"),
    }
}

fn game(hall: &Hall, locator: &str) -> Finished {
    hall.play([locator, "greedy"], BOARD[0], BOARD[1], PATIENT)
}

fn assert_no_fault(finished: &Finished, about: &str) {
    assert!(finished.ending.fault().is_none(), "{about}: {}", finished.ending);
}

#[test]
fn memory_that_no_limit_counts_ends_the_program_with_its_figures() {
    let folder = Folder::new();
    let player = folder.player();
    for walls in [Walls::Sandbox, Walls::None] {
        let hall = Hall::new(walls);
        for (what, most) in [
            ("tables?memory=64", "where 144 MB are the most"),
            ("grow-on?memory=resident", "where 1024 MB are the most"),
        ] {
            let finished = game(&hall, &format!("{player} {what}"));
            let fault = first_fault(&finished, what);
            assert_eq!(fault.kind, FaultKind::Crash, "{fault}");
            assert!(fault.evidence.starts_with("out of memory: it held "), "{fault}");
            assert!(fault.evidence.contains(most), "{fault}");
        }
        assert_no_fault(&game(&hall, &format!("{player} grow?memory=resident")), "600 MB of 1024 in use");
        // What is refused is the program's own to bear, and told all the same.
        let refused = game(&hall, &format!("{player} grow?memory=300"));
        let fault = first_fault(&refused, "refused");
        assert!(fault.evidence.contains("SIGABRT") && fault.evidence.contains("380 MB are the most"), "{fault}");
    }
}

#[test]
fn a_player_built_with_a_sanitizer_plays_and_its_mistake_is_named() {
    let folder = Folder::new();
    let mut hall = Hall::new(Walls::Sandbox);
    let host = LibraryHost::new(env!("CARGO_BIN_EXE_joute")).subcommand("__library-host");
    hall.workshop = hall.workshop.with_library_host(host);
    let sanitized = ["-O1", "-fsanitize=address"];
    let shared = ["-O1", "-fsanitize=address", "-shared", "-fPIC"];
    let starter = folder.compile("gcc", &sanitized, &source("players/c/player.c"), "starter");
    let library = folder.compile("gcc", &shared, &source("players/c-library/player.c"), "starter.so");
    for locator in [format!("exe:{starter}"), format!("lib:{library}")] {
        assert_no_fault(&hall.play([&locator, "greedy"], "othello", "", PATIENT), &locator);
    }
    let wrong = folder.compile("gcc", &sanitized, &source("crates/joute/tests/confinement/player.c"), "wrong");
    let finished = game(&hall, &format!("exe:{wrong} beyond"));
    let fault = first_fault(&finished, "beyond");
    let text = fs::read_to_string(source("crates/joute/tests/confinement/player.c")).unwrap();
    let line = text.lines().position(|line| line.contains("BEYOND")).unwrap() + 1;
    let named = format!("player.c:{line} in beyond");
    assert!(fault.evidence.contains("heap-buffer-overflow") && fault.evidence.contains(&named), "{fault}");
    // Without the sanitizer nobody notices.
    assert_no_fault(&game(&hall, &format!("{} beyond", folder.player())), "beyond");
}

const JAVA: &str = r#"
import java.io.*;
public class Player {
    public static void main(String[] words) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String moves = "";
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("start")) System.out.println("ready moves");
            else if (line.startsWith("moves ")) moves = line.substring(6);
            else if (line.startsWith("go ")) System.out.println("move " + moves.split(" ")[0]);
        }
    }
}
"#;

const GO: &str = r#"
package main

import ("bufio"; "fmt"; "os"; "strings")

func main() {
    in := bufio.NewScanner(os.Stdin)
    moves := ""
    for in.Scan() {
        line := in.Text()
        if line == "start" { fmt.Println("ready moves") }
        if strings.HasPrefix(line, "moves ") { moves = line[6:] }
        if strings.HasPrefix(line, "go ") { fmt.Println("move " + strings.Split(moves, " ")[0]) }
    }
}
"#;

/// Runtimes that reserve much more than they use.
#[test]
fn java_go_and_node_start_under_the_default_limit() {
    let folder = Folder::new();
    let hall = Hall::new(Walls::Sandbox);
    fs::write(folder.path("Player.java"), JAVA).unwrap();
    fs::write(folder.path("player.go"), GO).unwrap();
    fs::copy(source("players/javascript/player.js"), folder.path("player.js")).unwrap();
    let built = Command::new("go")
        .args(["build", "-o"])
        .args([folder.path("go-player"), folder.path("player.go")])
        .env("GOCACHE", folder.path("cache"))
        .env("GO111MODULE", "off")
        .output()
        .expect("these tests need go (scripts/install-tools)");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let in_folder = |name: &str| folder.path(name).display().to_string();
    for locator in [
        format!("exe:java {}", in_folder("Player.java")),
        format!("exe:{}", in_folder("go-player")),
        format!("exe:node {}", in_folder("player.js")),
    ] {
        assert_no_fault(&game(&hall, &locator), &locator);
    }
}

/// A player that looks at the process of its opponent while it thinks.
struct Onlooker<'a> {
    marker: &'a str,
    player: Box<dyn Player>,
    look: fn(u32),
}

impl Player for Onlooker<'_> {
    fn open(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        self.player.open(turn)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        (self.look)(program_with(self.marker));
        self.player.choose(turn)
    }

    fn close(&mut self, ending: &Ending, tally: [u32; 2]) {
        self.player.close(ending, tally);
    }
}

/// The process of a player, which is not one of those that started it.
fn program_with(marker: &str) -> u32 {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let mut found = entries.filter_map(|entry| {
        let line = fs::read(entry.path().join("cmdline")).ok()?;
        let words: Vec<&[u8]> = line.split(|&byte| byte == 0).collect();
        let is_it = words.first()?.ends_with(b"player") && words.contains(&marker.as_bytes());
        is_it.then(|| entry.file_name().to_str()?.parse().ok()).flatten()
    });
    found.next().expect("the player runs")
}

/// The state of a process, and the ticks of a processor it has used.
fn state(pid: u32) -> (char, u64) {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    (fields[0].chars().next().unwrap(), ticks)
}

/// Waits until it is stopped, and sees that it stays so.
fn is_stopped(pid: u32) {
    // The first thread may stop a moment before the others.
    until("the stop of a program whose turn it is not", || {
        let before = state(pid);
        std::thread::sleep(Duration::from_millis(30));
        (before.0 == 'T' && state(pid) == before).then_some(())
    });
}

/// Waits until it has computed for a while, and sees that it was never stopped.
fn goes_on(pid: u32) {
    let before = state(pid).1;
    until("some thinking on the opponent's time", || {
        let (state, ticks) = state(pid);
        assert_ne!(state, 'T');
        (ticks >= before + 5).then_some(())
    });
}

#[test]
fn a_program_is_stopped_while_it_is_not_its_turn() {
    let folder = Folder::new();
    let player = folder.player();
    for walls in [Walls::Sandbox, Walls::None] {
        let hall = Hall::new(walls);
        for (rules, look) in [("cap=6", is_stopped as fn(u32)), ("cap=6,ponder=yes", goes_on as fn(u32))] {
            let marker = marker();
            let mut spinner = hall.workshop.entrant(&format!("{player} spin {marker}")).unwrap().player().unwrap();
            let other = hall.workshop.entrant("greedy").unwrap().player().unwrap();
            let mut onlooker = Onlooker { marker: &marker, player: other, look };
            let rules = format!("{PATIENT},{rules}");
            let finished = play([&mut *spinner, &mut onlooker], BOARD[0], BOARD[1], &rules);
            assert_no_fault(&finished, &rules);
            assert_eq!(finished.plies.len(), 6, "it went on each time it was asked");
        }
    }
}

#[test]
fn a_kept_program_hears_the_last_end_and_that_there_is_no_other_game() {
    let folder = Folder::new();
    let diary = folder.path("diary");
    let hall = Hall::new(Walls::None);
    let locator = format!("{} diary {}?keep=yes", folder.player(), diary.display());
    let mut player = hall.workshop.entrant(&locator).unwrap().player().unwrap();
    for _ in 0..2 {
        assert_no_fault(&hall.play_again(&mut *player, PATIENT), "diary");
    }
    drop(player);
    let told = fs::read_to_string(&diary).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.iter().filter(|line| line.starts_with("end ")).count(), 2, "{told}");
    assert_eq!(lines.iter().filter(|line| **line == "joute 1").count(), 2, "{told}");
    assert!(lines[lines.len() - 2].starts_with("end ") && lines[lines.len() - 1] == "closed", "{told}");
}

const GTP_ENGINE: &str = r#"
import sys
diary = open(sys.argv[1], "a")
for line in sys.stdin:
    diary.write(line)
    diary.flush()
    print("=", "\n", flush=True)
    if line.startswith("quit"):
        break
diary.write("gone\n")
"#;

#[test]
fn a_kept_engine_is_told_to_quit() {
    let folder = Folder::new();
    let [script, diary] = ["engine.py", "diary"].map(|name| folder.path(name));
    fs::write(&script, GTP_ENGINE).unwrap();
    let hall = Hall::new(Walls::None);
    let locator = format!("gtp:python3 {} {}?keep=yes", script.display(), diary.display());
    let mut engine = hall.workshop.entrant(&locator).unwrap().player().unwrap();
    let mut other = hall.workshop.entrant("greedy").unwrap().player().unwrap();
    // It answers nothing that is a move; what counts is that it was there.
    let _ = play([&mut *other, &mut *engine], "othello", "", "cap=1,load=100s");
    drop(engine);
    let told = fs::read_to_string(&diary).unwrap();
    assert!(told.ends_with("quit\ngone\n"), "{told}");
}

#[test]
fn what_goes_wrong_after_the_game_is_in_the_record() {
    let folder = Folder::new();
    let player = folder.player();
    let hall = Hall::new(Walls::Sandbox);
    for (what, evidence) in [("crash-at-end", "SIGABRT"), ("exit-at-end", "exit code 3"), ("fine", "")] {
        let finished = game(&hall, &format!("{player} {what}"));
        assert_no_fault(&finished, what);
        assert_eq!(finished.aftermath[1], None);
        match &finished.aftermath[0] {
            None => assert_eq!(evidence, "", "{what}"),
            Some(fault) => {
                assert_eq!(fault.kind, FaultKind::Crash);
                assert!(!evidence.is_empty() && fault.evidence.contains(evidence), "{what}: {fault}");
            }
        }
        let labels = record_of(&finished).labels;
        assert_eq!(labels.get("after-first").is_some_and(|text| text.contains(evidence)), !evidence.is_empty());
    }
}

/// The record of a game as it is kept.
fn record_of(finished: &Finished) -> GameRecord {
    use joute_catalog::find_game;
    use joute_games::{NoFiles, random::Seed};
    use joute_referee::{Conditions, Identity};
    let start = find_game(BOARD[0]).unwrap().setup(BOARD[1], &NoFiles).unwrap().start(1).unwrap();
    finished.record(
        &start,
        &Conditions {
            rules: &PATIENT.parse().unwrap(),
            seed: Seed(1),
            identities: &[Identity::default(), Identity::default()],
            prefix: &[],
            stop: &false.into(),
            labels: &Default::default(),
        },
    )
}
