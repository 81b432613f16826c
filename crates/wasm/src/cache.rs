//! Compiled modules from one run of the program to the next.
//!
//! ```text
//! FOLDER (ours alone, 0700)
//! |-- key                      64 random bytes (0600)
//! `-- HASH-METER-VERSION       authentication code, then the compiled module
//! ```
//!
//! The runtime does not notice a damaged artefact, so every file has a code made with the key, over its name and its
//! content. Whatever is wrong with the folder or a file in it, the module is compiled again.

use std::fs::{self, DirBuilder, File, Metadata};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use hmac::{Hmac, KeyInit, Mac};
use joute_games::content_hash;
use rustix::fs::OFlags;
use sha2::Sha256;
use wasmtime::Engine;

use crate::RUNTIME;
use crate::artefact::Artefact;
use crate::compiler::LARGEST_ARTEFACT;
use crate::engines::Meter;

/// Bytes of an authentication code.
const CODE: usize = 32;
/// Bytes of a key: a block of the hash.
const KEY_SIZE: usize = 64;
/// The file with the key.
const KEY: &str = "key";
/// What all files may have together; the oldest go first.
const LARGEST_CACHE: u64 = 256 << 20;

/// The folder of compiled modules.
#[derive(Debug)]
pub(crate) struct ArtefactCache {
    folder: PathBuf,
    /// The key, where folder and key are ours alone.
    key: OnceLock<Option<[u8; KEY_SIZE]>>,
    largest: u64,
}

/// What a compiled module is kept under: what was compiled, for which clock, and by what.
pub(crate) struct Entry(String);

impl Entry {
    pub(crate) fn new(module: &[u8], meter: Meter, engine: &Engine) -> Entry {
        let mut version = DefaultHasher::new();
        (RUNTIME, env!("CARGO_PKG_VERSION")).hash(&mut version);
        engine.precompile_compatibility_hash().hash(&mut version);
        Entry(format!("{}-{}-{:016x}", content_hash(module), meter.word(), version.finish()))
    }
}

impl ArtefactCache {
    /// The cache in a folder, which is made when it is first needed.
    pub(crate) fn new(folder: PathBuf) -> ArtefactCache {
        ArtefactCache { folder, key: OnceLock::new(), largest: LARGEST_CACHE }
    }

    /// What is kept under an entry and is what was put there.
    pub(crate) fn find(&self, entry: &Entry) -> Option<Artefact> {
        let key = self.key()?;
        let content = read(&self.folder.join(&entry.0), CODE + LARGEST_ARTEFACT).ok()?;
        let (code, artefact) = content.split_at_checked(CODE)?;
        authentication(&key, entry, artefact).verify_slice(code).ok()?;
        Some(Artefact::of_our_compiler(artefact.to_vec()))
    }

    /// Keeps a module. A cache that cannot is no trouble.
    pub(crate) fn keep(&self, entry: &Entry, artefact: &Artefact) {
        if let Some(key) = self.key() {
            let code = authentication(&key, entry, artefact.bytes()).finalize().into_bytes();
            let _ = self.write(&entry.0, &[&code, artefact.bytes()], |from, to| fs::rename(from, to));
            self.shrink();
        }
    }

    fn key(&self) -> Option<[u8; KEY_SIZE]> {
        *self.key.get_or_init(|| self.open().ok())
    }

    /// Makes the folder and the key where they are missing, and looks whether both are ours alone.
    fn open(&self) -> io::Result<[u8; KEY_SIZE]> {
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        require_own(&fs::symlink_metadata(&self.folder)?)?;
        let path = self.folder.join(KEY);
        if !path.exists() {
            let mut key = [0; KEY_SIZE];
            getrandom::fill(&mut key)?;
            // Whoever links it first has made the key of everybody.
            let _ = self.write(KEY, &[&key], |from, to| fs::hard_link(from, to));
        }
        let key = read(&path, KEY_SIZE)?;
        key.try_into().map_err(|_| io::Error::from(io::ErrorKind::InvalidData))
    }

    /// Writes a file aside and puts it in its place whole.
    fn write(&self, name: &str, parts: &[&[u8]], place: impl FnOnce(&Path, &Path) -> io::Result<()>) -> io::Result<()> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let aside = format!("new-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let aside = self.folder.join(aside);
        let mut file = File::options().write(true).create_new(true).mode(0o600).open(&aside)?;
        let written = parts.iter().try_for_each(|part| file.write_all(part));
        let placed = written.and_then(|()| place(&aside, &self.folder.join(name)));
        let _ = fs::remove_file(&aside);
        placed
    }

    /// Removes the oldest files until the rest is small enough.
    fn shrink(&self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let files = entries.filter(|entry| entry.file_name() != KEY);
        let mut files: Vec<(Metadata, PathBuf)> =
            files.filter_map(|entry| Some((entry.metadata().ok()?, entry.path()))).collect();
        files.sort_by_key(|(metadata, _)| metadata.modified().ok());
        let mut total: u64 = files.iter().map(|(metadata, _)| metadata.len()).sum();
        for (metadata, path) in files {
            if total <= self.largest {
                return;
            }
            total -= metadata.len();
            let _ = fs::remove_file(path);
        }
    }
}

