//! What pages of a class say and offer, and to whom.

use crate::support::FORM;
use crate::support::class::{Class, hand_in, players_page};

#[test]
fn a_class_says_what_it_plays_and_where_one_s_own_players_are() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let ada = class.player("Ada");
    let form = "name=Algorithms&passwords=yes&game=othello+size%3D6&move_ms=300";
    assert_eq!(arena.post("/class/settings", FORM, &class.teacher, form).status, 303);
    for page in ["/class", "/class/players"] {
        let body = arena.get_as(page, &ada).body;
        assert!(body.contains("This class plays Othello (6") && body.contains("300 ms for a move"), "{page}: {body}");
    }
    let home = arena.get_as("/class", &ada).body;
    assert!(home.contains("href=\"/class/team/ada\"") && home.contains("href=\"/learn/othello\""), "{home}");
    assert!(!arena.get("/class").body.contains("/learn/othello"), "it is closed");
    class.open_to_outsiders(true);
    assert!(arena.get("/class").body.contains("/learn/othello"));
}

#[test]
fn what_a_check_has_found_stands_in_a_row_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let ada = class.player("Ada");
    assert_eq!(hand_in(&class.arena, &ada, "dove.py", "print(1)").status, 202);
    let page = players_page(&class.arena, &ada, "class-state-refused");
    let row = page.split_once("class=\"of-version\"").unwrap().1.split_once("</tr>").unwrap().0;
    assert!(row.contains("colspan=\"4\"") && row.contains("class=\"found\""), "{row}");
}
