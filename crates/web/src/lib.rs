//! The arena in the browser: pages to play, watch, replay and analyse on one address.
//!
//! ```text
//! browser ──move──► page handlers ──► Hall ──► Room ──► Sitting (a referee on its own thread)
//!    ▲                                           │
//!    └────── server-sent events ◄── frames ──────┘ every ply is stored before it is shown
//! ```
//!
//! Everything a game needs to go on is in its stored record, so a server that dies loses nothing: when it starts again
//! it seats everybody where they were. tokio lives in this crate alone; games run on ordinary threads.

mod analysis;
mod assets;
mod boards;
mod edit;
mod failure;
mod frame;
mod hall;
mod insight;
mod lessons;
mod pages;
mod picture;
mod review;
mod room;
mod seats;
mod server;
mod strategies;
mod stream;
mod tournaments;
mod visitor;
mod words;

pub use server::{Options, ServeError, Server};
pub use tournaments::{Prepare, Run, ShownTournament};
