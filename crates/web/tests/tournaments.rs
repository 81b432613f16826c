//! Tournaments over plain HTTP: they are shown as they are played, go on after a restart, and nothing that is asked of
//! their pages brings the server down.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::support;
use crate::support::players::Words;
use crate::support::{Arena, FORM, options};
use joute_arena::{EventPlan, Participant, Sharing, Sink, announce_event, run_event};
use joute_catalog::find_game;
use joute_games::NoFiles;
use joute_players::Workshop;
use joute_sandbox::Launcher;
use joute_store::{Access, StoreLocation};
use joute_testkit::wait::until;
use joute_web::{Options, Run, Server, ShownTournament};
use serde_json::Value;

fn workshop() -> Workshop {
    Workshop::new(Launcher::new("/nowhere"), "/").with_kind(&Words)
}

/// Plays a round robin of small games between these players, whatever of it is left to play.
fn play(folder: &Path, players: &[&str], stop: &AtomicBool, sink: Option<&dyn Sink>) {
    let source = find_game("othello").unwrap().setup("size=6", &NoFiles).unwrap();
    let participant = |(number, locator): (usize, &&str)| Participant {
        name: format!("{locator} {number}"),
        entrant: workshop().entrant(locator).unwrap(),
    };
    let plan = EventPlan {
        name: "Été <cup>".to_owned(),
        format: "round-robin",
        options: Default::default(),
        game: "othello".to_owned(),
        source: &source,
        rules: "time=60s".parse().unwrap(),
        scoring: Default::default(),
        seed: 5,
        games: 2,
        // One for each game, so that those who wait hold up nobody else.
        jobs: 6,
        participants: players.iter().enumerate().map(participant).map(Arc::new).collect(),
        refused: Vec::new(),
        live_after: None,
    };
    let store = StoreLocation::in_folder(folder).open(Access::Create).unwrap();
    let event = announce_event(&plan, &*store, Sharing::Sole).unwrap();
    if let Some(sink) = sink {
        run_event(&plan, &store, event, stop, sink).unwrap();
    }
}

const QUICK: [&str; 3] = ["greedy", "random", "mobility"];
const SLOW: [&str; 3] = ["alphabeta:time=30ms", "alphabeta:time=30ms", "random"];
const HOME: &str = "/tournament/%C3%A9t%C3%A9-cup";

/// A server that shows tournaments.
fn showing(folder: &Path, shown: Vec<ShownTournament>, stop: Arc<AtomicBool>) -> Arena {
    let options = Options { tournaments: shown, ..options(&folder.join("data")) };
    Arena::of(Server::open(options).unwrap(), stop)
}

/// A server that plays a tournament.
fn playing(folder: &Path, players: &[&str]) -> Arena {
    let stop = Arc::new(AtomicBool::new(false));
    let (event, flag) = (folder.join("event"), Arc::clone(&stop));
    std::fs::create_dir_all(&event).unwrap();
    play(&event, players, &stop, None);
    let (results, players) = (event.clone(), players.iter().map(|&player| player.to_owned()).collect::<Vec<_>>());
    let run: Run = Box::new(move |sink| {
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        play(&results, &players, &flag, Some(sink));
        Ok(())
    });
    showing(
        folder,
        vec![ShownTournament { folder: event, store: None, event: None, run: Some(run), file: None, halt: None }],
        stop,
    )
}

