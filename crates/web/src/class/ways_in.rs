//! By what people come in again – sessions of browsers, links and tokens – and how all of it is ended.

use super::access::{Member, Standing};
use super::account::{Account, Link, Opens, Session};
use super::{Class, ClassError, Result, hash_of, secrets};
use joute_messages::message;

impl Class {
    /// Lets a browser in; what it is to keep. `is_renewal` if its owner may choose a password without the one that was lost.
    pub(crate) async fn begin_session(&self, account: &str, is_renewal: bool) -> Result<String> {
        let token = secrets::drawn()?;
        self.records.add(&hash_of(&token), &Session { is_renewal, ..Session::new(account) }).await?;
        Ok(secrets::signed(&self.secret, &token))
    }

    /// Signs somebody out everywhere: links into the account end as well, and tokens where that is wished.
    pub(crate) async fn end_ways_in(&self, account: &str, with_tokens: bool) -> Result<()> {
        self.end_all_but(account, None, with_tokens).await
    }

    /// The same, but for the browser that asks.
    pub(crate) async fn end_other_ways_in(&self, member: &Member, with_tokens: bool) -> Result<()> {
        self.end_all_but(&member.key, member.session.as_deref(), with_tokens).await
    }

    async fn end_all_but(&self, account: &str, kept: Option<&str>, with_tokens: bool) -> Result<()> {
        // Links first: nobody comes in by one while sessions end.
        self.records.remove_where(|link: &Link| link.opens == Opens::Account(account.to_owned())).await?;
        for (key, session) in self.records.all::<Session>(usize::MAX).await? {
            if session.account == account && kept != Some(key.as_str()) {
                self.records.remove::<Session>(&key).await?;
            }
        }
        if with_tokens {
            self.end_tokens(account).await?;
        }
        self.ask_again();
        Ok(())
    }

    /// Signs a browser out.
    pub(crate) async fn end_session(&self, session: &str) -> Result<()> {
        self.records.remove::<Session>(session).await?;
        self.ask_again();
        Ok(())
    }

    /// Whether somebody has to say their password to choose another one: whoever has lost it came by a teacher's link.
    pub(crate) async fn asks_for_password(&self, member: &Member) -> Result<bool> {
        if member.account.password.is_none() {
            return Ok(false);
        }
        let session = match &member.session {
            Some(key) => self.records.get::<Session>(key).await?,
            None => None,
        };
        Ok(!session.is_some_and(|session| session.is_renewal))
    }

    /// Keeps a password that was chosen: whoever came in by anything else than this browser is out.
    pub(crate) async fn set_password(&self, member: &Member, hash: String, with_tokens: bool) -> Result<()> {
        self.records.change(&member.key, |account: &mut Account| account.password = Some(hash.clone())).await?;
        if let Some(session) = &member.session {
            self.records.change(session, |session: &mut Session| session.is_renewal = false).await?;
        }
        self.end_other_ways_in(member, with_tokens).await
    }

    /// Links that are still good, by what they are known: the hash of the secret that whoever has them knows.
    pub(crate) async fn good_links(&self) -> Result<Vec<(String, Link)>> {
        let mut links = self.records.all::<Link>(usize::MAX).await?;
        links.retain(|(_, link)| link.is_good());
        links.sort_by_key(|(_, link)| link.until);
        Ok(links)
    }

    /// Makes a link worthless.
    pub(crate) async fn revoke(&self, by: &Standing, id: &str) -> Result<()> {
        let missing = || ClassError::Missing(message!("class-error-link"));
        let link = self.records.get::<Link>(id).await?.ok_or_else(missing)?;
        if !self.records.remove::<Link>(id).await? {
            return Err(missing());
        }
        self.note(by, "revoked", &link.about()).await
    }

    /// Signs somebody else out everywhere.
    pub(crate) async fn sign_out(&self, by: &Standing, key: &str) -> Result<()> {
        self.account(key).await?;
        self.end_ways_in(key, true).await?;
        self.note(by, "signed-out", key).await
    }
}
