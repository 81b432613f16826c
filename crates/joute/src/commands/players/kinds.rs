//! The kinds of players, with how one is named and what may be said behind a question mark.

use joute_players::{Kind, KindInfo};
use schemars::JsonSchema;
use serde::Serialize;

use super::{ParameterDescription, parameter_text};
use crate::wrap::{self, wrapped};

/// The kinds of players: programs, libraries, engines of other people and so on.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KindList {
    /// One entry for each kind.
    kinds: Vec<KindDescription>,
}

/// A kind of players.
#[derive(Debug, Serialize, JsonSchema)]
struct KindDescription {
    /// The word before the colon that names a player of this kind.
    name: &'static str,
    /// Who its players are, in a few words.
    summary: &'static str,
    /// How such a player is named.
    example: &'static str,
    /// Endings of files that are of this kind without being told, without the dot.
    endings: &'static [&'static str],
    /// What can be said behind a question mark: `bot.py?memory=256`.
    options: Vec<ParameterDescription>,
}

/// Every kind as text.
pub(super) fn text(kinds: &[&'static dyn Kind]) -> String {
    kinds.iter().map(|kind| as_text(kind.info())).collect()
}

impl KindList {
    /// Every kind as one value.
    pub(super) fn of(kinds: &[&'static dyn Kind]) -> KindList {
        KindList { kinds: kinds.iter().map(|kind| KindDescription::of(kind.info())).collect() }
    }
}

fn as_text(info: &KindInfo) -> String {
    let mut text = format!("{}  ({})\n", info.name, info.example) + &wrapped("    ", info.summary, wrap::width());
    if !info.endings.is_empty() {
        let endings: Vec<String> = info.endings.iter().map(|ending| format!(".{ending}")).collect();
        text += &format!("    files: {}\n", endings.join(" "));
    }
    text + &info.all_options().map(parameter_text).collect::<String>()
}

impl KindDescription {
    fn of(info: &KindInfo) -> KindDescription {
        KindDescription {
            name: info.name,
            summary: info.summary,
            example: info.example,
            endings: info.endings,
            options: info.all_options().map(ParameterDescription::of).collect(),
        }
    }
}
