//! What comes next, on the page of a class: how one's own players stand and what to do about it, and for teachers what is still to be done
//! before a class plays.

use std::sync::Arc;

use joute_messages::{Language, Message, message};
use joute_report::absence_text;
use joute_tournament::format::MATCH;
use maud::{Markup, html};

use super::team::{self, version_address};
use crate::class::access::{Member, Standing};
use crate::class::events::latest_ladder;
use crate::class::submissions::{State, Submission};
use crate::class::{Action, Class, Role};
use crate::failure::Failure;
use crate::pages::contestant;
use crate::server::Site;
use crate::tournaments::{Tournament, View};

/// Where players are handed in, and where the editor in that page is.
const PLAYERS: &str = "/class/players";
pub(super) const WRITE: &str = "write";

/// A ladder that is not over.
type Ladder = (Arc<Tournament>, View);

/// What comes next for somebody of the class; nothing for teachers whose class is under way.
pub(super) async fn next(
    site: &Site,
    class: &Class,
    standing: &Standing,
    language: Language,
) -> Result<Markup, Failure> {
    let Some(member) = &standing.member else { return Ok(html! {}) };
    let is_teacher = standing.may(Action::Administer);
    let steps = if is_teacher {
        for_teachers(site, class, language).await?
    } else {
        html! {}
    };
    let own = class.submissions.of_team(Some(&member.account.team)).await?;
    let ladder = latest_ladder(&site.tournaments).filter(|(_, view)| !view.is_over());
    Ok(html! { (steps) @if !is_teacher || !own.is_empty() { (of_players(&own, ladder.as_ref(), member, language)) } })
}

/// A step of those that a class takes before it plays.
struct Step {
    is_done: bool,
    what: Message,
    place: &'static str,
}

async fn for_teachers(site: &Site, class: &Class, language: Language) -> Result<Markup, Failure> {
    let students = class.accounts().await?.iter().filter(|(_, account)| account.role == Role::Player).count();
    let ready = class.submissions.opponents().await?.len();
    let has_played = site.tournaments.all().iter().any(|one| one.view().account.summary.format != MATCH);
    let steps = [
        Step { is_done: !class.settings().name.is_empty(), what: message!("class-step-settings"), place: "#settings" },
        Step {
            is_done: students > 0,
            what: message!("class-step-invite", count = students),
            place: "/class/people#invite",
        },
        Step { is_done: ready > 1, what: message!("class-step-players", count = ready), place: PLAYERS },
        Step { is_done: has_played, what: message!("class-step-ladder"), place: "#tournaments" },
    ];
    if steps.iter().all(|step| step.is_done) {
        return Ok(html! {});
    }
    let next = steps.iter().position(|step| !step.is_done);
    Ok(html! {
        section.card.spaced data-next {
            h2 { (language.text("class-next")) }
            ol.to-do { @for (number, step) in steps.iter().enumerate() {
                li.done[step.is_done] aria-current=[(Some(number) == next).then_some("step")] {
                    a href=(step.place) { (step.what.text(language)) }
                    @if step.is_done { " " span.soft { "✓ " (language.text("class-step-done")) } }
                }
            } }
        }
    })
}

fn of_players(own: &[Submission], ladder: Option<&Ladder>, member: &Member, language: Language) -> Markup {
    let t = |key| language.text(key);
    html! {
        section.card.spaced data-next {
            h2 { (t("class-next")) }
            @if own.is_empty() {
                p { (t("class-next-first")) }
                p.links {
                    a.button.primary-small href={ (PLAYERS) "#" (WRITE) } { (t("class-write")) }
                    a.button href=(PLAYERS) { (t("class-next-file")) }
                }
            } @else {
                ul.to-do { @for versions in own.chunk_by(|a, b| a.file == b.file) { li { (of_player(versions, ladder, language)) } } }
                p.links {
                    a.button.primary-small href=(PLAYERS) { (t("class-players")) }
                    a.button href={ (team::address(&member.account.team)) "#lost" } { (t("class-lost")) }
                }
            }
        }
    }
}

/// How a player stands, by its latest version and the one that plays, the latest first.
fn of_player(versions: &[Submission], ladder: Option<&Ladder>, language: Language) -> Markup {
    let Some(latest) = versions.first() else { return html! {} };
    let playing = versions.iter().find(|one| one.is_active);
    let said = |key: &str, one: &Submission| {
        message!(key.to_owned(), file = one.file.clone(), number = one.number).text(language)
    };
    let line = |key: &str, one: &Submission| html! { a href=(version_address(one)) { (said(key, one)) } };
    html! {
        @match latest.state {
            State::Waiting => { (line("class-next-waiting", latest)) " " }
            State::Refused => { (line("class-next-refused", latest)) " " }
            State::Accepted if playing.is_none() => { (line("class-next-choose", latest)) }
            State::Accepted => {}
        }
        @if let Some(one) = playing { (place_of(one, ladder, language).unwrap_or_else(|| line("class-next-ready", one))) }
    }
}

/// The place of a player on the ladder, where that is played and has it.
fn place_of(one: &Submission, ladder: Option<&Ladder>, language: Language) -> Option<Markup> {
    let (tournament, view) = ladder?;
    let (name, standings) = (format!("{}/{}", one.team, one.file), &view.account.summary.standings);
    let line = standings.iter().find(|line| line.name == name)?;
    let file = one.file.clone();
    let said = match (&line.absence, &line.form) {
        (Some(absence), _) => message!("class-next-out", file = file, why = absence_text(absence, language)),
        (None, form) => {
            let rating = form.as_ref().map_or_else(|| "–".to_owned(), |form| format!("{:.0}", form.rating));
            let of = standings.iter().filter(|line| line.absence.is_none()).count();
            message!("class-next-rung", file = file, rank = line.rank, of = of, rating = rating)
        }
    };
    Some(html! { a href=(contestant::address(&tournament.slug, &name)) { (said.text(language)) } })
}
