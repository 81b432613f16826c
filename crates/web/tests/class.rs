//! A class from outside, over plain HTTP: who may do what, cell by cell; how people come in; what strangers try.

use std::io::{BufRead, BufReader};
use std::sync::Arc;

use crate::support;
use crate::support::class::{Class, api, class_options, generous, hand_in, joined, link_of, players_page, token_of};
use crate::support::{Answer, Arena, FORM, request};
use joute_testkit::wait::until;
use joute_web::{ADDRESSES, Action, Limits, PERMISSIONS, Role, Server, Share, permission};
use serde_json::Value;

/// Whether somebody was let through, whatever came of it.
fn is_let_through(answer: &Answer) -> bool {
    let is_led_to_the_door = answer.status == 303 && answer.headers["location"].starts_with("/class/sign-in");
    !is_led_to_the_door && answer.status != 401 && answer.status != 403
}

/// An address with something in its gaps that is nowhere, but for one's own team.
fn filled(pattern: &str, team: &str) -> String {
    let parts = pattern.split('/').map(|part| match part {
        "{team}" => team,
        part if part.starts_with('{') => "0",
        part => part,
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Addresses that are not in the table: reading the arena is looking, everything else that there is needs a teacher.
const OTHERS: &[(&str, &str, Action)] = &[
    ("GET", "/", Action::Look),
    ("GET", "/games", Action::Look),
    ("GET", "/tournaments", Action::Look),
    ("GET", "/game/0/record.json", Action::Look),
    ("GET", "/tournament/0", Action::Look),
    ("GET", "/nowhere", Action::Look),
    ("POST", "/nowhere", Action::Play),
    ("POST", "/class", Action::Administer),
    ("PUT", "/api/v1/class", Action::Administer),
];

#[test]
fn every_cell_of_the_permission_table_holds() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    for (is_open, name) in [(true, "Ada"), (false, "Bob")] {
        // Whoever has no seat is refused another device for it by the game.
        let meant = ADDRESSES.iter().filter(|(_, pattern, _)| *pattern != "/game/{id}/device");
        for (method, pattern, action) in meant.chain(OTHERS) {
            // One of these changes it.
            class.open_to_outsiders(is_open);
            for role in Role::ALL {
                // Some of these sign whoever asks out, so everybody comes anew.
                let own = format!("{name}{}", unique());
                let cookie = match role {
                    Role::Visitor => String::new(),
                    Role::Player => class.player(&own),
                    Role::Teacher => joined(&class.arena, &class.invitation("role=teacher&uses=1"), &own, ""),
                };
                let line = format!("cookie: {cookie}");
                let path = filled(pattern, &own.to_lowercase());
                let answer = head_of(&class.arena, &request(method, &path, &[&line, support::FORM_LINE], ""));
                let expected = permission(role, *action).holds(is_open);
                assert_eq!(
                    is_let_through(&answer),
                    expected,
                    "{} {method} {path}, open: {is_open}: {}",
                    role.name(),
                    answer.status
                );
                assert_ne!(answer.status, 500, "{method} {path}");
            }
        }
    }
    assert!(PERMISSIONS.iter().all(|(action, _)| ADDRESSES.iter().chain(OTHERS).any(|(.., of)| of == action)));
}

/// What comes back before the body: some of these never end.
fn head_of(arena: &Arena, asked: &[u8]) -> Answer {
    let lines = BufReader::new(arena.ask(asked)).lines().map_while(Result::ok);
    let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    Answer::read(&head.join("\r\n"))
}

/// A number that nothing had before.
fn unique() -> usize {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

#[test]
fn people_come_in_by_links_and_passwords_and_go_out_for_good() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let link = class.invitation("role=player&uses=2");
    assert_eq!(arena.get(&link).status, 200, "looking uses nothing up");
    let ada = joined(arena, &link, "Ada", "correct horse");
    assert!(arena.get_as("/class", &ada).body.contains("Ada"));
    // A name that somebody has, or that is none, uses nothing up either.
    for name in ["Ada", "ADA", "", "../", "%F0%9F%98%80"] {
        assert_eq!(arena.post(&link, FORM, "", &format!("name={name}")).status, 400, "{name}");
    }
    let bob = joined(arena, &link, "Bob", "");
    assert_eq!(arena.post(&link, FORM, "", "name=Eve").status, 404, "two were invited");
    let sign_in = |name: &str, password: &str| {
        arena.post("/class/sign-in", FORM, "", &format!("name={name}&password={password}&back=%2Fgames"))
    };
    let signed_in = sign_in("ada", "correct%20horse");
    assert_eq!((signed_in.status, signed_in.headers["location"].as_str()), (303, "/games"));
    let cookie = &signed_in.headers["set-cookie"];
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    for (name, password) in [("ada", "wrong"), ("bob", ""), ("bob", "x"), ("nobody", "correct%20horse")] {
        assert_eq!(sign_in(name, password).status, 403, "{name}");
    }
    let elsewhere = arena.post("/class/sign-in", FORM, "", "name=ada&password=correct%20horse&back=//evil.example");
    assert_eq!(elsewhere.headers["location"], "/class");
    // A cookie that was signed out is worth nothing, wherever it was copied to.
    let second = signed_in.cookie();
    assert_eq!(arena.post("/class/sign-out", FORM, &second, "").status, 303);
    assert_eq!(arena.get_as("/class/account", &second).status, 303);
    assert_eq!(arena.get_as("/class/account", &ada).status, 200);
    // A link of one's own opens one other browser.
    let own = link_of(&arena.post("/class/account/link", FORM, &bob, ""));
    let other = joined(arena, &own, "", "");
    assert!(arena.get_as("/class", &other).body.contains("Bob"));
    assert_eq!(arena.post(&own, FORM, "", "").status, 404);
    assert_eq!(arena.post("/class/account/sessions", FORM, &bob, "").status, 303);
    assert!([&bob, &other].iter().all(|cookie| arena.get_as("/class/account", cookie).status == 303));
    // Whoever is removed is out at once; the last teacher stays.
    assert_eq!(arena.post("/class/people/ada/remove", FORM, &class.teacher, "").status, 303);
    assert_eq!(arena.get_as("/class/account", &ada).status, 303);
    assert_eq!(arena.post("/class/people/grace-hopper/remove", FORM, &class.teacher, "").status, 400);
    let audit = arena.get_as("/class/audit", &class.teacher).body;
    for deed in ["invited", "joined", "signed in", "could not sign in", "signed out", "removed"] {
        assert!(audit.contains(deed), "{deed}");
    }
}

#[test]
fn everything_outlives_a_restart_and_the_first_teacher_is_asked_for_once() {
    let folder = tempfile::tempdir().unwrap();
    let first = Server::open(class_options(folder.path(), generous())).unwrap();
    let lost = first.administrator_link().unwrap();
    drop(first);
    let class = Class::on(folder.path());
    assert_eq!(class.arena.get(&lost).status, 404, "a link that was lost is no good any more");
    let ada = class.player("Ada");
    class.open_to_outsiders(true);
    let Class { arena, teacher } = class;
    drop(arena);
    let server = Server::open(class_options(folder.path(), generous())).unwrap();
    assert_eq!(server.administrator_link(), None);
    let arena = Arena::of(server, Arc::default());
    assert!(arena.get("/class").body.contains("Algorithms"));
    assert!([&ada, &teacher].iter().all(|cookie| arena.get_as("/class/account", cookie).status == 200));
}

#[test]
fn forged_cookies_posts_of_other_sites_and_script_in_names_come_to_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let ada = class.player("Ada");
    let value = ada.split_once('=').unwrap().1;
    let (token, signature) = value.split_once('.').unwrap();
    let other = format!("{:0>32}", "1");
    for forged in [
        format!("session={other}.{signature}"),
        format!("session={token}"),
        format!("session={token}."),
        format!("session={token}.{}", "0".repeat(64)),
        "session=grace-hopper".to_owned(),
        "session=".to_owned(),
    ] {
        assert_eq!(arena.get_as("/class/account", &forged).status, 303, "{forged}");
        assert_eq!(arena.post("/class/settings", FORM, &forged, "name=mine").status, 401, "{forged}");
    }
    let cookie = format!("cookie: {}", class.teacher);
    for foreign in ["origin: http://evil.example", "origin: null", "sec-fetch-site: cross-site"] {
        let post = request("POST", "/class/settings", &[&cookie, support::FORM_LINE, foreign], "name=mine&open=yes");
        assert_eq!(arena.send(&post).status, 403, "{foreign}");
    }
    let wrong_host = request("GET", "/class/people", &[&cookie, "host: evil.example"], "");
    assert_eq!(arena.send(&wrong_host).status, 421);
    let token = request("GET", "/class/account", &[&cookie, "authorization: Bearer made-up"], "");
    assert_eq!(arena.send(&token).status, 401, "a token that is none is not passed over");
    class.player("%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27%E2%80%AE");
    let page = arena.get_as("/class/people", &class.teacher).body;
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script>alert") && !page.contains('\u{202e}'));
    assert!(!arena.get("/class").body.contains("mine"));
}

#[test]
fn guessing_is_slow_for_a_person_and_a_school_is_one_address() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { sign_ins_each: Share { visitor: 3, address: 50 }, ..support::generous() };
    let class = Class::with(folder.path(), limits);
    let attempt = |browser: u32, name: &str| {
        let body = format!("name={name}&password=wrong-password");
        let lines = [&support::browser(browser), support::FORM_LINE];
        class.arena.send(&request("POST", "/class/sign-in", &lines, &body)).status
    };
    let tries: Vec<u16> = (0..5).map(|browser| attempt(browser, "grace-hopper")).collect();
    assert_eq!(tries, [403, 403, 403, 429, 429], "whatever browser asks for one person");
    assert_eq!(attempt(9, "somebody-else"), 403);
    // A whole class follows one link at the same moment, each with a browser of their own.
    let link = class.invitation("role=player&uses=40");
    let follow = |browser: u32| {
        let lines = [&support::browser(100 + browser), support::FORM_LINE];
        class.arena.send(&request("POST", &link, &lines, &format!("name=Student+{browser}"))).status
    };
    let came: Vec<u16> = (0..20).map(follow).collect();
    assert_eq!(came, [303; 20]);
}

