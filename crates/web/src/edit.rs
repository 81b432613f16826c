//! What the board editor asks for: a board from a setup, or strokes on a board in the making. The rules of drafts are in the
//! games; pages get what to show and what is still wrong.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::response::{Json, Response};
use joute_catalog::{GameEntry, find_game};
use joute_elements::Board;
use joute_games::draft::{self, Brush, Draft};
use joute_games::view::BoardView;
use joute_games::{AnyGame, NoFiles, Pairs, Side};
use joute_messages::{Language, message};
use serde::{Deserialize, Serialize};

use crate::client::Client;
use crate::failure::{Failure, no_such_game_message};
use crate::server::Site;
use crate::visitor::Visitor;

/// The most parts of a board that is drawn in a page.
const MOST_PARTS: u32 = 10_000;

/// The most strokes of one request, and the most parts that all of its fills look at: a hand draws fewer.
const MOST_STROKES: usize = 200;
const MOST_LOOKS: usize = 20 * MOST_PARTS as usize;

/// What is to be done to a board.
#[derive(Debug, Deserialize)]
pub(crate) struct Edit {
    game: String,
    #[serde(default)]
    setup: String,
    /// The board as it stands; without one it is drawn from the setup.
    position: Option<String>,
    /// Whether everything is taken away first.
    #[serde(default)]
    clear: bool,
    #[serde(default)]
    strokes: Vec<Stroke>,
    turn: Option<Side>,
}

/// One movement of a brush.
#[derive(Debug, Deserialize)]
struct Stroke {
    brush: String,
    parts: Vec<usize>,
    /// Whether the regions of the parts are meant.
    #[serde(default)]
    fill: bool,
}

/// A board in the making, as pages show it.
#[derive(Debug, Serialize)]
pub(crate) struct Edited {
    game: String,
    setup: String,
    position: String,
    /// The values of the setup's fields, where they are not what holds when nothing is said.
    fields: BTreeMap<&'static str, String>,
    board: Board,
    brushes: Vec<Shown>,
    turn: Side,
    /// What is wrong, or what is worth knowing.
    note: Option<String>,
    can_play: bool,
    can_analyse: bool,
}

/// A brush in the palette.
#[derive(Debug, Serialize)]
struct Shown {
    key: String,
    label: String,
    /// A board of one part that shows what it paints.
    sample: Option<Board>,
    can_fill: bool,
}

/// `POST /edit.json`.
pub(crate) async fn edit(
    State(site): State<Arc<Site>>,
    client: Client,
    visitor: Visitor,
    Json(edit): Json<Edit>,
) -> Result<Response, Failure> {
    site.boards.json(&client, move || edit.carry_out(visitor.language)).await
}

impl Edit {
    fn carry_out(&self, language: Language) -> Result<Edited, Failure> {
        let missing = || Failure::missing(no_such_game_message(&self.game));
        let entry = find_game(&self.game).ok_or_else(missing)?;
        let mut draft = self.draft(entry)?;
        if draft.parts() > MOST_PARTS as usize {
            return Err(too_large());
        }
        self.paint(&mut *draft)?;
        let setup = draft.setup();
        let start = begun(entry, &setup)?;
        let position = start.at(&draft.position()).ok();
        show(language, entry, &*draft, setup, position.as_ref())
            .ok_or_else(|| Failure::bad(&message!("error-no-picture")))
    }

    /// The board before anything is painted.
    fn draft(&self, entry: &GameEntry) -> Result<Box<dyn Draft>, Failure> {
        let start = begun(entry, &self.setup)?;
        let position = self.position.clone().unwrap_or_else(|| start.position());
        start.draft(&position).map_err(|error| Failure::bad(&error))
    }

