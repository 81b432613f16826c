//! What pages of a class say and offer, and to whom.

use crate::support::FORM;
use crate::support::class::Class;

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
