//! Who may move for which side. A seat is held by one browser: it keeps a random token in a cookie, and the store the hash of it.
//!
//! ```text
//! free ──the invitation, once──► held by a browser ──a link that only the holder sees, once──► held by another
//! ```
//!
//! Links are made from the server's own secret. An invitation opens a free seat, and nothing any more when somebody has taken it. A
//! link that moves a seat is made from its holder as well, so that it is worthless as soon as the seat has moved. What earlier
//! programs gave out, cookies included, were invitations in this sense, and the seats of their games are free.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use joute_games::Side;
use joute_store::{GameId, StoreError, StoreErrorKind, Write};
use sha2::{Digest, Sha256};

use crate::store_handle::StoreHandle;

/// The server's own secret.
pub(crate) struct Secret([u8; 32]);

const FILE: &str = "secret";

impl Secret {
    /// The secret of a data folder, made at its first use.
    pub(crate) fn of_folder(folder: &Path) -> io::Result<Secret> {
        let path = folder.join(FILE);
        match fs::read(&path) {
            Ok(bytes) => {
                let wrong = |_| io::Error::other(format!("{} is not a key of this program", path.display()));
                Ok(Secret(bytes.try_into().map_err(wrong)?))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Secret::make(&path),
            Err(error) => Err(error),
        }
    }

    fn make(path: &Path) -> io::Result<Secret> {
        use std::os::unix::fs::OpenOptionsExt;
        let mut secret = [0; 32];
        getrandom::fill(&mut secret)?;
        let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
        file.write_all(&secret)?;
        file.sync_all()?;
        Ok(Secret(secret))
    }

    /// What others sign with it.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// What only this server can make of a seat and a purpose.
    fn key(&self, game: GameId, side: Side, purpose: &[&str]) -> String {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(game.to_le_bytes());
        hash.update([side.index() as u8]);
        for part in purpose {
            hash.update([0]);
            hash.update(part);
        }
        hexadecimal(&hash.finalize()[..16])
    }

    /// The key of the link that opens a free seat. Earlier programs gave out the same.
    fn invitation(&self, game: GameId, side: Side) -> String {
        self.key(game, side, &[])
    }
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What the store keeps of a token.
fn hash_of(token: &str) -> String {
    hexadecimal(&Sha256::digest(token))
}

/// Both are compared whole: how long it takes says nothing about the key.
fn is_same(one: &str, two: &str) -> bool {
    one.len() == two.len() && one.bytes().zip(two.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

/// The seats of all games.
pub(crate) struct Seats {
    secret: Secret,
    store: StoreHandle,
}

/// A seat that somebody holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Holding {
    pub(crate) side: Side,
    /// What the browser must keep from now on, where that is something new.
    pub(crate) token: Option<String>,
}

/// What a link does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Opened {
    /// It gives this seat to whoever follows it.
    Seat(Side),
    /// It is an invitation that somebody has followed before.
    Taken,
    /// Nothing.
    Nothing,
}

impl Seats {
    pub(crate) fn new(secret: Secret, store: StoreHandle) -> Seats {
        Seats { secret, store }
    }

    async fn holders(&self, game: GameId) -> Result<[Option<String>; 2], StoreError> {
        self.store.read(move |store| store.seats(game)).await
    }

    /// The seat that a token holds. Nothing is changed by looking.
    pub(crate) async fn held(&self, game: GameId, token: Option<&str>) -> Option<Side> {
        let hash = hash_of(token?);
        let holders = self.holders(game).await.ok()?;
        Side::BOTH.into_iter().find(|side| holders[*side].as_deref().is_some_and(|holder| is_same(holder, &hash)))
    }

    /// The same for somebody who may bring the cookie of an earlier program: a seat that is free becomes theirs.
    pub(crate) async fn held_or_taken(&self, game: GameId, token: Option<&str>) -> Option<Holding> {
        let token = token?;
        if let Some(side) = self.held(game, Some(token)).await {
            return Some(Holding { side, token: None });
        }
        let side = Side::BOTH.into_iter().find(|side| is_same(&self.secret.invitation(game, *side), token))?;
        self.take(game, side).await.ok().flatten()
    }

    /// Takes a free seat; nothing where somebody was there before.
    pub(crate) async fn take(&self, game: GameId, side: Side) -> Result<Option<Holding>, StoreError> {
        self.give(game, side, token()?, None).await
    }

    async fn give(
        &self,
        game: GameId,
        side: Side,
        token: String,
        instead_of: Option<String>,
    ) -> Result<Option<Holding>, StoreError> {
        let holder = hash_of(&token).into();
        let write = Write::Seat { game, side, holder, instead_of: instead_of.map(Into::into) };
        match self.store.write(write).await {
            Ok(_) => Ok(Some(Holding { side, token: Some(token) })),
            Err(error) if matches!(error.kind, StoreErrorKind::Taken { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The seat of a game that goes on from another one, for whoever holds a seat of that: the same holder gets the same token
    /// however often they ask.
    pub(crate) async fn inherit(&self, game: GameId, side: Side, token: &str) -> Result<Option<Holding>, StoreError> {
        let own = self.secret.key(game, side, &["heir", token]);
        if self.held(game, Some(&own)).await == Some(side) {
            return Ok(Some(Holding { side, token: Some(own) }));
        }
        self.give(game, side, own, None).await
    }

    /// The key of the link that opens a seat, while it is free.
    pub(crate) async fn invitation(&self, game: GameId, side: Side) -> Option<String> {
        let holders = self.holders(game).await.ok()?;
        holders[side].is_none().then(|| self.secret.invitation(game, side))
    }

    /// The key of the link by which the holder of a seat moves it to another browser, once.
    pub(crate) async fn moving_key(&self, game: GameId, side: Side) -> Option<String> {
        let holders = self.holders(game).await.ok()?;
        holders[side].as_ref().map(|holder| self.secret.key(game, side, &["move", holder]))
    }

    /// What the key of a link opens at the moment.
    pub(crate) async fn opened(&self, game: GameId, key: &str) -> Opened {
        let Ok(holders) = self.holders(game).await else { return Opened::Nothing };
        for side in Side::BOTH {
            let is_invitation = is_same(&self.secret.invitation(game, side), key);
            match &holders[side] {
                None if is_invitation => return Opened::Seat(side),
                Some(_) if is_invitation => return Opened::Taken,
                Some(holder) if is_same(&self.secret.key(game, side, &["move", holder]), key) => {
                    return Opened::Seat(side);
                }
                _ => {}
            }
        }
        Opened::Nothing
    }

    /// Takes the seat that a link opens, from its holder where it is one that moves a seat; nothing where it opens none any more.
    pub(crate) async fn open(&self, game: GameId, key: &str) -> Result<Option<Holding>, StoreError> {
        let Opened::Seat(side) = self.opened(game, key).await else { return Ok(None) };
        let holder = self.holders(game).await?[side].take();
        // Whoever moved it in between has another hash by now, and this key is not made from that.
        let is_current = match &holder {
            None => is_same(&self.secret.invitation(game, side), key),
            Some(holder) => is_same(&self.secret.key(game, side, &["move", holder]), key),
        };
        if is_current { self.give(game, side, token()?, holder).await } else { Ok(None) }
    }
}

/// A token that nobody can guess.
fn token() -> Result<String, StoreError> {
    let mut bytes = [0; 24];
    let unavailable = |error: getrandom::Error| StoreError {
        place: "the system's source of chance".to_owned(),
        kind: StoreErrorKind::Unavailable { why: error.to_string() },
        cause: None,
    };
    getrandom::fill(&mut bytes).map_err(unavailable)?;
    Ok(hexadecimal(&bytes))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use std::sync::Arc;
    use std::time::Duration;

    use joute_store::{Access, NewGame, StoreLocation};

    use super::*;

    /// The seats of a store with one game.
    fn seats(folder: &Path) -> (Seats, GameId) {
        let store = StoreLocation::in_folder(folder).open(Access::Create).unwrap();
        let text = r#"{"version":1,"game":"othello","setup":"","start":"","rules":"","players":[{"name":"a","locator":"human","version":""},
                       {"name":"b","locator":"human","version":""}],"seed":1,"plies":[],"ending":null,"tally":[2,2]}"#;
        let record = serde_json::from_str(text).unwrap();
        let owner = store.register("server", Duration::from_secs(60)).unwrap();
        let game = store.begin_game(owner, NewGame::owned(record, 64)).unwrap().game;
        (Seats::new(Secret::of_folder(folder).unwrap(), StoreHandle::new(Arc::clone(&store))), game)
    }

    #[tokio::test]
    async fn an_invitation_opens_a_seat_once() {
        let folder = tempfile::tempdir().unwrap();
        let (seats, game) = seats(folder.path());
        let key = seats.invitation(game, Side::Second).await.unwrap();
        assert_eq!(seats.opened(game, &key).await, Opened::Seat(Side::Second));
        let token = seats.open(game, &key).await.unwrap().unwrap().token.unwrap();
        assert_eq!(seats.held(game, Some(&token)).await, Some(Side::Second));
        assert_eq!((seats.opened(game, &key).await, seats.open(game, &key).await.unwrap()), (Opened::Taken, None));
        assert_eq!(seats.invitation(game, Side::Second).await, None, "it is shown to nobody any more");
        assert_eq!(seats.held_or_taken(game, Some(&key)).await, None, "and is no token either");
        for foreign in ["", "0123", &token[1..], &hash_of(&token)] {
            assert_eq!(seats.held(game, Some(foreign)).await, None, "{foreign}");
        }
        assert_eq!(seats.held(game + 1, Some(&token)).await, None);
    }

    #[tokio::test]
    async fn a_seat_moves_to_another_browser_once_and_only_by_its_holders_link() {
        let folder = tempfile::tempdir().unwrap();
        let (seats, game) = seats(folder.path());
        let first = seats.take(game, Side::First).await.unwrap().unwrap().token.unwrap();
        let key = seats.moving_key(game, Side::First).await.unwrap();
        let second = seats.open(game, &key).await.unwrap().unwrap().token.unwrap();
        assert_eq!(seats.held(game, Some(&first)).await, None, "whoever has moved is gone from where they were");
        assert_eq!(seats.held(game, Some(&second)).await, Some(Side::First));
        assert_eq!((seats.opened(game, &key).await, seats.open(game, &key).await.unwrap()), (Opened::Nothing, None));
        assert_ne!(seats.moving_key(game, Side::First).await.unwrap(), key);
        assert_eq!(seats.moving_key(game, Side::Second).await, None, "nobody can move a seat that nobody holds");
    }

    #[tokio::test]
    async fn what_earlier_programs_gave_out_takes_a_seat_that_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let (seats, game) = seats(folder.path());
        let cookie = seats.secret.invitation(game, Side::First);
        let token = seats.held_or_taken(game, Some(&cookie)).await.unwrap().token.unwrap();
        assert_eq!(seats.held_or_taken(game, Some(&token)).await, Some(Holding { side: Side::First, token: None }));
        assert_eq!(seats.held_or_taken(game, Some(&cookie)).await, None, "another browser with the same cookie");
    }

    #[tokio::test]
    async fn whoever_asks_again_inherits_the_same_seat() {
        let folder = tempfile::tempdir().unwrap();
        let (seats, game) = seats(folder.path());
        let own = seats.inherit(game, Side::First, "mine").await.unwrap().unwrap();
        assert_eq!(seats.inherit(game, Side::First, "mine").await.unwrap().unwrap(), own);
        assert_eq!(seats.inherit(game, Side::First, "yours").await.unwrap(), None);
        assert_eq!(seats.held(game, own.token.as_deref()).await, Some(Side::First));
    }

    #[test]
    fn a_secret_outlives_a_restart_and_a_foreign_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let key = Secret::of_folder(folder.path()).unwrap().invitation(7, Side::Second);
        assert_eq!(Secret::of_folder(folder.path()).unwrap().invitation(7, Side::Second), key);
        fs::write(folder.path().join(FILE), "short").unwrap();
        assert!(Secret::of_folder(folder.path()).is_err());
    }
}
