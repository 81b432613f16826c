//! A clear shape over every part with its label as a tooltip, and with its number and move for whoever listens.

use joute_games::view::{BoardView, Part, Shape};
use joute_messages::Language;

use super::frame::Frame;
use super::writer::{Escaped, Num, Writer};
use crate::reading;

/// Draws the clear shapes, above everything else.
pub(super) fn draw(out: &mut Writer, view: &BoardView, frame: &Frame) {
    out.line(r##"<g fill="#000" fill-opacity="0">"##);
    for (number, part) in view.parts.iter().enumerate().filter(|(_, part)| reading::is_open(part)) {
        let legal = if part.mv.is_some() { ", legal move" } else { "" };
        let mv = part.mv.as_deref().map(|mv| format!(r#" data-move="{}""#, Escaped(mv))).unwrap_or_default();
        out.line(format_args!(
            r#"<rect data-part="{number}"{mv} {}><title>{}{legal}</title></rect>"#,
            place(part, frame),
            Escaped(&part.label(Language::EN))
        ));
    }
    out.line("</g>");
}

fn place(part: &Part, frame: &Frame) -> String {
    let (x, y) = frame.centre(part);
    let width = frame.cell;
    let height = if part.shape == Shape::Store { frame.board.1 } else { frame.cell };
    let (left, top) = (Num(x - width / 2.0), Num(y - height / 2.0));
    format!(r#"x="{left}" y="{top}" width="{}" height="{}""#, Num(width), Num(height))
}