/// A stream of events.
fn listen(arena: &Arena, path: &str) -> TcpStream {
    arena.ask(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").as_bytes())
}

fn results(arena: &Arena) -> Value {
    serde_json::from_str(&arena.get(&format!("{HOME}/files/results.json")).body).unwrap()
}

/// The results when so many games are there.
fn after(arena: &Arena, games: usize) -> Value {
    until("as many games", || Some(results(arena)).filter(|results| numbers(results).len() >= games))
}

fn numbers(results: &Value) -> Vec<u64> {
    let matches = results["matches"].as_array().unwrap().iter();
    matches.flat_map(|played| played["games"].as_array().unwrap()).map(|id| id.as_u64().unwrap()).collect()
}

#[test]
fn a_tournament_is_shown_with_its_games_and_files() {
    let folder = tempfile::tempdir().unwrap();
    let arena = playing(folder.path(), &QUICK);
    let results = after(&arena, 6);
    assert_eq!(results["complete"], true);
    let french = format!("GET {HOME} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept-language: fr\r\n\r\n");
    let page = arena.get(HOME);
    let policy = &page.headers["content-security-policy"];
    assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{policy}");
    assert!(page.body.contains("<h1>Été &lt;cup&gt;</h1>"), "names are escaped");
    assert!(arena.send(french.as_bytes()).body.contains("Parties finies"));
    assert!(arena.get("/tournaments").body.contains(HOME));
    assert!(arena.get("/watch").body.contains("data-part=\"running\""));
    for id in numbers(&results) {
        assert!(arena.get(&format!("{HOME}/game/{id}")).body.contains("joute-replay"));
        let record: Value = serde_json::from_str(&arena.get(&format!("{HOME}/game/{id}/record.json")).body).unwrap();
        assert_eq!(record["labels"]["event"], "Été <cup>");
        assert!(arena.get(&format!("{HOME}/game/{id}/replay.json")).status == 200);
    }
    let report = arena.get(&format!("{HOME}/files/report.html"));
    let policy = &report.headers["content-security-policy"];
    assert!(
        policy.contains("script-src 'sha256-") && !policy.contains("'self'") && !policy.contains("unsafe"),
        "{policy}"
    );
    assert!(report.body.contains("data-sortable"));
    let table = arena.get(&format!("{HOME}/files/standings.csv"));
    assert!(table.headers["content-type"].contains("text/csv") && table.body.lines().count() == 4, "{}", table.body);
}

#[test]
fn a_game_of_a_tournament_gets_its_review() {
    let folder = tempfile::tempdir().unwrap();
    let arena = playing(folder.path(), &QUICK);
    let game = format!("{HOME}/game/{}", numbers(&after(&arena, 6))[0]);
    assert!(arena.get(&game).body.contains(&format!("data-review=\"{game}/review\"")));
    assert!(arena.get(&format!("{game}/review.json")).status == 404);
    assert!(arena.post(&format!("{game}/review"), FORM, "", "").status == 202);
    until("the review", || (arena.get(&format!("{game}/review.json")).status == 200).then_some(()));
    let replay: Value = serde_json::from_str(&arena.get(&format!("{game}/replay.json")).body).unwrap();
    assert_eq!(replay["replays"][0]["review"]["complete"], true);
    assert!(!arena.get(&game).body.contains("data-review"), "nothing more to ask for");
}

#[test]
fn whatever_is_asked_of_a_tournament_there_is_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let arena = playing(folder.path(), &QUICK);
    after(&arena, 6);
    let tails = [
        "/game/0",
        "/game/7",
        "/game/18446744073709551615",
        "/game/-1",
        "/game/x",
        "/game/7/replay.json",
        "/game/9/record.json",
        "/files/games.sqlite",
        "/files/..%2fgames.sqlite",
        "/files/",
        "/nowhere",
    ];
    let there = tails.iter().map(|tail| format!("{HOME}{tail}"));
    let nowhere = ["/tournament/other", "/tournament/..%2f", "/tournament/other/events", "/tournament/%ff"];
    for path in there.chain(nowhere.map(str::to_owned)) {
        assert!(arena.get(&path).is_refusal(), "{path}");
    }
    assert!(arena.get(HOME).status == 200);
}

#[test]
fn visitors_begin_tournaments_only_where_they_may_and_only_what_is_offered() {
    let folder = tempfile::tempdir().unwrap();
    let arena = playing(folder.path(), &QUICK);
    let good = "game=othello&setup-othello=size%3D6&format=swiss&games=2&level=1&level=2";
    assert!(arena.post("/tournaments", FORM, "", good).status == 503, "this server takes none");
    assert!(!arena.get("/tournaments").body.contains("new-tournament"));
    drop(arena);
    let prepare = Box::new(|_: &Path| Err("it must not come to this".to_owned()));
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let options = Options { prepare: Some(prepare), ..options(&data) };
    let arena = Arena::of(Server::open(options).unwrap(), Arc::default());
    assert!(arena.get("/tournaments").body.contains("new-tournament"));
    for (was, is) in [
        ("othello", "chess"),
        ("size%3D6", "size%3D6%2Cfile%3D%2Fetc%2Fpasswd"),
        ("swiss", "ladder"),
        ("games=2", "games=3"),
        ("games=2", "games=1000000"),
        ("games=2", ""),
        ("level=2", "level=8"),
        ("level=2", "level=1"),
        ("level=2", "level=lib:evil.so"),
    ] {
        assert_eq!(arena.post("/tournaments", FORM, "", &good.replace(was, is)).status, 400, "{is}");
    }
    let refused = arena.post("/tournaments", FORM, "", good);
    assert!(refused.status == 503 && refused.body.contains("it must not come to this"), "{}", refused.body);
    assert_eq!(std::fs::read_dir(data.join("tournaments")).unwrap().count(), 0, "what cannot be played is not kept");
}

