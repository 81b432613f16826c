//! The door of a class: signing in with a password, coming in by a link, and going out.

use std::sync::Arc;

use axum::extract::{Form, Path, Query, State};
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use joute_messages::{Message, message};
use maud::{Markup, html};
use serde::Deserialize;

use super::home::name_of;
use crate::class::access::{Caller, InClass, SESSION, Standing};
use crate::class::account::{Account, LONGEST_NAME, Opens};
use crate::class::{Class, hashed_password, is_password, short};
use crate::client::Client;
use crate::failure::Failure;
use crate::pages::layout::{self, is_local};
use crate::server::Site;
use crate::visitor::Visitor;

/// The shortest password, and the longest that is looked at.
const SHORTEST: usize = 8;
pub(super) const LONGEST: usize = 200;

/// Where to go afterwards.
#[derive(Debug, Deserialize)]
pub(crate) struct Back {
    #[serde(default)]
    back: String,
}

impl Back {
    fn place(&self) -> &str {
        Some(self.back.as_str()).filter(|back| is_local(back)).unwrap_or("/class")
    }
}

/// The cookie of somebody who has come in. Other sites cannot make anybody send it, and no script can read it.
fn session_cookie(visitor: &Visitor, value: String) -> String {
    let is_secure = visitor.origin.as_deref().is_some_and(|origin| origin.starts_with("https:"));
    let cookie = Cookie::build((SESSION, value)).path("/").http_only(true).secure(is_secure);
    cookie.same_site(SameSite::Lax).max_age(Duration::days(30)).to_string()
}

/// `GET /class/sign-in`.
pub(crate) async fn page(InClass(class): InClass, Query(back): Query<Back>, visitor: Visitor) -> Markup {
    sign_in_page(&class, &visitor, back.place(), None)
}

fn sign_in_page(class: &Class, visitor: &Visitor, back: &str, trouble: Option<&Message>) -> Markup {
    let t = |key| visitor.language.text(key);
    let title = t("class-sign-in");
    let body = html! {
        section.card.narrow {
            h1 { (name_of(class, visitor)) }
            @if let Some(trouble) = trouble { p.trouble role="alert" { (trouble.text(visitor.language)) } }
            @if class.settings().has_passwords {
                form.fields method="post" action="/class/sign-in" {
                    input type="hidden" name="back" value=(back);
                    label { (t("class-your-name")) input name="name" required maxlength=(LONGEST_NAME) autocomplete="username"; }
                    label { (t("class-password")) input name="password" type="password" required maxlength=(LONGEST) autocomplete="current-password"; }
                    button.primary type="submit" { (title) }
                }
            }
            p.soft { (t("class-how-to-come-in")) }
        }
    };
    layout::page(visitor, title, None, &body)
}

/// What somebody signs in with.
#[derive(Debug, Deserialize)]
pub(crate) struct Credentials {
    name: String,
    password: String,
    #[serde(default)]
    back: String,
}

/// `POST /class/sign-in`.
pub(crate) async fn sign_in(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    standing: Standing,
    visitor: Visitor,
    client: Client,
    Form(Credentials { name, password, back }): Form<Credentials>,
) -> Result<Response, Failure> {
    let key = short(&name).unwrap_or_default();
    class.count_try(&client, &key).map_err(Failure::enough)?;
    let account = class.records.get::<Account>(&key).await.map_err(|error| Failure::internal(&error))?;
    let is_known = account.is_some();
    let kept = account.and_then(|account| account.password).filter(|_| class.settings().has_passwords);
    if !is_right(&site, &client, kept, password).await? {
        class.note_refusal(&standing, &key, is_known).await?;
        let trouble = message!("class-error-password");
        let page = sign_in_page(&class, &visitor, Back { back }.place(), Some(&trouble));
        return Ok((axum::http::StatusCode::FORBIDDEN, page).into_response());
    }
    let cookie = session_cookie(&visitor, class.begin_session(&key, false).await?);
    class.note(&standing, "sign-in", &key).await?;
    Ok(([(SET_COOKIE, cookie)], Redirect::to(Back { back }.place())).into_response())
}

/// Whether a password is the one that was kept.
pub(super) async fn is_right(
    site: &Site,
    client: &Client,
    kept: Option<String>,
    password: String,
) -> Result<bool, Failure> {
    let is_short = password.len() <= LONGEST;
    Ok(is_short && site.boards.run(client, move || is_password(kept.as_deref(), &password)).await?)
}

