//! `/class`: what the class is called, and where everything is.

use std::sync::Arc;

use axum::extract::{Form, State};
use axum::response::{IntoResponse, Redirect, Response};
use joute_catalog::{GAMES, find_game};
use joute_messages::{Language, message};
use joute_tournament::format::{MATCH as MATCH_FORMAT, is_ladder};
use maud::{Markup, html};

use super::next::next;
use super::team;
use crate::class::access::{Caller, InClass, Standing};
use crate::class::account::Settings;
use crate::class::languages::LANGUAGES;
use crate::class::people::{LONGEST_CLASS_NAME, MOVE_TIMES, SettingsWish};
use crate::class::{Action, Class};
use crate::failure::Failure;
use crate::pages::layout;
use crate::pages::replay::encoded;
use crate::server::Site;
use crate::tournaments::View;
use crate::visitor::Visitor;

pub(crate) async fn page(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    standing: Standing,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let title = name_of(&class, &visitor);
    let language = visitor.language;
    let t = |key| language.text(key);
    let next = next(&site, &class, &standing, language).await?;
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
        (next)
        @if standing.may(Action::Look) { (what_is_played(&site, &class, &standing, language)) }
        @if standing.may(Action::Steer) { (super::steering::forms(&class, language)) }
        @if standing.may(Action::Administer) { (settings_form(&class.settings(), &visitor)) }
    };
    Ok(layout::page(&visitor, &title, None, &body))
}

/// The game of the class, and the ways to what is played and to one's own players.
fn what_is_played(site: &Site, class: &Class, standing: &Standing, language: Language) -> Markup {
    let settings = class.settings();
    let is_of_class = |view: &View| !view.is_over() && view.account.summary.format != MATCH_FORMAT;
    let all = site.tournaments.all().into_iter().map(|tournament| (tournament.slug.clone(), tournament.view()));
    let mut played: Vec<(String, View)> = all.filter(|(_, view)| is_of_class(view)).collect();
    // The ladder first, then the latest cup.
    played.reverse();
    played.sort_by_key(|(_, view)| !is_ladder(&view.account.summary.format));
    html! {
        section.card.spaced {
            (terms(&settings, language))
            p.links {
                a.button href={ "/learn/" (settings.game) } { (language.text("class-rules")) }
                @for (slug, view) in &played {
                    a.button href={ "/tournament/" (encoded(slug)) } { (view.account.summary.name) }
                }
                @if let Some(member) = &standing.member {
                    a.button href=(team::address(&member.account.team)) { (language.text("class-own-team")) }
                }
            }
        }
    }
}

/// Which game a class plays, on which board, and what time there is for a move.
pub(super) fn terms(settings: &Settings, language: Language) -> Markup {
    let Some(entry) = find_game(&settings.game) else { return html! {} };
    let offered = entry.offered.iter().find(|offered| offered.text == settings.setup);
    let board = offered.map_or(settings.setup.as_str(), |offered| language.text(offered.name));
    let game = entry.info.title(language);
    html! {
        p { (message!("class-plays", game = game, board = board.to_owned(), time = time_of_move(settings.move_ms)).text(language)) }
        p.soft { (entry.info.summary(language)) }
    }
}

fn time_of_move(milliseconds: u64) -> String {
    if milliseconds.is_multiple_of(1_000) {
        format!("{} s", milliseconds / 1_000)
    } else {
        format!("{milliseconds} ms")
    }
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

/// What pages call a language that players are handed in as.
pub(super) fn language_name(name: &str, language: Language) -> String {
    message!(format!("class-language-{name}")).text(language)
}

fn settings_form(settings: &Settings, visitor: &Visitor) -> Markup {
    let t = |key| visitor.language.text(key);
    html! {
        section.card.spaced id="settings" {
            h2 { (t("class-settings")) }
            form.fields action="/class/settings" method="post" {
                label { (t("class-name")) input name="name" value=(settings.name) maxlength=(LONGEST_CLASS_NAME) autocomplete="off"; }
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
                fieldset.languages {
                    legend { (t("class-languages")) }
                    input type="hidden" name="languages-shown" value="yes";
                    @for one in LANGUAGES { label.switch {
                        input type="checkbox" name="language" value=(one.name) checked[settings.languages.iter().any(|name| name == one.name)];
                        " " (language_name(one.name, visitor.language))
                    } }
                }
                label { (t("class-move-time")) input name="move_ms" type="number" min=(MOVE_TIMES.start()) max=(MOVE_TIMES.end()) value=(settings.move_ms) required; }
                button type="submit" { (t("class-keep")) }
            }
        }
    }
}

/// What the form of a class says: pairs, since languages are a list of boxes that are ticked.
fn wish_of(pairs: &[(String, String)]) -> Result<SettingsWish, Failure> {
    let of = |key: &str| pairs.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str());
    let all = |key: &str| pairs.iter().filter(|(known, _)| known == key).map(|(_, value)| value.clone()).collect();
    let said = |key: &str| of(key).filter(|value| !value.is_empty());
    let wrong_time = || Failure::bad(&message!("class-error-move-time"));
    let (game, setup) = match said("game") {
        Some(text) => {
            let (game, setup) = text.split_once(' ').unwrap_or((text, ""));
            (Some(game.to_owned()), Some(setup.to_owned()))
        }
        None => (None, None),
    };
    Ok(SettingsWish {
        name: Some(of("name").unwrap_or_default().to_owned()),
        open: Some(of("open").is_some()),
        passwords: Some(of("passwords").is_some()),
        game,
        setup,
        move_ms: said("move_ms").map(|text| text.parse().map_err(|_| wrong_time())).transpose()?,
        // A form without these boxes leaves them as they are; with none of them ticked it is a mistake.
        languages: of("languages-shown").map(|_| all("language")),
    })
}

/// `POST /class/settings`.
pub(crate) async fn settings(
    InClass(class): InClass,
    caller: Caller,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Result<Response, Failure> {
    class.configure(&caller.standing, wish_of(&pairs)?).await?;
    Ok(Redirect::to("/class").into_response())
}
