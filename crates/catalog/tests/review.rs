//! Reviews of games: what they find, that they find it again, and that nothing that was stored upsets them.

use std::sync::atomic::AtomicBool;

use joute_catalog::{
    Judgement, LEAST_NODES, PlyReview, Review, ReviewError, Reviewer, SHARES, find_game, positions_of,
};
use joute_games::random::Seed;
use joute_games::{AnyGame, NoFiles, Outcome, Side};
use joute_referee::{Ending, Fault, GameRecord, Identity, MatchRules, PlyRecord, Reason};

static RUN: AtomicBool = AtomicBool::new(false);

fn identity(name: &str) -> Identity {
    Identity { name: name.into(), locator: name.into(), version: "1".into(), runtime: None }
}

/// A record of these moves; `-` is a turn that was lost.
fn record(start: &AnyGame, moves: &[String]) -> GameRecord {
    let mut game = start.clone();
    let mut plies = Vec::new();
    for mv in moves {
        let side = game.turn();
        let mv = (mv != "-").then(|| mv.clone());
        match &mv {
            Some(mv) => drop(game.try_play(mv).unwrap()),
            None => game.skip_turn(),
        }
        plies.push(PlyRecord::new(side, mv, false));
    }
    let record = GameRecord::new(start, &MatchRules::default(), [identity("one"), identity("two")], Seed(1));
    let ending = game.outcome().map(|outcome| Ending::Played { outcome });
    GameRecord { plies, ending, tally: game.tallies(), ..record }
}

fn start(game: &str, setup: &str) -> AnyGame {
    find_game(game).unwrap().setup(setup, &NoFiles).unwrap().start(3).unwrap()
}

/// Moves at random, to the end or until there are so many.
fn random_moves(start: &AnyGame, most: usize, seed: u64) -> Vec<String> {
    let mut game = start.clone();
    let mut generator = Seed(seed).generator();
    let mut moves = Vec::new();
    while !game.is_over() && moves.len() < most {
        let legal = game.legal_texts();
        let mv = legal[generator.below(legal.len() as u64) as usize].clone();
        game.try_play(&mv).unwrap();
        moves.push(mv);
    }
    moves
}

fn reviewed(record: &GameRecord, nodes: Option<u64>) -> Review {
    let mut reviewer = Reviewer::new(record, nodes).unwrap();
    while reviewer.step(&RUN) {}
    reviewer.into_review()
}

/// What the side to move gets in the end when both play perfectly, by trying everything.
fn perfect(game: &AnyGame) -> i32 {
    let tallies = game.tallies().map(|tally| i32::try_from(tally).unwrap());
    if game.is_over() {
        return tallies[game.turn()] - tallies[game.turn().other()];
    }
    game.legal_texts().iter().map(|mv| after(game, mv)).max().unwrap()
}

/// The same after a move, for the side that plays it.
fn after(game: &AnyGame, mv: &str) -> i32 {
    let mut next = game.clone();
    next.try_play(mv).unwrap();
    if next.turn() == game.turn() { perfect(&next) } else { -perfect(&next) }
}

#[test]
fn the_last_moves_have_exactly_the_values_of_perfect_play() {
    let start = start("othello", "");
    let record = record(&start, &random_moves(&start, 200, 9));
    let review = reviewed(&record, Some(20_000));
    let positions = positions_of(&record).unwrap();
    let plies = review.plies.len();
    let mut lost = 0.0;
    for (at, position) in positions.iter().enumerate().take(plies).skip(plies - 8) {
        let (ply, mv) = (&review.plies[at], record.plies[at].mv.as_ref().unwrap());
        let (best, played) = (perfect(position), after(position, mv));
        assert!(ply.is_exact, "ply {}", at + 1);
        assert_eq!((ply.value, ply.played), (f64::from(best), Some(f64::from(played))), "ply {}", at + 1);
        assert_eq!(ply.loss, f64::from(best - played));
        assert_eq!(after(position, &ply.best[0]), best, "the move it names is as good as it says");
        lost += ply.loss;
    }
    assert!(lost > 0.0, "somebody who plays at random loses something");
    let end = record.tally.map(f64::from);
    assert_eq!(review.values[plies], end[0] - end[1]);
}

/// White, to move, wins by 12 with a3 and loses by 2 after g2, beside the corner h1: another program counted it out.
const CORNER: &str = "-XXXXXX---XXXX-O-X-XXXXX-XXXOOXOOXOXOOXOOXOOXOXO-XOOOXXOXXXXXXXO O";
/// Black has no move.
const MUST_PASS: &str = "--XXX---X-XXXXXO-XXXXXXOXXXOXOXO-XXXXOX-OXXXOOXX-OOOOOOOXXOOOOOO X";

#[test]
fn a_corner_given_away_near_the_end_is_a_blunder() {
    let board = start("othello", "").at(CORNER).unwrap();
    let review = reviewed(&record(&board, &["g2".to_owned()]), None);
    let ply = &review.plies[0];
    assert_eq!((ply.judgement, ply.is_exact), (Some(Judgement::Blunder), true));
    assert_eq!((ply.value, ply.played, ply.loss), (12.0, Some(-2.0), 14.0));
    assert_eq!((ply.best[0].as_str(), review.values[0]), ("a3", -12.0));
    let summary = review.summary[ply.side];
    assert_eq!((summary.blunders, summary.mistakes, summary.moves), (1, 0, 1));
    assert_eq!(summary.average_loss, ply.loss);
}

