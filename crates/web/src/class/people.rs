//! What a teacher does with people and with the class itself, whichever way it was asked for: by a page or by a program. Each is written
//! down.

use std::sync::Arc;

use joute_catalog::find_game;
use joute_messages::message;
use serde::Deserialize;

use super::access::Standing;
use super::account::{Account, Link, Opens, Settings};
use super::carried_out::carried_out;
use super::languages::known_languages;
use super::permission::Role;
use super::{Class, ClassError, Result, short};
use crate::failure::Failure;
use crate::server::Site;

/// The longest name of a class.
pub(crate) const LONGEST_CLASS_NAME: usize = 60;
/// The time that a move may take, in milliseconds.
pub(crate) const MOVE_TIMES: std::ops::RangeInclusive<u64> = 20..=60_000;

/// An invitation as a teacher wishes it.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Invitation {
    /// `player` or `teacher`.
    pub(crate) role: Role,
    /// How many may follow the link.
    #[schema(minimum = 1, maximum = 500)]
    pub(crate) uses: u32,
    /// The team of those who follow it; without, everybody has one of their own.
    #[serde(default)]
    pub(crate) team: String,
}

/// What of the settings a teacher wishes to be otherwise.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SettingsWish {
    /// What the class is called.
    pub(crate) name: Option<String>,
    /// Whether outsiders may look and play.
    pub(crate) open: Option<bool>,
    /// Whether people may have passwords; otherwise there are links alone.
    pub(crate) passwords: Option<bool>,
    /// The game by name; with its board, which is `setup`.
    pub(crate) game: Option<String>,
    /// The board, as the list of games offers it.
    pub(crate) setup: Option<String>,
    /// The time for a move in milliseconds.
    #[schema(minimum = 20, maximum = 60000)]
    pub(crate) move_ms: Option<u64>,
    /// What players may be handed in as.
    pub(crate) languages: Option<Vec<String>>,
}

impl Class {
    /// Invites so many; the secret of the link.
    pub(crate) async fn invite(&self, by: &Standing, wish: &Invitation) -> Result<String> {
        if wish.role == Role::Visitor || !(1..=Link::MOST_USES).contains(&wish.uses) {
            return Err(ClassError::Request(message!("class-error-invitation", most = Link::MOST_USES)));
        }
        let team = short(&wish.team);
        if let Some(team) = &team
            && self.has_departed(team).await?
        {
            return Err(ClassError::Request(message!("class-error-departed", name = team.clone())));
        }
        let link = Link::new(Opens::New { role: wish.role, team }, wish.uses);
        let secret = self.keep_link(&link).await?;
        self.note(by, "invited", &link.about()).await?;
        Ok(secret)
    }

    /// A link for somebody who has lost their own way in.
    pub(crate) async fn invite_again(&self, by: &Standing, key: &str) -> Result<(Account, String)> {
        let account = self.account(key).await?;
        let link = Link { is_renewal: true, ..Link::new(Opens::Account(key.to_owned()), 1) };
        let secret = self.keep_link(&link).await?;
        self.note(by, "link-for", key).await?;
        Ok((account, secret))
    }

    /// Takes somebody out.
    pub(crate) async fn expel(
        self: &Arc<Self>,
        site: &Arc<Site>,
        by: &Standing,
        key: &str,
    ) -> std::result::Result<(), Failure> {
        let (class, site, by, key) = (Arc::clone(self), Arc::clone(site), by.clone(), key.to_owned());
        carried_out(async move {
            class.remove(&site, &key).await?;
            Ok(class.note(&by, "removed", &key).await?)
        })
        .await
    }

    /// Changes what is wished of the settings.
    pub(crate) async fn configure(
        self: &Arc<Self>,
        by: &Standing,
        wish: SettingsWish,
    ) -> std::result::Result<(), Failure> {
        let (class, by) = (Arc::clone(self), by.clone());
        carried_out(async move {
            // Whoever changes something else at the same moment begins with this.
            let _turn = class.configuring.lock().await;
            let settings = wish.applied_to(&class.settings())?;
            let about = format!("{} ({})", settings.name, if settings.is_open { "open" } else { "closed" });
            class.set(settings).await?;
            Ok(class.note(&by, "settings", &about).await?)
        })
        .await
    }
}

impl SettingsWish {
    fn applied_to(self, known: &Settings) -> Result<Settings> {
        let mut settings = known.clone();
        if let Some(name) = self.name {
            settings.name = joute_messages::visible_line(name.trim()).chars().take(LONGEST_CLASS_NAME).collect();
        }
        settings.is_open = self.open.unwrap_or(known.is_open);
        settings.has_passwords = self.passwords.unwrap_or(known.has_passwords);
        if self.game.is_some() || self.setup.is_some() {
            let game = self.game.unwrap_or_else(|| known.game.clone());
            let setup = self.setup.unwrap_or_default();
            // Only boards that are offered: a setup may name files.
            let is_offered = find_game(&game).is_some_and(|entry| entry.offered.iter().any(|one| one.text == setup));
            if !is_offered {
                return Err(ClassError::Request(message!("error-game-and-board")));
            }
            (settings.game, settings.setup) = (game, setup);
        }
        if let Some(time) = self.move_ms {
            if !MOVE_TIMES.contains(&time) {
                return Err(ClassError::Request(message!("class-error-move-time")));
            }
            settings.move_ms = time;
        }
        if let Some(languages) = self.languages {
            settings.languages = known_languages(&languages)?;
        }
        Ok(settings)
    }
}
