//! The program's own file system: a small one in memory, with the visible files mounted read-only at their own paths.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::fs::{StatVfsMountFlags, statvfs};
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change, mount_remount, unmount,
};
use rustix::process::pivot_root;

use super::failure::{At, Failure};
use super::identity::program_user;
use super::own_files::{self, Allowance};
use super::plan::Plan;
use super::sys;
use crate::Step;

/// Where the old root hangs while the new one is filled.
const OLD: &str = "/.old";

/// Folders one of which every system has: the new root is mounted over it for a moment.
const MOUNT_POINTS: [&str; 4] = ["/tmp", "/mnt", "/run", "/var"];

/// Devices that are shown. Not `/dev/zero`: mapped shared, it is memory that counts against no limit.
const DEVICES: [&str; 3] = ["null", "random", "urandom"];

/// Builds the new root and moves every process of this mount namespace into it.
pub(super) fn build(plan: &Plan) -> Result<(), Failure> {
    enter_empty_root().at(Step::Root, "")?;
    // It belongs to the program's user, who may not exist in the namespace we are in.
    let step = if plan.recipe.nobody { Step::Identity } else { Step::Root };
    mount_scratch(plan).at(step, "(scratch)")?;
    let mut allowance = Allowance::new();
    for path in &plan.visible {
        let is_copied =
            plan.own.contains(path) && copy(path, &mut allowance).at(Step::Root, &path.display().to_string())?;
        if !is_copied {
            show(path, false).at(Step::Root, &path.display().to_string())?;
        }
    }
    for device in DEVICES {
        show(&Path::new("/dev").join(device), true).at(Step::Root, device)?;
    }
    for (link, target) in &plan.links {
        make_link(link, target).at(Step::Root, &link.display().to_string())?;
    }
    fs::create_dir_all("/proc").at(Step::Root, "/proc")?;
    if plan.recipe.proc {
        mount_proc().at(Step::Proc, "")?;
    }
    // For programs that know no other place; not where visible files already are.
    let _ = symlink(&plan.scratch, "/tmp");
    leave_old_root().at(Step::Root, "")
}

fn enter_empty_root() -> io::Result<()> {
    mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::DOWNSTREAM)?;
    let point = MOUNT_POINTS.iter().find(|point| Path::new(point).is_dir()).ok_or(io::ErrorKind::NotFound)?;
    let options = std::ffi::CString::new(format!("mode=755,size={},nr_inodes=8k", own_files::MOST_BYTES + (8 << 20)))?;
    mount("tmpfs", *point, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str())?;
    std::env::set_current_dir(point)?;
    fs::create_dir(OLD.trim_start_matches('/'))?;
    pivot_root(".", OLD.trim_start_matches('/'))?;
    std::env::set_current_dir("/")
}

/// The old root's name for a path. Mounting the new root has hidden nothing of it.
fn old(path: &Path) -> PathBuf {
    Path::new(OLD).join(path.strip_prefix("/").unwrap_or(path))
}

fn mount_scratch(plan: &Plan) -> io::Result<()> {
    fs::create_dir_all(&plan.scratch)?;
    let user = program_user(plan);
    let inodes = (plan.limits.scratch >> 14).clamp(64, 16384);
    let options = format!("mode=700,uid={user},gid={user},size={},nr_inodes={inodes}", plan.limits.scratch.max(4096));
    let options = std::ffi::CString::new(options)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("tmpfs", &plan.scratch, "tmpfs", flags, options.as_c_str())?)
}

/// Copies one of the program's own files or folders; tells whether it was small enough.
fn copy(path: &Path, allowance: &mut Allowance) -> io::Result<bool> {
    make_parent(path)?;
    Ok(allowance.copy(&old(path), path))
}

fn show(path: &Path, device: bool) -> io::Result<()> {
    let source = old(path);
    if source.is_dir() {
        fs::create_dir_all(path)?;
    } else {
        make_parent(path)?;
        fs::write(path, "")?;
    }
    mount_bind_recursive(&source, path)?;
    match sys::protect_mount(path, device) {
        Err(error) if error.raw_os_error() == Some(libc::ENOSYS) => protect_mount_old(path, device),
        result => result,
    }
}

/// For kernels before 5.12: all flags of the mount must be said again, or the kernel takes it as lifting them.
fn protect_mount_old(path: &Path, device: bool) -> io::Result<()> {
    let now = statvfs(path)?.f_flag;
    let mut flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID;
    flags.set(MountFlags::NODEV, !device);
    flags.set(MountFlags::NOEXEC, now.contains(StatVfsMountFlags::NOEXEC));
    flags.set(MountFlags::NOATIME, now.contains(StatVfsMountFlags::NOATIME));
    flags.set(MountFlags::NODIRATIME, now.contains(StatVfsMountFlags::NODIRATIME));
    flags.set(MountFlags::RELATIME, now.contains(StatVfsMountFlags::RELATIME));
    Ok(mount_remount(path, flags, "")?)
}

fn make_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

fn make_link(link: &Path, target: &Path) -> io::Result<()> {
    make_parent(link)?;
    match symlink(target, link) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        result => result,
    }
}

/// A `/proc` of this process namespace, without the kernel's own files where it can be had so.
fn mount_proc() -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    match mount("proc", "/proc", "proc", flags, c"subset=pid") {
        Err(rustix::io::Errno::INVAL) => Ok(mount("proc", "/proc", "proc", flags, None)?),
        result => Ok(result?),
    }
}

fn leave_old_root() -> io::Result<()> {
    unmount(OLD, UnmountFlags::DETACH)?;
    fs::remove_dir(OLD)?;
    let flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount_remount("/", flags, "")?)
}
