//! Laws of every format, over thousands of random events of 2 to 200 players with ties.

use std::collections::{BTreeMap, BTreeSet};

use joute_games::random::{Generator, Seed};
use joute_tournament::format::{
    Bracket, Bye, Competition, DecidedBy, FORMATS, FormatOptions, Match, Next, Pairing, Placing, RankBy, SetResult,
    TieRule,
};

/// An event to be simulated.
#[derive(Debug, Clone, Copy)]
struct Event {
    format: &'static str,
    options: FormatOptions,
    players: usize,
    /// Results come from it.
    seed: u64,
    /// Of eight sets so many are tied.
    ties: u64,
}

/// How an event ended.
#[derive(Debug, PartialEq)]
struct Course {
    matches: Vec<Match>,
    byes: Vec<Bye>,
    placings: Vec<Placing>,
}

impl Event {
    fn start(&self) -> Competition {
        Competition::new(self.format, &self.options, self.players).unwrap()
    }

    /// What a set comes to, whenever it is played.
    fn result(&self, pairing: &Pairing) -> SetResult {
        let seed = Seed(self.seed).child(u64::from(pairing.match_index)).child(u64::from(pairing.set));
        let mut generator = seed.generator();
        let faults = [0, 1].map(|_| u32::from(generator.below(4) == 0));
        if generator.below(8) < self.ties {
            return SetResult { points: [1.0, 1.0], faults, ..SetResult::default() };
        }
        let first = generator.below(2) as f64 * 2.0;
        SetResult { points: [first, 2.0 - first], faults, ..SetResult::default() }
    }

    /// Plays to the end; results come in an order drawn from `order`.
    fn play(&self, mut cup: Competition, order: u64, log: &mut Vec<(u32, u32)>) -> Course {
        let mut generator = Seed(order).generator();
        let mut open: Vec<Pairing> = Vec::new();
        loop {
            match cup.next() {
                Next::Play(pairings) => open.extend(pairings),
                Next::Wait => assert!(!open.is_empty(), "{self:?}: waits for nothing"),
                Next::Done => break,
            }
            let chosen = if order == 0 { 0 } else { generator.index(open.len()) };
            let pairing = open.remove(chosen);
            cup.report(pairing.match_index, pairing.set, self.result(&pairing)).unwrap();
            log.push((pairing.match_index, pairing.set));
        }
        assert!(open.is_empty(), "{self:?}: ended with games to play");
        told(&cup)
    }

    fn played(&self) -> Course {
        self.play(self.start(), 0, &mut Vec::new())
    }

    /// An event that was stopped after some results and is told them again.
    fn resumed(&self, known: &BTreeSet<(u32, u32)>) -> Course {
        let mut cup = self.start();
        let mut open: Vec<Pairing> = Vec::new();
        while let Next::Play(pairings) = cup.next() {
            for pairing in pairings {
                if known.contains(&(pairing.match_index, pairing.set)) {
                    cup.report(pairing.match_index, pairing.set, self.result(&pairing)).unwrap();
                } else {
                    open.push(pairing);
                }
            }
        }
        open.reverse();
        while let Some(pairing) = open.pop() {
            cup.report(pairing.match_index, pairing.set, self.result(&pairing)).unwrap();
            if let Next::Play(pairings) = cup.next() {
                open.extend(pairings);
            }
        }
        told(&cup)
    }
}

fn told(cup: &Competition) -> Course {
    let schedule = cup.schedule();
    Course { matches: schedule.matches().cloned().collect(), byes: schedule.byes().to_vec(), placings: cup.placings() }
}

/// Mostly small events, and some of every size up to 200.
fn size(generator: &mut Generator) -> usize {
    match generator.below(20) {
        0 => 2 + generator.index(199),
        1..=5 => 2 + generator.index(48),
        _ => 2 + generator.index(14),
    }
}

