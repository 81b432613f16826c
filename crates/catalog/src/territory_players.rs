//! The built-in players of the territory games: Seven Colours and Flood.

use joute_search::territory::{
    Ahead, BorderMeasure, BorderUnit, Hegemony, HegemonyVariant, MaxBorder, Mix, Oracle, Recursion, Starve,
    TerritoryEngine, TerritoryEngineOptions, TerritoryGame, TerritoryHeuristic, UsefulRandom,
};
use joute_search::{AlphaBeta, AlphaBetaOptions, Erring, Heuristic, Limits, Strategy};

use crate::built_in::AnyStrategy;
use crate::concrete::erase;
use crate::parameters::{Parameter, Parameters, ParametersError};
use crate::searches::{error, limits, mebibytes, threads};
use crate::strategies::{Build, Built, BuiltInEntry, Maker, TIES, ties};

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
    parameters: &[],
    maker: Maker::OfGame,
};

/// The most frequent colour on the border.
pub(crate) const MAX_BORDER: BuiltInEntry = BuiltInEntry {
    name: "max-border",
    summary: "the colour with most cells on the border, whatever lies behind them",
    parameters: &[
        Parameter {
            name: "unit",
            values: "cells or contacts",
            default: "cells",
            meaning: "whether a cell counts once or once for each contact with the zone",
        },
        TIES,
    ],
    maker: Maker::OfGame,
};

/// The longest border.
pub(crate) const HEGEMONY: BuiltInEntry = BuiltInEntry {
    name: "hegemony",
    summary: "the colour after which the zone has the longest border",
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
    maker: Maker::OfGame,
};

/// Two own moves ahead.
pub(crate) const FORESEEING: BuiltInEntry = BuiltInEntry {
    name: "foreseeing",
    summary: "the colour that, followed by the greedy one, gains most",
    parameters: &[TIES, RECURSION],
    maker: Maker::OfGame,
};

/// Some own moves ahead.
pub(crate) const ORACLE: BuiltInEntry = BuiltInEntry {
    name: "oracle",
    summary: "the colour that leads to most cells some own moves ahead, the opponent ignored",
    parameters: &[
        Parameter { name: "moves", values: "1 to 20", default: "3", meaning: "own moves it looks ahead" },
        TIES,
        RECURSION,
    ],
    maker: Maker::OfGame,
};

/// The best opening, then greedy.
pub(crate) const AHEAD: BuiltInEntry = BuiltInEntry {
    name: "ahead",
    summary: "plays the opening with most cells, worked out at its first turn, while it can; then greedy",
    parameters: &[
        Parameter {
            name: "moves",
            values: "1 to 20",
            default: BY_BOARD,
            meaning: "own moves it plans: half the side of the board, while that is at most a million lines",
        },
        TIES,
    ],
    maker: Maker::OfGame,
};

/// The least left for the opponent.
pub(crate) const STARVE: BuiltInEntry = BuiltInEntry {
    name: "starve",
    summary: "the colour that leaves the opponent fewest cells it can reach",
    parameters: &[TIES],
    maker: Maker::OfGame,
};

/// Border and cells.
pub(crate) const MIX: BuiltInEntry = BuiltInEntry {
    name: "mix",
    summary: "the highest a*border + b*cells some own moves ahead, and greedy whenever that ends the game",
    parameters: &[
        Parameter { name: "a", values: "-1000 to 1000", default: "1", meaning: "what a border cell is worth" },
        Parameter { name: "b", values: "-1000 to 1000", default: "1", meaning: "what an own cell is worth" },
        Parameter { name: "moves", values: "1 to 20", default: "1", meaning: "own moves it looks ahead" },
        TIES,
        BORDER,
    ],
    maker: Maker::OfGame,
};

