//! What a visitor gets when something cannot be done: a page or a JSON object that says why, in the visitor's language.

use axum::body::to_bytes;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Json, Response};
use joute_messages::{Language, Localize, Message, message};
use joute_store::GameId;
use serde_json::json;

use crate::pages::layout;
use crate::room::RoomError;
use crate::server::log_error;
use crate::visitor::Visitor;
use crate::words::capitalised;

/// Why a request was not answered.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    status: StatusCode,
    why: Message,
}

impl Failure {
    /// What was asked for does not exist.
    pub(crate) fn missing(what: Message) -> Failure {
        Failure { status: StatusCode::NOT_FOUND, why: what }
    }

    /// The request makes no sense.
    pub(crate) fn bad(why: &dyn Localize) -> Failure {
        Failure { status: StatusCode::BAD_REQUEST, why: why.message() }
    }

    /// Somebody else's seat.
    pub(crate) fn forbidden(why: Message) -> Failure {
        Failure { status: StatusCode::FORBIDDEN, why }
    }

    /// For those alone who have said who they are.
    pub(crate) fn unauthorised(why: Message) -> Failure {
        Failure { status: StatusCode::UNAUTHORIZED, why }
    }

    /// More than somebody's share.
    pub(crate) fn enough(why: Message) -> Failure {
        Failure { status: StatusCode::TOO_MANY_REQUESTS, why }
    }

    /// Meant for another server.
    pub(crate) fn misdirected(why: Message) -> Failure {
        Failure { status: StatusCode::MISDIRECTED_REQUEST, why }
    }

    /// More than is read.
    pub(crate) fn too_long(why: Message) -> Failure {
        Failure { status: StatusCode::PAYLOAD_TOO_LARGE, why }
    }

    /// Not there in time.
    pub(crate) fn late(why: Message) -> Failure {
        Failure { status: StatusCode::REQUEST_TIMEOUT, why }
    }

    /// Too much is going on.
    pub(crate) fn busy(why: Message) -> Failure {
        Failure { status: StatusCode::SERVICE_UNAVAILABLE, why }
    }

    /// What is not the visitor's fault: a disk, or a stored game that cannot be read. What it was is for whoever keeps the server.
    pub(crate) fn internal(error: &dyn std::error::Error) -> Failure {
        log_error(&error.to_string());
        Failure { status: StatusCode::INTERNAL_SERVER_ERROR, why: message!("error-on-server") }
    }
}

/// That no game has this name.
pub(crate) fn no_such_game_message(name: &str) -> Message {
    message!("error-no-such-game", name = format!("{name:?}"))
}

/// That nobody plays the game of this number.
pub(crate) fn not_played(id: GameId) -> Failure {
    Failure::missing(message!("error-not-played", id = id.to_string()))
}

impl From<RoomError> for Failure {
    fn from(error: RoomError) -> Failure {
        match error {
            RoomError::Store(error) => Failure::internal(&error),
            RoomError::Record(_) | RoomError::Internal(_) => Failure::internal(&error),
            RoomError::Full(_) | RoomError::Memory | RoomError::Elsewhere(_) => Failure::busy(error.message()),
            RoomError::Enough(why) => Failure::enough(why),
            other => Failure::bad(&other),
        }
    }
}

impl Failure {
    /// The same as a page, for those who read pages.
    pub(crate) fn page(&self, visitor: &Visitor) -> Response {
        layout::error_page(visitor, self.status, &capitalised(&self.why.text(visitor.language)))
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = told(&self, Language::EN);
        response.extensions_mut().insert(self);
        response
    }
}

fn told(failure: &Failure, language: Language) -> Response {
    (failure.status, Json(json!({ "error": failure.why.text(language) }))).into_response()
}

/// What a request asks for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    /// Whether somebody reads the answer in a browser.
    pub(crate) is_page: bool,
    /// Whether it only reads something.
    pub(crate) is_read: bool,
}

/// An answer as it is promised: what is refused comes as a page to those who read pages and as JSON to everybody else, in
/// their language, whoever has refused it.
pub(crate) async fn told_to(answer: Response, visitor: &Visitor, Asked { is_page, is_read }: Asked) -> Response {
    let status = answer.status();
    let is_html = |answer: &Response| kind(answer).starts_with(b"text/html");
    if !status.is_client_error() && !status.is_server_error() || is_page && is_html(&answer) {
        return answer;
    }
    match answer.extensions().get::<Failure>() {
        Some(failure) if is_page => failure.page(visitor),
        Some(failure) => told(failure, visitor.language),
        // A number that is none, or a name in no language: an address of nothing.
        None if is_page && status == StatusCode::BAD_REQUEST && is_read => {
            let status = StatusCode::NOT_FOUND;
            layout::error_page(visitor, status, &capitalised(&plain(status).text(visitor.language)))
        }
        // The arguments of a handler could not be read, or there is none.
        None if is_page => layout::error_page(visitor, status, &capitalised(&plain(status).text(visitor.language))),
        None if kind(&answer).starts_with(b"application/json") => answer,
        None => {
            let failure = Failure { status, why: plain(status) };
            let detail = if is_html(&answer) { None } else { reason(answer).await };
            let error = failure.why.text(visitor.language);
            (status, Json(json!({ "error": error, "detail": detail }))).into_response()
        }
    }
}

fn kind(answer: &Response) -> &[u8] {
    answer.headers().get(CONTENT_TYPE).map_or(b"", HeaderValue::as_bytes)
}

/// What a status means.
fn plain(status: StatusCode) -> Message {
    match status {
        StatusCode::NOT_FOUND => message!("layout-there-no-page-at-this"),
        StatusCode::METHOD_NOT_ALLOWED => message!("error-method"),
        _ => message!("error-request"),
    }
}

/// What a refusal of a handler's arguments says, which is for programmers and in English.
async fn reason(answer: Response) -> Option<String> {
    let bytes = to_bytes(answer.into_body(), 4 << 10).await.ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_wrong_inside_is_told_to_nobody_outside() {
        let failure = Failure::internal(&std::io::Error::other("/home/class/secret: permission denied"));
        assert_eq!(failure.status, StatusCode::INTERNAL_SERVER_ERROR);
        for language in [Language::EN, Language::FR] {
            assert!(!failure.why.text(language).contains("secret"));
        }
    }
}
