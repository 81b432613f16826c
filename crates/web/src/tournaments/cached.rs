//! Texts that are made once for each state of a tournament and each language, whoever asks for them.

use std::sync::{Arc, Mutex, PoisonError};

use joute_messages::Language;

/// The latest of each language, with the state it is of.
pub(super) struct Cached<T: ?Sized>(Mutex<Vec<(Language, u64, Arc<T>)>>);

impl<T: ?Sized> Default for Cached<T> {
    fn default() -> Cached<T> {
        Cached(Mutex::default())
    }
}

impl<T: ?Sized> Cached<T> {
    /// What was made of this state, or is made now; whoever asks meanwhile waits and gets the same.
    pub(super) fn of(&self, language: Language, version: u64, make: impl FnOnce() -> Arc<T>) -> Arc<T> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., made)) = known.iter().find(|(of, made_of, _)| *of == language && *made_of == version) {
            return Arc::clone(made);
        }
        let made = make();
        known.retain(|(of, ..)| *of != language);
        known.push((language, version, Arc::clone(&made)));
        made
    }
}
