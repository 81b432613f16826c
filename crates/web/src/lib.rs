//! The arena in the browser: pages to play, watch, replay and analyse on one address.
//!
//! ```text
//! browser ──move──► handlers ──► Room ──► LiveGame (a task with the referee) ──► store
//!    ▲                             │ ▲                                             │
//!    └── server-sent events ◄──────┘ └────── a ply that is stored is shown ◄───────┘
//! ```
//!
//! Everything a game needs to go on is in its stored record, so a server that dies loses nothing: when it starts again
//! it seats everybody where they were. tokio lives in this crate alone. A game that waits for somebody holds no thread, and
//! no handler waits for a disk on the threads that answer requests.

mod analysis;
mod api;
mod assets;
mod boards;
mod card;
mod class;
mod client;
mod dates;
mod edit;
mod failure;
mod frame;
mod game_request;
mod guard;
mod hall;
mod insight;
mod lessons;
mod limits;
mod listener;
mod live_game;
mod manners;
mod memory;
mod names;
mod notes;
mod pages;
mod picture;
mod places;
mod pool;
mod preview;
mod programs;
mod puzzles;
mod quota;
mod review;
mod room;
mod routes;
mod seats;
mod server;
mod stop;
mod store_handle;
mod strategies;
mod stream;
mod tournaments;
mod usage;
mod visitor;
mod words;

pub use class::{ADDRESSES, Action, CONVERSATIONS, ClassOptions, PERMISSIONS, Permission, Role, action_of, permission};
pub use limits::{Limits, Manners, Patience, Share};
pub use server::{Options, ServeError, Server};
pub use stop::StopSignal;
pub use tournaments::{Prepare, Run, ShownTournament};
