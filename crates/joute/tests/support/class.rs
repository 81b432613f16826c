//! A class that `joute serve` holds, and those who talk to it over plain HTTP.
#![allow(dead_code, reason = "every file of tests takes what it needs")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use joute_testkit::wait::PATIENCE;
use serde_json::Value;

/// Takes the first of its moves.
pub(crate) const GOOD: &str = "import sys\nmoves = []\nfor line in sys.stdin:\n    word, *rest = line.split()\n    if word == 'start':\n        \
                    print('ready moves', flush=True)\n    if word == 'moves':\n        moves = rest\n    if word == 'go':\n        \
                    print('move', moves[0], flush=True)\n";

/// A class that is ended when it is dropped.
pub(crate) struct Class {
    child: Child,
    pub(crate) address: String,
    /// The cookie of the teacher.
    pub(crate) teacher: String,
}

/// The head and the body of an answer.
pub(crate) type Answer = (String, String);

impl Class {
    pub(crate) fn new(folder: &Path) -> Class {
        Class::with(folder, &[])
    }

    /// A new class with more options of the server.
    pub(crate) fn with(folder: &Path, options: &[&str]) -> Class {
        let (mut class, link) = Class::started(folder, options);
        class.teacher = class.join(&link.unwrap(), "Grace");
        class
    }

    /// A class that was there before.
    pub(crate) fn again(folder: &Path, options: &[&str], teacher: &str) -> Class {
        let (mut class, _) = Class::started(folder, options);
        class.teacher = teacher.to_owned();
        class
    }

    fn started(folder: &Path, options: &[&str]) -> (Class, Option<String>) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_joute"));
        command.args(["serve", "--port", "0", "--uploads-per-person", "1000", "--class"]).arg(folder.join("class"));
        command.args(options).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let is_new = !folder.join("class").exists();
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut line = || lines.next().unwrap().unwrap().trim_start_matches("http://").to_owned();
        let address = line().trim_end_matches('/').to_owned();
        let link = is_new.then(|| line().trim_start_matches(&address).to_owned());
        (Class { child, address, teacher: String::new() }, link)
    }

    /// Tells the server to stop, as Ctrl-C does, and waits until it has.
    pub(crate) fn stop(mut self) {
        let told = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(told.success() && self.child.wait().unwrap().success());
    }

    /// The process of the server.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// A request with whole lines of a head.
    pub(crate) fn ask(&self, method: &str, path: &str, lines: &[&str], body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (length, lines) = (body.len(), lines.concat());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\n{lines}content-length: {length}\r\nconnection: close\r\n\r\n",
            self.address
        );
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).unwrap();
        let mut text = Vec::new();
        stream.read_to_end(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    pub(crate) fn post(&self, path: &str, cookie: &str, form: &str) -> Answer {
        let lines = [&format!("cookie: {cookie}\r\n"), "content-type: application/x-www-form-urlencoded\r\n"];
        self.ask("POST", path, &lines, form.as_bytes())
    }

    pub(crate) fn get(&self, path: &str, cookie: &str) -> Answer {
        self.ask("GET", path, &[&format!("cookie: {cookie}\r\n")], b"")
    }

    /// A request of a program: its status and what came back.
    pub(crate) fn api(&self, method: &str, path: &str, token: &str, body: &str) -> (u16, Value) {
        let lines = [&format!("authorization: Bearer {token}\r\n"), "content-type: application/json\r\n"];
        let (head, body) = self.ask(method, &format!("/api/v1/{path}"), &lines, body.as_bytes());
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    /// Comes in by a link; the cookie.
    pub(crate) fn join(&self, link: &str, name: &str) -> String {
        let (head, body) = self.post(link, "", &format!("name={name}&password="));
        let cookie = head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: session="))
            .unwrap_or_else(|| panic!("{head}{body}"));
        format!("session={}", cookie.split(';').next().unwrap())
    }

    /// The token of a new player.
    pub(crate) fn token_of(&self, name: &str) -> String {
        let (_, page) = self.post("/class/invitations", &self.teacher, "role=player&uses=1");
        let link = page.split_once("/class/join/").unwrap().1.split('"').next().unwrap();
        let cookie = self.join(&format!("/class/join/{link}"), name);
        self.token(&cookie)
    }

    /// A token of whoever has this cookie.
    pub(crate) fn token(&self, cookie: &str) -> String {
        let (_, page) = self.post("/class/account/token", cookie, "");
        format!("joute_{}", page.split_once("value=\"joute_").unwrap().1.split('"').next().unwrap())
    }

    pub(crate) fn joute(&self, token: &str, arguments: &[&str]) -> (i32, String, String) {
        run(token, &format!("http://{}/", self.address), arguments)
    }
}

/// Runs the program for whoever has a token, with a server in its environment.
pub(crate) fn run(token: &str, server: &str, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joute"));
    command.args(arguments).env("JOUTE_SERVER", server).env("JOUTE_TOKEN", token);
    let done = command.output().unwrap();
    let [out, err] = [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (done.status.code().unwrap(), out, err)
}

impl Drop for Class {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
