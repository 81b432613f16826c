//! Which files a program sees: the system's programs and libraries, and what its command names.

use std::fs;
use std::path::{Path, PathBuf};

use crate::SpawnError;

/// Programs, libraries, and the few settings that loaders and runtimes read. No users, no passwords, no homes.
const SYSTEM: [&str; 13] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/ocaml",
    "/etc/ssl/openssl.cnf",
];

/// Settings of Java runtimes, which have the version in their names.
const SYSTEM_PREFIX: (&str, &str) = ("/etc", "java");

/// Paths to show, without those beneath others, and links to make.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Visible {
    /// Files and folders, with all links resolved, none beneath another.
    pub(super) paths: Vec<PathBuf>,
    /// Those of them that are not the system's.
    pub(super) own: Vec<PathBuf>,
    /// Links: where, and to what.
    pub(super) links: Vec<(PathBuf, PathBuf)>,
}

impl Visible {
    /// What every program sees.
    pub(super) fn system() -> Self {
        let mut visible = Self::default();
        let (folder, prefix) = SYSTEM_PREFIX;
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let prefixed = entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes()));
        for path in SYSTEM.iter().map(PathBuf::from).chain(prefixed.map(|entry| entry.path())) {
            match fs::read_link(&path) {
                Ok(target) => visible.links.push((path, target)),
                Err(_) if path.exists() => visible.paths.push(path),
                Err(_) => {}
            }
        }
        visible.paths.sort();
        visible
    }

    /// Shows one more path; through a link, both the link and what it names.
    pub(super) fn add(&mut self, path: &Path) -> Result<(), SpawnError> {
        let real = path.canonicalize().map_err(|source| SpawnError::File { path: path.to_owned(), source })?;
        if real != path && !self.shows(path) && !self.links.iter().any(|(link, _)| path.starts_with(link)) {
            self.links.push((path.to_owned(), real.clone()));
        }
        if !self.shows(&real) {
            for paths in [&mut self.paths, &mut self.own] {
                paths.retain(|shown| !shown.starts_with(&real));
                paths.push(real.clone());
            }
        }
        Ok(())
    }

    fn shows(&self, path: &Path) -> bool {
        self.paths.iter().any(|shown| path.starts_with(shown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_is_shown_without_its_users() {
        let visible = Visible::system();
        assert!(visible.shows(Path::new("/usr/bin/env")));
        for secret in ["/etc/passwd", "/etc/shadow", "/home", "/root", "/proc", "/sys", "/tmp", "/var", "/run"] {
            assert!(!visible.shows(Path::new(secret)), "{secret}");
        }
    }

    #[test]
    fn a_link_and_its_file_are_both_shown() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        fs::write(folder.join("real"), "").unwrap();
        std::os::unix::fs::symlink("real", folder.join("link")).unwrap();
        let mut visible = Visible::default();
        visible.add(&folder.join("link")).unwrap();
        visible.add(&folder.join("real")).unwrap();
        assert_eq!(visible.paths, [folder.join("real")]);
        assert_eq!(visible.links, [(folder.join("link"), folder.join("real"))]);
        visible.add(&folder).unwrap();
        assert_eq!(visible.paths, std::slice::from_ref(&folder));
        assert_eq!(visible.own, [folder]);
    }

    #[test]
    fn a_missing_file_is_an_error() {
        assert!(Visible::default().add(Path::new("/no/such/file")).is_err());
    }
}
