//! People at one table, over HTTP: clocks, names, offers, claims and phrases; all of it outlives a restart, and nobody without a seat is
//! heard.

use std::sync::Arc;
use std::time::Duration;

use crate::support;
use crate::support::{Arena, FORM, Seat, generous, options, request, two_people};
use joute_testkit::wait::until;
use joute_web::{Limits, Manners, Options, Server};
use serde_json::{Value, json};

const FRIEND: &str = "game=othello&opponent=friend&side=first&time=-";

/// A server with other manners.
fn arena_with(folder: &std::path::Path, change: impl FnOnce(&mut Manners)) -> Arena {
    let mut limits: Limits = generous();
    change(&mut limits.manners);
    Arena::of(Server::open(Options { limits, ..options(folder) }).unwrap(), Arc::default())
}

/// The same seats at a server that was stopped and started again.
fn again<'a, const N: usize>(arena: &'a Arena, seats: [(String, String); N]) -> [Seat<'a>; N] {
    seats.map(|(path, cookie)| Seat { arena, path, cookie })
}

fn kept<const N: usize>(seats: &[Seat<'_>; N]) -> [(String, String); N] {
    seats.each_ref().map(|seat| (seat.path.clone(), seat.cookie.clone()))
}

#[test]
fn a_clock_begins_after_ones_own_first_move() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    // Nobody could play a move in this time: a clock that runs ends the game.
    let host = arena.begin("game=othello&opponent=friend&side=first&time=1ms");
    let frame = until("the first question", || Some(host.frame()).filter(|frame| frame["clock"]["left"][0].is_u64()));
    assert_eq!((&frame["clock"]["running"], &frame["clock"]["left"]), (&json!(null), &json!([1, 1])));
    host.say(&json!({ "move": "d3" }));
    host.moves(1);
    let friend = arena.follow(&host);
    assert_eq!(friend.frame()["clock"]["running"], json!(null), "nor does the friend's before their own first move");
    friend.say(&json!({ "move": "c3" }));
    let ending = host.ending();
    assert_eq!(
        (&ending["how"], &ending["by"], &ending["fault"]["kind"]),
        (&json!("forfeit"), &json!("first"), &json!("overtime"))
    );
    let record: Value = serde_json::from_str(&arena.get(&format!("{}/record.json", host.path)).body).unwrap();
    let used: Vec<u64> =
        record["plies"].as_array().unwrap().iter().map(|ply| ply["wall_ns"].as_u64().unwrap()).collect();
    assert_eq!(used, [0, 0]);
}

#[test]
fn a_clock_against_a_program_runs_at_once_and_increments_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let seat = arena.begin("game=othello&opponent=1&side=first&time=30m%2B5s");
    let frame = until("the first question", || Some(seat.frame()).filter(|frame| !frame["clock"]["running"].is_null()));
    assert_eq!(frame["clock"]["running"], json!(0));
    let record = arena.get(&format!("{}/record.json", seat.path)).body;
    assert!(record.contains("time=1800s") && record.contains("increment=5s"), "{record}");
    assert_eq!(arena.post("/games", FORM, "", "game=othello&opponent=1&time=5m%2Bmuch").status, 400);
}

#[test]
fn a_table_that_nobody_came_to_is_closed_without_a_result() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let host = arena.begin(FRIEND);
    let link = host.page().split_once("\"invitation\":\"").unwrap().1.split('"').next().unwrap().to_owned();
    let played = two_people(&arena, FRIEND);
    let seats = kept(&[host, Seat { arena: &arena, ..played.into_iter().next().unwrap() }]);
    drop(arena);
    let arena = arena_with(folder.path(), |manners| manners.invitation = Duration::ZERO);
    let [host, other] = again(&arena, seats);
    for page in [host.page(), arena.get(&host.path).body] {
        assert!(page.contains("\"closed\":true") && page.contains("\"how\":\"aborted\""), "{page}");
    }
    let refused = host.say(&json!({ "move": "d3" }));
    assert!(refused.is_refusal(), "{}", refused.body);
    assert!(arena.get("/games").body.contains("Closed: nobody came"));
    let french = arena.send(&request("GET", "/games", &["accept-language: fr"], "")).body;
    assert!(french.contains("Fermée : personne n’est venu"));
    assert!(other.page().contains("\"closed\":false"), "both have come to the other table");
    let taken = arena.post(&link, FORM, "", "");
    assert!(
        !taken.headers.get("set-cookie").is_some_and(|cookie| cookie.starts_with("seat-")),
        "there is no seat to take"
    );
    // One that is begun now is closed as soon as anybody looks.
    assert!(arena.begin(FRIEND).page().contains("\"closed\":true"));
}