#[test]
fn strangers_who_guess_keep_nobody_else_out() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { sign_ins_each: Share { visitor: 3, address: 10 }, ..support::generous() };
    let class = Class::with(folder.path(), limits);
    joined(&class.arena, &class.invitation("role=player&uses=1"), "Ada", "correct horse");
    let sign_in = |place: u8, browser: u32, form: &str| {
        let lines = [&support::browser(browser), support::FORM_LINE];
        class.arena.send_from([127, 0, 0, place], &request("POST", "/class/sign-in", &lines, form)).status
    };
    let guesses: Vec<u16> =
        (0..12).map(|number| sign_in(2, number, &format!("name=nobody{number}&password=wrong-password"))).collect();
    assert_eq!(guesses, [[403; 10].as_slice(), &[429; 2]].concat(), "their own address has had enough");
    assert_eq!(sign_in(3, 99, "name=ada&password=correct%20horse"), 303);
}

#[test]
fn what_is_handed_in_is_checked_and_belongs_to_its_team() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::with(folder.path(), Limits { upload: 64 << 10, ..generous() });
    let arena = &class.arena;
    let [ada, bob] = ["Ada", "Bob"].map(|name| class.player(name));
    let taken = hand_in(arena, &ada, "dove.py", "<script>alert(1)</script>");
    assert_eq!(taken.status, 202, "{}", taken.body);
    // There is no sandbox here, so nothing runs, and nothing is let in.
    let page = players_page(arena, &ada, "class-state-refused");
    assert!(page.contains("ada/dove.py"));
    assert!(!folder.path().join("class/submissions/ada/dove.py").exists());
    assert!(folder.path().join("class/versions/ada/dove.py/000001/dove.py").exists());
    assert!(!arena.get_as("/class/players", &bob).body.contains("dove.py"));
    assert!(players_page(arena, &class.teacher, "ada/dove.py").contains("refused"));
    for deed in ["activate", "withdraw", "match"] {
        let form = "number=1&opponent=level-1";
        let address = format!("/class/player/ada/dove.py/{deed}");
        assert_eq!(arena.post(&address, FORM, &bob, form).status, 403, "{deed}");
    }
    assert_eq!(arena.post("/class/player/ada/dove.py/activate", FORM, &ada, "number=1").status, 400);
    assert_eq!(arena.post("/class/player/ada/nothing.py/withdraw", FORM, &ada, "").status, 404);
    assert_eq!(hand_in(arena, &ada, "dove.py", "2").status, 202);
    players_page(arena, &ada, "ada/dove.py/000002");
    // Whoever is removed takes everything along.
    assert_eq!(arena.post("/class/people/ada/remove", FORM, &class.teacher, "").status, 303);
    assert!(!folder.path().join("class/versions/ada").exists());
    assert!(!arena.get_as("/class/players", &class.teacher).body.contains("dove.py"));
}

