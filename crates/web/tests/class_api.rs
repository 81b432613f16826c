//! The interface of a class for programs, over plain HTTP: people, settings, what teams hand in, and what it says of tournaments. Tournaments
//! are played in `joute/tests/class_journey.rs`, where there are programs to play them.

use crate::support::class::{Class, api, hand_in, joined, token_of};
use crate::support::{self, Answer, Arena, request};
use joute_testkit::wait::until;
use serde_json::{Value, json};

/// The path of a link that was told.
fn link_of(told: &Value) -> String {
    let (_, link) = told["link"].as_str().unwrap().split_once("/class/join/").unwrap();
    format!("/class/join/{link}")
}

/// What a program reads, as it is.
fn raw(arena: &Arena, path: &str, token: &str) -> Answer {
    let line = format!("authorization: Bearer {token}");
    arena.send(&request("GET", &format!("/api/v1/{path}"), &[&line], ""))
}

#[test]
fn a_teacher_s_program_invites_people_and_removes_them() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let token = token_of(arena, &class.teacher);
    let (status, told) = api(arena, "POST", "invitations", &token, r#"{"role":"player","uses":2,"team":"Doves"}"#);
    assert_eq!(status, 201, "{told}");
    let link = link_of(&told);
    let ada = joined(arena, &link, "Ada", "");
    joined(arena, &link, "Bob", "");
    let (status, people) = api(arena, "GET", "people", &token, "");
    let names: Vec<(&str, &str, &str)> = people
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["account"].as_str().unwrap(), one["role"].as_str().unwrap(), one["team"].as_str().unwrap()))
        .collect();
    let expected =
        [("ada", "player", "doves"), ("bob", "player", "doves"), ("grace-hopper", "teacher", "grace-hopper")];
    assert_eq!((status, names.as_slice()), (200, &expected[..]));
    let (status, told) = api(arena, "POST", "people/ada/link", &token, "");
    assert_eq!(status, 201, "{told}");
    let other = joined(arena, &link_of(&told), "", "");
    assert!(arena.get_as("/class", &other).body.contains("Ada"));
    assert_eq!(api(arena, "DELETE", "people/bob", &token, "").0, 204);
    assert_eq!(api(arena, "DELETE", "people/bob", &token, "").0, 404);
    let by_page = arena.send(&support::request(
        "DELETE",
        "/api/v1/people/grace-hopper",
        &[&format!("cookie: {}", class.teacher)],
        "",
    ));
    assert_eq!(by_page.status, 400, "the last teacher stays");
    for wrong in [
        r#"{"role":"visitor","uses":1}"#,
        r#"{"role":"player","uses":0}"#,
        r#"{"role":"player","uses":501}"#,
        r#"{"role":"king","uses":1}"#,
        r#"{"role":"player","uses":1,"more":1}"#,
        "{",
    ] {
        let (status, told) = api(arena, "POST", "invitations", &token, wrong);
        assert!([400, 422].contains(&status) && told["error"].is_string(), "{wrong}: {status} {told}");
    }
    let own = token_of(arena, &ada);
    for (method, path) in [("GET", "people"), ("DELETE", "people/grace-hopper"), ("GET", "submissions/all")] {
        assert_eq!(api(arena, method, path, &own, "").0, 403, "{path}");
    }
    let audit = arena.get_as("/class/audit", &class.teacher).body;
    assert!(audit.contains("removed") && audit.contains("bob"), "what programs do is written down as well");
    let (status, told) = api(arena, "GET", "audit?most=1", &token, "");
    assert_eq!((status, told.as_array().unwrap().len(), told[0]["what"].as_str()), (200, 1, Some("token")), "{told}");
    let told = api(arena, "GET", "audit", &token, "").1;
    let told: Vec<&str> = told.as_array().unwrap().iter().map(|deed| deed["what"].as_str().unwrap()).collect();
    let latest = ["token", "removed", "sign-in", "link-for", "joined", "joined", "invited"];
    assert_eq!(told[..latest.len()], latest, "the latest first, also within a second");
}

