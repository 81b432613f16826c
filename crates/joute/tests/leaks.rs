//! A thousand games of bad players in one process leave nothing behind: no descriptor, memory, process or file.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod common;

use std::fs;
use std::time::Duration;

use common::{Hall, Walls, marker, processes_with};
use joute_testkit::programs::Language;

const GAMES: usize = 1000;
/// Until then caches fill and the allocator finds its size.
const WARM_UP: usize = 100;
/// Far less than what a leak of some bytes of each log would come to.
const MOST_GROWTH: u64 = 4 << 20;

/// Cheap wrongs, of every kind of end; now and then a costly one is played instead.
const MODES: &[&str] =
    &["exit", "segfault", "illegal", "abort", "bare", "huge", "exit-early", "binary", "twice", "ready-spam", "resign"];
const COSTLY: &[(&str, &str)] = &[
    ("sleep", "move_time=30ms"),
    ("flood-stdout", "move_time=20s"),
    ("no-newline", "move_time=30ms"),
    ("flood-stderr", "move_time=20s"),
    ("child", "move_time=20s"),
    ("mute", "load=30ms"),
    ("close-output", "move_time=20s"),
    ("endless-line", "move_time=20s"),
];

#[test]
fn a_thousand_bad_games_leak_nothing() {
    let halls = [Hall::new(Walls::Sandbox), Hall::new(Walls::None)];
    let marker = marker();
    let mut before = None;
    for number in 0..GAMES {
        if number == WARM_UP {
            before = Some(Held::now());
        }
        play(&halls[number % 2], number, &marker);
    }
    let (before, after) = (before.unwrap(), Held::now());
    println!("before {before:?}\nafter  {after:?}");
    assert_eq!(after.descriptors, before.descriptors);
    assert!(after.memory < before.memory + MOST_GROWTH, "{before:?} {after:?}");
    assert_eq!(after.children, Vec::<String>::new());
    assert_eq!(after.scratch, Vec::<String>::new());
    assert_eq!(processes_with(&marker), Vec::<String>::new());
}

fn play(hall: &Hall, number: usize, marker: &str) {
    let language = if number % 20 < 2 { Language::Python } else { Language::C };
    let (mode, rules) = match number % 25 {
        24 => COSTLY[number / 25 % COSTLY.len()],
        _ => (MODES[number % MODES.len()], "move_time=20s"),
    };
    let bad = hall.programs.bad(language, &format!("{mode} --at 1 {marker}"));
    let seats = if (number / 2).is_multiple_of(2) { [bad.as_str(), "greedy"] } else { ["greedy", bad.as_str()] };
    hall.play(seats, "seven-colours", "size=6,colours=4,seed=1", rules);
}

/// What this process holds.
#[derive(Debug)]
struct Held {
    descriptors: usize,
    memory: u64,
    children: Vec<String>,
    scratch: Vec<String>,
}

impl Held {
    fn now() -> Held {
        // The allocator may give memory back a moment later, never take more.
        std::thread::sleep(Duration::from_millis(50));
        Held {
            descriptors: fs::read_dir("/proc/self/fd").unwrap().count(),
            memory: resident(),
            children: children(),
            scratch: scratch_folders(),
        }
    }
}

fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

/// Processes whose parent is this one, zombies included.
fn children() -> Vec<String> {
    let parent = format!("PPid:\t{}\n", std::process::id());
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let statuses = entries.filter_map(|entry| fs::read_to_string(entry.path().join("status")).ok());
    statuses.filter(|status| status.contains(&parent)).collect()
}

fn scratch_folders() -> Vec<String> {
    let prefix = format!("joute-scratch-{}-", std::process::id());
    let names = fs::read_dir(std::env::temp_dir()).unwrap().flatten().map(|entry| entry.file_name());
    names.map(|name| name.to_string_lossy().into_owned()).filter(|name| name.starts_with(&prefix)).collect()
}
