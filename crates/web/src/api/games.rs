//! Games of tournaments, for other programs: those that one's own team has lost, and any of them with what one may read of it.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Json;
use joute_messages::message;
use joute_store::GameId;
use serde::Serialize;
use serde_json::Value;
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use super::Refusal;
use crate::class::access::{Caller, InClass, Standing};
use crate::class::lost::{self, LostGame};
use crate::class::privacy::shown_to;
use crate::class::talk::{Talk, talks};
use crate::failure::Failure;
use crate::server::Site;
use crate::tournaments::stream::found;

/// The games that players of one's own team have lost, the latest of each tournament first.
#[utoipa::path(get, path = "/api/v1/lost-games", security(("token" = [])),
    responses((status = 200, body = [LostGame]), (status = 401, body = Refusal)))]
pub(super) async fn lost_games(State(site): State<Arc<Site>>, caller: Caller) -> Result<Json<Vec<LostGame>>, Failure> {
    let found = spawn_blocking(move || {
        let team = caller.member.account.team.as_str();
        site.tournaments.all().iter().flat_map(|one| lost::lost_games(one, team)).collect()
    });
    found.await.map(Json).map_err(|error| Failure::internal(&error))
}

/// A game of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Game {
    /// The record, as docs/schemas/record.json has it; logs and evidence of others are left out.
    #[schema(value_type = Object)]
    record: Value,
    /// What one's own programs were told and answered, where it was written down.
    conversations: Vec<Talk>,
}

/// One game, with the logs of one's own team; for teachers with all.
#[utoipa::path(get, path = "/api/v1/tournaments/{name}/games/{id}", security(("token" = []), ()),
    params(("name" = String, Path), ("id" = u64, Path)),
    responses((status = 200, body = Game), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 404, body = Refusal)))]
pub(super) async fn game(
    State(site): State<Arc<Site>>,
    _: InClass,
    Path((name, id)): Path<(String, GameId)>,
    standing: Standing,
) -> Result<Json<Game>, Failure> {
    let (_, tournament) = found(&site, &name)?;
    let record = tournament.game(id).await;
    let record = record.ok_or_else(|| Failure::missing(message!("error-no-such-tournament-game")))?;
    let told = spawn_blocking(move || {
        let conversations = talks(&tournament.folder, &record, &standing);
        let text = shown_to(Some(&standing), record).to_json();
        Ok(Game { record: serde_json::from_str(&text)?, conversations })
    });
    let told: serde_json::Result<Game> = told.await.map_err(|error| Failure::internal(&error))?;
    told.map(Json).map_err(|error| Failure::internal(&error))
}
