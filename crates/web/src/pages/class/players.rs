//! `/class/players`: what one's team has handed in, how far each version has come, and everything to be done with it.

use std::cmp::Reverse;
use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::response::sse::Event;
use axum::response::{IntoResponse, Json, Redirect, Response, Sse};
use joute_messages::{Language, Localize, message};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use serde_json::json;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use super::challenge;
use super::home::{language_name, terms};
use super::moment;
use super::source::{self, WriteOn};
use super::team::{self, version_address};
use crate::class::access::{Caller, InClass};
use crate::class::carried_out::carried_out;
use crate::class::events::check_matches;
use crate::class::lists::List;
use crate::class::submissions::{HandIn, State as Progress, Submission, taken_name};
use crate::class::{Action, Class};
use crate::client::Client;
use crate::failure::Failure;
use crate::pages::layout;
use crate::pages::replay::encoded;
use crate::server::Site;
use crate::stream::alive;
use crate::tournaments::Tournament;
use crate::visitor::Visitor;

/// Levels that may be played against.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=7;

/// `GET /class/players`.
pub(crate) async fn page(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    visitor: Visitor,
    Query(write_on): Query<WriteOn>,
) -> Result<Markup, Failure> {
    let language = visitor.language;
    let t = |key| language.text(key);
    let title = t("class-players");
    let given = write_on.text(&class, &caller.member).await?;
    let (_, list) = list(&class, &caller, language).await?;
    let most = site.limits.upload >> 10;
    let settings = class.settings();
    let endings: Vec<String> = settings.endings().map(|ending| format!(".{ending}")).collect();
    let languages: Vec<String> = settings.languages.iter().map(|name| language_name(name, language)).collect();
    let body = html! {
        section.card {
            h1 { (title) }
            (terms(&settings, language))
            form.fields.upload data-upload="/class/submissions" {
                label { (t("class-file")) input type="file" name="file" accept=(endings.join(",")) required; }
                p.soft { (message!("class-file-how", most = most, languages = languages.join(", ")).text(language)) }
                (ways_in("class-hand-in", language))
                (said())
            }
        }
        (source::editor(&class, &caller.member, given.as_ref(), language))
        div data-news="/class/players/events" { div data-part="players" { (PreEscaped(&list.markup)) } }
    };
    Ok(layout::page(&visitor, title, Some("class-players.js"), &body))
}

/// What became of a file that was handed in.
pub(super) fn said() -> Markup {
    html! {
        p role="status" data-said {}
        p role="status" data-progress {}
    }
}

/// The buttons by which a file is handed in, or only checked.
pub(super) fn ways_in(key: &str, language: Language) -> Markup {
    html! {
        div.links.tight {
            button.primary-small type="submit" { (language.text(key)) }
            button type="submit" value="trial" { (language.text("class-check-only")) }
        }
        p.soft { (language.text("class-check-only-how")) }
    }
}

/// Every player of the team, for teachers of all; one after the other with its versions. It is made once for each change.
async fn list(class: &Class, caller: &Caller, language: Language) -> Result<(u64, Arc<List>), Failure> {
    let is_teacher = caller.standing.may(Action::Administer);
    let team = (!is_teacher).then_some(caller.member.account.team.as_str());
    class.submissions.list((team, language), new_list(class, team, language)).await
}

async fn new_list(class: &Class, team: Option<&str>, language: Language) -> Result<List, Failure> {
    let all = class.submissions.of_team(team).await?;
    let opponents = class.submissions.opponents().await?;
    let mut players: Vec<&[Submission]> = all.chunk_by(|a, b| a.team == b.team && a.file == b.file).collect();
    if team.is_some() {
        // Of one's own, what was handed in last stands where it is seen.
        players.sort_by_key(|versions| Reverse(versions.first().map(|one| one.when)));
    }
    let markup = html! {
        @if players.is_empty() { p.soft { (language.text("class-nothing-yet")) } }
        @for versions in players { (player(class, versions, &opponents, language)) }
    };
    let shown = joute_messages::visible(&markup.0).into_owned();
    let news = json!({ "boards": [], "parts": { "players": shown } }).to_string();
    Ok(List { markup: markup.0, news })
}

