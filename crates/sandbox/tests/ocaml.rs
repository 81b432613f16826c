//! Hostile players in OCaml, interpreted as the referee does it. Needs `ocaml`.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod common;

use std::path::PathBuf;

use common::{open_folder, policy, run, sandbox, start, write_readable};
use joute_sandbox::{Backend, Command, Status};

const BACKENDS: [Backend; 2] = [Backend::Direct, Backend::WithoutNamespaces];

fn script(folder: &tempfile::TempDir) -> PathBuf {
    let path = folder.path().join("hostile.ml");
    write_readable(&path, include_str!("hostile/hostile.ml"));
    path
}

#[test]
fn attacks_are_refused() {
    let folder = open_folder();
    let secret = folder.path().join("secret");
    write_readable(&secret, "the secret\n");
    for backend in BACKENDS {
        let small = policy(|policy| policy.limits.memory = 256 << 20);
        let command = Command::new("ocaml").file(script(&folder)).arg("all").arg(&secret).policy(small);
        run(&sandbox(backend), &command).assert_all_denied(9);
    }
}

#[test]
fn it_ends_as_ocaml_does() {
    let folder = open_folder();
    for backend in BACKENDS {
        let player = Command::new("ocaml").file(script(&folder));
        let seen = run(&sandbox(backend), &player.clone().arg("exception"));
        assert_eq!(seen.exit.status, Status::Code(2));
        assert!(seen.stderr.contains("a bug"), "{seen:?}");
        assert_eq!(run(&sandbox(backend), &player.clone().arg("exit")).exit.status, Status::Code(3));
        let (mut child, line) = start(&sandbox(backend), &player.arg("loop"));
        assert_eq!(line, "looping\n");
        assert_eq!(child.kill().unwrap().status, Status::Signal(9));
    }
}
