//! Events whose players change while they go on: what was played stays, what follows from it goes on, and every format
//! takes what it says it takes.

use std::collections::BTreeSet;

use joute_games::random::Seed;
use joute_tournament::format::{
    Amendment, Competition, DecidedBy, FORMATS, FormatOptions, Match, Next, Pairing, Presence, SetResult, TieRule,
};

/// The better number wins, and nothing is tied.
fn result(pairing: &Pairing) -> SetResult {
    let first = if pairing.players[0] < pairing.players[1] { 2.0 } else { 0.0 };
    SetResult { points: [first, 2.0 - first], faults: [0, 0], ..SetResult::default() }
}

/// Plays so many sets, or all; those that are left.
fn play(cup: &mut Competition, sets: usize) -> Vec<Pairing> {
    let mut open: Vec<Pairing> = Vec::new();
    let mut played = 0;
    loop {
        match cup.next() {
            Next::Play(pairings) => open.extend(pairings),
            Next::Done => return open,
            Next::Wait => {}
        }
        if played == sets {
            return open;
        }
        let pairing = open.remove(0);
        cup.report(pairing.match_index, pairing.set, result(&pairing)).unwrap();
        played += 1;
    }
}

fn cup(format: &str, players: usize) -> Competition {
    // A ladder has no end of its own.
    let rounds = (format == "ladder").then_some(4);
    Competition::new(format, &FormatOptions { rounds, ..FormatOptions::default() }, players).unwrap()
}

fn matches(cup: &Competition) -> Vec<Match> {
    cup.schedule().matches().cloned().collect()
}

fn decided(cup: &Competition) -> Vec<Match> {
    matches(cup).into_iter().filter(|game| game.verdict.is_some()).collect()
}

fn pairs(cup: &Competition) -> Vec<[usize; 2]> {
    let mut pairs: Vec<[usize; 2]> = matches(cup)
        .iter()
        .map(|game| [game.players[0].min(game.players[1]), game.players[0].max(game.players[1])])
        .collect();
    pairs.sort_unstable();
    pairs
}

fn everybody(players: &[usize]) -> Vec<[usize; 2]> {
    let mut pairs: Vec<[usize; 2]> = Vec::new();
    for (at, &one) in players.iter().enumerate() {
        pairs.extend(players[at + 1..].iter().map(|&two| [one, two]));
    }
    pairs.sort_unstable();
    pairs
}

#[test]
fn a_late_entry_to_a_round_robin_meets_everybody_and_nothing_else_changes() {
    for played in [0, 4, 10] {
        let mut league = cup("round-robin", 5);
        play(&mut league, played);
        let before = matches(&league);
        league.amend(&Amendment { entered: 1, ..Amendment::default() }).unwrap();
        assert_eq!(matches(&league)[..before.len()], before, "what there was stays as it is");
        play(&mut league, usize::MAX);
        assert_eq!(pairs(&league), everybody(&[0, 1, 2, 3, 4, 5]));
        assert_eq!(league.placings().len(), 6);
        assert_eq!(league.placings()[5].player, 5, "the last wins nothing");
    }
}

#[test]
fn who_leaves_a_round_robin_counts_for_nobody() {
    for presence in [Presence::Withdrawn, Presence::Disqualified] {
        let mut league = cup("round-robin", 5);
        play(&mut league, 6);
        let kept: Vec<Match> = decided(&league).into_iter().filter(|game| !game.players.contains(&0)).collect();
        league.amend(&Amendment { left: vec![(0, presence)], ..Amendment::default() }).unwrap();
        assert_eq!(decided(&league), kept);
        play(&mut league, usize::MAX);
        assert_eq!(pairs(&league), everybody(&[1, 2, 3, 4]));
        let order: Vec<(usize, u32)> = league.placings().iter().map(|placing| (placing.player, placing.rank)).collect();
        assert_eq!(order, [(1, 1), (2, 2), (3, 3), (4, 4), (0, 5)], "{presence:?}");
        assert_eq!(league.schedule().annulled().len(), 4);
        league.amend(&Amendment { returned: vec![0], ..Amendment::default() }).unwrap();
        play(&mut league, usize::MAX);
        assert_eq!(pairs(&league), everybody(&[0, 1, 2, 3, 4]), "back, it plays all of them again");
        assert_eq!(league.placings()[0].player, 0);
    }
}

#[test]
fn a_newer_version_plays_its_own_matches_again_and_no_others() {
    for format in ["round-robin", "gauntlet"] {
        let mut league = cup(format, 4);
        play(&mut league, usize::MAX);
        let kept: Vec<Match> = matches(&league).into_iter().filter(|game| !game.players.contains(&2)).collect();
        let before = pairs(&league);
        league.amend(&Amendment { replaced: vec![2], ..Amendment::default() }).unwrap();
        assert_eq!(decided(&league), kept, "{format}");
        let Next::Play(again) = league.next() else { panic!("{format}: nothing to play") };
        assert!(again.iter().all(|pairing| pairing.players.contains(&2) && pairing.earlier == 0), "{again:?}");
        again.iter().for_each(|pairing| league.report(pairing.match_index, 0, result(pairing)).unwrap());
        assert_eq!(league.next(), Next::Done);
        assert_eq!(pairs(&league), before, "{format}");
    }
}

#[test]
fn a_gauntlet_is_not_left_by_the_first() {
    let mut gauntlet = cup("gauntlet", 4);
    let error =
        gauntlet.amend(&Amendment { left: vec![(0, Presence::Withdrawn)], ..Amendment::default() }).unwrap_err();
    assert!(error.to_string().contains("cannot leave"), "{error}");
    play(&mut gauntlet, usize::MAX);
    assert_eq!(matches(&gauntlet).len(), 3, "as it was");
}