fn events(format: &'static str, ties: Option<TieRule>, count: u64) -> impl Iterator<Item = Event> {
    (0..count).map(move |trial| {
        let mut generator = Seed(trial).purpose(format).generator();
        let players = match trial {
            0 => 200,
            1..=40 => trial as usize + 1,
            _ => size(&mut generator),
        };
        // A ladder has no end of its own.
        let rounds = (format == "ladder").then_some(6);
        let options = FormatOptions { ties, rounds, ..FormatOptions::default() };
        Event { format, options, players, seed: generator.bits(), ties: generator.below(8) }
    })
}

fn losses(event: &Event, told: &Course) -> Vec<u32> {
    let mut losses = vec![0; event.players];
    for game in &told.matches {
        let verdict = game.verdict.unwrap_or_else(|| panic!("{event:?}: match {} is open", game.match_index));
        if let Some(winner) = verdict.winner {
            losses[game.players[1 - winner]] += 1;
        }
    }
    losses
}

/// What holds in every format: real opponents, everybody ranked once, at most one match and no bye beside it in a round.
fn check_common(event: &Event, told: &Course) {
    let mut busy: BTreeSet<(Option<Bracket>, u32, usize)> = BTreeSet::new();
    let in_rounds = event.format != "gauntlet";
    for game in &told.matches {
        let [one, two] = game.players;
        assert!(one != two && one.max(two) < event.players, "{event:?}: {game:?}");
        for player in [one, two] {
            let free = busy.insert((game.place.bracket, game.place.round, player));
            assert!(free || !in_rounds, "{event:?}: {player} plays twice in a round");
        }
    }
    for bye in &told.byes {
        assert!(busy.insert((bye.place.bracket, bye.place.round, bye.player)), "{event:?}: a bye beside a match");
    }
    let mut ranked: Vec<usize> = told.placings.iter().map(|placing| placing.player).collect();
    ranked.sort_unstable();
    assert_eq!(ranked, (0..event.players).collect::<Vec<_>>(), "{event:?}");
    assert!(told.placings.iter().enumerate().all(|(at, placing)| placing.rank as usize <= at + 1), "{event:?}");
}

#[test]
fn report_002_nobody_is_out_before_two_losses_and_the_fewest_losses_win() {
    let mut shared = 0;
    let mut outdone = 0;
    for event in events("double-elimination", Some(TieRule::Both), 1500) {
        let told = event.played();
        check_common(&event, &told);
        let losses = &losses(&event, &told);
        let winners: Vec<usize> = told.placings.iter().filter(|p| p.rank == 1).map(|p| p.player).collect();
        let fewest = *losses.iter().min().unwrap();
        for (player, &lost) in losses.iter().enumerate() {
            assert_eq!(lost == fewest, winners.contains(&player), "{event:?}: player {player}");
            assert!(lost <= 2, "{event:?}: player {player} played on");
        }
        let left = losses.iter().filter(|&&lost| lost < 2).count();
        assert!(fewest < 2, "{event:?}: somebody is left");
        outdone += usize::from(left > winners.len());
        if left > winners.len() {
            let ranks = |lost: u32| told.placings.iter().filter(move |p| losses[p.player] == lost).map(|p| p.rank);
            assert!(
                ranks(2).min().is_none_or(|out| Some(out) > ranks(1).max()),
                "{event:?}: whoever was left is ahead of whoever was out"
            );
        }
        if left > 1 {
            shared += 1;
            let rounds = told.matches.iter().map(|game| game.place.round).max().unwrap();
            let tied = told.matches.iter().filter(|game| game.place.round + 3 > rounds);
            assert!(tied.into_iter().all(|game| game.loser().is_none()), "{event:?}: co-winners without tied rounds");
        }
        check_equal_losses(&event, &told);
    }
    assert!(shared > 20, "ties to the end must have been seen, and were {shared} times");
    assert!(outdone > 5, "somebody with fewer losses than others must have been seen, and was {outdone} times");
}

