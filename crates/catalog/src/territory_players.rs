//! The built-in players of the territory games: Seven Colours and Flood.

use joute_games::AnyGame;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_search::Strategy;
use joute_search::territory::{
    Ahead, BorderMeasure, BorderUnit, Hegemony, HegemonyVariant, MaxBorder, Mix, Oracle, Recursion, Starve,
    UsefulRandom,
};

use crate::built_in::Erased;
use crate::parameters::{Parameter, Parameters, ParametersError};
use crate::strategies::{Built, BuiltInEntry, BuiltInError, TIES, ties};

const GAMES: &[&str] = &["seven-colours", "flood"];

/// The longest look ahead a player can be told: far beyond patience with more than two or three colours.
const MOST_MOVES: i32 = 20;

/// The default of `ahead`, whose number of moves is not the same on every board.
const BY_BOARD: &str = "by board size";

const RECURSION: Parameter = Parameter {
    name: "recursion",
    values: "shared or report",
    default: "shared",
    meaning: "whether totals found once are used again or every line is played as in the report; the choice is the same",
};

const BORDER: Parameter = Parameter {
    name: "border",
    values: "cells, free, contested, contacts, contacts-contested or contacts-all",
    default: "cells",
    meaning: "what of the border counts: cells not its own, free ones, contested ones, or contacts with such cells",
};

/// Any useful colour.
pub(crate) const USEFUL_RANDOM: BuiltInEntry = BuiltInEntry {
    name: "useful-random",
    summary: "any colour that gains at least one cell, all equally likely",
    games: GAMES,
    parameters: &[],
    build: |_, game| on_territory(UsefulRandom, game),
};

/// The most frequent colour on the border.
pub(crate) const MAX_BORDER: BuiltInEntry = BuiltInEntry {
    name: "max-border",
    summary: "the colour with most cells on the border, whatever lies behind them",
    games: GAMES,
    parameters: &[
        Parameter {
            name: "unit",
            values: "cells or contacts",
            default: "cells",
            meaning: "whether a cell counts once or once for each contact with the zone",
        },
        TIES,
    ],
    build: |parameters, game| {
        let units = [("cells", BorderUnit::Cells), ("contacts", BorderUnit::Contacts)];
        on_territory(MaxBorder::new(parameters.choice("unit", &units)?, ties(parameters)?), game)
    },
};

/// The longest border.
pub(crate) const HEGEMONY: BuiltInEntry = BuiltInEntry {
    name: "hegemony",
    summary: "the colour after which the zone has the longest border",
    games: GAMES,
    parameters: &[
        Parameter {
            name: "variant",
            values: "cells, useful, free, contested, contacts, contacts-contested or contacts-all",
            default: "cells",
            meaning: "cells not its own; the same among useful colours; free cells; cells both sides can reach; contacts \
                      with free, contested or all cells, greedy when no colour makes them more",
        },
        TIES,
    ],
    build: |parameters, game| {
        let variants = [
            ("cells", HegemonyVariant::Cells),
            ("useful", HegemonyVariant::Useful),
            ("free", HegemonyVariant::Free),
            ("contested", HegemonyVariant::Contested),
            ("contacts", HegemonyVariant::Contacts),
            ("contacts-contested", HegemonyVariant::ContactsContested),
            ("contacts-all", HegemonyVariant::ContactsAll),
        ];
        on_territory(Hegemony::new(parameters.choice("variant", &variants)?, ties(parameters)?), game)
    },
};

/// Two own moves ahead.
pub(crate) const FORESEEING: BuiltInEntry = BuiltInEntry {
    name: "foreseeing",
    summary: "the colour that, followed by the greedy one, gains most",
    games: GAMES,
    parameters: &[TIES, RECURSION],
    build: |parameters, game| on_territory(Oracle::new(2, recursion(parameters)?, ties(parameters)?), game),
};

/// Some own moves ahead.
pub(crate) const ORACLE: BuiltInEntry = BuiltInEntry {
    name: "oracle",
    summary: "the colour that leads to most cells some own moves ahead, the opponent ignored",
    games: GAMES,
    parameters: &[
        Parameter { name: "moves", values: "1 to 20", default: "3", meaning: "own moves it looks ahead" },
        TIES,
        RECURSION,
    ],
    build: |parameters, game| {
        let moves = moves(parameters)?;
        on_territory(Oracle::new(moves, recursion(parameters)?, ties(parameters)?), game)
    },
};

/// The best opening, then greedy.
pub(crate) const AHEAD: BuiltInEntry = BuiltInEntry {
    name: "ahead",
    summary: "plays the opening with most cells, worked out at its first turn, while it can; then greedy",
    games: GAMES,
    parameters: &[
        Parameter {
            name: "moves",
            values: "1 to 20",
            default: BY_BOARD,
            meaning: "own moves it plans: half the side of the board, while that is at most a million lines",
        },
        TIES,
    ],
    build: |parameters, game| {
        let moves = if parameters.get("moves") == BY_BOARD { None } else { Some(moves(parameters)?) };
        on_territory(Ahead::new(moves, ties(parameters)?), game)
    },
};

