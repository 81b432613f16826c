//! The class for other programs: JSON under `/api/v1`, with tokens, described by what the handlers say of themselves
//! (`/api/v1/openapi.json`).

mod games;
mod people;
mod players;
mod submissions;
mod tournaments;

use axum::response::Json;
use serde::Serialize;
use utoipa::{Modify, OpenApi, ToSchema};

use crate::class::access::{Caller, InClass};
use crate::routes::Routes;

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

pub(crate) fn routes() -> Routes {
    Routes::default()
        .get("/api/v1/openapi.json", description)
        .get("/api/v1/me", me)
        .get("/api/v1/me/export", people::export)
        .get("/api/v1/class", people::class)
        .patch("/api/v1/class", people::configure)
        .get("/api/v1/people", people::people)
        .delete("/api/v1/people/{account}", people::remove)
        .post("/api/v1/people/{account}/link", people::invite_again)
        .post("/api/v1/people/{account}/sign-out", people::sign_out)
        .get("/api/v1/audit", people::audit)
        .get("/api/v1/invitations", people::invitations)
        .post("/api/v1/invitations", people::invite)
        .delete("/api/v1/invitations/{id}", people::revoke)
        .get("/api/v1/submissions", submissions::submissions)
        .post("/api/v1/submissions", submissions::hand_in)
        .get("/api/v1/submissions/all", submissions::all_submissions)
        .get("/api/v1/submissions/{team}/{file}/{version}", submissions::submission)
        .get("/api/v1/submissions/{team}/{file}/{version}/file", submissions::file)
        .post("/api/v1/submissions/{team}/{file}/{version}/activate", submissions::activate)
        .delete("/api/v1/submissions/{team}/{file}", submissions::withdraw)
        .get("/api/v1/ladder", tournaments::ladder)
        .post("/api/v1/ladder", tournaments::begin_ladder)
        .post("/api/v1/cups", tournaments::begin_cup)
        .post("/api/v1/matches", tournaments::begin_match)
        .get("/api/v1/tournaments", tournaments::tournaments)
        .get("/api/v1/tournaments/{name}", tournaments::tournament)
        .post("/api/v1/tournaments/{name}/pause", tournaments::pause)
        .post("/api/v1/tournaments/{name}/go-on", tournaments::go_on)
        .post("/api/v1/tournaments/{name}/extend", tournaments::extend)
        .post("/api/v1/tournaments/{name}/end", tournaments::end)
        .get("/api/v1/tournaments/{name}/players/{player}", players::player)
        .get("/api/v1/tournaments/{name}/games/{id}", games::game)
        .get("/api/v1/lost-games", games::lost_games)
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
