//! A term of a class by its interface for programs, with programs that really play: on SQLite, on PostgreSQL, and from a backup that was made
//! while the server ran.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::support::class::{Class, GOOD};
use joute_arena::{offer_review, review_errand};
use joute_referee::GameRecord;
use joute_store::{Access, StoreLocation};
use joute_testkit::postgres::PostgresServer;
use joute_testkit::wait::until;
use serde_json::{Value, json};

/// Plays well on the board that it is checked with, and fails at its third move on another one.
const FAILING: &str = "
import sys
moves, size, turns = [], '', 0
for line in sys.stdin:
    word, *rest = line.split()
    if word == 'setup':
        size = ' '.join(rest)
    if word == 'start':
        turns = 0
        print('ready moves', flush=True)
    if word == 'moves':
        moves = rest
    if word == 'go':
        turns += 1
        print('the secret of eve', file=sys.stderr, flush=True)
        if size != 'size=6' and turns == 3:
            sys.exit('eve is lost')
        print('move', moves[0], flush=True)
";

/// A class with its programs' tokens.
struct Term {
    class: Class,
    teacher: String,
    ada: String,
    eve: String,
}

impl Term {
    /// Two students have handed in on a board of 6 by 6, which is 8 by 8 from then on.
    fn begun(folder: &Path, options: &[&str]) -> Term {
        let class = Class::with(folder, options);
        let teacher = class.token(&class.teacher);
        let wish = json!({ "name": "Algorithms", "game": "othello", "setup": "size=6", "move_ms": 5000 });
        assert_eq!(class.api("PATCH", "class", &teacher, &wish.to_string()).0, 200);
        let [ada, eve] = ["Ada", "Eve"].map(|name| class.token_of(name));
        for (token, file, text) in [(&ada, "dove.py", GOOD), (&eve, "evil.py", FAILING)] {
            let path = folder.join(file);
            fs::write(&path, text).unwrap();
            let (code, out, err) = class.joute(token, &["submit", path.to_str().unwrap()]);
            assert_eq!(code, 0, "{out}{err}");
        }
        assert_eq!(class.api("PATCH", "class", &teacher, r#"{"setup":""}"#).0, 200);
        Term { class, teacher, ada, eve }
    }

    /// A tournament; one of a server that was just started is there before long.
    fn event(&self, name: &str) -> Value {
        until(name, || {
            let (status, told) = self.class.api("GET", &format!("tournaments/{name}"), &self.teacher, "");
            assert!([200, 404].contains(&status), "{told}");
            (status == 200).then_some(told)
        })
    }

    /// Waits until a tournament stands so, and gives it.
    fn until_is(&self, name: &str, state: &str) -> Value {
        until(&format!("{name} is {state}"), || Some(self.event(name)).filter(|told| told["event"]["state"] == state))
    }

    fn steer(&self, path: &str, wish: &Value) -> (u16, Value) {
        let text = if wish.is_null() { String::new() } else { wish.to_string() };
        self.class.api("POST", path, &self.teacher, &text)
    }
}

/// A cup that is played to its end, with a round more afterwards; the name of a game that eve lost.
fn cup(term: &Term) -> (String, u64) {
    let wish = json!({ "name": "Cup", "format": "swiss", "games": 2 });
    let (status, told) = term.steer("cups", &wish);
    assert_eq!((status, told["name"].as_str()), (201, Some("cup")), "{told}");
    let over = term.until_is("cup", "finished");
    let matches = over["matches"].as_array().unwrap().len();
    assert_eq!(over["standings"][0]["player"], "ada/dove.py", "{over}");
    let (status, told) = term.steer("tournaments/cup/extend", &Value::Null);
    assert_eq!(status, 200, "{told}");
    let more = until("a round more", || {
        let told = term.event("cup");
        let is_over = told["event"]["state"] == "finished" && told["matches"].as_array().unwrap().len() > matches;
        is_over.then_some(told)
    });
    assert_eq!(more["event"]["expected"], more["event"]["played"]);
    // Another of the same name is another.
    let (status, told) = term.steer("cups", &wish);
    assert_eq!((status, told["name"].as_str()), (201, Some("cup-2")), "{told}");
    term.until_is("cup-2", "finished");
    let (_, lost) = term.class.api("GET", "lost-games", &term.eve, "");
    let crash = lost.as_array().unwrap().iter().find(|game| game["fault"] == "crash" && game["tournament"] == "cup");
    let crash = crash.unwrap_or_else(|| panic!("{lost}"));
    assert!(crash["evidence"].as_str().unwrap().contains("eve is lost"), "{crash}");
    assert_eq!((crash["player"].as_str(), crash["opponent"].as_str()), (Some("eve/evil.py"), Some("ada/dove.py")));
    (crash["page"].as_str().unwrap().to_owned(), crash["game"].as_u64().unwrap())
}

/// What each may read of a game that eve lost.
fn what_is_whose(term: &Term, (page, game): &(String, u64)) {
    let path = format!("tournaments/cup/games/{game}");
    let seen = |token: &str| term.class.api("GET", &path, token, "");
    for (token, sees) in [(&term.eve, true), (&term.teacher, true), (&term.ada, false)] {
        let (status, told) = seen(token);
        assert_eq!((status, told.to_string().contains("the secret of eve")), (200, sees), "{told}");
        assert_eq!(told.to_string().contains("eve is lost"), sees, "{told}");
    }
    assert_eq!(seen("").0, 401, "the class is closed");
    let talks = seen(&term.eve).1["conversations"].clone();
    let talk = talks.as_array().unwrap().iter().find(|talk| talk["player"] == "eve/evil.py");
    let talk = talk.unwrap_or_else(|| panic!("{talks}"));
    let has = |beginning: &str| {
        talk["lines"].as_array().unwrap().iter().any(|line| line.as_str().unwrap().starts_with(beginning))
    };
    assert!(has("> go") && has("< move") && has("! eve is lost") && has("> setup"), "{talk}");
    assert_eq!(talks.as_array().unwrap().len(), 1, "and nothing of anybody else");
    let (_, body) = term.class.get(&format!("{page}/said"), &term.class.teacher);
    assert!(body.contains("eve is lost") && body.contains("&lt; move"), "{body}");
}

/// What is told of one player: whom it met, its faults, and what was seen of them to those who may read it.
fn one_player(term: &Term) {
    let told = |token: &str| term.class.api("GET", "tournaments/cup/players/eve%2Fevil.py", token, "").1;
    for (token, sees) in [(&term.eve, true), (&term.teacher, true), (&term.ada, false)] {
        let told = told(token);
        let meeting = &told["meetings"][0];
        assert_eq!(
            (meeting["opponent"].as_str(), meeting["points"].as_f64()),
            (Some("ada/dove.py"), Some(0.0)),
            "{told}"
        );
        let fault = &told["faults"][0];
        assert_eq!(fault["kind"], "crash", "{told}");
        assert_eq!(fault["evidence"].as_str().is_some_and(|seen| seen.contains("eve is lost")), sees, "{told}");
        assert_eq!(told["ratings"], json!([]), "a cup has none");
    }
}

/// A ladder that is paused, stays so over a restart, and goes on.
fn ladder(mut term: Term, folder: &Path, options: &[&str]) -> Term {
    let (status, told) = term.steer("ladder", &Value::Null);
    assert_eq!((status, told["name"].as_str()), (201, Some("ladder")), "{told}");
    assert_eq!(term.steer("ladder", &Value::Null).0, 400, "there is one");
    let played = |term: &Term| term.event("ladder")["event"]["played"].as_u64().unwrap();
    until("games of the ladder", || (played(&term) > 2).then_some(()));
    assert_eq!(term.steer("tournaments/ladder/extend", &Value::Null).0, 400, "a ladder has no rounds");
    assert_eq!(term.steer("tournaments/ladder/go-on", &Value::Null).0, 400, "it is played");
    assert_eq!(term.steer("tournaments/ladder/pause", &Value::Null).0, 200);
    term.until_is("ladder", "paused");
    let (_, told) = term.class.api("GET", "tournaments/ladder/players/ada%2Fdove.py", &term.ada, "");
    assert!(told["ratings"][0]["rating"].is_number(), "{told}");
    let page = term.class.get("/tournament/ladder", &term.class.teacher).1;
    assert!(page.contains(">paused</span>"), "{page}");
    let table = page.split_once("id=\"ladder-table\"").unwrap().1.split_once("</table>").unwrap().0;
    assert!(table.contains("ada/dove.py") && !table.contains("submissions/"), "{table}");
    assert!(table.find("Rating") < table.find("Version"), "{table}");
    // Whose player it is reads its place where they come in.
    let page = term.class.post("/class/people/ada/link", &term.class.teacher, "").1;
    let link = page.split_once("/class/join/").unwrap().1.split('"').next().unwrap();
    let ada = term.class.join(&format!("/class/join/{link}"), "");
    let home = term.class.get("/class", &ada).1;
    assert!(home.contains("dove.py is number ") && home.contains(" of 2 on the ladder"), "{home}");
    let then = played(&term);
    let teacher = term.class.teacher.clone();
    term.class.stop();
    term.class = Class::again(folder, options, &teacher);
    term.until_is("ladder", "paused");
    assert_eq!(played(&term), then, "nobody plays it");
    assert_eq!(term.event("cup")["event"]["state"], "finished");
    assert_eq!(term.steer("tournaments/ladder/go-on", &Value::Null).0, 200);
    until("more games of the ladder", || (played(&term) > then).then_some(()));
    // One that was ended stays as it is, and another begins.
    assert_eq!(term.steer("tournaments/ladder/end", &Value::Null).0, 200);
    term.until_is("ladder", "ended");
    let then = played(&term);
    assert_eq!(term.steer("tournaments/ladder/go-on", &Value::Null).0, 400);
    let (status, told) = term.steer("ladder", &Value::Null);
    assert_eq!((status, told["name"].as_str()), (201, Some("ladder-2")), "{told}");
    until("the next ladder", || (term.class.api("GET", "ladder", &term.ada, "").1["name"] == "ladder-2").then_some(()));
    until("games of the next ladder", || {
        (term.event("ladder-2")["event"]["played"].as_u64().unwrap() > 0).then_some(())
    });
    assert_eq!(played(&term), then, "nobody plays the first");
    let wish = json!({ "file": "dove.py", "opponent": "eve/evil.py" }).to_string();
    let (status, told) = term.class.api("POST", "matches", &term.ada, &wish);
    assert_eq!(status, 201, "{told}");
    term.until_is(told["name"].as_str().unwrap(), "finished");
    assert_eq!(term.class.api("DELETE", "people/eve", &term.teacher, "").0, 204);
    assert_eq!(term.class.api("GET", "me", &term.eve, "").0, 401);
    term
}

#[test]
fn a_term_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let term = Term::begun(folder.path(), &[]);
    let lost = cup(&term);
    what_is_whose(&term, &lost);
    one_player(&term);
    let term = ladder(term, folder.path(), &[]);
    assert!(folder.path().join("class/cups/1/games.sqlite").exists());
    term.class.stop();
}

#[test]
fn the_same_term_in_a_database() {
    let server = PostgresServer::start();
    let folder = tempfile::tempdir().unwrap();
    let address = server.new_address();
    let options = ["--store", &address];
    let term = Term::begun(folder.path(), &options);
    let lost = cup(&term);
    what_is_whose(&term, &lost);
    let term = ladder(term, folder.path(), &options);
    assert!(!folder.path().join("class/cups/1/games.sqlite").exists(), "all of it is in the database");
    term.class.stop();
}

#[test]
fn a_backup_made_while_the_server_runs_is_a_class_that_goes_on() {
    goes_on_from_a_backup(&[], "2 stores and ", &Vec::new);
}

#[test]
fn a_backup_of_a_database_and_of_the_folder_after_it_is_a_class_that_goes_on() {
    let server = PostgresServer::start();
    let address = server.new_address();
    let copied = || vec!["--store".to_owned(), server.copy_of(&address, "monday")];
    goes_on_from_a_backup(&["--store", &address], "0 stores and ", &copied);
}

/// Backs a class up while a ladder is played, and goes on with the copy; its database first, where it has one, which gives the options of the
/// server of the copy.
fn goes_on_from_a_backup(options: &[&str], done_so: &str, copy_database: &dyn Fn() -> Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let term = Term::begun(folder.path(), options);
    let (begun, told) = term.steer("ladder", &Value::Null);
    assert_eq!(begun, 201, "{told}");
    let played = |term: &Term| term.event("ladder")["event"]["played"].as_u64().unwrap();
    until("games of the ladder", || (played(&term) > 2).then_some(()));
    let copy = folder.path().join("copy");
    let back_up = |to: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_joute"));
        command.args(["store", "backup"]).arg(folder.path().join("class")).arg(to).output().unwrap()
    };
    let at_least = played(&term);
    let copy_options = copy_database();
    let done = back_up(&copy.join("class"));
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(String::from_utf8_lossy(&done.stdout).starts_with(done_so));
    let again = back_up(&copy.join("class"));
    assert_eq!(again.status.code(), Some(2), "what is there is not written over");
    assert_eq!(back_up(&folder.path().join("class/inside")).status.code(), Some(2));
    // What happens afterwards is not in it.
    term.class.token_of("Late");
    until("more games", || (played(&term) > at_least + 4).then_some(()));
    let Term { class, teacher, ada, eve } = term;
    let cookie = class.teacher.clone();
    drop(class);
    let copy_options: Vec<&str> = copy_options.iter().map(String::as_str).collect();
    let term = Term { class: Class::again(&copy, &copy_options, &cookie), teacher, ada, eve };
    let then = until("the ladder of the copy", || {
        let (status, told) = term.class.api("GET", "tournaments/ladder", &term.teacher, "");
        (status == 200).then(|| told["event"]["played"].as_u64().unwrap())
    });
    assert!(then >= at_least, "{then} of {at_least}");
    let people = term.class.api("GET", "people", &term.teacher, "").1.to_string();
    assert!(people.contains("Ada") && !people.contains("Late"), "{people}");
    assert_eq!(term.class.api("GET", "submissions/ada/dove.py/1", &term.ada, "").1["plays"], true);
    until("more games of the copy", || {
        // For some time a database believes that whoever played when it was copied does so still.
        if term.event("ladder")["event"]["state"] == "stopped" {
            term.steer("tournaments/ladder/go-on", &Value::Null);
        }
        (played(&term) > then).then_some(())
    });
    let path = folder.path().join("dove.py");
    let (code, out, err) = term.class.joute(&term.eve, &["submit", path.to_str().unwrap(), "--as", "new.py"]);
    assert_eq!(code, 0, "{out}{err}");
    let (head, _) = term.class.get("/class/people", &term.class.teacher);
    assert!(head.starts_with("HTTP/1.1 200"), "browsers are known again: {head}");
}