#[test]
fn files_of_wrong_names_sizes_and_people_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::with(folder.path(), Limits { upload: 64 << 10, ..generous() });
    let arena = &class.arena;
    let ada = class.player("Ada");
    for name in
        ["", "..%2F..%2Fx.py", "%2Fetc%2Fx.py", "a%00.py", ".x.py", "x.toml", "x.py%2F..", "%C3%A9.py", "x%20y.py"]
    {
        assert_eq!(hand_in(arena, &ada, name, "print(1)").status, 400, "{name}");
    }
    assert_eq!(hand_in(arena, &ada, "x.py", "").status, 400);
    assert_eq!(hand_in(arena, &ada, "x.py", &"x".repeat((64 << 10) + 1)).status, 413);
    // Nobody reads what a stranger sends, however long it is.
    let head = "POST /class/submissions?file=x.py HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 1000000000\r\n\r\n";
    assert_eq!(arena.send(head.as_bytes()).status, 401);
    let foreign = request(
        "POST",
        "/class/submissions?file=x.py",
        &[&format!("cookie: {ada}"), "origin: http://evil.example"],
        "print(1)",
    );
    assert_eq!(arena.send(&foreign).status, 403);
    assert!(!folder.path().join("class/versions").exists(), "nothing was kept");
}

#[test]
fn a_person_hands_in_so_much_within_a_minute_and_a_team_has_so_many_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { uploads_each: Share { visitor: 3, address: 1_000 }, ..generous() };
    let class = Class::with(folder.path(), limits);
    let [ada, bob] = ["Ada", "Bob"].map(|name| class.player(name));
    let misnamed: Vec<u16> = (0..5).map(|_| hand_in(&class.arena, &ada, "x.txt", "1").status).collect();
    assert_eq!(misnamed, [400; 5], "names that are refused do not count");
    let tries: Vec<u16> = (0..5).map(|_| hand_in(&class.arena, &ada, "x.py", "").status).collect();
    assert_eq!(tries, [400, 400, 400, 429, 429]);
    assert_eq!(hand_in(&class.arena, &bob, "x.py", "print(1)").status, 202, "another person has a share of their own");
}

