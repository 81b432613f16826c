//! The search for the worst board: exhaustive where it says so, never below the boards made by hand, repeatable.

use std::sync::atomic::AtomicBool;

use joute_experiments::Unwatched;
use joute_experiments::worst_board::{BoardSpace, Hunt, Hunted, Turns};

fn hunt(strategy: &str, setup: &str, iterations: u64, jobs: usize, from: Option<&str>) -> Hunted {
    let space = BoardSpace::of_setup(setup).unwrap();
    let hunt = Hunt { strategy, space, seed: 3, iterations, time: None, jobs, from };
    hunt.run(&AtomicBool::new(false), &Unwatched).unwrap()
}

fn number(turns: Turns) -> f64 {
    match turns {
        Turns::After(turns) => turns,
        Turns::Never => f64::INFINITY,
    }
}

/// The turns greedy needs alone on a 3 x 3 board, by the plainest program there is.
fn greedy_turns(cells: &[u8; 9], colours: u8) -> u32 {
    let mut mine = [false; 9];
    mine[2] = true;
    let near = |cell: usize| {
        let (row, column) = (cell / 3, cell % 3);
        [
            (row > 0, cell.wrapping_sub(3)),
            (row < 2, cell + 3),
            (column > 0, cell.wrapping_sub(1)),
            (column < 2, cell + 1),
        ]
        .into_iter()
        .filter_map(|(there, near)| there.then_some(near))
    };
    let after = |mine: &[bool; 9], colour: u8| {
        let mut mine = *mine;
        loop {
            let taken = (0..9)
                .find(|&cell| cell != 6 && !mine[cell] && cells[cell] == colour && near(cell).any(|near| mine[near]));
            match taken {
                Some(cell) => mine[cell] = true,
                None => return mine,
            }
        }
    };
    let count = |mine: &[bool; 9]| mine.iter().filter(|mine| **mine).count();
    let mut turns = 0;
    while 2 * count(&mine) <= 9 {
        let best = (0..colours).rev().max_by_key(|&colour| count(&after(&mine, colour))).unwrap();
        mine = after(&mine, best);
        turns += 1;
    }
    turns
}

#[test]
fn a_tiny_board_is_searched_to_the_end() {
    let hunted = hunt("greedy", "size=3,colours=3", 1, 2, None);
    // Three cells of the diagonal and two pairs beside it, three colours each.
    assert!(hunted.is_exhaustive);
    assert_eq!(hunted.tried, 243);
    let boards = (0..243).map(|number| {
        let colour = |choice: u32| (number / 3_u32.pow(choice) % 3) as u8;
        [colour(0), colour(1), 0, colour(1), colour(2), colour(3), 0, colour(3), colour(4)]
    });
    let worst = boards.map(|board| greedy_turns(&board, 3)).max().unwrap();
    assert_eq!(number(hunted.worst.turns), f64::from(worst));
}

#[test]
fn annealing_is_never_below_the_boards_made_by_hand() {
    let hunted = hunt("greedy", "size=8,colours=4", 400, 2, None);
    assert!(!hunted.is_exhaustive && hunted.hand_made.len() >= 3);
    let best = hunted.hand_made.iter().map(|found| number(found.turns)).fold(0.0, f64::max);
    assert!(number(hunted.worst.turns) >= best);
    assert!(number(hunted.worst.turns) > hunted.usual.0);
}

#[test]
fn threads_change_nothing_and_a_saved_board_is_a_start() {
    let one = hunt("greedy", "size=7,colours=4", 200, 1, None);
    let three = hunt("greedy", "size=7,colours=4", 200, 3, None);
    assert_eq!(one.worst.setup, three.worst.setup);
    let again = hunt("greedy", "size=7,colours=4", 20, 1, Some(&one.worst.setup));
    assert!(number(again.worst.turns) >= number(one.worst.turns));
}

#[test]
fn a_strategy_that_gets_stuck_is_told_as_never_and_chance_by_its_mean() {
    assert_eq!(hunt("hegemony", "size=8,colours=4", 100, 2, None).worst.turns, Turns::Never);
    let random = hunt("useful-random", "size=4,colours=3", 30, 2, None);
    assert!(matches!(random.worst.turns, Turns::After(turns) if turns > 1.0));
    let best = random.hand_made.iter().map(|found| number(found.turns)).fold(0.0, f64::max);
    assert!(number(random.worst.turns) >= best);
}

#[test]
fn nonsense_is_refused() {
    for setup in ["size=1", "enclosed=yes", "board=AB^/ABC/vBA", "seed=3"] {
        assert!(BoardSpace::of_setup(setup).is_err(), "{setup}");
    }
    let space = || BoardSpace::of_setup("size=3,colours=3").unwrap();
    let refused = |strategy, from| {
        let hunt = Hunt { strategy, space: space(), seed: 1, iterations: 1, time: None, jobs: 1, from };
        hunt.run(&AtomicBool::new(false), &Unwatched).err().unwrap().to_string()
    };
    assert!(refused("nobody", None).contains("nobody"));
    assert!(refused("mobility", None).contains("does not play"));
    assert!(refused("greedy", Some("size=3")).contains("board=ROWS"));
    assert!(refused("greedy", Some("board=AB^/BAA/vAZ")).contains("colours A to C"));
    assert!(refused("greedy", Some("board=AB^/CAA/vAA")).contains("symmetric"));
    assert!(refused("greedy", Some("board=AB/vA")).contains("3 rows"));
}
