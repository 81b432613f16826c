//! Replays told in differences lead to the very boards that the rules give, in every game.

use joute_catalog::{Reviewer, find_game};
use joute_elements::{Board, LogLimits, Looks, ReplayBundle, ReplayReview};
use joute_games::random::Seed;
use joute_games::view::Style;
use joute_games::{AnyGame, NoFiles};
use joute_referee::{GameRecord, PlyRecord};
use serde_json::{Value, json};

const GAMES: [(&str, &str); 6] = [
    ("othello", "size=6"),
    ("awale", ""),
    ("awale", "rules=kalah"),
    ("flood", "graph=donut,width=9,colours=5,seed=2"),
    ("seven-colours", "size=9,obstacles=10,seed=4"),
    ("seven-colours", "size=8,capture-enclosed=yes,seed=1"),
];

/// A random game of up to 80 plies with its positions.
fn played(game: &str, setup: &str, seed: u64) -> (GameRecord, Vec<AnyGame>) {
    let mut positions = vec![find_game(game).unwrap().setup(setup, &NoFiles).unwrap().start(0).unwrap()];
    let mut drawn = Seed(seed).generator();
    let mut plies = Vec::new();
    while let Some(mv) = drawn.pick(&positions.last().unwrap().legal()).filter(|_| plies.len() < 80) {
        let mut now = positions.last().unwrap().clone();
        plies.push(PlyRecord {
            side: now.turn(),
            mv: Some(now.text(mv)),
            forced: false,
            wall_ns: 0,
            cpu_ns: None,
            score: None,
            log: Some(format!("said {}", plies.len())),
        });
        now.play(mv);
        positions.push(now);
    }
    let record = json!({
        "version": 1, "game": game, "setup": positions[0].setup(), "start": positions[0].position(), "rules": "time=60s",
        "players": [{ "name": "a", "locator": "a", "version": "" }, { "name": "b", "locator": "b", "version": "" }],
        "seed": u64::MAX, "plies": plies, "ending": null, "tally": positions.last().unwrap().tallies(),
    });
    (GameRecord::from_json(&record.to_string()).unwrap(), positions)
}

