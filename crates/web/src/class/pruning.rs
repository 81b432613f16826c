//! What a class keeps for so long and no longer: the record of what was done, and ways in that are good for nothing any more.

use super::account::{Deed, Link, Session, age_of};
use super::tokens::Token;
use super::{Class, HOUR, Result, now};
use crate::server::log_error;

/// The most deeds that are kept, and for how long, in seconds: two years.
const MOST_DEEDS: usize = 100_000;
const DEEDS_FOR: u64 = 2 * 365 * 24 * 3600;

impl Class {
    /// Forgets now and then what is not kept any longer, for ever.
    pub(crate) async fn prune_for_ever(&self) {
        loop {
            if let Err(error) = self.prune().await {
                log_error(&format!("what the class does not keep any longer: {error}"));
            }
            tokio::time::sleep(HOUR).await;
        }
    }

    async fn prune(&self) -> Result<()> {
        self.records.remove_where(|session: &Session| session.until <= now()).await?;
        self.records.remove_where(|link: &Link| !link.is_good()).await?;
        self.records.remove_where(|token: &Token| !token.is_good()).await?;
        // After everything of that second.
        let last = format!("{}~", age_of(now().saturating_sub(DEEDS_FOR)));
        Ok(self.records.keep_first::<Deed>(MOST_DEEDS, &last).await?)
    }
}
