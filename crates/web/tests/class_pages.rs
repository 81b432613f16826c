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

/// What the page of a class says that comes next.
fn next(class: &Class, cookie: &str) -> String {
    let page = class.arena.get_as("/class", cookie).body;
    let next = page.split_once("data-next").map(|(_, rest)| rest.split("</section>").next().unwrap().to_owned());
    next.unwrap_or_default()
}

#[test]
fn whoever_comes_in_reads_what_comes_next() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let current = || {
        let steps = next(&class, &class.teacher);
        steps.split_once("aria-current=\"step\"").unwrap().1.split("</li>").next().unwrap().to_owned()
    };
    assert!(current().contains("#settings"), "{}", current());
    class.open_to_outsiders(false);
    assert!(current().contains("Invite your students: one link"), "{}", current());
    let ada = class.player("Ada");
    assert!(current().contains("Wait for the first players"), "{}", current());
    let own = next(&class, &ada);
    assert!(own.contains("Hand in your first player") && own.contains("/class/players#write"), "{own}");

    assert_eq!(hand_in(arena, &ada, "bad.py", "print(1)").status, 202);
    players_page(arena, &ada, "class-state-refused");
    let own = next(&class, &ada);
    assert!(own.contains("bad.py, version 1, cannot play") && own.contains("/class/player/ada/bad.py/1"), "{own}");
    assert_eq!(hand_in(arena, &ada, "dove.wasm", "good").status, 202);
    players_page(arena, &ada, "ada/dove.wasm/000001\" data-state=\"class-state-playing");
    assert!(next(&class, &ada).contains("dove.wasm, version 1, plays as soon as"), "{}", next(&class, &ada));
    assert!(current().contains("one is ready to play"), "{}", current());
    assert_eq!(arena.post("/class/player/ada/dove.wasm/withdraw", FORM, &ada, "").status, 303);
    assert!(next(&class, &ada).contains("takes part nowhere yet"), "{}", next(&class, &ada));
    // Others read nothing of it.
    assert!(!arena.get("/class").body.contains("data-next"));
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
    // Its parts have names in every language.
    assert!(row.contains("loading: failed"), "{row}");
    let french = class.arena.get_as("/class/players", &format!("{ada}; language=fr")).body;
    assert!(french.contains("chargement: échoué"), "{french}");
    // So has what was found, and what to do about it.
    assert!(row.contains("the player cannot be run here → the reason (marked with |)"), "{row}");
    assert!(french.contains("le joueur ne peut pas être exécuté ici → la raison (marquée d’un |)"), "{french}");
    assert!(french.contains("omis – le joueur ne peut pas être chargé"), "{french}");
}

#[test]
fn one_gets_back_what_one_has_handed_in_and_writes_on() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let [ada, eve] = ["Ada", "Eve"].map(|name| class.player(name));
    let program = "\n# <b>&amp;\nprint(1)\n";
    assert_eq!(hand_in(arena, &ada, "dove.py", program).status, 202);
    assert_eq!(hand_in(arena, &ada, "dove.wasm", "good").status, 202);
    players_page(arena, &ada, "ada/dove.wasm/000001\" data-state=\"class-state-playing");
    let version = "/class/player/ada/dove.py/1";
    for own in [&ada, &class.teacher] {
        let file = arena.get_as(&format!("{version}/file"), own);
        assert_eq!((file.status, file.body.as_str()), (200, program));
        assert_eq!(file.headers["content-disposition"], "attachment; filename=\"dove.py\"");
    }
    assert_eq!(arena.get_as(&format!("{version}/file"), &eve).status, 403);
    assert_eq!(arena.get_as("/class/player/ada/dove.py/2/file", &ada).status, 404);
    // A text of one's own is written on in the page; a library is not, and neither is what others have written.
    let on = "/class/players?write=dove.py&amp;version=1";
    assert!(arena.get_as(version, &ada).body.contains(on));
    assert!(!arena.get_as(version, &class.teacher).body.contains(on));
    assert!(!arena.get_as("/class/player/ada/dove.wasm/1", &ada).body.contains("?write="));
    let editor = arena.get_as("/class/players?write=dove.py&version=1", &ada).body;
    assert!(
        editor.contains("data-given") && editor.contains("\n\n# &lt;b&gt;&amp;amp;\nprint(1)\n</textarea>"),
        "{editor}"
    );
    assert_eq!(arena.get_as("/class/players?write=dove.py&version=1", &eve).status, 404);
    assert_eq!(arena.get_as("/class/players?write=dove.wasm&version=1", &ada).status, 200);
}

#[test]
fn a_refusal_is_called_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    class.open_to_outsiders(true);
    let ada = class.player("Ada");
    for (cookie, path, status, title) in [
        (ada.as_str(), "/class/settings", 403, "Not allowed"),
        ("", "/class/settings", 401, "Sign in first"),
        (&ada, "/class/player/ada/dove.py/0/play", 404, "Nothing here"),
        (&class.teacher, "/class/cups", 400, "That was not understood"),
    ] {
        let answer = arena.post(path, FORM, cookie, "format=swiss&games=3");
        assert!(answer.body.contains(&format!("<h1>{title}</h1>")), "{path}: {}", answer.body);
        assert_eq!(answer.status, status, "{path}");
    }
    assert!(arena.get_as("/nowhere", &ada).body.contains("<h1>Nothing here</h1>"));
}

#[test]
fn what_is_somebody_s_is_kept_by_no_cache() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let ada = class.player("Ada");
    for path in ["/class", "/class/players", "/class/account", "/class/account/export", "/class/team/ada", "/games"] {
        assert_eq!(class.arena.get_as(path, &ada).headers["cache-control"], "private, no-store", "{path}");
    }
    assert_eq!(class.arena.get_as("/static/class.css", &ada).headers["cache-control"], "max-age=3600");
}

#[test]
fn whoever_is_in_is_asked_before_they_get_a_second_account() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let ada = class.player("Ada");
    let link = class.invitation("role=player&uses=2");
    let offers = |path: &str, cookie: &str| class.arena.get_as(path, cookie).body.contains("name=\"name\"");
    assert!(offers(&link, ""), "whoever is nobody yet says their name");
    let asked = class.arena.get_as(&link, &ada).body;
    assert!(
        asked.contains("You are signed in as \u{2068}Ada") || asked.contains("You are signed in as Ada"),
        "{asked}"
    );
    assert!(!offers(&link, &ada) && offers(&format!("{link}?another"), &ada));
}
