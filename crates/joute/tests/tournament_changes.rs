//! A cup whose players change while it goes on: each change is an edit of its file and the same command.

use std::collections::BTreeMap;
use std::fs;

use crate::cups::{Cup, bare};
use crate::support;
use crate::support::{complaint, program};
use serde_json::Value;

const HEAD: &str = "game = \"othello\"\nsetup = \"size=4\"\nseed = 3\n";

fn file(format: &str, players: &[&str], more: &str) -> String {
    let listed: Vec<String> = players
        .iter()
        .map(|player| match player.split_once('=') {
            Some((name, locator)) => format!("{{ name = \"{name}\", player = \"{locator}\" }}"),
            None => format!("\"{player}\""),
        })
        .collect();
    format!("format = \"{format}\"\n{HEAD}players = [{}]\n{more}", listed.join(", "))
}

/// The games of each pair.
fn games(told: &Value) -> BTreeMap<[String; 2], Vec<u64>> {
    let mut games: BTreeMap<[String; 2], Vec<u64>> = BTreeMap::new();
    for played in told["matches"].as_array().unwrap() {
        let mut names = [0, 1].map(|seat| played["players"][seat].as_str().unwrap().to_owned());
        names.sort();
        let ids = played["games"].as_array().unwrap().iter().map(|id| id.as_u64().unwrap());
        games.entry(names).or_default().extend(ids);
    }
    games
}

fn names(told: &Value) -> Vec<String> {
    told["standings"].as_array().unwrap().iter().map(|line| line["name"].as_str().unwrap().to_owned()).collect()
}

fn without(games: &BTreeMap<[String; 2], Vec<u64>>, name: &str) -> BTreeMap<[String; 2], Vec<u64>> {
    games
        .iter()
        .filter(|(pair, _)| pair.iter().all(|other| other != name))
        .map(|(a, b)| (a.clone(), b.clone()))
        .collect()
}

fn changes(told: &Value) -> Vec<(String, String)> {
    let notes = told["history"].as_array().cloned().unwrap_or_default();
    let all = notes.iter().flat_map(|note| note["changes"].as_array().unwrap().clone());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    all.map(|change| (text(&change["what"]), text(&change["name"]))).collect()
}

const FOUR: [&str; 4] = ["Ada=greedy", "Bob=random", "Cem=positional", "Dia=mobility"];

