//! The form of a new tournament between programs of the eight levels, and what becomes of it.

use std::sync::Arc;

use axum::extract::{Form, State};
use axum::response::{IntoResponse, Redirect, Response};
use joute_catalog::{GAMES, find_game, player_of_level};
use joute_report::{Language, format_name};
use joute_tournament::format::{FORMATS, FormatEntry};
use maud::{Markup, html};

use super::replay::encoded;
use crate::failure::Failure;
use crate::server::Site;
use crate::tournaments::{OFFERED, Organiser, Refusal, TournamentRequest};
use crate::visitor::Visitor;
use crate::words;

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
    let t = |english, french| language.say(english, french);
    html! {
        form.play-form.new-tournament action="/tournaments" method="post" {
            h2 { (t("New tournament", "Nouveau tournoi")) }
            p.soft { (t(
                "Between the programs that come with Joute. One tournament at a time is played here.",
                "Entre les programmes fournis avec Joute. Un tournoi à la fois se joue ici.",
            )) }
            fieldset.row {
                legend { (t("Game and board", "Jeu et plateau")) }
                select name="game" aria-label=(t("Game", "Jeu")) {
                    @for entry in GAMES { option value=(entry.info.name) { (words::title(language, entry.info)) } }
                }
                @for entry in GAMES {
                    select name={ "setup-" (entry.info.name) } data-game=(entry.info.name)
                        aria-label={ (t("Board of", "Plateau de")) " " (words::title(language, entry.info)) } {
                        @for offered in entry.offered {
                            option value=(offered.text) { (language.say(offered.name[0], offered.name[1])) }
                        }
                    }
                }
            }
            fieldset.row {
                legend { (t("Format", "Formule")) }
                select name="format" aria-label=(t("Format", "Formule")) {
                    @for format in formats() { option value=(format.name) { (format_name(format.name, language)) } }
                }
                select name="games" aria-label=(t("Games of a match", "Parties par rencontre")) {
                    @for games in GAMES_OF_A_MATCH { option value=(games) { (games) " " (t("games a match", "parties par rencontre")) } }
                }
                input name="name" maxlength="60" placeholder=(t("Name", "Nom")) aria-label=(t("Name", "Nom")) autocomplete="off";
            }
            fieldset.row {
                legend { (t("Players", "Joueurs")) }
                @for level in OFFERED {
                    label { input type="checkbox" name="level" value=(level) checked[CHOSEN.contains(&level)]; " " (t("Level", "Niveau")) " " (level) }
                }
            }
            button.primary type="submit" { (t("Begin", "Commencer")) }
        }
    }
}

/// `POST /tournaments`: begins one and leads to its page.
pub(crate) async fn begin(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Form(fields): Form<Vec<(String, String)>>,
) -> Response {
    let language = visitor.language;
    let Some(organiser) = site.organiser.clone() else {
        return refusal(Refusal::Full, language).page(&visitor);
    };
    match begun(&organiser, &site, &fields).await {
        Ok(slug) => Redirect::to(&format!("/tournament/{}", encoded(&slug))).into_response(),
        Err(refused) => refusal(refused, language).page(&visitor),
    }
}

async fn begun(organiser: &Arc<Organiser>, site: &Arc<Site>, fields: &[(String, String)]) -> Result<String, Refusal> {
    let wish = wish(fields).map_err(Refusal::Request)?;
    let (organiser, site) = (Arc::clone(organiser), Arc::clone(site));
    // Files are written: not on a thread that answers others.
    let begun = tokio::task::spawn_blocking(move || organiser.begin(&wish, &site.tournaments)).await;
    let begun = begun.map_err(|error| Refusal::Failed(error.to_string()))??;
    Ok(begun.slug.clone())
}

fn wish(fields: &[(String, String)]) -> Result<TournamentRequest, String> {
    let one = |name: &str| fields.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str());
    let game = one("game");
    let setup = one(&format!("setup-{game}"));
    // Only boards that are offered: a setup may name files.
    if !find_game(game).is_some_and(|entry| entry.offered.iter().any(|offered| offered.text == setup)) {
        return Err("expected a game and a board of the list".to_owned());
    }
    if !formats().iter().any(|format| format.name == one("format")) {
        return Err("expected a format of the list".to_owned());
    }
    let chosen = fields.iter().filter(|(name, _)| name == "level").map(|(_, level)| level.parse::<u8>());
    let mut levels = chosen.collect::<Result<Vec<u8>, _>>().map_err(|_| "expected levels as numbers".to_owned())?;
    levels.sort_unstable();
    // Two levels may be the same player, which would meet itself.
    levels.dedup_by_key(|level| player_of_level(game, *level));
    Ok(TournamentRequest {
        name: one("name").to_owned(),
        game: game.to_owned(),
        setup: setup.to_owned(),
        format: one("format").to_owned(),
        levels,
        games: one("games").parse().map_err(|_| "expected a number of games".to_owned())?,
    })
}

fn refusal(refused: Refusal, language: Language) -> Failure {
    match refused {
        Refusal::Request(why) => Failure::bad(why),
        Refusal::Busy => Failure::busy(language.say(
            "A tournament is being played here already; please wait for its end.",
            "Un tournoi se joue déjà ici ; attendez qu’il finisse.",
        )),
        Refusal::Full => {
            Failure::busy(language.say("No more tournaments are taken here.", "Ce serveur n’accepte plus de tournoi."))
        }
        Refusal::Failed(why) => Failure::busy(why),
    }
}
