//! The scripts and style sheets of the pages, embedded in the program.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use joute_elements::{MODULES, OVERLAY, STYLE};
use joute_messages::{Language, script_messages};
use joute_report::EVENT_STYLE;

const SCRIPTS: [(&str, &str); 29] = [
    ("site.js", include_str!("../assets/site.js")),
    ("class-players.js", include_str!("../assets/class-players.js")),
    ("class.js", include_str!("../assets/class.js")),
    ("play.js", include_str!("../assets/play.js")),
    ("sound.js", include_str!("../assets/sound.js")),
    ("clock.js", include_str!("../assets/clock.js")),
    ("patch.js", include_str!("../assets/patch.js")),
    ("watch.js", include_str!("../assets/watch.js")),
    ("replay-page.js", include_str!("../assets/replay-page.js")),
    ("home.js", include_str!("../assets/home.js")),
    ("kept.js", include_str!("../assets/kept.js")),
    ("learn-progress.js", include_str!("../assets/learn-progress.js")),
    ("own-games.js", include_str!("../assets/own-games.js")),
    ("puzzles.js", include_str!("../assets/puzzles.js")),
    ("rating.js", include_str!("../assets/rating.js")),
    ("tree.js", include_str!("../assets/tree.js")),
    ("values.js", include_str!("../assets/values.js")),
    ("analyse.js", include_str!("../assets/analyse.js")),
    ("editor.js", include_str!("../assets/editor.js")),
    ("editor-form.js", include_str!("../assets/editor-form.js")),
    ("editor-palette.js", include_str!("../assets/editor-palette.js")),
    ("editor-strokes.js", include_str!("../assets/editor-strokes.js")),
    ("learn.js", include_str!("../assets/learn.js")),
    ("seat.js", include_str!("../assets/seat.js")),
    ("copy.js", include_str!("../assets/copy.js")),
    ("turn.js", include_str!("../assets/turn.js")),
    ("manners.js", include_str!("../assets/manners.js")),
    ("table-words.js", include_str!("../assets/table-words.js")),
    ("table-steps.js", include_str!("../assets/table-steps.js")),
];

const STYLES: [(&str, &str); 6] = [
    ("elements.css", STYLE),
    ("site.css", include_str!("../assets/site.css")),
    ("one-screen.css", include_str!("../assets/one-screen.css")),
    ("class.css", include_str!("../assets/class.css")),
    ("event.css", EVENT_STYLE),
    ("tournament.css", include_str!("../assets/tournament.css")),
];

/// What the addresses of scripts and styles end in, so that browsers keep them until the program changes.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Modules import each other by plain names: an hour is short enough after an update.
const KEPT: &str = "max-age=3600";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STATIC_SCRIPT: [(HeaderName, &str); 2] = [(CONTENT_TYPE, SCRIPT), (CACHE_CONTROL, KEPT)];

/// How the keys of the messages begin that only the scripts of this site say.
const MESSAGES: &[&str] = &["analysis-", "class-script-", "editor-", "puzzle-", "table-"];

/// The messages of a language as a module that teaches them to the others: `messages.fr.js`.
fn messages(name: &str) -> Option<String> {
    let language: Language = name.strip_prefix("messages.")?.strip_suffix(".js")?.parse().ok()?;
    let all: Vec<&str> = joute_elements::MESSAGES.iter().chain(MESSAGES).copied().collect();
    let messages = script_messages(language, &all);
    Some(format!("import {{ learn }} from './messages.js';\nlearn('{language}', {messages});\n"))
}

/// `/static/{file}`.
pub(crate) async fn file(Path(name): Path<String>) -> Response {
    if let Some(text) = messages(&name) {
        return (STATIC_SCRIPT, text).into_response();
    }
    let script = MODULES.iter().chain(&SCRIPTS).chain([&OVERLAY]).find(|(known, _)| *known == name);
    let style = STYLES.iter().find(|(known, _)| *known == name);
    let (text, kind) = match (script, style) {
        (Some((_, text)), _) => (*text, SCRIPT),
        (None, Some((_, text))) => (*text, "text/css; charset=utf-8"),
        (None, None) => return StatusCode::NOT_FOUND.into_response(),
    };
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, KEPT)], text).into_response()
}
