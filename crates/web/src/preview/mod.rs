//! Pictures of positions for links that are shared: those who preview a link take PNG and no SVG.
//!
//! Boards are a handful of flat shapes, so they are filled pixel by pixel (`canvas`) and written with the deflate that the
//! program has anyway (`png`); a renderer of SVG would be the largest dependency of the server.

mod canvas;
mod png;
mod scene;

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use joute_games::view::BoardView;
use joute_messages::message;
use joute_store::GameId;

use crate::boards::Address;
use crate::client::Client;
use crate::failure::Failure;
use crate::game_request::check_served;
use crate::server::Site;

/// `/game/{id}/preview.png`: a game as it stands.
pub(crate) async fn of_game(
    State(site): State<Arc<Site>>,
    Path(id): Path<GameId>,
    client: Client,
) -> Result<Response, Failure> {
    let record = site.hall.record(id).await;
    let record = record.ok_or_else(|| Failure::missing(message!("error-no-game-of-id", id = id.to_string())))?;
    check_served(&record)?;
    let drawn = site.boards.run(&client, move || {
        let positions = joute_catalog::positions_of(&record).map_err(|error| Failure::internal(&error))?;
        Ok::<_, Failure>(picture(&positions[positions.len() - 1].view()))
    });
    Ok(answer(drawn.await??))
}

/// `/preview.png`: any position, by the address that `/board.json` takes.
pub(crate) async fn of_board(
    State(site): State<Arc<Site>>,
    client: Client,
    Query(address): Query<Address>,
) -> Result<Response, Failure> {
    let drawn = site.boards.run(&client, move || Ok::<_, Failure>(picture(&address.walk()?.game.view())));
    Ok(answer(drawn.await??))
}

fn answer(picture: Vec<u8>) -> Response {
    ([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, "max-age=60")], picture).into_response()
}

fn picture(view: &BoardView) -> Vec<u8> {
    let canvas = scene::draw(view);
    png::write(&canvas)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_catalog::GAMES;
    use joute_games::NoFiles;

    #[test]
    fn every_board_that_is_offered_has_a_picture_of_its_own() {
        let mut seen = std::collections::HashSet::new();
        for entry in GAMES {
            for offered in entry.offered {
                let game = entry.setup(offered.text, &NoFiles).unwrap().start(1).unwrap();
                let drawn = picture(&game.view());
                assert!(
                    drawn.starts_with(b"\x89PNG\r\n\x1a\n") && drawn.len() < 40_000,
                    "{} {}",
                    offered.text,
                    drawn.len()
                );
                seen.insert(drawn);
            }
        }
        assert!(seen.len() >= GAMES.len() * 2, "{}", seen.len());
    }
}
