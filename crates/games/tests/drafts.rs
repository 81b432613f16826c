//! Boards in the making: what is painted reads back, what is wrong is said, and whatever was painted can be undone.

use joute_games::awale::{self, Awale};
use joute_games::draft::{self, Draft};
use joute_games::othello::{self, Othello};
use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::view::{Fill, Piece};
use joute_games::{AnyGame, FieldKind, Game, GameSetup, NoFiles, Side};
use joute_messages::Language;

fn start<G: Game>(setup: &str) -> AnyGame {
    AnyGame::start::<G>(G::Setup::parse(setup, &NoFiles).unwrap()).unwrap()
}

fn awale(setup: &str) -> AnyGame {
    awale::start(&awale::Setup::parse(setup, &NoFiles).unwrap()).unwrap()
}

fn boards() -> Vec<AnyGame> {
    let othello = ["size=4", "size=6", "size=8", "size=10"].map(|setup| othello::start_text(setup).unwrap());
    let seven = ["size=5,seed=1", "size=6,colours=3,obstacles=10,seed=2", "size=4,capture-enclosed,seed=3"];
    let flood = [
        "width=4,seed=1",
        "width=5,height=3,seed=2",
        "graph=donut,width=6,seed=3",
        "graph=hgraph,width=6,obstacles=10,seed=4",
        "graph=torus,width=5,forbidden=1,seed=5",
        "colouring=BR/GY",
    ];
    let awale = ["", "rules=kalah", "rules=francois,pits=3,seeds=2"].map(awale);
    let seven = seven.map(start::<SevenColours>);
    othello.into_iter().chain(seven).chain(flood.map(start::<Flood>)).chain(awale).collect()
}

/// Some moves later.
fn later(mut game: AnyGame, plies: u32, seed: u64) -> AnyGame {
    let mut generator = Seed(seed).generator();
    for _ in 0..plies {
        match generator.pick(&game.legal()) {
            Some(code) => game.play(code),
            None => break,
        }
    }
    game
}

fn of(game: &AnyGame) -> Box<dyn Draft> {
    game.draft(&game.position()).unwrap()
}

/// What must hold of every draft: it reads back, it is a position exactly when it complains of nothing, and it can be seen.
fn check(game: &AnyGame, draft: &dyn Draft) {
    let text = draft.position();
    assert_eq!(game.draft(&text).unwrap().position(), text);
    match (draft.complaint(), game.at(&text)) {
        (None, Ok(position)) => assert_eq!(position.position(), text),
        (Some(complaint), Err(_)) => assert!(complaint.text(Language::EN) != complaint.text(Language::FR)),
        (complaint, position) => panic!("{text}: {complaint:?}, but reading it gives {position:?}"),
    }
    let view = draft::view(draft).unwrap();
    assert_eq!(view.parts.len(), draft.parts());
    assert!(view.parts.iter().all(|part| !part.place.to_string().is_empty() && !part.state.to_string().is_empty()));
}

#[test]
fn every_brush_on_every_part_reads_back_or_says_what_is_wrong() {
    for (number, game) in boards().into_iter().enumerate() {
        for plies in [0, 3, 9] {
            let game = later(game.clone(), plies, number as u64);
            let draft = of(&game);
            assert_eq!((draft.position(), draft.setup()), (game.position(), game.setup()));
            check(&game, &*draft);
            for brush in draft.brushes() {
                for part in 0..draft.parts() {
                    let mut draft = of(&game);
                    draft::paint(&mut *draft, &[part], &brush.key).unwrap();
                    check(&game, &*draft);
                }
            }
        }
    }
}

#[test]
fn strokes_at_random_keep_to_the_rules_of_drafts() {
    for (number, game) in boards().into_iter().enumerate() {
        let mut draft = of(&game);
        let mut generator = Seed(number as u64).purpose("strokes").generator();
        for _ in 0..200 {
            let brushes = draft.brushes();
            let brush = &brushes[generator.index(brushes.len())].key;
            let part = generator.index(draft.parts());
            match generator.index(8) {
                0 => drop(draft::fill(&mut *draft, part, brush).unwrap()),
                1 => draft.set_turn(draft.turn().other()),
                _ => draft::paint(&mut *draft, &[part], brush).unwrap(),
            }
            check(&game, &*draft);
        }
        draft.clear();
        check(&game, &*draft);
        assert_eq!(draft.complaint(), None, "a cleared board is a position");
    }
}

