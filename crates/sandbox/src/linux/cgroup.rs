//! A control group for each program, where a group of version 2 with the controllers for memory and processes has been
//! delegated to us: limits for all its processes together, kernel memory included.
//!
//! ```text
//! delegated group            memory and pids switched on for what is beneath
//! ├── joute                  this process, since a group that has groups may have no processes
//! └── joute-PID-N            one program: memory.max, memory.swap.max, memory.oom.group, pids.max
//! ```

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::{Limits, Processes};

/// Names a group that was delegated to us, for systems that do not mark it.
const VARIABLE: &str = "JOUTE_CGROUP";

/// What systemd sets on a group it has handed over.
const DELEGATED: &str = "user.delegate";

/// Our own leaf in the delegated group.
const OWN: &str = "joute";

/// Page cache and the kernel's own needs of a program, on top of what it may allocate and keep in its scratch folder.
const SLACK: u64 = 16 << 20;

/// A delegated group, ready for groups of programs.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    folder: PathBuf,
}

impl Groups {
    /// The delegated group this process is in, if there is one.
    pub(super) fn find() -> Option<Groups> {
        if let Some(folder) = std::env::var_os(VARIABLE) {
            return Groups::at(Path::new(&folder), std::process::id());
        }
        let mount = mount_point(&fs::read_to_string("/proc/self/mountinfo").ok()?)?;
        let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
        let folder = mount.join(own_group(&groups)?.trim_start_matches('/'));
        // A process that found itself in our leaf already belongs to the group above it.
        let folder = if folder.ends_with(OWN) { folder.parent()?.to_owned() } else { folder };
        if !is_delegated(&folder) {
            return None;
        }
        Groups::at(&folder, std::process::id())
    }

    /// Takes a group into use: its processes go into a leaf, and the controllers are switched on.
    fn at(folder: &Path, own: u32) -> Option<Groups> {
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
        let has = |list: &str, name: &str| list.split_whitespace().any(|word| word == name);
        let offered = read("cgroup.controllers");
        if !has(&offered, "memory") || !has(&offered, "pids") {
            return None;
        }
        let on = read("cgroup.subtree_control");
        if !has(&on, "memory") || !has(&on, "pids") {
            let leaf = folder.join(OWN);
            make(&leaf).ok()?;
            let others = read("cgroup.procs");
            let listed = others.lines().map(str::to_owned).chain([own.to_string()]);
            for process in listed {
                // One that has just ended need not move.
                let _ = write(&leaf, "cgroup.procs", &process);
            }
            write(folder, "cgroup.subtree_control", "+memory +pids").ok()?;
        }
        Some(Groups { folder: folder.to_owned() })
    }

    /// A group with these limits, removed when it is dropped.
    pub(super) fn group(&self, limits: &Limits, processes: Processes) -> io::Result<Group> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("joute-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let group = Group { folder: self.folder.join(name) };
        make(&group.folder)?;
        let memory = limits.memory.saturating_add(limits.scratch).saturating_add(SLACK);
        let tasks = match processes {
            Processes::Deny => limits.threads,
            Processes::Allow(count) => count,
        };
        write(&group.folder, "memory.max", &memory.to_string())?;
        write(&group.folder, "memory.oom.group", "1")?;
        write(&group.folder, "pids.max", &tasks.to_string())?;
        // A kernel without swap has no such file.
        let _ = write(&group.folder, "memory.swap.max", "0");
        Ok(group)
    }
}

/// The group of one program.
#[derive(Debug)]
pub(super) struct Group {
    folder: PathBuf,
}

impl Group {
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether the kernel ended the program because its memory was used up.
    pub(super) fn ran_out_of_memory(&self) -> bool {
        let events = fs::read_to_string(self.folder.join("memory.events")).unwrap_or_default();
        let kills = events.lines().filter_map(|line| line.strip_prefix("oom_kill ")?.trim().parse::<u64>().ok());
        kills.sum::<u64>() > 0
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // The kernel's files go with the group; a group that still has a process stays, and is no danger.
        let _ = fs::remove_dir(&self.folder);
    }
}

