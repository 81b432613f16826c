//! A tournament that an earlier program began goes on with this one.

use std::path::Path;

use crate::cups::Cup;
use joute_store::{Access, EventId, GameResult, StoreLocation};

/// What was being played when the program was killed; see `data/` in the tests of the store.
const CUP: &str = r#"
name = "Half-played cup"
format = "double-elimination"
game = "othello"
setup = "size=6"
games = 2
seed = 5
jobs = 1
players = ["random", "greedy", "alphabeta:depth=5", "mobility"]
"#;

fn results(cup: &Cup) -> Vec<GameResult> {
    let store = StoreLocation::in_folder(&cup.data()).open(Access::ReadOnly).unwrap();
    store.results(EventId(1)).unwrap()
}

#[test]
fn a_half_played_cup_goes_on() {
    let cup = Cup::new(CUP);
    let left = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/data/cup_2.sqlite");
    std::fs::create_dir_all(cup.data()).unwrap();
    std::fs::copy(left, cup.data().join("games.sqlite")).unwrap();
    let before = results(&cup);
    assert_eq!(before.len(), 5);
    let told = cup.object(&[]);
    let after = results(&cup);
    assert_eq!((&told["complete"], told["played_now"].as_u64()), (&true.into(), Some(after.len() as u64 - 5)));
    assert_eq!(after[..5], before, "what was played counts");
    assert_eq!(cup.object(&[])["played_now"], 0, "and it is over");
}
