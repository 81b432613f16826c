//! Which layers of confinement are in force, for people and for programs.

use std::fmt;

use serde::Serialize;

use crate::Refusal;

/// The layers in force for every program a [`Sandbox`](crate::Sandbox) starts. The launcher refuses to run a program
/// when one of them cannot be had at that moment, so this is a promise, not a hope.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Layers {
    /// A user namespace: privileges inside mean nothing outside.
    pub user_namespace: bool,
    /// A mount namespace: a file system of its own.
    pub mount_namespace: bool,
    /// A process namespace: no other process can be named, all are killed together.
    pub pid_namespace: bool,
    /// A network namespace without a network.
    pub net_namespace: bool,
    /// A namespace for System V objects and message queues.
    pub ipc_namespace: bool,
    /// A `/proc` that shows the program's own processes only.
    pub fresh_proc: bool,
    /// Namespaces were created by bubblewrap, since this process may not.
    pub bubblewrap: bool,
    /// The program runs as a user that owns nothing, though the caller is root.
    pub unprivileged_user: bool,
    /// The version of landlock's interface, where the kernel has it.
    pub landlock: Option<u32>,
    /// A list of allowed system calls.
    pub seccomp: bool,
    /// `execve` works once.
    pub exec_gate: bool,
    /// Resource limits.
    pub rlimits: bool,
    /// The limit on processes and threads counts this program's alone and binds it.
    pub process_limit: bool,
    /// A control group of its own, with limits for all processes together and for what the kernel
    /// keeps about them.
    pub cgroup: bool,
}

impl Layers {
    /// No layer at all.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Says what of the minimum is missing: a system call filter (no sockets, no tracing, no signals to others), a file
    /// system confined by a mount namespace or by landlock, and resource limits.
    ///
    /// # Errors
    /// A [`Refusal`] with what is missing and how to get it.
    pub fn require_minimum(&self) -> Result<(), Refusal> {
        let mut missing = Vec::new();
        let mut fixes = Vec::new();
        if !self.seccomp {
            missing.push("no system call filter".to_owned());
            fixes.push("use a kernel with CONFIG_SECCOMP_FILTER, 4.14 or later".to_owned());
        }
        if !self.mount_namespace && self.landlock.is_none() {
            missing.push("neither namespaces nor landlock".to_owned());
            fixes.push(
                "allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1, \
                 kernel.apparmor_restrict_unprivileged_userns=0, user.max_user_namespaces above 0), \
                 or install bubblewrap, or use a kernel with landlock (5.13 or later, landlock in lsm=)"
                    .to_owned(),
            );
        }
        if !self.rlimits {
            missing.push("no resource limits".to_owned());
            fixes.push("run on Linux".to_owned());
        }
        if missing.is_empty() { Ok(()) } else { Err(Refusal { missing, fixes }) }
    }

    /// What bounds the memory of a program, in words.
    #[must_use]
    pub fn memory_bound(&self) -> &'static str {
        match (self.cgroup, self.rlimits) {
            (true, _) => {
                "a control group for all processes of a program, tables of the kernel included; besides, a limit on what each \
                 process allocates"
            }
            (false, true) => {
                "a limit on what each process allocates; what all of them hold, tables of the kernel included, is looked at \
                 every 10 ms during turns"
            }
            (false, false) => "nothing",
        }
    }

    /// Each layer by name, with whether it is in force.
    #[must_use]
    pub fn list(&self) -> Vec<(String, bool)> {
        let named = |name: &str, on: bool| (name.to_owned(), on);
        vec![
            named("user namespace", self.user_namespace),
            named("mount namespace", self.mount_namespace),
            named("process namespace", self.pid_namespace),
            named("network namespace", self.net_namespace),
            named("ipc namespace", self.ipc_namespace),
            named("fresh /proc", self.fresh_proc),
            named("bubblewrap", self.bubblewrap),
            named("unprivileged user", self.unprivileged_user),
            match self.landlock {
                Some(version) => (format!("landlock {version}"), true),
                None => named("landlock", false),
            },
            named("seccomp", self.seccomp),
            named("execve gate", self.exec_gate),
            named("resource limits", self.rlimits),
            named("process limit", self.process_limit),
            named("cgroup", self.cgroup),
        ]
    }
}

impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |on: bool| -> Vec<String> {
            self.list().into_iter().filter(|layer| layer.1 == on).map(|layer| layer.0).collect()
        };
        let (present, absent) = (names(true), names(false));
        if present.is_empty() {
            return f.write_str("sandbox: none");
        }
        write!(f, "sandbox: {}", present.join(", "))?;
        if !absent.is_empty() {
            write!(f, "; without {}", absent.join(", "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn landlock_or_a_mount_namespace_is_enough_for_files() {
        let landlock = Layers { seccomp: true, rlimits: true, landlock: Some(1), ..Layers::none() };
        assert_eq!(landlock.require_minimum(), Ok(()));
        let mounts = Layers { landlock: None, mount_namespace: true, ..landlock };
        assert_eq!(mounts.require_minimum(), Ok(()));
    }

    #[test]
    fn a_refusal_says_what_to_do() {
        let refusal = Layers { rlimits: true, seccomp: true, ..Layers::none() }.require_minimum().unwrap_err();
        let text = refusal.to_string();
        assert!(text.contains("neither namespaces nor landlock"), "{text}");
        assert!(text.contains("install bubblewrap"), "{text}");
        assert!(text.contains("--no-sandbox"), "{text}");
    }

    #[test]
    fn the_display_names_what_is_there_and_what_is_not() {
        let text = Layers { seccomp: true, landlock: Some(7), ..Layers::none() }.to_string();
        assert!(text.starts_with("sandbox: landlock 7, seccomp; without user namespace"), "{text}");
        assert_eq!(Layers::none().to_string(), "sandbox: none");
    }
}
