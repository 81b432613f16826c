//! Finding a program's file and everything that has to be executable for it: script, interpreter and loader.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::{Command, SpawnError};

/// Where programs are looked for in the sandbox.
pub(super) const SEARCH: &str = "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games";

/// Scripts whose interpreter is a script are rare, and the system follows only a few.
const MOST_SCRIPTS: usize = 4;

/// A program ready to be executed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Program {
    /// The file to execute: never a script.
    pub(super) file: PathBuf,
    /// Its arguments, its name first.
    pub(super) args: Vec<OsString>,
    /// Scripts on the way, which it has to read.
    pub(super) scripts: Vec<PathBuf>,
    /// Its loader, if it is linked dynamically.
    pub(super) loader: Option<PathBuf>,
}

impl Program {
    /// Finds the program of a command. Scripts are resolved here, `env` included, so that one `execve` is enough.
    pub(super) fn find(command: &Command) -> Result<Self, SpawnError> {
        let mut file = look_up(command.program.as_os_str())?;
        let mut args = vec![command.name.clone()];
        args.extend(command.args.iter().cloned());
        let mut scripts = Vec::new();
        while let Some((interpreter, arg)) = read(&file, shebang)? {
            if scripts.len() == MOST_SCRIPTS {
                break;
            }
            let mut start = vec![interpreter.clone()];
            start.extend(arg);
            start.push(file.clone().into_os_string());
            args.splice(..1, start);
            scripts.push(file);
            file = look_up(&interpreter)?;
        }
        let loader = read(&file, loader)?;
        Ok(Self { file, args, scripts, loader })
    }
}

fn read<T>(path: &Path, parse: impl Fn(&File) -> io::Result<T>) -> Result<T, SpawnError> {
    File::open(path).and_then(|file| parse(&file)).map_err(|source| SpawnError::File { path: path.to_owned(), source })
}

/// The file of a program: a name without a slash is searched.
fn look_up(name: &OsStr) -> Result<PathBuf, SpawnError> {
    let path = Path::new(name);
    let found = if name.as_bytes().contains(&b'/') {
        std::path::absolute(path).ok().filter(|path| path.is_file())
    } else {
        let own = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::env::split_paths(SEARCH).chain(std::env::split_paths(&own).collect::<Vec<_>>());
        folders.map(|folder| folder.join(path)).find(|path| is_executable(path))
    };
    found.ok_or_else(|| SpawnError::NotFound(path.to_owned()))
}

fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

/// The interpreter a script names, with its argument. `env NAME` stands for NAME, which is what `env` would execute.
fn shebang(mut file: &File) -> io::Result<Option<(OsString, Option<OsString>)>> {
    let mut bytes = [0; 256];
    let length = file.read(&mut bytes)?;
    let Some(line) = bytes[..length].strip_prefix(b"#!") else {
        return Ok(None);
    };
    let line = line.split(|&byte| byte == b'\n').next().unwrap_or(line).trim_ascii();
    let (interpreter, rest) = split_word(line);
    let is_env = interpreter.ends_with(b"/env");
    let (interpreter, rest) = match rest {
        Some(rest) if is_env => split_word(rest.strip_prefix(b"-S ").map_or(rest, <[u8]>::trim_ascii)),
        rest => (interpreter, rest),
    };
    Ok(Some((text(interpreter), rest.map(text))))
}

fn split_word(line: &[u8]) -> (&[u8], Option<&[u8]>) {
    match line.iter().position(|byte| byte.is_ascii_whitespace()) {
        None => (line, None),
        Some(end) => (&line[..end], Some(line[end..].trim_ascii())),
    }
}

fn text(bytes: &[u8]) -> OsString {
    OsStr::from_bytes(bytes).to_owned()
}

/// The loader that a 64-bit ELF program names.
///
/// ```text
/// file    0: 7f 'E' 'L' 'F' 2 | 32: offset of the segment table | 54: size of an entry, 56: number of entries
/// entry   0: kind (3 is the loader's name) | 8: offset in the file | 32: length
/// ```
fn loader(file: &File) -> io::Result<Option<PathBuf>> {
    let mut header = [0; 64];
    if file.read_exact_at(&mut header, 0).is_err() || !header.starts_with(b"\x7fELF\x02") {
        return Ok(None);
    }
    let (table, size, count) = (long(&header, 32), short(&header, 54), short(&header, 56));
    for index in 0..u64::from(count) {
        let mut entry = [0; 56];
        if file.read_exact_at(&mut entry, table.saturating_add(index * u64::from(size))).is_err() {
            return Ok(None);
        }
        if long(&entry, 0) as u32 == 3 {
            let mut name = vec![0; long(&entry, 32).min(4096) as usize];
            file.read_exact_at(&mut name, long(&entry, 8))?;
            let name = name.split(|&byte| byte == 0).next().unwrap_or(&[]);
            return Ok(Some(PathBuf::from(OsStr::from_bytes(name))));
        }
    }
    Ok(None)
}

fn long(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

fn short(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("player");
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        (folder, path)
    }

    #[test]
    fn a_script_becomes_its_interpreter() {
        let (_folder, path) = script("#!/bin/sh -e\nexit 0\n");
        let program = Program::find(&Command::new(&path).arg("x")).unwrap();
        assert_eq!(program.file, Path::new("/bin/sh"));
        assert_eq!(program.args, ["/bin/sh".as_ref(), "-e".as_ref(), path.as_os_str(), "x".as_ref()]);
        assert_eq!(program.scripts, [path]);
        assert!(program.loader.is_some());
    }

    #[test]
    fn env_is_looked_through() {
        for line in ["#!/usr/bin/env sh", "#!/usr/bin/env -S sh"] {
            let (_folder, path) = script(line);
            let program = Program::find(&Command::new(&path)).unwrap();
            assert!(program.file.ends_with("bin/sh"), "{program:?}");
            assert_eq!(program.args, ["sh".as_ref(), path.as_os_str()]);
        }
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        let error = Program::find(&Command::new("no-such-program-anywhere")).unwrap_err();
        assert!(matches!(error, SpawnError::NotFound(_)), "{error}");
    }

    #[test]
    fn nonsense_has_no_loader() {
        let (_folder, path) = script("\x7fELF\x02");
        assert_eq!(Program::find(&Command::new(&path)).unwrap().loader, None);
    }
}
