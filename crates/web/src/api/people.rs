//! The people of a class and its settings, for other programs: what a teacher does.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Refusal;
use crate::class::access::{Caller, InClass, Standing};
use crate::class::account::{Deed, Link, Opens, Settings};
use crate::class::people::{Invitation, SettingsWish};
use crate::class::{Action, Role};
use crate::failure::Failure;
use crate::pages::class::data;
use crate::pages::class::people::address_of;
use crate::server::Site;
use crate::visitor::Visitor;

/// The most deeds that are told at once.
const MOST_DEEDS: usize = 10_000;

/// Somebody of the class.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Person {
    /// The short form of the name, which stands in addresses.
    account: String,
    /// The name as they wrote it.
    name: String,
    /// `player` or `teacher`.
    role: Role,
    /// Whose players are theirs.
    team: String,
    /// Since when, in seconds since 1970.
    since: u64,
}

/// Everybody of the class; for teachers.
#[utoipa::path(get, path = "/api/v1/people", security(("token" = [])),
    responses((status = 200, body = [Person]), (status = 401, body = Refusal), (status = 403, body = Refusal)))]
pub(super) async fn people(InClass(class): InClass) -> Result<Json<Vec<Person>>, Failure> {
    let person = |(account, one): (String, crate::class::account::Account)| Person {
        account,
        name: one.name,
        role: one.role,
        team: one.team,
        since: one.since,
    };
    Ok(Json(class.accounts().await?.into_iter().map(person).collect()))
}

/// Everything that is kept about oneself, as the page of one's account gives it. Secrets are left out.
#[utoipa::path(get, path = "/api/v1/me/export", security(("token" = [])),
    responses((status = 200, body = Object), (status = 401, body = Refusal), (status = 429, body = Refusal)))]
pub(super) async fn export(class: InClass, caller: Caller) -> Result<Response, Failure> {
    data::export(class, caller).await
}

/// Something that was done.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Done {
    /// When, in seconds since 1970.
    when: u64,
    /// The account; nothing where it was nobody of the class, or somebody who has left.
    who: Option<String>,
    /// What, in a word such as `submitted`.
    what: String,
    /// To whom or what.
    about: String,
    /// From which address.
    from: String,
}

/// How much is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Wanted {
    /// The most that is told, the latest first; without, and whatever is asked for, 10,000.
    most: Option<usize>,
}

/// What was done by whom, the latest first; for teachers.
#[utoipa::path(get, path = "/api/v1/audit", security(("token" = [])), params(Wanted),
    responses((status = 200, body = [Done]), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal)))]
pub(super) async fn audit(
    InClass(class): InClass,
    Query(Wanted { most }): Query<Wanted>,
) -> Result<Json<Vec<Done>>, Failure> {
    let told = |Deed { when, who, what, about, from }: Deed| Done { when, who, what, about, from };
    let deeds = class.deeds(most.unwrap_or(MOST_DEEDS).min(MOST_DEEDS)).await?;
    Ok(Json(deeds.into_iter().map(told).collect()))
}

/// A link to hand on. It is told once.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NewLink {
    /// Its whole address.
    link: String,
}

fn handed_on(visitor: &Visitor, secret: &str) -> impl IntoResponse + use<> {
    (StatusCode::CREATED, Json(NewLink { link: address_of(visitor, secret) }))
}

/// Makes an invitation; for teachers.
#[utoipa::path(post, path = "/api/v1/invitations", security(("token" = [])), request_body = Invitation,
    responses((status = 201, body = NewLink), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal),
        (status = 413, body = Refusal), (status = 415, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn invite(
    InClass(class): InClass,
    caller: Caller,
    visitor: Visitor,
    Json(wish): Json<Invitation>,
) -> Result<impl IntoResponse, Failure> {
    let secret = class.invite(&caller.standing, &wish).await?;
    Ok(handed_on(&visitor, &secret))
}

/// A link that is good still. Its secret is known to nobody.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OpenLink {
    /// By what it is revoked.
    id: String,
    /// `player` or `teacher`, of those who are to come.
    role: Option<&'static str>,
    /// Their team, where it is named.
    team: Option<String>,
    /// Or whose account it opens.
    account: Option<String>,
    /// How many may follow it.
    uses: u32,
    /// Until when, in seconds since 1970.
    until: u64,
}