#[test]
fn programs_act_for_people_by_tokens_until_these_end() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let [ada, bob] = ["Ada", "Bob"].map(|name| class.player(name));
    let (own, other) = (token_of(arena, &ada), token_of(arena, &bob));
    let (status, me) = api(arena, "GET", "me", &own, "");
    assert_eq!((status, me["name"].as_str(), me["role"].as_str()), (200, Some("Ada"), Some("player")));
    let (status, taken) = api(arena, "POST", "submissions?file=dove.py", &own, "print(1)");
    assert_eq!((status, taken["version"].as_u64()), (202, Some(1)), "{taken}");
    let version = "submissions/ada/dove.py/1";
    let state = until("the check", || {
        let state = api(arena, "GET", version, &own, "").1["state"].as_str().unwrap().to_owned();
        Some(state).filter(|state| state != "waiting")
    });
    assert_eq!(state, "refused", "nothing runs here");
    assert_eq!(api(arena, "GET", "submissions", &own, "").1.as_array().unwrap().len(), 1);
    assert_eq!(api(arena, "GET", "submissions", &other, "").1.as_array().unwrap().len(), 0);
    assert_eq!(api(arena, "GET", version, &other, "").0, 403);
    assert_eq!(api(arena, "GET", "submissions/ada/dove.py/2", &own, "").0, 404);
    assert_eq!(api(arena, "GET", "ladder", &own, "").0, 404, "there is none yet");
    assert_eq!(api(arena, "GET", "me", "joute_made_up", "").0, 401);
    assert_eq!(arena.get("/api/v1/me").status, 401, "and no page to sign in");
    let described: Value = serde_json::from_str(&arena.get("/api/v1/openapi.json").body).unwrap();
    for path in ["/api/v1/me", "/api/v1/submissions", "/api/v1/ladder"] {
        assert!(described["paths"][path].is_object(), "{path}");
    }
    assert_eq!(arena.post("/class/account/tokens/end", FORM, &ada, "").status, 303);
    assert_eq!(api(arena, "GET", "me", &own, "").0, 401);
    assert_eq!(api(arena, "GET", "me", &other, "").0, 200);
}

