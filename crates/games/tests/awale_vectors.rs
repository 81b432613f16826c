//! Awalé against figures computed by programs that share no code with this project.
#![expect(clippy::unwrap_used, reason = "a test that cannot set up its position must fail")]

use joute_games::awale::{self, Abapa, Awale, Awari, Custom, Francois, RuleSource, Rules, Setup};
use joute_games::{Game, GameSetup, NoFiles, Side};
use joute_testkit::vectors;

fn start<R: RuleSource>(rules: Rules) -> Awale<R> {
    Awale::start(&Setup::standard(rules)).unwrap()
}

fn at<R: RuleSource>(rules: Rules, position: &str) -> Awale<R> {
    Awale::parse(&Setup::standard(rules), position).unwrap()
}

fn numbers(text: &str) -> Vec<u64> {
    text.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

/// How many lines of exactly `depth` plies end in a finished game.
fn finished<R: RuleSource>(game: Awale<R>, depth: u32) -> u64 {
    if depth == 0 {
        return u64::from(game.is_over());
    }
    let after = |mv| {
        let mut next = game;
        next.play(mv);
        next
    };
    game.legal_moves().into_iter().map(|mv| finished(after(mv), depth - 1)).sum()
}

/// `leaves` and how many of them are finished games, for depths from 1.
fn check<R: RuleSource>(game: Awale<R>, leaves: &[u64], ended: &[u64], line: &str) {
    assert_eq!(leaves.len(), ended.len(), "{line}");
    for (depth, (leaves, ended)) in (1..).zip(leaves.iter().zip(ended)) {
        assert_eq!(game.perft(depth).leaves, *leaves, "{line}: leaves at {depth}");
        assert_eq!(finished(game, depth), *ended, "{line}: finished at {depth}");
    }
}

#[test]
fn abapa_perft_vectors() {
    let text = vectors::read("awale.abapa-perft.txt");
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (left, ended) = line.split_once('|').unwrap();
        let (moves, leaves) = left.split_once(' ').unwrap();
        let mut game = awale::start(&Setup::default()).unwrap();
        game.play_text(moves).unwrap();
        let game: &Awale<Abapa> = game.downcast_ref().unwrap();
        check(*game, &numbers(leaves), &numbers(ended), line);
        lines += 1;
    }
    assert!(lines > 100, "{lines} lines");
}

#[test]
fn abapa_and_awari_perft_vectors() {
    let text = vectors::read("awale.abapa-vs-awari-perft.txt");
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (position, rest) = line.split_once("  abapa ").unwrap();
        let (abapa, awari) = rest.split_once("  awari ").unwrap();
        let figures = |text: &str| {
            let (leaves, ended) = text.split_once("| ended ").unwrap();
            (numbers(leaves), numbers(ended))
        };
        let (leaves, ended) = figures(abapa);
        check(at::<Abapa>(Rules::ABAPA, position), &leaves, &ended, line);
        check(at::<Custom>(Rules::ABAPA, position), &leaves[..4], &ended[..4], line);
        let (leaves, ended) = figures(awari);
        check(at::<Awari>(Rules::AWARI, position), &leaves, &ended, line);
        check(at::<Custom>(Rules::AWARI, position), &leaves[..4], &ended[..4], line);
        lines += 1;
    }
    assert!(lines > 50, "{lines} lines");
}

const FRANCOIS_PASS: [u64; 11] = [6, 34, 168, 824, 3901, 18076, 81852, 361596, 1567441, 6586893, 27264939];
const FRANCOIS_ILLEGAL: [u64; 11] = [6, 34, 168, 824, 3901, 18073, 81842, 361487, 1566625, 6580955, 27227753];

/// Debug builds are slow: they stop two plies earlier.
const FRANCOIS_DEPTH: usize = if cfg!(debug_assertions) { 9 } else { 11 };

#[test]
fn francois_perft_vectors_when_an_undone_move_spends_the_turn() {
    let game = start::<Francois>(Rules::FRANCOIS);
    for (depth, leaves) in (1..).zip(FRANCOIS_PASS).take(FRANCOIS_DEPTH) {
        assert_eq!(game.perft(depth).leaves, leaves, "depth {depth}");
    }
}

#[test]
fn francois_perft_vectors_when_an_undone_move_is_illegal() {
    let setup = Setup::parse("rules=francois,undo=illegal", &NoFiles).unwrap();
    let game = Awale::<Custom>::start(&setup).unwrap();
    for (depth, leaves) in (1..).zip(FRANCOIS_ILLEGAL).take(FRANCOIS_DEPTH) {
        assert_eq!(game.perft(depth).leaves, leaves, "depth {depth}");
    }
}

