//! PostgreSQL as a store: it promises what every store does, outlives its server, and asks who the server is.
#![cfg(feature = "postgres")]

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use crate::conformance;
use crate::conformance::{Place, announce, record, won};
use joute_store::{Access, NewGame, Spot, Store, StoreErrorKind, StoreLocation};
use joute_testkit::port::HeldPort;
use joute_testkit::postgres::PostgresServer;
use joute_testkit::wait;

/// A schema of the shared server.
struct Schema(String);

impl Schema {
    fn new() -> Schema {
        Schema(PostgresServer::shared().new_address())
    }

    fn location(&self) -> StoreLocation {
        self.0.parse().unwrap()
    }
}

impl Place for Schema {
    fn open(&self) -> Arc<dyn Store> {
        self.location().open(Access::Create).unwrap()
    }

    fn open_to_read(&self) -> Arc<dyn Store> {
        self.location().open(Access::ReadOnly).unwrap()
    }
}

#[test]
fn it_is_a_store_like_any_other() {
    for (name, case) in conformance::cases() {
        eprintln!("{name}");
        case(&Schema::new());
    }
}

/// Longer than any server of a test is away.
const PATIENT: Duration = Duration::from_secs(600);

#[test]
fn what_was_written_outlives_the_server_and_is_written_once() {
    const GAMES: u32 = 300;
    let server = PostgresServer::start();
    let location: StoreLocation = server.new_address().parse().unwrap();
    let location = location.with_patience(PATIENT);
    let (store, reader) = (location.open(Access::Create).unwrap(), location.open(Access::ReadOnly).unwrap());
    let event = announce(&*store, "cup");
    let record = record(["a", "b"], won());
    let game = |game| NewGame::of(&record, 64).at(Spot { event, match_index: 0, game, swapped: false });
    let kept: Vec<u64> = std::thread::scope(|scope| {
        let writing = scope.spawn(|| (0..GAMES).map(|number| store.keep(vec![game(number)]).unwrap()[0]).collect());
        for share in 1..=3 {
            wait::until("more games", || {
                (reader.results(event).unwrap().len() as u32 > share * GAMES / 5).then_some(())
            });
            server.kill();
            server.restart();
        }
        writing.join().unwrap()
    });
    assert_eq!(kept, (1..=u64::from(GAMES)).collect::<Vec<_>>(), "none twice, and no number without its game");
    let stored: Vec<u64> = reader.results(event).unwrap().iter().map(|result| result.id).collect();
    assert_eq!(stored, kept);
    assert!(store.check().unwrap().is_whole());
}

#[test]
fn listeners_hear_of_changes_after_the_server_was_away() {
    let server = PostgresServer::start();
    let location: StoreLocation = server.new_address().parse().unwrap();
    let location = location.with_patience(PATIENT);
    let [store, other] = [(); 2].map(|()| location.open(Access::Create).unwrap());
    let mut watch = store.watch();
    server.kill();
    server.restart();
    announce(&*other, "cup");
    assert_eq!(watch.wait(PATIENT), joute_store::Wake::Changed);
    wait::until("the event", || (store.events().unwrap().len() == 1).then_some(()));
}

#[test]
fn strangers_and_later_programs_are_refused() {
    let server = PostgresServer::shared();
    let schema = Schema::new();
    let refused = |access| schema.location().open(access).map(drop).unwrap_err();
    assert_eq!(refused(Access::ReadOnly).kind, StoreErrorKind::NotOurs, "there is nothing yet");
    let name = schema.0.rsplit("%3D").next().unwrap();
    server.sql(&format!("CREATE TABLE {name}.recipes (name text)"));
    assert_eq!(refused(Access::Create).kind, StoreErrorKind::NotOurs);
    server.sql(&format!("DROP TABLE {name}.recipes"));
    drop(schema.open());
    server.sql(&format!("UPDATE {name}.joute_store SET version = 99"));
    assert!(
        refused(Access::Create)
            .to_string()
            .contains("this store has version 99, and this program knows versions up to")
    );
    let nowhere = schema.0.replace("/postgres?", "/nowhere?").parse::<StoreLocation>().unwrap();
    let told = nowhere.open(Access::Create).map(drop).unwrap_err().to_string();
    assert!(told.contains("postgres://tester@") && told.contains("database \"nowhere\" does not exist"), "{told}");
    server.sql("CREATE USER guest");
    let schema = Schema::new();
    let guest = schema.0.replace("//tester@", "//guest@").parse::<StoreLocation>().unwrap();
    let hears = |expected: &str| {
        let told = guest.open(Access::Create).map(drop).unwrap_err();
        assert!(matches!(told.kind, StoreErrorKind::NotLetIn { .. }), "{told}");
        assert!(told.to_string().contains(expected), "{told}");
    };
    hears("no schema has been selected to create in; expected a user who may make tables there");
    server.sql(&format!("GRANT USAGE ON SCHEMA {} TO guest", schema.0.rsplit("%3D").next().unwrap()));
    hears("permission denied for schema");
    let nobody = "postgres://ann:secret@127.0.0.1:1/games".parse::<StoreLocation>().unwrap();
    let told = nobody.open(Access::Create).map(drop).unwrap_err().to_string();
    assert!(told.starts_with("postgres://ann@127.0.0.1:1/games: error connecting to server"), "{told}");
}

