//! The board of discs: two characters for each square, one where the terminal is narrow.

use joute_games::Side;
use joute_games::view::{BoardView, Fill, Part, Piece};

use super::paint::{Look, Tint, paint};
use super::{ColourDepth, TerminalOptions};
use crate::reading;

const CLOTH: Tint = Tint::new(0x23834f, 2);
/// The ground of discs that the last move changed.
const CHANGED: Tint = Tint::new(0x2f9d60, 2);
const BLACK: Tint = Tint::new(0x000000, 0);
const WHITE: Tint = Tint::new(0xffffff, 15);

/// The board with its labels and a frame.
pub(super) fn lines(view: &BoardView, options: &TerminalOptions) -> Vec<String> {
    let Some((columns, rows)) = reading::lattice(view) else {
        return super::network::lines(view, options);
    };
    let margin = view.row_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let is_wide = margin + 4 + 2 * columns < options.columns();
    let pad = " ".repeat(margin);
    let labels = column_labels(view, columns, is_wide);
    let mut lines = Vec::new();
    lines.extend(labels.as_ref().map(|labels| format!("{pad}  {labels}")));
    let bar = options.pick("─", "-").repeat(if is_wide { 2 * columns + 1 } else { columns });
    lines.push(format!("{pad} {}{bar}{}", options.pick("┌", "+"), options.pick("┐", "+")));
    let side = options.pick("│", "|");
    for row in 0..rows {
        let label = view.row_labels.get(row).map_or("", String::as_str);
        let squares = squares(&view.parts[row * columns..][..columns], is_wide, options);
        lines.push(format!("{label:>margin$} {side}{squares}{side} {label}"));
    }
    lines.push(format!("{pad} {}{bar}{}", options.pick("└", "+"), options.pick("┘", "+")));
    lines
}

/// The labels above the columns, where each fits above its own.
fn column_labels(view: &BoardView, columns: usize, is_wide: bool) -> Option<String> {
    let fits = |label: &String| label.chars().count() == 1;
    (view.column_labels.len() == columns && view.column_labels.iter().all(fits)).then(|| {
        let gap = if is_wide { " " } else { "" };
        format!("{gap}{}", view.column_labels.join(gap))
    })
}

/// A row of squares; the spaces between them become brackets around the last move.
fn squares(parts: &[Part], is_wide: bool, options: &TerminalOptions) -> String {
    let cloth = Look { ground: Some(CLOTH), ink: Some(WHITE), is_bold: true };
    let gap = |left: Option<&Part>, right: Option<&Part>| {
        let text = match (left, right) {
            _ if !is_wide => "",
            (_, Some(part)) if part.is_last => "(",
            (Some(part), _) if part.is_last => ")",
            _ => " ",
        };
        paint(text, cloth, options.colour)
    };
    let mut line = gap(None, parts.first());
    for (i, part) in parts.iter().enumerate() {
        line += &square(part, options);
        line += &gap(Some(part), parts.get(i + 1));
    }
    line
}

/// A side's disc as the board shows it, for the legend.
pub(super) fn disc_on_cloth(side: Side, options: &TerminalOptions) -> String {
    let (sign, ink) = disc(side, options);
    paint(sign, Look { ground: Some(CLOTH), ink: Some(ink), is_bold: false }, options.colour)
}

/// Where black and white can be trusted, full discs of both look best.
fn disc(side: Side, options: &TerminalOptions) -> (&'static str, Tint) {
    let has_true_inks = matches!(options.colour, ColourDepth::TwoFiftySix | ColourDepth::True);
    match side {
        Side::First => (options.pick("●", "X"), BLACK),
        Side::Second if has_true_inks => (options.pick("●", "O"), WHITE),
        Side::Second => (options.pick("○", "O"), WHITE),
    }
}

fn square(part: &Part, options: &TerminalOptions) -> String {
    let (sign, ink) = match (part.piece, part.fill) {
        (Piece::Disc(side), _) => disc(side, options),
        (_, Fill::Blocked) => (options.pick("▓", "#"), BLACK),
        _ if part.mv.is_some() => (options.pick("•", "*"), Tint::new(0xa8dcbc, 11)),
        _ if options.colour == ColourDepth::None => (options.pick("·", "."), BLACK),
        _ => (" ", BLACK),
    };
    let ground = if part.is_changed { CHANGED } else { CLOTH };
    paint(sign, Look { ground: Some(ground), ink: Some(ink), is_bold: false }, options.colour)
}
