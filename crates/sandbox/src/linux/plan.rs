//! Everything the launcher has to know, as words of its command line: readable in a process list, with no limit of its
//! own and no foreign bytes to parse but paths.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::time::Duration;

use super::identity::NOBODY;
use crate::{Execs, Limits, MemoryKind, Processes};

/// Where the namespaces come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Namespaces {
    /// The launcher makes them.
    Direct,
    /// The launcher was started inside those of bubblewrap.
    Bubblewrap,
    /// There are none.
    None,
}

/// The layers to apply. The launcher applies all of them or fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Recipe {
    /// Where the namespaces come from.
    pub(super) namespaces: Namespaces,
    /// Whether a user namespace is among those the launcher makes.
    pub(super) user: bool,
    /// Whether the program runs as a user that owns nothing; takes root.
    pub(super) nobody: bool,
    /// Whether to mount a fresh `/proc`.
    pub(super) proc: bool,
    /// The version of landlock, 0 for none.
    pub(super) landlock: u32,
    /// Whether to filter system calls.
    pub(super) seccomp: bool,
    /// Whether a gate lets exactly one `execve` through.
    pub(super) gate: bool,
    /// Whether to limit the number of processes.
    pub(super) count: bool,
}

/// A start in all its details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) recipe: Recipe,
    pub(super) limits: Limits,
    pub(super) processes: Processes,
    pub(super) execs: Execs,
    /// The scratch folder as the program sees it; made beforehand where there is no mount namespace.
    pub(super) scratch: PathBuf,
    /// The folder that the program is started in, where it is not the scratch folder.
    pub(super) working: Option<PathBuf>,
    /// Files and folders to show, with all links resolved.
    pub(super) visible: Vec<PathBuf>,
    /// Those of them that are the program's own, of which it gets copies where they are small.
    pub(super) own: Vec<PathBuf>,
    /// Links to make in the program's root: where, and to what.
    pub(super) links: Vec<(PathBuf, PathBuf)>,
    /// Files the program must be able to read.
    pub(super) readable: Vec<PathBuf>,
    /// Files that may be executed: the program and its loader.
    pub(super) executable: Vec<PathBuf>,
    /// The user it becomes where the caller may choose: its own, or one that owns nothing.
    pub(super) owner: u32,
    /// The control group it joins, where it has one of its own.
    pub(super) cgroup: Option<PathBuf>,
    /// The program's environment, as `NAME=value`.
    pub(super) env: Vec<OsString>,
    /// The program to execute and its arguments with its name first; `None` to confine and then stop.
    pub(super) program: Option<(PathBuf, Vec<OsString>)>,
}

impl Plan {
    /// Tasks that the program may have: processes, each with a thread, or threads of one process.
    pub(super) fn tasks(&self) -> u32 {
        match self.processes {
            Processes::Deny => self.limits.threads,
            Processes::Allow(count) => count,
        }
    }

    /// The plan as words.
    pub(super) fn to_words(&self) -> Vec<OsString> {
        let Recipe { namespaces, user, nobody, proc, landlock, seccomp, gate, count } = self.recipe;
        let namespaces = match namespaces {
            Namespaces::Direct => "direct",
            Namespaces::Bubblewrap => "bubblewrap",
            Namespaces::None => "none",
        };
        let processes = match self.processes {
            Processes::Deny => 0,
            Processes::Allow(count) => count,
        };
        let limits = &self.limits;
        let mut words: Vec<OsString> = vec![format!("namespaces={namespaces}").into()];
        let mut number = |name: &str, value: u64| words.push(format!("{name}={value}").into());
        number("user", user.into());
        number("nobody", nobody.into());
        number("proc", proc.into());
        number("landlock", landlock.into());
        number("seccomp", seccomp.into());
        number("gate", gate.into());
        number("count", count.into());
        number("owner", self.owner.into());
        number("processes", processes.into());
        number("execs", (self.execs == Execs::Any).into());
        number("memory", limits.memory);
        number("resident", (limits.memory_kind == MemoryKind::Resident).into());
        number("stack", limits.stack);
        number("threads", limits.threads.into());
        number("open-files", limits.open_files.into());
        number("file-size", limits.file_size);
        number("scratch-size", limits.scratch);
        if let Some(cpu) = limits.cpu {
            number("cpu", cpu.as_secs());
        }
        words.push(word("scratch", self.scratch.as_os_str()));
        words.extend(self.working.iter().map(|path| word("working", path.as_os_str())));
        words.extend(self.cgroup.iter().map(|path| word("cgroup", path.as_os_str())));
        words.extend(self.visible.iter().map(|path| word("visible", path.as_os_str())));
        words.extend(self.own.iter().map(|path| word("own", path.as_os_str())));
        for (link, target) in &self.links {
            words.push(word("link", link.as_os_str()));
            words.push(word("target", target.as_os_str()));
        }
        words.extend(self.readable.iter().map(|path| word("readable", path.as_os_str())));
        words.extend(self.executable.iter().map(|path| word("executable", path.as_os_str())));
        words.extend(self.env.iter().map(|variable| word("env", variable)));
        if let Some((program, args)) = &self.program {
            words.push("--".into());
            words.push(program.into());
            words.extend(args.iter().cloned());
        }
        words
    }

