//! A PostgreSQL server of a test's own, in a folder that goes with the test: nothing of the machine is touched.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::wait;

/// The user that the server runs as where a test runs as root, which PostgreSQL refuses: `nobody`.
const NOBODY: u32 = 65_534;

/// What the server is told: it must be quick, and outlive kills of its processes, not of the machine.
const SETTINGS: &[&str] = &["fsync=off", "full_page_writes=off", "shared_buffers=16MB", "max_connections=100"];

/// Waits for the end of the test, however it ends, then stops the server and removes its folder.
const KEEPER: &str = r#"
cat >/dev/null
read -r server 2>/dev/null <"$1/data/postmaster.pid" && kill -QUIT "$server" 2>/dev/null &&
  while kill -0 "$server" 2>/dev/null; do sleep 0.05; done
rm -rf "$1"
"#;

/// A server that can be killed and started again.
pub struct PostgresServer {
    folder: PathBuf,
    programs: PathBuf,
    settings: Vec<String>,
    server: Mutex<Option<Child>>,
    schemas: AtomicU32,
    keeper: Child,
}

impl PostgresServer {
    /// One for all tests of a program; each takes a schema of its own.
    pub fn shared() -> &'static PostgresServer {
        static SHARED: OnceLock<PostgresServer> = OnceLock::new();
        SHARED.get_or_init(PostgresServer::start)
    }

    /// Starts a server that listens on a socket in its folder.
    pub fn start() -> PostgresServer {
        PostgresServer::start_with(&["listen_addresses="], &[])
    }

    /// Starts a server with more settings, and with these files in its folder.
    pub fn start_with(settings: &[&str], files: &[(&str, Vec<u8>)]) -> PostgresServer {
        let folder = tempfile::Builder::new().prefix("jpg").tempdir_in("/tmp").expect("a folder for a server").keep();
        let mut keeper = Command::new("sh");
        keeper.args(["-c", KEEPER, "sh"]).arg(&folder).stdin(Stdio::piped());
        let keeper = keeper.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a shell");
        let settings = SETTINGS.iter().chain(settings).map(|setting| (*setting).to_owned()).collect();
        let (server, schemas) = (Mutex::default(), AtomicU32::new(0));
        let started = PostgresServer { folder, programs: programs(), settings, server, schemas, keeper };
        started.make(files);
        started.restart();
        started
    }

    fn make(&self, files: &[(&str, Vec<u8>)]) {
        fs::set_permissions(&self.folder, Permissions::from_mode(0o755)).expect("a folder that others may enter");
        self.give_away(&self.folder);
        let mut initdb = self.as_ordinary_user("initdb");
        initdb.args(["--no-sync", "--auth=trust", "--username=tester", "--encoding=UTF8", "--locale=C", "-D"]);
        let made = initdb.arg(self.folder.join("data")).output().expect("initdb");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        for (name, bytes) in files {
            let path = self.folder.join(name);
            fs::write(&path, bytes).expect("a file for a server");
            fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("a file for a server alone");
            self.give_away(&path);
        }
    }

    /// Where it has its files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The address of a schema that nobody has used.
    pub fn new_address(&self) -> String {
        let name = format!("test_{}", self.schemas.fetch_add(1, Ordering::Relaxed));
        self.sql(&format!("CREATE SCHEMA {name}"));
        self.address(&name)
    }

    /// The address of a schema.
    pub fn address(&self, schema: &str) -> String {
        self.address_in("postgres", schema)
    }

    fn address_in(&self, database: &str, schema: &str) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://tester@{folder}/{database}?options=-c%20search_path%3D{schema}")
    }

    /// Backs the schema of an address up while it is used, and restores it into a new database, as an administrator would; its address there.
    pub fn copy_of(&self, address: &str, database: &str) -> String {
        let (_, schema) = address.rsplit_once("%3D").expect("the address of a schema");
        self.sql(&format!("CREATE DATABASE {database}"));
        let mut dump = self.client("pg_dump");
        let mut dump = dump.args(["--schema", schema, "postgres"]).stdout(Stdio::piped()).spawn().expect("pg_dump");
        let dumped = dump.stdout.take().expect("what it writes");
        let mut restore = self.client("psql");
        let restored = restore.args(["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", database]).stdin(dumped).output();
        let restored = restored.expect("psql");
        assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
        assert!(dump.wait().is_ok_and(|ended| ended.success()), "pg_dump");
        self.address_in(database, schema)
    }

    /// A program that speaks to the server.
    fn client(&self, program: &str) -> Command {
        let mut client = Command::new(self.programs.join(program));
        client.args(["-p", self.port(), "-U", "tester", "-h"]).arg(&self.folder);
        client
    }

    /// Runs statements, and gives what they answer, a line for a row.
    pub fn sql(&self, sql: &str) -> String {
        let mut psql = self.client("psql");
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", "postgres", "-c", sql]);
        let done = psql.output().expect("psql");
        assert!(done.status.success(), "{sql}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    }

    /// Kills it at once, as a power cut would.
    pub fn kill(&self) {
        if let Some(mut server) = self.server().take() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }

    /// Starts it again, and waits until it answers.
    pub fn restart(&self) {
        let mut server = self.server();
        wait::until("a server", || {
            let is_running = |child: &mut Child| matches!(child.try_wait(), Ok(None));
            if !server.as_mut().is_some_and(is_running) {
                // What is left of one that was killed may still be going.
                *server = Some(self.spawn());
            }
            self.answers().then_some(())
        });
    }

    fn spawn(&self) -> Child {
        let mut server = self.as_ordinary_user("postgres");
        server.arg("-D").arg(self.folder.join("data")).arg("-k").arg(&self.folder);
        for setting in &self.settings {
            server.args(["-c", setting]);
        }
        let log = fs::OpenOptions::new().create(true).append(true).open(self.folder.join("log")).expect("a log");
        let server = server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        server.spawn().expect("a server")
    }

    fn answers(&self) -> bool {
        let mut ready = Command::new(self.programs.join("pg_isready"));
        ready.args(["-q", "-h"]).arg(&self.folder).args(["-d", "postgres", "-U", "tester", "-p", self.port()]);
        ready.status().expect("pg_isready").success()
    }

    fn port(&self) -> &str {
        self.settings.iter().find_map(|setting| setting.strip_prefix("port=")).unwrap_or("5432")
    }

    /// A program of PostgreSQL's, as somebody other than root.
    fn as_ordinary_user(&self, program: &str) -> Command {
        let path = self.programs.join(program);
        let mut command = if is_root() { Command::new("setpriv") } else { Command::new(&path) };
        if is_root() {
            let user = NOBODY.to_string();
            command.args(["--reuid", &user, "--regid", &user, "--clear-groups"]).arg(&path);
        }
        command.current_dir("/");
        command
    }

    fn give_away(&self, path: &Path) {
        if is_root() {
            chown(path, Some(NOBODY), Some(NOBODY)).expect("a file of somebody else");
        }
    }

    fn server(&self) -> std::sync::MutexGuard<'_, Option<Child>> {
        self.server.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.kill();
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

/// Where the programs of the latest server are.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    found.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let needed = ["initdb", "postgres", "psql", "pg_isready"];
    found.retain(|folder| needed.iter().all(|program| folder.join(program).is_file()));
    found.sort();
    found
        .pop()
        .expect("these tests need the server of PostgreSQL (Debian: postgresql); scripts/install-tools installs it")
}