#[test]
fn what_a_class_allows_is_said_and_holds_for_pages_and_programs() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let token = token_of(arena, &class.teacher);
    let wish = json!({ "name": "Games", "open": true, "game": "othello", "setup": "size=6", "move_ms": 300, "languages": ["rust", "python"] });
    let (status, told) = api(arena, "PATCH", "class", &token, &wish.to_string());
    assert_eq!(status, 200, "{told}");
    assert_eq!(
        (told["languages"].clone(), told["rules"].clone()),
        (json!(["python", "rust"]), json!("move_time=300ms,clock=cpu"))
    );
    // Nothing that was not named has changed.
    let (_, told) = api(arena, "PATCH", "class", &token, r#"{"open":false}"#);
    assert_eq!(
        (told["name"].as_str(), told["open"].as_bool(), told["setup"].as_str()),
        (Some("Games"), Some(false), Some("size=6"))
    );
    let ada = class.player("Ada");
    let own = token_of(arena, &ada);
    assert!(api(arena, "GET", "class", &own, "").1["may"].as_array().unwrap().contains(&json!("submit")));
    // By the page and by programs: what is allowed is taken, what is not is refused, and said so.
    assert_eq!(hand_in(arena, &ada, "dove.py", "print(1)").status, 202);
    for refused in ["dove.c", "dove.zip", "dove.so"] {
        let answer = hand_in(arena, &ada, refused, "x");
        assert!(answer.status == 400 && answer.body.contains("py, rs"), "{refused}: {}", answer.body);
        let (status, told) = api(arena, "POST", &format!("submissions?file={refused}"), &own, "x");
        assert!(status == 400 && told["error"].as_str().unwrap().contains("py, rs"), "{refused}: {told}");
    }
    assert_eq!(api(arena, "POST", "submissions?file=dove.rs", &own, "fn main() {}").0, 202);
    let page = arena.get_as("/class/players", &ada).body;
    assert!(page.contains("accept=\".py,.rs\"") && page.contains("Python, Rust"), "{page}");
    assert!(page.contains("data-file=\"player.py\""), "the editor begins with what is allowed");
    let (status, _) = api(arena, "PATCH", "class", &token, r#"{"languages":["c"]}"#);
    assert_eq!(status, 200);
    assert!(!arena.get_as("/class/players", &ada).body.contains("data-file=\"player.py\""), "and with nothing else");
    for wrong in [
        json!({ "languages": [] }),
        json!({ "languages": ["cobol"] }),
        json!({ "game": "chess" }),
        json!({ "game": "othello", "setup": "size=7" }),
        json!({ "game": "flood", "setup": "graph=/etc/passwd" }),
        json!({ "move_ms": 1 }),
        json!({ "opne": true }),
    ] {
        let (status, told) = api(arena, "PATCH", "class", &token, &wrong.to_string());
        assert!([400, 422].contains(&status) && told["error"].is_string(), "{wrong}: {status} {told}");
    }
    assert_eq!(api(arena, "PATCH", "class", &own, r#"{"open":true}"#).0, 403);
    // The form of the page says the same.
    let form = "name=Games&passwords=yes&languages-shown=yes&language=go&language=java";
    assert_eq!(arena.post("/class/settings", support::FORM, &class.teacher, form).status, 303);
    let settings = api(arena, "GET", "class", &own, "").1;
    assert_eq!(settings["languages"], json!(["java", "go"]));
    assert_eq!(
        arena.post("/class/settings", support::FORM, &class.teacher, "name=Games&languages-shown=yes").status,
        400
    );
}

#[test]
fn versions_are_listed_chosen_and_taken_out_by_those_whose_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let [ada, bob] = ["Ada", "Bob"].map(|name| token_of(arena, &class.player(name)));
    let teacher = token_of(arena, &class.teacher);
    assert_eq!(api(arena, "POST", "submissions?file=dove.py", &ada, "print(1)").0, 202);
    let version = "submissions/ada/dove.py/1";
    until("the check", || (api(arena, "GET", version, &ada, "").1["state"] == "refused").then_some(()));
    assert_eq!(api(arena, "GET", "submissions/all", &teacher, "").1.as_array().unwrap().len(), 1);
    assert_eq!(api(arena, "GET", version, &teacher, "").0, 200);
    let file = "submissions/ada/dove.py/1/file";
    for (token, answer) in [(&ada, (200, "print(1)")), (&teacher, (200, "print(1)")), (&bob, (403, ""))] {
        let told = raw(arena, file, token);
        assert_eq!((told.status, if told.status == 200 { told.body.as_str() } else { "" }), answer);
    }
    assert_eq!(raw(arena, "submissions/ada/dove.py/9/file", &ada).status, 404);
    let (status, told) = api(arena, "GET", "me/export", &ada, "");
    assert_eq!((status, told["account"].as_str()), (200, Some("ada")), "{told}");
    assert_eq!(told["submissions"].as_array().unwrap().len(), 1, "{told}");
    assert_eq!(api(arena, "GET", "me/export", &bob, "").1["submissions"], json!([]));
    assert_eq!(api(arena, "GET", "audit?most=0", &teacher, ""), (200, json!([])), "no more than is asked for");
    let activate = "submissions/ada/dove.py/1/activate";
    assert_eq!(api(arena, "POST", activate, &bob, "").0, 403);
    assert_eq!(api(arena, "POST", activate, &ada, "").0, 400, "it was not accepted");
    assert_eq!(api(arena, "POST", "submissions/ada/dove.py/9/activate", &ada, "").0, 404);
    assert_eq!(api(arena, "DELETE", "submissions/ada/dove.py", &bob, "").0, 403);
    assert_eq!(api(arena, "DELETE", "submissions/ada/dove.py", &teacher, "").0, 204);
    assert_eq!(api(arena, "DELETE", "submissions/ada/owl.py", &ada, "").0, 404);
    let wish = |opponent: &str| json!({ "file": "dove.py", "opponent": opponent }).to_string();
    assert_eq!(api(arena, "POST", "matches", &ada, &wish("level-1")).0, 404, "nothing was accepted");
    let for_other = json!({ "team": "ada", "file": "dove.py", "opponent": "level-1" }).to_string();
    assert_eq!(api(arena, "POST", "matches", &bob, &for_other).0, 403);
    // Nobody has played anything.
    assert_eq!(api(arena, "GET", "tournaments", &ada, ""), (200, json!([])));
    assert_eq!(api(arena, "GET", "lost-games", &ada, ""), (200, json!([])));
    let missing = ["tournaments/x", "tournaments/x/games/1", "tournaments/x/players/ada%2Fdove.py", "ladder"];
    for (method, path) in missing.map(|path| ("GET", path)) {
        assert_eq!(api(arena, method, path, &ada, "").0, 404, "{path}");
    }
    for deed in ["pause", "go-on", "extend", "end"] {
        assert_eq!(api(arena, "POST", &format!("tournaments/x/{deed}"), &teacher, "").0, 404, "{deed}");
    }
    let cup = json!({ "format": "swiss", "games": 2 }).to_string();
    assert_eq!(api(arena, "POST", "cups", &teacher, &cup).0, 400, "there are no two players");
    assert_eq!(api(arena, "POST", "cups", &ada, &cup).0, 403);
    // Pages of a team and of a version are for those whose they are.
    let page = arena.get_as("/class/player/ada/dove.py/1", &class.teacher);
    assert!(page.status == 200 && page.body.contains("SHA-256"), "{}", page.body);
    let eve = class.player("Eve");
    assert_eq!(arena.get_as("/class/player/ada/dove.py/1", &eve).status, 403);
    let team = arena.get_as("/class/team/ada", &eve);
    assert!(team.status == 200 && !team.body.contains("/class/player/ada"), "{}", team.body);
    assert_eq!(arena.get_as("/class/team/nobody", &eve).status, 404);
}
