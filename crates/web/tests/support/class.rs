//! A class for the tests: a server with a teacher, and how people come in.

use std::path::Path;
use std::sync::Arc;

use joute_players::Workshop;
use joute_sandbox::Launcher;
use joute_testkit::wait::until;
use joute_web::{ClassOptions, Limits, Options, Server, Share};
use serde_json::Value;

use super::players::Words;
use super::{Answer, Arena, FORM, request};

/// A class with its teacher.
pub struct Class {
    pub arena: Arena,
    pub teacher: String,
}

pub fn class_options(folder: &Path, limits: Limits) -> Options {
    let folder_of_class = folder.join("class");
    let workshop = Arc::new(Workshop::new(Launcher::new("/nowhere"), &folder_of_class).with_kind(&Words));
    let starters = vec![("player.py".to_owned(), "print(1)".to_owned())];
    let class = Some(ClassOptions { folder: folder_of_class, workshop, starters, shares_store: false });
    Options { class, limits, ..super::options(&folder.join("data")) }
}

pub fn generous() -> Limits {
    let many = Share { visitor: 10_000, address: 10_000 };
    Limits { sign_ins_each: many, uploads_each: many, ..super::generous() }
}

impl Class {
    pub fn on(folder: &Path) -> Class {
        Class::with(folder, generous())
    }

    pub fn with(folder: &Path, limits: Limits) -> Class {
        let server = Server::open(class_options(folder, limits)).unwrap();
        let link = server.administrator_link().unwrap();
        let arena = Arena::of(server, Arc::default());
        let teacher = joined(&arena, &link, "Grace Hopper", "");
        Class { arena, teacher }
    }

    /// The server of a class that was there before.
    pub fn again(folder: &Path) -> Arena {
        Arena::of(Server::open(class_options(folder, generous())).unwrap(), Arc::default())
    }

    /// A link for so many players.
    pub fn invitation(&self, form: &str) -> String {
        let page = self.arena.post("/class/invitations", FORM, &self.teacher, form);
        assert_eq!(page.status, 200, "{}", page.body);
        link_of(&page)
    }

    pub fn player(&self, name: &str) -> String {
        joined(&self.arena, &self.invitation("role=player&uses=1"), name, "")
    }

    pub fn open_to_outsiders(&self, is_open: bool) {
        let form = if is_open { "name=Algorithms&open=yes&passwords=yes" } else { "name=Algorithms&passwords=yes" };
        assert_eq!(self.arena.post("/class/settings", FORM, &self.teacher, form).status, 303);
    }
}

/// Comes in by a link; the cookie.
pub fn joined(arena: &Arena, link: &str, name: &str, password: &str) -> String {
    let answer = arena.post(link, FORM, "", &format!("name={name}&password={password}"));
    assert_eq!(answer.status, 303, "{}", answer.body);
    answer.cookie()
}

pub fn link_of(page: &Answer) -> String {
    let (_, rest) = page.body.split_once("/class/join/").unwrap();
    format!("/class/join/{}", rest.split('"').next().unwrap())
}

/// Hands a file in.
pub fn hand_in(arena: &Arena, cookie: &str, name: &str, contents: &str) -> Answer {
    let line = format!("cookie: {cookie}");
    arena.send(&request("POST", &format!("/class/submissions?file={name}"), &[&line], contents))
}

/// The page of one's players, as soon as it says something.
pub fn players_page(arena: &Arena, cookie: &str, says: &str) -> String {
    until("the page of players", || {
        Some(arena.get_as("/class/players", cookie).body).filter(|body| body.contains(says))
    })
}

/// A request of a program.
pub fn api(arena: &Arena, method: &str, path: &str, token: &str, body: &str) -> (u16, Value) {
    let line = format!("authorization: Bearer {token}");
    let kind = if body.starts_with('{') { super::JSON_LINE } else { "content-type: application/octet-stream" };
    let answer = arena.send(&request(method, &format!("/api/v1/{path}"), &[&line, kind], body));
    (answer.status, serde_json::from_str(&answer.body).unwrap_or(Value::Null))
}

/// A token for programs, of whoever has this cookie.
pub fn token_of(arena: &Arena, cookie: &str) -> String {
    let page = arena.post("/class/account/token", FORM, cookie, "").body;
    let (_, rest) = page.split_once("value=\"joute_").unwrap();
    format!("joute_{}", rest.split('"').next().unwrap())
}
