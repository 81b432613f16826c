//! A stored game as text, in every format that the program writes.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use joute_messages::{Language, message};
use joute_notation::{Format, write};
use joute_referee::GameRecord;
use joute_store::GameId;
use maud::{Markup, html};

use super::replay::named;
use crate::failure::Failure;
use crate::server::Site;
use crate::visitor::Visitor;

/// Links to a game in every format that can hold it.
pub(crate) fn links(address: &str, record: &GameRecord, language: Language) -> Markup {
    html! {
        details.export {
            summary.button { (language.text("export-export")) }
            p.links {
                @for (format, name, ending, _) in Format::ALL {
                    @if holds(format, record) {
                        a.button href={ (address) "/export/" (name) } download={ "joute." (ending) } {
                            (language.text(&format!("export-{name}")))
                        }
                    }
                }
            }
        }
    }
}

/// Whether a format has a place for this game: one that is made for others has none, and some need the usual start.
fn holds(format: Format, record: &GameRecord) -> bool {
    format.game().is_none_or(|game| game == record.game) && write(format, std::slice::from_ref(record)).is_ok()
}

/// `/game/{id}/export/{format}`.
pub(crate) async fn file(
    State(site): State<Arc<Site>>,
    Path((id, format)): Path<(GameId, String)>,
    visitor: Visitor,
) -> Result<Response, Failure> {
    let no_format = || Failure::missing(message!("error-no-such-format", format = format!("{format:?}")));
    let format: Format = format.parse().map_err(|_| no_format())?;
    let record = named(&site, id, &visitor).await?;
    let text = write(format, &[record])
        .map_err(|error| Failure::bad(&message!("error-no-export", why = error.to_string())))?;
    let ending = Format::ALL.iter().find(|entry| entry.0 == format).map_or("txt", |entry| entry.2);
    let kind = if format == Format::Wthor { "application/octet-stream" } else { "text/plain; charset=utf-8" };
    let name = format!("attachment; filename=\"joute-{id}.{ending}\"");
    Ok(([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, name)], text).into_response())
}
