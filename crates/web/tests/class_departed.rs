//! Those who have left a class, and those who come under the same name.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::FORM;
use crate::support::class::{Class, api, hand_in, joined, link_of, token_of};
use crate::support::cups::{Gates, class_with_cups, with_versions};

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

/// What was said with a program, as it is kept.
fn keep_talk(folder: &Path, number: u32, locator: &str) -> PathBuf {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join(format!("{number:04}-player-first.txt"));
    fs::write(&path, format!("# seed 0\n# player {locator}\n# game othello size=6\n# seat first\n> joute 1\n"))
        .unwrap();
    path
}

#[test]
fn an_account_that_is_deleted_is_forgotten_in_what_others_did_and_what_was_said() {
    let folder = tempfile::tempdir().unwrap();
    with_versions(folder.path(), &["ada/dove.py", "eve/late.py", "bob/ark.py"]);
    let gates = Gates::waiting();
    let class = class_with_cups(folder.path(), &gates);
    let arena = &class.arena;
    let [ada, eve] = ["Ada", "Eve"].map(|name| class.player(name));
    assert_eq!(arena.post("/class/player/ada/dove.py/match", FORM, &ada, "opponent=eve/late.py").status, 303);
    Gates::open(&gates.play);
    let audit = || arena.get_as("/class/audit", &class.teacher).body;
    assert!(audit().contains("eve/late.py"));
    let talks =
        ["ladder", "cups/1", "matches/1"].map(|name| folder.path().join("class").join(name).join("conversations"));
    let [of_ladder, of_cup, of_match] = &talks;
    let gone = [
        keep_talk(of_ladder, 1, "submissions/eve/late.py"),
        keep_talk(of_cup, 1, "../versions/eve/late.py/000001/late.py"),
        keep_talk(of_match, 1, "/somewhere/class/versions/eve/late.py/000001/late.py"),
    ];
    let kept = [
        keep_talk(of_ladder, 2, "submissions/ada/dove.py"),
        keep_talk(of_cup, 2, "../versions/evelyn/late.py/000001/late.py"),
        keep_talk(of_match, 2, "alphabeta:time=1s"),
    ];
    assert_eq!(arena.post("/class/account/delete", FORM, &eve, "").status, 303);
    assert!(!["eve/", "<td>eve"].iter().any(|name| audit().contains(name)), "{}", audit());
    assert!(audit().contains("<td>ada</td>"), "others did what they did");
    assert!(gone.iter().all(|path| !path.exists()) && kept.iter().all(|path| path.exists()));
}
