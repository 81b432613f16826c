//! Resource limits, each set for good: the program cannot raise what it was given.
//!
//! Memory is limited as private writable memory, not as address space: runtimes reserve far more than they use. There
//! must be no limit on address space besides: the kernel does not check the one on private memory when making a
//! reservation writable would break both. The filter refuses the kinds of memory that count as neither.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::failure::{At, Failure};
use super::plan::{Namespaces, Plan};
use super::tasks;
use crate::{MemoryKind, Step};

/// Tasks of the launcher that the kernel counts together with the program's, where both are the same user.
const OURS: u64 = 2;

/// Sets all limits on this process. `uid` is the user the program will be.
pub(super) fn apply(plan: &Plan, uid: u32) -> Result<(), Failure> {
    let limits = &plan.limits;
    let mut wanted = vec![
        (Resource::Stack, limits.stack, "stack"),
        (Resource::Nofile, limits.open_files.into(), "open files"),
        (Resource::Fsize, limits.file_size, "file size"),
        (Resource::Core, 0, "core size"),
        (Resource::Memlock, 64 << 10, "locked memory"),
        (Resource::Msgqueue, 0, "message queues"),
        (Resource::Sigpending, 256, "pending signals"),
        (Resource::Rtprio, 0, "real-time priority"),
    ];
    if limits.memory_kind == MemoryKind::Allocated {
        wanted.push((Resource::Data, limits.memory, "memory"));
    }
    if plan.recipe.count {
        wanted.push((Resource::Nproc, tasks(plan, uid), "processes"));
    }
    for (resource, value, name) in wanted {
        set(resource, value, value).at(Step::Limits, name)?;
    }
    if let Some(cpu) = limits.cpu {
        // The signal that says why first, the one that cannot be ignored a second later.
        let seconds = cpu.as_secs().max(1);
        set(Resource::Cpu, seconds, seconds + 1).at(Step::Limits, "processor time")?;
    }
    Ok(())
}

/// Sets a limit, or leaves a lower one that is already in force.
fn set(resource: Resource, soft: u64, hard: u64) -> io::Result<()> {
    let highest = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    Ok(setrlimit(resource, Rlimit { current: Some(soft.min(highest)), maximum: Some(hard.min(highest)) })?)
}

/// The limit on tasks. In a user namespace of its own the kernel counts this program's alone; elsewhere it counts all
/// of the user's, so those that exist now are added. A user of its own has none.
fn tasks(plan: &Plan, uid: u32) -> u64 {
    let others = match plan.recipe.namespaces {
        Namespaces::Direct if plan.recipe.user && plan.recipe.nobody => 0,
        Namespaces::Direct if plan.recipe.user => OURS,
        _ => tasks::of_others(uid).unwrap_or(OURS),
    };
    u64::from(plan.tasks()) + others
}
