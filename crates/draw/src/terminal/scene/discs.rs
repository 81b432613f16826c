//! Discs on a chequered cloth, each square several characters wide and high.

use joute_games::Side;
use joute_games::view::{BoardView, Part, Piece};

use super::{Scene, fitting, lattice_places};
use crate::reading;
use crate::terminal::TerminalOptions;
use crate::terminal::canvas::Canvas;
use crate::terminal::paint::{Look, Tint};

const SIZES: [[usize; 2]; 2] = [[6, 3], [4, 2]];

const CLOTHS: [Tint; 2] = [Tint::new(0x23834f, 2), Tint::new(0x1f7747, 2)];
const CHANGED: Tint = Tint::new(0x3aa66b, 10);
const LAST: Tint = Tint::new(0xc9a227, 3);
const MARK: Tint = Tint::new(0xc4ecd3, 15);
const DISCS: [Tint; 2] = [Tint::new(0x101214, 0), Tint::new(0xf6f6f2, 15)];

pub(super) fn scene(view: &BoardView, options: &TerminalOptions, room: [usize; 2]) -> Option<Scene> {
    let lattice = reading::lattice(view)?;
    let margin = view.row_labels.iter().map(|label| label.chars().count() + 1).max().unwrap_or(0);
    let top = usize::from(!view.column_labels.is_empty());
    let size = fitting(&SIZES, lattice, [margin, top], room)?;
    let width = margin + lattice.0 * size[0];
    let mut canvas = Canvas::new(width, top + lattice.1 * size[1]);
    for (column, label) in view.column_labels.iter().enumerate() {
        canvas.centre(margin + column * size[0], 0, size[0], label, Look::default());
    }
    for (row, label) in view.row_labels.iter().enumerate() {
        canvas.put(
            0,
            top + row * size[1] + (size[1] - 1) / 2,
            &format!("{label:>w$}", w = margin - 1),
            Look::default(),
        );
    }
    let places = lattice_places(lattice, [margin, top], size);
    for (index, (part, place)) in view.parts.iter().zip(&places).enumerate() {
        if let Some(place) = place {
            let shade = (index % lattice.0 + index / lattice.0) % 2;
            square(&mut canvas, part, [place.x, place.y], size, CLOTHS[shade]);
        }
    }
    Some(Scene::of_canvas(&canvas, width, places, options))
}

fn square(canvas: &mut Canvas, part: &Part, [x, y]: [usize; 2], [width, height]: [usize; 2], cloth: Tint) {
    let ground = if part.is_last {
        LAST
    } else if part.is_changed {
        CHANGED
    } else {
        cloth
    };
    let look = |ink: Tint| Look { ground: Some(ground), ink: Some(ink), is_bold: false };
    canvas.fill([x, y, width, height], ' ', look(MARK));
    match part.piece {
        Piece::Disc(side) => disc(canvas, [x, y], width, look(DISCS[side_index(side)])),
        _ if !reading::is_open(part) => canvas.fill([x, y, width, height], '▓', look(DISCS[0])),
        _ if part.mv.is_some() => canvas.centre(x, y + (height - 1) / 2, width, &reading::name(part), look(MARK)),
        _ => {}
    }
}

fn side_index(side: Side) -> usize {
    usize::from(side == Side::Second)
}

/// A disc of blocks with rounded corners.
fn disc(canvas: &mut Canvas, [x, y]: [usize; 2], width: usize, look: Look) {
    let rows: &[&str] =
        if width >= 6 { &["  ▄▄  ", " ████ ", "  ▀▀  "] } else { &["▗██▖", "▝██▘"] };
    rows.iter().enumerate().for_each(|(row, text)| canvas.put(x, y + row, text, look));
}
