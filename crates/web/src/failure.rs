//! What a visitor gets when something cannot be done: a page or a JSON object that says why.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use joute_report::Language;
use serde_json::json;

use crate::pages::layout;
use crate::room::RoomError;
use crate::visitor::Visitor;
use crate::words::{self, capitalised};

/// Why a request was not answered.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    why: String,
}

impl Failure {
    /// What was asked for does not exist.
    pub(crate) fn missing(what: impl Into<String>) -> Failure {
        Failure { status: StatusCode::NOT_FOUND, why: what.into() }
    }

    /// The request makes no sense.
    pub(crate) fn bad(why: impl ToString) -> Failure {
        Failure { status: StatusCode::BAD_REQUEST, why: why.to_string() }
    }

    /// Somebody else's seat.
    pub(crate) fn forbidden(why: impl Into<String>) -> Failure {
        Failure { status: StatusCode::FORBIDDEN, why: why.into() }
    }

    /// Too much is going on.
    pub(crate) fn busy(why: impl Into<String>) -> Failure {
        Failure { status: StatusCode::SERVICE_UNAVAILABLE, why: why.into() }
    }
}

impl From<RoomError> for Failure {
    fn from(error: RoomError) -> Failure {
        match error {
            RoomError::Store(error) => Failure { status: StatusCode::INTERNAL_SERVER_ERROR, why: error.to_string() },
            RoomError::Full(_) | RoomError::Elsewhere(_) => Failure::busy(error.to_string()),
            other => Failure::bad(other),
        }
    }
}

impl Failure {
    /// The same as a page, for those who read pages.
    pub(crate) fn page(&self, visitor: &Visitor) -> Response {
        layout::error_page(visitor, self.status, &capitalised(&words::translated(visitor.language, &self.why)))
    }
}

/// Why a response is a refusal, in English, for whoever knows the visitor's language.
#[derive(Debug, Clone)]
struct Why(String);

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(json!({ "error": self.why }))).into_response();
        response.extensions_mut().insert(Why(self.why));
        response
    }
}

/// A refusal in the visitor's language; every other response as it is.
pub(crate) fn in_language(response: Response, language: Language) -> Response {
    match response.extensions().get::<Why>() {
        Some(Why(why)) if language != Language::English => {
            (response.status(), Json(json!({ "error": words::translated(language, why) }))).into_response()
        }
        _ => response,
    }
}