    /// The plan that became these words, or the word that is none of a plan's.
    pub(super) fn from_words(words: Vec<OsString>) -> Result<Self, OsString> {
        let mut plan = Self::empty();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            if word == "--" {
                let program = words.next().ok_or(word)?;
                plan.program = Some((program.into(), words.collect()));
                break;
            }
            plan.take(&word).ok_or(word)?;
        }
        Ok(plan)
    }

    /// A plan of which nothing is known yet: it confines nothing, so that a forgotten word shows.
    pub(super) fn empty() -> Self {
        Self {
            recipe: Recipe {
                namespaces: Namespaces::None,
                user: false,
                nobody: false,
                proc: false,
                landlock: 0,
                seccomp: false,
                gate: false,
                count: false,
            },
            limits: Limits::default(),
            processes: Processes::Deny,
            execs: Execs::Once,
            scratch: PathBuf::new(),
            working: None,
            visible: Vec::new(),
            own: Vec::new(),
            links: Vec::new(),
            readable: Vec::new(),
            executable: Vec::new(),
            owner: NOBODY,
            cgroup: None,
            env: Vec::new(),
            program: None,
        }
    }

    fn take(&mut self, word: &OsStr) -> Option<()> {
        let bytes = word.as_bytes();
        let equals = bytes.iter().position(|&byte| byte == b'=')?;
        let name = str::from_utf8(&bytes[..equals]).ok()?;
        let value = OsString::from_vec(bytes[equals + 1..].to_vec());
        match name {
            "namespaces" => {
                self.recipe.namespaces = match value.to_str()? {
                    "direct" => Namespaces::Direct,
                    "bubblewrap" => Namespaces::Bubblewrap,
                    "none" => Namespaces::None,
                    _ => return None,
                }
            }
            "scratch" => self.scratch = value.into(),
            "working" => self.working = Some(value.into()),
            "cgroup" => self.cgroup = Some(value.into()),
            "visible" => self.visible.push(value.into()),
            "own" => self.own.push(value.into()),
            "link" => self.links.push((value.into(), PathBuf::new())),
            "target" => self.links.last_mut()?.1 = value.into(),
            "readable" => self.readable.push(value.into()),
            "executable" => self.executable.push(value.into()),
            "env" => self.env.push(value),
            _ => self.take_number(name, value.to_str()?.parse().ok()?)?,
        }
        Some(())
    }

    fn take_number(&mut self, name: &str, value: u64) -> Option<()> {
        let Self { recipe, limits, owner, .. } = self;
        let small = u32::try_from(value);
        match name {
            "user" => recipe.user = value != 0,
            "nobody" => recipe.nobody = value != 0,
            "proc" => recipe.proc = value != 0,
            "landlock" => recipe.landlock = small.ok()?,
            "seccomp" => recipe.seccomp = value != 0,
            "gate" => recipe.gate = value != 0,
            "count" => recipe.count = value != 0,
            "owner" => *owner = small.ok()?,
            "processes" if value == 0 => self.processes = Processes::Deny,
            "processes" => self.processes = Processes::Allow(small.ok()?),
            "execs" => self.execs = if value == 0 { Execs::Once } else { Execs::Any },
            "memory" => limits.memory = value,
            "resident" if value == 0 => limits.memory_kind = MemoryKind::Allocated,
            "resident" => limits.memory_kind = MemoryKind::Resident,
            "stack" => limits.stack = value,
            "threads" => limits.threads = small.ok()?,
            "open-files" => limits.open_files = small.ok()?,
            "file-size" => limits.file_size = value,
            "scratch-size" => limits.scratch = value,
            "cpu" => limits.cpu = Some(Duration::from_secs(value)),
            _ => return None,
        }
        Some(())
    }
}

fn word(name: &str, value: &OsStr) -> OsString {
    let mut word = OsString::from(format!("{name}="));
    word.push(value);
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Plan {
        Plan {
            recipe: Recipe {
                namespaces: Namespaces::Direct,
                user: true,
                nobody: true,
                proc: true,
                landlock: 7,
                seccomp: true,
                gate: true,
                count: true,
            },
            limits: Limits {
                memory: 5,
                memory_kind: MemoryKind::Resident,
                threads: 9,
                cpu: Some(Duration::from_secs(3)),
                ..Limits::default()
            },
            processes: Processes::Allow(4),
            execs: Execs::Any,
            scratch: "/scratch".into(),
            working: Some("/data".into()),
            visible: vec!["/usr".into(), OsString::from_vec(vec![b'/', 0xff]).into()],
            own: vec!["/players/bot.py".into()],
            links: vec![("/bin".into(), "usr/bin".into())],
            readable: vec!["/a=b".into()],
            executable: vec!["/usr/bin/python3.11".into()],
            owner: 1_900_000_000,
            cgroup: Some("/sys/fs/cgroup/joute-1-2".into()),
            env: vec!["A=b=c".into()],
            program: Some(("/usr/bin/python3".into(), vec!["python3".into(), "--".into(), "x=y".into()])),
        }
    }

    #[test]
    fn a_plan_survives_the_command_line() {
        assert_eq!(Plan::from_words(sample().to_words()), Ok(sample()));
        let idle = Plan { program: None, ..sample() };
        assert_eq!(Plan::from_words(idle.to_words()), Ok(idle));
    }

    #[test]
    fn unknown_words_are_refused() {
        for bad in ["colour=1", "user=yes", "user", "namespaces=some", "--", "target=/x"] {
            assert_eq!(Plan::from_words(vec![bad.into()]), Err(bad.into()));
        }
    }
}
