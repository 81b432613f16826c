//! Seats over HTTP: an invitation is used once and binds the seat to one browser, a seat moves by a link that its holder alone sees,
//! and nothing that one seat is sent holds the secret of the other.

use std::io::{BufRead, BufReader};

use crate::support;
use crate::support::{Answer, Arena, Seat, browser, request};
use joute_testkit::wait::until;
use serde_json::{Value, json};

const FRIEND: &str = "game=othello&opponent=friend&side=first&time=-";

fn token(cookie: &str) -> String {
    cookie.split(['=', ';']).nth(1).unwrap().to_owned()
}

fn page(seat: &Seat<'_>) -> String {
    seat.arena.get_as(&seat.path, &seat.cookie).body
}

/// What the page says is the link for a friend.
fn invitation(page: &str) -> Option<String> {
    page.split_once("\"invitation\":\"")?.1.split('"').next().map(str::to_owned)
}

/// Follows a link to a seat, as a browser without the cookie of one.
fn follow<'a>(arena: &'a Arena, link: &str) -> Result<Seat<'a>, Answer> {
    let shown = arena.get(link);
    if shown.status != 200 {
        return Err(shown);
    }
    assert!(shown.body.contains("<form method=\"post\"") && !shown.headers.contains_key("seat"), "{}", shown.body);
    let taken = arena.post(link, support::FORM, "", "");
    assert_eq!(taken.status, 303);
    let path = taken.headers["location"].clone();
    let cookie = taken.headers.get("set-cookie").filter(|cookie| cookie.starts_with("seat-"));
    match cookie {
        Some(cookie) => {
            assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
            Ok(Seat { arena, path, cookie: taken.cookie() })
        }
        None => Err(taken),
    }
}

/// The first event of a stream.
fn first_event(seat: &Seat<'_>) -> String {
    let asked = format!("GET {}/events HTTP/1.1\r\nhost: localhost\r\ncookie: {}\r\n\r\n", seat.path, seat.cookie);
    let lines = BufReader::new(seat.arena.ask(asked.as_bytes())).lines().map_while(Result::ok);
    let mut seen = String::new();
    for line in lines {
        seen += &line;
        if line.starts_with("data: ") {
            break;
        }
    }
    seen
}

#[test]
fn nothing_that_one_seat_is_sent_holds_the_secret_of_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let host = arena.begin(FRIEND);
    let link = invitation(&page(&host)).unwrap();
    let friend = follow(&arena, &link).ok().unwrap();
    let key = link.rsplit('/').next().unwrap();
    assert_ne!(token(&friend.cookie), token(&host.cookie));
    assert_ne!(token(&friend.cookie), key, "a link is no token");
    let watcher = Seat { arena: &arena, path: host.path.clone(), cookie: String::new() };
    let moved = |seat: &Seat<'_>| arena.post(&format!("{}/device", seat.path), support::FORM, &seat.cookie, "").body;
    let devices = [moved(&host), moved(&friend), moved(&watcher)];
    let own_link =
        |at: usize| serde_json::from_str::<Value>(&devices[at]).unwrap()["link"].as_str().unwrap().to_owned();
    let secrets = [
        [token(&host.cookie), own_link(0)],
        [token(&friend.cookie), own_link(1)],
        [key.to_owned(), "no link".to_owned()],
    ];
    host.say(&json!({ "move": "d3" }));
    host.moves(1);
    for (own, seat) in [&host, &friend, &watcher].into_iter().enumerate() {
        let paths = ["", "?replay", "?taken", "/record.json", "/replay.json", "/advice", "/review.json"];
        let mut seen: Vec<String> =
            paths.iter().map(|path| arena.get_as(&format!("{}{path}", seat.path), &seat.cookie).body).collect();
        seen.extend(["/games", "/watch"].map(|path| arena.get_as(path, &seat.cookie).body));
        seen.push(first_event(seat));
        seen.push(seat.say(&json!({ "move": "a1" })).body);
        seen.push(devices[own].clone());
        for text in seen {
            for secret in secrets.iter().enumerate().filter(|(of, _)| *of != own || own == 2).flat_map(|(_, held)| held)
            {
                assert!(!text.contains(secret.as_str()), "{own} was sent {secret}: {text}");
            }
        }
    }
    assert!(devices[2].contains("error"), "those who watch have nothing to move");
}

/// What a stream tells from now on until a game is given up.
fn stream_to_the_end(seat: &Seat<'_>) -> BufReader<std::net::TcpStream> {
    let asked = format!("GET {}/events HTTP/1.1\r\nhost: localhost\r\ncookie: {}\r\n\r\n", seat.path, seat.cookie);
    let mut stream = BufReader::new(seat.arena.ask(asked.as_bytes()));
    let mut line = String::new();
    while !line.contains("data: ") {
        line.clear();
        assert!(stream.read_line(&mut line).unwrap() > 0, "the first frame");
    }
    stream
}