#[test]
fn what_was_changed_behind_its_back_is_told() {
    let server = PostgresServer::shared();
    let schema = Schema::new();
    let name = schema.0.rsplit("%3D").next().unwrap();
    let store = schema.open();
    let record = record(["a", "b"], won());
    let ids = store.keep((0..3).map(|_| NewGame::of(&record, 64)).collect()).unwrap();
    server.sql(&format!(
        "SET search_path = {name}; ALTER TABLE game DISABLE TRIGGER ALL; UPDATE game SET outcome = 1 WHERE id = 2; DELETE FROM game WHERE id = 3"
    ));
    let error = store.game(ids[1]).unwrap_err();
    assert!(error.to_string().contains("game 2 is damaged (it is not what was stored"), "{error}");
    let losses: Vec<String> = store.check().unwrap().losses.iter().map(ToString::to_string).collect();
    assert!(losses.len() == 2 && losses[1] == "game 3 is gone", "{losses:?}");
}

/// A certificate for this machine that nobody else has signed, and its key.
fn certificate() -> [Vec<u8>; 2] {
    let folder = tempfile::tempdir().unwrap();
    let [key, certificate] = ["key", "certificate"].map(|name| folder.path().join(name));
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "9"]);
    openssl.args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-addext"]);
    openssl.args(["basicConstraints=critical,CA:FALSE", "-keyout"]).arg(&key).arg("-out").arg(&certificate);
    let done = openssl.output().expect("this test needs openssl");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    [certificate, key].map(|path| std::fs::read(path).unwrap())
}

#[test]
fn connections_are_encrypted_and_servers_are_asked_who_they_are() {
    let [certificate, key] = certificate();
    let [stranger, _] = self::certificate();
    let held = HeldPort::new();
    let port = held.address().port();
    let port_setting = format!("port={port}");
    let settings = ["listen_addresses=127.0.0.1", "ssl=on", "ssl_cert_file=../cert.pem", "ssl_key_file=../key.pem"];
    let settings: Vec<&str> = settings.into_iter().chain([port_setting.as_str()]).collect();
    let files = [("cert.pem", certificate.clone()), ("key.pem", key)];
    let server = PostgresServer::start_with(&settings, &files);
    let roots = |name: &str, bytes: &[u8]| {
        let path = server.folder().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let open = |host: &str, options: &str| {
        let address = format!("postgres://tester@{host}:{port}/postgres?{options}");
        address.parse::<StoreLocation>().unwrap().open(Access::Create).map(drop).map_err(|error| error.to_string())
    };
    let [own, other] = [roots("own.pem", &certificate), roots("other.pem", &stranger)];
    open("localhost", "sslmode=require").unwrap();
    open("localhost", &format!("sslmode=verify-full&sslrootcert={own}")).unwrap();
    let told = open("localhost", &format!("sslmode=verify-full&sslrootcert={other}")).unwrap_err();
    assert!(told.contains("invalid peer certificate"), "{told}");
    assert!(told.ends_with("expected a server that is what sslmode and sslrootcert of its address ask for"), "{told}");
    let told = open("127.0.0.1", &format!("sslmode=verify-full&sslrootcert={own}")).unwrap_err();
    assert!(told.contains("certificate not valid for name"), "{told}");
    let told = open("localhost", "sslmode=verify-full&sslrootcert=/nowhere.pem").unwrap_err();
    assert!(told.contains("sslrootcert=/nowhere.pem") && told.contains("expected a file of certificates"), "{told}");
}
