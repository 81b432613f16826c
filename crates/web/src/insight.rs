//! What a strategy sees on a board: `/learn/insight.json`. The board, what the strategy looks at as layers to be drawn over
//! it, what each move is worth to it, the move it chooses, and why, in the visitor's language.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::{Query, State};
use axum::response::Response;
use joute_catalog::{Feature, Insight, Layer, Limits, Question, within_memory};
use joute_elements::{Board, Mark, Overlay};
use joute_games::AnyGame;
use joute_games::random::Seed;
use joute_games::view::Part;
use joute_messages::{Language, message};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

use crate::boards::Address;
use crate::client::Client;
use crate::failure::Failure;
use crate::server::Site;
use crate::strategies::{Guide, guides};
use crate::visitor::Visitor;
use crate::words::{self, capitalised};

/// The most that a strategy looks ahead for a page. Positions are what limits it, so that it chooses the same every time;
/// the time is for boards on which even these take long.
const LIMITS: Limits = Limits { time: Some(Duration::from_secs(1)), nodes: Some(10_000), ..Limits::NONE };

/// How long it may take in all.
const PATIENCE: Duration = Duration::from_secs(2);

/// The most memory in MiB that a strategy looks ahead with.
const MEMORY: u32 = 8;

/// The largest board that is looked at.
const MOST_CELLS: u32 = 400;

/// The strategy that looks; the board is an [`Address`] beside it.
#[derive(Debug, Deserialize)]
pub(crate) struct Looker {
    strategy: String,
}

/// What a page shows.
#[derive(Debug, Serialize)]
pub(crate) struct Looked {
    board: Board,
    layers: Vec<Overlay>,
    /// What its moves are worth to it, the best first.
    values: Vec<Value>,
    /// What the numbers count.
    counts: String,
    choice: Option<String>,
    /// The choice and its reason in words.
    why: String,
    setup: String,
    start: String,
    position: String,
    moves: Vec<String>,
    over: bool,
}

/// A move and its number.
#[derive(Debug, Serialize)]
pub(crate) struct Value {
    #[serde(rename = "move")]
    mv: String,
    label: String,
    value: String,
    chosen: bool,
}

/// `/learn/insight.json`.
pub(crate) async fn show(
    State(site): State<Arc<Site>>,
    client: Client,
    Query(address): Query<Address>,
    Query(looker): Query<Looker>,
    visitor: Visitor,
) -> Result<Response, Failure> {
    let guide = guides(&address.game).find(|guide| guide.locator == looker.strategy);
    let guide = guide.ok_or_else(|| Failure::missing(message!("error-no-such-strategy")))?;
    // The time counts from when it is looked at, not from when somebody began to wait for it.
    let stop = Arc::new(AtomicBool::new(false));
    let (flag, runtime) = (Arc::clone(&stop), Handle::current());
    let looking = site.thinkers.json(&client, move || {
        let alarm = runtime.spawn(async move {
            tokio::time::sleep(PATIENCE).await;
            flag.store(true, Ordering::Relaxed);
        });
        let looked = look(&address, guide, visitor.language, LIMITS, &stop);
        alarm.abort();
        looked
    });
    looking.await
}

fn look(
    address: &Address,
    guide: &Guide,
    language: Language,
    limits: Limits,
    stop: &AtomicBool,
) -> Result<Looked, Failure> {
    let walk = address.walk()?;
    let game = &walk.game;
    if game.view().parts.len() > MOST_CELLS as usize {
        return Err(Failure::bad(&message!("error-too-large-to-look", most = MOST_CELLS)));
    }
    // The same board and ply have the same chances.
    let seed = Seed(address.seed.unwrap_or(1)).child(walk.moves.len() as u64);
    let question = Question { game, history: &walk.history, limits, seed, stop };
    let insight =
        Insight::of(&within_memory(guide.locator, MEMORY), &question).map_err(|error| Failure::internal(&error))?;
    Ok(Looked {
        board: walk.board(),
        layers: overlays(&insight, game, language),
        values: values(&insight, guide, game, language),
        counts: guide.text(language, "counts").unwrap_or_default().to_owned(),
        why: why(&insight, guide, game, language),
        choice: insight.choice,
        setup: game.setup(),
        start: walk.start.position(),
        position: game.position(),
        over: game.is_over(),
        moves: walk.moves,
    })
}

