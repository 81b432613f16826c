//! `/class`: what the class is called, and where everything is.

use axum::extract::Form;
use axum::response::{IntoResponse, Redirect, Response};
use joute_catalog::{GAMES, find_game};
use joute_messages::message;
use maud::{Markup, html};
use serde::Deserialize;

use crate::class::access::{Caller, InClass, Standing};
use crate::class::account::Settings;
use crate::class::{Action, Class};
use crate::failure::Failure;
use crate::pages::layout;
use crate::visitor::Visitor;

/// The longest name of a class.
const LONGEST: usize = 60;

pub(crate) async fn page(InClass(class): InClass, standing: Standing, visitor: Visitor) -> Markup {
    let title = name_of(&class, &visitor);
    let language = visitor.language;
    let t = |key| language.text(key);
    let body = html! {
        section.card {
            h1 { (title) }
            @match &standing.member {
                None => {
                    p { @if standing.is_open { (t("class-open")) } @else { (t("class-closed")) } }
                    p.links { a.button href="/class/sign-in" { (t("class-sign-in")) } }
                }
                Some(member) => {
                    p { (member.account.name) " · " (t(role_key(member.account.role.name()))) }
                    (doors(&standing, &visitor))
                }
            }
        }
        @if standing.may(Action::Steer) { (super::steering::forms(&class, language)) }
        @if standing.may(Action::Administer) { (settings_form(&class.settings(), &visitor)) }
    };
    layout::page(&visitor, &title, None, &body)
}

/// What a role is called, by its name.
pub(super) fn role_key(role: &str) -> &'static str {
    match role {
        "teacher" => "role-teacher",
        "player" => "role-player",
        _ => "role-visitor",
    }
}

/// What the class is called.
pub(super) fn name_of(class: &Class, visitor: &Visitor) -> String {
    let name = class.settings().name.clone();
    if name.is_empty() { visitor.language.text("class-class").to_owned() } else { name }
}

/// The pages that somebody may see.
fn doors(standing: &Standing, visitor: &Visitor) -> Markup {
    let pages = [
        ("/class/players", "class-players", Action::Submit),
        ("/class/account", "class-account", Action::KeepOwnAccount),
        ("/class/people", "class-people", Action::Administer),
        ("/class/audit", "class-audit", Action::ReadAudit),
        ("/class/permissions", "class-permissions", Action::Enter),
    ];
    html! {
        p.links {
            @for (address, key, _) in pages.into_iter().filter(|(.., action)| standing.may(*action)) {
                a.button href=(address) { (visitor.language.text(key)) }
            }
        }
    }
}

fn settings_form(settings: &Settings, visitor: &Visitor) -> Markup {
    let t = |key| visitor.language.text(key);
    html! {
        section.card.spaced {
            h2 { (t("class-settings")) }
            form.fields action="/class/settings" method="post" {
                label { (t("class-name")) input name="name" value=(settings.name) maxlength=(LONGEST) autocomplete="off"; }
                label.switch { input type="checkbox" name="open" value="yes" checked[settings.is_open]; " " (t("class-outsiders")) }
                label.switch { input type="checkbox" name="passwords" value="yes" checked[settings.has_passwords]; " " (t("class-passwords")) }
                label { (t("label-game")) select name="game" {
                    @for entry in GAMES { @for offered in entry.offered {
                        @let value = format!("{} {}", entry.info.name, offered.text);
                        option value=(value) selected[settings.game == entry.info.name && settings.setup == offered.text] {
                            (entry.info.title(visitor.language)) ", " (visitor.language.text(offered.name))
                        }
                    } }
                } }
                label { (t("class-move-time")) input name="move_ms" type="number" min="20" max="60000" value=(settings.move_ms) required; }
                button type="submit" { (t("class-keep")) }
            }
        }
    }
}

/// What the form of a class says.
#[derive(Debug, Deserialize)]
pub(crate) struct NewSettings {
    #[serde(default)]
    name: String,
    open: Option<String>,
    passwords: Option<String>,
    /// A game and its board.
    #[serde(default)]
    game: String,
    #[serde(default)]
    move_ms: String,
}

/// `POST /class/settings`.
pub(crate) async fn settings(
    InClass(class): InClass,
    caller: Caller,
    Form(form): Form<NewSettings>,
) -> Result<Response, Failure> {
    let name: String = joute_messages::visible_line(form.name.trim()).chars().take(LONGEST).collect();
    let known = class.settings();
    let mut settings =
        Settings { name, is_open: form.open.is_some(), has_passwords: form.passwords.is_some(), ..(*known).clone() };
    if !form.game.is_empty() {
        let (game, setup) = form.game.split_once(' ').unwrap_or((&form.game, ""));
        // Only boards that are offered: a setup may name files.
        let is_offered = find_game(game).is_some_and(|entry| entry.offered.iter().any(|one| one.text == setup));
        if !is_offered {
            return Err(Failure::bad(&message!("error-game-and-board")));
        }
        (settings.game, settings.setup) = (game.to_owned(), setup.to_owned());
    }
    if !form.move_ms.is_empty() {
        let time = form.move_ms.parse().ok().filter(|time| (20..=60_000).contains(time));
        settings.move_ms = time.ok_or_else(|| Failure::bad(&message!("class-error-move-time")))?;
    }
    let about = format!("{} ({})", settings.name, if settings.is_open { "open" } else { "closed" });
    class.set(settings).await?;
    class.note(&caller.standing, "settings", &about).await?;
    Ok(Redirect::to("/class").into_response())
}
