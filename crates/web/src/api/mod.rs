//! The class for other programs: JSON under `/api/v1`, with tokens, described by what the handlers say of themselves
//! (`/api/v1/openapi.json`).

mod games;
mod people;
mod players;
mod submissions;
mod tournaments;

use std::sync::Arc;

use axum::Router;
use axum::response::Json;
use axum::routing::{delete, get, post};
use serde::Serialize;
use utoipa::{Modify, OpenApi, ToSchema};

use crate::class::access::{Caller, InClass};
use crate::server::Site;

/// The description of all of it.
#[derive(OpenApi)]
#[openapi(
    info(title = "Joute", description = "A class of Joute, for other programs."),
    paths(
        me,
        people::export,
        people::people,
        people::invite,
        people::invite_again,
        people::invitations,
        people::revoke,
        people::sign_out,
        people::remove,
        people::class,
        people::configure,
        people::audit,
        submissions::submissions,
        submissions::all_submissions,
        submissions::submission,
        submissions::file,
        submissions::hand_in,
        submissions::activate,
        submissions::withdraw,
        tournaments::ladder,
        tournaments::begin_ladder,
        tournaments::begin_cup,
        tournaments::begin_match,
        tournaments::tournaments,
        tournaments::tournament,
        tournaments::pause,
        tournaments::go_on,
        tournaments::extend,
        tournaments::end,
        players::player,
        games::lost_games,
        games::game,
    ),
    modifiers(&Tokens)
)]
struct Description;

/// How programs say who they are.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
        let components = openapi.components.get_or_insert_with(Default::default);
        components.add_security_scheme("token", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/api/v1/openapi.json", get(description))
        .route("/api/v1/me", get(me))
        .route("/api/v1/me/export", get(people::export))
        .route("/api/v1/class", get(people::class).patch(people::configure))
        .route("/api/v1/people", get(people::people))
        .route("/api/v1/people/{account}", delete(people::remove))
        .route("/api/v1/people/{account}/link", post(people::invite_again))
        .route("/api/v1/people/{account}/sign-out", post(people::sign_out))
        .route("/api/v1/audit", get(people::audit))
        .route("/api/v1/invitations", get(people::invitations).post(people::invite))
        .route("/api/v1/invitations/{id}", delete(people::revoke))
        .route("/api/v1/submissions", get(submissions::submissions).post(submissions::hand_in))
        .route("/api/v1/submissions/all", get(submissions::all_submissions))
        .route("/api/v1/submissions/{team}/{file}/{version}", get(submissions::submission))
        .route("/api/v1/submissions/{team}/{file}/{version}/file", get(submissions::file))
        .route("/api/v1/submissions/{team}/{file}/{version}/activate", post(submissions::activate))
        .route("/api/v1/submissions/{team}/{file}", delete(submissions::withdraw))
        .route("/api/v1/ladder", get(tournaments::ladder).post(tournaments::begin_ladder))
        .route("/api/v1/cups", post(tournaments::begin_cup))
        .route("/api/v1/matches", post(tournaments::begin_match))
        .route("/api/v1/tournaments", get(tournaments::tournaments))
        .route("/api/v1/tournaments/{name}", get(tournaments::tournament))
        .route("/api/v1/tournaments/{name}/pause", post(tournaments::pause))
        .route("/api/v1/tournaments/{name}/go-on", post(tournaments::go_on))
        .route("/api/v1/tournaments/{name}/extend", post(tournaments::extend))
        .route("/api/v1/tournaments/{name}/end", post(tournaments::end))
        .route("/api/v1/tournaments/{name}/players/{player}", get(players::player))
        .route("/api/v1/tournaments/{name}/games/{id}", get(games::game))
        .route("/api/v1/lost-games", get(games::lost_games))
}

async fn description(_: InClass) -> Json<utoipa::openapi::OpenApi> {
    Json(Description::openapi())
}

/// Why something was refused.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Refusal {
    /// In the language that the request asks for.
    error: String,
    /// What was found, where a request could not be read.
    detail: Option<String>,
}

/// Whoever asks.
#[derive(Debug, Serialize, ToSchema)]
struct Me {
    /// The short form of the name.
    account: String,
    /// The name.
    name: String,
    /// `player` or `teacher`.
    role: &'static str,
    /// Whose players are one's own.
    team: String,
}

/// Who one is.
#[utoipa::path(get, path = "/api/v1/me", security(("token" = [])),
    responses((status = 200, body = Me), (status = 401, body = Refusal)))]
async fn me(caller: Caller) -> Json<Me> {
    let member = &caller.member;
    Json(Me {
        account: member.key.clone(),
        name: member.account.name.clone(),
        role: member.account.role.name(),
        team: member.account.team.clone(),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use std::collections::BTreeSet;

    use utoipa::OpenApi;

    use super::Description;
    use crate::class::ADDRESSES;

    #[test]
    fn everything_is_described_that_has_a_permission_and_nothing_else() {
        let description = serde_json::to_value(Description::openapi()).unwrap();
        let paths = description["paths"].as_object().unwrap();
        let described: BTreeSet<(String, String)> = paths
            .iter()
            .flat_map(|(path, methods)| {
                methods.as_object().unwrap().keys().map(move |method| (method.to_uppercase(), path.clone()))
            })
            .collect();
        let own = |(method, path, _): &(&str, &str, _)| ((*method).to_owned(), (*path).to_owned());
        let permitted: BTreeSet<(String, String)> = ADDRESSES
            .iter()
            .filter(|(_, path, _)| path.starts_with("/api/v1/") && !path.ends_with("openapi.json"))
            .map(own)
            .collect();
        assert_eq!(described, permitted);
    }
}
