//! What strategies look at, part by part, against what can be counted by hand.

use joute_games::awale::{Abapa, Awale};
use joute_games::othello::Othello;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{Game, GameSetup, NoFiles};
use joute_search::{BoardFeatures, Feature, Layer};

fn at<G: Game>(setup: &str, position: &str) -> G {
    G::parse(&G::Setup::parse(setup, &NoFiles).unwrap(), position).unwrap()
}

fn seen(game: &impl BoardFeatures, feature: Feature) -> Layer {
    game.layers().into_iter().find(|layer| layer.feature == feature).unwrap()
}

#[test]
fn the_border_of_the_flood_reports_example() {
    // Section 4.1 of report 001 names the territory and its border cell by cell.
    let game: Flood = at("colours=8", "RRGBV/BRPYC/GRPPP/GRYVR/YCCBO 1 0,24 - -");
    assert_eq!(seen(&game, Feature::Border).parts, [2, 5, 7, 10, 12, 15, 17, 21]);
    assert_eq!(seen(&game, Feature::Border).values, [1, 2, 1, 1, 1, 1, 1, 1], "cell 5 touches the territory twice");
    assert_eq!(seen(&game, Feature::Depth).parts, [2, 5, 7, 10, 12, 13, 14, 15, 17, 21, 22]);
    assert_eq!(seen(&game, Feature::Touched).parts, [] as [u32; 0]);
    assert_eq!(seen(&game, Feature::Contested).parts.len(), 19, "every free cell");
}

#[test]
fn what_only_one_side_can_reach_is_not_contested() {
    // The column of First's cells cuts the board in two.
    let game: SevenColours = at("", "AB^^^/AB^DE/BA^ED/AB^DE/vA^ED ^");
    let contested = seen(&game, Feature::Contested).parts;
    assert_eq!(contested, [0, 1, 5, 6, 10, 11, 15, 16, 21]);
    assert_eq!(seen(&game, Feature::ContestedBorder).parts, [1, 6, 11, 16, 21]);
    assert_eq!(seen(&game, Feature::OwnReach).parts.len(), 9 + 8);
    assert_eq!(seen(&game, Feature::TheirReach).parts, contested);
}

#[test]
fn a_forbidden_colour_is_a_wall() {
    let game: Flood = at("", "BRG/RRG/GGY 1 0,8 R/- -");
    assert_eq!(seen(&game, Feature::OwnReach).parts, [] as [u32; 0]);
    assert_eq!(seen(&game, Feature::TheirReach).parts, [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn the_race_names_who_comes_first_and_when() {
    let game: SevenColours = at("", "CB^/DAB/vDC ^");
    let own = seen(&game, Feature::OwnFirst);
    assert_eq!((own.parts, own.values), (vec![0, 1, 4, 5, 8], vec![2, 1, 2, 1, 2]));
    let their = seen(&game, Feature::TheirFirst);
    assert_eq!((their.parts, their.values), (vec![3, 7], vec![1, 1]));
}

#[test]
fn othello_moves_frontiers_and_squares() {
    let game: Othello = at("", "---------------------------OX------XO--------------------------- X");
    let own = seen(&game, Feature::OwnMoves);
    assert_eq!((own.parts, own.values), (vec![19, 26, 37, 44], vec![2; 4]), "d3, c4, f5 and e6");
    assert_eq!(seen(&game, Feature::TheirMoves).parts, [20, 29, 34, 43]);
    assert_eq!(seen(&game, Feature::OwnFrontier).parts.len(), 10, "around both discs, the four in the middle taken");
    let worth = seen(&game, Feature::Worth);
    assert_eq!((worth.values[0], worth.values[1], worth.values[9]), (200, -30, -70));
    let taken: Othello = at("", "X--------------------------OX------XO--------------------------- X");
    let worth = seen(&taken, Feature::Worth);
    assert_eq!((worth.values[1], worth.values[6]), (10, -30), "beside a corner that is taken nothing is given away");
}

#[test]
fn awale_pits_in_danger_and_for_the_taking() {
    let game: Awale<Abapa> = at("", "1-2-0-0-0-3-1-2-1-4-4-12-9-9-S");
    assert_eq!(seen(&game, Feature::Weak).parts, [0, 1, 6, 7, 8]);
    assert_eq!(seen(&game, Feature::Full).parts, [11]);
    let prey = seen(&game, Feature::Prey);
    assert_eq!((prey.parts, prey.values), (vec![6, 7, 8], vec![1, 2, 1]), "F makes 2, 3 and 2 and takes them");
    let threatened = seen(&game, Feature::Threatened).parts;
    assert_eq!(threatened, [0, 1], "e's four seeds end in B, which they make 3; A, then 2, goes with it");
}