#[test]
fn games_of_every_kind_are_reviewed_alike_each_time() {
    let games = [("othello", "size=6", 200), ("awale", "", 30), ("flood", "width=8,colours=5,seed=3", 30)];
    for (game, setup, most) in games.into_iter().chain([("seven-colours", "size=10,colours=6,seed=3", 30)]) {
        let start = start(game, setup);
        let record = record(&start, &random_moves(&start, most, 5));
        let review = reviewed(&record, Some(2_000));
        assert_eq!(review, reviewed(&record, Some(2_000)), "{game}");
        assert!(review.is_complete);
        assert_eq!((review.values.len(), review.plies.len()), (record.plies.len() + 1, record.plies.len()), "{game}");
        let found: u32 = review.summary.iter().map(|one| one.inaccuracies + one.mistakes + one.blunders).sum();
        let noted = review.plies.iter().filter(|ply| ply.judgement > Some(Judgement::Good)).count();
        assert_eq!(found as usize, noted, "{game}");
        assert!(noted > 0, "{game}: somebody who plays at random plays badly");
        let least = SHARES[0].1 * f64::from(start.total());
        let is_close = |ply: &&PlyReview| ply.value.abs() + ply.loss < f64::from(start.total()) / 4.0;
        for ply in review.plies.iter().filter(is_close).filter(|ply| ply.judgement == Some(Judgement::Good)) {
            assert!(ply.loss < least, "{game}: {ply:?}");
        }
        let text = serde_json::to_string(&review).unwrap();
        assert_eq!(serde_json::from_str::<Review>(&text).unwrap(), review, "{game}");
    }
}

#[test]
fn who_plays_as_the_search_would_is_not_blamed() {
    let mut game = start("othello", "size=6");
    let first = game.clone();
    let mut moves = Vec::new();
    while !game.is_over() {
        // The review of a game so far ends with nothing played: its best move is found by looking one step on.
        let legal = game.legal_texts();
        let mv = if legal.len() == 1 { legal[0].clone() } else { best_of(&game, &legal[0]) };
        game.try_play(&mv).unwrap();
        moves.push(mv);
    }
    let review = reviewed(&record(&first, &moves), Some(LEAST_NODES));
    assert!(review.plies.iter().all(|ply| ply.loss == 0.0 && ply.judgement <= Some(Judgement::Good)));
    assert!(review.summary.iter().all(|one| one.moves > 5 && one.average_loss == 0.0));
}

fn best_of(game: &AnyGame, any: &str) -> String {
    let mut reviewer = Reviewer::new(&record(game, &[any.to_owned()]), Some(LEAST_NODES)).unwrap();
    reviewer.step(&RUN);
    reviewer.review().plies[0].best[0].clone()
}

#[test]
fn a_lost_turn_and_a_move_without_choice_are_not_judged() {
    let start = start("othello", "");
    let mut record = record(&start, &["-".to_owned(), "d6".to_owned()]);
    record.ending = Some(Ending::Forfeit { by: Side::First, fault: Fault::illegal("z9") });
    let review = reviewed(&record, Some(LEAST_NODES));
    assert_eq!((review.plies[0].judgement, review.plies[0].played), (None, None));
    assert!(!review.plies[0].best.is_empty(), "there was something to play");
    assert_eq!(review.summary[Side::First].moves, 0);
    // A game that was given up is worth what its last position promises, not what lies on the board.
    assert_eq!(review.values.len(), 3);
    assert!(review.is_complete);
    let pass = start.at(MUST_PASS).unwrap();
    let review = reviewed(&self::record(&pass, &["pass".to_owned()]), Some(LEAST_NODES));
    assert_eq!((review.plies[0].judgement, review.plies[0].loss), (None, 0.0));
}

#[test]
fn a_settled_game_is_worth_what_it_was_settled_at() {
    let start = start("awale", "");
    let mut record = record(&start, &random_moves(&start, 4, 1));
    record.tally = [30, 18];
    record.ending = Some(Ending::Adjudicated { outcome: Outcome::First, reason: Reason::Cap });
    assert_eq!(reviewed(&record, Some(LEAST_NODES)).values[4], 12.0);
}

#[test]
fn it_stops_when_told_and_keeps_what_it_knows() {
    let start = start("othello", "");
    let mut reviewer = Reviewer::new(&record(&start, &random_moves(&start, 10, 2)), Some(LEAST_NODES)).unwrap();
    assert!(reviewer.step(&RUN) && reviewer.step(&RUN));
    assert!(!reviewer.step(&AtomicBool::new(true)));
    assert_eq!((reviewer.review().values.len(), reviewer.review().plies.len()), (2, 2));
    assert!(!reviewer.review().is_complete);
    while reviewer.step(&RUN) {}
    assert!(reviewer.review().is_complete, "it can go on");
}

#[test]
fn what_cannot_be_played_again_is_refused() {
    let start = start("othello", "");
    let good = record(&start, &random_moves(&start, 3, 2));
    let refused = |change: &dyn Fn(&mut GameRecord)| {
        let mut record = good.clone();
        change(&mut record);
        match Reviewer::new(&record, None) {
            Err(ReviewError::Replay(error)) => error.to_string(),
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("it was taken"),
        }
    };
    assert!(refused(&|record| record.game = "chess".into()).contains("chess"));
    assert!(refused(&|record| record.setup = "size=7".into()).contains("setup"));
    assert!(refused(&|record| record.start = "x".into()).contains("start"));
    assert!(refused(&|record| record.plies[1].mv = Some("a1".into())).contains("ply 1"));
}
