//! Small pictures of the games. They are files of their own and wait for the page, so that its words are there before them.

use axum::extract::{Path, Query};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use joute_catalog::{find_game, practice_game};
use joute_draw::svg::{SvgOptions, board};
use joute_games::NoFiles;
use joute_games::random::Seed;
use maud::{Markup, html};
use serde::Deserialize;

use crate::failure::{Failure, no_such_game_message};

/// Where the picture of a game goes. The name beside it says what it shows.
pub(crate) fn picture(game: &str) -> Markup {
    html! { img.picture src={ "/picture/" (game) } alt="" loading="lazy" {} }
}

/// Plies of the short game that pictures can show.
const PLIES: usize = 12;

/// Which picture of a game.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Moment {
    #[serde(default)]
    ply: usize,
}

/// `/picture/{game}`: the start, or with `ply` what a short game between programs has come to.
pub(crate) async fn file(Path(game): Path<String>, Query(moment): Query<Moment>) -> Result<Response, Failure> {
    let drawn = draw(&game, moment.ply.min(PLIES)).ok_or_else(|| Failure::missing(no_such_game_message(&game)))?;
    Ok(([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "max-age=3600")], drawn).into_response())
}

fn draw(game: &str, ply: usize) -> Option<String> {
    let entry = find_game(game)?;
    let start = entry.setup(entry.picture, &NoFiles).ok()?.start(1).ok()?;
    let options =
        SvgOptions { caption: false, controls: false, legal_moves: false, tooltips: false, ..SvgOptions::default() };
    if ply == 0 {
        return Some(board(&start.view(), &options));
    }
    // Small boards and the lower levels: some milliseconds at most.
    let positions = practice_game(&start, Seed(1)).ok()?;
    Some(board(&positions[ply.min(positions.len() - 1)].view(), &options))
}
