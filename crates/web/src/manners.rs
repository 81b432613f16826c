//! What people at a table say to the game and to each other: moves, offers, answers, claims and a few phrases. Only those who hold a
//! seat are heard. What is offered is part of the table's note, so that it is there again after a restart.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Json, Response};
use joute_games::{Outcome, Side};
use joute_messages::message;
use joute_players::Answer;
use joute_referee::Reason;
use joute_store::GameId;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::client::Client;
use crate::failure::{Failure, not_played};
use crate::hall::last_own;
use crate::names::{Person, guest_number, tidy};
use crate::notes::{Kind, Note};
use crate::pages::seat::seated;
use crate::room::Room;
use crate::seats::Holding;
use crate::server::Site;
use crate::visitor::{Visitor, name_cookie};

/// What somebody says at the table.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Saying {
    Move(String),
    Resign,
    /// Take my last move back: a program does, a person is asked, and one who was asked agrees.
    Undo,
    /// Play again: offered, or agreed to.
    Rematch,
    /// Call it a draw: offered, or agreed to.
    Draw,
    /// No to what the other offers, or nothing of what I offered.
    Decline,
    /// The other has left.
    Claim(Claimed),
    /// One of the phrases.
    Phrase(String),
    /// My name from now on.
    Name(String),
    /// Nobody came, and I go too.
    Close,
}

/// What may be claimed from somebody who has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Claimed {
    Win,
    Draw,
}

/// `POST /game/{id}/say`.
pub(crate) async fn say(
    State(site): State<Arc<Site>>,
    Path(id): Path<GameId>,
    visitor: Visitor,
    client: Client,
    Json(saying): Json<Saying>,
) -> Result<Response, Failure> {
    let holding = site.hall.seats.held_or_taken(id, visitor.key(id)).await;
    let holding = holding.ok_or_else(|| Failure::forbidden(message!("error-only-players")))?;
    // Whoever takes a move back twice goes on where the first time led.
    if let (Saying::Undo, Some(next)) = (&saying, site.hall.successor(id)) {
        let token = token_of(&holding, id, &visitor);
        return inherited(&site, next, holding.side, &token).await;
    }
    let is_of_players = matches!(saying, Saying::Move(_) | Saying::Resign | Saying::Undo | Saying::Draw);
    let room = match is_of_players {
        true => site.hall.room(&client, id).await?,
        false => site.hall.table(&client, id).await?,
    };
    let room = room.ok_or_else(|| not_played(id))?;
    if room.snapshot().note().is_closed {
        return Err(Failure::bad(&message!("error-table-closed")));
    }
    sit(&site, &room, holding.side, &visitor).await;
    let seat = Seat { site: &site, room: &room, side: holding.side, client: &client };
    match saying {
        Saying::Move(text) if text.len() > 40 => return Err(Failure::bad(&message!("error-no-move"))),
        Saying::Move(text) => seat.tell(Answer::Move(text)),
        Saying::Resign => seat.tell(Answer::Resign),
        Saying::Draw => seat.draw().await?,
        Saying::Decline => seat.amend(|note| note.withdraw()).await?,
        Saying::Claim(claimed) => seat.claim(claimed).await?,
        Saying::Phrase(phrase) => seat.speak(&phrase).await?,
        Saying::Close => seat.close().await?,
        Saying::Name(name) => return seat.rename(&name, &visitor).await,
        Saying::Undo | Saying::Rematch => {
            let is_undo = matches!(saying, Saying::Undo);
            let next = if is_undo { seat.take_back().await? } else { seat.rematch().await? };
            if let Some(next) = next {
                let token = token_of(&holding, id, &visitor);
                // Seats are swapped in a rematch.
                let side = if is_undo { holding.side } else { holding.side.other() };
                return inherited(&site, next, side, &token).await;
            }
        }
    }
    Ok(seated(id, Some(&holding), Json(Value::Null)))
}

/// Somebody who says something.
struct Seat<'a> {
    site: &'a Site,
    room: &'a Arc<Room>,
    side: Side,
    client: &'a Client,
}

