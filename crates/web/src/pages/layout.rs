//! The frame of every page: head, navigation, language and theme.

use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use joute_messages::{Language, visible};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Deserialize;

use super::replay::encoded;
use crate::assets::VERSION;
use crate::visitor::{Visitor, kept_cookie};

/// The parts of the site, with their addresses.
const PARTS: [(&str, &str); 8] = [
    ("/", "home-play"),
    ("/watch", "watch-watch"),
    ("/tournaments", "tournament-tournaments"),
    ("/games", "label-played-games"),
    ("/analyse", "label-analyse"),
    ("/editor", "layout-editor"),
    ("/learn", "learn-learn"),
    ("/puzzles", "puzzle-puzzles"),
];

/// The part that there is only with a class.
const CLASS: (&str, &str) = ("/class", "class-class");

/// How a page lies in its window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// As long as it is: it scrolls.
    Long,
    /// As large as the window, however small that is: a board with everything that belongs to it.
    OneScreen,
    /// The same in a frame of somebody else's page, where only the board is wanted.
    Embedded,
}

/// A whole page. `script` is the module of this page, besides the one that every page has.
pub(crate) fn page(visitor: &Visitor, title: &str, script: Option<&str>, body: &Markup) -> Markup {
    framed(visitor, title, script, Fit::Long, body)
}

/// A page that shows a board with everything around it in one window, without scrolling.
pub(crate) fn page_of_one_screen(visitor: &Visitor, title: &str, script: Option<&str>, body: &Markup) -> Markup {
    framed(visitor, title, script, Fit::OneScreen, body)
}

/// The same without navigation, for a frame of another page.
pub(crate) fn embedded_page(visitor: &Visitor, title: &str, script: Option<&str>, body: &Markup) -> Markup {
    framed(visitor, title, script, Fit::Embedded, body)
}

/// What is seldom wanted: in a row where there is room, behind a button on a phone.
pub(crate) fn more(language: Language, choices: &Markup) -> Markup {
    let label = language.text("layout-more");
    html! {
        div.more data-more {
            button type="button" data-more-button aria-expanded="false" aria-label=(label) title=(label) { "⋯" }
            div.choices { (choices) }
        }
    }
}

/// What everybody may choose about boards: sound, and how they look.
pub(crate) fn board_choices(language: Language) -> Markup {
    html! {
        button type="button" data-sound aria-pressed="false" title=(language.text("layout-sound-key")) { (language.text("layout-sound")) }
        button type="button" data-look-button { (language.text("layout-boards")) }
    }
}

fn framed(visitor: &Visitor, title: &str, script: Option<&str>, fit: Fit, body: &Markup) -> Markup {
    let language = visitor.language;
    html! {
        (DOCTYPE)
        html lang=(language.code()) data-theme=[visitor.theme] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                title { (title) " · Joute" }
                (preview_tags(visitor, title))
                link rel="stylesheet" href={ "/static/elements.css?" (VERSION) };
                link rel="stylesheet" href={ "/static/site.css?" (VERSION) };
                @if visitor.place.starts_with("/class") { link rel="stylesheet" href={ "/static/class.css?" (VERSION) }; }
                @if fit != Fit::Long { link rel="stylesheet" href={ "/static/one-screen.css?" (VERSION) }; }
                script type="module" src={ "/static/site.js?" (VERSION) } {}
                @if let Some(script) = script {
                    script type="module" src={ "/static/messages." (language.code()) ".js?" (VERSION) } {}
                    script type="module" src={ "/static/" (script) "?" (VERSION) } {}
                }
            }
            body.fit[fit != Fit::Long].embedded[fit == Fit::Embedded] {
                @if fit != Fit::Embedded {
                    a.skip href="#main" { (language.text("layout-skip-content")) }
                    (navigation(visitor))
                }
                // Whatever somebody else wrote, such as a player's name, stands in here.
                main #main { (PreEscaped(visible(&body.0))) }
            }
        }
    }
}

