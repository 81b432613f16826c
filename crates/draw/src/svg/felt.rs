//! The green board with ruled squares: discs with soft shading, dots for legal moves.

use joute_games::Side;
use joute_games::view::{BoardView, Fill, Part, Piece};

use super::SvgOptions;
use super::frame::Frame;
use super::writer::{Num, Writer};
use crate::reading;

/// Draws the board with everything on it.
pub(super) fn draw(out: &mut Writer, view: &BoardView, options: &SvgOptions, frame: &Frame) {
    define(out);
    frame.card(out, &out.url("rim"), "#12161a");
    frame.labels(out, view, "#c9d3cd");
    cloth(out, view, frame);
    out.line("<g>");
    for part in &view.parts {
        ground(out, part, frame);
    }
    out.line("</g>");
    for part in &view.parts {
        let centre = frame.centre(part);
        match part.piece {
            Piece::Disc(side) => disc(out, part, side, centre, frame.cell),
            Piece::Seeds(_) | Piece::None if options.legal_moves && part.mv.is_some() => {
                hint(out, view.turn, centre, frame.cell);
            }
            Piece::Seeds(_) | Piece::None => {}
        }
    }
}

fn define(out: &mut Writer) {
    out.line("<defs>");
    out.linear("rim", &[(0.0, "#2b333b", 1.0), (1.0, "#1b2127", 1.0)]);
    out.radial("cloth", (0.45, 0.4), 0.8, &[(0.0, "#2f9a62", 1.0), (0.65, "#23834f", 1.0), (1.0, "#1b6d41", 1.0)]);
    out.radial("black", (0.36, 0.3), 0.78, &[(0.0, "#5d6269", 1.0), (0.38, "#2c3036", 1.0), (1.0, "#0d0f12", 1.0)]);
    out.radial("white", (0.36, 0.3), 0.85, &[(0.0, "#ffffff", 1.0), (0.55, "#f3f1ec", 1.0), (1.0, "#c9c6bd", 1.0)]);
    out.radial("shade", (0.5, 0.5), 0.5, &[(0.0, "#00190c", 0.6), (0.78, "#00190c", 0.5), (1.0, "#00190c", 0.0)]);
    out.line("</defs>");
}

/// The cloth, its rules and the small dots two squares from each corner.
fn cloth(out: &mut Writer, view: &BoardView, frame: &Frame) {
    let (width, height) = frame.board;
    let fill = out.url("cloth");
    out.line(format_args!(
        r##"<rect x="{}" y="{}" width="{}" height="{}" rx="3" fill="{fill}" stroke="#0c2a1a" stroke-width="2"/>"##,
        Num(frame.left),
        Num(frame.top),
        Num(width),
        Num(height)
    ));
    let (columns, rows) = reading::lattice(view).unwrap_or((0, 0));
    let mut rules = String::new();
    for column in 1..columns {
        let x = frame.left + column as f32 * frame.cell;
        rules += &format!("M{} {}v{}", Num(x), Num(frame.top), Num(height));
    }
    for row in 1..rows {
        let y = frame.top + row as f32 * frame.cell;
        rules += &format!("M{} {}h{}", Num(frame.left), Num(y), Num(width));
    }
    out.line(format_args!(r##"<path d="{rules}" stroke="#0f4d2d" stroke-width="1.5" opacity=".75"/>"##));
    if columns >= 6 && rows >= 6 {
        for (column, row) in [(2, 2), (columns - 2, 2), (2, rows - 2), (columns - 2, rows - 2)] {
            let (x, y) = (frame.left + column as f32 * frame.cell, frame.top + row as f32 * frame.cell);
            out.line(format_args!(
                r##"<circle cx="{}" cy="{}" r="{}" fill="#0d4227"/>"##,
                Num(x),
                Num(y),
                Num(frame.cell * 0.07)
            ));
        }
    }
}

/// What lies under a disc: the square of the last move is lighter, a hole is dark.
fn ground(out: &mut Writer, part: &Part, frame: &Frame) {
    let paint = match part.fill {
        Fill::Blocked => "#0c2a1a",
        _ if part.is_last => "#f3e38a",
        _ => return,
    };
    let opacity = if part.is_last { 0.3 } else { 0.85 };
    let ((x, y), half) = (frame.centre(part), frame.cell / 2.0);
    out.line(format_args!(
        r#"<rect x="{}" y="{}" width="{size}" height="{size}" fill="{paint}" opacity="{opacity}"/>"#,
        Num(x - half + 1.0),
        Num(y - half + 1.0),
        size = Num(frame.cell - 2.0)
    ));
}

fn disc(out: &mut Writer, part: &Part, side: Side, (x, y): (f32, f32), cell: f32) {
    let (paint, rim, mark) = match side {
        Side::First => (out.url("black"), "#000", "#ffb454"),
        Side::Second => (out.url("white"), "#a9a59a", "#d2531c"),
    };
    let (shade, cx, cy, radius) = (out.url("shade"), Num(x), Num(y), cell * 0.41);
    out.line(format_args!(
        r#"<circle cx="{}" cy="{}" r="{}" fill="{shade}"/>"#,
        Num(x + cell * 0.025),
        Num(y + cell * 0.05),
        Num(radius * 1.13)
    ));
    out.line(format_args!(
        r#"<circle cx="{cx}" cy="{cy}" r="{}" fill="{paint}" stroke="{rim}" stroke-width="{}"/>"#,
        Num(radius),
        Num(cell * 0.015)
    ));
    if part.is_changed && !part.is_last {
        out.line(format_args!(
            r#"<circle cx="{cx}" cy="{cy}" r="{}" fill="none" stroke="{mark}" stroke-width="{}" opacity=".6"/>"#,
            Num(radius * 0.62),
            Num(cell * 0.025)
        ));
    }
    if part.is_last {
        out.line(format_args!(r#"<circle cx="{cx}" cy="{cy}" r="{}" fill="{mark}"/>"#, Num(cell * 0.085)));
    }
}

/// A legal move: a small dot in the colour of the disc that would come there.
fn hint(out: &mut Writer, turn: Option<Side>, (x, y): (f32, f32), cell: f32) {
    let (paint, opacity) = if turn == Some(Side::Second) { ("#fff", 0.5) } else { ("#04140b", 0.42) };
    out.line(format_args!(
        r#"<circle cx="{}" cy="{}" r="{}" fill="{paint}" opacity="{opacity}"/>"#,
        Num(x),
        Num(y),
        Num(cell * 0.12)
    ));
}