impl Seat<'_> {
    fn tell(&self, answer: Answer) {
        self.room.say(self.side, answer);
    }

    async fn amend(&self, change: impl FnOnce(&mut Note)) -> Result<(), Failure> {
        let changed = self.site.hall.amend(self.room, |note, _| {
            change(note);
            Ok(())
        });
        changed.await
    }

    /// What is only asked between people who are both there and still play.
    fn check_between_people(&self) -> Result<(), Failure> {
        let shown = self.room.snapshot();
        let note = shown.note();
        if !shown.is_between_people() {
            return Err(Failure::bad(&message!("error-between-people")));
        }
        if shown.is_over() {
            return Err(not_played(self.room.id));
        }
        if !note.has_come(self.side.other()) {
            return Err(Failure::bad(&message!("error-nobody-there")));
        }
        Ok(())
    }

    async fn offer(&self, kind: Kind) -> Result<(), Failure> {
        let side = self.side;
        self.site.hall.amend(self.room, |note, shown| note.offer(kind, side, shown.record().plies.len())).await
    }

    fn is_offered(&self, kind: Kind) -> bool {
        let shown = self.room.snapshot();
        shown.note().offered(kind, shown.record()) == Some(self.side.other())
    }

    async fn draw(&self) -> Result<(), Failure> {
        self.check_between_people()?;
        if self.is_offered(Kind::Draw) {
            self.room.end(Outcome::Draw, Reason::Consent);
            return Ok(());
        }
        self.offer(Kind::Draw).await
    }

    /// The number under which the game goes on, as soon as everybody who must has agreed.
    async fn take_back(&self) -> Result<Option<GameId>, Failure> {
        let nothing = || Failure::bad(&message!("error-nothing-to-take-back"));
        let shown = self.room.snapshot();
        if !shown.is_between_people() {
            return self.site.hall.undo(self.client, self.room, self.side).await?.ok_or_else(nothing).map(Some);
        }
        self.check_between_people()?;
        if self.is_offered(Kind::Takeback) {
            let next = self.site.hall.undo(self.client, self.room, self.side.other()).await?;
            return next.ok_or_else(nothing).map(Some);
        }
        last_own(shown.record(), self.side).ok_or_else(nothing)?;
        self.offer(Kind::Takeback).await.map(|()| None)
    }

    /// The number of the rematch, as soon as both want it; a program always does.
    async fn rematch(&self) -> Result<Option<GameId>, Failure> {
        if let Some(next) = self.site.hall.rematch_of(self.room.id) {
            return Ok(Some(next));
        }
        let shown = self.room.snapshot();
        if shown.record().ending.is_none() {
            return Err(Failure::bad(&message!("error-not-over")));
        }
        let side = self.side;
        if shown.is_between_people() && shown.note().rematch != Some(side.other()) {
            return self.amend(|note| note.rematch = Some(side)).await.map(|()| None);
        }
        Ok(Some(self.site.hall.rematch(self.client, self.room).await?))
    }

    /// Whoever has left loses what they have left, when the other says so and it is their turn. A game in which not both have moved
    /// has no result.
    async fn claim(&self, claimed: Claimed) -> Result<(), Failure> {
        self.check_between_people()?;
        let shown = self.room.snapshot();
        let (other, record) = (self.side.other(), shown.record());
        let absence = self.site.hall.manners.absence;
        if shown.game().turn() != other || shown.absence(other).is_none_or(|time| time < absence) {
            return Err(Failure::bad(&message!("error-not-left", seconds = absence.as_secs())));
        }
        if Side::BOTH.into_iter().any(|side| last_own(record, side).is_none()) {
            return self.amend(|note| note.is_closed = true).await;
        }
        let outcome = if claimed == Claimed::Win { self.side.into() } else { Outcome::Draw };
        self.room.end(outcome, Reason::Departure);
        Ok(())
    }

    async fn speak(&self, phrase: &str) -> Result<(), Failure> {
        if !self.room.snapshot().is_between_people() {
            return Err(Failure::bad(&message!("error-between-people")));
        }
        self.site.hall.phrases.count(self.client).map_err(|enough| Failure::enough(enough.of("phrases")))?;
        let side = self.side;
        self.site.hall.amend(self.room, |note, _| note.say(side, phrase)).await
    }

    /// Closes a table that nobody has come to.
    async fn close(&self) -> Result<(), Failure> {
        let other = self.side.other();
        let closed = self.site.hall.amend(self.room, |note, shown| {
            if !shown.is_between_people() || note.has_come(other) || shown.is_over() {
                return Err(message!("error-somebody-came"));
            }
            note.is_closed = true;
            Ok(())
        });
        closed.await
    }

    /// Takes a name, which the browser keeps; the names of a game that is over stay as they were.
    async fn rename(&self, name: &str, visitor: &Visitor) -> Result<Response, Failure> {
        let (side, name) = (self.side, tidy(name));
        let cookie = name_cookie(name.as_deref());
        if !self.room.is_over() {
            let guest = || guest_number(visitor.id());
            let renamed = self.amend(|note| {
                let guest = note.people[side].as_ref().map_or_else(guest, |person| person.guest);
                note.people[side] = Some(Person { name, guest });
            });
            renamed.await?;
        }
        Ok(([(SET_COOKIE, cookie)], Json(Value::Null)).into_response())
    }
}

/// Takes down that somebody has come to their seat, the first time they are seen there.
pub(crate) async fn sit(site: &Site, room: &Room, side: Side, visitor: &Visitor) {
    let shown = room.snapshot();
    if shown.people()[side] && !shown.note().has_come(side) && !shown.is_over() {
        let person = Person { name: visitor.name(), guest: guest_number(visitor.id()) };
        let amended = site.hall.amend(room, |note, _| {
            note.people[side].get_or_insert(person);
            Ok(())
        });
        // A disk that takes nothing has been told of; the seat is theirs all the same.
        let _ = amended.await;
    }
}

/// The token by which a visitor holds a seat: the one that they have just been given, or the one that they brought.
pub(crate) fn token_of(holding: &Holding, id: GameId, visitor: &Visitor) -> String {
    holding.token.as_deref().or(visitor.key(id)).unwrap_or_default().to_owned()
}

/// The number of a game that goes on from another one, with the seat that its holder has in it.
async fn inherited(site: &Site, id: GameId, side: Side, token: &str) -> Result<Response, Failure> {
    let holding = site.hall.seats.inherit(id, side, token).await.map_err(|error| Failure::internal(&error))?;
    Ok(seated(id, holding.as_ref(), Json(json!({ "game": id }))))
}
