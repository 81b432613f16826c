//! `/class/account`: what somebody sees and changes of their own account.

use std::sync::Arc;

use axum::extract::{Form, State};
use axum::response::{IntoResponse, Redirect, Response};
use joute_messages::message;
use maud::{Markup, html};
use serde::Deserialize;

use super::door::{LONGEST, hashed, is_right};
use super::{link_to_hand_on, moment};
use crate::class::Class;
use crate::class::access::{Caller, InClass};
use crate::class::account::{Account, Opens};
use crate::client::Client;
use crate::failure::Failure;
use crate::pages::layout;
use crate::server::Site;
use crate::visitor::Visitor;

/// `GET /class/account`.
pub(crate) async fn page(InClass(class): InClass, caller: Caller, visitor: Visitor) -> Result<Markup, Failure> {
    shown(&class, &caller, &visitor, None).await
}

async fn shown(
    class: &Class,
    caller: &Caller,
    visitor: &Visitor,
    link: Option<(&str, &str)>,
) -> Result<Markup, Failure> {
    let t = |key| visitor.language.text(key);
    let account = &caller.member.account;
    let asks = class.asks_for_password(&caller.member).await?;
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
                form method="post" action="/class/account/link" { button type="submit" { (t("class-other-device")) } }
            }
            form.links method="post" action="/class/account/sessions" {
                button type="submit" { (t("class-sign-out-everywhere")) }
                (tokens_too(visitor))
            }
            p.soft { (t("class-sign-out-how")) }
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
        @if class.settings().has_passwords { (password_form(account, asks, visitor)) }
    };
    Ok(layout::page(visitor, t("class-account"), Some("class.js"), &body))
}

fn password_form(account: &Account, asks: bool, visitor: &Visitor) -> Markup {
    let t = |key| visitor.language.text(key);
    html! {
        section.card.spaced {
            h2 { @if account.password.is_some() { (t("class-change-password")) } @else { (t("class-choose-password")) } }
            form.fields method="post" action="/class/account/password" {
                @if asks {
                    label { (t("class-current-password")) input name="current" type="password" required maxlength=(LONGEST) autocomplete="current-password"; }
                }
                label { (t("class-password")) input name="password" type="password" required minlength="8" maxlength=(LONGEST) autocomplete="new-password"; }
                (tokens_too(visitor))
                button type="submit" { (t("class-keep")) }
            }
        }
    }
}

fn tokens_too(visitor: &Visitor) -> Markup {
    html! { label.switch { input type="checkbox" name="tokens" value="yes"; " " (visitor.language.text("class-tokens-too")) } }
}

/// `POST /class/account/link`: a link that lets oneself in somewhere else, once.
pub(crate) async fn link(InClass(class): InClass, caller: Caller, visitor: Visitor) -> Result<Markup, Failure> {
    class.count_taken(&caller.member.key, "link").map_err(Failure::enough)?;
    let secret = class.link(Opens::Account(caller.member.key.clone()), 1).await?;
    class.note(&caller.standing, "own-link", &caller.member.key).await?;
    let address = super::people::address_of(&visitor, &secret);
    shown(&class, &caller, &visitor, Some((&address, "class-own-link"))).await
}

/// What is to end besides.
#[derive(Debug, Deserialize)]
pub(crate) struct Ending {
    #[serde(default)]
    tokens: String,
}

/// `POST /class/account/sessions`: signs out everywhere.
pub(crate) async fn end_sessions(
    InClass(class): InClass,
    caller: Caller,
    Form(Ending { tokens }): Form<Ending>,
) -> Result<Response, Failure> {
    class.end_ways_in(&caller.member.key, !tokens.is_empty()).await?;
    class.note(&caller.standing, "sign-out-everywhere", &caller.member.key).await?;
    Ok(Redirect::to("/class").into_response())
}

/// A password that somebody chooses.
#[derive(Debug, Deserialize)]
pub(crate) struct Chosen {
    #[serde(default)]
    current: String,
    password: String,
    #[serde(default)]
    tokens: String,
}

/// `POST /class/account/password`: browsers that were signed in before are not any more, but this one.
pub(crate) async fn password(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    client: Client,
    Form(Chosen { current, password, tokens }): Form<Chosen>,
) -> Result<Response, Failure> {
    if !class.settings().has_passwords {
        return Err(Failure::bad(&message!("class-error-no-passwords")));
    }
    if class.asks_for_password(&caller.member).await? {
        class.count_try(&client, &caller.member.key).map_err(Failure::enough)?;
        if !is_right(&site, &client, caller.member.account.password.clone(), current).await? {
            class.note(&caller.standing, "password-refused", &caller.member.key).await?;
            return Err(Failure::forbidden(message!("class-error-current-password")));
        }
    }
    let hash = hashed(&site, &client, password).await?;
    class.set_password(&caller.member, hash, !tokens.is_empty()).await?;
    class.note(&caller.standing, "password", &caller.member.key).await?;
    Ok(Redirect::to("/class/account").into_response())
}

/// `POST /class/account/token`: for programs that act for oneself.
pub(crate) async fn token(InClass(class): InClass, caller: Caller, visitor: Visitor) -> Result<Markup, Failure> {
    class.count_taken(&caller.member.key, "token").map_err(Failure::enough)?;
    let token = class.new_token(&caller.member.key).await?;
    class.note(&caller.standing, "token", &caller.member.key).await?;
    shown(&class, &caller, &visitor, Some((&token, "class-token"))).await
}

/// `POST /class/account/tokens/end`.
pub(crate) async fn end_tokens(InClass(class): InClass, caller: Caller) -> Result<Response, Failure> {
    class.end_tokens(&caller.member.key).await?;
    class.note(&caller.standing, "tokens-ended", &caller.member.key).await?;
    Ok(Redirect::to("/class/account").into_response())
}
