//! `/class/people`: everybody of the class, for the teacher; invitations.

use std::sync::Arc;

use axum::extract::{Form, Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use joute_messages::message;
use maud::{Markup, html};

use super::home::role_key;
use super::{link_to_hand_on, moment};
use crate::class::Class;
use crate::class::access::{Caller, InClass};
use crate::class::account::{Account, Link, Opens};
use crate::class::people::Invitation;
use crate::failure::Failure;
use crate::pages::layout;
use crate::pages::replay::encoded;
use crate::server::Site;
use crate::visitor::Visitor;

/// The whole address of a link.
pub(crate) fn address_of(visitor: &Visitor, secret: &str) -> String {
    format!("{}/class/join/{secret}", visitor.origin.as_deref().unwrap_or_default())
}

/// `GET /class/people`.
pub(crate) async fn page(InClass(class): InClass, visitor: Visitor) -> Result<Markup, Failure> {
    shown(&class, &visitor, None).await
}

async fn shown(class: &Class, visitor: &Visitor, link: Option<(&str, String)>) -> Result<Markup, Failure> {
    let language = visitor.language;
    let t = |key| language.text(key);
    let title = t("class-people");
    let accounts = class.accounts().await?;
    let body = html! {
        section.card {
            h1 { (title) }
            @if let Some((secret, what)) = link { (link_to_hand_on(&address_of(visitor, secret), &what, language)) }
            div.scroll tabindex="0" role="region" aria-label=(title) { table {
                thead { tr {
                    th scope="col" { (t("class-your-name")) }
                    th scope="col" { (t("class-role")) }
                    th.wide-only scope="col" { (t("class-team")) }
                    th.wide-only scope="col" { (t("class-since")) }
                    th scope="col" { (t("class-doing")) }
                } }
                tbody { @for (key, account) in &accounts { (row(key, account, visitor)) } }
            } }
        }
        (invitation_form(visitor))
        (invitations(&class.good_links().await?, &accounts, visitor))
    };
    Ok(layout::page(visitor, title, Some("class.js"), &body))
}

fn row(key: &str, account: &Account, visitor: &Visitor) -> Markup {
    let language = visitor.language;
    let address = |what: &str| format!("/class/people/{}/{what}", encoded(key));
    let remove = message!("class-remove-name", name = account.name.clone()).text(language);
    let sign_out = message!("class-sign-out-name", name = account.name.clone()).text(language);
    let link = message!("class-link-for-name", name = account.name.clone()).text(language);
    html! {
        tr data-account=(key) {
            th scope="row" { (account.name) }
            td { (language.text(role_key(account.role.name()))) }
            td.wide-only { (account.team) }
            td.wide-only { (moment(account.since)) }
            td { div.links.tight {
                form method="post" action=(address("link")) { button type="submit" aria-label=(link) title=(link) { (language.text("class-new-link")) } }
                form method="post" action=(address("sign-out")) data-sure=(sign_out) { button type="submit" aria-label=(sign_out) title=(sign_out) { (language.text("class-sign-out")) } }
                form method="post" action=(address("remove")) data-sure=(remove) { button type="submit" aria-label=(remove) title=(remove) { (language.text("class-remove")) } }
            } }
        }
    }
}

fn invitation_form(visitor: &Visitor) -> Markup {
    let t = |key| visitor.language.text(key);
    html! {
        section.card.spaced id="invite" {
            h2 { (t("class-invite")) }
            p.soft { (t("class-invite-how")) }
            form.fields method="post" action="/class/invitations" {
                label { (t("class-role"))
                    select name="role" { @for role in ["player", "teacher"] { option value=(role) { (t(role_key(role))) } } } }
                label { (t("class-uses")) input name="uses" type="number" min="1" max=(Link::MOST_USES) value="30" required; }
                label { (t("class-team-if-shared")) input name="team" maxlength="40" autocomplete="off"; }
                button type="submit" { (t("class-make-link")) }
            }
        }
    }
}

/// The links that are good, each with what ends it.
fn invitations(links: &[(String, Link)], accounts: &[(String, Account)], visitor: &Visitor) -> Markup {
    let t = |key| visitor.language.text(key);
    let name_of =
        |key: &str| accounts.iter().find(|(one, _)| one == key).map_or("", |(_, account)| &account.name).to_owned();
    let whom = |opens: &Opens| match opens {
        Opens::Account(key) => message!("class-link-for-name", name = name_of(key)).text(visitor.language),
        Opens::New { role, .. } => t(role_key(role.name())).to_owned(),
    };
    html! {
        @if !links.is_empty() {
            section.card.spaced {
                h2 { (t("class-open-links")) }
                div.scroll tabindex="0" role="region" aria-label=(t("class-open-links")) { table {
                    thead { tr {
                        th scope="col" { (t("class-link-what")) }
                        th.wide-only scope="col" { (t("class-team")) }
                        th.n scope="col" { (t("class-uses")) }
                        th scope="col" { (t("class-until")) }
                        th scope="col" { (t("class-doing")) }
                    } }
                    tbody { @for (id, link) in links { tr data-link-id=(id) {
                        th scope="row" { (whom(&link.opens)) }
                        td.wide-only { (link.opens.team().unwrap_or("–")) }
                        td.n { (link.uses) }
                        td { (moment(link.until)) }
                        td { form method="post" action={ "/class/invitations/" (id) "/revoke" } { button type="submit" { (t("class-revoke")) } } }
                    } } }
                } }
            }
        }
    }
}

/// `POST /class/invitations/{id}/revoke`.
pub(crate) async fn revoke(
    InClass(class): InClass,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Response, Failure> {
    class.revoke(&caller.standing, &id).await?;
    Ok(Redirect::to("/class/people").into_response())
}

/// `POST /class/people/{account}/sign-out`: everywhere, with links and tokens.
pub(crate) async fn sign_out(
    InClass(class): InClass,
    Path(key): Path<String>,
    caller: Caller,
) -> Result<Response, Failure> {
    class.sign_out(&caller.standing, &key).await?;
    Ok(Redirect::to("/class/people").into_response())
}

/// `POST /class/invitations`.
pub(crate) async fn invite(
    InClass(class): InClass,
    caller: Caller,
    visitor: Visitor,
    Form(wish): Form<Invitation>,
) -> Result<Markup, Failure> {
    let secret = class.invite(&caller.standing, &wish).await?;
    let what = visitor.language.text("class-invitation").to_owned();
    shown(&class, &visitor, Some((&secret, what))).await
}

/// `POST /class/people/{account}/link`: for somebody who has lost their own.
pub(crate) async fn link(
    InClass(class): InClass,
    Path(key): Path<String>,
    caller: Caller,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let (account, secret) = class.invite_again(&caller.standing, &key).await?;
    let what = message!("class-link-for-name", name = account.name).text(visitor.language);
    shown(&class, &visitor, Some((&secret, what))).await
}

/// `POST /class/people/{account}/remove`.
pub(crate) async fn remove(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    Path(key): Path<String>,
    caller: Caller,
) -> Result<Response, Failure> {
    class.expel(&site, &caller.standing, &key).await?;
    Ok(Redirect::to("/class/people").into_response())
}
