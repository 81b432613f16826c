//! Programs, libraries and OCaml files once more, played by an ordinary user: what root may do is not needed.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use joute_testkit::programs::{Language, Programs, copy_program};
use serde_json::Value;

const STRATEGIE: &str = "
let strategie oth =
  let moi = oth.joueur and lui = 3 - oth.joueur in
  let prend i (dl, dc) =
    let rec va l c vus =
      if l < 0 || l > 7 || c < 0 || c > 7 then false
      else match oth.plateau.(8 * l + c) with
        | x when x = lui -> va (l + dl) (c + dc) true
        | x when x = moi -> vus
        | _ -> false in
    va (i / 8 + dl) (i mod 8 + dc) false in
  let sens = [ -1, -1; -1, 0; -1, 1; 0, -1; 0, 1; 1, -1; 1, 0; 1, 1 ] in
  let rec cherche i =
    if oth.plateau.(i) = 0 && List.exists (prend i) sens then i else cherche (i + 1) in
  cherche 0
";

/// A folder with the program under test and players in it, all of it readable by everybody.
struct Camp {
    folder: tempfile::TempDir,
    programs: Programs,
}

impl Camp {
    fn new() -> Camp {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        copy_program(Path::new(env!("CARGO_BIN_EXE_joute")), &folder.path().join("joute"));
        fs::write(folder.path().join("player.ml"), STRATEGIE).unwrap();
        let players = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../players");
        let compiled = Command::new("gcc")
            .args(["-shared", "-fPIC", "-O2", "-o"])
            .arg(folder.path().join("player.so"))
            .arg(players.join("c-library/player.c"))
            .status();
        assert!(compiled.unwrap().success(), "gcc makes the library");
        Camp { folder, programs: Programs::new() }
    }

    /// A match of two games against `random`, played by user 47110; as whoever runs the tests where that is not root.
    fn play(&self, player: &str, game: &str, more: &[&str]) -> Value {
        let joute = self.folder.path().join("joute");
        let mut command = if rustix::process::geteuid().is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=47110", "--regid=47110", "--clear-groups"]).arg(joute);
            command
        } else {
            Command::new(joute)
        };
        command.args(["match", player, "random", "--game", game, "--games", "2", "--json"]).args(more);
        let output = command.current_dir(self.folder.path()).env("TMPDIR", "/tmp").env("HOME", "/").output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{player}: {error}: {told}"))
    }

    fn faults(&self, player: &str, game: &str, more: &[&str]) -> [u64; 3] {
        let told = self.play(player, game, more);
        ["overtime", "illegal", "crash"].map(|kind| told["players"][0]["faults"][kind].as_u64().unwrap())
    }
}

#[test]
fn every_kind_of_player_plays_for_an_ordinary_user() {
    let camp = Camp::new();
    for language in Language::ALL {
        assert_eq!(camp.faults(&camp.programs.starter(language), "othello", &[]), [0, 0, 0], "{language:?}");
    }
    assert_eq!(camp.faults("ocaml:player.ml", "othello", &[]), [0, 0, 0]);
    for game in ["seven-colours", "flood", "othello", "awale"] {
        assert_eq!(camp.faults("lib:player.so", game, &[]), [0, 0, 0], "{game}");
    }
}

#[test]
fn every_fault_is_the_same_for_an_ordinary_user() {
    let camp = Camp::new();
    for language in Language::ALL {
        let faults =
            |mode: &str| camp.faults(&camp.programs.bad(language, mode), "seven-colours", &["--move-time", "1500ms"]);
        assert_eq!(faults("segfault"), [0, 0, 2], "{language:?}");
        assert_eq!(faults("loop"), [2, 0, 0], "{language:?}");
        assert_eq!(faults("illegal"), [0, 2, 0], "{language:?}");
    }
}