#[test]
fn painting_back_undoes_a_stroke() {
    for game in boards() {
        let before = of(&game);
        let brushes = before.brushes();
        for part in 0..before.parts() {
            // Whatever a part shows, some brush paints it; seeds are counted back one by one.
            let own = brushes.iter().find(|brush| {
                let mut draft = of(&game);
                draft::paint(&mut *draft, &[part], &brush.key).unwrap();
                draft.position() == game.position()
            });
            let back = own.map_or("-1", |brush| &brush.key).to_owned();
            for brush in brushes.iter().filter(|brush| brush.can_fill || brush.key == "+1") {
                let mut draft = of(&game);
                draft::paint(&mut *draft, &[part], &brush.key).unwrap();
                draft::paint(&mut *draft, &[part], if brush.key == "+1" { "-1" } else { &back }).unwrap();
                assert_eq!(draft.position(), game.position(), "{} on {part}", brush.key);
            }
        }
    }
}

#[test]
fn a_brush_or_a_part_that_is_not_there_is_refused_and_nothing_is_painted() {
    for game in boards() {
        let mut draft = of(&game);
        let (parts, known) = (draft.parts(), draft.brushes()[0].key.clone());
        let no_part = draft::paint(&mut *draft, &[0, parts], &known).unwrap_err().to_string();
        assert!(no_part.contains(&format!("0 to {}", parts - 1)), "{no_part}");
        let no_brush = draft::fill(&mut *draft, 0, "é\u{202e}").unwrap_err().to_string();
        assert!(no_brush.contains(&known), "{no_brush}");
        assert_eq!(draft.position(), game.position());
    }
}

#[test]
fn a_text_of_another_size_takes_the_setup_along() {
    let resized = |game: AnyGame, text: &str| game.draft(text).unwrap().setup();
    assert_eq!(resized(othello::start_text("").unwrap(), "-------XO--OX---- X"[1..].trim()), "size=4");
    let flood = start::<Flood>("width=12,obstacles=20,seed=3");
    assert_eq!(resized(flood, "BR/GY/BR 1 0,5 - -"), "graph=square,width=2,height=3,colours=6,colouring=random,seed=3");
    assert_eq!(resized(start::<SevenColours>("seed=1"), "A^/vB v"), "size=2,colours=7,board=symmetric,seed=1");
    assert_eq!(resized(awale("rules=kalah"), "1-2-0-0-S"), "rules=kalah,pits=1");
    let donut = start::<Flood>("graph=donut,seed=1").draft("BR/GY 1 0,3 - -").err().unwrap().to_string();
    assert!(donut.contains("divisible by 3"), "{donut}");
}

#[test]
fn an_obstacle_under_a_start_is_told_and_mended() {
    let game = start::<Flood>("colouring=BR/GY");
    let mut draft = of(&game);
    draft::paint(&mut *draft, &[3], "#").unwrap();
    let complaint = draft.complaint().unwrap();
    assert!(complaint.text(Language::EN).contains("Player 2 starts on an obstacle"), "{complaint:?}");
    assert!(complaint.text(Language::FR).contains("joueur 2"), "{complaint:?}");
    let shown = &draft::view(&*draft).unwrap().parts[3];
    assert_eq!((shown.fill, shown.owner, shown.is_start), (Fill::Blocked, Some(Side::Second), true));
    draft::paint(&mut *draft, &[1], "2").unwrap();
    assert_eq!((draft.position().as_str(), draft.complaint()), ("BR/G# 1 0,1 - -", None));
}

#[test]
fn two_starts_in_one_place_or_territory_are_told() {
    let game = start::<Flood>("colouring=BR/GY");
    let mut draft = of(&game);
    draft::paint(&mut *draft, &[0], "2").unwrap();
    assert!(draft.complaint().unwrap().text(Language::EN).contains("on one cell"));
    draft::paint(&mut *draft, &[1], "2").unwrap();
    draft::paint(&mut *draft, &[1], "B").unwrap();
    assert!(draft.complaint().unwrap().text(Language::EN).contains("one territory"));
}

