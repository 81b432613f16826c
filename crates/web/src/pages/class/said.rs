//! `/tournament/{name}/game/{id}/said`: what was said with the programs of a game, line by line, and what was seen of a fault; for those
//! whose programs they are, and for teachers.

use std::sync::Arc;

use axum::extract::{Path, State};
use joute_messages::{Language, message};
use joute_referee::GameRecord;
use joute_report::fault_name;
use joute_store::GameId;
use joute_tournament::summary::FaultNote;
use maud::{Markup, html};
use tokio::task::spawn_blocking;

use crate::class::access::Standing;
use crate::class::privacy::team_of;
use crate::class::talk::{Talk, talks};
use crate::failure::Failure;
use crate::pages::layout;
use crate::pages::replay::encoded;
use crate::pages::tournaments::style;
use crate::server::Site;
use crate::tournaments::stream::found;
use crate::visitor::Visitor;

/// Where it is, for a game whose players include one of somebody's own.
pub(crate) fn address(home: &str, id: GameId, record: &GameRecord, standing: Option<&Standing>) -> Option<String> {
    let standing = standing?;
    let is_own = record.players.iter().any(|player| standing.may_read_logs_of(team_of(&player.name)));
    is_own.then(|| format!("{home}/game/{id}/said"))
}

pub(crate) async fn page(
    State(site): State<Arc<Site>>,
    Path((name, id)): Path<(String, GameId)>,
    standing: Standing,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let (_, tournament) = found(&site, &name)?;
    let record = tournament.game(id).await;
    let record = record.ok_or_else(|| Failure::missing(message!("error-no-such-tournament-game")))?;
    let (folder, who) = (tournament.folder.clone(), standing);
    let read = spawn_blocking(move || {
        let own = record.players.iter().filter(|player| who.may_read_logs_of(team_of(&player.name)));
        let own: Vec<String> = own.map(|player| player.name.clone()).collect();
        (talks(&folder, &record, &who), own, record)
    });
    let (talks, own, record) = read.await.map_err(|error| Failure::internal(&error))?;
    let view = tournament.view();
    let faults: Vec<&FaultNote> = view.account.summary.faults.iter().filter(|fault| fault.game == id).collect();
    let language = visitor.language;
    let title = language.text("class-said");
    let home = format!("/tournament/{}", encoded(&tournament.slug));
    let players = format!("{} – {}", record.players[0].name, record.players[1].name);
    let body = html! {
        (style())
        p.way { a href=(home) { (view.account.summary.name) } " › " a href={ (home) "/game/" (id) } { (players) } }
        h1 { (title) }
        @if own.is_empty() { p.soft { (language.text("class-said-nothing")) } }
        @for player in &own {
            @let talk = talks.iter().find(|talk| talk.player == *player);
            @let fault = faults.iter().find(|fault| fault.player == *player);
            (said(player, talk, fault.copied(), language))
        }
    };
    Ok(layout::page(&visitor, title, None, &body))
}

/// What is kept of one of the two.
fn said(player: &str, talk: Option<&Talk>, fault: Option<&FaultNote>, language: Language) -> Markup {
    html! {
        section.card.spaced data-said=(player) {
            h2 { (player) }
            @if let Some(fault) = fault {
                p { span.bad { (fault_name(&fault.kind, language)) } }
                @if !fault.evidence.is_empty() { pre.talk { (fault.evidence) } }
            }
            @match talk {
                Some(talk) => {
                    p.soft { (language.text("class-said-how")) }
                    pre.talk tabindex="0" role="region" aria-label=(player) { @for line in &talk.lines { (line) "\n" } }
                }
                None => { p.soft { (language.text("class-said-nothing")) } }
            }
        }
    }
}
