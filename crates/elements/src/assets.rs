//! The scripts and the style sheet, embedded: the program needs no other file and no build step for them.

use base64::prelude::*;
use sha2::{Digest, Sha256};

/// What draws layers over a board and lists them, by file name: for pages that teach, and in no report.
pub const OVERLAY: (&str, &str) = ("overlay.js", include_str!("../assets/overlay.js"));

/// The modules by file name, each after those it imports.
pub const MODULES: [(&str, &str); 16] = [
    ("messages.js", include_str!("../assets/messages.js")),
    ("svg.js", include_str!("../assets/svg.js")),
    ("places.js", include_str!("../assets/places.js")),
    ("plan.js", include_str!("../assets/plan.js")),
    ("art.js", include_str!("../assets/art.js")),
    ("territory.js", include_str!("../assets/territory.js")),
    ("parts.js", include_str!("../assets/parts.js")),
    ("controls.js", include_str!("../assets/controls.js")),
    ("preview.js", include_str!("../assets/preview.js")),
    ("motion.js", include_str!("../assets/motion.js")),
    ("board.js", include_str!("../assets/board.js")),
    ("replay-data.js", include_str!("../assets/replay-data.js")),
    ("graph.js", include_str!("../assets/graph.js")),
    ("evaluation.js", include_str!("../assets/evaluation.js")),
    ("review.js", include_str!("../assets/review.js")),
    ("replay.js", include_str!("../assets/replay.js")),
];

/// How the keys of the messages begin that the modules say.
pub const MESSAGES: &[&str] = &[
    "board-", "colour-", "ending-", "fault-", "move-", "owner-", "place-", "replay-", "review-", "side-", "state-",
    "title-", "unit-",
];

/// The style sheet of the elements, light and dark.
pub const STYLE: &str = include_str!("../assets/elements.css");

/// What a content security policy calls this inline text.
pub fn content_hash_for_policy(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text.as_bytes())))
}
