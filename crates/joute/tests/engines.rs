//! Engines of others at the table: recorded conversations with their habits, our own engines, and a real one.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use joute_catalog::find_game;
use joute_games::random::Seed;
use joute_games::{AnyGame, NoFiles, Side};
use joute_players::Workshop;
use joute_referee::{Conditions, Ending, FaultKind, Finished, Identity, MatchRules, PlayedBy, Ply, play_game};
use joute_sandbox::Launcher;

use FaultKind::{Crash, Illegal, Overtime};

const JOUTE: &str = env!("CARGO_BIN_EXE_joute");

/// What a conversation must come to.
enum Expected {
    /// These moves of the engine.
    Moves(&'static str),
    /// A fault with this in its evidence.
    Fault(FaultKind, &'static str),
    /// The engine gives up.
    Resigns,
}

use Expected::{Fault, Moves, Resigns};

/// One conversation: the engine's seat, the moves before it, and the plies after which the game ends.
struct Case {
    about: &'static str,
    seat: Side,
    before: &'static str,
    plies: u32,
    talk: &'static str,
    expected: Expected,
}

const GTP: &str =
    "? time_*\n< =\\n\n? set_game *\n< ? unknown command\\n\n> boardsize 8\n< =\\n\n> clear_board\n< =\\n\n";
const NBOARD: &str = "> nboard 1\n> set depth 10\n> set game (;GM[[]Othello]*;)\n> ping 1\n< pong 1\n";
const UCI: &str = "> uci\n< id name X\n< uciok\n> ucinewgame\n> isready\n< readyok\n";

const fn first(about: &'static str, talk: &'static str, expected: Expected) -> Case {
    Case { about, seat: Side::First, before: "", plies: 1, talk, expected }
}

const GTP_CASES: &[Case] = &[
    first("plain", "> genmove b\n< = f5\\n", Moves("f5")),
    first("capital letters and a carriage return", "> genmove b\n< = F5\\r\\n\\r", Moves("f5")),
    first("trailing spaces", "> genmove b\n< =\\sD3\\s\\s\\n", Moves("d3")),
    first("a number that nobody gave", "> genmove b\n< =12 f5\\n", Moves("f5")),
    first("the number of an earlier command", "> genmove b\n< = 12 f5\\n", Moves("f5")),
    first("chatter before the answer", "> genmove b\n< thinking...\n< \n< depth 3: +2\n< = c4\\n", Moves("c4")),
    first("no blank line behind the answer", "> genmove b\n< = e6", Moves("e6")),
    first("a late answer in time", "> genmove b\nsleep 0.2\n< = f5\\n", Moves("f5")),
    first("resigning", "> genmove b\n< = resign\\n", Resigns),
    first("an illegal move", "> genmove b\n< = a1\\n", Fault(Illegal, "answered \"a1\"")),
    first("a pass where there are moves", "> genmove b\n< = PASS\\n", Fault(Illegal, "answered \"pass\"")),
    first("no move at all", "> genmove b\n< = what now\\n", Fault(Illegal, "answered \"what now\"")),
    first("a refusal", "> genmove b\n< ? wrong color\\n", Fault(Crash, "answered \"wrong color\" to genmove")),
    first("silence", "> genmove b\nhang", Fault(Overtime, "waiting for the answer to genmove")),
    first("half a line", "> genmove b\n< = f5\\c\nhang", Fault(Overtime, "(without a line break: \"= f5\")")),
    first("a crash", "> genmove b\nexit 3", Fault(Crash, "ended with exit code 3")),
    Case {
        about: "its own move is on its board, the other's is told",
        plies: 3,
        ..first("", "> genmove b\n< = f5\\n\n> play w *\n< =\\n\n> genmove b\n< = d3\\n", Moves("f5 d3"))
    },
    Case {
        about: "a legal move that it refuses",
        seat: Side::Second,
        plies: 2,
        ..first(
            "",
            "> play b *\n< ? illegal move\\n",
            Fault(Crash, "refused a legal move: it answered \"illegal move\""),
        )
    },
    // Black has no move after these eight, and the program of GRhino answers a syntax error to a pass.
    Case {
        about: "a pass that it does not want to hear",
        seat: Side::Second,
        before: "d3c3e6d2d1e1b2c1",
        plies: 10,
        talk: "> play b d3\n< =\\n\n> play w c3\n< =\\n\n> play b e6\n< =\\n\n> play w d2\n< =\\n\n> play b d1\n< =\\n\n\
               > play w e1\n< =\\n\n> play b b2\n< =\\n\n> play w c1\n< =\\n\n> play b pass\n< ? syntax error\\n\n\
               > genmove w\n< = A3\\n",
        expected: Moves("a3"),
    },
];

const NBOARD_CASES: &[Case] = &[
    first("slashes", "> go\n< === F5/1.00/0.1", Moves("f5")),
    first("spaces where slashes should be", "> go\n< === f5 -3.00 0.0", Moves("f5")),
    first("the move alone", "> go\n< === D3", Moves("d3")),
    first("slashes with spaces around them", "> go\n< === d3 / 0.0 / 1.2", Moves("d3")),
    first("a carriage return", "> go\n< === F5//1\\r", Moves("f5")),
    first(
        "lines of the board's own",
        "> go\n< status thinking\n< nodestats 35805 0.00\n< search F5D6 2.0 0 4\n< bla\n< === f5 0.0 0.1\n< status",
        Moves("f5"),
    ),
    first("a pass where there are moves", "> go\n< === PA", Fault(Illegal, "answered \"pass\"")),
    first("an illegal move", "> go\n< === a1/0/0", Fault(Illegal, "answered \"a1\"")),
    first("nothing behind the signs", "> go\n< ===", Fault(Illegal, "answered \"\"")),
    first("silence", "> go\n< status thinking\nhang", Fault(Overtime, "waiting for a move (===)")),
    first("a crash", "> go\nexit 4", Fault(Crash, "ended with exit code 4")),
    Case {
        about: "asking does not play: its own move is told, too",
        plies: 3,
        ..first("", "> go\n< === f5\n> move F5\n> move *\n> go\n< === d3", Moves("f5 d3"))
    },
];

const UCI_CASES: &[Case] = &[
    first("plain", "> position startpos\n> go movetime *\n< bestmove F", Moves("F")),
    first(
        "lines of information, and a move to ponder",
        "> position startpos\n> go *\n< info depth 3 score cp 0 pv FfEa\n< info string bestmove is next\n< bestmove C ponder a",
        Moves("C"),
    ),
    first("a carriage return", "> position startpos\n> go *\n< bestmove A\\r", Moves("A")),
    first("no move", "> position startpos\n> go *\n< bestmove 0000", Fault(Illegal, "answered \"0000\"")),
    first("the other side's pit", "> position startpos\n> go *\n< bestmove f", Fault(Illegal, "answered \"f\"")),
    first("silence", "> position startpos\n> go *\n< info depth 1\nhang", Fault(Overtime, "waiting for bestmove")),
    first("a crash", "> position startpos\n> go *\nexit 5", Fault(Crash, "ended with exit code 5")),
    Case {
        about: "the moves so far are one word",
        plies: 3,
        ..first(
            "",
            "> position startpos\n> go *\n< bestmove F\n> position startpos moves F?\n> go *\n< bestmove A",
            Moves("F A"),
        )
    },
    Case {
        about: "a game that begins in the middle",
        before: "Ff",
        plies: 1,
        ..first("", "> position fen 5-5-5-5-4-0-5-5-5-5-4-0-0-0-S\n> go *\n< bestmove A", Moves("A"))
    },
];

/// Conversations before the first move that go wrong.
const STARTS: &[(&str, &str, FaultKind, &str)] = &[
    ("gtp", "> set_game *\n< =\\n\n> boardsize 8\n< ? unacceptable size\\n", Crash, "answered \"unacceptable size\""),
    ("gtp", "exit 2", Crash, "ended with exit code 2"),
    ("gtp", "hang", Overtime, "waiting for the engine to get ready"),
    (
        "nboard",
        "> nboard 1\n> set depth 10\n> set game *\n> ping 1\nhang",
        Overtime,
        "waiting for the engine to get ready",
    ),
    ("uci", "> uci\n< id name X\nhang", Overtime, "waiting for the engine to get ready"),
    ("uci", "> uci\n< uciok\n> ucinewgame\n> isready\nexit 1", Crash, "ended with exit code 1"),
];

struct Table {
    folder: tempfile::TempDir,
    workshop: Workshop,
}

impl Table {
    fn new() -> Table {
        let folder = tempfile::tempdir().unwrap();
        open_to_all(folder.path());
        let launcher = Launcher::new(JOUTE).subcommand("__sandbox");
        Table { workshop: Workshop::new(launcher, folder.path()), folder }
    }

    /// An engine that replays a conversation.
    fn scripted(&self, protocol: &str, talk: &str) -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testkit/programs/scripted.py");
        let name = format!("talk-{}.txt", std::fs::read_dir(self.folder.path()).unwrap().count());
        std::fs::write(self.folder.path().join(&name), talk).unwrap();
        let copy = self.folder.path().join("scripted.py");
        std::fs::copy(script, &copy).unwrap();
        format!("{protocol}:python3 scripted.py {name}")
    }

    fn play(&self, seats: [&str; 2], game: &str, before: &str, rules: &str) -> Finished {
        let [mut first, mut second] = seats.map(|locator| self.workshop.entrant(locator).unwrap().player().unwrap());
        let start = find_game(game).unwrap().setup("", &NoFiles).unwrap().start(0).unwrap();
        let (start, prefix) =
            if game == "othello" { begun(&start, before) } else { (moved(&start, before), Vec::new()) };
        let rules: MatchRules = rules.parse().unwrap();
        let conditions = Conditions {
            rules: &rules,
            seed: Seed(1),
            identities: &[Identity::default(), Identity::default()],
            prefix: &prefix,
            stop: &AtomicBool::new(false),
            labels: &BTreeMap::new(),
        };
        play_game(start, [&mut *first, &mut *second], &conditions, None)
    }
}

#[cfg(unix)]
fn open_to_all(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// The start, and plies to be played before the players sit down.
fn begun(start: &AnyGame, moves: &str) -> (AnyGame, Vec<Ply>) {
    let mut game = start.clone();
    let mut plies = Vec::new();
    for code in game.clone().play_text(moves).unwrap() {
        plies.push(Ply {
            code: Some(code),
            side: game.turn(),
            by: PlayedBy::Player,
            wall: Duration::ZERO,
            details: None,
        });
        game.play(code);
    }
    (start.clone(), plies)
}

fn moved(start: &AnyGame, moves: &str) -> AnyGame {
    let mut game = start.clone();
    game.play_text(moves).unwrap();
    game
}

fn converse(table: &Table, protocol: &str, opening: &str, case: &Case) {
    let game = if protocol == "uci" { "awale" } else { "othello" };
    let engine = table.scripted(protocol, &format!("{opening}{}\n", case.talk));
    let seats = if case.seat == Side::First { [engine.as_str(), "greedy"] } else { ["greedy", engine.as_str()] };
    let quick = matches!(case.expected, Fault(Overtime, _));
    let time = if quick { "move_time=2s" } else { "move_time=20s" };
    let finished = table.play(seats, game, case.before, &format!("{time},cap={}", case.plies));
    let about = format!("{protocol}, {}: {}", case.about, finished.ending);
    match &case.expected {
        Moves(moves) => {
            assert!(finished.ending.fault().is_none(), "{about}");
            let before = case.before.len() / 2 * usize::from(game == "othello");
            let own =
                finished.plies.iter().skip(before).filter(|ply| ply.side == case.seat && ply.by == PlayedBy::Player);
            let own: Vec<String> = own.map(|ply| finished.game.text(ply.code.unwrap())).collect();
            assert_eq!(own.join(" "), *moves, "{about}");
        }
        Fault(kind, evidence) => {
            let (by, fault) = finished.ending.fault().unwrap_or_else(|| panic!("{about}"));
            assert_eq!((by, fault.kind), (case.seat, *kind), "{about}");
            assert!(fault.evidence.contains(evidence), "{about}");
        }
        Resigns => assert!(finished.ending.to_string().contains("resignation"), "{about}"),
    }
}

#[test]
fn conversations_over_gtp() {
    let table = Table::new();
    GTP_CASES.iter().for_each(|case| converse(&table, "gtp", GTP, case));
}

#[test]
fn conversations_over_nboard() {
    let table = Table::new();
    NBOARD_CASES.iter().for_each(|case| converse(&table, "nboard", NBOARD, case));
}

#[test]
fn conversations_over_uci() {
    let table = Table::new();
    UCI_CASES.iter().for_each(|case| converse(&table, "uci", UCI, case));
}

#[test]
fn engines_that_do_not_get_ready() {
    let table = Table::new();
    for (protocol, talk, kind, evidence) in STARTS {
        let engine = table.scripted(protocol, talk);
        let game = if *protocol == "uci" { "awale" } else { "othello" };
        let finished = table.play(["random", &engine], game, "", "load=2s");
        let (by, fault) = finished.ending.fault().unwrap_or_else(|| panic!("{protocol}: {}", finished.ending));
        assert_eq!((by, fault.kind), (Side::Second, *kind), "{talk}: {fault}");
        assert!(fault.evidence.contains(evidence), "{talk}: {fault}");
    }
}

/// The engine oversleeps its first turn. Its late answer must not be taken for the next one, which is no move at all.
#[test]
fn a_turn_lost_to_the_clock_is_caught_up_with() {
    let table = Table::new();
    let nboard = format!("{NBOARD}> go\nsleep 6\n< === d3\n> ping 2\n< pong 2\n> set game (;*;)\n> go\n< === z9\n");
    let uci = format!(
        "{UCI}> position fen *\n> go *\nsleep 6\n> stop\n< bestmove A\n> isready\n< readyok\n> position fen *\n> go *\n\
         < bestmove z9\n"
    );
    for (protocol, talk, game, before) in [("nboard", nboard, "othello", "f5d6c3d3"), ("uci", uci, "awale", "Ff")] {
        let engine = table.scripted(protocol, &talk);
        let finished = table.play([&engine, "greedy"], game, before, "move_time=4s,on_overtime=skip");
        let Ending::Forfeit { by: Side::First, fault } = &finished.ending else { panic!("{}", finished.ending) };
        assert!(fault.evidence.contains("answered \"z9\""), "{protocol}: {fault}");
        assert!(finished.plies.iter().any(|ply| ply.code.is_none()), "{protocol}");
    }
}

/// Our own engine in each protocol plays, move for move, what the built-in player plays.
#[test]
fn our_own_engines_play_the_same_games() {
    let table = Table::new();
    for (protocol, kind, game, before) in [
        ("gtp", "gtp", "othello", "f5d6c3"),
        ("nboard", "nboard", "othello", "f5d6c3"),
        ("uci", "uci", "awale", "FfE"),
        ("joute", "exe", "awale", ""),
        ("joute", "exe", "flood", ""),
        ("joute", "exe", "seven-colours", ""),
    ] {
        let engine = format!("{kind}:{JOUTE} engine {game} --protocol {protocol} --player greedy");
        for swapped in [false, true] {
            let seats = |player: &'static str, engine: &str| -> Vec<Option<u16>> {
                let seats = if swapped { [player, engine] } else { [engine, player] };
                let finished = table.play(seats, game, before, "time=60s");
                assert!(finished.ending.fault().is_none(), "{protocol} {game}: {}", finished.ending);
                finished.plies.iter().map(|ply| ply.code.map(|code| code.0)).collect()
            };
            assert_eq!(seats("random", &engine), seats("random", "greedy"), "{protocol} {game} {swapped}");
        }
    }
}

#[test]
fn a_kept_engine_plays_game_after_game() {
    let table = Table::new();
    for (kind, protocol, game) in [("gtp", "gtp", "othello"), ("nboard", "nboard", "othello"), ("uci", "uci", "awale")]
    {
        let engine = format!("{kind}:{JOUTE} engine {game} --protocol {protocol} --player greedy?keep=yes");
        let entrant = table.workshop.entrant(&engine).unwrap();
        let mut player = entrant.player().unwrap();
        for _ in 0..3 {
            let mut other = table.workshop.entrant("random").unwrap().player().unwrap();
            let start = find_game(game).unwrap().setup("", &NoFiles).unwrap().start(0).unwrap();
            let conditions = Conditions {
                rules: &MatchRules::default(),
                seed: Seed(3),
                identities: &[Identity::default(), Identity::default()],
                prefix: &[],
                stop: &AtomicBool::new(false),
                labels: &BTreeMap::new(),
            };
            let finished = play_game(start, [&mut *player, &mut *other], &conditions, None);
            assert!(finished.ending.fault().is_none(), "{engine}: {}", finished.ending);
        }
    }
}

#[test]
fn games_that_an_engine_does_not_play_are_refused() {
    let table = Table::new();
    let start = |game: &str, setup: &str| find_game(game).unwrap().setup(setup, &NoFiles).unwrap().start(0).unwrap();
    for (engine, game, setup, reason) in [
        ("gtp:python3", "othello", "size=6", "8 x 8"),
        ("nboard:python3", "awale", "", "8 x 8"),
        ("uci:python3", "othello", "", "play awale"),
        ("uci:python3", "awale", "rules=kalah", "rules=kalah"),
        ("uci:python3?rules=awari", "awale", "", "plays awari"),
        ("uci:python3", "awale", "seeds=3", "6 pits with 4 seeds"),
    ] {
        let error = table.workshop.entrant(engine).unwrap().check(&start(game, setup)).unwrap_err().to_string();
        assert!(error.contains(reason), "{engine} {game} {setup}: {error}");
    }
    let entrant = table.workshop.entrant("uci:python3?rules=kalah").unwrap();
    assert!(entrant.check(&start("awale", "rules=kalah")).is_ok());
}

/// The program of the Debian package grhino, where that installs it or where PATH has it.
fn rhino() -> PathBuf {
    let usual = PathBuf::from("/usr/games/gtp-rhino");
    assert!(usual.is_file(), "this test needs the Debian package grhino (scripts/install-tools installs it)");
    usual
}

#[test]
fn a_real_engine_plays_a_match() {
    let engine = format!("gtp:{} --level=1", rhino().display());
    let output = Command::new(JOUTE)
        .args(["match", &engine, "greedy", "--game", "othello", "--games", "6", "--seed", "7", "--json"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["games"], 6, "{text}");
    for player in report["players"].as_array().unwrap() {
        assert_eq!(player["faults"], serde_json::json!({ "overtime": 0, "illegal": 0, "crash": 0 }), "{text}");
    }
    assert!(report["players"][0]["wins"].as_u64().unwrap() >= 4, "{text}");
}

/// Runs an engine with this input to its end.
fn engine(arguments: &[&str], input: &[u8]) -> (Option<i32>, String) {
    let mut child = Command::new(JOUTE)
        .arg("engine")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{said}");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_engine_answers_gtp() {
    let input = b"1 protocol_version\n name \nknown_command play\nknown_command fly\n# a remark\n\nboardsize 8\nclear_board\n\
        play b f5\nplay w f6 # another\nplay w a1\n7 undo\nundo\nundo\nplay B F5\ngenmove w\nfinal_score\nboardsize 19\n\
        time_settings 0 1 1\ntime_left b x\ngenmove pink\nfly\nquit\nname\n";
    let (code, text) = engine(&["othello", "--protocol", "gtp", "--player", "greedy"], input);
    let answers: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(code, Some(0));
    assert_eq!(answers[..4], ["=1 2", "= Joute greedy", "= true", "= false"]);
    assert_eq!(
        answers[4..12],
        ["= ", "= ", "= ", "= ", "? wrong colour: it is the other side's turn", "=7 ", "= ", "? cannot undo"]
    );
    assert_eq!(answers[12], "= ");
    assert!(["= d6", "= f4", "= f6"].contains(&answers[13]), "{text}");
    assert_eq!(
        answers[15..],
        ["? unacceptable size", "= ", "? syntax error", "? syntax error", "? unknown command", "= ", ""]
    );
}

#[test]
fn the_engine_passes_in_gtp_as_it_is_told_and_as_it_is_not() {
    let moves = "play b d3\nplay w c3\nplay b e6\nplay w d2\nplay b d1\nplay w e1\nplay b b2\nplay w c1\n";
    for end in ["play b pass\nplay w a3\n", "play w a3\n", "genmove b\nplay w a3\n"] {
        let (_, text) =
            engine(&["othello", "--protocol", "gtp", "--player", "greedy"], format!("{moves}{end}").as_bytes());
        assert!(!text.contains('?'), "{end}: {text}");
        assert_eq!(text.contains("= pass"), end.starts_with("genmove"), "{end}: {text}");
    }
}

#[test]
fn the_engine_answers_nboard() {
    let input = b"nboard 1\nset depth 2\nset game (;GM[Othello]PC[x]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.2]W[F6];)\n\
        analyze\nset contempt 3\nmove E6/1/2\nping 7\nlearn\nset game (;)\nhint 3\ngo\nbla bla\nmove a1\n";
    let (code, text) = engine(&["othello", "--protocol", "nboard", "--player", "greedy"], input);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(code, Some(0));
    assert_eq!(lines[..4], ["set myname Joute-greedy", "set myname Joute-greedy2", "pong 7", "learned"]);
    assert!(lines[4].starts_with("status the game has no board"), "{text}");
    assert!(lines[5].starts_with("search ") && lines[7].starts_with("=== "), "{text}");
    assert!(lines.last().unwrap().starts_with("status ") && lines.last().unwrap().contains("a1"), "{text}");
}

#[test]
fn hints_over_nboard_value_as_many_moves_as_are_asked_for_and_none_by_heart() {
    let input = b"nboard 2\nset depth 6\nset game (;GM[Othello]PC[x]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)\nhint 3\n";
    let (code, text) = engine(&["othello", "--protocol", "nboard", "--player", "expert"], input);
    assert_eq!(code, Some(0));
    let hints: Vec<Vec<&str>> =
        text.lines().filter(|line| line.starts_with("search ")).map(|line| line.split(' ').collect()).collect();
    assert_eq!(hints.len(), 3, "{text}");
    let values: Vec<f64> = hints.iter().map(|hint| hint[2].parse().unwrap()).collect();
    assert!(values.is_sorted_by(|one, other| one >= other) && values[0] > values[2], "{text}");
    assert!(hints.iter().all(|hint| hint[1].len() == 12 && hint[4] == "6"), "six plies each: {text}");
}

#[test]
fn the_engine_answers_uci() {
    let input = b"uci\nisready\nposition startpos moves F f\ngo depth 1\nposition fen 0-0-0-0-0-1-0-0-0-0-0-1-23-23-N\ngo movetime 10\n\
        position 0-0-0-0-0-0-0-0-0-0-0-0-24-24-S\ngo\nposition startpos moves A!\nsetoption name Rules value kalah\nstop\nfly\nquit\nuci\n";
    let (code, text) = engine(&["awale", "--protocol", "uci", "--player", "greedy"], input);
    assert_eq!(code, Some(0));
    let best: Vec<&str> = text.lines().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(best.len(), 3, "{text}");
    assert_eq!(best[1..], ["bestmove f", "bestmove 0000"], "{text}");
    assert_eq!(text.matches("uciok").count(), 1, "{text}");
    assert_eq!(text.matches("info string").count(), 2, "{text}");
}

#[test]
fn the_engine_is_the_strongest_player_and_says_how_far_it_looked() {
    // Without "quit", which would have it answer at once.
    let input = b"uci\nposition startpos\ngo depth 7\n";
    let (code, text) = engine(&["awale", "--protocol", "uci"], input);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("id name Joute expert "), "{text}");
    let info: Vec<&str> = text.lines().find(|line| line.starts_with("info ")).unwrap().split(' ').collect();
    assert_eq!(info[..4], ["info", "depth", "7", "nodes"], "{text}");
    assert!(info[4].parse::<u64>().unwrap() > 1000, "{text}");
}

#[test]
fn a_search_without_end_ends_when_it_is_told() {
    let (code, text) = engine(&["awale", "--protocol", "uci"], b"position startpos\ngo infinite\nstop\nquit\n");
    assert_eq!((code, text.matches("bestmove").count()), (Some(0), 1), "{text}");
}

#[test]
fn hostile_input_ends_no_engine_but_its_own() {
    let mut noise: Vec<u8> = (0..=255).cycle().take(5000).collect();
    noise.extend(vec![b'x'; 5 << 20]);
    noise.extend(b"\n\n\0\n99999999999999999999999 name\nplay\ngo\nset\nset game\nset depth -1\nposition\nposition fen\ngo movetime -1\nmove\n");
    noise.extend(b"set game BO[8 [[[]]]\nset game (;BO[8 \xc3\xa9*];)\nposition startpos moves \xc3\xa9\nquit\n");
    for protocol in ["gtp", "nboard", "uci"] {
        let game = if protocol == "uci" { "awale" } else { "othello" };
        assert_eq!(engine(&[game, "--protocol", protocol, "--player", "greedy"], &noise).0, Some(0), "{protocol}");
        assert_eq!(engine(&[game, "--protocol", protocol], b"").0, Some(0), "{protocol}");
    }
    let (code, _) = engine(&["othello", "--protocol", "joute"], b"joute 1\ngame awale\nstart\n");
    assert_eq!(code, Some(1));
    assert_eq!(engine(&["othello", "--protocol", "joute"], b"joute 1\nfile x 3\na\n").0, Some(0));
    for arguments in [["awale", "--protocol", "gtp"], ["flood", "--protocol", "uci"], ["othello", "--protocol", "x"]] {
        assert_eq!(engine(&arguments, b"").0, Some(2), "{arguments:?}");
    }
}
