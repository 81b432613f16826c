//! Finding the strongest way of confining that works here, and starting programs that way.

use std::ffi::OsString;
use std::fs::File;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{self, Stdio};

use rustix::net::sockopt::set_socket_passcred;
use rustix::process::geteuid;

use super::cgroup::Groups;
use super::child::{Child, Resources};
use super::failure::At;
use super::plan::{Namespaces, Plan, Recipe};
use super::program::{Program, SEARCH};
use super::scratch::Scratch;
use super::visible::Visible;
use super::{bubblewrap, control, filter, owner, sys};
use crate::{Backend, Command, Launcher, Layers, Policy, SpawnError, Step, Stream, Streams};

/// The scratch folder's path where it is a mount of its own.
const SCRATCH: &str = "/scratch";

/// A recipe that has worked once.
#[derive(Clone, Debug)]
pub(crate) struct Sandbox {
    launcher: Launcher,
    recipe: Recipe,
    layers: Layers,
    /// Where control groups may be made.
    groups: Option<Groups>,
}

impl Sandbox {
    pub(crate) fn probe(launcher: &Launcher, backend: Backend) -> Result<Self, SpawnError> {
        let mut recipe = strongest(backend);
        let mut groups = if backend == Backend::Off { None } else { Groups::find() };
        loop {
            let layers = Layers { cgroup: groups.is_some(), ..layers(recipe, backend) };
            let sandbox = Self { launcher: launcher.clone(), recipe, layers, groups: groups.clone() };
            let error = match sandbox.try_once() {
                Ok(()) => return Ok(sandbox),
                // Everything else may work without them.
                Err(_) if groups.take().is_some() => continue,
                Err(error) => error,
            };
            recipe = match weaker(recipe, backend, &error) {
                Some(recipe) => recipe,
                None => return Err(error),
            };
        }
    }

    pub(crate) fn layers(&self) -> &Layers {
        &self.layers
    }

    pub(crate) fn spawn(&self, command: &Command, streams: Streams) -> Result<Child, SpawnError> {
        let program = Program::find(command)?;
        let mut visible = Visible::system();
        let named =
            command.files.iter().chain(&program.scripts).chain([&program.file]).chain(&command.policy.read_only);
        for path in named.chain(&program.loader) {
            visible.add(path)?;
        }
        let mut plan = self.plan(&command.policy, visible);
        plan.readable = command.files.iter().chain(&program.scripts).cloned().collect();
        plan.executable = [Some(&program.file), program.loader.as_ref()]
            .into_iter()
            .flatten()
            .filter_map(|path| path.canonicalize().ok())
            .collect();
        plan.working.clone_from(&command.folder);
        plan.program = Some((program.file, program.args));
        self.start(plan, streams, &command.env)
    }

    /// Confines a process that then does nothing.
    fn try_once(&self) -> Result<(), SpawnError> {
        let plan = self.plan(&Policy::default(), Visible::system());
        let mut child = self.start(plan, Streams::new(), &[])?;
        child.kill().map_err(SpawnError::Prepare)?;
        Ok(())
    }

    fn plan(&self, policy: &Policy, visible: Visible) -> Plan {
        Plan {
            recipe: self.recipe,
            limits: policy.limits.clone(),
            processes: policy.processes,
            execs: policy.execs,
            scratch: PathBuf::from(SCRATCH),
            owner: owner::next(),
            visible: visible.paths,
            own: visible.own,
            links: visible.links,
            ..Plan::empty()
        }
    }

    fn start(&self, mut plan: Plan, streams: Streams, extra_env: &[(OsString, OsString)]) -> Result<Child, SpawnError> {
        let scratch = match plan.recipe.namespaces {
            Namespaces::None => {
                let scratch = Scratch::create().map_err(SpawnError::Prepare)?;
                if plan.recipe.nobody {
                    scratch.give_to(plan.owner).at(Step::Identity, "(scratch folder)")?;
                }
                plan.scratch = scratch.path().to_owned();
                Some(scratch)
            }
            _ => None,
        };
        let group = self.groups.as_ref().map(|groups| groups.group(&plan.limits, plan.processes));
        let group = group.transpose().map_err(SpawnError::Prepare)?;
        plan.cgroup = group.as_ref().map(|group| group.folder().to_owned());
        plan.env = environment(&plan, extra_env);
        let streams = open(streams).map_err(SpawnError::Prepare)?;
        let (here, there) = control::pair().map_err(SpawnError::Prepare)?;
        set_socket_passcred(&here, true).map_err(|error| SpawnError::Prepare(error.into()))?;
        let has_init = plan.recipe.namespaces == Namespaces::Direct;
        let launcher = self.launch(&plan, there)?;
        let borrowed: Vec<BorrowedFd<'_>> = streams.iter().map(AsFd::as_fd).collect();
        // A launcher that is gone already is found out when its report does not come.
        let _ = control::send(here.as_fd(), b"streams", &borrowed);
        drop(streams);
        Child::started(here, launcher, plan.processes, has_init, Resources { group, _scratch: scratch })
    }

    /// Starts the launcher's process. It gets nothing of ours but the socket: no variable, no other descriptor.
    fn launch(&self, plan: &Plan, control: OwnedFd) -> Result<process::Child, SpawnError> {
        let mut command = match (plan.recipe.namespaces, bubblewrap::find()) {
            (Namespaces::Bubblewrap, Some(bwrap)) => {
                let launcher = bubblewrap::real_launcher(&self.launcher);
                let mut command = process::Command::new(bwrap);
                command.args(bubblewrap::arguments(plan, &launcher)).arg(launcher.program);
                if plan.recipe.nobody {
                    command.uid(plan.owner).gid(plan.owner);
                }
                command
            }
            _ => process::Command::new(&self.launcher.program),
        };
        command.args(&self.launcher.prefix).args(plan.to_words()).env_clear();
        command.stdin(control).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map_err(|source| SpawnError::Launcher { path: self.launcher.program.clone(), source })
    }
}

