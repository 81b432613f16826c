//! Programs that attack, in every way of confining: each attack is refused or ends the attacker, and nothing is left.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod common;

use std::fs::{self, File};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::os::unix::process::CommandExt;
use std::process;
use std::time::Duration;

use common::{
    assert_nothing_left, attack, hostile_python, marker, open_folder, policy, processes_with, run, start, until,
    write_readable,
};
use joute_sandbox::{Backend, Command, Execs, Processes, Sandbox, Status};

/// One attack with what must come of it.
type Case = fn(&Sandbox);

macro_rules! cases {
    ($($name:ident),* $(,)?) => {
        /// Every case by name.
        const CASES: &[(&str, Case)] = &[$((stringify!($name), $name)),*];
        mod direct {
            $(#[test] fn $name() { super::$name(&super::common::sandbox(super::Backend::Direct)); })*
        }
        mod without_namespaces {
            $(#[test] fn $name() { super::$name(&super::common::sandbox(super::Backend::WithoutNamespaces)); })*
        }
    };
}

cases![
    crashes_are_told_exactly,
    endless_recursion_is_a_segmentation_fault,
    an_endless_loop_is_killed_and_its_time_counted,
    processes_are_refused,
    a_fork_bomb_is_bounded_and_killed,
    nobody_leaves_the_group_that_is_killed,
    each_program_is_a_user_of_its_own,
    orphans_are_killed,
    a_thread_bomb_is_bounded,
    huge_memory_is_refused,
    memory_is_bounded,
    page_tables_are_seen,
    a_paused_program_uses_no_time,
    foreign_files_are_out_of_reach,
    nothing_can_be_written_outside,
    nobody_is_reached_through_a_shared_file,
    the_scratch_folder_is_there_and_goes,
    one_big_file_is_bounded,
    many_files_are_bounded,
    there_is_no_network,
    the_referee_is_out_of_reach,
    no_other_program_can_be_executed,
    the_kernel_offers_nothing_more,
    only_given_descriptors_are_open,
    closing_descriptors_is_harmless,
    blocking_signals_does_not_help,
    processor_time_is_bounded,
    the_environment_tells_nothing,
    python_ends_as_python_does,
    python_attacks_are_refused,
    a_python_thread_bomb_is_bounded,
];

fn status(sandbox: &Sandbox, command: &Command) -> Status {
    run(sandbox, command).exit.status
}

fn crashes_are_told_exactly(sandbox: &Sandbox) {
    let mark = marker();
    for (name, expected) in [
        ("hello", Status::Code(0)),
        ("exit", Status::Code(3)),
        ("segfault", Status::Signal(11)),
        ("abort", Status::Signal(6)),
        ("divide", Status::Signal(8)),
        ("kill-itself", Status::Signal(15)),
    ] {
        assert_eq!(status(sandbox, &attack(name).arg(&mark)), expected, "{name}");
    }
    assert_nothing_left(&mark);
}

fn endless_recursion_is_a_segmentation_fault(sandbox: &Sandbox) {
    assert_eq!(status(sandbox, &attack("recurse")), Status::Signal(11));
}

fn an_endless_loop_is_killed_and_its_time_counted(sandbox: &Sandbox) {
    let mark = marker();
    let (mut child, line) = start(sandbox, &attack("loop").arg(&mark));
    assert_eq!(line, "looping\n");
    while child.cpu_time().unwrap() < Duration::from_millis(50) {
        assert_eq!(child.wait_timeout(Duration::from_millis(5)).unwrap(), None);
    }
    let exit = child.kill().unwrap();
    assert_eq!(exit.status, Status::Signal(9));
    assert!(exit.cpu >= Duration::from_millis(40), "{exit:?}");
    assert_nothing_left(&mark);
}

fn processes_are_refused(sandbox: &Sandbox) {
    run(sandbox, &attack("fork")).assert_all_denied(3);
}

fn a_fork_bomb_is_bounded_and_killed(sandbox: &Sandbox) {
    let many = policy(|policy| {
        policy.processes = Processes::Allow(20);
        policy.limits.threads = 20;
    });
    for bomb in ["fork-bomb", "fork-bomb-apart"] {
        let mark = marker();
        let (mut child, _) = start(sandbox, &attack(bomb).arg(&mark).policy(many.clone()));
        // Where others of the same user count as well it may get no more than itself.
        let least = if has_own_count(sandbox) { 8 } else { 1 };
        until("the bomb", || processes_with(&mark).len() > least);
        child.kill().unwrap();
        assert_nothing_left(&mark);
    }
    let seen = run(sandbox, &attack("count-forks").policy(many));
    assert!(tasks(sandbox, 1, 20).contains(&seen.number()), "{seen:?}");
}

/// How many tasks a program may come to that is allowed `most` and should get `least`. Root gives each program a user of its
/// own, and a user namespace counts apart; elsewhere the kernel counts all of a user's, others of the tests among them: when
/// they go a program gets more, and when they come it may get none.
fn tasks(sandbox: &Sandbox, least: u64, most: u64) -> std::ops::RangeInclusive<u64> {
    if has_own_count(sandbox) { least..=most } else { 0..=most + 500 }
}

fn has_own_count(sandbox: &Sandbox) -> bool {
    sandbox.layers().user_namespace || rustix::process::geteuid().is_root()
}

fn nobody_leaves_the_group_that_is_killed(sandbox: &Sandbox) {
    let seen = run(sandbox, &attack("leave-group").policy(policy(|policy| policy.processes = Processes::Allow(8))));
    if sandbox.layers().pid_namespace {
        // There the namespace is what is killed.
        assert_eq!(seen.stdout, "setpgid DONE\nsetsid DONE\n");
    } else {
        seen.assert_all_denied(2);
    }
}

fn each_program_is_a_user_of_its_own(sandbox: &Sandbox) {
    let running: Vec<_> = (0..2).map(|_| start(sandbox, &attack("user")).0).collect();
    let user = |pid: u32| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
        status
            .lines()
            .find_map(|line| line.strip_prefix("Uid:")?.split_whitespace().next()?.parse::<u32>().ok())
            .unwrap()
    };
    let users: Vec<u32> = running.iter().map(|child| user(child.id())).collect();
    if rustix::process::geteuid().is_root() {
        assert!(users[0] != users[1] && !users.contains(&0), "{users:?}");
    } else {
        assert_eq!(users, [rustix::process::geteuid().as_raw(); 2]);
    }
}

fn orphans_are_killed(sandbox: &Sandbox) {
    let mark = marker();
    let many = policy(|policy| policy.processes = Processes::Allow(16));
    let exit = run_detached(sandbox, &attack("orphans").arg(&mark).policy(many));
    assert_eq!(exit, Status::Code(0));
    assert_nothing_left(&mark);
}

/// Runs a program without pipes, which its orphans would keep open.
fn run_detached(sandbox: &Sandbox, command: &Command) -> Status {
    sandbox.spawn(command, joute_sandbox::Streams::new()).unwrap().wait().unwrap().status
}

fn a_thread_bomb_is_bounded(sandbox: &Sandbox) {
    let seen = run(sandbox, &attack("threads"));
    assert!(tasks(sandbox, 8, 64).contains(&seen.number()), "{seen:?}");
}

fn huge_memory_is_refused(sandbox: &Sandbox) {
    run(sandbox, &attack("memory")).assert_all_denied(5);
}

fn memory_is_bounded(sandbox: &Sandbox) {
    let seen = run(sandbox, &attack("eat-memory").policy(policy(|policy| policy.limits.memory = 64 << 20)));
    assert!((32..=64).contains(&seen.number()), "{seen:?}");
    assert!(seen.exit.peak_memory < 80 << 20, "{seen:?}");
}

fn foreign_files_are_out_of_reach(sandbox: &Sandbox) {
    let folder = open_folder();
    let secret = folder.path().join("secret");
    write_readable(&secret, "the secret\n");
    run(sandbox, &attack("files").arg(&secret)).assert_all_denied(13);
    let shown = run(sandbox, &attack("read").file(&secret));
    assert_eq!(shown.stdout, "the secret\n");
}

fn nothing_can_be_written_outside(sandbox: &Sandbox) {
    let folder = open_folder();
    fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
    let own = folder.path().join("own");
    write_readable(&own, "mine\n");
    fs::set_permissions(&own, std::os::unix::fs::PermissionsExt::from_mode(0o666)).unwrap();
    let before = fs::metadata(&own).unwrap();
    run(sandbox, &attack("write").arg(folder.path())).assert_all_denied(24);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let after = fs::metadata(&own).unwrap();
    assert_eq!(after.permissions(), before.permissions());
    assert_eq!((after.len(), after.modified().unwrap()), (before.len(), before.modified().unwrap()));
}

/// What no limit of the system counts is told to whoever watches.
fn page_tables_are_seen(sandbox: &Sandbox) {
    let (mut child, line) = start(sandbox, &attack("page-tables"));
    assert_eq!(line, "grown\n");
    let held = child.memory().unwrap();
    assert!(held.page_tables >= 256 << 20, "{held:?}");
    assert!(held.resident < 64 << 20, "{held:?}");
    child.kill().unwrap();
    assert_eq!(child.memory().unwrap().total(), 0);
}

fn a_paused_program_uses_no_time(sandbox: &Sandbox) {
    let many = policy(|policy| policy.processes = Processes::Allow(8));
    for command in [attack("loop"), attack("loop").policy(many)] {
        let (mut child, line) = start(sandbox, &command);
        assert_eq!(line, "looping\n");
        child.pause().unwrap();
        let state = || fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        until("the pause", || state().contains(") T "));
        let stopped = child.cpu_time().unwrap();
        std::thread::sleep(Duration::from_millis(30));
        assert_eq!(child.cpu_time().unwrap(), stopped);
        child.resume().unwrap();
        until("the program to go on", || child.cpu_time().unwrap() != stopped);
        child.kill().unwrap();
        child.pause().unwrap();
    }
}

fn nobody_is_reached_through_a_shared_file(sandbox: &Sandbox) {
    let folder = open_folder();
    let shared = folder.path().join("book");
    write_readable(&shared, "named by both players");
    run(sandbox, &attack("shared-files").file(&shared)).assert_all_denied(8);
    // Where there is a root of its own, a program has a copy of what is its own, large files apart.
    let [small, large] = ["small", "large"].map(|name| folder.path().join(name));
    write_readable(&small, "");
    write_readable(&large, "");
    File::options().write(true).open(&large).unwrap().set_len(20 << 20).unwrap();
    let has_root = sandbox.layers().mount_namespace && !sandbox.layers().bubblewrap;
    for (file, is_copied) in [(small, has_root), (large, false)] {
        let running: Vec<_> = (0..2).map(|_| start(sandbox, &attack("inode").file(&file))).collect();
        assert_eq!(running[0].1 != running[1].1, is_copied, "{} {}", running[0].1, running[1].1);
    }
}

fn the_scratch_folder_is_there_and_goes(sandbox: &Sandbox) {
    let seen = run(sandbox, &attack("scratch"));
    let lines: Vec<&str> = seen.stdout.lines().collect();
    assert_eq!((lines.len(), lines[0]), (2, "written"), "{seen:?}");
    assert!(!std::path::Path::new(lines[1]).exists(), "{seen:?}");
}

fn one_big_file_is_bounded(sandbox: &Sandbox) {
    let seen = run(sandbox, &attack("fill-one"));
    assert!(seen.number() <= 64 << 20, "{seen:?}");
    let small = policy(|policy| policy.limits.file_size = 1 << 20);
    assert_eq!(status(sandbox, &attack("fill-signal").policy(small)), Status::Signal(25));
}

fn many_files_are_bounded(sandbox: &Sandbox) {
    let mark = marker();
    let (mut child, line) = start(sandbox, &attack("fill-many").arg(&mark));
    if sandbox.layers().mount_namespace {
        assert!(line.trim().parse::<u64>().unwrap() <= 64 << 20, "{line}");
        assert_eq!(child.kill().unwrap().status, Status::Signal(9));
    } else {
        // The launcher measures the folder and ends who overfills it.
        let exit = child.wait_timeout(common::PATIENCE).unwrap().expect("it should have been ended");
        assert_eq!(exit.status, Status::Signal(9));
    }
    assert_nothing_left(&mark);
}

fn there_is_no_network(sandbox: &Sandbox) {
    let folder = open_folder();
    let path = folder.path().join("socket");
    let name = marker();
    let _named = UnixListener::bind(&path).unwrap();
    fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
    let _hidden = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    run(sandbox, &attack("network").arg(&path).arg(&name)).assert_all_denied(14);
}

fn the_referee_is_out_of_reach(sandbox: &Sandbox) {
    run(sandbox, &attack("referee").arg(process::id().to_string())).assert_all_denied(19);
}

fn no_other_program_can_be_executed(sandbox: &Sandbox) {
    run(sandbox, &attack("exec")).assert_all_denied(6);
    // With other programs and processes allowed, some of this works: the attack can succeed.
    let any = policy(|policy| {
        policy.execs = Execs::Any;
        policy.processes = Processes::Allow(64);
    });
    let seen = run(sandbox, &attack("exec").policy(any));
    assert!(seen.stdout.contains("exec DONE"), "{seen:?}");
}

fn the_kernel_offers_nothing_more(sandbox: &Sandbox) {
    run(sandbox, &attack("kernel")).assert_all_denied(26);
}

fn only_given_descriptors_are_open(sandbox: &Sandbox) {
    // A descriptor that this process would leak to any program it starts.
    let leaky = rustix::io::dup(fs::File::open("/dev/null").unwrap()).unwrap();
    let seen = run(sandbox, &attack("descriptors"));
    assert_eq!(seen.stdout.trim(), "0 1 2", "{leaky:?}");
    let seen = run(sandbox, &attack("write-everywhere"));
    assert_eq!((seen.stdout.as_str(), seen.stderr.as_str()), ("noise\n", "noise\n"));
}

fn closing_descriptors_is_harmless(sandbox: &Sandbox) {
    let mark = marker();
    let (mut child, line) = start(sandbox, &attack("close").arg(&mark));
    assert_eq!(line, "", "the end of the pipe is seen");
    assert_eq!(child.try_wait().unwrap(), None);
    assert_eq!(child.kill().unwrap().status, Status::Signal(9));
    assert_nothing_left(&mark);
}

fn blocking_signals_does_not_help(sandbox: &Sandbox) {
    let mark = marker();
    let (mut child, _) = start(sandbox, &attack("block-signals").arg(&mark));
    assert_eq!(child.kill().unwrap().status, Status::Signal(9));
    assert_nothing_left(&mark);
}

fn processor_time_is_bounded(sandbox: &Sandbox) {
    let short = policy(|policy| policy.limits.cpu = Some(Duration::from_secs(1)));
    assert_eq!(status(sandbox, &attack("loop").policy(short.clone())), Status::Signal(24));
    // Who ignores the warning is killed a second later.
    assert_eq!(status(sandbox, &attack("block-signals").policy(short)), Status::Signal(9));
}

fn the_environment_tells_nothing(sandbox: &Sandbox) {
    let command = Command::new("python3").arg("-c").arg("import os; print(sorted(os.environ))").env("SEAT", "1");
    let seen = run(sandbox, &command);
    // Python itself may set LC_CTYPE.
    let seen = seen.stdout.replace("'LC_CTYPE', ", "");
    assert_eq!(seen.trim(), "['GCOV_PREFIX', 'HOME', 'LANG', 'PATH', 'SEAT', 'TMPDIR']");
}

fn python_ends_as_python_does(sandbox: &Sandbox) {
    let seen = run(sandbox, &hostile_python().arg("exception"));
    assert_eq!(seen.exit.status, Status::Code(1));
    assert!(seen.stderr.contains("ValueError: a bug"), "{seen:?}");
    assert_eq!(status(sandbox, &hostile_python().arg("exit")), Status::Code(3));
    let seen = run(sandbox, &hostile_python().arg("recurse"));
    assert!(seen.stderr.contains("RecursionError"), "{seen:?}");
    let (mut child, _) = start(sandbox, &hostile_python().arg("loop"));
    assert_eq!(child.kill().unwrap().status, Status::Signal(9));
}

fn python_attacks_are_refused(sandbox: &Sandbox) {
    let folder = open_folder();
    let secret = folder.path().join("secret");
    write_readable(&secret, "the secret\n");
    let command = hostile_python().arg("all").arg(&secret).arg(process::id().to_string());
    run(sandbox, &command).assert_all_denied(12);
}

fn a_python_thread_bomb_is_bounded(sandbox: &Sandbox) {
    let seen = run(sandbox, &hostile_python().arg("threads"));
    assert!(tasks(sandbox, 4, 64).contains(&seen.number()), "{seen:?}");
}

/// Everything again as a user without privileges: this very program, copied to where that user can reach it.
#[test]
fn everything_again_as_an_ordinary_user() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let folder = open_folder();
    let [tests, launcher] = ["tests", "launcher"].map(|name| folder.path().join(name));
    fs::copy(std::env::current_exe().unwrap(), &tests).unwrap();
    fs::copy(env!("CARGO_BIN_EXE_joute-sandbox-exec"), &launcher).unwrap();
    let output = process::Command::new(&tests)
        .env(common::LAUNCHER, &launcher)
        .env(common::HOSTILE, common::hostile_folder())
        .env("HOME", "/nonexistent")
        .uid(ORDINARY)
        .gid(ORDINARY)
        .current_dir("/")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains(&format!(" {} passed", 2 * CASES.len() + 2)), "{text}");
}

/// A user that no system has by default.
const ORDINARY: u32 = 47_110;

/// Every case through bubblewrap, one after the other: it is slower, and the kernel does the same things.
#[test]
fn bubblewrap_does_as_well() {
    let sandbox = match Sandbox::with_backend(&common::launcher(), Backend::Bubblewrap) {
        Ok(sandbox) => sandbox,
        Err(error) => return assert!(!common::has_bubblewrap(), "{error}"),
    };
    for (name, case) in CASES {
        println!("{name}");
        case(&sandbox);
    }
}
