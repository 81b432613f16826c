//! Who the program is: a user that owns nothing where the caller may choose, and without any capability in any case.

use std::fs;
use std::io;

use rustix::process::{Gid, Uid, geteuid};
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities, set_capabilities_secure_bits, set_no_new_privs,
    set_thread_groups, set_thread_res_gid, set_thread_res_uid,
};

use super::failure::{At, Failure};
use super::plan::{Namespaces, Plan};
use crate::Step;

/// The user and group of the program inside its user namespace.
pub(super) const INSIDE: u32 = 1000;

/// The system's user and group that own nothing.
pub(super) const NOBODY: u32 = 65534;

/// The user the program will be, as it sees itself.
pub(super) fn program_user(plan: &Plan) -> u32 {
    let recipe = plan.recipe;
    match (recipe.user, recipe.nobody && recipe.namespaces != Namespaces::Bubblewrap) {
        (true, _) => INSIDE,
        (false, true) => plan.owner,
        (false, false) => geteuid().as_raw(),
    }
}

/// Becomes the program's user and gives up every privilege for good.
pub(super) fn drop_privileges(plan: &Plan) -> Result<(), Failure> {
    drop_bounding_set();
    // Bubblewrap was started as that user.
    if plan.recipe.nobody && plan.recipe.namespaces != Namespaces::Bubblewrap {
        become_user(program_user(plan)).at(Step::Identity, "")?;
    }
    // What was never there cannot be dropped: an ordinary user's refusals here are no failures.
    let _ = clear_ambient_capability_set();
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, none).at(Step::Identity, "(capabilities)")?;
    set_no_new_privs(true).at(Step::Identity, "(no new privileges)")
}

/// Takes from the program what an `execve` as root could give back.
fn drop_bounding_set() {
    let _ = set_capabilities_secure_bits(
        CapabilitiesSecureBits::NO_ROOT
            | CapabilitiesSecureBits::NO_ROOT_LOCKED
            | CapabilitiesSecureBits::NO_SETUID_FIXUP
            | CapabilitiesSecureBits::NO_SETUID_FIXUP_LOCKED
            | CapabilitiesSecureBits::KEEP_CAPS_LOCKED,
    );
    let last = fs::read_to_string("/proc/sys/kernel/cap_last_cap").ok().and_then(|text| text.trim().parse().ok());
    for bit in 0..=last.unwrap_or(63u32).min(63) {
        if remove_capability_from_bounding_set(CapabilitySet::from_bits_retain(1 << bit)).is_err() {
            break;
        }
    }
}

fn become_user(id: u32) -> io::Result<()> {
    let (user, group) = (Uid::from_raw(id), Gid::from_raw(id));
    set_thread_groups(&[])?;
    set_thread_res_gid(group, group, group)?;
    set_thread_res_uid(user, user, user)?;
    Ok(())
}