#[test]
fn whoever_waits_may_close_the_table_and_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let host = arena.begin(FRIEND);
    assert_eq!(host.say(&json!("close")).status, 200);
    assert!(host.frame()["table"]["closed"] == json!(true));
    let [host, friend] = two_people(&arena, FRIEND);
    assert_eq!([host.say(&json!("close")).status, friend.say(&json!("close")).status], [400, 400]);
}

#[test]
fn people_have_names_and_each_reads_them_in_their_own_language() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let begun = arena.send(&request(
        "POST",
        "/games",
        &["accept-language: fr", support::FORM_LINE],
        &format!("{FRIEND}&name=+Ada+%E2%80%AE%3Cb%3E+"),
    ));
    assert_eq!(begun.status, 303);
    let host = Seat { arena: &arena, path: begun.headers["location"].clone(), cookie: begun.cookie() };
    assert!(host.page().contains("Open seat"));
    let friend = arena.follow(&host);
    let frame = friend.frame();
    assert_eq!((&frame["names"][0], &frame["names"][1][0]), (&json!("Ada <b>"), &json!("table-name-guest")));
    let number = frame["names"][1][1]["number"].as_str().unwrap().to_owned();
    let page = friend.page();
    assert!(page.contains("Ada &lt;b&gt;") && !page.contains('\u{202e}') && !page.contains("<b>"), "{page}");
    for path in [host.path.as_str(), "/games", "/game/1/record.json"] {
        let [english, french] = ["en", "fr"]
            .map(|language| arena.send(&request("GET", path, &[&format!("accept-language: {language}")], "")).body);
        assert!(english.contains(&format!("Guest {number}")), "{path}: {english}");
        assert!(french.contains(&format!("Invité {number}")), "{path}: {french}");
        for page in [english, french] {
            assert!(!page.contains("Vous –") && !page.contains("You –") && !page.contains("– You"), "{path}");
        }
    }
    let named = friend.say(&json!({ "name": "Grace" }));
    assert!(named.headers["set-cookie"].starts_with("name=Grace;"), "the browser keeps it");
    assert_eq!(host.frame()["names"], json!(["Ada <b>", "Grace"]));
    friend.say(&json!({ "name": "\u{202e}" }));
    assert_eq!(host.frame()["names"][1][1]["number"].as_str(), Some(number.as_str()), "a guest again");
}

#[test]
fn programs_are_called_by_their_level_in_the_readers_language() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let form = "game=awale&opponent=3&side=first&time=-";
    let begun = arena.send(&request("POST", "/games", &["accept-language: fr", support::FORM_LINE], form));
    assert_eq!(begun.status, 303);
    let read =
        |language: &str| arena.send(&request("GET", "/games", &[&format!("accept-language: {language}")], "")).body;
    assert!(read("en").contains("Level 3") && read("fr").contains("Niveau 3"));
    assert!(read("en").contains("<time datetime=\"20"), "the list has dates");
}

#[test]
fn a_draw_is_offered_and_agreed_on_across_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let seats = two_people(&arena, FRIEND);
    let [host, friend] = &seats;
    assert_eq!(host.say(&json!("draw")).status, 200);
    assert_eq!(friend.frame()["table"]["draw"], json!(0));
    assert_eq!(friend.say(&json!("decline")).status, 200);
    assert_eq!(host.say(&json!("draw")).status, 400, "once at each move");
    host.say(&json!({ "move": "d3" }));
    host.moves(1);
    assert_eq!(host.say(&json!("draw")).status, 200);
    let seats = kept(&seats);
    drop(arena);
    let arena = Arena::on(folder.path());
    let [host, friend] = again(&arena, seats);
    assert_eq!(friend.frame()["table"]["draw"], json!(0), "it is still there");
    assert_eq!(friend.say(&json!("draw")).status, 200);
    let ending = host.ending();
    assert_eq!((&ending["outcome"], &ending["reason"]), (&json!("draw"), &json!("consent")));
    assert!(arena.get("/games").body.contains("Draw (draw agreed)"));
}

