//! Matches: the same games whatever the number of threads, records that play back, and a score that is honest.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use joute_arena::{Fixtures, MatchPlan, MatchScore, Starts, run_match};
use joute_catalog::{Source, find_game};
use joute_games::random::Seed;
use joute_games::{NoFiles, Outcome};
use joute_players::{Entrant, Workshop};
use joute_referee::{Ending, GameRecord, MatchRules};
use joute_sandbox::Launcher;
use joute_tournament::scoring::Scoring;
use joute_tournament::statistics::Bounds;

/// A match between built-in players, which need no launcher.
struct Contest {
    source: Source,
    game: &'static str,
    entrants: [Entrant; 2],
    rules: MatchRules,
    games: u32,
    jobs: usize,
    sprt: Option<Bounds>,
    known: BTreeMap<u64, GameRecord>,
}

impl Contest {
    fn new(players: [&str; 2], game: &'static str, setup: &str, games: u32) -> Contest {
        let workshop = Workshop::new(Launcher::new("no launcher"), ".");
        Contest {
            source: find_game(game).unwrap().setup(setup, &NoFiles).unwrap(),
            game,
            entrants: players.map(|locator| workshop.entrant(locator).unwrap()),
            rules: MatchRules::default(),
            games,
            jobs: 1,
            sprt: None,
            known: BTreeMap::new(),
        }
    }

    fn rules(mut self, rules: &str) -> Contest {
        self.rules = rules.parse().unwrap();
        self
    }

    fn play(&self) -> (MatchScore, Vec<GameRecord>) {
        self.play_on(self.jobs)
    }

    fn play_on(&self, jobs: usize) -> (MatchScore, Vec<GameRecord>) {
        let plan = MatchPlan {
            first: 0,
            source: &self.source,
            starts: Starts::Boards,
            entrants: [&self.entrants[0], &self.entrants[1]],
            rules: self.rules.clone(),
            seed: 7,
            games: self.games,
            jobs,
            scoring: Scoring::default(),
            sprt: self.sprt,
            known: self.known.clone(),
            wants_records: true,
        };
        let mut records = Vec::new();
        let score = run_match(&plan, &AtomicBool::new(false), |played| {
            records.extend(played.records.iter().map(timeless));
            Ok(())
        });
        (score.unwrap(), records)
    }

    fn fixtures(&self) -> Fixtures<'_> {
        Fixtures { source: &self.source, starts: Starts::Boards, rules: &self.rules, seed: Seed(7) }
    }
}

/// A record without what the clock made of it.
fn timeless(record: &GameRecord) -> GameRecord {
    let mut record = record.clone();
    for ply in &mut record.plies {
        (ply.wall_ns, ply.cpu_ns) = (0, None);
    }
    record
}

/// Everything of a score that is no time.
fn summary(score: &MatchScore) -> String {
    let players = score
        .players
        .each_ref()
        .map(|player| (player.wins, player.draws, player.losses, player.points, player.faults, player.tally));
    let rest = (score.first_mover_wins, score.second_mover_wins, score.pairs, score.singles, score.distinct);
    format!("{players:?} {rest:?} {}", score.plies)
}

const GAMES: &[(&str, &str)] =
    &[("othello", "size=6"), ("seven-colours", "size=8"), ("flood", "width=6,colours=5"), ("awale", "")];

#[test]
fn the_number_of_threads_changes_nothing() {
    for &(game, setup) in GAMES {
        for players in [["random", "random"], ["greedy", "random"], ["greedy:ties=random", "greedy"]] {
            let contest = Contest::new(players, game, setup, 30);
            let (score, records) = contest.play_on(1);
            assert_eq!(records.len(), 30);
            for jobs in [2, 4] {
                let (again, records_again) = contest.play_on(jobs);
                assert_eq!(records_again, records, "{game} {players:?} on {jobs} threads");
                assert_eq!(summary(&again), summary(&score), "{game} {players:?} on {jobs} threads");
            }
        }
    }
}

#[test]
fn every_record_plays_back_to_its_end() {
    for &(game, setup) in GAMES {
        let contest = Contest::new(["greedy", "random"], game, setup, 20);
        for (number, record) in contest.play().1.iter().enumerate() {
            let start = contest.fixtures().game(number as u64).unwrap().start;
            assert_eq!(start.position(), record.start);
            let positions = GameRecord::from_json(&record.to_json()).unwrap().replay(&start).unwrap();
            let last = positions.last().unwrap();
            match record.ending.as_ref().unwrap() {
                Ending::Played { outcome } => {
                    assert!(last.is_over(), "{game}: {}", last.position());
                    assert_eq!((Outcome::of_tallies(last.tallies()), last.tallies()), (*outcome, record.tally));
                }
                Ending::Adjudicated { .. } => assert!(!last.is_over(), "{game}: {}", last.position()),
                ending => panic!("{game}: {ending}"),
            }
        }
    }
}

