//! The landlock rules: a second wall around the file system behind the mount namespace, and the only one without it.

use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, Scope,
};

use super::failure::Failure;
use super::plan::{Namespaces, Plan};
use crate::{Execs, Step};

/// Devices that may be used where the program sees the system's own `/dev`.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/random", "/dev/urandom"];

/// Applies the rules to this process and all it will start.
pub(super) fn apply(plan: &Plan) -> Result<(), Failure> {
    let Some(abi) = abi(plan.recipe.landlock) else {
        return Ok(());
    };
    let ruleset = ruleset(abi).map_err(|error| failure("rules", &error))?;
    let mut rules = Rules { abi, ruleset: Some(ruleset) };
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let shown = if plan.execs == Execs::Any { read | AccessFs::Execute } else { read };
    if plan.recipe.namespaces == Namespaces::None {
        for path in &plan.visible {
            rules.allow(path, shown)?;
        }
        // The program's own entry only: the others' tell about the referee.
        rules.allow(Path::new("/proc/self"), read)?;
    } else {
        rules.allow(Path::new("/"), shown)?;
    }
    for device in DEVICES {
        rules.allow(Path::new(device), AccessFs::ReadFile | AccessFs::WriteFile)?;
    }
    rules.allow(&plan.scratch, scratch(abi))?;
    for program in &plan.executable {
        rules.allow(program, AccessFs::Execute | AccessFs::ReadFile)?;
    }
    rules.restrict()
}

/// Everything in the scratch folder but executing and making devices.
fn scratch(abi: ABI) -> BitFlags<AccessFs> {
    AccessFs::from_all(abi) & !(AccessFs::Execute | AccessFs::MakeBlock | AccessFs::MakeChar | AccessFs::MakeSock)
}

/// The crate's name for a version; what is newer than 7 restricts nothing we would not.
fn abi(version: u32) -> Option<ABI> {
    Some(match version {
        0 => return None,
        1 => ABI::V1,
        2 => ABI::V2,
        3 => ABI::V3,
        4 => ABI::V4,
        5 => ABI::V5,
        6 => ABI::V6,
        _ => ABI::V7,
    })
}

/// A rule set that denies all this version knows: files, and from 4 on TCP, from 6 on signals and abstract sockets.
fn ruleset(abi: ABI) -> Result<RulesetCreated, landlock::RulesetError> {
    let mut ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    ruleset = ruleset.handle_access(AccessFs::from_all(abi))?;
    if abi >= ABI::V4 {
        ruleset = ruleset.handle_access(AccessNet::from_all(abi))?;
    }
    if abi >= ABI::V6 {
        ruleset = ruleset.scope(Scope::from_all(abi))?;
    }
    ruleset.create()
}

/// Rules being collected.
struct Rules {
    abi: ABI,
    /// Always there between calls; taken out while it is being extended.
    ruleset: Option<RulesetCreated>,
}

impl Rules {
    /// Allows these rights on a path and beneath it; a path that is not there needs no rule.
    fn allow(&mut self, path: &Path, access: impl Into<BitFlags<AccessFs>>) -> Result<(), Failure> {
        let Ok(fd) = PathFd::new(path) else { return Ok(()) };
        let Some(ruleset) = self.ruleset.take() else {
            return Ok(());
        };
        let access = if path.is_dir() { access.into() } else { access.into() & AccessFs::from_file(self.abi) };
        let extended = ruleset.add_rule(PathBeneath::new(fd, access));
        self.ruleset = Some(extended.map_err(|error| failure(&path.display().to_string(), &error))?);
        Ok(())
    }

    fn restrict(self) -> Result<(), Failure> {
        match self.ruleset.map(RulesetCreated::restrict_self) {
            Some(Ok(_)) => Ok(()),
            Some(Err(error)) => Err(failure("restriction", &error)),
            None => Err(Failure { step: Step::Landlock, detail: "rules lost".to_owned(), errno: 0 }),
        }
    }
}

fn failure(what: &str, error: &dyn std::error::Error) -> Failure {
    Failure { step: Step::Landlock, detail: format!("({what}: {error})"), errno: 0 }
}