#[test]
fn a_round_robin_takes_every_change_and_plays_only_what_is_new() {
    let cup = Cup::new(&file("round-robin", &FOUR, ""));
    let first = games(&cup.object(&[]));
    assert_eq!(first.len(), 6);

    cup.write(&file("round-robin", &[&FOUR[..], &["Eve=minimax:depth=1"]].concat(), ""));
    let told = cup.object(&[]);
    assert_eq!((told["complete"].as_bool(), told["played_now"].as_u64()), (Some(true), Some(8)), "a late entry");
    assert_eq!(without(&games(&told), "Eve"), first);
    assert_eq!(changes(&told), [("entered".to_owned(), "Eve".to_owned())]);

    let newer = ["Ada=greedy", "Bob=random", "Cem=minimax:depth=2", "Dia=mobility", "Eve=minimax:depth=1"];
    let before = games(&told);
    cup.write(&file("round-robin", &newer, ""));
    let told = cup.object(&[]);
    assert_eq!(told["played_now"], 8, "a newer version plays its own games again");
    assert_eq!(without(&games(&told), "Cem"), without(&before, "Cem"));
    assert!(games(&told).iter().all(|(pair, ids)| before[pair] != *ids || !pair.contains(&"Cem".to_owned())));
    assert_eq!(told["annulled"].as_array().unwrap().len(), 4, "what was played before is in the history");
    let old = told["annulled"][0]["games"][0].to_string();
    let data = cup.data().display().to_string();
    let replayed = support::object(&["replay", &old, "--data", &data, "--json"]);
    assert!(replayed["players"].to_string().contains("positional"), "{replayed}");

    let renamed = ["Ada L.=greedy", "Bob=random", "Cem=minimax:depth=2", "Dia=mobility", "Eve=minimax:depth=1"];
    cup.write(&file("round-robin", &renamed, ""));
    let told = cup.object(&[]);
    assert_eq!(told["played_now"], 0, "another name");
    assert!(names(&told).contains(&"Ada L.".to_owned()) && !names(&told).contains(&"Ada".to_owned()));

    cup.write(&file("round-robin", &renamed, "rounds = 2\n"));
    assert_eq!(cup.object(&[])["played_now"], 20, "an extra round");

    cup.write(&file(
        "round-robin",
        &renamed,
        "rounds = 2\nwithdrawn = [\"Dia\"]\ndisqualified = { Bob = \"copied\" }\n",
    ));
    let told = cup.object(&[]);
    assert_eq!(told["played_now"], 0);
    assert_eq!(names(&told)[3..].iter().collect::<std::collections::BTreeSet<_>>().len(), 2);
    let bob = told["standings"].as_array().unwrap().iter().find(|line| line["name"] == "Bob").unwrap();
    assert_eq!((&bob["absence"]["disqualified"], &bob["absence"]["reason"]), (&true.into(), &"copied".into()));
    assert_eq!((&bob["rank"], &bob["wins"]), (&4.into(), &0.into()), "its games count for nobody");
    assert_eq!(games(&told).len(), 3);
    let page = fs::read_to_string(cup.data().join("report.html")).unwrap();
    assert!(page.contains("copied"), "the page says why");

    let again = cup.object(&[]);
    assert_eq!(again["played_now"], 0);
    assert_eq!(bare(&again), bare(&told), "told again it is the same");

    cup.write(&file("round-robin", &renamed, "rounds = 2\n"));
    let told = cup.object(&[]);
    assert_eq!(told["played_now"], 28, "who is back plays all of its games again");
    assert_eq!(games(&told).len(), 10);
}

#[test]
fn a_swiss_event_keeps_the_rounds_that_were_played() {
    let cup = Cup::new(&file("swiss", &FOUR, "rounds = 2\n"));
    let first = games(&cup.object(&[]));
    cup.write(&file(
        "swiss",
        &["Ada=greedy", "Cem=positional", "Dia=minimax:depth=2", "Eve=minimax:depth=1"],
        "rounds = 3\n",
    ));
    let said = cup.told(&[]);
    assert!(said.contains("Bob") && said.contains("withdrawn"), "{said}");
    let told = cup.object(&[]);
    let now = games(&told);
    assert!(first.iter().all(|(pair, ids)| now[pair].starts_with(ids)), "{first:?}\n{now:?}");
    let last: Vec<&Value> = told["matches"].as_array().unwrap().iter().filter(|played| played["round"] == 3).collect();
    assert_eq!(last.len(), 2);
    assert!(last.iter().all(|played| !played["players"].to_string().contains("Bob")), "{last:?}");
    assert_eq!(names(&told).len(), 5);
    let kinds: Vec<String> = changes(&told).into_iter().map(|(what, _)| what).collect();
    assert_eq!(kinds, ["withdrawn", "newer", "entered", "rounds"]);
}

#[test]
fn a_gauntlet_takes_a_late_entry_and_an_extra_round() {
    let cup = Cup::new(&file("gauntlet", &FOUR, ""));
    cup.object(&[]);
    cup.write(&file("gauntlet", &[&FOUR[..], &["Eve=minimax:depth=1"]].concat(), "rounds = 2\n"));
    let told = cup.object(&[]);
    assert_eq!((told["played_now"].as_u64(), told["matches"].as_array().unwrap().len()), (Some(10), 8));
}

