//! What a request says about whoever sends it: the language they read, the seats they hold, and which browser it is.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Request};
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};
use cookie::time::Duration;
use cookie::{Cookie, CookieBuilder, SameSite};
use joute_messages::Language;
use joute_store::GameId;
use percent_encoding::percent_decode_str;

use crate::class::access::Standing;
use crate::names::tidy;
use crate::pages::replay::encoded;

/// A visitor of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Visitor {
    pub(crate) language: Language,
    cookies: Vec<Cookie<'static>>,
    /// The theme that was chosen, if one was.
    pub(crate) theme: Option<&'static str>,
    /// Scheme and name of the server as the visitor sees them, for addresses that must be whole.
    pub(crate) origin: Option<String>,
    /// Path and query, to come back to after a change of language.
    pub(crate) place: String,
    /// What they are in the class, where there is one.
    pub(crate) standing: Option<Standing>,
}

impl Visitor {
    /// The key to a seat that the visitor brought along.
    pub(crate) fn key(&self, game: GameId) -> Option<&str> {
        self.cookie(&seat_cookie(game))
    }

    pub(crate) fn cookie(&self, name: &str) -> Option<&str> {
        self.cookies.iter().find(|cookie| cookie.name() == name).map(Cookie::value)
    }

    /// Which browser it is, if it was here before; it stands for no person and no right.
    pub(crate) fn id(&self) -> Option<&str> {
        self.cookie(VISITOR).filter(|id| id.len() == 32 && id.bytes().all(|letter| letter.is_ascii_hexdigit()))
    }

    /// What somebody has called themselves.
    pub(crate) fn name(&self) -> Option<String> {
        let kept = self.cookie(NAME)?;
        tidy(&percent_decode_str(kept).decode_utf8_lossy())
    }

    /// What a whole request says.
    pub(crate) fn of_request(request: &Request) -> Visitor {
        Visitor::of(request.headers(), place(request.uri()))
    }

    /// What the head of a request says.
    pub(crate) fn of_parts(parts: &Parts) -> Visitor {
        let standing = parts.extensions.get::<Standing>().cloned();
        Visitor { standing, ..Visitor::of(&parts.headers, place(&parts.uri)) }
    }

    fn of(headers: &HeaderMap, place: String) -> Visitor {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let cookies = Cookie::split_parse(text(COOKIE).to_owned()).filter_map(Result::ok).collect();
        let mut visitor = Visitor {
            language: spoken(text(ACCEPT_LANGUAGE)),
            cookies,
            theme: None,
            place,
            origin: origin(headers),
            standing: None,
        };
        if let Some(language) = visitor.cookie("language").and_then(|code| code.parse().ok()) {
            visitor.language = language;
        }
        visitor.theme = ["light", "dark"].into_iter().find(|theme| visitor.cookie("theme") == Some(theme));
        visitor
    }
}

/// By which a proxy says how it was asked. Of others it is taken away before anybody looks.
pub(crate) const FORWARDED_PROTO: &str = "x-forwarded-proto";

/// Where the visitor is: the name was checked before anybody answers, and a proxy that ends encryption says so.
fn origin(headers: &HeaderMap) -> Option<String> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text("host")
        .filter(|host| host.bytes().all(|letter| letter.is_ascii_alphanumeric() || b".:-[]".contains(&letter)))?;
    let scheme = if text(FORWARDED_PROTO) == Some("https") { "https" } else { "http" };
    Some(format!("{scheme}://{host}"))
}

/// The cookie by which a browser is known again.
const VISITOR: &str = "visitor";

/// The cookie with the name that somebody has given themselves.
const NAME: &str = "name";

/// A cookie that keeps a name, or that there is none any more.
pub(crate) fn name_cookie(name: Option<&str>) -> String {
    kept_cookie(NAME, encoded(name.unwrap_or_default())).path("/").http_only(true).to_string()
}

/// A cookie for a browser that has none.
pub(crate) fn new_visitor() -> Option<String> {
    let id = format!("{:016x}{:016x}", getrandom::u64().ok()?, getrandom::u64().ok()?);
    Some(kept_cookie(VISITOR, id).path("/").http_only(true).to_string())
}

/// Path and query, as they stand on this site.
fn place(uri: &Uri) -> String {
    uri.path_and_query().map_or_else(|| "/".to_owned(), ToString::to_string)
}

/// The first language of a browser's list that pages speak.
fn spoken(accepted: &str) -> Language {
    let codes = accepted.split(',').filter_map(|part| part.trim().get(..2));
    codes.filter_map(|code| code.to_ascii_lowercase().parse().ok()).next().unwrap_or_default()
}

/// The cookie that holds the key to a seat.
pub(crate) fn seat_cookie(game: GameId) -> String {
    format!("seat-{game}")
}

/// A cookie that is kept for a year, and that other sites cannot make anybody send.
pub(crate) fn kept_cookie(name: impl Into<String>, value: impl Into<String>) -> CookieBuilder<'static> {
    Cookie::build((name.into(), value.into())).max_age(Duration::days(365)).same_site(SameSite::Lax)
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, Infallible> {
        Ok(Visitor::of_parts(parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_is_spoken_counts() {
        assert_eq!(spoken("fr-CA,fr;q=0.9,en;q=0.8"), Language::FR);
        assert_eq!(spoken("de,en;q=0.5"), Language::EN);
        assert_eq!(spoken(""), Language::EN);
    }
}
