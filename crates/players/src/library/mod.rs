//! Shared libraries as players: what a file is, the host that loads it, and what the host says about it.

pub(crate) mod elf;
mod file;
mod host;
mod kind;
mod news;

pub use file::LibraryError;
pub use host::LibraryHost;

pub(crate) use kind::LibraryKind;
pub(crate) use news::HostNews;
