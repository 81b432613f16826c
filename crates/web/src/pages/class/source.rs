//! `/class/player/{team}/{file}/{version}/file`: what was handed in, for the team whose it is and for teachers; and the editor in the page,
//! where a player is begun or written on.

use axum::extract::Path;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use joute_messages::Language;
use joute_players::PlayerLanguage;
use maud::{Markup, html};
use serde::Deserialize;

use super::next::WRITE;
use super::players::check_owner;
use super::team::version_address;
use crate::class::Class;
use crate::class::access::{Caller, InClass, Member};
use crate::class::languages::language_of;
use crate::class::submissions::Submission;
use crate::failure::Failure;
use crate::pages::replay::encoded;

/// The longest text that is written on in a page.
const LONGEST: usize = 256 << 10;

/// `GET /class/player/{team}/{file}/{version}/file`.
pub(crate) async fn file(
    InClass(class): InClass,
    caller: Caller,
    Path((team, file, number)): Path<(String, String, u32)>,
) -> Result<Response, Failure> {
    check_owner(&caller, &team)?;
    let one = class.submissions.get(&team, &file, number).await?;
    let contents = class.submissions.contents(&one).await?;
    // Names of files are plain letters. Nothing that somebody handed in is shown as a page.
    let name = format!("attachment; filename=\"{}\"", one.file);
    let headers = [(CONTENT_TYPE, "application/octet-stream".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, contents).into_response())
}

/// The ways to the file of a version: to take it away, and to write on where it is a text that one may hand in again.
pub(super) fn ways(class: &Class, one: &Submission, member: &Member, language: Language) -> Markup {
    let may_write = one.team == member.account.team && is_text(class, &one.file) && one.bytes <= LONGEST;
    html! {
        p.links {
            a.button href={ (version_address(one)) "/file" } download=(one.file) { (language.text("class-download")) }
            @if may_write {
                a.button href={ "/class/players?write=" (encoded(&one.file)) "&version=" (one.number) } { (language.text("class-write-on")) }
            }
        }
    }
}

/// Whether a file of this name is a text, and of a kind that the class takes.
fn is_text(class: &Class, file: &str) -> bool {
    class.settings().allows(file) && language_of(file).is_some_and(PlayerLanguage::is_text)
}

/// A version of one's own to write on.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct WriteOn {
    #[serde(default)]
    write: String,
    version: Option<u32>,
}

/// What the editor begins with: the name of a file, and its text.
type Text = (String, String);

impl WriteOn {
    /// The text that is meant, of one's own team.
    pub(super) async fn text(&self, class: &Class, member: &Member) -> Result<Option<Text>, Failure> {
        let Some(number) = self.version.filter(|_| is_text(class, &self.write)) else { return Ok(None) };
        let one = class.submissions.get(&member.account.team, &self.write, number).await?;
        if one.bytes > LONGEST {
            return Ok(None);
        }
        let contents = class.submissions.contents(&one).await?;
        Ok(String::from_utf8(contents).ok().map(|text| (one.file, text)))
    }
}

/// Where a player is written in the page. What is not handed in yet is kept by the browser, for each account apart.
pub(super) fn editor(class: &Class, member: &Member, given: Option<&Text>, language: Language) -> Markup {
    let t = |key| language.text(key);
    let settings = class.settings();
    let starters: Vec<(usize, &Text)> =
        class.starters.iter().enumerate().filter(|(_, (file, _))| settings.allows(file)).collect();
    if starters.is_empty() && given.is_none() {
        return html! {};
    }
    html! {
        details.card.spaced.writing open[given.is_some()] {
            summary { (t("class-write")) }
            form.fields.upload id=(WRITE) data-write="/class/submissions" data-account=(member.key) data-given[given.is_some()] {
                @if !starters.is_empty() {
                    label { (t("class-starter"))
                        select data-starter { @for (number, (file, _)) in &starters { option value=(number) { (file) } } } }
                }
                label { (t("class-file-name")) input name="name" required maxlength="48" pattern="[A-Za-z0-9_][A-Za-z0-9._\\-]*" autocomplete="off" spellcheck="false" value=[given.map(|(file, _)| file)]; }
                // A browser leaves the first line end of a field out.
                label { (t("class-program")) textarea name="text" rows="18" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off" { @if let Some((_, text)) = given { "\n" (text) } } }
                p.soft { (t("class-write-how")) " " span data-kept {} }
                (super::players::ways_in("class-check-and-hand-in", language))
                (super::players::said())
            }
            @for (number, (file, text)) in &starters {
                template data-text=(number) data-file=(file) { (text) }
            }
        }
    }
}
