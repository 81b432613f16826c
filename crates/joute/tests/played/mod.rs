//! Matches played from outside, and what their records say.
#![allow(dead_code, reason = "each test program uses a part")]

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// A folder that every user can look into, as the folders of players are.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

/// The program, started in a folder.
pub(crate) fn joute(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("joute").unwrap();
    command.current_dir(folder).env("LANG", "C.UTF-8").env_remove("LC_ALL").env_remove("LC_CTYPE");
    command
}

/// The records of a match between two players.
pub(crate) fn records(folder: &Path, players: [&str; 2], arguments: &[&str]) -> Vec<Value> {
    let path = folder.join("records.jsonl");
    let _ = std::fs::remove_file(&path);
    let mut command = joute(folder);
    command.arg("match").args(players).args(arguments).arg("--records").arg(&path);
    command.assert().success();
    std::fs::read_to_string(&path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Exit code and complaint of a match that cannot be played.
pub(crate) fn complaint(folder: &Path, players: [&str; 2], arguments: &[&str]) -> (i32, String) {
    let output = joute(folder).arg("match").args(players).args(arguments).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap().trim().to_owned())
}

/// Kind and evidence of the fault that ended a game.
pub(crate) fn fault(record: &Value) -> (String, String) {
    let fault = &record["ending"]["fault"];
    assert!(fault.is_object(), "no fault: {}", record["ending"]);
    (fault["kind"].as_str().unwrap().to_owned(), fault["evidence"].as_str().unwrap().to_owned())
}

/// Everything a game's players wrote besides their moves.
pub(crate) fn log(record: &Value) -> String {
    let plies = record["plies"].as_array().unwrap();
    plies.iter().filter_map(|ply| ply["log"].as_str()).collect()
}

/// Fails unless every game was played to its end.
pub(crate) fn assert_played(records: &[Value], games: usize) {
    assert_eq!(records.len(), games);
    for record in records {
        assert_eq!(record["ending"]["how"], "played", "{}", record["ending"]);
    }
}