/// The least left for the opponent.
pub(crate) const STARVE: BuiltInEntry = BuiltInEntry {
    name: "starve",
    summary: "the colour that leaves the opponent fewest cells it can reach",
    games: GAMES,
    parameters: &[TIES],
    build: |parameters, game| on_territory(Starve::new(ties(parameters)?), game),
};

/// Border and cells.
pub(crate) const MIX: BuiltInEntry = BuiltInEntry {
    name: "mix",
    summary: "the highest a*border + b*cells some own moves ahead, and greedy whenever that ends the game",
    games: GAMES,
    parameters: &[
        Parameter { name: "a", values: "-1000 to 1000", default: "1", meaning: "what a border cell is worth" },
        Parameter { name: "b", values: "-1000 to 1000", default: "1", meaning: "what an own cell is worth" },
        Parameter { name: "moves", values: "1 to 20", default: "1", meaning: "own moves it looks ahead" },
        TIES,
        BORDER,
    ],
    build: |parameters, game| {
        let [a, b] = [parameters.number("a", -1000..=1000)?, parameters.number("b", -1000..=1000)?];
        on_territory(Mix::new(a, b, moves(parameters)?, border(parameters)?, ties(parameters)?), game)
    },
};

/// Border and cells, one each.
pub(crate) const GREEDYMONY: BuiltInEntry = BuiltInEntry {
    name: "greedymony",
    summary: "border and cells after the move count alike: mix:1,1,1",
    games: GAMES,
    parameters: &[TIES, BORDER],
    build: |parameters, game| on_territory(Mix::greedymony(border(parameters)?, ties(parameters)?), game),
};

fn moves(parameters: &Parameters<'_>) -> Result<u32, ParametersError> {
    Ok(parameters.number("moves", 1..=MOST_MOVES)?.unsigned_abs())
}

fn recursion(parameters: &Parameters<'_>) -> Result<Recursion, ParametersError> {
    parameters.choice("recursion", &[("shared", Recursion::Shared), ("report", Recursion::Report)])
}

fn border(parameters: &Parameters<'_>) -> Result<BorderMeasure, ParametersError> {
    let measures = [
        ("cells", BorderMeasure::Cells),
        ("free", BorderMeasure::Free),
        ("contested", BorderMeasure::Contested),
        ("contacts", BorderMeasure::Contacts),
        ("contacts-contested", BorderMeasure::ContactsContested),
        ("contacts-all", BorderMeasure::ContactsAll),
    ];
    parameters.choice("border", &measures)
}

/// The strategy for the territory game that this game is.
fn on_territory<S>(strategy: S, game: &AnyGame) -> Built
where
    S: Strategy<SevenColours> + Strategy<Flood> + 'static,
{
    let erase = [Erased::<SevenColours, S>::seat, Erased::<Flood, S>::seat];
    let mut strategy = Some(strategy);
    let seated = erase.into_iter().find_map(|seat| seat(&mut strategy, game));
    seated.ok_or_else(|| BuiltInError::Game(game.info().name.to_owned()))
}

#[cfg(test)]
mod tests {
    use joute_games::NoFiles;

    use crate::{BuiltIn, find_built_in, find_game};

    /// Seats a player such as `mix:1,1,2`; gives what it says when it cannot be.
    fn seat(game: &str, player: &str) -> Result<(), String> {
        let (name, parameters) = player.split_once(':').unwrap_or((player, ""));
        let game = find_game(game).unwrap().setup("", &NoFiles).unwrap().start(1).unwrap();
        let player = BuiltIn::new(find_built_in(name).unwrap(), parameters).map_err(|error| error.to_string())?;
        player.check(&game).map_err(|error| error.to_string())
    }

    #[test]
    fn every_name_of_the_reports_can_be_seated() {
        let players = "useful-random max-border max-border:contacts hegemony hegemony:useful hegemony:free \
                       hegemony:contested hegemony:contacts hegemony:contacts-contested hegemony:contacts-all \
                       hegemony:useful,ties=random foreseeing oracle:4 oracle:2,recursion=report ahead ahead:5 \
                       ahead:ties=random starve mix:1,2,3 mix:1,1,2,border=contested,ties=random greedymony";
        for player in players.split_whitespace() {
            for game in super::GAMES {
                assert_eq!(seat(game, player), Ok(()), "{player}");
            }
            assert!(seat("othello", player).is_err(), "{player}");
        }
    }

    #[test]
    fn wrong_parameters_are_told_what_is_right() {
        let message = |player| seat("flood", player).unwrap_err();
        assert_eq!(message("oracle:0"), r#"moves="0": expected a whole number from 1 to 20"#);
        assert_eq!(message("ahead:many"), r#"moves="many": expected a whole number from 1 to 20"#);
        assert_eq!(message("mix:5000"), r#"a="5000": expected a whole number from -1000 to 1000"#);
        assert!(message("hegemony:wide").starts_with(r#"variant="wide": expected one of cells, useful"#));
        assert!(message("starve:first,2").starts_with("too many parameters"));
    }
}
