//! What a visitor gets when something cannot be done: a page or a JSON object that says why, in the visitor's language.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use joute_messages::{Language, Localize, Message, message};
use joute_store::GameId;
use serde_json::json;

use crate::pages::layout;
use crate::room::RoomError;
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

    /// Too much is going on.
    pub(crate) fn busy(why: Message) -> Failure {
        Failure { status: StatusCode::SERVICE_UNAVAILABLE, why }
    }

    /// What is not the visitor's fault: a disk, or a stored game that cannot be read.
    pub(crate) fn internal(error: &dyn std::error::Error) -> Failure {
        let why = message!("error-internal", why = error.to_string());
        Failure { status: StatusCode::INTERNAL_SERVER_ERROR, why }
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
            RoomError::Full(_) | RoomError::Elsewhere(_) => Failure::busy(error.message()),
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

/// A refusal in the visitor's language; every other response as it is.
pub(crate) fn in_language(response: Response, language: Language) -> Response {
    match response.extensions().get::<Failure>() {
        Some(failure) if language != Language::EN => told(failure, language),
        _ => response,
    }
}