#[test]
fn no_event_of_a_whole_game_tells_one_seat_the_secret_of_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let host = arena.begin(FRIEND);
    let link = invitation(&page(&host)).unwrap();
    let early = stream_to_the_end(&host);
    let friend = follow(&arena, &link).ok().unwrap();
    let watcher = Seat { arena: &arena, path: host.path.clone(), cookie: String::new() };
    let streams = [early, stream_to_the_end(&friend), stream_to_the_end(&watcher)];
    let device = |seat: &Seat<'_>| arena.post(&format!("{}/device", seat.path), support::FORM, &seat.cookie, "").body;
    let links = [device(&host), device(&friend)].map(|told| {
        let link = serde_json::from_str::<Value>(&told).unwrap()["link"].as_str().unwrap().to_owned();
        link.rsplit('/').next().unwrap().to_owned()
    });
    let mut said = Vec::new();
    for (seat, saying) in [
        (&host, json!({ "name": "Ada" })),
        (&friend, json!({ "name": "Grace" })),
        (&host, json!({ "phrase": "hello" })),
        (&host, json!("draw")),
        (&friend, json!("decline")),
        (&friend, json!({ "claim": "win" })),
        (&host, json!({ "move": "d3" })),
        (&host, json!("undo")),
        (&friend, json!("resign")),
    ] {
        said.push(seat.say(&saying).body);
    }
    let told = streams.map(|stream| {
        let mut told = String::new();
        for line in stream.lines().map_while(Result::ok) {
            told += &line;
            if line.contains("\"resignation\"") {
                break;
            }
        }
        assert!(told.contains("\"resignation\""), "{told}");
        told
    });
    let secrets = [token(&host.cookie), token(&friend.cookie), links[0].clone(), links[1].clone()];
    let pages = [page(&host), page(&friend), page(&watcher)];
    for text in told.iter().chain(&said).chain(&pages) {
        for secret in secrets.iter().chain([&link.rsplit('/').next().unwrap().to_owned()]) {
            assert!(!text.contains(secret.as_str()), "{secret} is in {text}");
        }
    }
}

#[test]
fn an_invitation_is_used_once_and_the_second_to_come_looks_on() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let host = arena.begin(FRIEND);
    let link = invitation(&page(&host)).unwrap();
    // Programs that show what is behind a link take nothing.
    for _ in 0..3 {
        assert!(!arena.get(&link).headers.get("set-cookie").is_some_and(|cookie| cookie.starts_with("seat-")));
    }
    let shown = arena.get_as(&link, &host.cookie);
    assert_eq!((shown.status, &shown.headers["location"]), (303, &host.path), "the host stays the host");
    let friend = follow(&arena, &link).ok().unwrap();
    assert_eq!(invitation(&page(&host)), None, "there is nobody left to invite");
    let refused = follow(&arena, &link).err().unwrap();
    assert_eq!((refused.status, refused.headers["location"].as_str()), (303, "/game/1?taken"));
    let posted = arena.post(&link, support::FORM, "", "");
    assert_eq!(posted.headers["location"], "/game/1?taken");
    assert!(!posted.headers.get("set-cookie").is_some_and(|cookie| cookie.starts_with("seat-")));
    let english = arena.get("/game/1?taken").body;
    assert!(english.contains("This seat is taken") && english.contains("\"seat\":null"));
    let french = arena.send(&request("GET", "/game/1?taken", &["accept-language: fr"], "")).body;
    assert!(french.contains("Cette place est prise"));
    assert!(!page(&friend).contains("This seat is taken"));
    // An invitation is no cookie either.
    let stranger = format!("seat-1={}", link.rsplit('/').next().unwrap());
    let stranger = Seat { arena: &arena, path: host.path.clone(), cookie: stranger };
    assert_eq!(stranger.say(&json!("resign")).status, 403);
    host.say(&json!({ "move": "d3" }));
    host.moves(1);
    assert_eq!(friend.say(&json!({ "move": "c3" })).status, 200);
    host.moves(2);
}

#[test]
fn of_many_who_follow_an_invitation_at_once_one_sits_down() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let link = invitation(&page(&arena.begin(FRIEND))).unwrap();
    let seated = std::thread::scope(|scope| {
        let guests: Vec<_> = (0..8).map(|_| scope.spawn(|| arena.post(&link, support::FORM, "", ""))).collect();
        let answers = guests.into_iter().map(|guest| guest.join().unwrap());
        answers
            .filter(|answer| answer.headers.get("set-cookie").is_some_and(|cookie| cookie.starts_with("seat-")))
            .count()
    });
    assert_eq!(seated, 1);
}

