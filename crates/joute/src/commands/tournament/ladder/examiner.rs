//! Where newcomers are examined: each by itself, so that nobody waits for one that takes long to compile, to unpack or to load.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

use joute_players::is_installed;

use super::super::admission::{Admission, Means, admission};
use super::super::settings::{Settings, Wanted};
use super::watcher::{Call, Listing, note_file};
use crate::failure::Result;
use crate::output;

/// So many are looked at side by side, and of each team one: whoever hands in what takes minutes keeps nobody but itself waiting.
const AT_ONCE: usize = 6;

/// Somebody in a certain state: of another state nothing is known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    name: Option<String>,
    locator: String,
    files: Listing,
}

impl Key {
    /// Whoever is found in a folder is as its files are; of those in a list nothing is known, and they are looked at whenever it
    /// is written.
    fn of(settings: &Settings, wanted: &Wanted) -> Key {
        let mut files = Listing::new();
        let list = settings.file.as_deref().filter(|_| !wanted.found);
        note_file(list.unwrap_or(&settings.folder.join(&wanted.locator)), &mut files);
        Key { name: wanted.name.clone(), locator: wanted.locator.clone(), files }
    }

    /// Whose it is.
    fn team(&self) -> &str {
        let name = self.name.as_deref().unwrap_or(&self.locator);
        name.split_once('/').map_or(name, |(team, _)| team)
    }
}

/// What was found out; nothing while it is looked at.
type Examined = Option<std::result::Result<Admission, String>>;

pub(super) struct Examiner<'a> {
    means: Means<'a>,
    seen: HashMap<Key, Examined>,
    tell: Sender<(Key, std::result::Result<Admission, String>)>,
    done: Receiver<(Key, std::result::Result<Admission, String>)>,
    /// Wakes whoever waits for the examiner.
    call: Call,
}

impl<'a> Examiner<'a> {
    pub(super) fn new(means: Means<'a>, call: Call) -> Examiner<'a> {
        let (tell, done) = channel();
        Examiner { means, seen: HashMap::new(), tell, done, call }
    }

    /// Whether more is known than before, or somebody may be looked at again.
    pub(super) fn has_news(&mut self) -> bool {
        let known: Vec<_> = self.done.try_iter().collect();
        let mut news = !known.is_empty();
        self.seen.extend(known.into_iter().map(|(key, admission)| (key, Some(admission))));
        self.seen.retain(|_, seen| {
            let is_there_now =
                matches!(seen, Some(Ok(Admission::Refused { missing: Some(tool), .. })) if is_installed(tool));
            news |= is_there_now;
            !is_there_now
        });
        news
    }

    /// What could not be found out is tried again, since something has changed.
    pub(super) fn forget_failures(&mut self) {
        self.seen.retain(|_, seen| !matches!(seen, Some(Err(_))));
    }

    /// What is known of everybody, in their order; who is not known is looked at from now on, as far as there is room.
    pub(super) fn admissions<'scope>(
        &mut self,
        settings: &Arc<Settings>,
        scope: &'scope Scope<'scope, '_>,
    ) -> std::result::Result<Vec<Admission>, String>
    where
        'a: 'scope,
    {
        let keys: Vec<Key> = settings.wanted.iter().map(|wanted| Key::of(settings, wanted)).collect();
        let wanted: HashSet<&Key> = keys.iter().collect();
        self.seen.retain(|key, seen| seen.is_none() || wanted.contains(key));
        for (key, wanted) in keys.iter().zip(&settings.wanted) {
            let mut busy = self.seen.iter().filter(|(_, seen)| seen.is_none()).map(|(other, _)| other.team());
            let is_free = busy.clone().count() < AT_ONCE && busy.all(|team| team != key.team());
            if is_free && !self.seen.contains_key(key) {
                self.seen.insert(key.clone(), None);
                self.begin(key.clone(), wanted.clone(), Arc::clone(settings), scope);
            }
        }
        let known = |(key, wanted): (&Key, &Wanted)| match self.seen.get(key).cloned().flatten() {
            None => Ok(Admission::Pending),
            // Whoever was found has not written the file: the others do not wait for it.
            Some(Err(_)) if wanted.found => Ok(Admission::Pending),
            Some(seen) => seen,
        };
        keys.iter().zip(&settings.wanted).map(known).collect()
    }

    fn begin<'scope>(&self, key: Key, wanted: Wanted, settings: Arc<Settings>, scope: &'scope Scope<'scope, '_>)
    where
        'a: 'scope,
    {
        let (means, tell, call) = (self.means, self.tell.clone(), self.call.clone());
        scope.spawn(move || {
            let seen: Result<Admission> = admission(&settings, &wanted, &means);
            if let Err(failure) = &seen
                && wanted.found
            {
                output::note(&format!("{} cannot be looked at: {failure}", wanted.locator));
            }
            // Nobody hears it when the ladder is over.
            let _ = tell.send((key, seen.map_err(|failure| failure.to_string()))).map(|()| call.call());
        });
    }
}
