//! What a page needs to show boards and replays: the custom elements `<joute-board>` and `<joute-replay>` as plain ES
//! modules, their style sheet, and the data they draw.
//!
//! Nothing in the scripts knows a game. A [`Board`] says what lies where and which move each part means; a [`ReplayBundle`] holds
//! whole games as a start and the differences that each ply makes. Web page, replay and report all use the same.

mod assets;
mod board;
mod bundle;
mod look;
mod overlay;
mod pack;
mod replay;
mod review;
mod take;

pub use assets::{MESSAGES, MODULES, OVERLAY, STYLE, content_hash_for_policy};
pub use board::{Board, BoardLayout, MoveButton};
pub use bundle::ReplayBundle;
pub use look::{Look, Looks};
pub use overlay::{Mark, Overlay};
pub use pack::packed;
pub use replay::{LogLimits, Replay};
pub use review::{ReplayReview, ReviewNote};
pub use take::{Take, takes};