/// Two copies of one program tie whenever they meet, and lose to everybody else.
fn clones(pairing: &Pairing) -> SetResult {
    let strength = |player: usize| 3_usize.saturating_sub(player);
    let [one, two] = pairing.players.map(strength);
    let points = match one.cmp(&two) {
        std::cmp::Ordering::Equal => [1.0, 1.0],
        std::cmp::Ordering::Greater => [2.0, 0.0],
        std::cmp::Ordering::Less => [0.0, 2.0],
    };
    SetResult { points, faults: [0, 0], ..SetResult::default() }
}

#[test]
fn copies_that_tie_deny_nobody_the_win() {
    for ties in [None, Some(TieRule::Both)] {
        for players in 3..12 {
            let options = FormatOptions { ties, ..FormatOptions::default() };
            let mut cup = Competition::new("double-elimination", &options, players).unwrap();
            while let Next::Play(pairings) = cup.next() {
                for pairing in pairings {
                    cup.report(pairing.match_index, pairing.set, clones(&pairing)).unwrap();
                }
            }
            let placings = cup.placings();
            let winners: Vec<usize> = placings.iter().filter(|p| p.rank == 1).map(|p| p.player).collect();
            assert_eq!(winners, [0], "{players} players with {ties:?}");
            let decided = cup.schedule().matches().filter(|game| game.players.iter().all(|&player| player >= 3));
            let expected = if ties.is_none() { DecidedBy::Seed } else { DecidedBy::Points };
            assert!(decided.into_iter().all(|game| game.verdict.unwrap().decided_by == expected), "{ties:?}");
        }
    }
}

/// In a round only one pair may have unequal losses, and only where both groups are odd.
fn check_equal_losses(event: &Event, told: &Course) {
    let mut losses = vec![0; event.players];
    let mut rounds: BTreeMap<u32, Vec<&Match>> = BTreeMap::new();
    told.matches.iter().for_each(|game| rounds.entry(game.place.round).or_default().push(game));
    for (round, games) in rounds {
        let left = |wanted: u32| losses.iter().filter(|&&lost| lost == wanted).count();
        let both_odd = left(0) % 2 == 1 && left(1) % 2 == 1;
        let unequal = games.iter().filter(|game| losses[game.players[0]] != losses[game.players[1]]).count();
        assert_eq!(unequal, usize::from(both_odd), "{event:?}: round {round}");
        games.iter().filter_map(|game| game.loser()).for_each(|loser| losses[loser] += 1);
    }
}

#[test]
fn classic_brackets_take_two_matches_for_each_player_less_one_or_two() {
    let mut resets = 0;
    for event in events("double-elimination", Some(TieRule::Replay), 3000) {
        let told = event.played();
        check_common(&event, &told);
        let losses = losses(&event, &told);
        assert_eq!(told.placings.iter().filter(|placing| placing.rank == 1).count(), 1, "{event:?}");
        let winner = told.placings[0].player;
        for (player, &lost) in losses.iter().enumerate() {
            assert_eq!(lost == 2, player != winner, "{event:?}: player {player} lost {lost}");
        }
        let reset = told.matches.iter().find(|game| game.place.bracket == Some(Bracket::Reset));
        let last = told.matches.iter().find(|game| game.place.bracket == Some(Bracket::Final)).unwrap();
        assert_eq!(reset.is_some(), last.loser() == Some(last.players[0]), "{event:?}: reset only when needed");
        assert_eq!(told.matches.len(), 2 * event.players - 2 + usize::from(reset.is_some()), "{event:?}");
        resets += usize::from(reset.is_some());
        told.matches.iter().for_each(|game| check_tie_break(&event, game));
    }
    assert!(resets > 500, "{resets}");
}

