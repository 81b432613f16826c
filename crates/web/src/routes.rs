//! Every address of the server, with the handler that answers it. They are counted, so that a test can compare them with the table of
//! permissions.

use std::sync::Arc;

use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodRouter, delete, get, patch, post};

use crate::server::Site;
use crate::{
    analysis, api, assets, boards, edit, insight, lessons, manners, pages, picture, preview, puzzles, review, stream,
    tournaments, usage,
};

/// Addresses with their handlers.
#[derive(Default)]
pub(crate) struct Routes {
    router: Router<Arc<Site>>,
    /// Methods and patterns of all of them.
    known: Vec<(&'static str, &'static str)>,
}

impl Routes {
    pub(crate) fn get<H: Handler<T, Arc<Site>>, T: 'static>(self, pattern: &'static str, handler: H) -> Routes {
        self.with("GET", pattern, get(handler))
    }

    pub(crate) fn post<H: Handler<T, Arc<Site>>, T: 'static>(self, pattern: &'static str, handler: H) -> Routes {
        self.with("POST", pattern, post(handler))
    }

    pub(crate) fn patch<H: Handler<T, Arc<Site>>, T: 'static>(self, pattern: &'static str, handler: H) -> Routes {
        self.with("PATCH", pattern, patch(handler))
    }

    pub(crate) fn delete<H: Handler<T, Arc<Site>>, T: 'static>(self, pattern: &'static str, handler: H) -> Routes {
        self.with("DELETE", pattern, delete(handler))
    }

    fn with(mut self, method: &'static str, pattern: &'static str, answers: MethodRouter<Arc<Site>>) -> Routes {
        self.known.push((method, pattern));
        Routes { router: self.router.route(pattern, answers), known: self.known }
    }

    fn merge(mut self, other: Routes) -> Routes {
        self.known.extend(other.known);
        Routes { router: self.router.merge(other.router), known: self.known }
    }

    /// What answers at these addresses.
    pub(crate) fn into_router(self) -> Router<Arc<Site>> {
        self.router
    }

    /// Methods and patterns of all of them.
    #[cfg(test)]
    pub(crate) fn addresses(self) -> Vec<(&'static str, &'static str)> {
        self.known
    }
}

/// All of them.
pub(crate) fn all() -> Routes {
    Routes::default()
        .get("/", pages::home::page)
        .get("/games", pages::archive::page)
        .post("/games", pages::play::begin)
        .get("/game/{id}", pages::play::page)
        .get("/game/{id}/seat/{key}", pages::seat::page)
        .post("/game/{id}/seat/{key}", pages::seat::take)
        .post("/game/{id}/device", pages::seat::device)
        .post("/game/{id}/say", manners::say)
        .get("/game/{id}/events", stream::game)
        .get("/game/{id}/advice", analysis::advice)
        .get("/game/{id}/record.json", pages::replay::record)
        .get("/game/{id}/replay.json", pages::replay::replay)
        .get("/game/{id}/preview.png", preview::of_game)
        .get("/game/{id}/export/{format}", pages::export::file)
        .post("/game/{id}/review", review::begin)
        .get("/game/{id}/review/events", review::events)
        .get("/game/{id}/review.json", review::whole)
        .post("/tournament/{name}/game/{id}/review", review::begin)
        .get("/tournament/{name}/game/{id}/review/events", review::events)
        .get("/tournament/{name}/game/{id}/review.json", review::whole)
        .get("/embed/{id}", pages::replay::embed)
        .get("/watch", pages::watch::page)
        .get("/watch/events", stream::hall)
        .get("/tv", pages::watch::television)
        .get("/tournaments", pages::tournaments::list)
        .post("/tournaments", pages::new_tournament::begin)
        .get("/tournaments/events", tournaments::stream::many)
        .get("/tournament/{name}", pages::tournaments::page)
        .get("/tournament/{name}/player/{player}", pages::contestant::page)
        .get("/tournament/{name}/events", tournaments::stream::one)
        .get("/tournament/{name}/files/{file}", pages::tournaments::file)
        .get("/tournament/{name}/game/{id}", pages::tournaments::game)
        .get("/tournament/{name}/game/{id}/record.json", pages::tournaments::record)
        .get("/tournament/{name}/game/{id}/replay.json", pages::tournaments::replay)
        .get("/analyse", pages::analyse::page)
        .get("/analyse/events", analysis::lines)
        .get("/board.json", boards::show)
        .get("/preview.png", preview::of_board)
        .get("/puzzles", pages::puzzles::page)
        .get("/puzzles/{id}", pages::puzzles::one)
        .get("/puzzle.json", puzzles::show)
        .get("/puzzle/try.json", puzzles::try_move)
        .get("/puzzle/solution.json", puzzles::solution)
        .get("/editor", pages::editor::page)
        .post("/edit.json", edit::edit)
        .get("/learn", pages::learn::index)
        .get("/learn/try.json", lessons::show)
        .get("/learn/insight.json", insight::show)
        .get("/learn/{game}", pages::learn::page)
        .get("/language/{code}", pages::layout::change_language)
        .merge(class_routes())
        .merge(api::routes())
        .get("/usage.json", usage::show)
        .get("/workers", pages::workers::page)
        .get("/metrics", pages::workers::metrics)
        .get("/picture/{game}", picture::file)
        .get("/static/{file}", assets::file)
}

/// What there is only with a class. Each is an action of `class::ADDRESSES`.
fn class_routes() -> Routes {
    use pages::class::{account, challenge, data, door, home, people, players, record, said, source, steering, team};
    Routes::default()
        .get("/class", home::page)
        .post("/class/settings", home::settings)
        .get("/class/sign-in", door::page)
        .post("/class/sign-in", door::sign_in)
        .post("/class/sign-out", door::sign_out)
        .get("/class/join/{secret}", door::link_page)
        .post("/class/join/{secret}", door::join)
        .get("/class/account", account::page)
        .post("/class/account/link", account::link)
        .post("/class/account/password", account::password)
        .post("/class/account/sessions", account::end_sessions)
        .post("/class/account/token", account::token)
        .post("/class/account/tokens/end", account::end_tokens)
        .get("/class/account/export", data::export)
        .post("/class/account/delete", data::delete)
        .get("/class/people", people::page)
        .post("/class/people/{account}/link", people::link)
        .post("/class/people/{account}/remove", people::remove)
        .post("/class/people/{account}/sign-out", people::sign_out)
        .post("/class/invitations", people::invite)
        .post("/class/invitations/{id}/revoke", people::revoke)
        .get("/class/players", players::page)
        .get("/class/players/events", players::events)
        .post("/class/submissions", players::hand_in)
        .get("/class/team/{team}", team::page)
        .get("/class/player/{team}/{file}/{version}", team::version_page)
        .post("/class/player/{team}/{file}/activate", players::activate)
        .post("/class/player/{team}/{file}/withdraw", players::withdraw)
        .get("/class/player/{team}/{file}/{version}/file", source::file)
        .post("/class/player/{team}/{file}/{version}/play", challenge::begin)
        .post("/class/player/{team}/{file}/match", players::begin_match)
        .post("/class/ladder", steering::ladder)
        .post("/class/cups", steering::cup)
        .post("/tournament/{name}/pause", steering::pause)
        .post("/tournament/{name}/go-on", steering::go_on)
        .post("/tournament/{name}/extend", steering::extend)
        .post("/tournament/{name}/end", steering::end)
        .get("/tournament/{name}/game/{id}/said", said::page)
        .get("/class/audit", record::audit)
        .get("/class/permissions", record::permissions)
}
