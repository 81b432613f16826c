//! Who may move for which side: a secret link for each seat, made from the server's own secret, so that nothing has to be
//! kept about it and a link still works after a restart.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use joute_games::Side;
use joute_store::GameId;
use sha2::{Digest, Sha256};

/// Makes and knows the keys of all seats.
pub(crate) struct Keys {
    secret: [u8; 32],
}

const FILE: &str = "secret";

impl Keys {
    /// The keys of a data folder, made at its first use.
    pub(crate) fn of_folder(folder: &Path) -> io::Result<Keys> {
        let path = folder.join(FILE);
        match fs::read(&path) {
            Ok(bytes) => {
                let wrong = |_| io::Error::other(format!("{} is not a key of this program", path.display()));
                Ok(Keys { secret: bytes.try_into().map_err(wrong)? })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Keys::make(&path),
            Err(error) => Err(error),
        }
    }

    fn make(path: &Path) -> io::Result<Keys> {
        use std::os::unix::fs::OpenOptionsExt;
        let mut secret = [0; 32];
        getrandom::fill(&mut secret)?;
        let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
        file.write_all(&secret)?;
        file.sync_all()?;
        Ok(Keys { secret })
    }

    /// The key of a seat.
    pub(crate) fn key(&self, game: GameId, side: Side) -> String {
        let mut hash = Sha256::new();
        hash.update(self.secret);
        hash.update(game.to_le_bytes());
        hash.update([side.index() as u8]);
        hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }

    /// The seat that a key opens.
    pub(crate) fn seat(&self, game: GameId, key: &str) -> Option<Side> {
        // Both are compared whole: how long it takes says nothing about the key.
        let [is_first, is_second] = Side::BOTH.map(|side| is_same(&self.key(game, side), key));
        if is_first { Some(Side::First) } else { is_second.then_some(Side::Second) }
    }
}

fn is_same(one: &str, two: &str) -> bool {
    one.len() == two.len() && one.bytes().zip(two.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::*;

    #[test]
    fn keys_open_their_own_seat_and_outlive_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::of_folder(folder.path()).unwrap();
        let key = keys.key(7, Side::Second);
        let again = Keys::of_folder(folder.path()).unwrap();
        assert_eq!(again.seat(7, &key), Some(Side::Second));
        assert_eq!(again.seat(8, &key), None);
        assert_eq!(again.seat(7, &key[1..]), None);
        assert_ne!(keys.key(7, Side::First), key);
    }

    #[test]
    fn a_folder_with_a_foreign_secret_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "short").unwrap();
        assert!(Keys::of_folder(folder.path()).is_err());
    }
}
