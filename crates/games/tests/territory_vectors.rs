//! Whole games of Seven Colours and Flood, replayed ply by ply against figures from independent programs.

use joute_games::territory::flood::{Choice, Flood};
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{Game, GameSetup, NoFiles, Side};
use joute_testkit::vectors;
use serde_json::Value;

fn strings(value: &Value) -> Vec<String> {
    value.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}

fn moves_text<M: ToString>(moves: impl IntoIterator<Item = M>) -> Vec<String> {
    moves.into_iter().map(|mv| mv.to_string()).collect()
}

fn replay<G: Game>(line: &str, vector: &Value, mut game: G, useful: impl Fn(&G) -> Vec<String>) {
    for ply in vector["plies"].as_array().expect("plies") {
        assert_eq!(game.turn().index() as u64, ply["side"].as_u64().unwrap(), "{line}: {game}");
        assert_eq!(moves_text(game.legal_moves()), strings(&ply["legal"]), "{line}: legal in {game}");
        assert_eq!(useful(&game), strings(&ply["useful"]), "{line}: useful in {game}");
        let mv: G::Move = ply["move"].as_str().unwrap().parse().unwrap();
        game.play(mv);
        let tally: Vec<u64> = ply["tally"].as_array().unwrap().iter().map(|cells| cells.as_u64().unwrap()).collect();
        assert_eq!(game.tallies().map(u64::from), *tally, "{line}: tallies of {game}");
    }
    let winner = game.outcome().unwrap_or_else(|| panic!("{line}: not over: {game}")).winner();
    assert_eq!(winner.map(|side| side.index() as u64), vector["winner"].as_u64(), "{line}: winner");
}

fn each_line(name: &str, check: impl Fn(&str, Value)) {
    let text = vectors::read(name);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    assert!(!lines.is_empty(), "{name} holds no game");
    for (number, line) in lines.iter().enumerate() {
        check(&format!("{name}:{}", number + 1), serde_json::from_str(line).expect("a line of JSON"));
    }
}

#[test]
fn seven_colours_games_vectors() {
    each_line("seven-colours.games.jsonl", |line, vector| {
        let setup = format!("colours={}", vector["colours"]);
        let setup = <SevenColours as Game>::Setup::parse(&setup, &NoFiles).unwrap();
        let text = format!("{} ^", strings(&vector["rows"]).join("/"));
        let game = SevenColours::parse(&setup, &text).unwrap();
        replay(line, &vector, game, |game| {
            moves_text(game.legal_moves().into_iter().filter(|&colour| game.gain(colour) > 0))
        });
    });
}

#[test]
fn flood_games_vectors() {
    each_line("flood.games.jsonl", |line, vector| {
        let width = vector["width"].as_u64().unwrap();
        let graph = vector["graph"].as_str().unwrap();
        let setup = format!("graph={graph},width={width},colours={}", vector["colours"]);
        let setup = <Flood as Game>::Setup::parse(&setup, &NoFiles).unwrap();
        let dash = |set: String| if set.is_empty() { "-".to_owned() } else { set };
        let forbidden: Vec<String> = strings(&vector["forbidden"]).into_iter().map(dash).collect();
        let rows = strings(&vector["rows"]).join("/");
        let starts = &vector["starts"];
        let text = format!("{rows} 1 {},{} {} -", starts[0], starts[1], forbidden.join("/"));
        let game = Flood::parse(&setup, &text).unwrap();
        let drawn = Flood::start(&setup.clone().with_seed(1)).unwrap();
        assert_eq!(game.starts(), drawn.starts(), "{line}: starts of the graph");
        assert_eq!(game.total(), drawn.total(), "{line}: holes of the graph");
        assert_eq!(game.turn(), Side::First);
        replay(line, &vector, game, |game| {
            moves_text(game.legal_moves().into_iter().filter(|&choice| choice != Choice::Pass))
        });
    });
}
