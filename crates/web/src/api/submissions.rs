//! What teams hand in, for other programs: list, hand in, go back to an older version, take out.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use joute_arena::check::StepName;
use serde::Serialize;
use utoipa::ToSchema;

use super::Refusal;
use crate::class::Class;
use crate::class::access::{Caller, InClass};
use crate::class::submissions::{Finding, HandIn, State as Progress, Submission};
use crate::client::Client;
use crate::failure::Failure;
use crate::pages::class::players::{activated, check_owner, taken, withdrawn};
use crate::pages::class::source;
use crate::server::Site;

/// A version of a player.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Version {
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

fn told(one: Submission, step: Option<StepName>) -> Version {
    let found = |finding: Finding| Found {
        must: finding.is_grave,
        what: finding.what.to_string(),
        advice: finding.advice.to_string(),
        evidence: finding.evidence.to_string(),
    };
    Version {
        team: one.team,
        file: one.file,
        version: one.number,
        hash: one.hash,
        when: one.when,
        state: one.state,
        plays: one.is_active,
        step: step.map(|step| step.to_string()),
        findings: one.findings.into_iter().map(found).collect(),
    }
}

/// Every version of one's own team, the latest of each player first.
#[utoipa::path(get, path = "/api/v1/submissions", security(("token" = [])),
    responses((status = 200, body = [Version]), (status = 401, body = Refusal)))]
pub(super) async fn submissions(InClass(class): InClass, caller: Caller) -> Result<Json<Vec<Version>>, Failure> {
    listed(&class, Some(&caller.member.account.team)).await
}

/// Every version of every team; for teachers.
#[utoipa::path(get, path = "/api/v1/submissions/all", security(("token" = [])),
    responses((status = 200, body = [Version]), (status = 401, body = Refusal), (status = 403, body = Refusal)))]
pub(super) async fn all_submissions(InClass(class): InClass) -> Result<Json<Vec<Version>>, Failure> {
    listed(&class, None).await
}

async fn listed(class: &Class, team: Option<&str>) -> Result<Json<Vec<Version>>, Failure> {
    let own = class.submissions.of_team(team).await?;
    let step = |one: &Submission| class.submissions.step_of(&one.key());
    Ok(Json(own.into_iter().map(|one| (step(&one), one)).map(|(step, one)| told(one, step)).collect()))
}

/// One version, of one's own team; for teachers of any.
#[utoipa::path(get, path = "/api/v1/submissions/{team}/{file}/{version}", security(("token" = [])),
    params(("team" = String, Path), ("file" = String, Path), ("version" = u32, Path)),
    responses((status = 200, body = Version), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn submission(
    InClass(class): InClass,
    caller: Caller,
    Path((team, file, version)): Path<(String, String, u32)>,
) -> Result<Json<Version>, Failure> {
    check_owner(&caller, &team)?;
    let one = class.submissions.get(&team, &file, version).await?;
    let step = class.submissions.step_of(&one.key());
    Ok(Json(told(one, step)))
}

/// The file of a version as it was handed in. Of one's own team, for teachers of any.
#[utoipa::path(get, path = "/api/v1/submissions/{team}/{file}/{version}/file", security(("token" = [])),
    params(("team" = String, Path), ("file" = String, Path), ("version" = u32, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream"), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn file(
    class: InClass,
    caller: Caller,
    version: Path<(String, String, u32)>,
) -> Result<Response, Failure> {
    source::file(class, caller, version).await
}

/// Hands a file in; it is checked when its team's turn comes.
#[utoipa::path(post, path = "/api/v1/submissions", security(("token" = [])), params(HandIn),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "The file as it is."),
    responses((status = 202, body = Version), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 408, body = Refusal), (status = 413, body = Refusal), (status = 429, body = Refusal)))]
pub(super) async fn hand_in(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    client: Client,
    Query(wish): Query<HandIn>,
    body: Body,
) -> Result<impl IntoResponse, Failure> {
    let one = taken(&site, &class, &caller, client, &wish, body).await?;
    Ok((StatusCode::ACCEPTED, Json(told(one, None))))
}

/// Has an accepted version play, in place of the one that did; of one's own team, for teachers of any.
#[utoipa::path(post, path = "/api/v1/submissions/{team}/{file}/{version}/activate", security(("token" = [])),
    params(("team" = String, Path), ("file" = String, Path), ("version" = u32, Path)),
    responses((status = 200, body = Version), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn activate(
    InClass(class): InClass,
    caller: Caller,
    Path((team, file, version)): Path<(String, String, u32)>,
) -> Result<Json<Version>, Failure> {
    activated(&class, &caller, (&team, &file), version).await?;
    Ok(Json(told(class.submissions.get(&team, &file, version).await?, None)))
}

/// Takes a player out of the ladder; its versions stay. Of one's own team, for teachers of any.
#[utoipa::path(delete, path = "/api/v1/submissions/{team}/{file}", security(("token" = [])),
    params(("team" = String, Path), ("file" = String, Path)),
    responses((status = 204), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn withdraw(
    InClass(class): InClass,
    caller: Caller,
    Path((team, file)): Path<(String, String)>,
) -> Result<StatusCode, Failure> {
    withdrawn(&class, &caller, (&team, &file)).await?;
    Ok(StatusCode::NO_CONTENT)
}