/// Every link that is good still; for teachers.
#[utoipa::path(get, path = "/api/v1/invitations", security(("token" = [])),
    responses((status = 200, body = [OpenLink]), (status = 401, body = Refusal), (status = 403, body = Refusal)))]
pub(super) async fn invitations(InClass(class): InClass) -> Result<Json<Vec<OpenLink>>, Failure> {
    let told = |(id, link): (String, Link)| {
        let team = link.opens.team().map(str::to_owned);
        let (role, account) = match link.opens {
            Opens::New { role, .. } => (Some(role.name()), None),
            Opens::Account(account) => (None, Some(account)),
        };
        OpenLink { id, role, team, account, uses: link.uses, until: link.until }
    };
    Ok(Json(class.good_links().await?.into_iter().map(told).collect()))
}

/// Makes a link worthless; for teachers.
#[utoipa::path(delete, path = "/api/v1/invitations/{id}", security(("token" = [])), params(("id" = String, Path)),
    responses((status = 204), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn revoke(
    InClass(class): InClass,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<StatusCode, Failure> {
    class.revoke(&caller.standing, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs somebody out everywhere: sessions, links and tokens; for teachers.
#[utoipa::path(post, path = "/api/v1/people/{account}/sign-out", security(("token" = [])), params(("account" = String, Path)),
    responses((status = 204), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn sign_out(
    InClass(class): InClass,
    Path(account): Path<String>,
    caller: Caller,
) -> Result<StatusCode, Failure> {
    class.sign_out(&caller.standing, &account).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes a link for somebody else who has lost their own way in; for teachers.
#[utoipa::path(post, path = "/api/v1/people/{account}/link", security(("token" = [])), params(("account" = String, Path)),
    responses((status = 201, body = NewLink), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn invite_again(
    InClass(class): InClass,
    Path(account): Path<String>,
    caller: Caller,
    visitor: Visitor,
) -> Result<impl IntoResponse, Failure> {
    caller.member.check_not_own(&account)?;
    let (_, secret) = class.invite_again(&caller.standing, &account).await?;
    Ok(handed_on(&visitor, &secret))
}

/// Removes somebody else, with all by which they come in; for teachers.
#[utoipa::path(delete, path = "/api/v1/people/{account}", security(("token" = [])), params(("account" = String, Path)),
    responses((status = 204), (status = 400, body = Refusal), (status = 401, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn remove(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    Path(account): Path<String>,
    caller: Caller,
) -> Result<StatusCode, Failure> {
    caller.member.check_not_own(&account)?;
    class.expel(&site, &caller.standing, &account).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What a teacher has said about the class.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ClassFacts {
    /// What it is called.
    name: String,
    /// Whether outsiders may look and play.
    open: bool,
    /// Whether people may have passwords.
    passwords: bool,
    /// The game by name.
    game: String,
    /// Its board.
    setup: String,
    /// The time for a move in milliseconds.
    move_ms: u64,
    /// The rules of every game, as players are checked and play.
    rules: String,
    /// What players may be handed in as.
    languages: Vec<String>,
    /// What one may do oneself.
    may: Vec<&'static str>,
}

fn facts(settings: &Settings, standing: &Standing) -> ClassFacts {
    ClassFacts {
        name: settings.name.clone(),
        open: settings.is_open,
        passwords: settings.has_passwords,
        game: settings.game.clone(),
        setup: settings.setup.clone(),
        move_ms: settings.move_ms,
        rules: settings.rules(),
        languages: settings.languages.clone(),
        may: Action::all().filter(|action| standing.may(*action)).map(Action::name).collect(),
    }
}

/// What the class is for.
#[utoipa::path(get, path = "/api/v1/class", security(("token" = []), ()),
    responses((status = 200, body = ClassFacts), (status = 401, body = Refusal)))]
pub(super) async fn class(InClass(class): InClass, standing: Standing) -> Json<ClassFacts> {
    Json(facts(&class.settings(), &standing))
}

/// Changes what is named of it, and leaves the rest; for teachers.
#[utoipa::path(patch, path = "/api/v1/class", security(("token" = [])), request_body = SettingsWish,
    responses((status = 200, body = ClassFacts), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal),
        (status = 413, body = Refusal), (status = 415, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn configure(
    InClass(class): InClass,
    caller: Caller,
    Json(wish): Json<SettingsWish>,
) -> Result<Json<ClassFacts>, Failure> {
    class.configure(&caller.standing, wish).await?;
    Ok(Json(facts(&class.settings(), &caller.standing)))
}
