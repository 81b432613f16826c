//! Secrets that people hold: drawn by lot, handed out once, and kept as hashes alone. What browsers keep is signed as well, so that
//! forgeries are told without looking anything up.

use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::seats::{Secret, hexadecimal};

/// A new secret: 128 bits as hexadecimal digits.
pub(crate) fn drawn() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(hexadecimal(&bytes))
}

/// What is kept of a secret.
pub(crate) fn hash_of(secret: &str) -> String {
    hexadecimal(&Sha256::digest(secret))
}

/// The hash of a file.
pub(crate) fn hash_of_bytes(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// A value with the server's signature.
pub(crate) fn signed(secret: &Secret, value: &str) -> String {
    format!("{value}.{}", hexadecimal(&code(secret, value).finalize().into_bytes()))
}

/// The value, where the signature is the server's.
pub(crate) fn verified<'a>(secret: &Secret, text: &'a str) -> Option<&'a str> {
    let (value, signature) = text.split_once('.')?;
    let bytes: Option<Vec<u8>> =
        (0..signature.len()).step_by(2).map(|at| u8::from_str_radix(signature.get(at..at + 2)?, 16).ok()).collect();
    code(secret, value).verify_slice(&bytes?).is_ok().then_some(value)
}

fn code(secret: &Secret, value: &str) -> Hmac<Sha256> {
    let mut code = Hmac::<Sha256>::new_from_slice(secret.bytes()).expect("a key of any length is taken");
    code.update(b"session\0");
    code.update(value.as_bytes());
    code
}

/// What is kept of a password. It takes long, and 19 MiB.
pub(crate) fn hashed_password(password: &str) -> io::Result<String> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt)?;
    let salt = SaltString::encode_b64(&salt).map_err(|error| io::Error::other(error.to_string()))?;
    let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
    hash.map(|hash| hash.to_string()).map_err(|error| io::Error::other(error.to_string()))
}

/// Whether a password is the one that was kept. Where none was it takes as long to say no.
pub(crate) fn is_password(kept: Option<&str>, password: &str) -> bool {
    // The hash of nothing that anybody knows.
    const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGF0IGFsbA$dGhpcyBpcyB0aGUgaGFzaCBvZiBub3RoaW5nIQ";
    let hash = PasswordHash::new(kept.unwrap_or(NOBODY));
    hash.is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()) && kept.is_some()
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::*;

    #[test]
    fn what_is_signed_by_another_or_changed_is_refused() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [own, other] = folders.each_ref().map(|folder| Secret::of_folder(folder.path()).unwrap());
        let text = signed(&own, "abc");
        assert_eq!(verified(&own, &text), Some("abc"));
        assert_eq!(verified(&other, &text), None);
        for forged in ["", "abc", "abc.", "abc.00", "abc.é", &text.replacen("abc", "abd", 1), &text[..text.len() - 2]]
        {
            assert_eq!(verified(&own, forged), None, "{forged}");
        }
    }

    #[test]
    fn passwords_are_known_again_and_nobody_has_one_that_was_not_kept() {
        let kept = hashed_password("correct horse").unwrap();
        assert!(kept.starts_with("$argon2id$") && !kept.contains("horse"));
        assert!(is_password(Some(&kept), "correct horse"));
        assert!(
            !is_password(Some(&kept), "wrong") && !is_password(None, "correct horse") && !is_password(Some("?"), "")
        );
    }
}