#[test]
fn a_match_goes_on_where_its_records_end() {
    // Games of two plies are often alike: what chance played must not be counted once for that.
    for players in [["random", "random"], ["greedy", "greedy"]] {
        let mut contest = Contest::new(players, "othello", "size=4", 40).rules("opening=0,cap=2");
        let (score, records) = contest.play();
        let numbered = records.iter().cloned().enumerate().map(|(number, record)| (number as u64, record));
        contest.known = numbered.filter(|(number, _)| *number < 31 || *number == 36).collect();
        let (resumed, rest) = contest.play_on(2);
        assert_eq!(summary(&resumed), summary(&score), "{players:?}");
        let played: Vec<&GameRecord> = (31..40).filter(|&number| number != 36).map(|number| &records[number]).collect();
        assert_eq!(rest.iter().collect::<Vec<_>>(), played);
    }
}

#[test]
fn records_of_another_match_are_not_taken() {
    let records = Contest::new(["greedy", "random"], "othello", "size=4", 4).play().1;
    let known: BTreeMap<u64, GameRecord> = (0..).zip(records).collect();
    for (players, setup, rules) in [
        (["greedy", "random"], "size=6", ""),
        (["random", "greedy"], "size=4", ""),
        (["greedy", "greedy"], "size=4", ""),
        (["greedy", "random"], "size=4", "cap=3"),
    ] {
        let mut contest = Contest::new(players, "othello", setup, 4).rules(rules);
        let fresh = contest.play();
        contest.known = known.clone();
        let (score, records) = contest.play();
        assert_eq!(records, fresh.1, "{players:?} {setup} {rules}");
        assert_eq!(summary(&score), summary(&fresh.0));
    }
}

#[test]
fn a_verdict_comes_at_the_same_pair_whatever_the_threads() {
    for (players, rules) in [(["greedy", "random"], ""), (["random", "greedy"], "order=drawn")] {
        let mut contest = Contest::new(players, "seven-colours", "size=8", 5000).rules(rules);
        contest.sprt = Some(Bounds::normalised(0.0, 30.0).unwrap());
        let (score, records) = contest.play_on(1);
        assert!(score.games() < 5000, "{}", score.games());
        for jobs in [2, 4] {
            let (again, records_again) = contest.play_on(jobs);
            assert_eq!(summary(&again), summary(&score), "{jobs} threads");
            assert_eq!(records_again, records, "{jobs} threads");
        }
    }
}

#[test]
fn identical_games_count_once() {
    // Without openings a player and its double have but one game to play, and two different players two.
    let contest = Contest::new(["greedy", "greedy"], "othello", "size=6", 20).rules("opening=0");
    let (score, records) = contest.play_on(2);
    assert_eq!((score.games(), score.distinct), (20, 1));
    assert_eq!(score.pairs.observations(), 1);
    assert!(records.chunks(2).all(|pair| pair[0].plies == records[0].plies));
    let (score, _) = Contest::new(["greedy", "mobility"], "othello", "", 20).rules("opening=0").play();
    assert_eq!((score.distinct, score.pairs.observations()), (2, 1));
    let (score, _) = Contest::new(["random", "random"], "othello", "size=4", 200).rules("opening=0").play();
    assert_eq!((score.distinct, score.pairs.observations()), (200, 100), "chance counts each time");
}

#[test]
fn both_games_of_a_pair_begin_alike_with_seats_swapped() {
    for &(game, setup) in GAMES {
        let contest = Contest::new(["greedy", "random"], game, setup, 20);
        let fixtures = contest.fixtures();
        let mut starts = Vec::new();
        for pair in 0..10 {
            let [one, two] = [0, 1].map(|game| fixtures.game(2 * pair + game).unwrap());
            assert_eq!((one.start.position(), &one.opening), (two.start.position(), &two.opening));
            assert_eq!(one.start.setup(), two.start.setup());
            assert_eq!((one.swapped, two.swapped), (false, true));
            assert_ne!(one.seed.0, two.seed.0);
            let is_plain = contest.source.is_open() || pair == 0;
            assert_eq!(one.opening.len(), if is_plain { 0 } else { 6 }, "{game}");
            starts.push(one.start.position());
        }
        starts.sort();
        starts.dedup();
        assert!(starts.len() > 7, "{game}: {} different starts of 10", starts.len());
        for (number, record) in contest.play().1.iter().enumerate() {
            assert_eq!(record.game, contest.game);
            assert_eq!(record.players[0].name, ["greedy", "random"][number % 2]);
            assert_eq!(record.labels["game"], (number + 1).to_string());
        }
    }
}

#[test]
fn drawn_seats_come_from_the_seed() {
    let contest = Contest::new(["greedy", "random"], "awale", "", 41).rules("order=drawn");
    let (score, records) = contest.play_on(1);
    assert_eq!((score.games(), score.singles.games(), score.pairs.observations()), (41, 41, 0));
    let swapped = records.iter().filter(|record| record.players[0].name == "random").count();
    assert!((8..=33).contains(&swapped), "{swapped} of 41");
    assert_eq!(contest.play_on(4).1, records);
}
