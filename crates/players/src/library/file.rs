//! What a library's file tells before anything of it runs: whether it can be loaded here, and which interface it has.

use std::path::{Path, PathBuf};

use joute_games::{AnyGame, Excerpt};

use super::elf::{Elf, FileKind};
use crate::entrant::EntrantError;

/// The largest file that is taken for a player.
const LARGEST: u64 = 256 << 20;
/// Without these a library does not speak the interface of the Flood course.
const FLOOD: [&str; 2] = ["initialize", "play"];
/// Without this a library does not speak the interface of `joute.h`.
const OWN: &str = "joute_choose";

/// A library that cannot be used, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The file is not there, or cannot be read.
    #[error("{}: {error}; expected the path of a shared library, from the working folder on", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// The file is something else.
    #[error("{} is no shared library but {what}; {advice}", path.display())]
    NotALibrary {
        /// The file.
        path: PathBuf,
        /// What it is.
        what: String,
        /// What to do.
        advice: &'static str,
    },
    /// The file is for another kind of machine.
    #[error("{} was built for {found}, and this machine is {here}: compile it again on a machine like this one", path.display())]
    Machine {
        /// The file.
        path: PathBuf,
        /// What it is for.
        found: String,
        /// What this is.
        here: &'static str,
    },
    /// The functions of neither interface.
    #[error(
        "{} exports the functions of neither interface: a library for joute.h has joute_choose, one of the Flood course \
         has get_player_name, initialize, play and finalize (missing: {missing}); in C++ declare them extern \"C\", and \
         in C not static", path.display()
    )]
    Symbols {
        /// The file.
        path: PathBuf,
        /// What the Flood interface lacks.
        missing: String,
    },
    /// The library needs GSL, and there is none.
    #[error(
        "{} needs the GNU Scientific Library, which is not installed: apt install libgsl27 (or libgsl-dev; libgsl28 on \
         newer systems), or name its file in JOUTE_GSL", path.display()
    )]
    NoGsl {
        /// The file.
        path: PathBuf,
    },
    /// The program that loads libraries is missing.
    #[error("{}: the program that loads libraries is missing; build it with: cargo build -p joute-library-host", program.display())]
    NoHost {
        /// Where it was looked for.
        program: PathBuf,
    },
}

impl From<LibraryError> for EntrantError {
    fn from(error: LibraryError) -> EntrantError {
        EntrantError::Unusable { error: Box::new(error), what: "check-library", advice: "check-library-advice" }
    }
}

/// What is known about a library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Whether it calls functions of GSL.
    pub(crate) needs_gsl: bool,
    interface: Interface,
}

/// Which functions a library has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Interface {
    /// Those of `joute.h`, which go before the others.
    Own,
    /// Those of the Flood course.
    Flood,
    /// Its table of names is missing: loading it will tell.
    Unknown,
}

impl Facts {
    /// Whether it is known to play Flood and nothing else.
    pub(crate) fn is_flood_only(&self) -> bool {
        self.interface == Interface::Flood
    }

    /// Whether it may be one of the Flood course.
    pub(super) fn may_be_flood(&self) -> bool {
        self.interface != Interface::Own
    }

    /// Whether GSL is worth loading: the matrix of the Flood interface is made with it.
    pub(crate) fn wants_gsl(&self) -> bool {
        self.needs_gsl || self.may_be_flood()
    }
}

/// Why a library of the Flood course does not play a game.
pub(crate) fn refusal(game: &AnyGame) -> Option<String> {
    let name = game.info().name;
    let reason = "a library with the interface of the Flood course plays flood, not";
    (name != "flood").then(|| format!("{reason} {name}; for every game there is the one of joute.h"))
}

/// Reads a library's file and judges it; gives what is known and the file itself.
pub(crate) fn inspect(path: &Path) -> Result<(Facts, Vec<u8>), LibraryError> {
    let bytes = read(path).map_err(|error| LibraryError::File { path: path.to_owned(), error })?;
    let facts = judge(path, &bytes)?;
    Ok((facts, bytes))
}

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return Err(std::io::Error::other("no ordinary file, or larger than 256 MiB"));
    }
    std::fs::read(path)
}

