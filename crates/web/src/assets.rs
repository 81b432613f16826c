//! The scripts and style sheets of the pages, embedded in the program.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use joute_elements::{MODULES, OVERLAY, STYLE};
use joute_report::EVENT_STYLE;

const SCRIPTS: [(&str, &str); 12] = [
    ("site.js", include_str!("../assets/site.js")),
    ("play.js", include_str!("../assets/play.js")),
    ("clock.js", include_str!("../assets/clock.js")),
    ("patch.js", include_str!("../assets/patch.js")),
    ("watch.js", include_str!("../assets/watch.js")),
    ("replay-page.js", include_str!("../assets/replay-page.js")),
    ("analyse.js", include_str!("../assets/analyse.js")),
    ("editor.js", include_str!("../assets/editor.js")),
    ("editor-form.js", include_str!("../assets/editor-form.js")),
    ("editor-palette.js", include_str!("../assets/editor-palette.js")),
    ("editor-strokes.js", include_str!("../assets/editor-strokes.js")),
    ("learn.js", include_str!("../assets/learn.js")),
];

const STYLES: [(&str, &str); 4] = [
    ("elements.css", STYLE),
    ("site.css", include_str!("../assets/site.css")),
    ("event.css", EVENT_STYLE),
    ("tournament.css", include_str!("../assets/tournament.css")),
];

/// What the addresses of scripts and styles end in, so that browsers keep them until the program changes.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// `/static/{file}`.
pub(crate) async fn file(Path(name): Path<String>) -> Response {
    let script = MODULES.iter().chain(&SCRIPTS).chain([&OVERLAY]).find(|(known, _)| *known == name);
    let style = STYLES.iter().find(|(known, _)| *known == name);
    let (text, kind) = match (script, style) {
        (Some((_, text)), _) => (*text, "text/javascript; charset=utf-8"),
        (None, Some((_, text))) => (*text, "text/css; charset=utf-8"),
        (None, None) => return StatusCode::NOT_FOUND.into_response(),
    };
    // Modules import each other by plain names: an hour is short enough after an update.
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "max-age=3600")], text).into_response()
}