/// The layers to draw: what the chosen move changes, what the strategy looks at, and what else there is to see.
fn overlays(insight: &Insight, game: &AnyGame, language: Language) -> Vec<Overlay> {
    let mut overlays: Vec<Overlay> = Vec::new();
    if let Some(changed) = insight.choice.as_deref().and_then(|mv| changed_by(game, mv)) {
        let name = language.text("insight-changes");
        overlays.push(Overlay {
            kind: "changes".to_owned(),
            name: name.to_owned(),
            mark: Mark::Frame,
            parts: changed,
            notes: Vec::new(),
            seen: true,
        });
    }
    overlays.extend(insight.layers.iter().map(|(layer, is_seen)| overlay(layer, *is_seen, language)));
    overlays.sort_by_key(|overlay| !overlay.seen);
    overlays
}

/// The parts of the board that a move changes.
fn changed_by(game: &AnyGame, mv: &str) -> Option<Vec<u32>> {
    let mut after = game.clone();
    after.try_play(mv).ok()?;
    // A territory that only takes another colour has not changed hands.
    let state = |part: &Part| (part.owner, part.piece);
    let (before, after) = (game.view().parts, after.view().parts);
    let pairs = (0..).zip(before.iter().zip(&after));
    Some(pairs.filter(|(_, (old, new))| state(old) != state(new)).map(|(part, _)| part).collect())
}

fn overlay(layer: &Layer, is_seen: bool, language: Language) -> Overlay {
    let (kind, mark, is_noted) = face(layer.feature);
    let note = |value: &i32| match layer.feature {
        Feature::Worth => language.number(f64::from(*value) / 10.0, 1),
        _ => value.to_string(),
    };
    Overlay {
        kind: kind.to_owned(),
        name: language.text(&format!("feature-{kind}")).to_owned(),
        mark,
        parts: layer.parts.clone(),
        notes: if is_noted { layer.values.iter().map(note).collect() } else { Vec::new() },
        seen: is_seen,
    }
}

/// How a kind of thing is called in data and drawn, and whether its numbers are shown. The catalogue has its name under
/// `feature-...`.
fn face(feature: Feature) -> (&'static str, Mark, bool) {
    match feature {
        Feature::Border => ("border", Mark::Ring, false),
        Feature::Touched => ("touched", Mark::Cross, false),
        Feature::Depth => ("depth", Mark::Dot, false),
        Feature::ContestedBorder => ("contested-border", Mark::Diamond, false),
        Feature::Contested => ("contested", Mark::Hatch, false),
        Feature::OwnReach => ("own-reach", Mark::Up, false),
        Feature::TheirReach => ("their-reach", Mark::Down, false),
        Feature::OwnFirst => ("own-first", Mark::Square, true),
        Feature::TheirFirst => ("their-first", Mark::Disc, true),
        Feature::OwnMoves => ("own-moves", Mark::Ring, false),
        Feature::TheirMoves => ("their-moves", Mark::Cross, false),
        Feature::OwnFrontier => ("own-frontier", Mark::Down, false),
        Feature::TheirFrontier => ("their-frontier", Mark::Up, false),
        Feature::Worth => ("worth", Mark::Note, true),
        Feature::Stable => ("stable", Mark::Diamond, false),
        Feature::Weak => ("weak", Mark::Down, false),
        Feature::Threatened => ("threatened", Mark::Cross, true),
        Feature::Prey => ("prey", Mark::Ring, true),
        Feature::Full => ("full", Mark::Diamond, false),
    }
}

/// What a move is called on its button, if it has one.
fn label(game: &AnyGame, mv: &str, language: Language) -> String {
    let control = game.view().controls.into_iter().find(|control| control.mv == mv);
    match control {
        Some(control) if mv != "pass" => control.label.text(language),
        _ => words::mv(language, mv),
    }
}

fn shown(guide: &Guide, language: Language, value: f64) -> String {
    language.number(if guide.counts_losses { -value } else { value }, 1)
}

fn values(insight: &Insight, guide: &Guide, game: &AnyGame, language: Language) -> Vec<Value> {
    let mut values = insight.values.clone();
    let is_chosen = |mv: &String| insight.choice.as_ref() == Some(mv);
    values.sort_by(|a, b| is_chosen(&b.0).cmp(&is_chosen(&a.0)).then(b.1.total_cmp(&a.1)));
    let value = |(mv, value): (String, f64)| Value {
        label: label(game, &mv, language),
        value: shown(guide, language, value),
        chosen: insight.choice.as_ref() == Some(&mv),
        mv,
    };
    values.into_iter().map(value).collect()
}

