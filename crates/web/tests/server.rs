//! The server from outside, over plain HTTP: games go on after a restart, seats belong to those who took them, and nothing
//! that is sent brings it down.

use crate::support::{Arena, FORM, Seat, options};
use joute_testkit::wait::until;
use joute_web::{Options, Server};
use serde_json::{Value, json};

const OTHELLO: &str = "game=othello&opponent=1&side=first&time=-";

#[test]
fn games_go_on_after_a_restart_and_seats_stay_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let othello = arena.begin(OTHELLO);
    othello.say(&json!({ "move": "d3" }));
    let known = othello.moves(2);
    let awale = arena.begin("game=awale&opponent=1&side=second&time=5m");
    let opening = awale.moves(1);
    let kept = [&othello, &awale].map(|seat| (seat.path.clone(), seat.cookie.clone()));
    drop(arena);
    let arena = Arena::on(folder.path());
    let [othello, awale] = kept.map(|(path, cookie)| Seat { arena: &arena, path, cookie });
    assert_eq!((othello.moves(2), awale.moves(1)), (known.clone(), opening));
    // Whatever White has played, one of these is an answer to it.
    let mut answers = ["e6", "f5"].into_iter().cycle();
    until("a third move", || {
        answers.next().map(|answer| othello.say(&json!({ "move": answer })));
        (othello.moves(2).len() > 2).then_some(())
    });
    assert_eq!(othello.moves(4)[..2], known);
}

#[test]
fn taking_back_makes_a_new_game_and_keeps_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let seat = arena.begin(OTHELLO);
    assert_eq!(seat.say(&json!("undo")).status, 400, "there is nothing to take back yet");
    seat.say(&json!({ "move": "d3" }));
    seat.moves(2);
    let undone = seat.say(&json!("undo"));
    let number: Value = serde_json::from_str(&undone.body).unwrap();
    let next = Seat { arena: &arena, path: format!("/game/{}", number["game"]), cookie: undone.cookie() };
    assert!(next.moves(0).is_empty());
    assert_eq!(seat.moves(2).len(), 2, "what was played stays");
    next.say(&json!({ "move": "c4" }));
    assert_eq!(next.moves(2)[0], "c4");
    let (old, path, cookie) = (seat.path.clone(), next.path.clone(), next.cookie.clone());
    drop(arena);
    let arena = Arena::on(folder.path());
    assert_eq!(arena.get(&old).headers["location"], path, "the old number leads to the game that goes on");
    assert_eq!(Seat { arena: &arena, path, cookie }.moves(2)[0], "c4");
}

#[test]
fn a_move_said_twice_counts_once_and_giving_up_waits_for_no_turn() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let seat = arena.begin("game=othello&opponent=friend&side=first&time=-");
    // The second would be legal at a later turn, and must not wait for it.
    seat.say(&json!({ "move": "d3" }));
    seat.say(&json!({ "move": "c4" }));
    assert_eq!(seat.moves(1), ["d3"]);
    seat.say(&json!("resign"));
    let ending = until("the ending", || {
        let record: Value = serde_json::from_str(&arena.get(&format!("{}/record.json", seat.path)).body).unwrap();
        Some(record["ending"].clone()).filter(|ending| !ending.is_null())
    });
    assert_eq!((&ending["outcome"], &ending["reason"]), (&json!("second"), &json!("resignation")));
    let again = seat.say(&json!("rematch"));
    assert_eq!(again.status, 200, "{}", again.body);
    assert_eq!(seat.say(&json!("rematch")).body, again.body, "two who ask get one game");
}

#[test]
fn only_those_who_sit_may_speak() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let seat = arena.begin("game=othello&opponent=friend&side=first&time=-");
    let other = arena.begin(OTHELLO);
    let stolen = other.cookie.replace("seat-2", "seat-1");
    let stranger = Seat { arena: &arena, path: seat.path.clone(), cookie: stolen };
    for saying in [json!({ "move": "d3" }), json!("resign"), json!("undo")] {
        assert_eq!(stranger.say(&saying).status, 403, "{saying}");
    }
    assert_eq!(arena.get(&format!("{}/seat/0123456789abcdef", seat.path)).status, 404);
    assert_eq!(arena.get(&format!("{}/advice", seat.path)).status, 403, "no advice between people");
    assert_eq!(seat.say(&json!("rematch")).status, 400, "it is not over");
    assert!(seat.moves(0).is_empty());
}

