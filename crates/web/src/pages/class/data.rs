//! What is known about somebody: to take away, and to be deleted.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, SET_COOKIE};
use axum::response::{IntoResponse, Redirect, Response};
use cookie::Cookie;
use cookie::time::Duration;
use serde_json::{Value, json};

use super::team::version_address;
use crate::class::access::{Caller, InClass, SESSION};
use crate::class::account::{Deed, Session};
use crate::class::carried_out::carried_out;
use crate::class::submissions::Submission;
use crate::class::tokens::Token;
use crate::failure::Failure;
use crate::server::Site;

/// `GET /class/account/export`: everything that is kept about oneself, as JSON. Secrets are kept as hashes, and are left out.
pub(crate) async fn export(InClass(class): InClass, caller: Caller) -> Result<Response, Failure> {
    let member = &caller.member;
    class.count_taken(&member.key, "export").map_err(Failure::enough)?;
    let failed = |error: joute_store::StoreError| Failure::internal(&error);
    let sessions = class.records.all::<Session>(usize::MAX).await.map_err(failed)?;
    let sessions: Vec<_> = sessions.iter().filter(|(_, one)| one.account == member.key).collect();
    let deeds: Vec<Deed> = class.deeds(usize::MAX).await?;
    let deeds: Vec<_> = deeds.into_iter().filter(|deed| deed.is_of(&member.key)).collect();
    let tokens = class.records.all::<Token>(usize::MAX).await.map_err(failed)?;
    let tokens: Vec<_> = tokens.iter().filter(|(_, one)| one.account == member.key).collect();
    let submissions = class.submissions.of_team(Some(&member.account.team)).await?;
    let told = json!({
        "account": member.key,
        "name": member.account.name,
        "role": member.account.role,
        "team": member.account.team,
        "since": member.account.since,
        "has_password": member.account.password.is_some(),
        "sessions": sessions.iter().map(|(_, one)| json!({ "since": one.since, "until": one.until })).collect::<Vec<_>>(),
        "tokens": tokens.iter().map(|(_, one)| json!({ "since": one.since, "until": one.until() })).collect::<Vec<_>>(),
        "submissions": submissions.iter().map(with_file).collect::<Vec<_>>(),
        "deeds": deeds,
    });
    class.note(&caller.standing, "exported", &member.key).await?;
    let headers = [
        (CONTENT_TYPE, "application/json".to_owned()),
        (CONTENT_DISPOSITION, "attachment; filename=\"joute-account.json\"".to_owned()),
    ];
    Ok((headers, format!("{}\n", joute_messages::visible_json(&format!("{told:#}")))).into_response())
}

/// A version with the address of its file, which is taken away from there.
fn with_file(one: &Submission) -> Value {
    let mut told = json!(one);
    told["address"] = format!("{}/file", version_address(one)).into();
    told
}

/// `POST /class/account/delete`: oneself, with everything that only oneself has.
pub(crate) async fn delete(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
) -> Result<Response, Failure> {
    carried_out(async move {
        let member = &caller.member;
        class.remove(&site, &member.key).await?;
        class.forget_deeds_of(&member.key, &member.account.team).await?;
        Ok(class.note(&caller.standing.nameless(), "deleted", "").await?)
    })
    .await?;
    let gone = Cookie::build((SESSION, "")).path("/").http_only(true).max_age(Duration::ZERO).to_string();
    Ok(([(SET_COOKIE, gone)], Redirect::to("/class")).into_response())
}