/// A replay only after a tie, at most three; then faults, then the seed.
fn check_tie_break(event: &Event, game: &Match) {
    let (last, before) = game.sets.split_last().unwrap();
    assert!(before.iter().all(|set| set.points[0] == set.points[1]) && before.len() <= 3, "{event:?}: {game:?}");
    let verdict = game.verdict.unwrap();
    let ahead = verdict.winner.unwrap();
    let [own, other] = [ahead, 1 - ahead];
    match verdict.decided_by {
        DecidedBy::Points => assert!(before.is_empty() && last.points[own] > last.points[other], "{game:?}"),
        DecidedBy::Replay => assert!(!before.is_empty() && last.points[own] > last.points[other], "{game:?}"),
        DecidedBy::Faults => assert!(before.len() == 3 && game.faults()[own] < game.faults()[other], "{game:?}"),
        DecidedBy::Seed => {
            assert!(before.len() == 3 && game.faults()[0] == game.faults()[1], "{game:?}");
            assert!(game.players[own] < game.players[other], "{game:?}");
        }
        DecidedBy::Walkover => panic!("nobody left: {game:?}"),
    }
}

#[test]
fn single_elimination_puts_out_everybody_but_one() {
    for event in events("single-elimination", None, 2000) {
        let told = event.played();
        check_common(&event, &told);
        let losses = losses(&event, &told);
        assert_eq!(told.matches.len(), event.players - 1, "{event:?}");
        assert_eq!(losses.iter().filter(|&&lost| lost == 0).count(), 1, "{event:?}");
        assert_eq!(losses[told.placings[0].player], 0, "{event:?}");
    }
}

#[test]
fn the_first_round_of_a_draw_is_seeded() {
    let event = Event { format: "single-elimination", options: FormatOptions::default(), players: 8, seed: 1, ties: 0 };
    let told = event.played();
    let first: Vec<[usize; 2]> =
        told.matches.iter().filter(|game| game.place.round == 1).map(|game| game.players).collect();
    assert_eq!(first, [[0, 7], [4, 3], [2, 5], [6, 1]]);
    let told = Event { players: 6, ..event }.played();
    let byes: Vec<usize> = told.byes.iter().map(|bye| bye.player).collect();
    assert_eq!(byes, [0, 1], "the best seeds have the byes");
}

#[test]
fn in_a_round_robin_each_pair_meets_once() {
    for event in events("round-robin", None, 300).filter(|event| event.players <= 60 || event.players == 200) {
        let told = event.played();
        check_common(&event, &told);
        let pairs: BTreeSet<[usize; 2]> = told.matches.iter().map(|game| game.players).collect();
        assert_eq!(pairs.len(), event.players * (event.players - 1) / 2, "{event:?}");
        assert_eq!(told.matches.len(), pairs.len(), "{event:?}");
    }
}

#[test]
fn a_gauntlet_is_run_by_the_first() {
    for event in events("gauntlet", None, 100) {
        let told = event.played();
        check_common(&event, &told);
        assert_eq!(told.matches.len(), event.players - 1);
        assert!(told.matches.iter().all(|game| game.players[0] == 0), "{event:?}");
    }
}

#[test]
fn swiss_has_no_second_bye_before_everybody_had_one_and_no_rematch_where_possible() {
    for (trial, mut event) in events("swiss", None, 1000).enumerate() {
        // Sometimes so many rounds that byes and rematches come round again.
        if trial % 4 == 3 && event.players <= 30 {
            event.options.rounds = Some(event.players as u32 + 3);
        }
        let told = event.played();
        check_common(&event, &told);
        let rounds = told.matches.iter().map(|game| game.place.round).max().unwrap();
        assert_eq!(told.matches.len(), rounds as usize * (event.players / 2), "{event:?}");
        check_byes(&event, &told);
        // As long as at most half of the others were met, there is a way without a rematch (Dirac).
        let safe = event.players.div_ceil(2) as u32;
        let mut met = BTreeSet::new();
        for game in told.matches.iter().filter(|game| game.place.round <= safe) {
            let [one, two] = game.players;
            assert!(met.insert([one.min(two), one.max(two)]), "{event:?}: {one} and {two} meet again");
        }
    }
}

fn check_byes(event: &Event, told: &Course) {
    let mut byes = vec![0; event.players];
    for bye in &told.byes {
        let fewest = *byes.iter().min().unwrap();
        assert_eq!(byes[bye.player], fewest, "{event:?}: a second bye in round {}", bye.place.round);
        byes[bye.player] += 1;
    }
}