/// All ways to have `seeds` seeds in 12 pits, the side to move first.
fn positions(seeds: u32) -> Vec<[u32; 12]> {
    fn fill(pit: usize, left: u32, row: &mut [u32; 12], all: &mut Vec<[u32; 12]>) {
        if pit == 11 {
            row[11] = left;
            all.push(*row);
            return;
        }
        for seeds in 0..=left {
            row[pit] = seeds;
            fill(pit + 1, left - seeds, row, all);
        }
    }
    let mut all = Vec::new();
    fill(0, seeds, &mut [0; 12], &mut all);
    all
}

/// The pits of a position, the side to move first, and the seeds won by South so far.
fn pits_of(game: &Awale<Awari>) -> ([u32; 12], u32) {
    let turn = game.turn();
    let pit = |index: usize| match index {
        0..6 => game.seeds(turn, index as u32),
        _ => game.seeds(turn.other(), index as u32 - 6),
    };
    (std::array::from_fn(pit), game.store(Side::First))
}

/// What a move leads to: seeds captured, and either the value of a smaller board or a board of the same size.
enum Next {
    Known(i32),
    Same(usize),
}

/// Seeds the side to move wins more than it loses from each position of `seeds` seeds, an endless game worth 0.
///
/// For each threshold the positions from which it can be forced are the least ones closed under "some move
/// leads to a forced loss" and "every move leads to a forced win".
fn solve(
    seeds: u32,
    smaller: &[std::collections::HashMap<[u32; 12], i32>],
) -> std::collections::HashMap<[u32; 12], i32> {
    let all = positions(seeds);
    let index: std::collections::HashMap<[u32; 12], usize> = all.iter().copied().zip(0..).collect();
    let setup = Setup::standard(Rules::AWARI);
    let successors: Vec<Vec<Next>> = all
        .iter()
        .map(|pits| {
            let game = Awale::<Awari>::new(&setup, [&pits[..6], &pits[6..]], [0, 0], Side::First).unwrap();
            if game.is_over() {
                let [mine, theirs] = game.tallies();
                return vec![Next::Known(mine as i32 - theirs as i32)];
            }
            let after = |mv| {
                let mut next = game;
                next.play(mv);
                let (pits, won) = pits_of(&next);
                match won {
                    0 => Next::Same(index[&pits]),
                    _ => Next::Known(won as i32 - smaller[(seeds - won) as usize][&pits]),
                }
            };
            game.legal_moves().into_iter().map(after).collect()
        })
        .collect();

    let mut values = vec![0; all.len()];
    for threshold in 1..=seeds as i32 {
        let (mut wins, mut losses) = (vec![false; all.len()], vec![false; all.len()]);
        let mut changed = true;
        while changed {
            changed = false;
            for (at, next) in successors.iter().enumerate() {
                if !wins[at]
                    && next.iter().any(|next| match next {
                        Next::Known(value) => *value >= threshold,
                        Next::Same(other) => losses[*other],
                    })
                {
                    (wins[at], changed) = (true, true);
                }
                if !losses[at]
                    && next.iter().all(|next| match next {
                        Next::Known(value) => *value <= -threshold,
                        Next::Same(other) => wins[*other],
                    })
                {
                    (losses[at], changed) = (true, true);
                }
            }
        }
        for at in 0..all.len() {
            if wins[at] {
                values[at] = threshold;
            } else if losses[at] {
                values[at] = -threshold;
            }
        }
    }
    all.into_iter().zip(values).collect()
}

#[test]
fn awari_wdl_vectors() {
    let most = if cfg!(debug_assertions) { 6 } else { 8 };
    let text = vectors::read("awari.wdl.txt");
    let mut tables = vec![std::collections::HashMap::from([([0; 12], 0)])];
    for line in text.lines().take(most) {
        let field = |name: &str| line.split_whitespace().find_map(|word| word.strip_prefix(name)).unwrap();
        let seeds: u32 = field("n=").parse().unwrap();
        assert_eq!(seeds as usize, tables.len(), "{line}");
        let table = solve(seeds, &tables);
        let count = |sign: i32| table.values().filter(|value| value.signum() == sign).count();
        assert_eq!(field("pos="), table.len().to_string());
        assert_eq!(field("WDL_all="), format!("{}/{}/{}", count(1), count(0), count(-1)), "{line}");
        let mean = table.values().map(|value| f64::from(*value)).sum::<f64>() / table.len() as f64;
        assert_eq!(field("mean="), format!("{mean:.5}"), "{line}");
        tables.push(table);
    }
}
