//! One named test for each rule and option of Seven Colours and Flood, and the examples of report 001.

use joute_games::territory::flood::{Choice, Colour, Flood};
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{AnyGame, Game, GameSetup, NoFiles, Outcome, Settlement, SetupError, Side};

fn seven(setup: &str, position: &str) -> SevenColours {
    SevenColours::parse(&<SevenColours as Game>::Setup::parse(setup, &NoFiles).unwrap(), position).unwrap()
}

fn flood(setup: &str, position: &str) -> Flood {
    Flood::parse(&<Flood as Game>::Setup::parse(setup, &NoFiles).unwrap(), position).unwrap()
}

fn flood_start(setup: &str) -> Flood {
    Flood::start(&<Flood as Game>::Setup::parse(setup, &NoFiles).unwrap()).unwrap()
}

fn after<G: Game>(mut game: G, moves: &str) -> G {
    let mut rest = moves;
    while let Some((mv, left)) = G::read_move(rest).unwrap() {
        assert!(game.is_legal(mv), "{mv} in {game}");
        game.play(mv);
        rest = left;
    }
    game
}

fn legal<G: Game>(game: &G) -> String {
    game.legal_moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

// Seven Colours

#[test]
fn first_starts_top_right_and_second_bottom_left() {
    let setup = <SevenColours as Game>::Setup::parse("size=4,seed=3", &NoFiles).unwrap();
    let text = SevenColours::start(&setup).unwrap().to_string();
    let rows: Vec<&str> = text.split([' ', '/']).collect();
    assert!(rows[0].ends_with('^') && rows[3].starts_with('v') && rows[4] == "^");
}

#[test]
fn a_colour_takes_all_of_it_that_is_connected_to_the_zone() {
    let game = after(seven("", "BAA^/BABB/CAAB/vCCC ^"), "A");
    assert_eq!(game.to_string(), "B^^^/B^BB/C^^B/vCCC v");
}

#[test]
fn a_useless_colour_is_legal_and_wastes_the_turn() {
    let game = after(seven("", "AB^/CDE/vFG ^"), "A");
    assert_eq!(game.to_string(), "AB^/CDE/vFG v");
    assert_eq!(game.tallies(), [1, 1]);
}

#[test]
fn more_than_half_of_the_cells_ends_the_game() {
    let game = after(seven("", "AA^/BAA/vBB ^"), "A");
    assert_eq!((game.tallies(), game.is_over(), game.outcome()), ([5, 1], true, Some(Outcome::First)));
}

#[test]
fn exactly_half_does_not_end_the_game() {
    let game = after(seven("", "A^/vB ^"), "A");
    assert_eq!((game.tallies(), game.is_over()), ([2, 1], false));
    let draw = after(game, "B");
    assert_eq!((draw.tallies(), draw.outcome()), ([2, 2], Some(Outcome::Draw)));
}

#[test]
fn the_game_ends_when_no_cell_is_left_to_take() {
    let game = seven("", "A##^/##^^/#v##/vvvB ^");
    assert!(!game.is_over());
    let done = after(seven("", "A##^/##^^/#v##/vvv# ^"), "");
    assert!(done.is_over(), "the A in the corner touches nobody");
    assert_eq!(done.outcome(), Some(Outcome::Second));
}

#[test]
fn obstacles_do_not_count_as_cells() {
    let game = seven("", "##^/##A/vA# ^");
    assert_eq!(game.total(), 4);
    assert_eq!(after(game, "A").tallies(), [2, 1]);
}

#[test]
fn enclosed_cells_count_when_the_end_is_judged() {
    let counted = seven("enclosed=yes", "BB^^^/BB^AA/BB^^^/BBBBB/vBBBB ^");
    assert!(!counted.is_over(), "7 cells and 2 enclosed are not more than 12.5");
    assert_eq!(counted.tallies(), [7, 1], "they count only when the end is judged");
    let text = "B^^^^/B^^AA/B^^^^/BB^BB/vBBBB ^";
    let more = seven("enclosed=yes", text);
    assert!(more.is_over(), "11 cells and 2 enclosed are more than 12.5");
    assert_eq!(more.tallies(), [13, 1]);
    assert!(!seven("", text).is_over(), "off by default");
}

#[test]
fn capture_enclosed_takes_the_islands_of_both_sides() {
    let text = "AB^F^/AB^^^/DDDDD/vGGGG/vCCGG v";
    let game = after(seven("capture-enclosed=yes", text), "G");
    assert_eq!(game.to_string(), "AB^^^/AB^^^/DDDDD/vvvvv/vvvvv ^");
    let plain = after(seven("", text), "G");
    assert_eq!(plain.to_string(), "AB^F^/AB^^^/DDDDD/vvvvv/vCCvv ^");
}

#[test]
fn symmetric_boards_are_mirrored_across_the_diagonal_without_the_starts() {
    let setup = <SevenColours as Game>::Setup::parse("size=9,board=symmetric,seed=5,obstacles=15", &NoFiles).unwrap();
    let text = SevenColours::start(&setup).unwrap().to_string();
    let rows: Vec<&[u8]> = text.split([' ', '/']).take(9).map(str::as_bytes).collect();
    let mirrored = |letter| if letter == b'^' { b'v' } else { letter };
    for (row, letters) in rows.iter().enumerate() {
        for (column, &letter) in letters.iter().enumerate().take(row) {
            assert_eq!(letter, mirrored(rows[column][row]), "row {row}, column {column}");
        }
    }
}

#[test]
fn each_seed_has_its_own_board_and_the_same_one_each_time() {
    let board = |seed: u64| {
        let setup = <SevenColours as Game>::Setup::parse("size=8", &NoFiles).unwrap().with_seed(seed);
        SevenColours::start(&setup).unwrap().to_string()
    };
    let boards: std::collections::BTreeSet<String> = (0..200).map(board).collect();
    assert_eq!(boards.len(), 200);
    assert_eq!(board(7), board(7));
}

/// Boards of old records come out the same for ever.
#[test]
fn boards_of_seeds_never_change() {
    let setup = <SevenColours as Game>::Setup::parse("size=5,seed=1", &NoFiles).unwrap();
    insta::assert_snapshot!(SevenColours::start(&setup).unwrap(), @"CDAF^/DADFE/ADFGE/FFGBC/vEECF ^");
    let setup = <SevenColours as Game>::Setup::parse("size=7,board=random,obstacles=20,seed=1", &NoFiles).unwrap();
    insta::assert_snapshot!(SevenColours::start(&setup).unwrap(), @"CD#FEA^/FEFGEBC/#CE##A#/B#DFBDG/AD#BFFA/CAGDEAF/vBG#AC# ^");
    insta::assert_snapshot!(flood_start("width=4,forbidden=1,seed=1"), @"RYYV/GVOR/BRBG/BRVO 1 0,15 Y/Y -");
    insta::assert_snapshot!(flood_start("graph=torus,width=5,colouring=symmetric,seed=1"), @"RYYVG/VOVRR/YYGGV/BRBGB/BRBBG 1 0,12 - -");
}

#[test]
fn a_zone_cut_off_from_its_start_is_no_position() {
    let setup = Default::default();
    let error = SevenColours::parse(&setup, "^A^/AAA/vAA ^").unwrap_err().to_string();
    assert!(error.contains("connected to the top right corner"), "{error}");
}

// Flood

#[test]
fn a_territory_takes_the_colour_and_grows_by_what_it_now_touches() {
    let game = after(flood("", "BRR/RGR/GGY 1 0,8 - -"), "R");
    assert_eq!(game.to_string(), "RRR/RGR/GGY 2 0,8 - -");
    assert_eq!(game.tallies(), [5, 1]);
}

#[test]
fn a_territory_may_be_larger_than_one_cell_at_the_start() {
    assert_eq!(flood("", "BBR/BGR/GYY 1 0,8 - -").tallies(), [3, 2]);
}

#[test]
fn a_colour_must_gain_a_cell() {
    assert_eq!(legal(&flood("", "BRG/GYO/VOR 1 0,8 - -")), "R G pass");
}

#[test]
fn a_forbidden_colour_is_illegal_for_its_side_alone() {
    let game = flood("", "BRG/RGR/GRY 1 0,8 R/G -");
    assert_eq!(legal(&game), "pass");
    assert_eq!(legal(&after(game, ".")), "R pass");
}

#[test]
fn the_opponents_colour_is_illegal_while_the_territories_touch() {
    // Orange is beside First's red both free (cell 0's neighbour 3) and as Second's territory.
    let apart = flood("", "RBO/OBB/BBO 1 0,8 - -");
    assert_eq!(legal(&apart), "B O pass");
    let touching = flood("", "ROB/RBB/OOO 1 0,8 - -");
    assert_eq!(legal(&touching), "B pass");
}

#[test]
fn two_passes_in_a_row_end_the_game_even_at_the_very_start() {
    let one = after(flood("", "BR/GY 1 0,3 - -"), ".");
    assert_eq!(one.to_string(), "BR/GY 2 0,3 - p");
    assert!(!one.is_over());
    let two = after(one.clone(), ".");
    assert_eq!(two.to_string(), "BR/GY 1 0,3 - pp");
    assert_eq!(two.outcome(), Some(Outcome::Draw));
    let resumed = after(one, "R");
    assert_eq!(resumed.to_string(), "BR/GR 1 0,3 - -");
}

#[test]
fn a_lost_turn_is_not_a_pass() {
    let mut game = after(flood("", "BR/GY 1 0,3 - -"), ".");
    game.skip_turn();
    assert_eq!(game.to_string(), "BR/GY 1 0,3 - -");
}

#[test]
fn one_cell_is_nobodys_and_a_draw() {
    let game = flood_start("width=1");
    assert_eq!(legal(&game), "pass");
    assert_eq!(after(game, "..").outcome(), Some(Outcome::Draw));
}

#[test]
fn a_start_without_neighbours_can_only_pass() {
    let game = flood("", "B#R/##R/GGY 1 0,8 - -");
    assert_eq!(legal(&game), "pass");
    assert_eq!(after(game, ".R..").outcome(), Some(Outcome::Second));
}

#[test]
fn the_start_cells_differ_in_colour() {
    for seed in 0..100 {
        for colouring in ["random", "cyclic", "symmetric"] {
            let game = flood_start(&format!("width=4,colours=2,colouring={colouring},seed={seed}"));
            let colours = game.starts().map(|cell| game.colour_of_cell(cell));
            assert_ne!(colours[0], colours[1]);
        }
    }
    let setup = <Flood as Game>::Setup::parse("colouring=BR/RB", &NoFiles).unwrap();
    let error = Flood::start(&setup).unwrap_err().to_string();
    assert!(error.contains("must differ in colour"), "{error}");
}

#[test]
fn forbidden_colours_are_drawn_from_those_of_neither_start() {
    for seed in 0..100 {
        let game = flood_start(&format!("colours=5,forbidden=3,seed={seed}"));
        for side in Side::BOTH {
            assert_eq!(game.forbidden(side).colours().count(), 3);
            assert!(Side::BOTH.iter().all(|&start| !game.forbidden(side).contains(game.colour(start))));
        }
    }
    let setup = <Flood as Game>::Setup::parse("colours=5,forbidden=4", &NoFiles).unwrap();
    assert!(matches!(Flood::start(&setup), Err(SetupError::Impossible(_))));
}

#[test]
fn settling_counts_the_territories_as_they_are() {
    assert_eq!(flood("", "BBR/BGR/GYY 1 0,8 - -").settle(Settlement::Cap), [3, 2]);
}

// Report 001: its worked example, its figure 7 and its own list of tests

/// The 5 x 5 example of section 4.1, with colours that give the areas it names.
const EXAMPLE: &str = "RRGBV/BRPYC/GRPPP/GRYVR/YCCBO 1 0,24 - -";

#[test]
fn report_001_example_territories() {
    let game = flood("colours=8", EXAMPLE);
    let territory = |side| (0..25).filter(|&cell| game.zones().owner_of_cell(cell) == Some(side)).collect::<Vec<_>>();
    assert_eq!(territory(Side::First), [0, 1, 6, 11, 16]);
    assert_eq!(territory(Side::Second), [24]);
}

#[test]
fn report_001_example_borders() {
    let game = flood("colours=8", EXAMPLE);
    let border = |side| {
        let inside = |cell: usize| game.zones().owner_of_cell(cell) == Some(side);
        let touches = |cell: usize| game.topology().neighbours(cell).into_iter().any(inside);
        (0..25).filter(|&cell| !inside(cell) && touches(cell)).collect::<Vec<_>>()
    };
    assert_eq!(border(Side::First), [2, 5, 7, 10, 12, 15, 17, 21]);
    assert_eq!(border(Side::Second), [19, 23]);
    let counted: u32 = game.border(Side::First).colours.iter().map(|colour| colour.cells).sum();
    assert_eq!(counted, 8);
}

#[test]
fn report_001_example_borders_in_depth() {
    let game = flood("colours=8", EXAMPLE);
    let mut areas: Vec<Vec<usize>> = Vec::new();
    for colour in 0..8 {
        for region in game.zones().border(Side::First, colour) {
            areas.push((0..25).filter(|&cell| game.zones().regions().of_cell(cell) == region).collect());
        }
    }
    areas.sort();
    assert_eq!(areas, [vec![2], vec![5], vec![7, 12, 13, 14], vec![10, 15], vec![17], vec![21, 22]]);
}

#[test]
fn report_001_figure_7_border_against_border_in_depth() {
    let game = flood("colours=8", "YYBG/YBGG/RGGG/RRRV 1 0,15 - -");
    let border = game.border(Side::First);
    let (blue, red) = (border.colours[0], border.colours[1]);
    assert_eq!((blue.cells, blue.depth), (2, 2), "two blue cells on the border, nothing behind them");
    assert_eq!((red.cells, red.depth), (1, 4), "one red cell on the border, three behind it");
    let best = game.legal_moves().into_iter().max_by_key(|&mv| game.gain(mv));
    assert_eq!(best, Some(Choice::Take(Colour::new(1).unwrap())));
}

#[test]
fn report_001_each_graph() {
    let cells = |setup: &str| {
        let game = flood_start(&format!("{setup},seed=1"));
        (game.total(), game.starts(), game.topology().neighbours(0))
    };
    assert_eq!(cells("graph=square,width=6"), (36, [0, 35], vec![1, 6]));
    assert_eq!(cells("graph=donut,width=6"), (32, [0, 35], vec![1, 6]));
    assert_eq!(cells("graph=hgraph,width=6"), (28, [0, 35], vec![1, 6]));
    assert_eq!(cells("graph=torus,width=6"), (36, [0, 21], vec![1, 5, 6, 30]));
    let holes = |graph: &str| {
        let text = flood_start(&format!("graph={graph},width=6,seed=1")).to_string();
        text.split(' ').next().unwrap().replace(|letter| "BRGYOV".contains(letter), "o")
    };
    assert_eq!(holes("donut"), "oooooo/oooooo/oo##oo/oo##oo/oooooo/oooooo");
    assert_eq!(holes("hgraph"), "oo##oo/oo##oo/oooooo/oooooo/oo##oo/oo##oo");
}

/// Cells of each colour around a side's territory.
fn border_cells(game: &Flood, side: Side) -> Vec<u32> {
    game.border(side).colours.iter().map(|colour| colour.cells).collect()
}

#[test]
fn report_001_cyclic_borders_from_both_starts() {
    // 0 1 2 3 0 1 / 2 3 0 1 2 3 / 0 1 2 3 0 1 / ... with four colours: each row is shifted by two.
    let square = flood_start("width=6,colours=4,colouring=cyclic");
    assert_eq!(border_cells(&square, Side::First), [0, 1, 1, 0]);
    assert_eq!(border_cells(&square, Side::Second), [0, 1, 1, 0], "cells 29 (colour 1) and 34 (colour 2)");
    let donut = flood_start("graph=donut,width=3,colours=4,colouring=cyclic");
    assert_eq!(border_cells(&donut, Side::First), [0, 1, 0, 1]);
    assert_eq!(donut.tallies(), [1, 2], "the second start takes colour 1 and is joined to cell 5");
    assert_eq!(border_cells(&donut, Side::Second), [0, 0, 1, 1]);
    let hgraph = flood_start("graph=hgraph,width=3,colours=4,colouring=cyclic");
    assert_eq!(border_cells(&hgraph, Side::First), [0, 0, 0, 1]);
    let torus = flood_start("graph=torus,width=3,colours=4,colouring=cyclic");
    assert_eq!(torus.starts(), [0, 4]);
    assert_eq!(border_cells(&torus, Side::First), [0, 0, 2, 1], "cells 2 and 6 wrap around; cell 1 is Second's");
}

#[test]
fn report_001_forbidden_before_and_after_a_move() {
    let forbidden_now = |game: &Flood, side| {
        (0..game.colours()).filter_map(Colour::new).filter(|&colour| !game.may_take(side, colour)).count()
    };
    let game = flood("colours=4", "BRG/YGR/GYR 1 0,8 G/- -");
    assert_eq!(legal(&game), "R Y pass");
    assert_eq!((forbidden_now(&game, Side::First), forbidden_now(&game, Side::Second)), (2, 2));
    let game = after(game, "R");
    assert_eq!(game.to_string(), "RRG/YGR/GYR 2 0,8 G/- -");
    assert_eq!(legal(&game), "G Y pass");
    let game = after(game, "G");
    assert_eq!(game.tallies(), [2, 4]);
    assert_eq!(legal(&game), "Y pass", "green is Second's colour now, and forbidden anyway");
}

#[test]
fn a_graph_file_is_a_board() {
    let file = "vertices 5\nedge 0 1\nedge 0 2\nedge 0 3\nedge 0 4\nedge 1 2\nstarts 0 4\n";
    let files = joute_games::Attachments::from([("star".to_owned(), file.into())]);
    let setup = <Flood as Game>::Setup::parse("graph=star,colours=3,seed=2", &files).unwrap();
    let hash = setup.attachments().into_keys().next().unwrap();
    assert_eq!(setup.to_string(), format!("graph={hash},colours=3,colouring=random,seed=2"));
    let game = AnyGame::start::<Flood>(setup.clone()).unwrap();
    assert!(game.position().starts_with(&format!("{hash}:")));
    assert_eq!(game.at(&game.position()).unwrap(), game);
    assert_eq!(<Flood as Game>::Setup::parse(&setup.to_string(), &game.attachments()).unwrap(), setup);
    assert_eq!(game.view().links.len(), 5);
    let error = <Flood as Game>::Setup::parse("graph=star,colouring=symmetric", &files).unwrap_err().to_string();
    assert!(error.contains("needs a lattice"), "{error}");
}

#[test]
fn setups_that_cannot_be_are_refused_with_the_reason() {
    let flood = |text: &str| <Flood as Game>::Setup::parse(text, &NoFiles).unwrap_err().to_string();
    assert!(flood("graph=donut,width=10").contains("divisible by 3"));
    assert!(flood("graph=ring").contains("square, donut, hgraph, torus or a graph file"));
    assert!(flood("colours=9").contains("2 to 8"));
    assert!(flood("wdith=9").contains("unknown setup key \"wdith\""));
    assert!(flood("width=9,width=9").contains("twice"));
    assert!(flood("seed=-1").contains("whole number"));
    let seven = |text: &str| <SevenColours as Game>::Setup::parse(text, &NoFiles).unwrap_err().to_string();
    assert!(seven("board=spiral").contains("one of symmetric, random"));
    assert!(seven("board=A/B").contains("from 2 to 1000"), "{}", seven("board=A/B"));
    assert!(seven("colours=0").contains("1 to 26"));
    assert!(seven("enclosed=perhaps").contains("yes or no"));
}

#[test]
fn an_illegal_colour_is_told_the_rule_it_breaks() {
    let seven = AnyGame::start::<SevenColours>(
        <SevenColours as Game>::Setup::parse("size=4,colours=3,seed=3", &NoFiles).unwrap(),
    );
    let said = seven.unwrap().try_play("E").unwrap_err().to_string();
    let rule = "the board has the first 3 colours, and E is none of them";
    assert_eq!(said, format!("E is not legal here: {rule}; legal: A B C"));
    let flood = <Flood as Game>::Setup::parse("colours=4,forbidden=R/-", &NoFiles).unwrap();
    let flood = AnyGame::start::<Flood>(flood).unwrap().at("BRG/YYY/GRB 1 0,8 R/- -").unwrap();
    for (mv, rule) in [
        ("R", "R is in your forbidden set R"),
        ("G", "G gains no cell"),
        ("C", "the board has the first 4 colours, and C is none of them"),
    ] {
        let said = flood.clone().try_play(mv).unwrap_err().to_string();
        assert!(said.starts_with(&format!("{mv} is not legal here: {rule}; legal: ")), "{said}");
    }
}
