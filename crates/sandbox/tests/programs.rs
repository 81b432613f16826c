//! Programs that behave: their descriptors, files, times and ends as the caller sees them.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod common;

use std::fs::{self, Permissions};
use std::io::{Read, Write, pipe};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::time::{Duration, Instant};

use common::{
    attack, hostile_python, launcher, marker, open_folder, policy, processes_with, run, sandbox, start, write_readable,
};
use joute_sandbox::{Backend, Command, Execs, Launcher, Processes, Sandbox, SpawnError, Status, Step, Streams};

const BACKENDS: [Backend; 3] = [Backend::Best, Backend::WithoutNamespaces, Backend::Off];

#[test]
fn the_protocol_may_have_descriptors_of_its_own() {
    for backend in BACKENDS {
        let (theirs, mut to) = pipe().unwrap();
        let (mut from, ours) = pipe().unwrap();
        let streams = Streams::new().extra(theirs).extra(ours);
        let mut child = sandbox(backend).spawn(&attack("echo"), streams).unwrap();
        for line in ["first\n", "second\n"] {
            to.write_all(line.as_bytes()).unwrap();
            let mut answer = vec![0; line.len()];
            from.read_exact(&mut answer).unwrap();
            assert_eq!(answer, line.as_bytes());
        }
        drop(to);
        assert_eq!(child.wait().unwrap().status, Status::Code(0));
        assert_eq!(from.read(&mut [0]).unwrap(), 0, "no other process holds the pipe");
    }
}

#[test]
fn scripts_run_through_env_with_one_execve() {
    let folder = open_folder();
    let script = folder.path().join("player");
    fs::write(&script, "#!/usr/bin/env python3\nimport sys\nprint(sys.argv[1:])\n").unwrap();
    fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
    for backend in BACKENDS {
        let seen = run(&sandbox(backend), &Command::new(&script).arg("a").arg("b c"));
        assert_eq!(seen.stdout, "['a', 'b c']\n", "{seen:?}");
    }
}

#[test]
fn children_and_other_programs_work_when_allowed() {
    let allowed = policy(|policy| {
        policy.processes = Processes::Allow(32);
        policy.execs = Execs::Any;
    });
    for backend in BACKENDS {
        let seen = run(&sandbox(backend), &hostile_python().arg("child").policy(allowed.clone()));
        assert_eq!(seen.stdout, "from a child\n", "{seen:?}");
    }
}

#[test]
fn the_time_of_children_counts() {
    for backend in BACKENDS {
        let many = policy(|policy| policy.processes = Processes::Allow(32));
        let (mut child, _) = start(&sandbox(backend), &attack("child-time").policy(many));
        let end = Instant::now() + common::PATIENCE;
        while child.cpu_time().unwrap() < Duration::from_millis(60) {
            assert!(Instant::now() < end, "the child's time is not counted");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_file_is_found_under_the_name_it_was_given() {
    let folder = open_folder();
    write_readable(&folder.path().join("real.txt"), "text\n");
    symlink("real.txt", folder.path().join("link.txt")).unwrap();
    for backend in BACKENDS {
        let seen = run(&sandbox(backend), &attack("read").file(folder.path().join("link.txt")));
        assert_eq!(seen.stdout, "text\n", "{seen:?}");
    }
}

#[test]
fn a_missing_program_or_file_is_told_before_anything_runs() {
    let sandbox = sandbox(Backend::Best);
    let error = sandbox.spawn(&Command::new("/no/such/player"), Streams::new()).unwrap_err();
    assert!(matches!(error, SpawnError::NotFound(_)), "{error}");
    let error = sandbox.spawn(&attack("read").file("/no/such/file"), Streams::new()).unwrap_err();
    assert_eq!(error.to_string(), "cannot read /no/such/file");
}

#[test]
fn a_program_that_is_none_is_told() {
    let folder = open_folder();
    let file = folder.path().join("player");
    write_readable(&file, "no program\n");
    for backend in BACKENDS {
        let error = sandbox(backend).spawn(&Command::new(&file), Streams::new()).unwrap_err();
        assert!(matches!(error, SpawnError::Setup { step: Step::Exec, .. }), "{error}");
        assert!(error.to_string().starts_with(&format!("cannot execute {}: ", file.display())), "{error}");
    }
}

#[test]
fn a_file_the_sandbox_user_may_not_read_is_told() {
    let folder = open_folder();
    let file = folder.path().join("weights");
    fs::write(&file, "text\n").unwrap();
    fs::set_permissions(&file, Permissions::from_mode(0o000)).unwrap();
    let error = sandbox(Backend::Best).spawn(&attack("read").file(&file), Streams::new()).unwrap_err();
    assert!(matches!(error, SpawnError::Setup { step: Step::Visible, .. }), "{error}");
    assert!(error.to_string().contains(&file.display().to_string()), "{error}");
}

#[test]
fn a_missing_launcher_is_told() {
    let error = Sandbox::probe(&Launcher::new("/no/such/launcher")).unwrap_err();
    assert_eq!(error.to_string(), "cannot start the sandbox launcher /no/such/launcher");
    let error = Sandbox::probe(&Launcher::new("/bin/true")).unwrap_err();
    assert!(matches!(error, SpawnError::LauncherLost), "{error}");
}

#[test]
fn an_end_is_kept_and_killing_an_ended_program_changes_nothing() {
    let mut child = sandbox(Backend::Best).spawn(&attack("exit"), Streams::new()).unwrap();
    let exit = child.wait().unwrap();
    assert_eq!(exit.status, Status::Code(3));
    assert_eq!(child.kill().unwrap(), exit);
    assert_eq!(child.try_wait().unwrap(), Some(exit));
    assert_eq!(child.cpu_time().unwrap(), exit.cpu);
}

#[test]
fn a_program_dies_with_its_launcher_and_its_caller() {
    for backend in [Backend::Direct, Backend::WithoutNamespaces] {
        let mark = marker();
        let (mut child, _) = start(&sandbox(backend), &attack("sleep").arg(&mark));
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        let parent: i32 = stat.rsplit_once(')').unwrap().1.split_whitespace().nth(1).unwrap().parse().unwrap();
        rustix::process::kill_process(rustix::process::Pid::from_raw(parent).unwrap(), rustix::process::Signal::KILL)
            .unwrap();
        assert_eq!(child.wait().unwrap().status, Status::Lost);
        let end = Instant::now() + common::PATIENCE;
        while !processes_with(&mark).is_empty() {
            assert!(Instant::now() < end, "{:?}", processes_with(&mark));
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_program_outlives_the_thread_that_started_it() {
    let sandbox = sandbox(Backend::Best);
    let (mut child, _) = std::thread::spawn(move || start(&sandbox, &attack("sleep"))).join().unwrap();
    assert_eq!(child.wait_timeout(Duration::from_millis(50)).unwrap(), None);
    assert_eq!(child.kill().unwrap().status, Status::Signal(9));
}

#[test]
fn the_layers_are_told() {
    let sandbox = Sandbox::probe(&launcher()).unwrap();
    assert_eq!(sandbox.require_minimum(), Ok(()));
    let json = serde_json::to_value(sandbox.layers()).unwrap();
    assert_eq!(json["seccomp"], true);
    assert!(sandbox.layers().to_string().contains("seccomp"));
    let off = Sandbox::with_backend(&launcher(), Backend::Off).unwrap();
    assert_eq!(off.layers().to_string(), "sandbox: none");
    assert!(off.require_minimum().is_err());
}