fn authentication(key: &[u8; KEY_SIZE], entry: &Entry, artefact: &[u8]) -> Hmac<Sha256> {
    let mut code = Hmac::<Sha256>::new(&(*key).into());
    code.update(entry.0.as_bytes());
    code.update(&[0]);
    code.update(artefact);
    code
}

/// Reads a file of ours, never more than so much of it and never through a link.
fn read(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let flags = i32::try_from(OFlags::NOFOLLOW.bits()).map_err(io::Error::other)?;
    let file = File::options().read(true).custom_flags(flags).open(path)?;
    require_own(&file.metadata()?)?;
    let mut content = Vec::new();
    file.take(most as u64 + 1).read_to_end(&mut content)?;
    if content.len() > most { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(content) }
}

/// Refuses what another user owns or may touch.
fn require_own(metadata: &Metadata) -> io::Result<()> {
    let is_ours = metadata.uid() == rustix::process::geteuid().as_raw() && metadata.mode() & 0o077 == 0;
    if is_ours && !metadata.is_symlink() { Ok(()) } else { Err(io::ErrorKind::PermissionDenied.into()) }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::engines;

    /// A small module, compiled here: only the cache is tried.
    fn compiled() -> (Engine, Entry, Artefact) {
        let engine = engines::make(Meter::Fuel).unwrap();
        let module = b"\0asm\x01\0\0\0";
        let artefact = Artefact::of_our_compiler(engine.precompile_module(module).unwrap());
        (engine.clone(), Entry::new(module, Meter::Fuel, &engine), artefact)
    }

    #[test]
    fn what_is_kept_is_found_and_loads() {
        let folder = tempfile::tempdir().unwrap();
        let (engine, entry, artefact) = compiled();
        let cache = ArtefactCache::new(folder.path().join("a/b"));
        assert!(cache.find(&entry).is_none());
        cache.keep(&entry, &artefact);
        // Another run of the program has the same key.
        let again = ArtefactCache::new(folder.path().join("a/b"));
        assert!(again.find(&entry).unwrap().load(&engine).is_ok());
        assert!(again.find(&Entry::new(b"another", Meter::Fuel, &engine)).is_none());
        let mode = fs::metadata(folder.path().join("a/b")).unwrap().mode();
        assert_eq!(mode & 0o777, 0o700);
    }

    #[test]
    fn no_changed_byte_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let (_, entry, artefact) = compiled();
        let cache = ArtefactCache::new(folder.path().join("c"));
        cache.keep(&entry, &artefact);
        let path = folder.path().join("c").join(&entry.0);
        let whole = fs::read(&path).unwrap();
        for at in [0, CODE - 1, CODE, whole.len() / 2, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&path, damaged).unwrap();
            assert!(cache.find(&entry).is_none(), "byte {at}");
        }
        fs::write(&path, &whole[..10]).unwrap();
        assert!(cache.find(&entry).is_none(), "cut short");
        // The content of one entry under the name of another.
        let other = Entry(format!("{}x", entry.0));
        fs::write(folder.path().join("c").join(&other.0), &whole).unwrap();
        assert!(cache.find(&other).is_none(), "renamed");
        fs::write(&path, &whole).unwrap();
        assert!(cache.find(&entry).is_some());
    }

    #[test]
    fn a_folder_or_file_that_others_may_touch_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let (_, entry, artefact) = compiled();
        let open = folder.path().join("open");
        fs::create_dir(&open).unwrap();
        fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
        let cache = ArtefactCache::new(open.clone());
        cache.keep(&entry, &artefact);
        assert!(cache.find(&entry).is_none() && fs::read_dir(&open).unwrap().next().is_none());
        let own = ArtefactCache::new(folder.path().join("own"));
        own.keep(&entry, &artefact);
        assert!(own.find(&entry).is_some());
        let path = folder.path().join("own").join(&entry.0);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(own.find(&entry).is_none());
        fs::rename(&path, folder.path().join("elsewhere")).unwrap();
        std::os::unix::fs::symlink(folder.path().join("elsewhere"), &path).unwrap();
        assert!(own.find(&entry).is_none(), "a link");
    }

    #[test]
    fn the_cache_does_not_grow_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let (_, entry, artefact) = compiled();
        let largest = 3 * artefact.bytes().len() as u64;
        let cache = ArtefactCache { largest, ..ArtefactCache::new(folder.path().join("c")) };
        for number in 0..10 {
            cache.keep(&Entry(format!("{}-{number}", entry.0)), &artefact);
        }
        let left = fs::read_dir(folder.path().join("c")).unwrap().count();
        assert!((2..=4).contains(&left), "{left} files, the key among them");
        assert!(folder.path().join("c").join(KEY).exists());
    }
}
