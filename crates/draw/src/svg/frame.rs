//! The measures of a picture: how large a cell is, where the board lies on the card, how tall the caption is.

use joute_games::view::{BoardView, Part, Shape, Style};

use super::writer::{Escaped, Num, Writer};
use super::{SvgOptions, caption};
use crate::reading;

/// How wide a board comes out when nobody asks for a size.
const USUAL_WIDTH: f32 = 640.0;

/// The measures of one picture, in pixels.
pub(super) struct Frame {
    /// The size of a cell.
    pub(super) cell: f32,
    /// Where the board's upper left corner lies.
    pub(super) left: f32,
    /// Where the board's upper left corner lies.
    pub(super) top: f32,
    /// Size of the board itself.
    pub(super) board: (f32, f32),
    /// Size of the card with frame, labels and caption.
    pub(super) card: (f32, f32),
    /// Where the caption starts.
    pub(super) caption_top: f32,
    /// How far the two halves of a wooden board are moved apart, to make room for numbers.
    spread: f32,
    middle: f32,
}

impl Frame {
    /// Measures the picture of a view.
    pub(super) fn new(view: &BoardView, options: &SvgOptions) -> Frame {
        let (width, height) = (sane(view.width), sane(view.height));
        let cell = options.cell.filter(|cell| cell.is_finite()).unwrap_or_else(|| usual_cell(view, width)).max(1.0);
        let (sides, ends) = margins(view, cell);
        let spread = if view.style == Style::Wood { 0.62 * cell } else { 0.0 };
        let board = (width * cell, height * cell + spread);
        let card_width = board.0 + 2.0 * sides;
        let caption_top = board.1 + 2.0 * ends;
        let card = (card_width, caption_top + caption::height(view, options, card_width));
        Frame { cell, left: sides, top: ends, board, card, caption_top, spread, middle: height / 2.0 }
    }

    /// Where the centre of a part lies.
    pub(super) fn centre(&self, part: &Part) -> (f32, f32) {
        let half = match part.shape {
            Shape::Store => 0.5,
            _ if part.y < self.middle => 0.0,
            _ => 1.0,
        };
        (self.left + part.x * self.cell, self.top + part.y * self.cell + half * self.spread)
    }

    /// Starts the file: size, title and description.
    pub(super) fn open(&self, out: &mut Writer, view: &BoardView, options: &SvgOptions) {
        let (width, height) = (Num(self.card.0), Num(self.card.1));
        let description = reading::description(view);
        let description = Escaped(&description);
        out.line(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{description}" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif">"#
        ));
        out.line(format_args!("<title>{description}</title>"));
        if let Some(background) = &options.background {
            out.line(format_args!(r#"<rect width="{width}" height="{height}" fill="{}"/>"#, Escaped(background)));
        }
    }

    /// Draws the card that everything lies on.
    pub(super) fn card(&self, out: &mut Writer, fill: &str, edge: &str) {
        let radius = Num((self.cell * 0.25).clamp(6.0, 18.0));
        let (width, height) = (Num(self.card.0 - 1.0), Num(self.card.1 - 1.0));
        out.line(format_args!(
            r#"<rect x="0.5" y="0.5" width="{width}" height="{height}" rx="{radius}" fill="{fill}" stroke="{edge}"/>"#
        ));
    }

    /// Writes the labels of columns and rows on the card, above and to the left of the board.
    pub(super) fn labels(&self, out: &mut Writer, view: &BoardView, colour: &str) {
        let size = (self.cell * 0.3).clamp(9.0, 17.0);
        let every = if self.cell >= 20.0 { 1 } else { (20.0 / self.cell).ceil() as usize };
        out.line(format_args!(
            r#"<g fill="{colour}" font-size="{}" font-weight="600" text-anchor="middle">"#,
            Num(size)
        ));
        let drop = size * 0.36;
        for (column, label) in view.column_labels.iter().enumerate().step_by(every) {
            let x = self.left + (column as f32 + 0.5) * self.cell;
            label_at(out, x, self.top / 2.0 + drop, label);
        }
        for (row, label) in view.row_labels.iter().enumerate().step_by(every) {
            let y = self.top + (row as f32 + 0.5) * self.cell;
            label_at(out, self.left / 2.0, y + drop, label);
        }
        out.line("</g>");
    }
}

fn label_at(out: &mut Writer, x: f32, y: f32, label: &str) {
    out.line(format_args!(r#"<text x="{}" y="{}">{}</text>"#, Num(x), Num(y), Escaped(label)));
}

/// A size that can be drawn, whatever a view from outside says.
fn sane(size: f32) -> f32 {
    if size.is_finite() { size.clamp(1.0, 10_000.0) } else { 1.0 }
}

/// A whole number of pixels keeps the edges of a mosaic sharp.
fn usual_cell(view: &BoardView, width: f32) -> f32 {
    let most = if view.style == Style::Wood { 92.0 } else { 64.0 };
    (USUAL_WIDTH / width).floor().clamp(2.0, most)
}

/// The margins left and right, and those above and below, of the board on its card.
fn margins(view: &BoardView, cell: f32) -> (f32, f32) {
    let has_labels = !view.column_labels.is_empty() || !view.row_labels.is_empty();
    match view.style {
        Style::Wood => (0.2 * cell, 0.5 * cell),
        Style::Network => ((0.4 * cell).max(16.0), (0.4 * cell).max(16.0)),
        _ if has_labels => ((0.5 * cell).clamp(22.0, 34.0), (0.5 * cell).clamp(22.0, 34.0)),
        Style::Felt => (16.0, 16.0),
        Style::Mosaic => (10.0, 10.0),
    }
}
