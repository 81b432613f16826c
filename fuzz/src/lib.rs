//! What the targets share: inputs that begin with a choice, and boards small enough to try many.

use joute_catalog::{GAMES, GameEntry};
use joute_games::{AnyGame, NoFiles};

/// The first byte as a choice, the rest as a text.
pub fn choice_and_text(data: &[u8]) -> Option<(usize, &str)> {
    let (choice, text) = data.split_first()?;
    Some((usize::from(*choice), std::str::from_utf8(text).ok()?))
}

/// One of the games.
pub fn game(choice: usize) -> &'static GameEntry {
    &GAMES[choice % GAMES.len()]
}

/// Small boards of every game and of the rules that read texts in their own way.
const STARTS: &[(&str, &str)] = &[
    ("seven-colours", "size=4,colours=4,seed=1"),
    ("seven-colours", "size=3,capture-enclosed=yes,obstacles=20,seed=1"),
    ("flood", "width=4,colours=4,seed=1"),
    ("flood", "graph=donut,width=3,colours=8,forbidden=2,seed=1"),
    ("flood", "graph=torus,width=2,height=3,colours=3,seed=1"),
    ("othello", "size=4"),
    ("othello", "size=8"),
    ("othello", "size=10"),
    ("awale", "rules=abapa"),
    ("awale", "rules=francois"),
    ("awale", "rules=kalah,pits=2,seeds=1"),
    ("awale", "rules=awari,pits=12,seeds=10"),
];

/// The start of one of the small boards.
pub fn start(choice: usize) -> AnyGame {
    let (name, setup) = STARTS[choice % STARTS.len()];
    let game = joute_catalog::find_game(name).expect("the catalogue has it");
    game.setup(setup, &NoFiles).and_then(|source| source.start(1)).expect("the setup is fine")
}

/// Everything that may be asked of a position must be answered, and its text must lead back to it.
pub fn examine(game: &AnyGame) {
    let text = game.position();
    assert_eq!(game.at(&text).as_ref(), Ok(game), "{text}");
    assert_eq!(game.legal().is_empty(), game.is_over(), "{text}");
    let [first, second] = game.tallies();
    assert!(first + second <= game.total(), "{text}");
    assert_eq!(game.view().parts.is_empty(), game.total() == 0, "{text}");
    for mv in game.legal().into_iter().take(4) {
        let mut next = game.clone();
        next.play(mv);
        assert_eq!(next.at(&next.position()), Ok(next), "{text}");
    }
}
