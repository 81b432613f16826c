//! Laws of ladders: who is paired, what a version inherits, who is set aside, and that being told again changes nothing.

#[path = "../examples/ladder_term/term.rs"]
mod term;

use joute_games::random::Seed;
use joute_tournament::format::{
    Amendment, Competition, FormatOptions, MOST_CRASHES, NEWCOMER_GAMES, Next, OPEN_MATCHES, Pairing, PairingRule,
    Presence, RankBy, SetResult, TURN,
};
use term::Term;

fn ladder(players: usize) -> Competition {
    Competition::new("ladder", &FormatOptions { seed: 5, ..FormatOptions::default() }, players).unwrap()
}

/// The better number wins two games of two.
fn result(pairing: &Pairing) -> SetResult {
    let seat = usize::from(pairing.players[1] < pairing.players[0]);
    let mut set = SetResult { games: 2, ..SetResult::default() };
    (set.wins[seat], set.points[seat]) = (2, 2.0);
    set
}

/// Plays so many matches with these results; the ones that are open afterwards, and those that were made.
fn play(
    ladder: &mut Competition,
    open: &mut Vec<Pairing>,
    matches: usize,
    result: impl Fn(&Pairing) -> SetResult,
) -> Vec<Pairing> {
    let mut made = Vec::new();
    for _ in 0..matches {
        if let Next::Play(pairings) = ladder.next() {
            made.extend(pairings.iter().copied());
            open.extend(pairings);
        }
        if open.is_empty() {
            break;
        }
        let pairing = open.remove(0);
        ladder.report(pairing.match_index, pairing.set, result(&pairing)).unwrap();
    }
    made
}

#[test]
fn as_many_matches_are_open_as_one_says() {
    for open in [1, 7, 200] {
        let options = FormatOptions { open_matches: Some(open), ..FormatOptions::default() };
        let mut ladder = Competition::new("ladder", &options, 6).unwrap();
        let Next::Play(pairings) = ladder.next() else { panic!("six of them and nothing to play") };
        assert_eq!(pairings.len(), open as usize);
        ladder.report(pairings[0].match_index, pairings[0].set, result(&pairings[0])).unwrap();
        assert!(matches!(ladder.next(), Next::Play(more) if more.len() == 1), "one counted, one made");
    }
}

#[test]
fn it_never_ends_by_itself_and_waits_for_somebody_to_play() {
    for players in 0..2 {
        let mut ladder = ladder(players);
        assert_eq!(ladder.next(), Next::Wait);
        ladder.amend(&Amendment { entered: 2, ..Amendment::default() }).unwrap();
        assert!(matches!(ladder.next(), Next::Play(pairings) if pairings.len() == OPEN_MATCHES));
    }
    let mut ladder = ladder(4);
    play(&mut ladder, &mut Vec::new(), 500, result);
    assert_ne!(ladder.next(), Next::Done);
}

#[test]
fn ratings_find_the_order_and_intervals_shrink() {
    let mut ladder = ladder(12);
    let before = ladder.forms()[0].clone();
    play(&mut ladder, &mut Vec::new(), 400, result);
    let order: Vec<usize> = ladder.placings().iter().map(|placing| placing.player).collect();
    assert_eq!(order, (0..12).collect::<Vec<_>>());
    let after = &ladder.forms()[0];
    assert!(after.high - after.low < (before.high - before.low) / 2.0, "{after:?}");
    assert!(after.low < after.rating && after.rating < after.high);
}

