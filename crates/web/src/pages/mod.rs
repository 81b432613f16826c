//! The pages, one file each.

pub(crate) mod analyse;
pub(crate) mod archive;
pub(crate) mod class;
pub(crate) mod contestant;
pub(crate) mod editor;
pub(crate) mod export;
pub(crate) mod home;
pub(crate) mod layout;
pub(crate) mod learn;
pub(crate) mod new_tournament;
pub(crate) mod play;
pub(crate) mod puzzles;
pub(crate) mod replay;
pub(crate) mod seat;
pub(crate) mod tournaments;
pub(crate) mod watch;
pub(crate) mod workers;
