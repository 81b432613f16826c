//! Coloured cells with their letters where there is room, two cells in one character where there is not.

use joute_games::Side;
use joute_games::view::{BoardView, Fill, Part};

use super::{Place, Scene, fitting, lattice_places};
use crate::palette::{self, Rgb};
use crate::reading;
use crate::terminal::canvas::Canvas;
use crate::terminal::paint::{Look, Tint};
use crate::terminal::{ColourDepth, TerminalOptions};

const SIZES: [[usize; 2]; 3] = [[6, 3], [4, 2], [2, 1]];

pub(super) fn scene(view: &BoardView, options: &TerminalOptions, room: [usize; 2]) -> Option<Scene> {
    let lattice = reading::lattice(view)?;
    match fitting(&SIZES, lattice, [0, 0], room) {
        Some(size) => Some(whole(view, options, lattice, size)),
        None => halves(view, options, lattice, room),
    }
}

fn whole(view: &BoardView, options: &TerminalOptions, lattice: (usize, usize), size: [usize; 2]) -> Scene {
    let width = lattice.0 * size[0];
    let mut canvas = Canvas::new(width, lattice.1 * size[1]);
    let places = lattice_places(lattice, [0, 0], size);
    let marks = Side::BOTH.map(|side| reading::marks_changes(view, side));
    for (part, place) in view.parts.iter().zip(places.iter().flatten()) {
        let is_marked = part.is_changed && part.owner.is_some_and(|side| marks[side]);
        let look = look(view, part, is_marked, options);
        canvas.fill([place.x, place.y, size[0], size[1]], ' ', look);
        canvas.centre(place.x, place.y + (size[1] - 1) / 2, size[0], &letters(view, part), look);
    }
    Scene::of_canvas(&canvas, width, places, options)
}

/// The letter of a free cell; the letter and the owner's sign of a taken one.
fn letters(view: &BoardView, part: &Part) -> String {
    let letter = match part.fill {
        Fill::Colour(tag) => Some(tag.letter),
        Fill::Plain | Fill::Blocked => None,
    };
    let sign = part.owner.map(|side| view.sides[side].symbol.as_str()).unwrap_or_default();
    match (letter, reading::is_open(part)) {
        (_, false) => "▓▓".to_owned(),
        (Some(letter), _) => format!("{letter}{sign}"),
        (None, _) => sign.repeat(2),
    }
}

/// Territories are bold on their full colour, brighter where they have just grown; free cells are darker.
fn look(view: &BoardView, part: &Part, is_marked: bool, options: &TerminalOptions) -> Look {
    let tint = tint(view, part, is_marked);
    let look = Look::on(tint, options.colour);
    if part.owner.is_some() {
        return look.bold();
    }
    // The letter of a free cell is there for those who look for it, and does not shout.
    let ink = look.ink.map(|ink| Tint { rgb: ink.rgb.mix(tint.rgb, 0.45), ansi: ink.ansi });
    Look { ink, ..look }
}

fn tint(view: &BoardView, part: &Part, is_marked: bool) -> Tint {
    let black = Rgb(0, 0, 0);
    let white = Rgb(255, 255, 255);
    match (part.fill, part.owner) {
        (Fill::Blocked, _) => Tint::new(0x2b2e35, 0),
        (Fill::Colour(tag), owner) => {
            let swatch = palette::swatch_of(tag);
            let rgb = match owner {
                None => swatch.rgb.mix(black, 0.28),
                Some(_) if is_marked => swatch.rgb.mix(white, 0.35),
                Some(_) => swatch.rgb,
            };
            Tint { rgb, ansi: swatch.ansi }
        }
        (Fill::Plain, Some(side)) => match view.sides[side].colour.map(palette::swatch_of) {
            Some(swatch) => Tint { rgb: swatch.rgb, ansi: swatch.ansi },
            None => Tint { rgb: palette::side_look(side).ground, ansi: palette::side_look(side).ansi },
        },
        (Fill::Plain, None) => Tint::new(0x1b1d22, 0),
    }
}

/// Two cells in each character, one above the other. Territories are light or dark instead of coloured: without
/// letters nothing else would tell whose they are.
fn halves(
    view: &BoardView,
    options: &TerminalOptions,
    (columns, rows): (usize, usize),
    [width, height]: [usize; 2],
) -> Option<Scene> {
    let lines = rows.div_ceil(2);
    if options.colour == ColourDepth::None || columns > width || lines > height {
        return None;
    }
    let mut canvas = Canvas::new(columns, lines);
    let mut places = Vec::with_capacity(view.parts.len());
    for index in 0..view.parts.len() {
        let (column, row) = (index % columns, index / columns);
        places.push(Some(Place { x: column, y: row / 2, width: 1, height: 1, half: Some((row % 2) as u8) }));
        if row % 2 == 0 {
            let upper = pixel(&view.parts[index]);
            let lower = view.parts.get(index + columns).map(pixel);
            let look = Look { ink: Some(upper), ground: lower, is_bold: false };
            canvas.put(column, row / 2, "▀", look);
        }
    }
    Some(Scene::of_canvas(&canvas, columns, places, options))
}

fn pixel(part: &Part) -> Tint {
    match (part.fill, part.owner) {
        (_, Some(side)) => {
            let side = palette::side_look(side);
            let glow = Rgb(0xff, 0xd7, 0x5f);
            let rgb = if part.is_start { side.ground.mix(glow, 0.8) } else { side.ground };
            Tint { rgb, ansi: side.ansi }
        }
        (Fill::Colour(tag), None) => {
            let swatch = palette::swatch_of(tag);
            Tint { rgb: swatch.rgb, ansi: swatch.ansi }
        }
        (Fill::Blocked | Fill::Plain, None) => Tint::new(0x4a4e58, 8),
    }
}