#[test]
fn people_take_what_is_known_about_them_away_and_have_it_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let ada = class.player("Ada");
    assert_eq!(hand_in(arena, &ada, "dove.py", "print(1)").status, 202);
    players_page(arena, &ada, "class-state-refused");
    let export = arena.get_as("/class/account/export", &ada).body;
    let known: Value = serde_json::from_str(&export).unwrap();
    assert_eq!((known["name"].as_str(), known["submissions"][0]["file"].as_str()), (Some("Ada"), Some("dove.py")));
    assert!(known["deeds"].as_array().is_some_and(|deeds| !deeds.is_empty()));
    assert!(!export.contains(ada.split_once('=').unwrap().1), "no secret is told");
    assert!(known["deeds"].as_array().unwrap().iter().any(|deed| deed["what"] == "joined" && deed["from"] != ""));
    token_of(arena, &ada);
    let known: Value = serde_json::from_str(&arena.get_as("/class/account/export", &ada).body).unwrap();
    assert_eq!(known["tokens"].as_array().map(Vec::len), Some(1));
    let file = known["submissions"][0]["address"].as_str().unwrap();
    assert_eq!(arena.get_as(file, &ada).body, "print(1)");
    assert_eq!(arena.get_as(file, &class.player("Bob")).status, 403, "it is theirs, and for teachers");
    assert_eq!(arena.post("/class/account/delete", FORM, &ada, "").status, 303);
    assert_eq!(arena.get_as("/class/account", &ada).status, 303);
    let [people, audit] = ["/class/people", "/class/audit"].map(|page| arena.get_as(page, &class.teacher).body);
    assert!(!people.contains("Ada") && !audit.contains("ada"), "{audit}");
    assert!(!folder.path().join("class/versions/ada").exists());
}