fn environment(plan: &Plan, extra: &[(OsString, OsString)]) -> Vec<OsString> {
    let scratch = plan.scratch.as_os_str();
    let own = [
        ("PATH", SEARCH.as_ref()),
        ("HOME", scratch),
        ("TMPDIR", scratch),
        // What a program that was compiled for coverage counts goes there too: it would complain about the folder that it
        // was compiled in, which is not there.
        ("GCOV_PREFIX", scratch),
        ("LANG", "C.UTF-8".as_ref()),
    ];
    let own = own.into_iter().filter(|(name, _)| !extra.iter().any(|(other, _)| other == name));
    let variable = |name: OsString, value: &std::ffi::OsStr| {
        let mut variable = name;
        variable.push("=");
        variable.push(value);
        variable
    };
    let own = own.map(|(name, value)| variable(name.into(), value));
    own.chain(extra.iter().map(|(name, value)| variable(name.clone(), value))).collect()
}

fn open(streams: Streams) -> std::io::Result<Vec<OwnedFd>> {
    streams
        .into_vec()
        .into_iter()
        .map(|stream| match stream {
            Stream::Null => Ok(File::options().read(true).write(true).open("/dev/null")?.into()),
            Stream::Reads(pipe) => Ok(pipe.into()),
            Stream::Writes(pipe) => Ok(pipe.into()),
            Stream::File(file) => Ok(file.into()),
        })
        .collect()
}

/// The recipe to try first.
fn strongest(backend: Backend) -> Recipe {
    let namespaces = match backend {
        Backend::Best | Backend::Direct => Namespaces::Direct,
        Backend::Bubblewrap => Namespaces::Bubblewrap,
        Backend::WithoutNamespaces | Backend::Off => Namespaces::None,
    };
    let on = backend != Backend::Off;
    let seccomp = on && filter::THIS_ARCHITECTURE.is_some() && sys::has_seccomp();
    let direct = namespaces == Namespaces::Direct;
    Recipe {
        namespaces,
        user: direct,
        nobody: on && geteuid().is_root(),
        proc: direct,
        landlock: if on { sys::landlock_version() } else { 0 },
        seccomp,
        gate: seccomp,
        count: on,
    }
}

/// The next recipe to try after one failed, without what it failed at; `None` when nothing is left to try.
fn weaker(recipe: Recipe, backend: Backend, error: &SpawnError) -> Option<Recipe> {
    let step = match error {
        SpawnError::Setup { step, .. } => *step,
        // It could not be started as that user, or not at all.
        SpawnError::LauncherLost | SpawnError::Launcher { .. } if recipe.namespaces == Namespaces::Bubblewrap => {
            Step::UserMap
        }
        _ => return None,
    };
    match step {
        Step::Proc if recipe.proc => Some(Recipe { proc: false, ..recipe }),
        Step::ExecGate if recipe.gate => Some(Recipe { gate: false, ..recipe }),
        Step::Seccomp if recipe.seccomp => Some(Recipe { seccomp: false, gate: false, ..recipe }),
        Step::Landlock if recipe.landlock > 0 => Some(Recipe { landlock: 0, ..recipe }),
        Step::Identity | Step::UserMap if recipe.nobody => Some(Recipe { nobody: false, ..recipe }),
        Step::Namespaces | Step::UserMap | Step::Root => weaker_namespaces(recipe, backend),
        _ => None,
    }
}

fn weaker_namespaces(recipe: Recipe, backend: Backend) -> Option<Recipe> {
    let root = geteuid().is_root();
    match recipe.namespaces {
        // Root may do without a user namespace.
        Namespaces::Direct if recipe.user && root => Some(Recipe { user: false, nobody: true, proc: true, ..recipe }),
        Namespaces::Direct if backend == Backend::Best && bubblewrap::find().is_some() => {
            Some(Recipe { namespaces: Namespaces::Bubblewrap, user: false, nobody: root, proc: false, ..recipe })
        }
        Namespaces::Direct | Namespaces::Bubblewrap if backend == Backend::Best => {
            Some(Recipe { namespaces: Namespaces::None, user: false, nobody: root, proc: false, ..recipe })
        }
        _ => None,
    }
}

/// What a recipe that works puts in force.
fn layers(recipe: Recipe, backend: Backend) -> Layers {
    let namespaces = recipe.namespaces != Namespaces::None;
    let bubblewrap = recipe.namespaces == Namespaces::Bubblewrap;
    Layers {
        user_namespace: recipe.user,
        mount_namespace: namespaces,
        pid_namespace: namespaces,
        net_namespace: namespaces,
        ipc_namespace: namespaces,
        fresh_proc: recipe.proc || bubblewrap,
        bubblewrap,
        unprivileged_user: recipe.count && (recipe.nobody || !geteuid().is_root()),
        landlock: (recipe.landlock > 0).then_some(recipe.landlock),
        seccomp: recipe.seccomp,
        exec_gate: recipe.gate,
        rlimits: backend != Backend::Off,
        process_limit: recipe.count && (recipe.nobody || !geteuid().is_root()),
        cgroup: false,
    }
}