#[test]
fn whatever_is_sent_the_server_answers_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let seat = arena.begin(OTHELLO);
    let say = |body: &str| arena.post(&format!("{}/say", seat.path), "application/json", &seat.cookie, body);
    for body in ["", "{", "[]", "null", "\"dance\"", "{\"move\":7}", "{\"move\":\"d3\",\"move\":\"d3\"}"] {
        assert!(say(body).is_refusal(), "{body}");
    }
    assert_eq!(say(&json!({ "move": "x".repeat(100_000) }).to_string()).status, 400);
    assert_eq!(say(&json!({ "move": "é\u{0}\u{202e}" }).to_string()).status, 200, "the rules refuse it, on the stream");
    let numbers = ["0", "999", "-1", "18446744073709551615", "9999999999999999999999", "x"];
    for number in numbers {
        for path in [format!("/game/{number}"), format!("/game/{number}/events"), format!("/embed/{number}")] {
            assert!(arena.get(&path).is_refusal(), "{path}");
        }
    }
    for path in ["/static/../Cargo.toml", "/static/%2e%2e%2fsecret", "/language/xx", "/learn/chess", "/board.json"] {
        assert!(arena.get(path).is_refusal(), "{path}");
    }
    for board in ["game=chess", "game=othello&position=x", "game=flood&setup=width=999999999", "game=othello&moves=a1"]
    {
        assert!(arena.get(&format!("/board.json?{board}")).is_refusal(), "{board}");
    }
    for look in [
        "",
        "game=chess&strategy=greedy",
        "game=othello&strategy=god",
        "game=awale&strategy=greedy&moves=x",
        "game=flood&strategy=greedy&setup=width=300",
    ] {
        assert!(arena.get(&format!("/learn/insight.json?{look}")).is_refusal(), "{look}");
    }
    for lesson in ["", "game=othello&lesson=x", "game=chess&lesson=turn", "game=awale&lesson=chain&move=Z"] {
        assert!(arena.get(&format!("/learn/try.json?{lesson}")).is_refusal(), "{lesson}");
    }
    for wish in [
        "game=chess",
        "game=othello&opponent=god",
        "game=othello&opponent=3&time=soon",
        "game=othello&opponent=3&position=x",
    ] {
        assert_eq!(arena.post("/games", FORM, "", wish).status, 400, "{wish}");
    }
    for back in
        ["//evil.example", "/%5Cevil.example", "/%09/evil.example", "/a%0d%0aset-cookie:%20b=c", "https://evil.example"]
    {
        let answer = arena.get(&format!("/language/fr?back={back}"));
        assert_eq!((answer.status, answer.headers["location"].as_str()), (303, "/"), "{back}");
    }
    assert_eq!(arena.get("/language/fr?back=/game/1%3Freplay").headers["location"], "/game/1?replay");
    assert_eq!(arena.send(b"\x00\xff garbage\r\n\r\n").status, 400);
    seat.say(&json!({ "move": "d3" }));
    seat.moves(2);
}

#[test]
fn every_answer_carries_the_policy() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    for path in ["/", "/nowhere", "/static/board.js", "/board.json?game=othello"] {
        let policy = &arena.get(path).headers["content-security-policy"];
        assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{path}");
    }
}

#[test]
fn a_folder_serves_one_server_and_a_foreign_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let refusal = |options| Server::open(options).map(|_| ()).unwrap_err().to_string();
    let busy = refusal(options(folder.path()));
    assert!(busy.contains("in use by process"), "{busy}");
    let taken = refusal(Options { address: arena.address, ..options(&folder.path().join("other")) });
    assert!(taken.contains("cannot listen"), "{taken}");
    let foreign = tempfile::tempdir().unwrap();
    std::fs::write(foreign.path().join("games.sqlite"), "somebody's shopping list, not a database at all").unwrap();
    let refused = refusal(options(foreign.path()));
    assert!(refused.contains("not a store of games"), "{refused}");
}

#[test]
fn a_server_of_its_own_has_figures_and_no_workers() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    assert_eq!(arena.get("/workers").status, 404);
    let figures = arena.get("/metrics");
    assert_eq!(figures.status, 200);
    assert!(figures.body.contains("\njoute_games_playing 0\n"), "{}", figures.body);
}