#[test]
fn a_move_is_taken_back_when_the_other_agrees_and_both_keep_their_seats() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let seats = two_people(&arena, FRIEND);
    let [host, _] = &seats;
    assert_eq!(host.say(&json!("undo")).status, 400, "there is nothing to take back");
    host.say(&json!({ "move": "d3" }));
    host.moves(1);
    assert_eq!(host.say(&json!("undo")).body, "null", "the other is asked");
    assert_eq!(host.moves(1), ["d3"]);
    let seats = kept(&seats);
    drop(arena);
    let arena = Arena::on(folder.path());
    let [host, friend] = again(&arena, seats);
    assert_eq!(friend.frame()["table"]["takeback"], json!(0));
    let agreed = friend.say(&json!("undo"));
    let next = serde_json::from_str::<Value>(&agreed.body).unwrap()["game"].clone();
    let friend = Seat { arena: &arena, path: format!("/game/{next}"), cookie: agreed.cookie() };
    let led = arena.get_as(&host.path, &host.cookie);
    assert_eq!(led.headers["location"], friend.path);
    // A page that was not there at that moment hears of it when it comes back.
    let heard = arena.get_as(&format!("{}/events", host.path), &host.cookie).body;
    assert!(heard.contains(&format!("{{\"moved\":{next}}}")), "{heard}");
    let host = Seat { arena: &arena, path: friend.path.clone(), cookie: led.cookie() };
    assert!(host.moves(0).is_empty());
    assert_eq!(host.frame()["table"]["come"], json!([true, true]), "both are still there");
    host.say(&json!({ "move": "c4" }));
    assert_eq!(host.moves(1), ["c4"]);
    assert_eq!(friend.say(&json!({ "move": "c3" })).status, 200);
    host.moves(2);
}

#[test]
fn a_rematch_is_a_question_that_outlives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let seats = two_people(&arena, FRIEND);
    let [host, friend] = &seats;
    friend.say(&json!("resign"));
    host.ending();
    assert_eq!(host.say(&json!("rematch")).body, "null");
    assert_eq!(arena.get("/game/2").status, 404, "nothing begins before it is agreed on");
    let seats = kept(&seats);
    drop(arena);
    let arena = Arena::on(folder.path());
    let [_, friend] = again(&arena, seats);
    assert_eq!(friend.frame()["table"]["again"], json!(0));
    let agreed = friend.say(&json!("rematch"));
    assert_eq!(agreed.body, "{\"game\":2}");
    let names = Seat { arena: &arena, path: "/game/2".to_owned(), cookie: agreed.cookie() }.frame();
    assert_eq!(names["clock"]["running"], json!(null));
    assert_eq!(names["table"]["come"], json!([true, true]));
}

#[test]
fn whoever_has_left_is_claimed_from_only_at_their_own_turn() {
    let folder = tempfile::tempdir().unwrap();
    let arena = arena_with(folder.path(), |manners| manners.absence = Duration::ZERO);
    let [host, friend] = two_people(&arena, FRIEND);
    assert_eq!(host.say(&json!({ "claim": "win" })).status, 400, "it is the host's own turn");
    host.say(&json!({ "move": "d3" }));
    host.moves(1);
    friend.say(&json!({ "move": "c3" }));
    host.moves(2);
    assert_eq!(host.say(&json!({ "claim": "win" })).status, 400, "it is the host's own turn again");
    assert_eq!(friend.say(&json!({ "claim": "win" })).status, 200);
    let ending = host.ending();
    assert_eq!((&ending["outcome"], &ending["reason"]), (&json!("second"), &json!("departure")));
    assert!(arena.get("/games").body.contains("wins (a player left)"));
    // A game that has not really begun has no result.
    let [host, _friend] = two_people(&arena, FRIEND);
    host.say(&json!({ "move": "d3" }));
    host.moves(1);
    assert_eq!(host.say(&json!({ "claim": "win" })).status, 200);
    assert_eq!(host.frame()["table"]["closed"], json!(true));
}

