//! The ladder, cups and matches of a class, for other programs: how they stand, and what is done with them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json};
use joute_messages::message;
use joute_tournament::summary::{MatchSummary, Standing};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Refusal;
use crate::class::access::{Caller, InClass};
use crate::class::events::{CupRequest, latest_ladder};
use crate::class::steering;
use crate::failure::Failure;
use crate::pages::class::players::match_begun;
use crate::server::Site;
use crate::tournaments::stream::found;
use crate::tournaments::{Phase, Tournament, View};

/// A line of the ladder.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Rung {
    /// From 1; equal merit, equal rank.
    rank: u32,
    /// `TEAM/FILE`.
    player: String,
    /// Glicko-2, on the scale of Elo.
    rating: Option<f64>,
    /// The lower end of its 95 % interval.
    low: Option<f64>,
    /// The upper end.
    high: Option<f64>,
    /// Games of the present version.
    games: u32,
    /// Of them, those that its own crash ended.
    crashes: u32,
}

/// The ladder as it stands.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Ladder {
    /// Its name in addresses: `/tournament/NAME`.
    name: String,
    /// The table.
    standings: Vec<Rung>,
}

/// The ladder of the class as it stands.
#[utoipa::path(get, path = "/api/v1/ladder", security(("token" = []), ()),
    responses((status = 200, body = Ladder), (status = 401, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn ladder(State(site): State<Arc<Site>>, _: InClass) -> Result<Json<Ladder>, Failure> {
    let found = latest_ladder(&site.tournaments);
    let (tournament, view) = found.ok_or_else(|| Failure::missing(message!("error-no-ladder")))?;
    let standings = view.account.summary.standings.iter().filter(|line| line.absence.is_none()).map(rung).collect();
    Ok(Json(Ladder { name: tournament.slug.clone(), standings }))
}

fn rung(line: &Standing) -> Rung {
    let form = line.form.as_ref();
    Rung {
        rank: line.rank,
        player: line.name.clone(),
        rating: form.map(|form| form.rating),
        low: form.map(|form| form.low),
        high: form.map(|form| form.high),
        games: form.map_or(0, |form| form.games),
        crashes: form.map_or(0, |form| form.crashes),
    }
}

/// How a tournament stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Course {
    /// It is played.
    Running,
    /// Nobody plays it at the moment.
    Paused,
    /// It could not go on.
    Stopped,
    /// Nothing is left to play.
    Finished,
    /// A teacher has ended it, with games left to play.
    Ended,
}

/// A tournament in short.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Event {
    /// Its name in addresses: `/tournament/NAME`.
    name: String,
    /// What it is called.
    title: String,
    /// The format by name.
    format: String,
    /// The game by name.
    game: String,
    /// Its board.
    setup: String,
    /// The rules of every game.
    rules: String,
    /// How it stands.
    state: Course,
    /// Games that are over.
    played: usize,
    /// About how many there will be.
    expected: u64,
}

/// A line of the standings.
#[derive(Debug, Serialize, ToSchema)]
struct Place {
    /// From 1; equal merit, equal rank.
    rank: u32,
    /// The player.
    player: String,
    /// Games won.
    wins: u32,
    /// Games drawn.
    draws: u32,
    /// Games lost.
    losses: u32,
    /// Points of the tournament's scoring.
    points: f64,
    /// Games that its own faults ended.
    faults: u32,
}

/// A match.
#[derive(Debug, Serialize, ToSchema)]
struct Match {
    /// Its number, from 1.
    number: u32,
    /// The round, from 1.
    round: u32,
    /// Both players.
    players: [String; 2],
    /// What each has made.
    points: [f64; 2],
    /// Who has won, where it is over.
    winner: Option<String>,
    /// The numbers of its games.
    games: Vec<u64>,
}

/// A tournament as it stands.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WholeEvent {
    /// What is told of it in lists.
    event: Event,
    /// The order of merit.
    standings: Vec<Place>,
    /// Matches played or begun, in the order in which they were made.
    matches: Vec<Match>,
}

fn event(tournament: &Tournament, view: &View) -> Event {
    let summary = &view.account.summary;
    Event {
        name: tournament.slug.clone(),
        title: summary.name.clone(),
        format: summary.format.clone(),
        game: summary.game.clone(),
        setup: summary.setup.clone(),
        rules: summary.rules.clone(),
        state: match view.phase {
            Phase::Running => Course::Running,
            Phase::Followed => Course::Paused,
            Phase::Stopped(_) => Course::Stopped,
            Phase::Finished => Course::Finished,
            Phase::Ended => Course::Ended,
        },
        played: view.account.results.len(),
        expected: view.account.expected,
    }
}

fn place(line: &Standing) -> Place {
    Place {
        rank: line.rank,
        player: line.name.clone(),
        wins: line.wins,
        draws: line.draws,
        losses: line.losses,
        points: line.points,
        faults: line.faults.total(),
    }
}

fn played(one: &MatchSummary) -> Match {
    Match {
        number: one.number,
        round: one.round,
        players: one.players.clone(),
        points: one.points,
        winner: one.winner.clone(),
        games: one.games.clone(),
    }
}

