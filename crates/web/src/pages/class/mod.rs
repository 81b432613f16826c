//! The pages of a class: its door, its people, and what was done.

pub(crate) mod account;
pub(crate) mod challenge;
pub(crate) mod data;
pub(crate) mod door;
pub(crate) mod home;
mod next;
pub(crate) mod people;
pub(crate) mod players;
pub(crate) mod record;
pub(crate) mod said;
pub(crate) mod source;
pub(crate) mod steering;
pub(crate) mod team;

use joute_messages::Language;
use maud::{Markup, html};

use crate::dates;

/// A moment, in the reader's own time where scripts run.
pub(super) fn moment(seconds: u64) -> Markup {
    let text = dates::of_seconds(seconds);
    html! { time datetime=(text) { (dates::plain(&text).unwrap_or_default()) } }
}

/// A link to hand on, with a button that copies it.
pub(super) fn link_to_hand_on(address: &str, what: &str, language: Language) -> Markup {
    html! {
        div.notice role="status" {
            label.invitation { (what) input readonly data-link value=(address) aria-label=(what); }
            button type="button" data-copy { (language.text("class-copy")) }
            p.soft { (language.text("class-link-once")) }
        }
    }
}