fn player(class: &Class, versions: &[Submission], opponents: &[Submission], language: Language) -> Markup {
    let t = |key| language.text(key);
    let Some(first) = versions.first() else { return html! {} };
    let name = format!("{}/{}", first.team, first.file);
    let address = |what: &str| format!("/class/player/{}/{}/{what}", encoded(&first.team), encoded(&first.file));
    let is_active = versions.iter().any(|one| one.is_active);
    html! {
        section.card.spaced data-key=(name) data-player=(name) {
            h2 { a href=(team::address(&first.team)) { (first.team) } "/" (first.file) }
            div.scroll tabindex="0" role="region" aria-label=(name) { table {
                thead { tr {
                    th.n scope="col" { (t("class-version")) }
                    th.wide-only scope="col" { (t("class-when")) }
                    th scope="col" { (t("label-state")) }
                    th scope="col" { (t("class-doing")) }
                } }
                tbody { @for one in versions { (version(class, one, &address, language)) } }
            } }
            @if let Some(one) = Submission::playing(versions) {
                (challenge::offer(one, language))
                form.links method="post" action=(address("match")) {
                    label { (t("class-against")) " "
                        select name="opponent" {
                            @for level in LEVELS { option value={ "level-" (level) } { (message!("label-level", number = level).text(language)) } }
                            @for other in opponents.iter().filter(|other| other.hash != one.hash && (other.team != first.team || other.file != first.file)) {
                                @let other = format!("{}/{}", other.team, other.file);
                                option value=(other) { (other) }
                            }
                        } }
                    button type="submit" { (t("class-begin-match")) }
                }
            }
            @if is_active {
                form method="post" action=(address("withdraw")) data-sure=(message!("class-withdraw-name", name = name.clone()).text(language)) {
                    button type="submit" { (t("class-withdraw")) }
                }
            }
        }
    }
}

fn version(class: &Class, one: &Submission, address: &dyn Fn(&str) -> String, language: Language) -> Markup {
    let t = |key| language.text(key);
    let state = match (one.state, one.is_active) {
        (_, true) => "class-state-playing",
        (Progress::Waiting, _) => "class-state-waiting",
        (Progress::Accepted, _) => "class-state-accepted",
        (Progress::Refused, _) => "class-state-refused",
    };
    let step = class.submissions.step_of(&one.key());
    html! {
        tr data-key=(one.key()) data-state=(state) {
            td.n { a href=(version_address(one)) { (one.number) } }
            td.wide-only { (moment(one.when)) }
            td.state {
                @match step {
                    Some(step) => { (message!("class-state-checking", step = step.message()).text(language)) }
                    None => { strong.bad[one.state == Progress::Refused] { (t(state)) } }
                }
            }
            td { @if one.state == Progress::Accepted && !one.is_active {
                form method="post" action=(address("activate")) {
                    input type="hidden" name="number" value=(one.number);
                    button type="submit" { (t("class-activate")) }
                }
            } }
        }
        @if !one.findings.is_empty() || !one.steps.is_empty() {
            tr.of-version data-key={ (one.key()) " found" } { td colspan="4" { (found(one, language)) } }
        }
    }
}

/// What the check found.
pub(super) fn found(one: &Submission, language: Language) -> Markup {
    html! {
        details open[one.state == Progress::Refused] {
            summary { (language.text("class-check")) }
            ul.found { @for finding in &one.findings { li.bad[finding.is_grave] {
                (finding.what.text(language)) @if !finding.advice.is_empty() { " → " (finding.advice.text(language)) }
                @if !finding.evidence.is_empty() { pre { (finding.evidence.text(language)) } }
            } } }
            ul.steps.soft { @for (name, state, note) in &one.steps { li {
                (name.localized(language)) ": " (state.localized(language))
                @if !note.is_empty() { " – " (note.text(language)) }
            } } }
        }
    }
}

/// The list that somebody has heard, with the change that it was of.
type Heard = tokio::sync::Mutex<Option<(u64, Arc<List>)>>;

/// `GET /class/players/events`: the list, as it changes.
pub(crate) async fn events(
    InClass(class): InClass,
    caller: Caller,
    visitor: Visitor,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let changes = WatchStream::new(class.submissions.listen());
    // The last that was heard is kept: what has not changed since is not made again for others either.
    let heard = Arc::<Heard>::default();
    let told = changes.then(move |_| {
        let (class, caller, language, heard) =
            (Arc::clone(&class), caller.clone(), visitor.language, Arc::clone(&heard));
        async move {
            let turn = class.submissions.telling.acquire().await.ok()?;
            let (change, list) = list(&class, &caller, language).await.ok()?;
            drop(turn);
            let before = heard.lock().await.replace((change, Arc::clone(&list)));
            let is_new = before.is_none_or(|(before, _)| before != change);
            is_new.then(|| Ok(Event::default().event("news").data(&list.news)))
        }
    });
    let told = told.filter_map(|news| news);
    Sse::new(told).keep_alive(alive())
}

/// `POST /class/submissions?file=NAME`, with the file as it is.
pub(crate) async fn hand_in(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    client: Client,
    Query(wish): Query<HandIn>,
    body: Body,
) -> Result<Response, Failure> {
    let submission = taken(&site, &class, &caller, client, &wish, body).await?;
    let answer = json!({
        "team": submission.team, "file": submission.file, "version": submission.number, "hash": submission.hash,
    });
    Ok((StatusCode::ACCEPTED, Json(answer)).into_response())
}