    fn paint(&self, draft: &mut dyn Draft) -> Result<(), Failure> {
        if self.clear {
            draft.clear();
        }
        let mut looks = 0;
        for (number, Stroke { brush, parts, fill }) in self.strokes.iter().enumerate() {
            looks += match fill {
                true => draft::fill_regions(draft, parts, brush),
                false => draft::paint(draft, parts, brush).map(|()| parts.len()),
            }
            .map_err(|error| Failure::bad(&error))?;
            if number >= MOST_STROKES || looks > MOST_LOOKS {
                return Err(Failure::bad(&message!("error-many-strokes")));
            }
        }
        if let Some(side) = self.turn {
            draft.set_turn(side);
        }
        Ok(())
    }
}

/// The start of a setup that pages can draw.
fn begun(entry: &GameEntry, setup: &str) -> Result<AnyGame, Failure> {
    let source = entry.setup(setup, &NoFiles).map_err(|error| Failure::bad(&error))?;
    if source.cells().is_some_and(|cells| cells > MOST_PARTS) {
        return Err(too_large());
    }
    let start = source.start(1).map_err(|error| Failure::bad(&error))?;
    if start.total() > MOST_PARTS { Err(too_large()) } else { Ok(start) }
}

fn too_large() -> Failure {
    Failure::bad(&message!("error-editor-most-cells", most = MOST_PARTS))
}

/// What a page gets; `position` is there when the draft is one.
fn show(
    language: Language,
    entry: &GameEntry,
    draft: &dyn Draft,
    setup: String,
    position: Option<&AnyGame>,
) -> Option<Edited> {
    let drawn = draft::view(draft)?;
    let frame = frame(&drawn);
    let brushes = draft.brushes().into_iter().map(|brush| shown(language, &frame, brush)).collect();
    let board = Board::of(&bare(position.map_or(drawn, AnyGame::view), draft.turn()));
    let is_over = position.is_some_and(AnyGame::is_over);
    let over = message!("editor-over");
    let is_large = draft.parts() > entry.largest_served as usize;
    let large = message!("editor-large", most = entry.largest_served);
    let said = [is_over.then_some(over), is_large.then_some(large)].into_iter().flatten().next();
    let note = draft.complaint().or(said).or_else(|| draft.remark());
    Some(Edited {
        game: entry.info.name.to_owned(),
        fields: values(entry, &setup),
        setup,
        position: draft.position(),
        board,
        brushes,
        turn: draft.turn(),
        note: note.map(|note| note.text(language)),
        can_play: position.is_some() && !is_over && !is_large,
        can_analyse: position.is_some() && !is_large,
    })
}

/// A view without anything to play.
fn bare(mut view: BoardView, turn: Side) -> BoardView {
    view.parts.iter_mut().for_each(|part| part.mv = None);
    view.controls.clear();
    view.turn = Some(turn);
    view
}

/// A board of the same kind with room for one part.
fn frame(view: &BoardView) -> BoardView {
    BoardView {
        style: view.style,
        width: 1.0,
        height: 1.0,
        lattice: view.lattice.map(|_| [1, 1]),
        column_labels: Vec::new(),
        row_labels: Vec::new(),
        parts: Vec::new(),
        links: Vec::new(),
        wraps: false,
        controls: Vec::new(),
        sides: view.sides.clone(),
        turn: None,
        total: 1,
        unit: view.unit.clone(),
    }
}

fn shown(language: Language, frame: &BoardView, brush: Brush) -> Shown {
    let sample = brush.sample.map(|part| Board::of(&BoardView { parts: vec![part], ..frame.clone() }));
    Shown { key: brush.key, label: brush.label.text(language), sample, can_fill: brush.can_fill }
}

/// What each field of the form shows.
fn values(entry: &GameEntry, setup: &str) -> BTreeMap<&'static str, String> {
    let Ok(pairs) = Pairs::parse(setup, entry.info.setup_keys) else { return BTreeMap::new() };
    let keys = entry.info.setup_fields.iter().map(|field| field.key);
    keys.filter_map(|key| Some((key, pairs.get(key)?.to_owned()))).collect()
}
