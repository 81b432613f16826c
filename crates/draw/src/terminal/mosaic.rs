//! The board of colours: every cell shows its letter or its owner's sign, on its colour where there are colours.

use std::ops::Range;

use joute_games::view::{BoardView, Fill, Part};

use super::TerminalOptions;
use super::paint::{Look, Tint, paint};
use crate::palette::{self, Rgb};
use crate::reading;

/// The cells row by row, in bands of columns where the terminal is too narrow for all of them.
pub(super) fn lines(view: &BoardView, options: &TerminalOptions) -> Vec<String> {
    let Some((columns, rows)) = reading::lattice(view) else {
        return super::network::lines(view, options);
    };
    let margin = view.row_labels.iter().map(|label| label.chars().count() + 1).max().unwrap_or(0);
    let room = options.columns().saturating_sub(margin).max(8);
    let wide = if columns.saturating_mul(2) <= room { 2 } else { 1 };
    let band = (room / wide).min(columns);
    let mut lines = Vec::new();
    for start in (0..columns).step_by(band) {
        let range = start..(start + band).min(columns);
        if band < columns {
            lines.push(format!("Columns {} to {}:", range.start + 1, range.end));
        }
        lines.extend(column_labels(view, &range, wide, margin));
        for row in 0..rows {
            let label = view.row_labels.get(row).map_or("", String::as_str);
            let cells = &view.parts[row * columns..][range.clone()];
            let label = if margin > 0 { format!("{label:>width$} ", width = margin - 1) } else { String::new() };
            lines.push(label + &cells_text(view, cells, wide, options));
        }
    }
    lines
}

fn column_labels(view: &BoardView, range: &Range<usize>, wide: usize, margin: usize) -> Option<String> {
    let labels = view.column_labels.get(range.clone())?;
    let fit = labels.iter().all(|label| label.chars().count() <= wide);
    fit.then(|| labels.iter().map(|label| format!("{label:<wide$}")).collect::<String>())
        .map(|labels| " ".repeat(margin) + &labels)
}

/// Cells side by side; neighbours that look the same share their escape codes.
fn cells_text(view: &BoardView, cells: &[Part], wide: usize, options: &TerminalOptions) -> String {
    cells
        .chunk_by(|a, b| (a.fill, a.owner, a.is_changed) == (b.fill, b.owner, b.is_changed))
        .map(|group| {
            let text: String = group.iter().map(|part| cell_text(view, part, wide, options)).collect();
            paint(&text, look(view, &group[0], options), options.colour)
        })
        .collect()
}

/// A free cell is its letter. An owned one is its owner's sign, after its letter where there is room for both.
fn cell_text(view: &BoardView, part: &Part, wide: usize, options: &TerminalOptions) -> String {
    let letter = match part.fill {
        Fill::Colour(tag) => Some(tag.letter),
        Fill::Plain | Fill::Blocked => None,
    };
    let sign = part.owner.and_then(|side| view.sides[side].symbol.chars().next());
    let blocked = (!reading::is_open(part)).then(|| options.pick("▓", "#").chars().next()).flatten();
    let first = if wide == 1 { blocked.or(sign).or(letter) } else { blocked.or(letter).or(sign) };
    let second = blocked.or(sign);
    [first, second].into_iter().take(wide).map(|sign| sign.unwrap_or(' ')).collect()
}

/// Territories are bold on their full colour, free cells on a slightly darker one.
fn look(view: &BoardView, part: &Part, options: &TerminalOptions) -> Look {
    let black = Rgb(0, 0, 0);
    let tint = match (part.fill, part.owner) {
        (Fill::Blocked, _) => {
            return Look { ground: Some(Tint::new(0x2b2e35, 0)), ink: Some(Tint::new(0x50545e, 8)), is_bold: false };
        }
        (Fill::Colour(tag), owner) => {
            let swatch = palette::swatch_of(tag);
            let rgb = if owner.is_some() { swatch.rgb } else { swatch.rgb.mix(black, 0.12) };
            Tint { rgb, ansi: swatch.ansi }
        }
        (Fill::Plain, Some(side)) => match view.sides[side].colour.map(palette::swatch_of) {
            Some(swatch) => Tint { rgb: swatch.rgb, ansi: swatch.ansi },
            None => Tint { rgb: palette::side_look(side).ground, ansi: palette::side_look(side).ansi },
        },
        (Fill::Plain, None) => return Look::default(),
    };
    let look = Look::on(tint, options.colour);
    if part.owner.is_some() { look.bold() } else { look }
}