#[test]
fn a_swiss_round_pairs_equal_scores() {
    let options = FormatOptions::default();
    for seed in 0..50 {
        let event = Event { format: "swiss", options, players: 16, seed, ties: 0 };
        let told = event.played();
        let mut scores = [0; 16];
        for round in 1..=4 {
            let games: Vec<&Match> = told.matches.iter().filter(|game| game.place.round == round).collect();
            // Powers of two without ties: every group is even until the end.
            assert!(games.iter().all(|game| scores[game.players[0]] == scores[game.players[1]]), "{event:?}: {round}");
            games.iter().for_each(|game| scores[game.winner().unwrap()] += 1);
        }
        assert_eq!(told.placings[0].buchholz.map(|sum| sum > 0.0), Some(true));
        assert_eq!(scores[told.placings[0].player], 4);
    }
}

fn all_formats() -> impl Iterator<Item = Event> {
    let formats = FORMATS.iter().map(|format| (format.name, None)).chain([("double-elimination", Some(TieRule::Both))]);
    formats.flat_map(|(format, ties)| {
        events(format, ties, 60).map(move |event| match format {
            "match" => Event { players: 2, ..event },
            "round-robin" | "ladder" => Event { players: event.players.min(40), ..event },
            _ => event,
        })
    })
}

#[test]
fn the_order_in_which_results_arrive_changes_nothing() {
    for event in all_formats() {
        let expected = event.played();
        for order in 1..4 {
            assert!(event.play(event.start(), order, &mut Vec::new()) == expected, "{event:?}");
        }
    }
}

#[test]
fn resuming_at_every_point_gives_the_same_end() {
    for event in all_formats() {
        let mut log = Vec::new();
        let expected = event.play(event.start(), 7, &mut log);
        let step = (log.len() / 6).max(1);
        for point in (0..=log.len()).step_by(if event.players <= 9 { 1 } else { step }) {
            let known: BTreeSet<(u32, u32)> = log[..point].iter().copied().collect();
            assert!(event.resumed(&known) == expected, "{event:?} resumed after {point}");
        }
    }
}

#[test]
fn what_cannot_be_held_is_refused() {
    let make = |format: &str, options: FormatOptions, players| {
        Competition::new(format, &options, players).map(drop).unwrap_err().to_string()
    };
    let plain = FormatOptions::default();
    assert!(make("knockout", plain, 4).contains("expected match, double-elimination"));
    assert_eq!(make("swiss", plain, 1), "1 players: swiss takes 2 to 512");
    assert_eq!(make("match", plain, 3), "3 players: match takes two");
    let both = FormatOptions { ties: Some(TieRule::Both), ..plain };
    assert!(make("single-elimination", both, 4).contains("always played again"));
    let rounds = FormatOptions { rounds: Some(3), ..plain };
    let ranked = FormatOptions { rank_by: Some(RankBy::Score), ..plain };
    assert!(make("swiss", ranked, 4).contains("only a ladder"));
    let open = |matches| FormatOptions { open_matches: Some(matches), ..plain };
    assert!(make("swiss", open(8), 4).contains("open_matches: only a ladder"));
    assert!(make("ladder", open(0), 4).contains("open_matches: expected a number from 1"));
    assert!(make("single-elimination", rounds, 4).contains("only round-robin, gauntlet, swiss and ladder"));
}

#[test]
fn a_result_that_fits_nothing_is_refused() {
    let mut cup = Competition::new("swiss", &FormatOptions::default(), 4).unwrap();
    let result = SetResult { points: [1.0, 0.0], faults: [0, 0], ..SetResult::default() };
    assert_eq!(cup.report(0, 0, result).unwrap_err().to_string(), "there is no match 0");
    cup.next();
    assert!(cup.report(0, 1, result).unwrap_err().to_string().contains("another set than 1"));
    cup.report(0, 0, result).unwrap();
    assert!(cup.report(0, 0, result).is_err(), "none is counted twice");
}