#[test]
fn a_zone_that_does_not_reach_its_corner_is_told() {
    let game = start::<SevenColours>("board=AB^/CDE/vFG");
    let mut draft = of(&game);
    draft::paint(&mut *draft, &[3], "^").unwrap();
    assert!(draft.complaint().unwrap().text(Language::EN).contains("hang together"));
    draft::paint(&mut *draft, &[1, 0], "^").unwrap();
    assert_eq!((draft.position().as_str(), draft.complaint()), ("^^^/^DE/vFG ^", None));
    draft::paint(&mut *draft, &[2], "#").unwrap();
    assert!(draft.complaint().unwrap().text(Language::EN).contains("corner must belong"));
}

#[test]
fn too_many_seeds_are_told_and_too_few_are_remarked() {
    let game = awale("");
    let mut draft = of(&game);
    draft::paint(&mut *draft, &[0, 0, 12], "+1").unwrap();
    assert!(draft.position().starts_with("6-4-4") && draft.position().ends_with("1-0-S"));
    assert!(draft.complaint().unwrap().text(Language::FR).contains("51 graines"));
    assert_eq!(draft::view(&*draft).unwrap().parts[0].piece, Piece::Seeds(6));
    draft::paint(&mut *draft, &[0, 1, 2, 3], "-1").unwrap();
    assert_eq!(draft.complaint(), None);
    assert!(draft.remark().unwrap().text(Language::EN).starts_with("47 of 48"));
}

#[test]
fn a_region_is_filled_across_the_edges_of_a_torus_and_not_of_a_square() {
    let position = "BRB/RRR/BRB 1 0,4 - -";
    let filled = |graph: &str| {
        let mut draft = start::<Flood>(&format!("graph={graph},width=3,seed=1")).draft(position).unwrap();
        (draft::fill(&mut *draft, 0, "G").unwrap(), draft.position())
    };
    assert_eq!(filled("square"), (1, "GRB/RRR/BRB 1 0,4 - -".to_owned()));
    assert_eq!(filled("torus"), (4, "GRG/RRR/GRG 1 0,4 - -".to_owned()));
    // A start is one place: it is moved, not multiplied.
    let mut draft = start::<Flood>("width=3,seed=1").draft(position).unwrap();
    assert_eq!(draft::fill(&mut *draft, 1, "2").unwrap(), 1);
    assert!(draft.position().ends_with(" 0,1 - -"));
}

/// The form of a game asks for every key of a setup, and whatever it offers can be read.
fn check_fields<G: Game>() {
    let fields = G::INFO.setup_fields;
    let has_field = |key: &str| fields.iter().any(|field| field.key == key);
    // `undo` says what `grand-slam` says.
    for key in G::INFO.setup_keys.iter().filter(|key| key.key != "undo") {
        assert!(has_field(key.key), "{} has no field for {}", G::INFO.name, key.key);
    }
    for field in fields {
        let (good, bad) = match field.kind {
            FieldKind::Number { least, most, default } => {
                let known = G::INFO.setup_keys.iter().find(|key| key.key == field.key).unwrap();
                assert!(default.is_none_or(|default| known.default == default.to_string()), "{}", field.key);
                let fits = [least, most].map(|number| number.to_string());
                // A setting may be within its range and still not go with the others.
                (fits.into_iter().filter(|number| !(field.key == "seeds" && number == "127")).collect(), vec![most + 1])
            }
            FieldKind::Choice(choices) => {
                (choices.iter().map(|value| (*value).to_owned()).filter(|value| !value.is_empty()).collect(), vec![])
            }
            FieldKind::Switch => (vec!["yes".to_owned(), "no".to_owned()], vec![7]),
            FieldKind::Seed => (vec!["0".to_owned(), u64::MAX.to_string()], vec![]),
        };
        let read = |value: &str| G::Setup::parse(&format!("{}={value}", field.key), &NoFiles);
        for value in good {
            let read = read(&value);
            assert!(read.is_ok(), "{} {}={value}: {read:?}", G::INFO.name, field.key);
        }
        for value in bad {
            assert!(read(&value.to_string()).is_err(), "{} {}={value}", G::INFO.name, field.key);
        }
    }
}

#[test]
fn forms_ask_for_every_key_and_offer_only_what_can_be_read() {
    check_fields::<SevenColours>();
    check_fields::<Flood>();
    check_fields::<Othello>();
    check_fields::<Awale<awale::Abapa>>();
}