#[test]
fn eliminations_take_a_withdrawal_a_disqualification_and_another_name_and_no_more() {
    for format in ["double-elimination", "single-elimination"] {
        let cup = Cup::new(&file(format, &FOUR, ""));
        let told = cup.object(&[]);
        let winner = names(&told)[0].clone();
        for (players, more, expected) in [
            (&[&FOUR[..], &["Eve=random"]].concat()[..], "", "player Eve is new; "),
            (
                &["Ada=minimax:depth=1", "Bob=random", "Cem=positional", "Dia=mobility"],
                "",
                "player Ada was greedy, and is",
            ),
        ] {
            cup.write(&file(format, players, more));
            let said = complaint(1, &["tournament", &cup.file()]);
            assert!(said.contains(expected) && said.contains("expected a withdrawal, a disqualification"), "{said}");
        }
        cup.write(&file(format, &FOUR, &format!("disqualified = {{ {winner} = \"not its own work\" }}\n")));
        let told = cup.object(&[]);
        assert_ne!(names(&told)[0], winner, "{format}");
        assert_eq!(names(&told)[3], winner, "{format}");
        assert_eq!(told["played_now"], 0);
        let others: Vec<&str> = FOUR.into_iter().filter(|player| !player.starts_with(&winner)).collect();
        cup.write(&file(format, &others, ""));
        assert_eq!(bare(&cup.object(&[])), bare(&told), "{format}: it stays put out when it leaves the list");
    }
}

#[test]
fn another_game_seed_rule_or_scoring_is_another_event() {
    let text = file("round-robin", &FOUR, "");
    let cup = Cup::new(&text);
    cup.object(&[]);
    for (from, to, expected) in [
        ("seed = 3", "seed = 4", "seed was 3, and is 4"),
        ("size=4", "size=6", "setup was size=4, and is size=6"),
        ("seed = 3", "seed = 3\nscoring = \"tally\"", "scoring was points, and is tally"),
        ("seed = 3", "seed = 3\nmove_time = \"1s\"", "rules was "),
        ("seed = 3", "seed = 3\ngames = 4", "games was 2, and is 4"),
        ("round-robin", "swiss", "format was round-robin, and is swiss"),
    ] {
        cup.write(&text.replace(from, to));
        let said = complaint(1, &["tournament", &cup.file()]);
        assert!(said.contains(expected), "{said}");
    }
    cup.write(&file("round-robin", &["Bob=random", "Ada=greedy", "Cem=positional", "Dia=mobility"], ""));
    assert!(complaint(1, &["tournament", &cup.file()]).contains("the players stand in another order"));
    cup.write(&text);
    assert_eq!(cup.object(&[])["played_now"], 0, "put back, it is the same event");
}

#[test]
fn mistakes_about_who_left_are_told_with_their_line() {
    for (more, expected) in [
        ("withdrawn = [\"Zoe\"]", "cup.toml, line 6: withdrawn: nobody is called \"Zoe\": expected one of Ada, Bob"),
        ("withdrawn = \"Ada\"", "cup.toml, line 6: expected withdrawn = [\"Camille\"], or withdrawn = {"),
        ("disqualified = [\"Ada\"]", "cup.toml, line 6: expected disqualified = { Camille ="),
        ("disqualified = { Ada = \"\" }", "cup.toml, line 6: expected disqualified = { Camille ="),
    ] {
        let cup = Cup::new(&file("round-robin", &FOUR, more));
        let said = complaint(2, &["tournament", &cup.file()]);
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn changes_are_told_when_they_are_taken_in() {
    let cup = Cup::new(&file("swiss", &FOUR, "rounds = 3\n"));
    cup.object(&[]);
    cup.write(&file(
        "swiss",
        &["Ada=greedy", "Bob=random", "Cem=positional", "Dia=mobility", "Eve=random"],
        "rounds = 4\n",
    ));
    let output = program().args(["tournament", &cup.file()]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("changed: player Eve is new") && said.contains("changed: there are 4 rounds now"), "{said}");
}
