//! What was done by whom, and who may do what.

use joute_messages::message;
use maud::{Markup, html};

use super::home::role_key;
use super::moment;
use crate::class::access::InClass;
use crate::class::{PERMISSIONS, Permission, Role};
use crate::failure::Failure;
use crate::pages::layout;
use crate::visitor::Visitor;

/// How many deeds are shown.
const SHOWN: usize = 300;

/// `GET /class/audit`.
pub(crate) async fn audit(InClass(class): InClass, visitor: Visitor) -> Result<Markup, Failure> {
    let language = visitor.language;
    let t = |key| language.text(key);
    let title = t("class-audit");
    let deeds = class.deeds(SHOWN).await?;
    let body = html! {
        section.card {
            h1 { (title) }
            p.soft { (message!("class-audit-latest", count = SHOWN).text(language)) " " a href="/api/v1/audit" { (t("class-audit-all")) } }
            div.scroll tabindex="0" role="region" aria-label=(title) { table {
                thead { tr {
                    th scope="col" { (t("class-when")) }
                    th scope="col" { (t("class-who")) }
                    th scope="col" { (t("class-what")) }
                    th scope="col" { (t("class-about")) }
                    th.wide-only scope="col" { (t("class-from")) }
                } }
                tbody { @for deed in &deeds { tr {
                    td { (moment(deed.when)) }
                    td { (deed.who.as_deref().unwrap_or("–")) }
                    td { (language.text(&format!("deed-{}", deed.what))) }
                    td { (deed.about) }
                    td.wide-only { (deed.from) }
                } } }
            } }
        }
    };
    Ok(layout::page(&visitor, title, None, &body))
}

/// `GET /class/permissions`: the table by which is decided.
pub(crate) async fn permissions(_: InClass, visitor: Visitor) -> Markup {
    let language = visitor.language;
    let title = language.text("class-permissions");
    let cell = |permission: Permission| match permission {
        Permission::Yes => language.text("permission-yes"),
        Permission::WhenOpen => language.text("permission-when-open"),
        Permission::No => "–",
    };
    let body = html! {
        section.card {
            h1 { (title) }
            div.scroll tabindex="0" role="region" aria-label=(title) { table {
                thead { tr {
                    th scope="col" { (language.text("class-what")) }
                    @for role in Role::ALL { th scope="col" { (language.text(role_key(role.name()))) } }
                } }
                tbody { @for (action, row) in PERMISSIONS { tr {
                    th scope="row" { (language.text(&format!("action-{}", action.name()))) }
                    @for permission in row { td { (cell(*permission)) } }
                } } }
            } }
        }
    };
    layout::page(&visitor, title, None, &body)
}