#[test]
fn a_seat_moves_to_another_device_once_and_outlives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let desk = arena.begin("game=othello&opponent=1&side=first&time=-");
    let asked = arena.post(&format!("{}/device", desk.path), support::FORM, &desk.cookie, "");
    let link = serde_json::from_str::<Value>(&asked.body).unwrap()["link"].as_str().unwrap().to_owned();
    let shown = arena.get_as(&link, &desk.cookie);
    assert_eq!((shown.status, &shown.headers["location"]), (303, &desk.path), "whoever opens their own link stays");
    let phone = follow(&arena, &link).ok().unwrap();
    assert_eq!(desk.say(&json!({ "move": "d3" })).status, 403, "the seat has moved");
    assert!(page(&desk).contains("\"seat\":null"));
    assert_eq!(follow(&arena, &link).err().unwrap().status, 404, "the link worked once");
    let (path, cookie) = (phone.path.clone(), phone.cookie.clone());
    drop(arena);
    let arena = Arena::on(folder.path());
    let phone = Seat { arena: &arena, path, cookie };
    assert_eq!(phone.say(&json!({ "move": "d3" })).status, 200);
    phone.moves(2);
    let undone = phone.say(&json!("undo"));
    let again = phone.say(&json!("undo"));
    assert_eq!((undone.status, &undone.body), (200, &again.body));
    assert_eq!(undone.cookie(), again.cookie(), "whoever asks twice holds one seat");
    // The page hears of the new number before the answer to what it said: the old address brings the same seat.
    let led = arena.get_as(&phone.path, &phone.cookie);
    assert_eq!((led.status, led.cookie()), (303, undone.cookie()));
    let stranger = arena.get(&phone.path);
    assert_eq!((stranger.status, stranger.headers.get("set-cookie")), (303, None), "which is nobody else's");
}

#[test]
fn both_keep_their_seats_in_a_rematch_and_nobody_gets_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let host = arena.begin(FRIEND);
    let friend = follow(&arena, &invitation(&page(&host)).unwrap()).ok().unwrap();
    host.say(&json!("resign"));
    until("the end", || host.arena.get("/game/1/record.json").body.contains("resignation").then_some(()));
    assert_eq!(host.say(&json!("rematch")).body, "null", "the other is asked first");
    let [other, own] = [&friend, &host].map(|seat| seat.say(&json!("rematch")));
    assert_eq!((own.status, &own.body), (200, &other.body));
    assert_ne!(own.cookie(), other.cookie());
    let next: Value = serde_json::from_str(&own.body).unwrap();
    let path = format!("/game/{}", next["game"]);
    let [host, friend] = [own, other].map(|answer| Seat { arena: &arena, path: path.clone(), cookie: answer.cookie() });
    assert!(page(&host).contains("\"seat\":1") && page(&friend).contains("\"seat\":0"), "seats are swapped");
    assert_eq!(friend.say(&json!({ "move": "d3" })).status, 200);
    host.moves(1);
}

#[test]
fn links_and_cookies_of_an_earlier_program_open_their_games_once() {
    let folder = tempfile::tempdir().unwrap();
    let left = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/data/server_2.sqlite");
    std::fs::copy(left, folder.path().join("games.sqlite")).unwrap();
    let secret = [7_u8; 32];
    std::fs::write(folder.path().join("secret"), secret).unwrap();
    let key = earlier_key(&secret, 2, 0);
    let arena = Arena::on(folder.path());
    let old = Seat { arena: &arena, path: "/game/2".to_owned(), cookie: format!("seat-2={key}") };
    let seen = arena.get_as(&old.path, &old.cookie);
    assert!(seen.body.contains("\"seat\":0"), "{}", seen.body);
    let now = Seat { arena: &arena, path: old.path.clone(), cookie: seen.cookie() };
    assert!(now.cookie.starts_with("seat-2=") && now.cookie != old.cookie, "the cookie is a new one");
    assert_eq!((now.say(&json!("undo")).status, old.say(&json!("undo")).status), (200, 403));
    // A link of the earlier program, to a seat that nobody has taken since.
    let link = format!("/game/1/seat/{}", earlier_key(&secret, 1, 0));
    assert!(follow(&arena, &link).is_ok());
    assert!(follow(&arena, &link).is_err());
}

/// How earlier programs made the key of a seat.
fn earlier_key(secret: &[u8; 32], game: u64, side: u8) -> String {
    use sha2::{Digest, Sha256};
    let mut hash = Sha256::new();
    hash.update(secret);
    hash.update(game.to_le_bytes());
    hash.update([side]);
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_browser_is_known_again_and_a_program_need_not_be() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let cookie = arena.get("/").headers["set-cookie"].clone();
    assert!(
        cookie.starts_with("visitor=") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"),
        "{cookie}"
    );
    let again = arena.send(&request("GET", "/", &[&browser(7)], ""));
    assert!(!again.headers.contains_key("set-cookie"));
    assert!(!arena.get("/board.json?game=othello").headers.contains_key("set-cookie"));
}
