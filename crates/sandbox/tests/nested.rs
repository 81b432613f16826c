//! A sandbox inside something like one: it works where it may, degrades and says so where it may not, and refuses
//! below the minimum.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod common;

use std::process;

use common::{attack, launcher, open_folder, policy, run, sandbox};
use joute_sandbox::{Backend, Command, Execs, Processes, Sandbox};

/// Set for the inner one of two test programs.
const INNER: &str = "JOUTE_TEST_INNER";

/// What the inner program does; as a test of its own it does nothing.
#[test]
fn inner_probe() {
    if std::env::var_os(INNER).is_none() {
        return;
    }
    let sandbox = match Sandbox::probe(&launcher()) {
        Ok(sandbox) => sandbox,
        Err(error) => return println!("refusal: {error}"),
    };
    println!("layers: {}", sandbox.layers());
    match sandbox.require_minimum() {
        Err(refusal) => println!("refusal: {refusal}"),
        Ok(()) => println!("hostile: {:?}", run(&sandbox, &attack("segfault")).exit.status),
    }
}

const INNER_ARGS: [&str; 3] = ["--exact", "inner_probe", "--nocapture"];

/// Runs the inner program as root of a new user namespace, after a shell command.
fn inside_a_user_namespace(before: &str) -> String {
    let output = process::Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "--pid", "--fork", "sh", "-c"])
        .arg(format!("{before} \"$@\""))
        .arg("sh")
        .arg(std::env::current_exe().unwrap())
        .args(INNER_ARGS)
        .env(INNER, "1")
        .env(common::HOSTILE, common::hostile_folder())
        .output()
        .unwrap();
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

#[test]
fn inside_a_user_namespace_it_works() {
    let text = inside_a_user_namespace("exec");
    assert!(text.contains("layers: sandbox: user namespace, mount namespace, process namespace"), "{text}");
    assert!(text.contains("hostile: Signal(11)"), "{text}");
}

const NO_MORE_USER_NAMESPACES: &str = "echo 0 > /proc/sys/user/max_user_namespaces && exec";

#[test]
fn root_without_user_namespaces_uses_the_others() {
    let text = inside_a_user_namespace(NO_MORE_USER_NAMESPACES);
    assert!(text.contains("without user namespace, bubblewrap"), "{text}");
    assert!(text.contains("layers: sandbox: mount namespace, process namespace"), "{text}");
    assert!(text.contains("hostile: Signal(11)"), "{text}");
}

#[test]
fn without_any_namespace_landlock_and_seccomp_are_enough() {
    // As in a container whose root may do little.
    let text = inside_a_user_namespace(&format!("{NO_MORE_USER_NAMESPACES} setpriv --bounding-set=-all"));
    assert!(text.contains("layers: sandbox: landlock"), "{text}");
    assert!(text.contains("without user namespace, mount namespace"), "{text}");
    assert!(text.contains("hostile: Signal(11)"), "{text}");
}

#[test]
fn where_nothing_is_allowed_it_refuses() {
    // Our own sandbox forbids what a sandbox needs: namespaces, landlock, filters.
    let folder = open_folder();
    let [tests, inner_launcher] = ["tests", "launcher"].map(|name| folder.path().join(name));
    std::fs::copy(std::env::current_exe().unwrap(), &tests).unwrap();
    std::fs::copy(env!("CARGO_BIN_EXE_joute-sandbox-exec"), &inner_launcher).unwrap();
    let wide = policy(|policy| {
        policy.execs = Execs::Any;
        policy.processes = Processes::Allow(64);
    });
    let mut command = Command::new(&tests).show(&inner_launcher).policy(wide).env(INNER, "1");
    command = command.env(common::LAUNCHER, &inner_launcher);
    for arg in INNER_ARGS {
        command = command.arg(arg);
    }
    let seen = run(&sandbox(Backend::Best), &command);
    assert!(seen.stdout.contains("refusal: "), "{seen:?}");
    assert!(!seen.stdout.contains("hostile: "), "{seen:?}");
}
