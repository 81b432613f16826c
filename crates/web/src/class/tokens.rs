//! Tokens: by which programs, such as a course's own checks, act for somebody. Kept as hashes, like every secret.

use serde::{Deserialize, Serialize};

use super::access::Member;
use super::account::Account;
use super::records::Record;
use super::{Class, Result, hash_of, now, secrets};

/// How tokens begin, so that people and programs tell them from other secrets.
const SIGN: &str = "joute_";

/// How long a token is good, in seconds: a year.
const LENGTH: u64 = 365 * 24 * 3600;

/// A token; kept by its hash.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Token {
    pub(crate) account: String,
    pub(crate) since: u64,
}

impl Token {
    /// Until when it is good.
    pub(crate) fn until(&self) -> u64 {
        self.since.saturating_add(LENGTH)
    }

    pub(super) fn is_good(&self) -> bool {
        now() < self.until()
    }
}

impl Record for Token {
    const KIND: &'static str = "token";
}

impl Class {
    /// Makes a token, which is known to nobody afterwards.
    pub(crate) async fn new_token(&self, account: &str) -> Result<String> {
        let token = format!("{SIGN}{}", secrets::drawn()?);
        self.records.add(&hash_of(&token), &Token { account: account.to_owned(), since: now() }).await?;
        Ok(token)
    }

    /// Whose token it is, where it is good.
    pub(super) async fn of_token(&self, token: &str) -> Result<Option<Member>> {
        let kept = self.records.get_with(&hash_of(token), |token: &Token| token.account.clone()).await?;
        let Some((kept, account)) = kept.filter(|(kept, _)| kept.is_good()) else { return Ok(None) };
        Ok(account.map(|account: Account| Member { key: kept.account, account, session: None }))
    }

    /// Makes every token of somebody worthless.
    pub(crate) async fn end_tokens(&self, account: &str) -> Result<usize> {
        let ended = self.records.remove_where(|token: &Token| token.account == account).await?;
        self.ask_again();
        Ok(ended)
    }
}
