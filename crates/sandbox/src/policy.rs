//! What a program may use: limits as plain numbers, with defaults that suit a student's player.

use std::path::PathBuf;
use std::time::Duration;

const MIB: u64 = 1 << 20;

/// How many processes a program may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processes {
    /// One process, with up to [`Limits::threads`] threads. Creating another process fails.
    Deny,
    /// Up to this many processes; threads count too. Each has the limits of [`Limits`] for itself.
    Allow(u32),
}

/// Which programs may be executed after the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Execs {
    /// None: `execve` fails from the program's first instruction on.
    Once,
    /// Every program the sandbox shows, for wrapper scripts.
    Any,
}

/// What a limit on memory counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryKind {
    /// What is allocated: the system refuses more.
    Allocated,
    /// What is in use. The system refuses nothing, as sanitizers need it, which reserve all there is: whoever runs the
    /// program looks at [`Remote::memory`](crate::Remote::memory).
    Resident,
}

/// Limits on what a program uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of private writable memory, for each process: heap, globals and thread stacks. What a runtime only reserves
    /// does not count.
    pub memory: u64,
    /// What of it counts.
    pub memory_kind: MemoryKind,
    /// Bytes of the main thread's stack, and the usual size of another thread's.
    pub stack: u64,
    /// Threads of a program of one process; with [`Processes::Allow`] that number counts.
    pub threads: u32,
    /// Open files, for each process.
    pub open_files: u32,
    /// Bytes of the largest file the program may write, its standard streams included when they are files.
    pub file_size: u64,
    /// Bytes of the scratch folder.
    pub scratch: u64,
    /// Processor time after which the program is killed, for each process: a backstop behind the referee's clock.
    pub cpu: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 1024 * MIB,
            memory_kind: MemoryKind::Allocated,
            stack: 64 * MIB,
            threads: 64,
            open_files: 64,
            file_size: 64 * MIB,
            scratch: 64 * MIB,
            cpu: None,
        }
    }
}

impl Limits {
    /// Bytes of [`MemoryUse`](crate::MemoryUse) beyond which a program holds more than it may: where the system counts what
    /// it allocates, what it counts otherwise or not at all is added.
    #[must_use]
    pub fn most_held(&self) -> u64 {
        match self.memory_kind {
            MemoryKind::Allocated => self.memory.saturating_add(self.stack).saturating_add(16 * MIB),
            MemoryKind::Resident => self.memory,
        }
    }
}

/// Everything that a command may do beyond computing and talking over its pipes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The limits.
    pub limits: Limits,
    /// Whether there may be child processes.
    pub processes: Processes,
    /// Whether there may be other programs.
    pub execs: Execs,
    /// Files and folders to show read-only besides the system's and those the command names, at their own path:
    /// the folder of an interpreter that does not live in `/usr`, for one.
    pub read_only: Vec<PathBuf>,
}

impl Default for Policy {
    fn default() -> Self {
        Self { limits: Limits::default(), processes: Processes::Deny, execs: Execs::Once, read_only: Vec::new() }
    }
}