#[test]
fn another_round_is_added_and_none_is_taken_away() {
    for (format, before, after) in [("round-robin", 6, 12), ("gauntlet", 3, 6), ("swiss", 4, 6)] {
        let mut league = cup(format, 4);
        play(&mut league, usize::MAX);
        assert_eq!(matches(&league).len(), before);
        let rounds = if format == "swiss" { 3 } else { 2 };
        league.amend(&Amendment { rounds: Some(rounds), ..Amendment::default() }).unwrap();
        play(&mut league, usize::MAX);
        assert_eq!(matches(&league).len(), after, "{format}");
        assert!(league.amend(&Amendment { rounds: Some(1), ..Amendment::default() }).is_err(), "{format}");
    }
}

#[test]
fn rounds_of_a_swiss_event_that_were_played_stay() {
    let mut swiss = cup("swiss", 8);
    let open = play(&mut swiss, 5);
    let before = decided(&swiss);
    let gone = open[0].players[0];
    let amendment = Amendment {
        entered: 2,
        left: vec![(gone, Presence::Withdrawn)],
        replaced: vec![open[1].players[1]],
        ..Amendment::default()
    };
    swiss.amend(&amendment).unwrap();
    assert_eq!(decided(&swiss)[..before.len()], before);
    let walkover = matches(&swiss).into_iter().find(|game| game.match_index == open[0].match_index).unwrap();
    assert_eq!(walkover.verdict.unwrap().decided_by, DecidedBy::Walkover);
    assert_eq!(walkover.loser(), Some(gone));
    play(&mut swiss, usize::MAX);
    for game in matches(&swiss).iter().filter(|game| game.place.round > 2) {
        assert!(!game.players.contains(&gone), "{game:?}");
    }
    let late = |player: usize| {
        matches(&swiss).iter().filter(|game| game.players.contains(&player)).map(|g| g.place.round).min()
    };
    assert_eq!([late(8), late(9)].map(|round| round.is_some_and(|round| round >= 3)), [true, true]);
    assert_eq!(swiss.placings().len(), 10);
}

#[test]
fn a_swiss_round_of_which_nothing_was_played_is_paired_anew() {
    let mut swiss = cup("swiss", 4);
    play(&mut swiss, 2);
    swiss.amend(&Amendment { entered: 2, ..Amendment::default() }).unwrap();
    let Next::Play(second) = swiss.next() else { panic!("nothing to play") };
    assert_eq!(second.len(), 3, "both are in the second round");
    assert!(second.iter().all(|pairing| pairing.match_index >= 4), "and no number is used again: {second:?}");
}

#[test]
fn eliminations_go_on_without_who_left_and_take_nobody_new() {
    for ties in [Some(TieRule::Replay), Some(TieRule::Both)] {
        for format in ["double-elimination", "single-elimination"] {
            let options =
                FormatOptions { ties: ties.filter(|_| format != "single-elimination"), ..FormatOptions::default() };
            for played in 0..6 {
                let mut knockout = Competition::new(format, &options, 8).unwrap();
                play(&mut knockout, played);
                let before = decided(&knockout);
                knockout.amend(&Amendment { left: vec![(0, Presence::Disqualified)], ..Amendment::default() }).unwrap();
                let stays = |game: &Match| knockout.schedule().get(game.match_index) == Some(game);
                assert!(before.iter().all(stays), "{format} {ties:?} after {played}");
                play(&mut knockout, usize::MAX);
                let placings = knockout.placings();
                assert_eq!((placings[0].player, placings[0].rank, placings[1].rank), (1, 1, 2), "{format} {ties:?}");
                assert_eq!(placings[7].player, 0, "{format} {ties:?}");
                for amendment in [
                    Amendment { entered: 1, ..Amendment::default() },
                    Amendment { replaced: vec![1], ..Amendment::default() },
                    Amendment { returned: vec![0], ..Amendment::default() },
                ] {
                    let error = knockout.amend(&amendment).unwrap_err().to_string();
                    assert!(error.contains("expected a withdrawal, a disqualification and another name"), "{error}");
                }
            }
        }
    }
}

/// Everything that can happen, at points drawn from a seed: an event always comes to an end, and is told again the same.
#[test]
fn whatever_changes_an_event_ends_and_is_told_again() {
    for format in FORMATS.iter().filter(|format| format.name != "match") {
        for trial in 0..60 {
            let mut generator = Seed(trial).purpose(format.name).generator();
            let players = 3 + generator.index(10);
            let (mut one, mut two) = (cup(format.name, players), cup(format.name, players));
            let mut gone = BTreeSet::new();
            for _ in 0..3 {
                let sets = generator.index(12);
                let player = 1 + generator.index(players - 1);
                let mut amendment = Amendment::default();
                match generator.below(4) {
                    0 if gone.insert(player) => amendment.left = vec![(player, Presence::Withdrawn)],
                    1 if gone.insert(player) => amendment.left = vec![(player, Presence::Disqualified)],
                    2 => amendment.entered = 1,
                    _ if !gone.contains(&player) => amendment.replaced = vec![player],
                    _ => {}
                }
                for cup in [&mut one, &mut two] {
                    play(cup, sets);
                    // An elimination refuses some of these, and goes on as it was.
                    if cup.amend(&amendment).is_err() {
                        cup.amend(&Amendment::default()).unwrap();
                    }
                }
            }
            for cup in [&mut one, &mut two] {
                play(cup, usize::MAX);
            }
            assert_eq!(one.next(), Next::Done, "{} {trial}", format.name);
            assert_eq!((matches(&one), one.placings()), (matches(&two), two.placings()), "{} {trial}", format.name);
            assert_eq!(one.placings()[0].rank, 1);
        }
    }
}
