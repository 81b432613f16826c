//! The kinds of players, with how one is named and what may be said behind a question mark.

use joute_players::{Kind, KindInfo};
use serde_json::{Value, json};

use super::{parameter_json, parameter_text};
use crate::wrap::{self, wrapped};

/// Every kind as text.
pub(super) fn text(kinds: &[&'static dyn Kind]) -> String {
    kinds.iter().map(|kind| as_text(kind.info())).collect()
}

/// Every kind as one value.
pub(super) fn json(kinds: &[&'static dyn Kind]) -> Value {
    json!({ "kinds": kinds.iter().map(|kind| as_json(kind.info())).collect::<Vec<_>>() })
}

fn as_text(info: &KindInfo) -> String {
    let mut text = format!("{}  ({})\n", info.name, info.example) + &wrapped("    ", info.summary, wrap::width());
    if !info.endings.is_empty() {
        let endings: Vec<String> = info.endings.iter().map(|ending| format!(".{ending}")).collect();
        text += &format!("    files: {}\n", endings.join(" "));
    }
    text + &info.all_options().map(parameter_text).collect::<String>()
}

fn as_json(info: &KindInfo) -> Value {
    json!({
        "name": info.name,
        "summary": info.summary,
        "example": info.example,
        "endings": info.endings,
        "options": info.all_options().map(parameter_json).collect::<Vec<_>>(),
    })
}
