//! The class for other programs: JSON under `/api/v1`, with tokens, described by what the handlers say of themselves
//! (`/api/v1/openapi.json`).

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json};
use axum::routing::get;
use joute_messages::message;
use joute_tournament::format::is_ladder;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, Modify, OpenApi, ToSchema};

use crate::class::access::{Caller, InClass};
use crate::class::submissions::{State as Progress, Submission};
use crate::client::Client;
use crate::failure::Failure;
use crate::pages::class::players::{check_owner, taken};
use crate::server::Site;

/// The description of all of it.
#[derive(OpenApi)]
#[openapi(
    info(title = "Joute", description = "A class of Joute, for other programs."),
    paths(me, submissions, submission, hand_in, ladder),
    modifiers(&Tokens)
)]
struct Description;

/// How programs say who they are.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
        let components = openapi.components.get_or_insert_with(Default::default);
        components.add_security_scheme("token", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/api/v1/openapi.json", get(description))
        .route("/api/v1/me", get(me))
        .route("/api/v1/submissions", get(submissions).post(hand_in))
        .route("/api/v1/submissions/{team}/{file}/{version}", get(submission))
        .route("/api/v1/ladder", get(ladder))
}

async fn description(_: InClass) -> Json<utoipa::openapi::OpenApi> {
    Json(Description::openapi())
}

/// Why something was refused.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Refusal {
    /// In the language that the request asks for.
    error: String,
    /// What was found, where a request could not be read.
    detail: Option<String>,
}

/// Whoever asks.
#[derive(Debug, Serialize, ToSchema)]
struct Me {
    /// The short form of the name.
    account: String,
    /// The name.
    name: String,
    /// `player` or `teacher`.
    role: &'static str,
    /// Whose players are one's own.
    team: String,
}

/// Who one is.
#[utoipa::path(get, path = "/api/v1/me", security(("token" = [])),
    responses((status = 200, body = Me), (status = 401, body = Refusal)))]
async fn me(caller: Caller) -> Json<Me> {
    let member = &caller.member;
    Json(Me {
        account: member.key.clone(),
        name: member.account.name.clone(),
        role: member.account.role.name(),
        team: member.account.team.clone(),
    })
}

/// A version of a player.
#[derive(Debug, Serialize, ToSchema)]
struct Version {
    /// Whose it is.
    team: String,
    /// The name of the file, which is that of the player.
    file: String,
    /// Its number, from 1.
    version: u32,
    /// SHA-256 of its contents.
    hash: String,
    /// When it was handed in, in seconds since 1970.
    when: u64,
    /// `waiting`, `accepted` or `refused`.
    state: Progress,
    /// Whether it is the version that plays.
    plays: bool,
    /// What is being looked at, while it is checked.
    step: Option<String>,
    /// What the check found.
    findings: Vec<Found>,
}

/// Something that a check found.
#[derive(Debug, Serialize, ToSchema)]
struct Found {
    /// Whether it must be mended.
    must: bool,
    /// What is wrong.
    what: String,
    /// What to do about it.
    advice: String,
    /// What was seen.
    evidence: String,
}

fn told(one: Submission, step: Option<String>) -> Version {
    let found = |finding: crate::class::submissions::Finding| Found {
        must: finding.is_grave,
        what: finding.what,
        advice: finding.advice,
        evidence: finding.evidence,
    };
    Version {
        team: one.team,
        file: one.file,
        version: one.number,
        hash: one.hash,
        when: one.when,
        state: one.state,
        plays: one.is_active,
        step,
        findings: one.findings.into_iter().map(found).collect(),
    }
}

/// Every version of one's own team, the latest of each player first.
#[utoipa::path(get, path = "/api/v1/submissions", security(("token" = [])),
    responses((status = 200, body = [Version]), (status = 401, body = Refusal)))]
async fn submissions(InClass(class): InClass, caller: Caller) -> Result<Json<Vec<Version>>, Failure> {
    let own = class.submissions.of_team(Some(&caller.member.account.team)).await?;
    let step = |one: &Submission| class.submissions.step_of(&one.key());
    Ok(Json(own.into_iter().map(|one| (step(&one), one)).map(|(step, one)| told(one, step)).collect()))
}

/// One version, of one's own team; for teachers of any.
#[utoipa::path(get, path = "/api/v1/submissions/{team}/{file}/{version}", security(("token" = [])),
    params(("team" = String, Path), ("file" = String, Path), ("version" = u32, Path)),
    responses((status = 200, body = Version), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal)))]
async fn submission(
    InClass(class): InClass,
    caller: Caller,
    Path((team, file, version)): Path<(String, String, u32)>,
) -> Result<Json<Version>, Failure> {
    check_owner(&caller, &team)?;
    let one = class.submissions.get(&team, &file, version).await?;
    let step = class.submissions.step_of(&one.key());
    Ok(Json(told(one, step)))
}

/// What a file is called.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Named {
    /// Letters, digits, `.`, `_` and `-`, with an ending that players have.
    file: String,
}

/// Hands a file in; it is checked when its team's turn comes.
#[utoipa::path(post, path = "/api/v1/submissions", security(("token" = [])), params(Named),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "The file as it is."),
    responses((status = 202, body = Version), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 408, body = Refusal), (status = 413, body = Refusal), (status = 429, body = Refusal)))]
async fn hand_in(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    client: Client,
    Query(Named { file }): Query<Named>,
    body: Body,
) -> Result<impl IntoResponse, Failure> {
    let one = taken(&site, &class, &caller, client, &file, body).await?;
    Ok((StatusCode::ACCEPTED, Json(told(one, None))))
}

/// A line of the ladder.
#[derive(Debug, Serialize, ToSchema)]
struct Rung {
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
struct Ladder {
    /// Its name in addresses: `/tournament/NAME`.
    name: String,
    /// The table.
    standings: Vec<Rung>,
}

/// The ladder of the class as it stands.
#[utoipa::path(get, path = "/api/v1/ladder", security(("token" = []), ()),
    responses((status = 200, body = Ladder), (status = 401, body = Refusal), (status = 404, body = Refusal)))]
async fn ladder(State(site): State<Arc<Site>>, _: InClass) -> Result<Json<Ladder>, Failure> {
    let all = site.tournaments.all();
    let found = all.iter().map(|one| (one, one.view())).find(|(_, view)| is_ladder(&view.account.summary.format));
    let (tournament, view) = found.ok_or_else(|| Failure::missing(message!("error-no-such-tournament")))?;
    let rung = |line: &joute_tournament::summary::Standing| Rung {
        rank: line.rank,
        player: line.name.clone(),
        rating: line.form.as_ref().map(|form| form.rating),
        low: line.form.as_ref().map(|form| form.low),
        high: line.form.as_ref().map(|form| form.high),
        games: line.form.as_ref().map_or(0, |form| form.games),
        crashes: line.form.as_ref().map_or(0, |form| form.crashes),
    };
    let standings = view.account.summary.standings.iter().filter(|line| line.absence.is_none()).map(rung).collect();
    Ok(Json(Ladder { name: tournament.slug.clone(), standings }))
}