/// Its move in words.
fn why(insight: &Insight, guide: &Guide, game: &AnyGame, language: Language) -> String {
    let Some(choice) = &insight.choice else {
        return language.text("insight-over").to_owned();
    };
    let mut said = vec![message!("insight-move", move = label(game, choice, language)).text(language)];
    match insight.values.iter().find(|(mv, _)| mv == choice) {
        Some((_, own)) => {
            let counts = capitalised(guide.text(language, "counts").unwrap_or_default());
            let number = shown(guide, language, *own);
            said.push(message!("insight-counts", counts = counts, number = number).text(language));
            said.push(reason(insight, guide, *own, language));
            if insight.line.len() > 1 {
                said.push(message!("insight-expects", line = insight.line.join(" ")).text(language));
            }
        }
        None => said.push(guide.text(language, "otherwise").unwrap_or(language.text("insight-no-numbers")).to_owned()),
    }
    said.join(" ")
}

/// Why it chose a move of this value.
fn reason(insight: &Insight, guide: &Guide, own: f64, language: Language) -> String {
    let values = || insight.values.iter().map(|(_, value)| *value);
    let equals = values().filter(|value| *value == own).count();
    if own < values().fold(f64::NEG_INFINITY, f64::max) {
        return guide.text(language, "otherwise").unwrap_or(language.text("insight-certain")).to_owned();
    }
    if insight.values.len() == 1 {
        return language.text("insight-only-one").to_owned();
    }
    if equals > 1 {
        return message!("insight-equals", count = equals).text(language);
    }
    let next = values().filter(|value| *value < own).fold(f64::NEG_INFINITY, f64::max);
    message!("insight-next", number = shown(guide, language, next)).text(language)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looked(game: &str, setup: &str, position: &str, strategy: &str, language: Language) -> Looked {
        let address = Address {
            game: game.to_owned(),
            setup: setup.to_owned(),
            position: position.to_owned(),
            ..Address::default()
        };
        let guide = guides(game).find(|guide| guide.locator == strategy).unwrap();
        // On a busy machine the time may be over before anything was looked at.
        let limits = Limits { time: None, ..LIMITS };
        look(&address, guide, language, limits, &AtomicBool::new(false)).unwrap()
    }

    /// Report 001's figure 7.
    const FIGURE: &str = "YYBG/YBGG/RGGG/RRRV 1 0,15 - -";

    #[test]
    fn greedy_and_most_frequent_differ_on_the_reports_figure_and_say_why() {
        let greedy = looked("flood", "colours=8", FIGURE, "greedy", Language::EN);
        assert_eq!(greedy.why, "Its move: red. Cells gained: 4. The next best has 2.");
        let border = looked("flood", "colours=8", FIGURE, "max-border", Language::FR);
        assert_eq!(border.why, "Son coup : bleu. Cases à la frontière : 2. Le suivant a 1.");
        let seen = |looked: &Looked| {
            looked.layers.iter().filter(|layer| layer.seen).map(|layer| layer.kind.clone()).collect::<Vec<_>>()
        };
        assert_eq!(seen(&greedy), ["changes", "depth"]);
        assert_eq!(seen(&border), ["changes", "border"]);
        assert_eq!(border.layers[0].parts, [2, 5], "the two blue cells");
    }

    #[test]
    fn every_strategy_of_every_game_has_something_to_say() {
        for entry in joute_catalog::GAMES {
            let setup = match entry.info.name {
                "seven-colours" => "size=8",
                "flood" => "width=8",
                _ => "",
            };
            for guide in guides(entry.info.name) {
                let looked = looked(entry.info.name, setup, "", guide.locator, Language::FR);
                assert!(
                    looked.choice.is_some() && looked.why.starts_with("Son coup"),
                    "{}: {}",
                    guide.locator,
                    looked.why
                );
                assert_eq!(looked.values.is_empty(), guide.text(Language::EN, "counts").is_none(), "{}", guide.locator);
                assert!(!looked.layers.is_empty());
            }
        }
    }

    #[test]
    fn losses_are_shown_as_what_is_left() {
        let starve = looked("seven-colours", "", "AB^^^/AB^DE/BA^ED/ABCDE/vACED ^", "starve", Language::EN);
        assert_eq!(starve.choice.as_deref(), Some("C"));
        assert_eq!(starve.values[0].value, "9", "{}", starve.why);
    }
}
