//! Shared libraries as players: what a file is, the host that loads it, and what the host says about it.

mod elf;
mod file;
mod host;
mod news;

pub use file::LibraryError;
pub use host::LibraryHost;

pub(crate) use file::{inspect, refusal};
pub(crate) use news::HostNews;
