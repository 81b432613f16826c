//! What a ladder needs beside the games: whoever watches its file and its folder of submissions, and whoever writes down how
//! it stands.

mod authors;
mod examiner;
mod keeper;
mod pages;
mod watcher;
mod whole;

pub(super) use keeper::Keeper;
pub(super) use watcher::Watcher;
pub(super) use whole::{is_whole, listed};

/// The folder beside the submissions of a team in which its authors find what became of them.
const LOGS: &str = "joute-log";
