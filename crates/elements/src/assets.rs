//! The scripts and the style sheet, embedded: the program needs no other file and no build step for them.

use sha2::{Digest, Sha256};

use crate::pack::base64;

/// What draws layers over a board and lists them, by file name: for pages that teach, and in no report.
pub const OVERLAY: (&str, &str) = ("overlay.js", include_str!("../assets/overlay.js"));

/// The modules by file name, each after those it imports.
pub const MODULES: [(&str, &str); 9] = [
    ("messages.js", include_str!("../assets/messages.js")),
    ("svg.js", include_str!("../assets/svg.js")),
    ("places.js", include_str!("../assets/places.js")),
    ("board.js", include_str!("../assets/board.js")),
    ("replay-data.js", include_str!("../assets/replay-data.js")),
    ("graph.js", include_str!("../assets/graph.js")),
    ("evaluation.js", include_str!("../assets/evaluation.js")),
    ("review.js", include_str!("../assets/review.js")),
    ("replay.js", include_str!("../assets/replay.js")),
];

/// The style sheet of the elements, light and dark.
pub const STYLE: &str = include_str!("../assets/elements.css");

/// All modules and then `more` as one script for a page that may request nothing. Imports, exports and comments are left
/// out, and indents; the modules keep to one line for each import and have no text of several lines.
pub fn script(more: &str) -> String {
    let mut script = String::new();
    for text in MODULES.iter().map(|(_, text)| *text).chain([more]) {
        for line in text.lines().filter(|line| is_code(line)) {
            let line = line.trim();
            script.push_str(line.strip_prefix("export ").unwrap_or(line));
            script.push('\n');
        }
    }
    script
}

fn is_code(line: &str) -> bool {
    let line = line.trim_start();
    !(line.is_empty()
        || ["import ", "//", "/**", "* ", "*/"].iter().any(|start| line.starts_with(start))
        || line == "*")
}

/// What a content security policy calls this inline text.
pub fn content_hash_for_policy(text: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::script;

    #[test]
    fn a_page_gets_one_script_without_imports() {
        let script = script("import { a } from './b.js';\nexport const last = 1;\n");
        assert!(script.contains("customElements.define('joute-replay'"));
        assert!(script.ends_with("const last = 1;\n"));
        for line in script.lines() {
            assert!(!line.starts_with("import ") && !line.starts_with("export "), "{line}");
        }
    }
}