/// `GET /class/join/{secret}`: asks who comes. Looking uses nothing up.
pub(crate) async fn link_page(
    InClass(class): InClass,
    Path(secret): Path<String>,
    Query(another): Query<Another>,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let link = class.good_link(&secret).await?;
    if let Some(member) = visitor.standing.as_ref().and_then(|standing| standing.member.as_deref())
        && matches!(link.opens, Opens::New { .. })
        && another.another.is_none()
    {
        return Ok(already_in_page(&class, &visitor, &member.account.name));
    }
    Ok(join_page(&class, &visitor, &link.opens, None).await)
}

/// Whether somebody who has an account wants another all the same.
#[derive(Debug, Deserialize)]
pub(crate) struct Another {
    another: Option<String>,
}

/// Somebody who is in already is asked first: a second account has a team and players of its own.
fn already_in_page(class: &Class, visitor: &Visitor, name: &str) -> Markup {
    let language = visitor.language;
    let title = language.text("class-join");
    let body = html! {
        section.card.narrow {
            h1 { (name_of(class, visitor)) }
            p { (message!("class-already-in", name = name.to_owned()).text(language)) }
            p.links {
                a.button.primary-small href="/class" { (message!("class-stay", name = name.to_owned()).text(language)) }
                a.button href="?another" { (language.text("class-another-account")) }
            }
        }
    };
    layout::page(visitor, title, None, &body)
}

async fn join_page(class: &Class, visitor: &Visitor, opens: &Opens, trouble: Option<String>) -> Markup {
    let t = |key| visitor.language.text(key);
    let title = t("class-join");
    let known = match opens {
        Opens::Account(key) => class.account(key).await.ok(),
        Opens::New { .. } => None,
    };
    let body = html! {
        section.card.narrow {
            h1 { (name_of(class, visitor)) }
            @if let Some(trouble) = trouble { p.trouble role="alert" { (trouble) } }
            form.fields method="post" {
                @if let Some(account) = known {
                    p { (message!("class-come-in-as", name = account.name).text(visitor.language)) }
                } @else {
                    label { (t("class-your-name")) input name="name" required maxlength=(LONGEST_NAME) autocomplete="username"; }
                    @if class.settings().has_passwords {
                        label { (t("class-password-if-wanted"))
                            input name="password" type="password" minlength=(SHORTEST) maxlength=(LONGEST) autocomplete="new-password"; }
                    }
                }
                button.primary type="submit" { (title) }
            }
        }
    };
    layout::page(visitor, title, None, &body)
}

/// Who comes by a link.
#[derive(Debug, Deserialize)]
pub(crate) struct Newcomer {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
}

/// `POST /class/join/{secret}`.
pub(crate) async fn join(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    Path(secret): Path<String>,
    standing: Standing,
    (visitor, client): (Visitor, Client),
    Form(Newcomer { name, password }): Form<Newcomer>,
) -> Result<Response, Failure> {
    class.count_knock(&client).map_err(Failure::enough)?;
    let link = class.good_link(&secret).await?;
    let is_new = matches!(link.opens, Opens::New { .. });
    let password = if is_new && class.settings().has_passwords && !password.is_empty() {
        Some(hashed(&site, &client, password).await?)
    } else {
        None
    };
    let (account, is_renewal) = match class.follow(&secret, &name, password).await {
        Ok(followed) => followed,
        Err(crate::class::ClassError::Request(why)) => {
            let trouble = Some(crate::words::capitalised(&why.text(visitor.language)));
            let page = join_page(&class, &visitor, &link.opens, trouble).await;
            return Ok((axum::http::StatusCode::BAD_REQUEST, page).into_response());
        }
        Err(error) => return Err(error.into()),
    };
    let cookie = session_cookie(&visitor, class.begin_session(&account, is_renewal).await?);
    class.note(&standing, if is_new { "joined" } else { "sign-in" }, &account).await?;
    Ok(([(SET_COOKIE, cookie)], Redirect::to("/class")).into_response())
}

/// What is kept of a password that somebody has chosen.
pub(super) async fn hashed(site: &Site, client: &Client, password: String) -> Result<String, Failure> {
    let length = password.chars().count();
    if !(SHORTEST..=LONGEST).contains(&length) {
        return Err(Failure::bad(&message!("class-error-short-password", least = SHORTEST)));
    }
    let hashed = site.boards.run(client, move || hashed_password(&password)).await?;
    hashed.map_err(|error| Failure::internal(&error))
}

/// `POST /class/sign-out`.
pub(crate) async fn sign_out(InClass(class): InClass, caller: Caller) -> Result<Response, Failure> {
    if let Some(session) = &caller.member.session {
        class.end_session(session).await?;
    }
    class.note(&caller.standing, "sign-out", &caller.member.key).await?;
    let gone = Cookie::build((SESSION, "")).path("/").http_only(true).max_age(Duration::ZERO).to_string();
    Ok(([(SET_COOKIE, gone)], Redirect::to("/class")).into_response())
}
