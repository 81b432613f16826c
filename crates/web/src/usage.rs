//! `/usage.json`: what the server accounts for, told to this machine alone.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Json;
use joute_messages::message;
use serde_json::{Value, json};

use crate::client::Client;
use crate::failure::Failure;
use crate::server::Site;

/// Memory in bytes, and how many games are at hand.
pub(crate) async fn show(State(site): State<Arc<Site>>, client: Client) -> Result<Json<Value>, Failure> {
    if !client.is_here() {
        return Err(Failure::missing(message!("layout-there-no-page-at-this")));
    }
    let memory = &site.memory;
    Ok(Json(json!({
        "memory": site.limits.memory,
        "games": { "taken": memory.games.taken(), "size": memory.games.size(), "count": site.hall.playing().len() },
        "answers": { "taken": memory.answers.taken(), "size": memory.answers.size() },
        "thinkers": memory.thinkers,
        "connections": memory.connections,
    })))
}
