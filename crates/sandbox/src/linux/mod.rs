//! The sandbox on Linux: everything in the crate that no other system has.

mod bubblewrap;
mod calls;
mod cgroup;
mod child;
mod confine;
mod control;
mod cpu;
mod failure;
mod family;
mod filter;
mod identity;
mod launcher;
mod limits;
mod memory;
mod namespaces;
mod own_files;
mod owner;
mod plan;
mod program;
mod remote;
mod root;
mod rules;
mod sandbox;
mod scratch;
#[expect(unsafe_code, reason = "system calls without a safe wrapper; each block says why it is sound")]
mod sys;
mod tasks;
mod visible;
mod waits;

pub(crate) use child::Child;
pub(crate) use launcher::launcher_main;
pub(crate) use remote::Remote;
pub(crate) use sandbox::Sandbox;
pub(crate) use waits::Waits;
