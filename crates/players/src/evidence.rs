//! What goes into evidence whatever the kind of player: the limit that was passed, and text without what only a terminal
//! understands.

use joute_referee::{Turn, duration_text};

/// The time that a player had for a move, as the end of a sentence; nothing where it had any time.
pub fn allowed_for_move(turn: &Turn<'_>) -> String {
    let left = turn.clock.left[turn.side];
    match (turn.rules.move_time, left) {
        (Some(limit), left) if left.is_none_or(|left| limit <= left) => {
            format!(", where {} are allowed for a move", duration_text(limit))
        }
        (_, Some(left)) => {
            let whole = turn.rules.time.map(|time| format!(" of {}", duration_text(time))).unwrap_or_default();
            format!(", where {:.3} s{whole} were left for the game", left.as_secs_f64())
        }
        _ => String::new(),
    }
}

/// The time that a player had to get ready, as the end of a sentence.
pub fn allowed_for_loading(turn: &Turn<'_>) -> String {
    format!(", where {} are allowed to get ready", duration_text(turn.rules.load))
}

/// A text without escape sequences.
pub(crate) fn plain_text(text: &str) -> String {
    if text.contains('\x1b') { anstream::adapter::strip_str(text).to_string() } else { text.to_owned() }
}
