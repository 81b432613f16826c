//! Runs things: matches of any two players, events of many and the tuning of one, on as many threads as wanted, with the same
//! games whatever their number.

mod adviser;
pub mod bell;
pub mod check;
mod event;
mod fixture;
mod merge;
mod openings;
mod pace;
mod review_errand;
mod run;
mod score;
mod seated;
mod sitting;
mod tune;

pub use adviser::{Advice, Adviser};
pub use event::{
    Account, CONFINED, Crew, CrewNews, CrewSummary, Doings, Door, EventError, EventPlan, Lineup, Luggage, News,
    NotThere, Participant, Progress, Refused, SharedMatch, Sharing, Sink, Unplayed, account, announce_changes,
    announce_event, contestants_of, find_event, found_game, is_played, labelled_record, names_of, run_crew, run_event,
    run_open_event, run_shared_event,
};
pub use fixture::{Fixture, Fixtures, Opening, Starts};
pub use merge::{MergeError, MergedMatch, merge_records};
pub use openings::{OpeningError, read_openings};
pub use pace::Pace;
pub use review_errand::{
    REVIEWS, ReviewErrand, has_reviewers, make_review, offer_review, review_errand, take_back_review,
};
pub use run::{GAME_LABEL, MatchError, MatchPlan, Played, REPEATABLE_LABEL, run_match};
pub use score::{MatchScore, PlayerScore};
pub use seated::SeatedGame;
pub use sitting::{Sitting, SittingPlan, TableNews};
pub use tune::{Acceptance, KnownGames, TuneError, Tuned, TuningNews, TuningPlan, TuningVerdict, Waypoint, tune};
