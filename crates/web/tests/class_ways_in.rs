//! By what people of a class come in, and that all of it ends when somebody says so.

use crate::support::class::{Class, api, generous, joined, link_of, token_of};
use crate::support::cups::{Gates, again_after, class_with_cups};
use crate::support::{FORM, FORM_LINE, request};
use joute_store::{DocumentChange, Write};
use joute_web::{ADDRESSES, Limits, Share};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Whether somebody is let in.
fn is_in(class: &Class, cookie: &str) -> bool {
    class.arena.get_as("/class/account", cookie).status == 200
}

fn acts(class: &Class, token: &str) -> bool {
    api(&class.arena, "GET", "me", token, "").0 == 200
}

#[test]
fn signing_out_everywhere_ends_links_and_tokens_where_wished() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    for (name, form, keeps_tokens) in [("Ada", "", true), ("Bob", "tokens=yes", false)] {
        let cookie = class.player(name);
        let token = token_of(arena, &cookie);
        let own = link_of(&arena.post("/class/account/link", FORM, &cookie, ""));
        assert_eq!(arena.post("/class/account/sessions", FORM, &cookie, form).status, 303);
        assert!(!is_in(&class, &cookie));
        assert_eq!(arena.post(&own, FORM, "", "").status, 404, "{name}");
        assert_eq!(acts(&class, &token), keeps_tokens, "{name}");
    }
}

#[test]
fn a_new_password_needs_the_one_before_and_ends_what_else_let_in() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let ada = joined(arena, &class.invitation("role=player&uses=1"), "Ada", "correct horse");
    let change = |cookie: &str, form: &str| arena.post("/class/account/password", FORM, cookie, form).status;
    let token = token_of(arena, &ada);
    let own = link_of(&arena.post("/class/account/link", FORM, &ada, ""));
    for form in ["password=battery%20staple", "password=battery%20staple&current=wrong"] {
        assert_eq!(change(&ada, form), 403, "{form}");
    }
    assert_eq!(change(&ada, "password=battery%20staple&current=correct%20horse"), 303);
    assert!(is_in(&class, &ada) && acts(&class, &token));
    assert_eq!(arena.post(&own, FORM, "", "").status, 404);
    assert_eq!(change(&ada, "password=correct%20horse&current=battery%20staple&tokens=yes"), 303);
    assert!(!acts(&class, &token));
    // One's own link opens another browser, and knows the password no better; a teacher's is for those who have lost it.
    let own = joined(arena, &link_of(&arena.post("/class/account/link", FORM, &ada, "")), "", "");
    assert_eq!(change(&own, "password=battery%20staple"), 403);
    let lost = link_of(&arena.post("/class/people/ada/link", FORM, &class.teacher, ""));
    let lost = joined(arena, &lost, "", "");
    assert_eq!(change(&lost, "password=battery%20staple"), 303);
    assert_eq!(change(&lost, "password=correct%20horse"), 403, "once");
    // Whoever has none chooses one, where there are passwords.
    let bob = class.player("Bob");
    assert_eq!(arena.post("/class/settings", FORM, &class.teacher, "name=Algorithms").status, 303);
    assert_eq!(change(&bob, "password=battery%20staple"), 400);
    class.open_to_outsiders(false);
    assert_eq!(change(&bob, "password=battery%20staple"), 303);
}

#[test]
fn a_token_opens_what_is_for_programs_and_not_the_account() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let ada = class.player("Ada");
    for (cookie, token) in [&ada, &class.teacher].map(|cookie| (cookie, token_of(arena, cookie))) {
        let line = format!("authorization: Bearer {token}");
        for (method, pattern, _) in ADDRESSES.iter().filter(|(_, pattern, _)| !pattern.starts_with("/api/")) {
            let path = pattern.replace(['{', '}'], "");
            let asked = request(method, &path, &[&line, FORM_LINE], "password=battery%20staple");
            let expected = if path.starts_with("/static/") { 404 } else { 403 };
            assert_eq!(arena.send(&asked).status, expected, "{method} {path}");
        }
        assert!(is_in(&class, cookie) && acts(&class, &token));
    }
    // Neither does a teacher's open its own account by the ways in which it acts for others.
    let token = token_of(arena, &class.teacher);
    assert_eq!(api(arena, "POST", "people/grace-hopper/link", &token, "").0, 403);
    assert_eq!(api(arena, "DELETE", "people/grace-hopper", &token, "").0, 403);
    assert_eq!(api(arena, "POST", "people/ada/link", &token, "").0, 201);
}