#[test]
fn players_of_a_visitors_tournament_are_called_as_in_the_form() {
    let folder = tempfile::tempdir().unwrap();
    // A file that is told instead of played.
    let prepare = Box::new(|file: &Path| Err(std::fs::read_to_string(file).unwrap()));
    let options = Options { prepare: Some(prepare), ..options(&folder.path().join("data")) };
    let arena = Arena::of(Server::open(options).unwrap(), Arc::default());
    let form = "game=othello&setup-othello=size%3D6&format=swiss&games=2&level=1&level=4";
    let told = |language: &str| {
        let line = format!("accept-language: {language}");
        arena.send(&support::request("POST", "/tournaments", &[&line, support::FORM_LINE], form)).body
    };
    let (english, french) = (told("en"), told("fr"));
    assert!(english.contains("Level 1") && english.contains("Level 4") && french.contains("Niveau 4"), "{english}");
}

/// Pieces of news from a stream.
fn news(stream: TcpStream) -> impl Iterator<Item = Value> {
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    lines.filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok())
}

#[test]
fn boards_and_results_reach_those_who_watch_and_nobody_waits_for_those_who_do_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let arena = playing(folder.path(), &SLOW);
    let events = format!("{HOME}/events");
    let deaf: Vec<TcpStream> = (0..20).map(|_| listen(&arena, &events)).collect();
    let mut boards = 0;
    let mut plies: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let mut done = Vec::new();
    for piece in news(listen(&arena, &events)) {
        for board in piece["boards"].as_array().unwrap() {
            boards += 1;
            assert!(board["frame"]["board"]["moves"].as_array().unwrap().iter().all(Value::is_null));
            let of_game = plies.entry(board["game"].to_string()).or_default();
            of_game.push(board["frame"]["ply"].as_u64().unwrap());
        }
        if let Some(text) = piece["parts"]["progress"].as_str() {
            let (_, rest) = text.split_once("<strong>").unwrap();
            done.push(rest.split_once('<').unwrap().0.parse::<u32>().unwrap());
        }
        if done.last() == Some(&6) {
            break;
        }
    }
    assert!(plies.values().all(|plies| plies.is_sorted()), "{plies:?}");
    assert!(plies.values().any(|plies| plies.len() > 3), "moves are seen as they fall: {plies:?}");
    assert!(done.is_sorted() && done.first() != done.last(), "{done:?}");
    assert!(boards > 12, "{boards}");
    let listed = news(listen(&arena, "/watch/events")).next().unwrap();
    assert_eq!((&listed["parts"]["running"], listed["boards"].as_array().unwrap().len()), (&Value::from(""), 0));
    drop(deaf);
}

#[test]
fn a_restarted_server_goes_on_and_another_one_only_looks() {
    let folder = tempfile::tempdir().unwrap();
    let (gate, third) = (folder.path().join("gate"), folder.path().join("third.wasm"));
    std::fs::write(&third, format!("waits for {}", gate.display())).unwrap();
    let players = ["greedy", "random", &format!("wasm:{}", third.display())];
    let arena = playing(folder.path(), &players);
    let known = numbers(&after(&arena, 2));
    drop(arena);
    let looked = vec![ShownTournament {
        folder: folder.path().join("event"),
        store: None,
        event: None,
        run: None,
        file: None,
        halt: None,
    }];
    let looking = showing(&folder.path().join("other"), looked, Arc::default());
    assert!(looking.get(HOME).body.contains("not finished"));
    let before = numbers(&results(&looking));
    assert_eq!(before, known, "the others wait at the gate until the server stops");
    std::fs::write(&gate, "").unwrap();
    let arena = playing(folder.path(), &players);
    let results = after(&arena, 6);
    assert!(before.iter().all(|id| numbers(&results).contains(id)), "what was played stays");
    assert_eq!(after(&looking, 6), results, "it sees what the other one has played");
}