#[test]
fn a_new_version_inherits_the_rating_with_doubt_and_is_paired_first() {
    let mut ladder = ladder(12);
    let mut open = Vec::new();
    play(&mut ladder, &mut open, 400, result);
    let before = ladder.forms()[4].clone();
    let dropped = open.drain(..).map(|pairing| pairing.match_index).collect();
    ladder.amend(&Amendment { replaced: vec![4], dropped, ..Amendment::default() }).unwrap();
    let after = ladder.forms()[4].clone();
    assert_eq!(before.rating, after.rating);
    assert!(after.high - after.low > before.high - before.low + 100.0, "doubt is added");
    assert_eq!((after.games, after.score, after.crashes), (0, 0.0, 0), "nothing else is inherited");
    let made = play(&mut ladder, &mut open, 40, result);
    let plays = |pairing: &&Pairing| pairing.players.contains(&4);
    let first = NEWCOMER_GAMES as usize / 2 + NEWCOMER_GAMES as usize / 2 / (TURN as usize - 1) + 1;
    assert!(made[..first].iter().filter(plays).count() >= NEWCOMER_GAMES as usize / 2, "{:?}", &made[..first]);
}

#[test]
fn nobody_starves_whatever_happens() {
    for trial in 0..20 {
        let mut generator = Seed(trial).purpose("starving").generator();
        let players = 2 + generator.index(20);
        let mut ladder = ladder(players);
        let mut open = Vec::new();
        let (mut made, mut replaced) = (0u32, 0);
        let mut last = vec![0u32; players];
        while made < 1500 {
            // A player that sends versions all the time, and always has another result.
            if generator.below(10) == 0 && replaced < 100 {
                let dropped = open.drain(..).map(|pairing: Pairing| pairing.match_index).collect();
                ladder.amend(&Amendment { replaced: vec![0], dropped, ..Amendment::default() }).unwrap();
                replaced += 1;
            }
            for pairing in play(&mut ladder, &mut open, 1, result) {
                made += 1;
                pairing.players.iter().for_each(|&player| last[player] = made);
                for (player, &last) in last.iter().enumerate() {
                    assert!(made - last <= TURN * players as u32 + TURN, "{trial}: {player} of {players} at {made}");
                }
            }
        }
    }
}

#[test]
fn a_player_that_keeps_crashing_is_set_aside_until_there_is_another_version() {
    let crashing = |pairing: &Pairing| {
        let mut set = result(pairing);
        if let Some(seat) = pairing.players.iter().position(|&player| player == 2) {
            set = SetResult { games: 2, ..SetResult::default() };
            (set.wins[1 - seat], set.points[1 - seat]) = (2, 2.0);
            (set.crashes[seat], set.faults[seat]) = (2, 2);
        }
        set
    };
    let mut ladder = ladder(6);
    let mut open = Vec::new();
    play(&mut ladder, &mut open, 150, crashing);
    let form = &ladder.forms()[2];
    assert!(form.set_aside && form.crashes >= MOST_CRASHES, "{form:?}");
    let made = play(&mut ladder, &mut open, 100, crashing);
    assert!(made.iter().all(|pairing| !pairing.players.contains(&2)));
    assert!(ladder.forms().iter().enumerate().all(|(player, form)| form.set_aside == (player == 2)));
    ladder.amend(&Amendment { replaced: vec![2], ..Amendment::default() }).unwrap();
    assert!(!ladder.forms()[2].set_aside);
    // Whatever is open is handed out again.
    open.clear();
    assert!(play(&mut ladder, &mut open, 60, result).iter().any(|pairing| pairing.players.contains(&2)));
}

#[test]
fn matches_of_who_left_or_was_replaced_count_for_nobody() {
    for amendment in [
        Amendment { left: vec![(1, Presence::Withdrawn)], ..Amendment::default() },
        Amendment { replaced: vec![1], ..Amendment::default() },
    ] {
        let mut ladder = ladder(5);
        let mut open = Vec::new();
        play(&mut ladder, &mut open, 50, result);
        ladder.amend(&amendment).unwrap();
        let stale: Vec<u32> =
            open.iter().filter(|pairing| pairing.players.contains(&1)).map(|pairing| pairing.match_index).collect();
        assert!(!stale.is_empty());
        assert!(stale.iter().all(|&number| ladder.schedule().get(number).is_none()));
        assert!(stale.iter().all(|&number| ladder.report(number, 0, SetResult::default()).is_err()));
    }
}