/// What those show who preview a link: the title, and where the page has a position its picture.
fn preview_tags(visitor: &Visitor, title: &str) -> Markup {
    let (path, query) = visitor.place.split_once('?').unwrap_or((&visitor.place, ""));
    let picture = match path.strip_prefix("/game/") {
        Some(game) if game.bytes().all(|letter| letter.is_ascii_digit()) => Some(format!("/game/{game}/preview.png")),
        _ => (path == "/analyse" && query.contains("game=")).then(|| format!("/preview.png?{query}")),
    };
    html! {
        meta property="og:site_name" content="Joute";
        meta property="og:type" content="website";
        meta property="og:title" content=(title);
        meta property="og:description" content=(visitor.language.text("layout-description"));
        meta name="description" content=(visitor.language.text("layout-description"));
        @if let (Some(picture), Some(origin)) = (picture, visitor.origin.as_deref()) {
            meta property="og:image" content={ (origin) (picture) };
            meta property="og:image:width" content="1200";
            meta property="og:image:height" content="630";
            meta name="twitter:card" content="summary_large_image";
        }
    }
}

fn navigation(visitor: &Visitor) -> Markup {
    let language = visitor.language;
    let path = visitor.place.split('?').next().unwrap_or("/");
    let theme = language.text("label-light-or-dark");
    html! {
        header.bar {
            a.brand href="/" { "Joute" }
            nav aria-label=(language.text("layout-main")) {
                @for (address, key) in PARTS.into_iter().chain(visitor.standing.as_ref().map(|_| CLASS)) {
                    a href=(address) aria-current=[(path == address).then_some("page")] {
                        (language.text(key))
                    }
                }
            }
            @for other in Language::all().filter(|other| *other != language) {
                a.language href={ "/language/" (other.code()) "?back=" (encoded(&visitor.place)) } lang=(other.code()) rel="nofollow" {
                    (other.name())
                }
            }
            button.theme type="button" data-theme-button aria-label=(theme) title=(theme) { "◐" }
        }
    }
}

/// Where to go back to.
#[derive(Debug, Deserialize)]
pub(crate) struct Back {
    #[serde(default)]
    back: String,
}

/// `/language/{code}`: keeps the choice and goes back.
pub(crate) async fn change_language(Path(code): Path<Code>, Query(Back { back }): Query<Back>) -> Response {
    let back = Some(back.as_str()).filter(|back| is_local(back)).unwrap_or("/");
    let cookie = kept_cookie("language", code.0.code()).path("/");
    ([(SET_COOKIE, cookie.to_string())], Redirect::to(back)).into_response()
}

/// Whether a text is a place on this site, as every browser reads it: `//host` and `/\\host` would be others, and letters that no
/// address has would be no header.
pub(crate) fn is_local(back: &str) -> bool {
    let is_plain = back.bytes().all(|letter| letter.is_ascii_graphic() && letter != b'\\');
    is_plain && back.starts_with('/') && !back.starts_with("//")
}

/// A language as it stands in an address.
#[derive(Debug)]
pub(crate) struct Code(Language);

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Code, D::Error> {
        let code = String::deserialize(deserializer)?;
        code.parse().map(Code).map_err(serde::de::Error::custom)
    }
}

/// A page that says why there is none.
pub(crate) fn error_page(visitor: &Visitor, status: StatusCode, why: &str) -> Response {
    let title = visitor.language.text(trouble_key(status));
    let body = html! {
        section.card.narrow {
            h1 { (title) }
            p { (why) }
            p { a href="/" { (visitor.language.text("layout-to-the-start")) } }
        }
    };
    (status, page(visitor, title, None, &body)).into_response()
}

/// What a page is called that says why there is none.
fn trouble_key(status: StatusCode) -> &'static str {
    match status {
        StatusCode::NOT_FOUND => "layout-nothing-here",
        StatusCode::UNAUTHORIZED => "layout-sign-in-first",
        StatusCode::FORBIDDEN => "layout-not-allowed",
        StatusCode::TOO_MANY_REQUESTS => "layout-enough-for-now",
        status if status.is_client_error() => "layout-not-understood",
        _ => "layout-trouble",
    }
}

/// Every other address.
pub(crate) async fn missing(visitor: Visitor) -> Response {
    let why = visitor.language.text("layout-there-no-page-at-this");
    error_page(&visitor, StatusCode::NOT_FOUND, why)
}

#[cfg(test)]
mod tests {
    use super::is_local;

    #[test]
    fn one_goes_back_to_this_site_alone() {
        for back in ["/", "/game/7?replay", "/analyse?game=othello&moves=d3%20c3", "/a//b"] {
            assert!(is_local(back), "{back}");
        }
        for back in [
            "",
            "evil",
            "//evil.example",
            "/\\evil.example",
            "\\/evil.example",
            "/a\r\nset-cookie: b=c",
            "/\u{e9}",
            "/a b",
            "/\t/evil",
        ] {
            assert!(!is_local(back), "{back:?}");
        }
    }
}
