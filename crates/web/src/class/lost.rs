//! The games that a team has lost in the tournaments of its class, the latest first.

use std::collections::{HashMap, HashSet};

use joute_games::Side;
use joute_store::GameResult;
use joute_tournament::summary::MatchSummary;
use serde::Serialize;

use crate::tournaments::Tournament;

/// The most that are told of one tournament.
pub(crate) const MOST: usize = 60;

/// A game that was lost.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct LostGame {
    /// The name of the tournament in addresses.
    pub(crate) tournament: String,
    /// What the tournament is called.
    pub(crate) title: String,
    /// Its number there.
    pub(crate) game: u64,
    /// Whose loss it is.
    pub(crate) player: String,
    /// Who won.
    pub(crate) opponent: String,
    /// What each had at the end: the loser, the winner.
    pub(crate) tally: [u32; 2],
    /// `overtime`, `illegal` or `crash`, where a fault ended it.
    pub(crate) fault: Option<String>,
    /// What was seen of the fault.
    pub(crate) evidence: Option<String>,
    /// Where the game is shown, move by move, with logs and what was said.
    pub(crate) page: String,
}

/// The games of a tournament that players of a team have lost. It looks at all results.
pub(crate) fn lost_games(tournament: &Tournament, team: &str) -> Vec<LostGame> {
    let view = tournament.view();
    let summary = &view.account.summary;
    let is_own = |played: &&MatchSummary| played.players.iter().any(|name| super::privacy::team_of(name) == team);
    let own: Vec<&MatchSummary> = summary.matches.iter().rev().filter(is_own).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let ids: HashSet<u64> = own.iter().flat_map(|played| &played.games).copied().collect();
    let meant = view.account.results.iter().filter(|result| ids.contains(&result.id));
    let results: HashMap<u64, &GameResult> = meant.map(|result| (result.id, result)).collect();
    let own = own.into_iter();
    let games = own.flat_map(|played| played.games.iter().rev().map(move |id| (played, *id)));
    let lost = games.filter_map(|(played, id)| {
        let result = results.get(&id)?;
        let loser = loser_of(result)?;
        let player = name_at(played, result, loser);
        (super::privacy::team_of(player) == team).then_some((played, id, *result, loser))
    });
    let told = lost.map(|(played, id, result, loser)| {
        let fault =
            summary.faults.iter().find(|fault| fault.game == id && fault.player == name_at(played, result, loser));
        LostGame {
            tournament: tournament.slug.clone(),
            title: summary.name.clone(),
            game: id,
            player: name_at(played, result, loser).to_owned(),
            opponent: name_at(played, result, loser.other()).to_owned(),
            tally: [loser, loser.other()].map(|side| result.tally[side.index()]),
            fault: fault.map(|fault| fault.kind.clone()),
            evidence: fault.map(|fault| fault.evidence.clone()),
            page: format!("/tournament/{}/game/{id}", crate::pages::replay::encoded(&tournament.slug)),
        }
    });
    told.take(MOST).collect()
}

fn loser_of(result: &GameResult) -> Option<Side> {
    result.outcome.winner().map(Side::other)
}

/// Who had a seat in a game of a match.
fn name_at<'a>(played: &'a MatchSummary, result: &GameResult, side: Side) -> &'a str {
    let is_first_of_match = (side == Side::First) != result.swapped;
    &played.players[usize::from(!is_first_of_match)]
}
