//! What a match came to, for programs.

use joute_arena::PlayerScore;
use joute_tournament::statistics::{EloEstimate, NormalisedElo, Pentanomial, SprtReport};
use joute_tournament::summary::FaultCounts;
use schemars::JsonSchema;
use serde::Serialize;

/// The result of a match between two players.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MatchResult<'a> {
    /// The game by name.
    pub(super) game: &'a str,
    /// Board and rules of the game, as `--setup` takes them.
    pub(super) setup: &'a str,
    /// The rules of the match, every limit included: `time=120s,...`.
    pub(super) rules: String,
    /// What results are worth: `points`, `report-002` or `tally`.
    pub(super) scoring: String,
    /// Everything random came from it; nothing where the records of several matches were put together.
    pub(super) seed: Option<u64>,
    /// Games that were played.
    pub(super) games: u32,
    /// The two players in the order of the command line.
    pub(super) players: [PlayerResult<'a>; 2],
    /// Games won by whoever moved first.
    pub(super) first_mover_wins: u32,
    /// Games won by whoever moved second.
    pub(super) second_mover_wins: u32,
    /// Games that differ from all before them.
    pub(super) distinct_games: u32,
    /// Turns of all games.
    pub(super) plies: u64,
    /// Pairs of games on the same board, by the points the first player made of them: 0, 1/2, 1, 3/2, 2. A pair that was
    /// played before does not count again.
    pub(super) pairs: Pentanomial,
    /// Pairs that went well for the first player for each that went badly; nothing where none went badly.
    pub(super) pair_ratio: Option<f64>,
    /// The share of games that were drawn; nothing without games.
    pub(super) draw_ratio: Option<f64>,
    /// How much stronger the first player is than the second, in Elo.
    pub(super) elo: EloDifference,
    /// The same in units of the spread of single results; nothing while all results are alike.
    pub(super) normalised_elo: Option<NormalisedElo>,
    /// How likely the first player is the stronger one, from 0 to 1; nothing without games.
    pub(super) superiority: Option<f64>,
    /// The sequential test, where one was asked for.
    pub(super) sprt: Option<SprtReport>,
    /// Whether the match was stopped before its end.
    pub(super) interrupted: bool,
}

/// A player of a match.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PlayerResult<'a> {
    /// Its name.
    name: &'a str,
    /// Games won.
    wins: u32,
    /// Games drawn.
    draws: u32,
    /// Games lost.
    losses: u32,
    /// What its results are worth by the scoring of the match.
    points: f64,
    /// Games it lost by a fault of its own, by the kind of fault.
    faults: FaultCounts,
    /// The first of these faults, with its evidence.
    first_fault: Option<&'a str>,
    /// Thinking time in all games.
    seconds: f64,
    /// Cells, discs or seeds of all its games.
    tally: u64,
}

impl PlayerResult<'_> {
    pub(super) fn of<'a>(name: &'a str, player: &'a PlayerScore) -> PlayerResult<'a> {
        PlayerResult {
            name,
            wins: player.wins,
            draws: player.draws,
            losses: player.losses,
            points: player.points,
            faults: player.faults,
            first_fault: player.first_fault.as_deref(),
            seconds: player.time.as_secs_f64(),
            tally: player.tally,
        }
    }
}

/// A difference in Elo with its interval.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct EloDifference {
    /// The likeliest difference; nothing where no finite one is, as when everything was won.
    difference: Option<f64>,
    /// The lower end of the interval; nothing where there is none.
    low: Option<f64>,
    /// The upper end of the interval; nothing where there is none.
    high: Option<f64>,
    /// How sure the interval is.
    confidence: f64,
    /// Why it is no ordinary estimate, where it is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

impl EloDifference {
    pub(crate) fn of(elo: &EloEstimate) -> EloDifference {
        let [difference, low, high] = elo.figures();
        let note = match elo {
            EloEstimate::NoGames => Some("no games"),
            EloEstimate::AllAlike { .. } => Some("all results alike: no spread to make an error from"),
            EloEstimate::Estimate { .. } => None,
        };
        EloDifference { difference, low, high, confidence: 0.95, note }
    }
}