#[test]
fn equal_scores_share_a_rank() {
    let options = FormatOptions { rank_by: Some(RankBy::Score), rounds: Some(3), ..FormatOptions::default() };
    let mut ladder = Competition::new("ladder", &options, 8).unwrap();
    let tied = |_: &Pairing| SetResult { points: [1.0; 2], games: 2, ..SetResult::default() };
    play(&mut ladder, &mut Vec::new(), 1000, tied);
    let forms = ladder.forms();
    for pair in ladder.placings().windows(2) {
        let [above, below] = [&pair[0], &pair[1]];
        assert_eq!(forms[above.player].score == forms[below.player].score, above.rank == below.rank);
    }
}

/// The order of arrival and stopping are laws of every format, see `formats.rs`; here with changes on the way, of which the
/// open matches are known.
#[test]
fn told_again_with_its_changes_a_ladder_is_the_same() {
    for trial in 0..20 {
        let mut generator = Seed(trial).purpose("told again").generator();
        let (mut live, mut told) = (ladder(6), ladder(6));
        let mut open = Vec::new();
        for change in 0..5 {
            play(&mut live, &mut open, 5 + generator.index(60), result);
            // Results arrive in any order.
            generator.shuffle(&mut open);
            play(&mut live, &mut open, generator.index(20), result);
            let unknown: Vec<u32> = open.iter().map(|pairing| pairing.match_index).collect();
            while let Next::Play(pairings) = told.next() {
                for pairing in pairings.iter().filter(|pairing| !unknown.contains(&pairing.match_index)) {
                    if live.schedule().get(pairing.match_index).is_some_and(|game| game.verdict.is_some()) {
                        told.report(pairing.match_index, 0, result(pairing)).unwrap();
                    }
                }
            }
            let dropped: Vec<u32> = unknown.iter().copied().filter(|number| number % 3 > 0).collect();
            let amendment = Amendment { entered: change % 2, replaced: vec![change], dropped, ..Amendment::default() };
            live.amend(&amendment).unwrap();
            told.amend(&amendment).unwrap();
            open.retain(|pairing| live.schedule().get(pairing.match_index).is_some());
            let known = open.clone();
            if let Next::Play(pairings) = live.next() {
                open.extend(pairings.into_iter().filter(|pairing| !known.contains(pairing)));
            }
            assert_eq!(live.forms(), told.forms(), "{trial}, change {change}");
        }
    }
}

#[test]
fn a_term_is_ordered_better_than_by_pairs_drawn_by_lot() {
    let term = |rule| Term { seed: 1, players: 30, spread: 300.0, games: 2400, versions: 2, rule }.play();
    let (chosen, drawn) = (term(PairingRule::Informative), term(PairingRule::Random));
    let mean = |course: &term::Course| {
        let later = &course.moments[10..];
        later.iter().map(|moment| moment.spearman + moment.kendall).sum::<f64>() / later.len() as f64
    };
    assert!(mean(&chosen) > mean(&drawn), "{} {}", mean(&chosen), mean(&drawn));
    assert!(chosen.longest_wait <= TURN * 31, "{}", chosen.longest_wait);
    // A wait that was cut short is one as well.
    assert_eq!([&chosen, &drawn].map(|course| course.first_ten.len() + course.unfinished.len()), [60, 60]);
    assert!(drawn.unfinished.len() > chosen.unfinished.len());
    let mut waits = chosen.first_ten.clone();
    waits.sort_unstable();
    assert!(waits[waits.len() / 2] < 40, "new versions come first: {waits:?}");
    assert!(chosen.ladder.forms().iter().all(|form| form.curve.len() > 1));
    assert!(chosen.moments.iter().all(|moment| moment.games > 0));
}