/// What the script does with a change, written again.
fn change(cells: &mut [u64], text: &str) {
    let before = cells.to_vec();
    for item in text.split(';').filter(|item| !item.is_empty()) {
        if let Some((from, to)) = item.split_once('>') {
            let (from, to): (u64, u64) = (from.parse().unwrap(), to.parse().unwrap());
            (0..cells.len()).filter(|&part| before[part] == from).for_each(|part| cells[part] = to);
        } else {
            let (look, steps) = item.split_once(':').unwrap();
            let mut part = 0;
            for step in steps.split(',') {
                part += step.parse::<usize>().unwrap();
                cells[part] = look.parse().unwrap();
            }
        }
    }
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

#[test]
fn every_position_comes_out_of_the_differences() {
    let mut bundle = ReplayBundle::new(LogLimits::default());
    let games: Vec<_> = (0..18).map(|n| played(GAMES[n % 6].0, GAMES[n % 6].1, n as u64)).collect();
    for (id, (record, _)) in (1..).zip(&games) {
        bundle.add(id, record).unwrap();
    }
    let bundle: Value = serde_json::from_str(&bundle.to_json()).unwrap();
    let looks = bundle["looks"].as_array().unwrap();
    for (replay, (_, positions)) in bundle["replays"].as_array().unwrap().iter().zip(&games) {
        let layout = &bundle["layouts"][replay["layout"].as_u64().unwrap() as usize];
        let mut cells = numbers(&bundle["starts"][replay["start"].as_u64().unwrap() as usize]);
        let changes: Vec<&str> = replay["changes"].as_str().unwrap().split(' ').collect();
        for (ply, position) in positions.iter().enumerate() {
            for (part, view) in position.view().parts.iter().enumerate() {
                let look = &looks[cells[part] as usize];
                assert_eq!(look["text"], serde_json::to_value(&view.state).unwrap(), "ply {ply}");
                let is_named = layout["places"].as_array().is_some_and(|places| !places.is_empty());
                let place = is_named.then(|| layout["places"][part].clone());
                assert!(place.is_none_or(|place| place == serde_json::to_value(&view.place).unwrap()), "ply {ply}");
            }
            if ply + 1 < positions.len() {
                change(&mut cells, changes[ply]);
            }
        }
    }
}

#[test]
fn what_games_share_is_written_once() {
    let mut bundle = ReplayBundle::new(LogLimits { ply: 4, game: 10 });
    (0..5).for_each(|seed| bundle.add(seed, &played("othello", "size=6", seed).0).unwrap());
    let written: Value = serde_json::from_str(&bundle.to_json()).unwrap();
    let count = |name: &str| written[name].as_array().unwrap().len();
    assert_eq!([count("layouts"), count("looks"), count("starts"), count("replays")], [1, 3, 1, 5]);
    let logs = written["replays"][0]["logs"].as_array().unwrap();
    assert_eq!((logs.len(), logs[0][1].as_str()), (3, Some("said…")));
    assert_eq!(written["replays"][0]["seed"], u64::MAX.to_string());
    assert_eq!(written["marks"][0]["a1"].as_u64().unwrap_or(0), 0);
}

#[test]
fn a_record_that_cannot_be_played_is_refused() {
    let (mut record, _) = played("othello", "size=6", 1);
    record.game = "chess".to_owned();
    assert_eq!(ReplayBundle::default().add(1, &record).unwrap_err().to_string(), "there is no game called \"chess\"");
    let (mut record, _) = played("othello", "size=6", 1);
    record.plies[2].mv = Some("a1".to_owned());
    assert!(ReplayBundle::default().add(1, &record).unwrap_err().to_string().starts_with("ply 2: a1 is not legal"));
}

#[test]
fn a_board_says_which_move_each_part_means() {
    let start = find_game("othello").unwrap().setup("", &NoFiles).unwrap().start(0).unwrap();
    let board = Board::of(&start.view());
    let moves: Vec<&str> = board.moves.iter().flatten().map(String::as_str).collect();
    assert_eq!(moves, start.legal_texts());
    assert_eq!((board.tally, board.turn, board.looks.len()), ([2, 2], Some(0), 3));
    let mut looks = Looks::default();
    let view = start.view();
    let again: Vec<usize> = view.parts.iter().map(|part| looks.number(view.style, part)).collect();
    assert_eq!(board.cells, again);
}

#[test]
fn a_film_tells_its_review_and_where_the_better_moves_were() {
    let stop = std::sync::atomic::AtomicBool::new(false);
    for (game, setup) in GAMES {
        let (record, positions) = played(game, setup, 3);
        let mut reviewer = Reviewer::new(&record, Some(1_000)).unwrap();
        let mut growing = ReplayReview::default();
        while reviewer.step(&stop) {
            growing.update(reviewer.review(), &positions);
        }
        let review = reviewer.into_review();
        assert_eq!(growing, ReplayReview::of(&review, &positions), "{game}: told bit by bit or at once");
        assert_eq!(growing.values.len(), positions.len());
        assert!(!growing.notes.is_empty(), "{game}: somebody who plays at random plays badly");
        for note in &growing.notes {
            let before = &positions[note.ply - 1];
            let best = note.line.split(' ').next().unwrap();
            let view = before.view();
            if matches!(view.style, Style::Mosaic | Style::Network) {
                let gain = usize::try_from(before.gain(before.code(best).unwrap())).unwrap();
                assert_eq!(note.parts.len(), gain, "{game}, ply {}: what {best} takes", note.ply);
            } else {
                let places: Vec<_> = note.parts.iter().map(|&part| view.parts[part].mv.as_deref()).collect();
                assert_eq!(places, [Some(best)], "{game}, ply {}", note.ply);
            }
        }
        let mut bundle = ReplayBundle::new(LogLimits::default());
        bundle.add(1, &record).unwrap();
        bundle.add_reviewed(2, &record, Some(&review)).unwrap();
        let written: Value = serde_json::from_str(&bundle.to_json()).unwrap();
        assert_eq!(written["replays"][0].get("review"), None, "a replay without a review is as it was");
        assert_eq!(written["replays"][1]["review"]["notes"].as_array().unwrap().len(), growing.notes.len());
    }
}
