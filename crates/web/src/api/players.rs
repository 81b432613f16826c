//! A player of a tournament, for other programs: how its rating has changed, whom it met, and its faults.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Json;
use joute_messages::message;
use joute_tournament::summary::{EventSummary, Standing as Line};
use serde::Serialize;
use utoipa::ToSchema;

use super::Refusal;
use crate::class::access::{InClass, Standing};
use crate::class::privacy::team_of;
use crate::failure::Failure;
use crate::pages::contestant::met;
use crate::server::Site;
use crate::tournaments::stream::found;

/// A player of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Contestant {
    /// Its name.
    player: String,
    /// From 1; equal merit, equal rank.
    rank: u32,
    /// On the ladder: how its rating has changed, thinned out where there is much.
    ratings: Vec<RatingThen>,
    /// Each whom it met.
    meetings: Vec<Meeting>,
    /// What it did wrong, in the order in which it was played.
    faults: Vec<Fault>,
}

/// A rating at some time.
#[derive(Debug, Serialize, ToSchema)]
struct RatingThen {
    /// After so many games of the player.
    games: u32,
    /// Glicko-2, on the scale of Elo.
    rating: f64,
}

/// All games with one opponent.
#[derive(Debug, Serialize, ToSchema)]
struct Meeting {
    /// Whom.
    opponent: String,
    /// How many games.
    games: usize,
    /// What the player has made of them.
    points: f64,
    /// What the opponent has.
    lost_points: f64,
}

/// A fault.
#[derive(Debug, Serialize, ToSchema)]
struct Fault {
    /// The number of the game.
    game: u64,
    /// `overtime`, `illegal` or `crash`.
    kind: String,
    /// What was seen, for the team of the player and for teachers.
    evidence: Option<String>,
}

/// One player of a tournament: its rating over time, head to head, and faults.
#[utoipa::path(get, path = "/api/v1/tournaments/{name}/players/{player}", security(("token" = []), ()),
    params(("name" = String, Path), ("player" = String, Path, description = "`TEAM%2FFILE`, as the standings have it.")),
    responses((status = 200, body = Contestant), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn player(
    State(site): State<Arc<Site>>,
    _: InClass,
    Path((name, player)): Path<(String, String)>,
    standing: Standing,
) -> Result<Json<Contestant>, Failure> {
    let (_, tournament) = found(&site, &name)?;
    let view = tournament.view();
    let summary = &view.account.summary;
    let nobody = || Failure::missing(message!("class-error-nobody", name = player.clone()));
    let line = summary.standings.iter().find(|line| line.name == player).ok_or_else(nobody)?;
    Ok(Json(Contestant {
        player: line.name.clone(),
        rank: line.rank,
        ratings: ratings(line),
        meetings: meetings(summary, &player),
        faults: faults(summary, &player, standing.may_read_logs_of(team_of(&player))),
    }))
}

fn ratings(line: &Line) -> Vec<RatingThen> {
    let curve = line.form.iter().flat_map(|form| &form.curve);
    curve.map(|&(games, rating)| RatingThen { games, rating }).collect()
}

fn meetings(summary: &EventSummary, player: &str) -> Vec<Meeting> {
    let told = |(opponent, ([points, lost_points], games)): (&str, ([f64; 2], usize))| Meeting {
        opponent: opponent.to_owned(),
        games,
        points,
        lost_points,
    };
    met(summary, player).into_iter().map(told).collect()
}

fn faults(summary: &EventSummary, player: &str, may_read: bool) -> Vec<Fault> {
    let own = summary.faults.iter().filter(|fault| fault.player == player);
    let told = own.map(|fault| Fault {
        game: fault.game,
        kind: fault.kind.clone(),
        evidence: may_read.then(|| fault.evidence.clone()),
    });
    told.collect()
}
