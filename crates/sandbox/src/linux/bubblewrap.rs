//! Namespaces by way of bubblewrap, where the system grants them to it and not to us.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::plan::Plan;
use crate::Launcher;

/// Where bubblewrap is, if it is installed.
pub(super) fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/bin".into(), "/bin".into()]);
    folders.map(|folder| folder.join("bwrap")).find(|file| file.is_file())
}

/// The arguments with which bubblewrap builds the root that we would have built, up to the launcher's own.
pub(super) fn arguments(plan: &Plan, launcher: &Launcher) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::new();
    let mut say =
        |parts: &[&dyn AsRef<std::ffi::OsStr>]| words.extend(parts.iter().map(|part| part.as_ref().to_owned()));
    for flag in ["user-try", "ipc", "pid", "net", "uts", "cgroup-try"] {
        say(&[&format!("--unshare-{flag}")]);
    }
    say(&[&"--new-session", &"--hostname", &"sandbox", &"--cap-drop", &"ALL"]);
    say(&[&"--size", &plan.limits.scratch.max(4096).to_string(), &"--tmpfs", &plan.scratch]);
    for path in &plan.visible {
        say(&[&"--ro-bind", path, path]);
    }
    say(&[&"--ro-bind", &launcher.program, &launcher.program]);
    for (link, target) in &plan.links {
        say(&[&"--symlink", target, link]);
    }
    for device in ["/dev/null", "/dev/random", "/dev/urandom"] {
        say(&[&"--dev-bind", &device, &device]);
    }
    say(&[&"--proc", &"/proc", &"--remount-ro", &"/", &"--chdir", &plan.scratch, &"--"]);
    words
}

/// The launcher where bubblewrap can show it: by its real path.
pub(super) fn real_launcher(launcher: &Launcher) -> Launcher {
    let program = Path::new(&launcher.program).canonicalize().unwrap_or_else(|_| launcher.program.clone());
    Launcher { program, prefix: launcher.prefix.clone() }
}
