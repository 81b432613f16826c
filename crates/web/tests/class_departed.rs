//! Those who have left a class, and those who come under the same name.

use crate::support::FORM;
use crate::support::class::{Class, api, hand_in, joined, link_of, token_of};

#[test]
fn whoever_takes_the_name_of_somebody_removed_is_another_team() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let team_of = |cookie: &str| {
        let me = api(arena, "GET", "me", &token_of(arena, cookie), "").1;
        me["team"].as_str().unwrap().to_owned()
    };
    for expected in ["stu-2", "stu-2-2", "stu-2-3"] {
        let student = class.player("Stu%202");
        assert_eq!(team_of(&student), expected);
        let taken = hand_in(arena, &student, "dove.py", "print(1)");
        assert!(taken.body.contains(&format!("\"team\":\"{expected}\"")), "{}", taken.body);
        assert_eq!(arena.post("/class/people/stu-2/remove", FORM, &class.teacher, "").status, 303);
    }
    // Neither is a team that hands in together another one's heir, be it by an older link.
    let old = class.invitation("role=player&uses=5&team=reds");
    let red = joined(arena, &old, "Ruby", "");
    assert_eq!(arena.post("/class/account/delete", FORM, &red, "").status, 303);
    assert_eq!(arena.post(&old, FORM, "", "name=Rose").status, 404);
    let refused = arena.post("/class/invitations", FORM, &class.teacher, "role=player&uses=5&team=reds");
    assert_eq!(refused.status, 400);
    assert!(refused.body.contains("reds"), "{}", refused.body);
    // Names of people may come again: only the teams differ.
    let again = link_of(&arena.post("/class/invitations", FORM, &class.teacher, "role=player&uses=1"));
    assert_eq!(team_of(&joined(arena, &again, "Ruby", "")), "ruby");
    assert_eq!(team_of(&joined(arena, &class.invitation("role=player&uses=1"), "Reds", "")), "reds-2");
}