#[test]
fn nobody_but_the_proxy_says_that_there_is_encryption() {
    for (proxies, scheme) in [(vec![], "http"), (vec![[127, 0, 0, 1].into()], "https")] {
        let folder = tempfile::tempdir().unwrap();
        let class = Class::with(folder.path(), Limits { proxies, ..generous() });
        let cookie = format!("cookie: {}", class.teacher);
        let lines = [&*cookie, FORM_LINE, "x-forwarded-proto: https"];
        let page = class.arena.send(&request("POST", "/class/account/link", &lines, "")).body;
        assert!(page.contains(&format!("\"{scheme}://localhost/class/join/")), "{page}");
    }
}

#[test]
fn people_take_so_many_links_tokens_and_copies_within_a_minute() {
    let folder = tempfile::tempdir().unwrap();
    let uploads_each = Share { visitor: 2, address: 1_000 };
    let class = Class::with(folder.path(), Limits { uploads_each, ..generous() });
    let [ada, bob] = ["Ada", "Bob"].map(|name| class.player(name));
    for (method, path) in [("POST", "link"), ("POST", "token"), ("GET", "export")] {
        let taken = |cookie: &str| {
            let line = format!("cookie: {cookie}");
            class.arena.send(&request(method, &format!("/class/account/{path}"), &[&line, FORM_LINE], "")).status
        };
        assert_eq!([&ada, &ada, &ada, &bob].map(|cookie| taken(cookie)), [200, 200, 429, 200], "{path}");
    }
}

#[test]
fn a_token_ends_after_a_year() {
    let folder = tempfile::tempdir().unwrap();
    let class = class_with_cups(folder.path(), &Gates::waiting());
    let tokens = [0, 1].map(|_| token_of(&class.arena, &class.teacher));
    let year = 365 * 24 * 3600;
    let class = again_after(folder.path(), class, &Gates::waiting(), |store| {
        for (token, age) in tokens.iter().zip([year + 1, year - 3600]) {
            let key: String = Sha256::digest(token).iter().map(|byte| format!("{byte:02x}")).collect();
            let seen = store.document("token", &key).unwrap().unwrap();
            let mut told: Value = serde_json::from_str(&seen.text).unwrap();
            told["since"] = (told["since"].as_u64().unwrap() - age).into();
            store.apply(&[Write::Document(DocumentChange::update("token", &seen, told.to_string()))]).unwrap();
        }
    });
    assert_eq!(tokens.map(|token| acts(&class, &token)), [false, true]);
}

#[test]
fn a_teacher_sees_links_and_ends_them_and_signs_others_out() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let teacher = token_of(arena, &class.teacher);
    let [first, second] = ["reds", "blues"].map(|team| class.invitation(&format!("role=player&uses=9&team={team}")));
    let page = arena.get_as("/class/people", &class.teacher).body;
    assert!(
        page.contains("reds") && page.contains("blues") && !page.contains(first.trim_start_matches("/class/join/"))
    );
    let links = api(arena, "GET", "invitations", &teacher, "").1;
    let id = |team: &str| {
        let link = links.as_array().unwrap().iter().find(|link| link["team"] == team).unwrap();
        link["id"].as_str().unwrap().to_owned()
    };
    let revoke = |id: &str| arena.post(&format!("/class/invitations/{id}/revoke"), FORM, &class.teacher, "").status;
    assert_eq!((revoke(&id("reds")), revoke(&id("reds"))), (303, 404));
    assert_eq!(arena.post(&first, FORM, "", "name=Ada").status, 404);
    let ada = joined(arena, &second, "Ada", "");
    assert_eq!(api(arena, "DELETE", &format!("invitations/{}", id("blues")), &teacher, "").0, 204);
    assert_eq!(arena.post(&second, FORM, "", "name=Bob").status, 404);
    // Somebody is signed out, and stays in the class.
    for is_by_page in [true, false] {
        let lost = link_of(&arena.post("/class/people/ada/link", FORM, &class.teacher, ""));
        let cookie = joined(arena, &lost, "", "");
        let token = token_of(arena, &cookie);
        let own = link_of(&arena.post("/class/account/link", FORM, &cookie, ""));
        if is_by_page {
            assert_eq!(arena.post("/class/people/ada/sign-out", FORM, &class.teacher, "").status, 303);
        } else {
            assert_eq!(api(arena, "POST", "people/ada/sign-out", &teacher, "").0, 204);
        }
        assert!(!is_in(&class, &cookie) && !is_in(&class, &ada) && !acts(&class, &token));
        assert_eq!(arena.post(&own, FORM, "", "").status, 404);
    }
    assert!(arena.get_as("/class/people", &class.teacher).body.contains("data-account=\"ada\""));
    let audit = arena.get_as("/class/audit", &class.teacher).body;
    assert!(audit.contains("revoked the link for") && audit.contains("ended all ways in of"), "{audit}");
}