#[test]
fn nobody_is_claimed_from_who_has_a_page_open_or_has_not_been_away_for_long() {
    let folder = tempfile::tempdir().unwrap();
    let arena = arena_with(folder.path(), |manners| manners.absence = Duration::from_secs(3600));
    let [host, friend] = two_people(&arena, FRIEND);
    host.say(&json!({ "move": "d3" }));
    host.moves(1);
    assert_eq!(host.say(&json!({ "claim": "win" })).status, 400, "not for long");
    assert!(host.frame()["table"]["away"][1].is_u64());
    let events = format!("GET {}/events HTTP/1.1\r\nhost: localhost\r\ncookie: {}\r\n\r\n", friend.path, friend.cookie);
    let open = arena.ask(events.as_bytes());
    until("the page", || host.frame()["table"]["away"][1].is_null().then_some(()));
    drop(open);
    until("that it is closed", || host.frame()["table"]["away"][1].is_u64().then_some(()));
}

#[test]
fn people_say_phrases_of_a_list_and_not_too_many() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let [host, friend] = two_people(&arena, FRIEND);
    assert_eq!(host.say(&json!({ "phrase": "hello" })).status, 200);
    assert_eq!(friend.frame()["table"]["said"], json!([[0, "hello"]]));
    assert_eq!(host.say(&json!({ "phrase": "you are bad" })).status, 400);
    let refused = (0..20).map(|_| host.say(&json!({ "phrase": "luck" })).status).find(|status| *status != 200);
    assert_eq!(refused, Some(429));
    let alone = arena.begin("game=othello&opponent=1&side=first&time=-");
    assert_eq!(alone.say(&json!({ "phrase": "hello" })).status, 400, "a program does not listen");
    assert_eq!(alone.say(&json!("draw")).status, 400, "nor does it agree");
}

#[test]
fn nobody_without_the_seat_is_heard() {
    let folder = tempfile::tempdir().unwrap();
    let arena = arena_with(folder.path(), |manners| manners.absence = Duration::ZERO);
    let [host, friend] = two_people(&arena, FRIEND);
    host.say(&json!({ "move": "d3" }));
    host.moves(1);
    host.say(&json!("draw"));
    let other = arena.begin(FRIEND);
    let strangers = ["", "seat-1=0123456789abcdef", "name=Ada", &other.cookie];
    let before = friend.frame()["table"].clone();
    for cookie in strangers {
        let stranger = Seat { arena: &arena, path: host.path.clone(), cookie: cookie.to_owned() };
        for saying in [
            json!({ "move": "c3" }),
            json!("resign"),
            json!("undo"),
            json!("rematch"),
            json!("draw"),
            json!("decline"),
            json!({ "claim": "win" }),
            json!({ "phrase": "hello" }),
            json!({ "name": "Eve" }),
            json!("close"),
        ] {
            assert_eq!(stranger.say(&saying).status, 403, "{cookie}: {saying}");
        }
    }
    let after = friend.frame()["table"].clone();
    assert_eq!((&after["draw"], &after["said"]), (&before["draw"], &before["said"]));
    assert_eq!(host.moves(1), ["d3"]);
}

#[test]
fn addresses_of_nothing_are_told_in_words_to_people_and_as_json_to_programs() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    for path in ["/game/abc", "/game/-1", "/game/99999999999999999999999", "/game/999", "/embed/999", "/embed/abc"] {
        let told = arena.get(path);
        assert!(told.headers["content-type"].starts_with("text/html") && told.status == 404, "{path}: {}", told.status);
        assert!(!told.body.contains("u64") && !told.body.contains("parse"), "{path}: {}", told.body);
        let french = arena.send(&request("GET", path, &["accept-language: fr"], "")).body;
        assert!(french.contains("Il n’y a"), "{path}: {french}");
    }
    for path in ["/game/999/record.json", "/game/999/events", "/game/999/replay.json"] {
        let told = arena.get(path);
        assert!(told.headers["content-type"].starts_with("application/json") && told.status == 404, "{path}");
    }
}

#[test]
fn whoever_comes_from_the_editor_and_chooses_another_game_gets_its_usual_board() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let page = arena.get("/?game=flood&setup=graph%3Dtorus&position=abc").body;
    assert!(page.contains("name=\"position-flood\"") && page.contains("name=\"setup-flood\""), "{page}");
    let form = "game=othello&setup-flood=graph%3Dtorus&position-flood=abc&opponent=1&side=first&time=-";
    let seat = arena.begin(form);
    assert_eq!(seat.frame()["ply"], json!(0));
}
