//! The referee: seats two players at a game, keeps the clock, judges every move once, and says what happened.
//!
//! Whatever a player does becomes a [`Ending`] with its evidence; the referee itself never fails. One stream of
//! [`Event`]s and one [`GameRecord`] serve everybody who wants to know: store, terminal, page and report.

mod adjudicator;
mod agreement;
mod ending;
mod event;
mod fault;
mod follower;
mod judge;
mod last_words;
mod machine;
mod own_waits;
mod play;
mod player;
mod ply;
mod record;
mod referee;
mod rule;
mod rules;
mod stopwatch;

pub use adjudicator::{Adjudicator, EXACT_LABEL, ExactEnd};
pub use agreement::Agreement;
pub use ending::{Ending, Reason};
pub use event::Event;
pub use fault::{Fault, FaultKind};
pub use follower::Follower;
pub use last_words::short_evidence;
pub use machine::{Overload, Waits};
pub use play::{play_adjudicated_game, play_game};
pub use player::{ClockView, Footprint, Identity, Player, Reply, Said, Turn};
pub use ply::{Finished, PlayedBy, Ply, PlyDetails, aftermath_label};
pub use record::{GameRecord, PlyRecord, RecordError, VERSION};
pub use referee::{Conditions, Referee, close_player, seat_seed};
pub use rule::{RULES, Rule, find_rule};
pub use rules::{
    ClockKind, Fuel, FuelPer, Handicap, MatchRules, OnOvertime, Order, RulesError, duration_text, parse_duration,
};