/// Border and cells, one each.
pub(crate) const GREEDYMONY: BuiltInEntry = BuiltInEntry {
    name: "greedymony",
    summary: "border and cells after the move count alike: mix:1,1,1",
    parameters: &[TIES, BORDER],
    maker: Maker::OfGame,
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

fn engine_options(parameters: &Parameters<'_>) -> Result<TerritoryEngineOptions, ParametersError> {
    let depth = parameters.whole_number("depth", 1..=60)?.map(|depth| depth as u32);
    Ok(TerritoryEngineOptions {
        limits: Limits { depth, ..limits(parameters)? },
        threads: threads(parameters)?,
        hash: mebibytes(parameters, "memory", 1)?,
        is_selective: parameters.choice("width", &[("selective", true), ("full", false)])?,
        uses_models: parameters.choice("models", &[("yes", true), ("no", false)])?,
    })
}

/// The players of one territory game, by their names.
pub(crate) const fn players<G: TerritoryGame>() -> &'static [(&'static str, Build)]
where
    TerritoryHeuristic: Heuristic<G>,
{
    const {
        &[
            ("expert", |parameters, _| Ok(expert::<G>(engine_options(parameters)?, error(parameters)?))),
            ("useful-random", |_, _| seat::<G, _>(UsefulRandom)),
            ("max-border", |parameters, _| {
                let units = [("cells", BorderUnit::Cells), ("contacts", BorderUnit::Contacts)];
                seat::<G, _>(MaxBorder::new(parameters.choice("unit", &units)?, ties(parameters)?))
            }),
            ("hegemony", |parameters, _| {
                let variants = [
                    ("cells", HegemonyVariant::Cells),
                    ("useful", HegemonyVariant::Useful),
                    ("free", HegemonyVariant::Free),
                    ("contested", HegemonyVariant::Contested),
                    ("contacts", HegemonyVariant::Contacts),
                    ("contacts-contested", HegemonyVariant::ContactsContested),
                    ("contacts-all", HegemonyVariant::ContactsAll),
                ];
                seat::<G, _>(Hegemony::new(parameters.choice("variant", &variants)?, ties(parameters)?))
            }),
            ("foreseeing", |parameters, _| seat::<G, _>(Oracle::new(2, recursion(parameters)?, ties(parameters)?))),
            ("oracle", |parameters, _| {
                let moves = moves(parameters)?;
                seat::<G, _>(Oracle::new(moves, recursion(parameters)?, ties(parameters)?))
            }),
            ("ahead", |parameters, _| {
                let moves = if parameters.get("moves") == BY_BOARD { None } else { Some(moves(parameters)?) };
                seat::<G, _>(Ahead::new(moves, ties(parameters)?))
            }),
            ("starve", |parameters, _| seat::<G, _>(Starve::new(ties(parameters)?))),
            ("mix", |parameters, _| {
                let [a, b] = [parameters.number("a", -1000..=1000)?, parameters.number("b", -1000..=1000)?];
                seat::<G, _>(Mix::new(a, b, moves(parameters)?, border(parameters)?, ties(parameters)?))
            }),
            ("greedymony", |parameters, _| seat::<G, _>(Mix::greedymony(border(parameters)?, ties(parameters)?))),
        ]
    }
}

/// The engine; one that errs values every move, and that is what alpha-beta search does for it.
fn expert<G: TerritoryGame>(options: TerritoryEngineOptions, error: f64) -> Box<dyn AnyStrategy>
where
    TerritoryHeuristic: Heuristic<G>,
{
    if error == 0.0 {
        return erase::<G, _>(TerritoryEngine::new(options));
    }
    let TerritoryEngineOptions { limits, threads, hash, .. } = options;
    let options = AlphaBetaOptions { limits, threads, hash, ..AlphaBetaOptions::default() };
    erase::<G, _>(Erring::new(AlphaBeta::new(TerritoryHeuristic::default(), options), error))
}

fn seat<G: TerritoryGame, S: Strategy<G> + 'static>(strategy: S) -> Built {
    Ok(erase::<G, S>(strategy))
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
            for game in ["seven-colours", "flood"] {
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
