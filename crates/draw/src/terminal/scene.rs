//! A board drawn as large as its room allows, with the place of every part: for screens on which people play.

mod discs;
mod pits;
mod tiles;

use joute_games::view::{BoardView, Shape, Style};

use super::canvas::Canvas;
use super::{ColourDepth, TerminalOptions, wood};
use crate::reading;

/// Where a part is drawn, in characters from the upper left corner of the scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The column at its left.
    pub x: usize,
    /// The line at its top.
    pub y: usize,
    /// Columns it takes.
    pub width: usize,
    /// Lines it takes.
    pub height: usize,
    /// Which half of its line it is, where two parts share one: 0 the upper, 1 the lower.
    pub half: Option<u8>,
}

impl Place {
    fn new(x: usize, y: usize, width: usize, height: usize) -> Place {
        Place { x, y, width, height, half: None }
    }

    fn holds(&self, x: usize, y: usize) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }
}

/// A drawn board that knows where its parts are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// Painted lines.
    pub lines: Vec<String>,
    /// Columns of the widest line.
    pub width: usize,
    /// Where each part of the view is, if it is drawn as a place.
    pub places: Vec<Option<Place>>,
}

impl Scene {
    fn of_canvas(canvas: &Canvas, width: usize, places: Vec<Option<Place>>, options: &TerminalOptions) -> Scene {
        Scene { lines: canvas.lines(options.colour), width, places }
    }

    /// The part at a column and a line; of two that share them the upper one.
    pub fn part_at(&self, x: usize, y: usize) -> Option<usize> {
        self.places.iter().position(|place| place.is_some_and(|place| place.holds(x, y)))
    }
}

/// The board as large as fits into `width` columns and `height` lines; larger than them where it cannot be smaller.
pub fn scene(view: &BoardView, options: &TerminalOptions, [width, height]: [usize; 2]) -> Scene {
    let large = match view.style {
        _ if options.colour == ColourDepth::None || !options.unicode => None,
        Style::Felt => discs::scene(view, options, [width, height]),
        Style::Mosaic => tiles::scene(view, options, [width, height]),
        Style::Wood => pits::scene(view, options, [width, height]),
        Style::Network => None,
    };
    large.unwrap_or_else(|| compact(view, &TerminalOptions { width, ..*options }))
}

/// The drawing that has every letter and fits everywhere, as long as its width does; it may be higher than its room.
pub fn compact(view: &BoardView, options: &TerminalOptions) -> Scene {
    // Bands of columns would tear a board apart on which somebody plays: it is moved about instead.
    let whole = TerminalOptions { width: 0, ..*options };
    let (lines, places) = match (view.style, reading::lattice(view)) {
        (Style::Felt, Some(lattice)) => (super::board_lines(view, &whole), felt_places(view, lattice)),
        (Style::Mosaic, Some(lattice)) => {
            let margin = view.row_labels.iter().map(|label| label.chars().count() + 1).max().unwrap_or(0);
            let narrow = margin + 2 * lattice.0 > options.columns();
            let options = if narrow { TerminalOptions { width: margin + lattice.0, ..whole } } else { whole };
            let wide = if narrow { 1 } else { 2 };
            let lines = super::board_lines(view, &options);
            let top = lines.len().saturating_sub(lattice.1);
            (lines, lattice_places(lattice, [margin, top], [wide, 1]))
        }
        (Style::Wood, _) => (super::board_lines(view, &whole), wood_places(view)),
        _ => (super::board_lines(view, options), vec![None; view.parts.len()]),
    };
    let width = lines.iter().map(|line| super::legend::visible_width(line)).max().unwrap_or(0);
    Scene { lines, width, places }
}

fn lattice_places(
    (columns, rows): (usize, usize),
    [left, top]: [usize; 2],
    [width, height]: [usize; 2],
) -> Vec<Option<Place>> {
    let place = |i: usize| Place::new(left + i % columns * width, top + i / columns * height, width, height);
    (0..columns * rows).map(|i| Some(place(i))).collect()
}

/// The squares behind the row's label, the frame and a space.
fn felt_places(view: &BoardView, lattice: (usize, usize)) -> Vec<Option<Place>> {
    let margin = view.row_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let has_labels = view.column_labels.len() == lattice.0;
    lattice_places(lattice, [margin + 3, 1 + usize::from(has_labels)], [2, 1])
}

fn wood_places(view: &BoardView) -> Vec<Option<Place>> {
    let rows = wood::rows_of_pits(view);
    let place = |part: &joute_games::view::Part| {
        let row = rows.iter().position(|row| row.first().is_some_and(|pit| pit.y == part.y))?;
        let column = rows[row].iter().position(|pit| pit.x == part.x)?;
        Some(Place::new((wood::PIT + 1) * (column + 1) + 1, 2 + 2 * row, wood::PIT, 1))
    };
    view.parts.iter().map(|part| if part.shape == Shape::Store { None } else { place(part) }).collect()
}

/// The first of some sizes, the largest first, with which the board fits.
fn fitting(
    sizes: &[[usize; 2]],
    (columns, rows): (usize, usize),
    around: [usize; 2],
    [width, height]: [usize; 2],
) -> Option<[usize; 2]> {
    let fits = |size: &&[usize; 2]| columns * size[0] + around[0] <= width && rows * size[1] + around[1] <= height;
    sizes.iter().find(fits).copied()
}
