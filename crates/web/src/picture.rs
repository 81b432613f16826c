//! Small pictures of the games. They are files of their own and wait for the page, so that its words are there before them.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use joute_catalog::find_game;
use joute_draw::svg::{SvgOptions, board};
use joute_games::NoFiles;
use maud::{Markup, html};

use crate::failure::{Failure, no_such_game_message};

/// Where the picture of a game goes. The name beside it says what it shows.
pub(crate) fn picture(game: &str) -> Markup {
    html! { img.picture src={ "/picture/" (game) } alt="" loading="lazy" {} }
}

/// `/picture/{game}`.
pub(crate) async fn file(Path(game): Path<String>) -> Result<Response, Failure> {
    let drawn = draw(&game).ok_or_else(|| Failure::missing(no_such_game_message(&game)))?;
    Ok(([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "max-age=3600")], drawn).into_response())
}

fn draw(game: &str) -> Option<String> {
    let entry = find_game(game)?;
    let start = entry.setup(entry.picture, &NoFiles).ok()?.start(1).ok()?;
    let options =
        SvgOptions { caption: false, controls: false, legal_moves: false, tooltips: false, ..SvgOptions::default() };
    Some(board(&start.view(), &options))
}