/// The file through which a process joins a group, opened while the group can still be seen.
pub(super) fn entrance(folder: &Path) -> io::Result<File> {
    File::options().write(true).open(folder.join("cgroup.procs"))
}

fn make(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}

/// Writes to a file of the kernel, which is there or cannot be made.
fn write(folder: &Path, name: &str, value: &str) -> io::Result<()> {
    use std::io::Write;
    File::options().write(true).open(folder.join(name))?.write_all(value.as_bytes())
}

fn is_delegated(folder: &Path) -> bool {
    let mut value = [0; 8];
    matches!(rustix::fs::getxattr(folder, DELEGATED, &mut value), Ok(length) if value[..length] == *b"1")
}

/// The path of this process in the one tree of version 2.
fn own_group(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("0::"))
}

/// Where that tree is mounted: the field before the dash is the place, the one after it the kind.
fn mount_point(text: &str) -> Option<PathBuf> {
    text.lines().find_map(|line| {
        let (mount, kind) = line.split_once(" - ")?;
        kind.starts_with("cgroup2 ").then(|| mount.split(' ').nth(4).map(PathBuf::from))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree of plain files that looks like a group of the kernel.
    fn tree(controllers: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fill(
            folder.path(),
            &[("cgroup.controllers", controllers), ("cgroup.procs", "41\n42\n"), ("cgroup.subtree_control", "")],
        );
        fs::create_dir(folder.path().join(OWN)).unwrap();
        fill(&folder.path().join(OWN), &[("cgroup.procs", "")]);
        folder
    }

    fn fill(folder: &Path, files: &[(&str, &str)]) {
        files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
    }

    #[test]
    fn a_delegated_group_is_taken_into_use() {
        let folder = tree("cpu memory pids");
        Groups::at(folder.path(), 7).unwrap();
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(text("cgroup.subtree_control"), "+memory +pids");
        assert!(!text("joute/cgroup.procs").is_empty(), "its processes have moved");
    }

    #[test]
    fn a_group_without_the_controllers_is_left_alone() {
        let folder = tree("cpu memory");
        assert!(Groups::at(folder.path(), 7).is_none());
        assert_eq!(fs::read_to_string(folder.path().join("cgroup.subtree_control")).unwrap(), "");
    }

    #[test]
    fn limits_are_written_and_the_end_is_read() {
        let folder = tree("memory pids");
        let groups = Groups::at(folder.path(), 7).unwrap();
        let limits = Limits { memory: 100 << 20, scratch: 4 << 20, threads: 9, ..Limits::default() };
        // Plain files are not made by the kernel: the group cannot be used, which is told.
        assert_eq!(groups.group(&limits, Processes::Deny).unwrap_err().kind(), io::ErrorKind::NotFound);
        let group = Group { folder: folder.path().join(OWN) };
        assert!(!group.ran_out_of_memory());
        fill(group.folder(), &[("memory.events", "low 0\noom 3\noom_kill 2\n")]);
        assert!(group.ran_out_of_memory());
        assert!(entrance(group.folder()).is_ok());
    }

    #[test]
    fn the_group_of_this_process_is_found() {
        assert_eq!(own_group("9:name=systemd:/\n0::/user.slice/joute.scope\n"), Some("/user.slice/joute.scope"));
        assert_eq!(own_group("4:memory:/x\n"), None);
        let mounts =
            "29 25 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n30 25 0:27 / /x rw - tmpfs tmpfs rw\n";
        assert_eq!(mount_point(mounts), Some(PathBuf::from("/sys/fs/cgroup")));
        assert_eq!(mount_point("30 25 0:27 / /x rw - cgroup cgroup rw,memory\n"), None);
    }
}
