//! Runs somebody else's program with nothing but its pipes, a scratch folder and its limits.
//!
//! A [`Sandbox`] finds out once what this machine offers ([`Layers`]) and then starts [`Command`]s in it. Each start
//! goes through a small launcher (`joute-sandbox-exec`, or a hidden subcommand of the caller that calls
//! [`launcher_main`]): a single-threaded process of ours that confines itself completely before the first
//! instruction of foreign code runs. The launcher stays as a sleeping supervisor and is not on the way of the pipes,
//! so a conversation with the program costs what it costs without a sandbox.
//!
//! What a program in the sandbox finds, on a system with all layers:
//! - a root of its own: the system's programs and libraries read-only, the files its command names, `/dev/null` and
//!   the random devices, a `/proc` of its own processes, and an empty `/scratch` of limited size;
//! - no other process to signal or trace, no network of any kind, no capability, no way to gain one;
//! - one process with some threads, or a limited number of processes when the [`Policy`] says so;
//! - its own program and nothing else to execute, unless the policy says so.
//!
//! ```no_run
//! use joute_sandbox::{Command, Launcher, Sandbox, Streams};
//! use std::io::{Read, pipe};
//!
//! let sandbox = Sandbox::probe(&Launcher::beside_this_program()?)?;
//! sandbox.require_minimum()?;
//! let (mut answer, stdout) = pipe()?;
//! let mut child = sandbox.spawn(&Command::new("/usr/bin/python3").arg("-V"), Streams::new().stdout(stdout))?;
//! let mut text = String::new();
//! answer.read_to_string(&mut text)?;
//! let exit = child.wait()?;
//! println!("{text} {exit}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything that only Linux has is in one private module; elsewhere [`Sandbox::probe`] says that there is none.
#![cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only a system with a sandbox uses all of it"))]

mod command;
mod error;
mod exit;
mod launcher;
mod layers;
#[cfg(target_os = "linux")]
mod linux;
mod memory;
#[cfg(not(target_os = "linux"))]
mod other;
mod policy;
mod sandbox;
mod streams;

#[cfg(target_os = "linux")]
use linux as platform;
#[cfg(not(target_os = "linux"))]
use other as platform;

pub use command::Command;
pub use error::{Refusal, SpawnError, Step};
pub use exit::{Exit, Status};
pub use launcher::{Launcher, launcher_main};
pub use layers::Layers;
pub use memory::MemoryUse;
pub use policy::{Execs, Limits, MemoryKind, Policy, Processes};
pub use sandbox::{Backend, Child, Remote, Sandbox, Waits};
pub use streams::{Stream, Streams};