/// Every tournament of the class.
#[utoipa::path(get, path = "/api/v1/tournaments", security(("token" = []), ()),
    responses((status = 200, body = [Event]), (status = 401, body = Refusal)))]
pub(super) async fn tournaments(State(site): State<Arc<Site>>, _: InClass) -> Json<Vec<Event>> {
    Json(site.tournaments.all().iter().map(|one| event(one, &one.view())).collect())
}

/// One tournament with its standings and matches.
#[utoipa::path(get, path = "/api/v1/tournaments/{name}", security(("token" = []), ()), params(("name" = String, Path)),
    responses((status = 200, body = WholeEvent), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn tournament(
    State(site): State<Arc<Site>>,
    _: InClass,
    Path(name): Path<String>,
) -> Result<Json<WholeEvent>, Failure> {
    let (_, tournament) = found(&site, &name)?;
    let view = tournament.view();
    let summary = &view.account.summary;
    Ok(Json(WholeEvent {
        event: event(&tournament, &view),
        standings: summary.standings.iter().map(place).collect(),
        matches: summary.matches.iter().map(played).collect(),
    }))
}

fn begun(tournament: &Tournament) -> impl IntoResponse + use<> {
    (StatusCode::CREATED, Json(event(tournament, &tournament.view())))
}

/// Begins the ladder; for teachers.
#[utoipa::path(post, path = "/api/v1/ladder", security(("token" = [])),
    responses((status = 201, body = Event), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal)))]
pub(super) async fn begin_ladder(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
) -> Result<impl IntoResponse, Failure> {
    Ok(begun(&*steering::ladder_begun(&site, &class, &caller).await?))
}

/// Begins a cup of everybody who plays at the moment; for teachers.
#[utoipa::path(post, path = "/api/v1/cups", security(("token" = [])), request_body = CupRequest,
    responses((status = 201, body = Event), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal),
        (status = 413, body = Refusal), (status = 415, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn begin_cup(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Json(wish): Json<CupRequest>,
) -> Result<impl IntoResponse, Failure> {
    Ok(begun(&*steering::cup_begun(&site, &class, &caller, &wish).await?))
}

/// A match as somebody wishes it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MatchRequest {
    /// Whose player it is; without, one's own team.
    #[serde(default)]
    team: Option<String>,
    /// The name of its file.
    file: String,
    /// Which version; without, the one that plays.
    #[serde(default)]
    version: Option<u32>,
    /// `TEAM/FILE` of a player that plays, or `level-1` to `level-7`.
    opponent: String,
}

/// Begins a match of two games, for all to see.
#[utoipa::path(post, path = "/api/v1/matches", security(("token" = [])), request_body = MatchRequest,
    responses((status = 201, body = Event), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal),
        (status = 404, body = Refusal), (status = 413, body = Refusal), (status = 415, body = Refusal), (status = 422, body = Refusal),
        (status = 429, body = Refusal)))]
pub(super) async fn begin_match(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Json(wish): Json<MatchRequest>,
) -> Result<impl IntoResponse, Failure> {
    let team = wish.team.as_deref().unwrap_or(&caller.member.account.team);
    let own = match_begun(&site, &class, &caller, (team, &wish.file), wish.version, &wish.opponent);
    Ok(begun(&*own.await?))
}

/// Pauses a tournament; games under way are given up and played again. For teachers.
#[utoipa::path(post, path = "/api/v1/tournaments/{name}/pause", security(("token" = [])), params(("name" = String, Path)),
    responses((status = 200, body = Event), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn pause(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Json<Event>, Failure> {
    let tournament = steering::paused(&site, &class, &caller, &name).await?;
    Ok(Json(event(&tournament, &tournament.view())))
}

/// Goes on with a tournament that was paused; for teachers.
#[utoipa::path(post, path = "/api/v1/tournaments/{name}/go-on", security(("token" = [])), params(("name" = String, Path)),
    responses((status = 200, body = Event), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn go_on(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Json<Event>, Failure> {
    let tournament = steering::gone_on(&site, &class, &caller, &name).await?;
    Ok(Json(event(&tournament, &tournament.view())))
}

/// Adds a round to a tournament that is not played at the moment, and has it played; for teachers.
#[utoipa::path(post, path = "/api/v1/tournaments/{name}/extend", security(("token" = [])), params(("name" = String, Path)),
    responses((status = 200, body = Event), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn extend(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Json<Event>, Failure> {
    let tournament = steering::extended(&site, &class, &caller, &name).await?;
    Ok(Json(event(&tournament, &tournament.view())))
}

/// Ends a tournament for good; what was played stays. For teachers.
#[utoipa::path(post, path = "/api/v1/tournaments/{name}/end", security(("token" = [])), params(("name" = String, Path)),
    responses((status = 200, body = Event), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn end(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Json<Event>, Failure> {
    let tournament = steering::ended(&site, &class, &caller, &name).await?;
    Ok(Json(event(&tournament, &tournament.view())))
}
