//! `/workers`: who plays for a store that several machines share; `/metrics`: the same in figures, told to this machine alone.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use joute_messages::{Language, message};
use joute_store::{Crews, WorkerState, figure};
use maud::{Markup, html};

use super::layout;
use crate::client::Client;
use crate::failure::Failure;
use crate::server::Site;
use crate::visitor::Visitor;

/// `GET /workers`.
pub(crate) async fn page(State(site): State<Arc<Site>>, visitor: Visitor) -> Result<Markup, Failure> {
    let crews = site.hall.store().read(Crews::of).await.map_err(|error| Failure::internal(&error))?;
    let crews = crews.ok_or_else(|| Failure::missing(message!("layout-there-no-page-at-this")))?;
    let language = visitor.language;
    let title = language.text("workers-title");
    let body = html! {
        section.card {
            h1 { (title) }
            @if crews.workers.is_empty() { p { (language.text("workers-none")) } } @else { (table(&crews.workers, language)) }
            h2 { (language.text("workers-queue")) }
            @if crews.backlog.is_empty() { p { (language.text("workers-nothing-waits")) } }
            @else { ul { @for (name, left) in &crews.backlog {
                li { (message!("workers-waiting", event = name.clone(), waiting = left.waiting, taken = left.taken).text(language)) }
            } } }
        }
    };
    Ok(layout::page(&visitor, title, None, &body))
}

fn table(workers: &[WorkerState], language: Language) -> Markup {
    let t = |key| language.text(key);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(t("workers-title")) { table {
            thead { tr {
                @for key in ["workers-name", "workers-machine", "workers-state", "workers-doing", "workers-games", "workers-rate", "workers-heard"] {
                    th scope="col" { (t(key)) }
                }
            } }
            tbody { @for state in workers { tr {
                th scope="row" { (state.worker.name) }
                td { (state.worker.machine) }
                td { @if state.is_alive { (t("workers-there")) } @else { (t("workers-gone")) } }
                td { @if state.is_alive { (state.doing(language)) } }
                td { (state.games) }
                td { (format!("{:.1}", if state.is_alive { state.pulse.rate } else { 0.0 })) }
                td { (state.heard_of().text(language)) }
            } } }
        } }
    }
}

/// `GET /metrics`, as Prometheus reads it.
pub(crate) async fn metrics(State(site): State<Arc<Site>>, client: Client) -> Result<impl IntoResponse, Failure> {
    if !client.is_here() {
        return Err(Failure::missing(message!("layout-there-no-page-at-this")));
    }
    let crews = site.hall.store().read(Crews::of).await.map_err(|error| Failure::internal(&error))?;
    let mut text = String::new();
    let memory = &site.memory;
    let whole = |value: usize| vec![(String::new(), value as f64)];
    figure(
        &mut text,
        "joute_games_playing",
        "gauge",
        "Games that are played on this server",
        &whole(site.hall.playing().len()),
    );
    figure(&mut text, "joute_games_memory_bytes", "gauge", "Memory that games have", &whole(memory.games.taken()));
    figure(
        &mut text,
        "joute_answers_memory_bytes",
        "gauge",
        "Memory that answers have",
        &whole(memory.answers.taken()),
    );
    text += &crews.map(|crews| crews.figures()).unwrap_or_default();
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], text))
}
