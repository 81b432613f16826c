//! Golden playthroughs: seeded random games as readable text, so that a change of the rules is a readable change here.

use std::fmt::Write;

use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{AnyGame, Attachments, Game, GameSetup, NoFiles, Settlement, awale, content_hash, othello};

/// The most plies that are written out; longer games are played on and their end is told.
const MOST_SHOWN: usize = 40;

/// The most plies that are played: not every random game ends without a referee.
const MOST_PLAYED: usize = 400;

/// One random game: a line for each ply with the move, the tallies, the position and the moves there were.
fn playthrough(mut game: AnyGame) -> String {
    let seed = Seed(1).purpose("golden");
    let mut text = format!("{} {}\n\n", game.info().name, game.setup());
    let mut line = |ply: usize, mv: &str, game: &AnyGame| {
        if ply <= MOST_SHOWN {
            let [first, second] = game.tallies();
            writeln!(text, "{ply:>2} {mv:<4} {first:>3}-{second:<3} {}", game.position()).unwrap();
            if !game.is_over() && ply < MOST_SHOWN {
                writeln!(text, "     {} of {}", game.turn(), game.legal_texts().join(" ")).unwrap();
            }
        }
    };
    line(0, "", &game);
    let mut plies = 0;
    while !game.is_over() && plies < MOST_PLAYED {
        let mv = seed.child(plies as u64).generator().pick(&game.legal()).unwrap();
        let written = game.text(mv);
        game.play(mv);
        plies += 1;
        line(plies, &written, &game);
    }
    text + &end(&game, plies)
}

/// How it ended, or what a referee would make of it.
fn end(game: &AnyGame, plies: usize) -> String {
    let [first, second] = game.tallies();
    match game.outcome() {
        Some(outcome) => format!("\nover after {plies} plies: {outcome:?}, {first}-{second} of {}\n", game.total()),
        None => {
            let [first, second] = game.settle(Settlement::Cap);
            format!("\nnot over after {plies} plies; a cap would settle it {first}-{second} of {}\n", game.total())
        }
    }
}

fn territory<G: Game>(setup: &str) -> String {
    playthrough(AnyGame::start::<G>(G::Setup::parse(setup, &NoFiles).unwrap()).unwrap())
}

fn othello(setup: &str) -> String {
    playthrough(othello::start_text(setup).unwrap())
}

fn awale(setup: &str) -> String {
    playthrough(awale::start(&awale::Setup::parse(setup, &NoFiles).unwrap()).unwrap())
}

#[test]
fn seven_colours() {
    for (name, setup) in [
        ("plain", "size=6,colours=4,seed=3"),
        ("random_board", "size=5,colours=3,board=random,seed=8"),
        ("enclosed", "size=6,colours=4,enclosed=yes,seed=3"),
        ("capture_enclosed", "size=6,colours=4,capture-enclosed=yes,seed=3"),
        ("obstacles", "size=7,colours=4,obstacles=20,seed=2"),
    ] {
        insta::assert_snapshot!(format!("seven_colours_{name}"), territory::<SevenColours>(setup));
    }
}

#[test]
fn flood() {
    for (name, setup) in [
        ("square", "width=5,colours=4,seed=1"),
        ("oblong", "width=6,height=3,colours=4,seed=1"),
        ("donut", "graph=donut,width=6,colours=4,seed=2"),
        ("hgraph", "graph=hgraph,width=6,colours=4,seed=2"),
        ("torus", "graph=torus,width=4,colours=4,colouring=symmetric,seed=2"),
        ("cyclic", "width=5,colours=5,colouring=cyclic"),
        ("forbidden", "width=5,colours=6,forbidden=2,seed=4"),
        ("obstacles", "width=6,colours=4,obstacles=15,seed=4"),
    ] {
        insta::assert_snapshot!(format!("flood_{name}"), territory::<Flood>(setup));
    }
}

#[test]
fn flood_on_a_graph_file() {
    let ring = "vertices 8\nedge 0 1\nedge 1 2\nedge 2 3\nedge 3 4\nedge 4 5\nedge 5 6\nedge 6 7\nedge 7 0\nedge 1 5\nstarts 0 4\n";
    let hash = content_hash(ring.as_bytes());
    let files = Attachments::from([(hash.clone(), ring.into())]);
    let setup = <Flood as Game>::Setup::parse(&format!("graph={hash},colours=4,seed=2"), &files).unwrap();
    insta::assert_snapshot!(playthrough(AnyGame::start::<Flood>(setup).unwrap()));
}

#[test]
fn othello_sizes() {
    for size in [4, 6, 8, 10] {
        insta::assert_snapshot!(format!("othello_{size}"), othello(&format!("size={size}")));
    }
}

#[test]
fn awale_rule_sets() {
    for (name, setup) in
        [("abapa", "rules=abapa"), ("awari", "rules=awari"), ("francois", "rules=francois"), ("kalah", "rules=kalah")]
    {
        insta::assert_snapshot!(format!("awale_{name}"), awale(setup));
    }
}

/// A grand slam is the first move, where it is legal.
#[test]
fn awale_grand_slams() {
    let slam = |setup: &str, position: &str| {
        let start = awale::start(&awale::Setup::parse(setup, &NoFiles).unwrap()).unwrap();
        playthrough(start.at(position).unwrap())
    };
    for choice in
        "nothing illegal-unless-forced illegal legal opponent-takes-rest leave-first leave-last share".split(' ')
    {
        let played = slam(&format!("grand-slam={choice}"), "7-0-0-0-1-0-1-1-0-0-0-0-15-23-S");
        insta::assert_snapshot!(format!("awale_slam_{}", choice.replace('-', "_")), played);
    }
    for choice in ["pass", "illegal"] {
        let played = slam(&format!("rules=francois,undo={choice}"), "8-0-0-0-1-0-1-1-0-0-0-0-14-23-S");
        insta::assert_snapshot!(format!("awale_slam_francois_{choice}"), played);
    }
}
