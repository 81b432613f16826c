//! The form of a new tournament between programs of the eight levels, and what becomes of it.

use std::sync::Arc;

use axum::extract::{Form, State};
use axum::response::{IntoResponse, Redirect, Response};
use joute_catalog::{GAMES, find_game, player_of_level};
use joute_messages::{Language, Message, message};
use joute_report::format_name;
use joute_tournament::format::{FORMATS, FormatEntry};
use maud::{Markup, html};

use super::replay::encoded;
use crate::failure::Failure;
use crate::server::Site;
use crate::tournaments::{OFFERED, Organiser, Refusal, TournamentRequest};
use crate::visitor::Visitor;

/// Games of a match.
const GAMES_OF_A_MATCH: [u32; 4] = [2, 4, 10, 20];
/// The levels that are chosen to begin with.
const CHOSEN: std::ops::RangeInclusive<u8> = 2..=6;

/// The formats that are offered, those in which nobody goes out first.
fn formats() -> Vec<&'static FormatEntry> {
    let mut offered: Vec<&FormatEntry> = FORMATS.iter().filter(|format| format.is_offered).collect();
    offered.sort_by_key(|format| format.is_knockout);
    offered
}

/// The form.
pub(crate) fn form(language: Language) -> Markup {
    let t = |key| language.text(key);
    html! {
        form.play-form.new-tournament action="/tournaments" method="post" {
            h2 { (t("new-tournament-new-tournament")) }
            p.soft { (t("new-tournament-between-programs-that-come-with")) }
            fieldset.row {
                legend { (t("new-tournament-game-and-board")) }
                select name="game" aria-label=(t("label-game")) {
                    @for entry in GAMES { option value=(entry.info.name) { (entry.info.title(language)) } }
                }
                @for entry in GAMES {
                    select name={ "setup-" (entry.info.name) } data-game=(entry.info.name)
                        aria-label=(message!("label-board-of", game = entry.info.title(language)).text(language)) {
                        @for offered in entry.offered {
                            option value=(offered.text) { (language.text(offered.name)) }
                        }
                    }
                }
            }
            fieldset.row {
                legend { (t("label-format")) }
                select name="format" aria-label=(t("label-format")) {
                    @for format in formats() { option value=(format.name) { (format_name(format.name, language)) } }
                }
                select name="games" aria-label=(t("new-tournament-games-match")) {
                    @for games in GAMES_OF_A_MATCH { option value=(games) { (message!("new-tournament-games-a-match", count = games).text(language)) } }
                }
                input name="name" maxlength="60" placeholder=(t("new-tournament-name")) aria-label=(t("new-tournament-name")) autocomplete="off";
            }
            fieldset.row {
                legend { (t("label-players")) }
                @for level in OFFERED {
                    label { input type="checkbox" name="level" value=(level) checked[CHOSEN.contains(&level)]; " " (message!("label-level", number = level).text(language)) }
                }
            }
            button.primary type="submit" { (t("new-tournament-begin")) }
        }
    }
}

/// `POST /tournaments`: begins one and leads to its page.
pub(crate) async fn begin(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Form(fields): Form<Vec<(String, String)>>,
) -> Response {
    let Some(organiser) = site.organiser.clone() else {
        return refusal(Refusal::Full).page(&visitor);
    };
    match begun(&organiser, &site, (&fields, visitor.language)).await {
        Ok(slug) => Redirect::to(&format!("/tournament/{}", encoded(&slug))).into_response(),
        Err(refused) => refusal(refused).page(&visitor),
    }
}

async fn begun(
    organiser: &Arc<Organiser>,
    site: &Arc<Site>,
    (fields, language): (&[(String, String)], Language),
) -> Result<String, Refusal> {
    let wish = wish(fields, language).map_err(Refusal::Request)?;
    let (organiser, site) = (Arc::clone(organiser), Arc::clone(site));
    // Files are written: not on a thread that answers others.
    let begun = tokio::task::spawn_blocking(move || organiser.begin(&wish, &site.tournaments)).await;
    let begun = begun.map_err(|error| Refusal::Failed(error.to_string()))??;
    Ok(begun.slug.clone())
}

fn wish(fields: &[(String, String)], language: Language) -> Result<TournamentRequest, Message> {
    let one = |name: &str| fields.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str());
    let game = one("game");
    let setup = one(&format!("setup-{game}"));
    // Only boards that are offered: a setup may name files.
    if !find_game(game).is_some_and(|entry| entry.offered.iter().any(|offered| offered.text == setup)) {
        return Err(message!("error-game-and-board"));
    }
    if !formats().iter().any(|format| format.name == one("format")) {
        return Err(message!("error-format-of-list"));
    }
    let chosen = fields.iter().filter(|(name, _)| name == "level").map(|(_, level)| level.parse::<u8>());
    let mut levels = chosen.collect::<Result<Vec<u8>, _>>().map_err(|_| message!("error-levels-as-numbers"))?;
    levels.sort_unstable();
    // Two levels may be the same player, which would meet itself.
    levels.dedup_by_key(|level| player_of_level(game, *level));
    Ok(TournamentRequest {
        name: one("name").to_owned(),
        game: game.to_owned(),
        setup: setup.to_owned(),
        format: one("format").to_owned(),
        levels,
        language,
        games: one("games").parse().map_err(|_| message!("error-even-games"))?,
    })
}

fn refusal(refused: Refusal) -> Failure {
    match refused {
        Refusal::Request(why) => Failure::bad(&why),
        Refusal::Busy => Failure::busy(message!("new-tournament-busy")),
        Refusal::Full => Failure::busy(message!("new-tournament-full")),
        Refusal::Failed(why) => Failure::busy(message!("error-internal", why = why)),
    }
}
