//! One program at a time runs the events of a folder.
//!
//! The lock is the kernel's, on an open file: it goes with its process, however that dies, so it is never stale. What the
//! file says is only for people.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

use crate::error::Problem;
use crate::{Result, StoreError, StoreErrorKind};

/// The right to write; given back when it is dropped.
#[derive(Debug)]
pub struct Lock {
    _file: File,
    name: String,
}

/// A holder that is just dying lets go within a moment: so often is looked again, and so long between two looks.
const LOOKS: u32 = 50;
const BETWEEN: Duration = Duration::from_millis(20);

impl Lock {
    /// Takes the lock of a folder, or says who has it when they still do after a second.
    pub fn take(folder: &Path) -> Result<Lock> {
        Lock::take_after(folder, &mut || std::thread::sleep(BETWEEN))
    }

    fn take_after(folder: &Path, wait: &mut dyn FnMut()) -> Result<Lock> {
        let path = folder.join("lock");
        let failed = |error| Problem::from(error).at(&path.display().to_string());
        let mut options = OpenOptions::new();
        let mut file = options.create(true).truncate(false).read(true).write(true).open(&path).map_err(failed)?;
        for look in 0..=LOOKS {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if look < LOOKS => wait(),
                Err(TryLockError::WouldBlock) => return Err(busy(&mut file, folder)),
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
        // Nobody needs this to hold the lock, so a full disk does not matter here.
        let _ = file.set_len(0).and_then(|()| file.write_all(owner().as_bytes()));
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        Ok(Lock { _file: file, name: format!("{}:{}", host(), folder.display()) })
    }

    /// A name that nobody else has while this lock is held, wherever a store may be.
    pub fn name(&self) -> &str {
        &self.name
    }
}

fn owner() -> String {
    format!("process {} on {}", std::process::id(), host())
}

fn host() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    if host.trim().is_empty() { "this machine".to_owned() } else { host.trim().to_owned() }
}

fn busy(file: &mut File, folder: &Path) -> StoreError {
    let mut owner = String::new();
    // Whoever has just taken the lock is about to write its name.
    for _ in 0..20 {
        let read = file.rewind().and_then(|()| file.read_to_string(&mut owner));
        if read.is_err() || !owner.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let by = if owner.is_empty() { "another process".to_owned() } else { owner };
    Problem::from(StoreErrorKind::Busy { by }).at(&folder.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_that_lets_go_is_waited_for_and_another_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let mut held = Some(Lock::take(folder.path()).unwrap());
        let mut looks = 0;
        let refused = Lock::take_after(folder.path(), &mut || looks += 1);
        assert!(refused.is_err_and(|error| error.to_string().contains("process")), "the holder is named");
        assert_eq!(looks, LOOKS);
        // The holder dies while somebody waits.
        assert!(Lock::take_after(folder.path(), &mut || drop(held.take())).is_ok());
    }
}
