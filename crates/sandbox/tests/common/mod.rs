//! What the sandbox's tests share: hostile programs, a start with all output collected, and a look for what is left.
#![allow(dead_code, reason = "each test program uses a part")]

use std::fs::{self, Permissions};
use std::io::{Read, Write, pipe};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use joute_sandbox::{Backend, Child, Command, Exit, Launcher, Policy, Sandbox, Status, Streams};

/// After this a test gives up, however busy the machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// Names the launcher when the test program itself has been copied elsewhere.
pub(crate) const LAUNCHER: &str = "JOUTE_TEST_LAUNCHER";

pub(crate) fn launcher() -> Launcher {
    Launcher::new(
        std::env::var_os(LAUNCHER).map_or(PathBuf::from(env!("CARGO_BIN_EXE_joute-sandbox-exec")), Into::into),
    )
}

pub(crate) fn sandbox(backend: Backend) -> Sandbox {
    Sandbox::with_backend(&launcher(), backend).unwrap()
}

/// A folder that everybody may enter: the sandbox's user owns nothing.
pub(crate) fn open_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    folder
}

/// Names the folder of the hostile programs when somebody else has made them.
pub(crate) const HOSTILE: &str = "JOUTE_TEST_HOSTILE";

/// The folder of the hostile programs, made once for each test program.
pub(crate) fn hostile_folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| std::env::var_os(HOSTILE).map_or_else(build, PathBuf::from))
}

/// Builds the hostile programs where the sandbox's user can reach them. Test programs that do so at the same time
/// put the same files in the same place.
fn build() -> PathBuf {
    // Another user's would be out of reach.
    let user = rustix::process::geteuid().as_raw();
    let folder = std::env::temp_dir().join(format!("joute-sandbox-tests-{user}"));
    fs::create_dir_all(&folder).unwrap();
    fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
    let work = tempfile::tempdir_in(&folder).unwrap();
    let [source, program, script] = ["hostile.c", "hostile", "hostile.py"].map(|name| work.path().join(name));
    fs::write(&source, include_str!("../hostile/hostile.c")).unwrap();
    write_readable(&script, include_str!("../hostile/hostile.py"));
    let mut gcc = std::process::Command::new("gcc");
    gcc.args(["-O1", "-pthread", "-Wno-infinite-recursion", "-o"]).args([&program, &source]);
    assert!(gcc.status().expect("these tests need gcc").success(), "gcc failed");
    for file in [program, script] {
        fs::rename(&file, folder.join(file.file_name().unwrap())).unwrap();
    }
    folder
}

/// The hostile program in Python.
pub(crate) fn hostile_python() -> Command {
    Command::new("python3").file(hostile_folder().join("hostile.py"))
}

/// An attack of the C program.
pub(crate) fn attack(name: &str) -> Command {
    Command::new(hostile_folder().join("hostile")).arg(name)
}

/// Everything a program did.
#[derive(Debug)]
pub(crate) struct Observed {
    pub(crate) exit: Exit,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Observed {
    /// Every attempt was made and refused.
    pub(crate) fn assert_all_denied(&self, attempts: usize) {
        assert_eq!(self.exit.status, Status::Code(0), "{self:?}");
        assert!(!self.stdout.contains("DONE"), "{}", self.stdout);
        assert_eq!(self.stdout.matches(" denied ").count(), attempts, "{}", self.stdout);
    }

    pub(crate) fn number(&self) -> u64 {
        self.stdout.trim().parse().unwrap_or_else(|_| panic!("no number: {self:?}"))
    }
}

/// Runs a program to its end.
pub(crate) fn run(sandbox: &Sandbox, command: &Command) -> Observed {
    let (mut out, stdout) = pipe().unwrap();
    let (mut err, stderr) = pipe().unwrap();
    let mut child = sandbox.spawn(command, Streams::new().stdout(stdout).stderr(stderr)).unwrap();
    let errors = std::thread::spawn(move || {
        let mut text = String::new();
        err.read_to_string(&mut text).unwrap();
        text
    });
    let mut stdout = String::new();
    out.read_to_string(&mut stdout).unwrap();
    let exit = child.wait_timeout(PATIENCE).unwrap().expect("it should have ended");
    Observed { exit, stdout, stderr: errors.join().unwrap() }
}

/// Starts a program and waits for its first line.
pub(crate) fn start(sandbox: &Sandbox, command: &Command) -> (Child, String) {
    let (mut out, stdout) = pipe().unwrap();
    let child = sandbox.spawn(command, Streams::new().stdout(stdout)).unwrap();
    let mut line = Vec::new();
    let mut byte = [0];
    while byte != *b"\n" && out.read(&mut byte).unwrap() == 1 {
        line.push(byte[0]);
    }
    (child, String::from_utf8(line).unwrap())
}

pub(crate) fn policy(change: impl FnOnce(&mut Policy)) -> Policy {
    let mut policy = Policy::default();
    change(&mut policy);
    policy
}

/// Processes whose command line contains a word: programs, and the launchers they came from.
pub(crate) fn processes_with(word: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(word) && !line.contains("cmdline")).collect()
}

/// A word for a command line that no other process has.
pub(crate) fn marker() -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("marker-{}-{}-end", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Waits for what must come.
#[track_caller]
pub(crate) fn until(what: &str, mut came: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !came() {
        assert!(Instant::now() < end, "{what} did not come within {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

pub(crate) fn assert_nothing_left(marker: &str) {
    // Bubblewrap's own first process ends a moment after the one that is waited for.
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end && processes_with(marker).iter().any(|line| line.contains("bwrap --unshare")) {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(processes_with(marker), Vec::<String>::new());
    assert_eq!(scratch_folders(), 0, "a scratch folder is left");
}

/// Scratch folders of this process on disk that no running program uses.
fn scratch_folders() -> usize {
    let prefix = format!("joute-scratch-{}-", std::process::id());
    let names = || {
        let entries = fs::read_dir(std::env::temp_dir()).unwrap().flatten();
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix)).map(|entry| entry.path())
    };
    // Other tests of this program run at the same time: theirs vanish soon or change.
    let mut left: Vec<PathBuf> = names().collect();
    let end = Instant::now() + PATIENCE;
    while !left.is_empty() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(20));
        let now: Vec<PathBuf> = names().collect();
        left.retain(|path| now.contains(path));
    }
    left.len()
}

pub(crate) fn write_readable(path: &Path, text: &str) {
    let mut file = fs::File::create(path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o644)).unwrap();
}

/// Whether bubblewrap is installed.
pub(crate) fn has_bubblewrap() -> bool {
    std::process::Command::new("bwrap").arg("--version").output().is_ok_and(|output| output.status.success())
}
