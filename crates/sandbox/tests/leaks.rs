//! A thousand starts leave nothing behind: no process, no descriptor, no thread, no file.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod common;

use std::fs;
use std::time::Duration;

use common::{assert_nothing_left, attack, marker, policy, sandbox};
use joute_sandbox::{Backend, Processes, Sandbox, Streams};

/// What this process holds.
fn belongings() -> (usize, usize, usize) {
    let count = |path: &str| fs::read_dir(path).unwrap().count();
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap().lines().count();
    (count("/proc/self/fd"), count("/proc/self/task"), mounts)
}

fn start_and_end(sandbox: &Sandbox, starts: usize) {
    let mark = marker();
    let many = policy(|policy| policy.processes = Processes::Allow(16));
    let attacks = ["hello", "segfault", "sleep", "orphans", "fork-bomb", "close", "block-signals", "fork"];
    let before = belongings();
    for i in 0..starts {
        let command = attack(attacks[i % attacks.len()]).arg(&mark).policy(many.clone());
        let mut child = sandbox.spawn(&command, Streams::new()).unwrap();
        match i % 3 {
            0 => drop(child),
            1 => drop(child.kill().unwrap()),
            _ => drop(child.wait_timeout(Duration::from_millis(2)).unwrap()),
        }
    }
    assert_eq!(belongings(), before);
    assert_nothing_left(&mark);
}

// One test, so that no other changes what this process holds.
#[test]
fn a_thousand_starts_leave_nothing() {
    start_and_end(&sandbox(Backend::Direct), 1000);
    start_and_end(&sandbox(Backend::WithoutNamespaces), 200);
    start_and_end(&sandbox(Backend::Off), 100);
}