/// Takes a file from somebody who has not handed in too much, and writes down that they did.
pub(crate) async fn taken(
    site: &Arc<Site>,
    class: &Arc<Class>,
    caller: &Caller,
    client: Client,
    wish: &HandIn,
    body: Body,
) -> Result<Submission, Failure> {
    // A name that is refused is told at once, and counts for nothing.
    taken_name(&wish.file, &class.settings())?;
    class.uploads.count(&client).map_err(|enough| Failure::enough(enough.of("uploads")))?;
    let reading = class.reading_each.take(&client).map_err(|enough| Failure::enough(enough.of("reading")))?;
    let contents = class.read(body, site.limits.upload, site.limits.patience.body).await?;
    drop(reading);
    let (site, class, caller, wish) = (Arc::clone(site), Arc::clone(class), caller.clone(), wish.clone());
    carried_out(async move {
        class.make_room_for_version(&site, &caller.member.account.team).await?;
        let submission = class.submissions.hand_in(&caller.member, &wish, contents, class.settings()).await?;
        class.note(&caller.standing, "submitted", &submission.key()).await?;
        Ok(submission)
    })
    .await
}

/// Whether somebody may change a player: their own, or any.
pub(crate) fn check_owner(caller: &Caller, team: &str) -> Result<(), Failure> {
    let is_own = caller.member.account.team == team || caller.standing.may(Action::Administer);
    if is_own { Ok(()) } else { Err(Failure::forbidden(message!("class-error-not-allowed"))) }
}

/// A version.
#[derive(Debug, Deserialize)]
pub(crate) struct Chosen {
    number: u32,
}

/// `POST /class/player/{team}/{file}/activate`: back to an older version.
pub(crate) async fn activate(
    InClass(class): InClass,
    caller: Caller,
    Path((team, file)): Path<(String, String)>,
    Form(Chosen { number }): Form<Chosen>,
) -> Result<Response, Failure> {
    activated(&class, &caller, (&team, &file), number).await?;
    Ok(Redirect::to("/class/players").into_response())
}

/// `POST /class/player/{team}/{file}/withdraw`.
pub(crate) async fn withdraw(
    InClass(class): InClass,
    caller: Caller,
    Path((team, file)): Path<(String, String)>,
) -> Result<Response, Failure> {
    withdrawn(&class, &caller, (&team, &file)).await?;
    Ok(Redirect::to("/class/players").into_response())
}

/// Whom to play against.
#[derive(Debug, Deserialize)]
pub(crate) struct Opponent {
    opponent: String,
}

/// `POST /class/player/{team}/{file}/match`: of the version that plays.
pub(crate) async fn begin_match(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Path((team, file)): Path<(String, String)>,
    Form(Opponent { opponent }): Form<Opponent>,
) -> Result<Response, Failure> {
    let begun = match_begun(&site, &class, &caller, (&team, &file), None, &opponent).await?;
    Ok(Redirect::to(&format!("/tournament/{}", encoded(&begun.slug))).into_response())
}

/// Begins a match of a version, of the one that plays where none is named, for whoever may.
pub(crate) async fn match_begun(
    site: &Arc<Site>,
    class: &Arc<Class>,
    caller: &Caller,
    (team, file): (&str, &str),
    version: Option<u32>,
    opponent: &str,
) -> Result<Arc<Tournament>, Failure> {
    check_owner(caller, team)?;
    class.count_match(&caller.member.key).map_err(Failure::enough)?;
    let is_meant = |one: &Submission| one.file == file && version.is_none_or(|number| one.number == number);
    let versions = class.submissions.of_team(Some(team)).await?;
    let versions: Vec<Submission> = versions.into_iter().filter(is_meant).collect();
    let own = Submission::playing(&versions).ok_or_else(|| Failure::missing(message!("class-error-no-version")))?;
    // Whoever would be refused need not wait for their turn to hear it.
    check_matches(site)?;
    let (site, class, caller, own) = (Arc::clone(site), Arc::clone(class), caller.clone(), own.clone());
    let (about, opponent) = (format!("{team}/{file} – {opponent}"), opponent.to_owned());
    carried_out(async move {
        let begun = class.begin_match(&site, &own, &opponent).await?;
        class.note(&caller.standing, "match", &about).await?;
        Ok(begun)
    })
    .await
}

/// Has a version play, for whoever may.
pub(crate) async fn activated(
    class: &Arc<Class>,
    caller: &Caller,
    (team, file): (&str, &str),
    version: u32,
) -> Result<(), Failure> {
    check_owner(caller, team)?;
    let (class, caller, team, file) = (Arc::clone(class), caller.clone(), team.to_owned(), file.to_owned());
    carried_out(async move {
        class.submissions.activate(&team, &file, version).await?;
        Ok(class.note(&caller.standing, "activated", &format!("{team}/{file} {version}")).await?)
    })
    .await
}

/// Takes a player out, for whoever may.
pub(crate) async fn withdrawn(class: &Arc<Class>, caller: &Caller, (team, file): (&str, &str)) -> Result<(), Failure> {
    check_owner(caller, team)?;
    let (class, caller, team, file) = (Arc::clone(class), caller.clone(), team.to_owned(), file.to_owned());
    carried_out(async move {
        class.submissions.withdraw(&team, &file).await?;
        Ok(class.note(&caller.standing, "withdrew", &format!("{team}/{file}")).await?)
    })
    .await
}
