//! Players built with a sanitizer (`-fsanitize=address`), as the guide advises for finding mistakes: what they need to run.

use joute_sandbox::{Command, MemoryKind, Policy};

use crate::library::elf::Elf;

/// Options of the sanitizers. Leaks are looked for by tracing the process, which the sandbox forbids; what is left of a game is
/// seen by `check` instead.
const OPTIONS: [(&str, &str); 2] = [("ASAN_OPTIONS", "detect_leaks=0"), ("LSAN_OPTIONS", "detect_leaks=0")];

/// What is known of a file that was built with a sanitizer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sanitized {
    /// The sanitizer's library, where the file names it.
    runtime: Option<String>,
}

impl Sanitized {
    /// What the file says, if it was built so.
    pub(crate) fn of(bytes: &[u8]) -> Option<Sanitized> {
        let elf = Elf::read(bytes)?;
        elf.names()?
            .has_shadow_memory()
            .then(|| Sanitized { runtime: elf.needed().into_iter().find(|name| is_runtime(name)) })
    }

    /// The command of a program that was built so: its shadow of all memory is reserved and hardly used, so that what is in
    /// use counts.
    pub(crate) fn program(&self, command: Command) -> Command {
        let mut policy: Policy = command.policy_in_force().clone();
        policy.limits.memory_kind = MemoryKind::Resident;
        OPTIONS.into_iter().fold(command.policy(policy), |command, (name, value)| command.env(name, value))
    }

    /// The same for the host of a library that was built so: the sanitizer wants to be loaded before everything else.
    pub(crate) fn host(&self, command: Command) -> Command {
        let command = self.program(command);
        match &self.runtime {
            Some(runtime) => command.env("LD_PRELOAD", runtime),
            None => command,
        }
    }
}

/// What a sanitizer has found, if a log tells: it names the mistake and the line.
pub(crate) fn summary(log: &str) -> Option<&str> {
    log.lines().find_map(|line| line.strip_prefix("SUMMARY: ")).map(str::trim_end)
}

fn is_runtime(name: &str) -> bool {
    ["libasan.", "libtsan.", "libmsan.", "libhwasan.", "libclang_rt."].iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_is_found_in_a_report() {
        let log = "==2==ERROR: AddressSanitizer\n  #0 play.c:7\nSUMMARY: AddressSanitizer: heap-use-after-free play.c:7 in play\nShadow\n";
        assert_eq!(summary(log), Some("AddressSanitizer: heap-use-after-free play.c:7 in play"));
        assert_eq!(summary("nothing of the kind"), None);
    }

    #[test]
    fn other_files_are_not_sanitized() {
        assert_eq!(Sanitized::of(b"#!/usr/bin/python3\n"), None);
        let this = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert_eq!(Sanitized::of(&this), None);
    }
}