fn judge(path: &Path, bytes: &[u8]) -> Result<Facts, LibraryError> {
    let Some(elf) = Elf::read(bytes) else {
        let (what, advice) = stranger(bytes);
        return Err(LibraryError::NotALibrary { path: path.to_owned(), what, advice });
    };
    if !elf.is_for_this_machine() {
        let (found, here) = (elf.machine(), super::elf::this_machine());
        return Err(LibraryError::Machine { path: path.to_owned(), found, here });
    }
    let advice = match elf.kind {
        FileKind::Shared => None,
        FileKind::Object => {
            Some(("an object file", "link it: gcc -shared -o player.so player.o (compiled with -fPIC)"))
        }
        FileKind::Program => Some(("a program", "if it speaks the line protocol, name it exe:PATH")),
        FileKind::Other => Some(("an ELF file of another kind", BUILD)),
    };
    if let Some((what, advice)) = advice {
        return Err(LibraryError::NotALibrary { path: path.to_owned(), what: what.to_owned(), advice });
    }
    let Some(names) = elf.names() else {
        return Ok(Facts { needs_gsl: false, interface: Interface::Unknown });
    };
    let needs_gsl = names.needs_gsl();
    if names.defines(OWN) {
        return Ok(Facts { needs_gsl, interface: Interface::Own });
    }
    let missing: Vec<&str> = FLOOD.into_iter().filter(|name| !names.defines(name)).collect();
    if missing.is_empty() {
        return Ok(Facts { needs_gsl, interface: Interface::Flood });
    }
    Err(LibraryError::Symbols { path: path.to_owned(), missing: missing.join(", ") })
}

const BUILD: &str = "build one with: gcc -shared -fPIC -o player.so player.c";

/// What a file is that is no ELF file.
fn stranger(bytes: &[u8]) -> (String, &'static str) {
    let known: [(&[u8], &str, &str); 5] = [
        (b"!<arch>\n", "a static archive", "link it: gcc -shared -o player.so -Wl,--whole-archive player.a"),
        (b"MZ", "a file for Windows", "compile it again on Linux"),
        (b"\xcf\xfa\xed\xfe", "a file for macOS", "compile it again on Linux"),
        (b"\xca\xfe\xba\xbe", "a file for macOS or Java", "compile it again on Linux"),
        (b"#!", "a script", "name it exe:PATH"),
    ];
    if let Some((_, what, advice)) = known.iter().find(|(magic, ..)| bytes.starts_with(magic)) {
        return ((*what).to_owned(), advice);
    }
    if bytes.is_empty() {
        return ("an empty file".to_owned(), BUILD);
    }
    let start = Excerpt::of(&String::from_utf8_lossy(&bytes[..bytes.len().min(20)]));
    (format!("a file that begins with {start}"), BUILD)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(bytes: &[u8]) -> String {
        judge(Path::new("player.so"), bytes).unwrap_err().to_string()
    }

    #[test]
    fn what_is_no_library_is_named() {
        assert!(complaint(b"#include <stdio.h>").contains("begins with \"#include"));
        assert!(complaint(b"").contains("an empty file"));
        assert!(complaint(b"MZ\x90\0").contains("Windows"));
        assert!(complaint(b"!<arch>\nx").contains("static archive"));
        assert!(complaint(b"#!/bin/sh").contains("exe:PATH"));
        assert!(complaint(b"\x7fELF\x02\x01").contains("no shared library"));
    }

    #[test]
    fn a_missing_file_is_told_with_what_was_expected() {
        let error = inspect(Path::new("/no/such/player.so")).unwrap_err().to_string();
        assert!(error.starts_with("/no/such/player.so: No such file") && error.contains("shared library"), "{error}");
    }
}
