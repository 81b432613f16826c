//! The last steps of the process that becomes the program: it closes every door behind itself and executes.

use std::convert::Infallible;
use std::ffi::{CString, OsStr};
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{Access, access};
use rustix::process::{Signal, getpid, set_parent_process_death_signal, setsid};

use super::calls::Circumstances;
use super::control::{self, Report};
use super::failure::{At, Failure};
use super::plan::{Namespaces, Plan};
use super::{filter, identity, limits, rules, sys};
use crate::{Execs, Step};

/// What the process brings along; all of it is closed by executing.
pub(super) struct Inherited {
    /// The socket to the caller.
    pub(super) control: OwnedFd,
    /// The socket over which the launcher gets the gate's listener.
    pub(super) gate: OwnedFd,
    /// Where it joins its control group.
    pub(super) cgroup: Option<std::fs::File>,
    /// The program's descriptors, in order.
    pub(super) streams: Vec<OwnedFd>,
}

/// Confines this process and executes the program; or ends quietly when the plan has none.
pub(super) fn become_program(plan: &Plan, inherited: &Inherited) -> Result<Infallible, Failure> {
    Report::Here(0).send(&inherited.control).at(Step::Protocol, "")?;
    setsid().at(Step::Identity, "(session)")?;
    if let Some(mut entrance) = inherited.cgroup.as_ref() {
        // Nought stands for whoever writes it.
        entrance.write_all(b"0").at(Step::Limits, "(control group)")?;
    }
    for (number, stream) in inherited.streams.iter().enumerate() {
        sys::place_descriptor(stream.as_fd(), number as i32).at(Step::Protocol, "(descriptors)")?;
    }
    sys::reset_signals();
    // When the machine runs out of memory, it shall be a player that goes.
    let _ = std::fs::write("/proc/self/oom_score_adj", "800");
    limits::apply(plan, identity::program_user(plan))?;
    identity::drop_privileges(plan)?;
    // After the change of user, which clears it.
    set_parent_process_death_signal(Some(Signal::KILL)).at(Step::Identity, "(death signal)")?;
    let working = plan.working.as_ref().unwrap_or(&plan.scratch);
    std::env::set_current_dir(working).at(Step::Visible, &working.display().to_string())?;
    for path in &plan.readable {
        access(path, Access::READ_OK).at(Step::Visible, &path.display().to_string())?;
    }
    let program = plan.program.as_ref().map(Executable::new).transpose().at(Step::Exec, "")?;
    rules::apply(plan)?;
    install_filter(plan, inherited)?;
    match program {
        None => sys::exit_now(0),
        Some(program) => Err(program.execute(plan)),
    }
}

/// A program as the system wants it, made while allocating is still certain to work.
struct Executable {
    path: CString,
    args: Vec<CString>,
    name: String,
}

impl Executable {
    fn new((path, args): &(std::path::PathBuf, Vec<std::ffi::OsString>)) -> io::Result<Self> {
        let args = args.iter().map(|arg| c_string(arg)).collect::<io::Result<_>>()?;
        Ok(Self { path: sys::c_path(path)?, args, name: path.display().to_string() })
    }

    fn execute(self, plan: &Plan) -> Failure {
        let env: io::Result<Vec<CString>> = plan.env.iter().map(|variable| c_string(variable)).collect();
        let error = match env {
            Ok(env) => sys::execute(&self.path, &self.args, &env),
            Err(error) => error,
        };
        Failure::new(Step::Exec, self.name, &error)
    }
}

fn c_string(text: &OsStr) -> io::Result<CString> {
    Ok(CString::new(text.as_encoded_bytes())?)
}

/// Installs the system call filter and hands the gate to the launcher.
fn install_filter(plan: &Plan, inherited: &Inherited) -> Result<(), Failure> {
    if !plan.recipe.seccomp {
        return Ok(());
    }
    let gate = plan.recipe.gate && plan.execs == Execs::Once;
    let shared_pid = (plan.recipe.namespaces == Namespaces::None).then(|| getpid().as_raw_nonzero().get() as u32);
    let circumstances = Circumstances { processes: plan.processes, execs: plan.execs, gate, shared_pid };
    let unknown = io::Error::from_raw_os_error(libc::ENOSYS);
    let code = filter::program(circumstances).ok_or(unknown).at(Step::Seccomp, "")?;
    let step = if gate { Step::ExecGate } else { Step::Seccomp };
    match sys::install_filter(&code, gate).at(step, "")? {
        Some(listener) => control::send(inherited.gate.as_fd(), b"gate", &[listener.as_fd()]).at(step, ""),
        None => Ok(()),
    }
}
