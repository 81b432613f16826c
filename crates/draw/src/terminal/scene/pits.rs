//! Carved pits with their seeds as dots and their number beside the pit's letter.

use joute_games::view::{BoardView, Part, Shape};

use super::{Place, Scene, fitting};
use crate::reading;
use crate::terminal::canvas::Canvas;
use crate::terminal::paint::{Look, Tint};
use crate::terminal::{TerminalOptions, wood};

const SIZES: [[usize; 2]; 3] = [[10, 5], [8, 4], [5, 3]];
/// From so many columns on there is room around letters and seeds.
const ROOMY: usize = 8;
/// Between two pits.
const GAP: usize = 1;

const WOOD: Tint = Tint::new(0x8a5526, 3);
const PIT: Tint = Tint::new(0x5e3716, 0);
const CHANGED: Tint = Tint::new(0x7a4a1d, 8);
const LAST: Tint = Tint::new(0x94701f, 3);
const SEED: Tint = Tint::new(0xf2dfb0, 15);
const GOLD: Tint = Tint::new(0xffd75f, 11);
const PALE: Tint = Tint::new(0xfff0d0, 15);

pub(super) fn scene(view: &BoardView, options: &TerminalOptions, room: [usize; 2]) -> Option<Scene> {
    let rows = wood::rows_of_pits(view);
    let columns = rows.iter().map(Vec::len).max().filter(|columns| *columns > 0)?;
    let outer = SIZES.map(|[width, height]| [width + GAP, height + GAP]);
    // The stores are as wide as a pit each, and a wooden rim goes round everything.
    let size = fitting(&outer, (columns + 2, rows.len()), [GAP, GAP], room)?;
    let [width, height] = [(columns + 2) * size[0] + GAP, rows.len() * size[1] + GAP];
    let mut canvas = Canvas::new(width, height);
    canvas.fill([0, 0, width, height], ' ', on(WOOD, PALE));
    let mut places = vec![None; view.parts.len()];
    for (index, part) in view.parts.iter().enumerate() {
        let place = place(view, &rows, part, size, [width, height]);
        hollow(&mut canvas, part, place);
        places[index] = (part.shape != Shape::Store).then_some(place);
    }
    Some(Scene::of_canvas(&canvas, width, places, options))
}

fn on(ground: Tint, ink: Tint) -> Look {
    Look { ground: Some(ground), ink: Some(ink), is_bold: false }
}

fn place(
    view: &BoardView,
    rows: &[Vec<&Part>],
    part: &Part,
    [wide, high]: [usize; 2],
    [width, height]: [usize; 2],
) -> Place {
    if part.shape == Shape::Store {
        let x = if part.x < view.width / 2.0 { GAP } else { width - wide };
        return Place::new(x, GAP, wide - GAP, height - 2 * GAP);
    }
    let row = rows.iter().position(|row| row.first().is_some_and(|pit| pit.y == part.y)).unwrap_or(0);
    let column = rows.get(row).and_then(|row| row.iter().position(|pit| pit.x == part.x)).unwrap_or(0);
    Place::new((column + 1) * wide + GAP, row * high + GAP, wide - GAP, high - GAP)
}

/// The letter and the number above the seeds.
fn hollow(canvas: &mut Canvas, part: &Part, place: Place) {
    let ground = match (part.is_last, part.is_changed) {
        (true, _) => LAST,
        (false, true) => CHANGED,
        (false, false) => PIT,
    };
    canvas.fill([place.x, place.y, place.width, place.height], ' ', on(ground, SEED));
    let seeds = reading::seeds(part);
    let can_move = part.mv.is_some();
    let look = if can_move { on(ground, GOLD).bold() } else { on(ground, PALE) };
    let is_roomy = place.width >= ROOMY;
    let margin = usize::from(is_roomy);
    if part.shape != Shape::Store {
        let name = if can_move { format!("[{}]", reading::name(part)) } else { reading::name(part).to_owned() };
        canvas.put(place.x + margin, place.y, &name, look);
    }
    let number = seeds.to_string();
    canvas.put(place.x + place.width - margin - number.len(), place.y, &number, look.bold());
    let step = if is_roomy { 2 } else { 1 };
    let across = (place.width - margin) / step;
    for seed in 0..(seeds as usize).min(across * (place.height - 1)) {
        canvas.put(place.x + margin + seed % across * step, place.y + 1 + seed / across, "●", on(ground, SEED));
    }
}
