//! `/class/account`: what somebody sees and changes of their own account.

use std::sync::Arc;

use axum::extract::{Form, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;

use super::door::hashed;
use super::{link_to_hand_on, moment};
use crate::class::access::{Caller, InClass};
use crate::class::account::{Account, Opens};
use crate::client::Client;
use crate::failure::Failure;
use crate::pages::layout;
use crate::server::Site;
use crate::visitor::Visitor;

/// `GET /class/account`.
pub(crate) async fn page(State(site): State<Arc<Site>>, caller: Caller, visitor: Visitor) -> Markup {
    shown(&site, &caller, &visitor, None)
}

fn shown(site: &Site, caller: &Caller, visitor: &Visitor, link: Option<(&str, &str)>) -> Markup {
    let t = |key| visitor.language.text(key);
    let account = &caller.member.account;
    let has_passwords = site.class.as_ref().is_some_and(|class| class.settings().has_passwords);
    let body = html! {
        section.card {
            h1 { (account.name) }
            dl.chips {
                div { dt { (t("class-role")) } dd { (t(super::home::role_key(account.role.name()))) } }
                div { dt { (t("class-team")) } dd { (account.team) } }
                div { dt { (t("class-since")) } dd { (moment(account.since)) } }
            }
            div.links {
                form method="post" action="/class/sign-out" { button type="submit" { (t("class-sign-out")) } }
                form method="post" action="/class/account/sessions" { button type="submit" { (t("class-sign-out-everywhere")) } }
                form method="post" action="/class/account/link" { button type="submit" { (t("class-other-device")) } }
            }
            @if let Some((link, what)) = link { (link_to_hand_on(link, t(what), visitor.language)) }
        }
        section.card.spaced {
            h2 { (t("class-tokens")) }
            p.soft { (t("class-tokens-how")) }
            div.links {
                form method="post" action="/class/account/token" { button type="submit" { (t("class-new-token")) } }
                form method="post" action="/class/account/tokens/end" { button type="submit" { (t("class-end-tokens")) } }
            }
        }
        section.card.spaced {
            h2 { (t("class-data")) }
            div.links {
                a.button href="/class/account/export" download="joute-account.json" { (t("class-export")) }
                form method="post" action="/class/account/delete" data-sure=(t("class-delete")) { button type="submit" { (t("class-delete")) } }
            }
        }
        @if has_passwords {
            section.card.spaced {
                h2 { @if account.password.is_some() { (t("class-change-password")) } @else { (t("class-choose-password")) } }
                form.fields method="post" action="/class/account/password" {
                    label { (t("class-password")) input name="password" type="password" required minlength="8" maxlength="200" autocomplete="new-password"; }
                    button type="submit" { (t("class-keep")) }
                }
            }
        }
    };
    layout::page(visitor, t("class-account"), Some("class.js"), &body)
}

/// `POST /class/account/link`: a link that lets oneself in somewhere else, once.
pub(crate) async fn link(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let secret = class.link(Opens::Account(caller.member.key.clone()), 1).await?;
    class.note(&caller.standing, "own-link", &caller.member.key).await?;
    let address = super::people::address_of(&visitor, &secret);
    Ok(shown(&site, &caller, &visitor, Some((&address, "class-own-link"))))
}

/// `POST /class/account/sessions`: signs out everywhere.
pub(crate) async fn end_sessions(InClass(class): InClass, caller: Caller) -> Result<Response, Failure> {
    class.end_sessions(&caller.member.key).await?;
    class.note(&caller.standing, "sign-out-everywhere", &caller.member.key).await?;
    Ok(Redirect::to("/class").into_response())
}

/// A password that somebody chooses.
#[derive(Debug, Deserialize)]
pub(crate) struct Chosen {
    password: String,
}

/// `POST /class/account/password`: browsers that were signed in before are not any more, but this one.
pub(crate) async fn password(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    client: Client,
    Form(Chosen { password }): Form<Chosen>,
) -> Result<Response, Failure> {
    let hash = hashed(&site, &client, password).await?;
    let change = |account: &mut Account| account.password = Some(hash.clone());
    class.records.change(&caller.member.key, change).await.map_err(|error| Failure::internal(&error))?;
    class.end_other_sessions(&caller.member).await?;
    class.note(&caller.standing, "password", &caller.member.key).await?;
    Ok(Redirect::to("/class/account").into_response())
}

/// `POST /class/account/token`: for programs that act for oneself.
pub(crate) async fn token(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let token = class.new_token(&caller.member.key).await?;
    class.note(&caller.standing, "token", &caller.member.key).await?;
    Ok(shown(&site, &caller, &visitor, Some((&token, "class-token"))))
}

/// `POST /class/account/tokens/end`.
pub(crate) async fn end_tokens(InClass(class): InClass, caller: Caller) -> Result<Response, Failure> {
    class.end_tokens(&caller.member.key).await?;
    class.note(&caller.standing, "tokens-ended", &caller.member.key).await?;
    Ok(Redirect::to("/class/account").into_response())
}
