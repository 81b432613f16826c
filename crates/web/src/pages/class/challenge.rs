//! `POST /class/player/{team}/{file}/{version}/play`: a table at which a person plays against a version of a player, confined as in any
//! match.

use std::sync::Arc;

use axum::extract::{Form, Path, State};
use axum::response::{Redirect, Response};
use joute_games::Side;
use joute_messages::{Language, message};
use maud::{Markup, html};
use serde::Deserialize;

use super::players::check_owner;
use super::team::version_address;
use crate::class::access::{Caller, InClass};
use crate::class::account::Settings;
use crate::class::submissions::{State as Progress, Submission};
use crate::client::Client;
use crate::failure::Failure;
use crate::game_request::GameRequest;
use crate::names::{Person, UNNAMED, guest_number, tidy};
use crate::notes::Note;
use crate::pages::seat::seated;
use crate::server::Site;
use crate::visitor::Visitor;

/// Which side the person wants.
#[derive(Debug, Deserialize)]
pub(crate) struct MatchForm {
    #[serde(default)]
    side: String,
}

/// The button that begins a table, where the version may play.
pub(super) fn offer(one: &Submission, language: Language) -> Markup {
    let t = |key| language.text(key);
    html! {
        @if one.state == Progress::Accepted {
            form.links method="post" action={ (version_address(one)) "/play" } {
                select name="side" aria-label=(t("home-your-side")) {
                    option value="first" { (t("home-you-begin")) }
                    option value="second" { (t("home-you-answer")) }
                }
                button type="submit" { (t("class-play-against")) }
            }
        }
    }
}

/// Begins the table, and gives whoever asked a seat at it.
pub(crate) async fn begin(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    (visitor, client): (Visitor, Client),
    Path((team, file, number)): Path<(String, String, u32)>,
    Form(form): Form<MatchForm>,
) -> Result<Response, Failure> {
    check_owner(&caller, &team)?;
    let one = class.submissions.get(&team, &file, number).await?;
    if one.state != Progress::Accepted {
        return Err(Failure::bad(&message!("class-error-not-accepted")));
    }
    let side = if form.side == "second" { Side::Second } else { Side::First };
    let request = table(&one, side, &class.settings(), (&caller, &visitor))?;
    let id = site.hall.begin(&client, request).await?;
    let holding = site.hall.seats.take(id, side).await.map_err(|error| Failure::internal(&error))?;
    Ok(seated(id, holding.as_ref(), Redirect::to(&format!("/game/{id}"))))
}

/// The table as the class plays: its game, its board, and its time for a move of the program.
fn table(
    one: &Submission,
    side: Side,
    settings: &Settings,
    (caller, visitor): (&Caller, &Visitor),
) -> Result<GameRequest, Failure> {
    let name = format!("{}/{} {}", one.team, one.file, one.number);
    let program = (one.path().to_string_lossy().into_owned(), Some(name));
    let person = ("human".to_owned(), Some(UNNAMED.to_owned()));
    let mut note = Note::of_challenger(&caller.member.key);
    // Games stay when an account is deleted, with the name of the team and no other.
    let own_name = visitor.name().or_else(|| tidy(&caller.member.account.team));
    note.people[side] = Some(Person { name: own_name, guest: guest_number(visitor.id()) });
    let seed = getrandom::u32().map_err(|error| Failure::internal(&std::io::Error::from(error)))?;
    Ok(GameRequest {
        game: settings.game.clone(),
        setup: settings.setup.clone(),
        position: None,
        seats: if side == Side::First { [person, program] } else { [program, person] },
        rules: settings.rules_against_person(side.other()).parse().map_err(|error| Failure::bad(&error))?,
        seed: seed.into(),
        host: None,
        note,
    })
}
