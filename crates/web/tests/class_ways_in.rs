//! By what people of a class come in, and that all of it ends when somebody says so.

use crate::support::FORM;
use crate::support::class::{Class, api, joined, link_of, token_of};

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
