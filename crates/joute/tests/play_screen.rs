//! `joute play` and `joute replay` on a real terminal, which tmux lends: moves by keys, and a terminal given back.

use std::process::Command;

use joute_testkit::wait::until;
use tempfile::TempDir;

/// A terminal of 80 x 24 in which a shell runs.
struct Terminal {
    folder: TempDir,
}

impl Terminal {
    fn new(command: &str) -> Terminal {
        let terminal = Terminal { folder: TempDir::new().unwrap() };
        // The shell stays when the program has ended, so that what it leaves behind can be looked at.
        let line = format!("export LANG=C.UTF-8 COLORTERM=truecolor; {command}; echo \"ended $?\"; stty -a; cat");
        terminal.tmux(&["new-session", "-d", "-x", "80", "-y", "24", &line]);
        terminal
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let socket = self.folder.path().join("socket");
        let output = Command::new("tmux")
            .args(["-f", "/dev/null", "-S", socket.to_str().unwrap()])
            .args(arguments)
            .env("LANG", "C.UTF-8")
            .env_remove("TMUX")
            .output()
            .expect("tmux is needed: scripts/install-tools installs it");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Waits until the screen shows a text, and gives the screen.
    fn wait_for(&self, text: &str) -> String {
        until(text, || Some(self.tmux(&["capture-pane", "-p"])).filter(|screen| screen.contains(text)))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

fn play(arguments: &str) -> String {
    format!("{} play {arguments}", env!("CARGO_BIN_EXE_joute"))
}

#[test]
fn a_game_is_played_and_the_terminal_given_back() {
    let folder = TempDir::new().unwrap();
    let records = folder.path().join("games.jsonl");
    let terminal = Terminal::new(&play(&format!("othello --second greedy --seed 1 --records {}", records.display())));
    terminal.wait_for("your move");
    terminal.press(&["d", "3"]);
    terminal.wait_for("1. d3");
    terminal.wait_for("your move");
    terminal.press(&["?"]);
    terminal.wait_for("go over the board");
    terminal.press(&["x"]);
    terminal.press(&["C-c"]);
    let screen = terminal.wait_for("ended 0");
    assert!(terminal.wait_for(" echo ").contains(" icanon"), "{screen}");
    assert!(std::fs::read_to_string(records).unwrap().contains("\"ending\":null"));
}

#[test]
fn keys_that_come_together_are_all_obeyed() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.jsonl");
    let terminal = Terminal::new(&format!("{} replay {games} --game 1", env!("CARGO_BIN_EXE_joute")));
    terminal.wait_for("ply 0 of");
    terminal.press(&["-N", "10", "Right"]);
    terminal.wait_for("ply 10 of");
}

#[test]
fn a_signal_leaves_the_game_and_gives_the_terminal_back() {
    let terminal = Terminal::new(&play("awale --seed 1"));
    terminal.wait_for("your move");
    let id = terminal.tmux(&["display-message", "-p", "#{pane_pid}"]);
    let id = id.trim();
    let child = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
    Command::new("kill").args(["-HUP", child.trim()]).status().unwrap();
    terminal.wait_for("ended 0");
    assert!(terminal.wait_for(" echo ").contains(" icanon"));
}

#[test]
fn a_terminal_that_is_closed_ends_the_game_and_its_record_is_kept() {
    let folder = TempDir::new().unwrap();
    let records = folder.path().join("games.jsonl");
    let terminal = Terminal::new(&play(&format!("awale --second greedy --seed 1 --records {}", records.display())));
    terminal.wait_for("your move");
    terminal.press(&["C"]);
    terminal.wait_for("1. C");
    terminal.tmux(&["kill-server"]);
    until("the record", || {
        let kept = std::fs::read_to_string(&records).ok()?;
        kept.contains("\"ending\":null").then_some(())
    });
}
