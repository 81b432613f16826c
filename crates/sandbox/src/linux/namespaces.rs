//! Moving the launcher into namespaces of its own, and saying who is who in the new user namespace.

use std::fs;
use std::io::{self, Read, Write, pipe};

use rustix::process::{getegid, geteuid};
use rustix::system::sethostname;
use rustix::thread::UnshareFlags;

use super::failure::{At, Failure};
use super::identity::INSIDE;
use super::plan::Plan;
use super::sys::{self, Forked};
use crate::Step;

/// Creates the namespaces. Processes started from here on are in the new process namespace; this one stays outside it,
/// where the program cannot name it.
pub(super) fn enter(plan: &Plan) -> Result<(), Failure> {
    let recipe = plan.recipe;
    let mut flags = UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWCGROUP;
    if !recipe.user {
        sys::unshare(flags).at(Step::Namespaces, "")?;
    } else {
        flags |= UnshareFlags::NEWUSER;
        if recipe.nobody { enter_as_root(flags, plan.owner)? } else { enter_as_user(flags)? }
    }
    // The host's name is nothing to the program. Where it cannot be changed it is no secret either.
    let _ = sethostname(b"sandbox");
    Ok(())
}

/// An ordinary user may map only himself, and only after giving up `setgroups`.
fn enter_as_user(flags: UnshareFlags) -> Result<(), Failure> {
    let (uid, gid) = (geteuid().as_raw(), getegid().as_raw());
    sys::unshare(flags).at(Step::Namespaces, "")?;
    fs::write("/proc/self/setgroups", "deny").at(Step::UserMap, "")?;
    fs::write("/proc/self/uid_map", format!("{INSIDE} {uid} 1")).at(Step::UserMap, "")?;
    fs::write("/proc/self/gid_map", format!("{INSIDE} {gid} 1")).at(Step::UserMap, "")
}

/// Root maps itself and the user that owns nothing. Only a process outside may do that: a helper, forked before.
fn enter_as_root(flags: UnshareFlags, owner: u32) -> Result<(), Failure> {
    let own = std::process::id();
    let (mut go, mut say_go) = pipe().at(Step::UserMap, "")?;
    let (mut done, mut say_done) = pipe().at(Step::UserMap, "")?;
    match sys::fork().at(Step::UserMap, "")? {
        Forked::Child => {
            drop((say_go, done));
            let mapped = go.read_exact(&mut [0]).and_then(|()| map_root(own, owner));
            let errno = mapped.err().map_or(0, |error| error.raw_os_error().unwrap_or(libc::EPERM));
            let _ = say_done.write_all(&errno.to_ne_bytes());
            sys::exit_now(0)
        }
        Forked::Parent(helper) => {
            drop((go, say_done));
            let entered = sys::unshare(flags);
            if entered.is_ok() {
                say_go.write_all(&[1]).at(Step::UserMap, "")?;
            }
            drop(say_go);
            let mut errno = [0; 4];
            let told = done.read_exact(&mut errno);
            sys::wait_for(helper).at(Step::UserMap, "")?;
            entered.at(Step::Namespaces, "")?;
            told.at(Step::UserMap, "")?;
            match i32::from_ne_bytes(errno) {
                0 => Ok(()),
                errno => Err(Failure { step: Step::UserMap, detail: String::new(), errno }),
            }
        }
    }
}

fn map_root(pid: u32, owner: u32) -> io::Result<()> {
    let map = format!("0 0 1\n{INSIDE} {owner} 1\n");
    fs::write(format!("/proc/{pid}/uid_map"), &map)?;
    fs::write(format!("/proc/{pid}/gid_map"), &map)
}