/// A worker that is ended when it is dropped.
struct Worker(Child);

impl Worker {
    fn new(store: &str, name: &str, cache: &Path) -> Worker {
        Worker::that_writes(store, name, cache, Stdio::null())
    }

    /// One whose log is read.
    fn that_writes(store: &str, name: &str, cache: &Path, log: Stdio) -> Worker {
        let mut command = Command::new(env!("CARGO_BIN_EXE_joute"));
        command.args(["worker", "--store", store, "--jobs", "1", "--name", name, "--cache"]).arg(cache);
        Worker(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn workers_check_what_is_handed_in_and_what_they_leave_goes_to_others() {
    let server = PostgresServer::start();
    let folder = tempfile::tempdir().unwrap();
    let address = server.new_address();
    // This server checks nothing itself.
    let class = Class::with(folder.path(), &["--store", &address, "--checks", "0"]);
    let token = class.token_of("Ada");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (good, bad) = (write("dove.py", GOOD), write("bad.py", "raise SystemExit('the reason')\n"));
    let (code, _, err) = class.joute(&token, &["submit", &good, "--no-wait"]);
    assert_eq!(code, 0, "{err}");
    let state = |file: &str| class.api("GET", &format!("submissions/ada/{file}/1"), &token, "").1["state"].clone();
    assert_eq!(state("dove.py"), "waiting", "nobody is there");
    let worker = Worker::new(&address, "first", &folder.path().join("cache"));
    until("the check by a worker", || (state("dove.py") == "accepted").then_some(()));
    assert!(folder.path().join("class/submissions/ada/dove.py").exists());
    let (code, out, err) = class.joute(&token, &["submit", &bad]);
    assert_eq!((code, out.contains("the reason")), (1, true), "{out}{err}");
    // What is in an archive says what its worker needs.
    fs::create_dir(folder.path().join("pair")).unwrap();
    fs::copy(&good, folder.path().join("pair/main.py")).unwrap();
    let archive = folder.path().join("pair.tar.gz").to_str().unwrap().to_owned();
    let packed = Command::new("tar").args(["-czf", &archive, "-C", folder.path().to_str().unwrap(), "pair"]).status();
    assert!(packed.unwrap().success());
    let (code, out, err) = class.joute(&token, &["submit", &archive]);
    assert_eq!(code, 0, "{out}{err}");
    drop(worker);
    // Whoever comes next does what is left.
    let (code, _, err) = class.joute(&token, &["submit", &good, "--as", "owl.py", "--no-wait"]);
    assert_eq!(code, 0, "{err}");
    let _worker = Worker::new(&address, "second", &folder.path().join("cache"));
    until("the check by another", || (state("owl.py") == "accepted").then_some(()));
    class.stop();
}

#[test]
fn workers_make_reviews_and_the_server_makes_those_that_nobody_begins() {
    let server = PostgresServer::start();
    let folder = tempfile::tempdir().unwrap();
    let address = server.new_address();
    let term = Term::begun(folder.path(), &["--store", &address]);
    let wish = json!({ "file": "dove.py", "opponent": "level-1" }).to_string();
    let (status, told) = term.class.api("POST", "matches", &term.ada, &wish);
    assert_eq!(status, 201, "{told}");
    let name = told["name"].as_str().unwrap();
    let over = term.until_is(name, "finished");
    let games: Vec<u64> = over["matches"][0]["games"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    let reviewed = |game: u64| {
        let path = format!("/tournament/{name}/game/{game}/review");
        let (head, body) = term.class.post(&path, &term.class.teacher, "");
        assert!(head.starts_with("HTTP/1.1 202"), "{head}{body}");
        until("the review", || {
            let (head, body) = term.class.get(&format!("{path}.json"), &term.class.teacher);
            head.starts_with("HTTP/1.1 200").then(|| serde_json::from_str::<Value>(&body).unwrap())
        })
    };
    let by_server = reviewed(games[0]);
    assert_eq!(by_server["complete"], true, "nobody else is there");
    let log = folder.path().join("log");
    let writes = Stdio::from(fs::File::create(&log).unwrap());
    let _worker = Worker::that_writes(&address, "first", &folder.path().join("cache"), writes);
    until("the worker", || term.class.get("/workers", &term.class.teacher).1.contains("first").then_some(()));
    assert_eq!(reviewed(games[1])["complete"], true, "whoever makes it");
    // What is offered for as long as it takes is made by the worker, and is the same review.
    let location: StoreLocation = address.parse().unwrap();
    let store = location.open(Access::Create).unwrap();
    let (_, told) = term.class.api("GET", &format!("tournaments/{name}/games/{}", games[0]), &term.teacher, "");
    let record = GameRecord::from_json(&told["record"].to_string()).unwrap();
    offer_review(&*store, "class-mine", &record, "mine").unwrap();
    let by_worker = until("the review of a worker", || store.review("mine").unwrap());
    assert_eq!(serde_json::from_str::<Value>(&by_worker).unwrap(), by_server);
    assert_eq!(review_errand(&*store, "class-mine").unwrap(), None);
    until("what it says", || fs::read_to_string(&log).unwrap().contains("reviewed the game mine").then_some(()));
    term.class.stop();
}
