//! The carved wooden board: pits with seeds, stores at the ends, letters on the rim, numbers along the middle.

use joute_games::view::{BoardView, Part, Shape};

use super::SvgOptions;
use super::frame::Frame;
use super::seeds;
use super::writer::{Escaped, Num, Writer, scatter};
use crate::reading;

/// Burnt-in letters and numbers.
const BURNT: &str = "#3d1f0a";

/// Draws the board with everything on it.
pub(super) fn draw(out: &mut Writer, view: &BoardView, options: &SvgOptions, frame: &Frame) {
    define(out, frame);
    frame.card(out, &out.url("strip"), "#2c1607");
    plank(out, frame);
    let middle = frame.top + frame.board.1 / 2.0;
    for (number, part) in (0..).zip(&view.parts) {
        if part.shape == Shape::Store {
            store(out, view, part, number, frame);
        } else {
            pit(out, part, number, options, frame);
            writing(out, part, options, frame, middle);
        }
    }
}

fn define(out: &mut Writer, frame: &Frame) {
    out.line("<defs>");
    out.linear("strip", &[(0.0, "#5b3517", 1.0), (1.0, "#3f220d", 1.0)]);
    out.linear(
        "plank",
        &[
            (0.0, "#d49a58", 1.0),
            (0.12, "#c48747", 1.0),
            (0.5, "#b97a3c", 1.0),
            (0.88, "#ad6e33", 1.0),
            (1.0, "#8f5724", 1.0),
        ],
    );
    out.radial("pit", (0.5, 0.62), 0.62, &[(0.0, "#a5682f", 1.0), (0.6, "#814b1e", 1.0), (1.0, "#4a260c", 1.0)]);
    out.linear("lip", &[(0.0, "#3b1c08", 0.9), (0.5, "#6b3c17", 0.4), (1.0, "#f0c58a", 0.9)]);
    seeds::define(out);
    let (id, radius) = (out.id("edge"), Num(plank_radius(frame)));
    let (width, height) = (Num(frame.card.0 - 6.0), Num(frame.caption_top - 6.0));
    out.line(format_args!(
        r#"<clipPath id="{id}"><rect x="3" y="3" width="{width}" height="{height}" rx="{radius}"/></clipPath>"#
    ));
    out.line("</defs>");
}

fn plank_radius(frame: &Frame) -> f32 {
    frame.cell * 0.3
}

/// The plank with its grain and the groove along which the board folds.
fn plank(out: &mut Writer, frame: &Frame) {
    let (width, height) = (frame.card.0 - 6.0, frame.caption_top - 6.0);
    let (fill, clip, radius) = (out.url("plank"), out.url("edge"), Num(plank_radius(frame)));
    out.line(format_args!(
        r##"<rect x="3" y="3" width="{}" height="{}" rx="{radius}" fill="{fill}" stroke="#e6b678" stroke-opacity=".55" stroke-width="1.5"/>"##,
        Num(width),
        Num(height)
    ));
    out.line(format_args!(r##"<g clip-path="{clip}" fill="none" stroke="#6e3d14">"##));
    for number in 0..22 {
        let path = grain(number, width, height);
        let (opacity, thick) = (0.08 + 0.14 * scatter(number, 5), 0.6 + 1.8 * scatter(number, 6));
        out.line(format_args!(r#"<path d="{path}" opacity="{}" stroke-width="{}"/>"#, Num(opacity), Num(thick)));
    }
    out.line("</g>");
    let (y, from, to) = (frame.top + frame.board.1 / 2.0, frame.left + frame.cell * 1.06, frame.card.0);
    out.line(format_args!(
        r##"<path d="M{x} {y0}H{x2}" stroke="#53290b" stroke-opacity=".55" stroke-width="1.6"/><path d="M{x} {y1}H{x2}" stroke="#f4cd95" stroke-opacity=".5" stroke-width="1.2"/>"##,
        x = Num(from),
        x2 = Num(to - from),
        y0 = Num(y - 0.7),
        y1 = Num(y + 0.9)
    ));
}

/// One wavy line of the grain from edge to edge.
fn grain(number: u32, width: f32, height: f32) -> String {
    let y = 3.0 + height * (number as f32 + scatter(number, 1)) / 22.0;
    let bend = |salt| (scatter(number, salt) - 0.5) * height * 0.09;
    format!(
        "M0 {}C{} {} {} {} {} {}S{} {} {} {}",
        Num(y),
        Num(width * 0.2),
        Num(y + bend(2)),
        Num(width * 0.35),
        Num(y + bend(3)),
        Num(width * 0.55),
        Num(y + bend(4)),
        Num(width * 0.85),
        Num(y + bend(7)),
        Num(width + 6.0),
        Num(y + bend(8))
    )
}

fn pit(out: &mut Writer, part: &Part, number: u32, options: &SvgOptions, frame: &Frame) {
    let (x, y) = frame.centre(part);
    let (cx, cy, radius) = (Num(x), Num(y), frame.cell * 0.41);
    let (fill, lip) = (out.url("pit"), out.url("lip"));
    if options.legal_moves && part.mv.is_some() {
        out.line(format_args!(
            r##"<circle cx="{cx}" cy="{cy}" r="{}" fill="none" stroke="#ffe08a" stroke-width="{}" opacity=".95"/>"##,
            Num(radius * 1.11),
            Num(frame.cell * 0.035)
        ));
    }
    out.line(format_args!(
        r#"<circle cx="{cx}" cy="{cy}" r="{}" fill="{fill}" stroke="{lip}" stroke-width="{}"/>"#,
        Num(radius),
        Num(frame.cell * 0.035)
    ));
    if part.is_last {
        out.line(format_args!(
            r##"<circle cx="{cx}" cy="{cy}" r="{}" fill="none" stroke="#fff3d6" stroke-width="{}" stroke-dasharray="{dash} {dash}" opacity=".9"/>"##,
            Num(radius * 0.82),
            Num(frame.cell * 0.025),
            dash = Num(frame.cell * 0.07)
        ));
    }
    seeds::in_pit(out, number, reading::seeds(part), (x, y), radius);
}

/// The letter on the rim and the number of seeds beside the groove.
fn writing(out: &mut Writer, part: &Part, options: &SvgOptions, frame: &Frame, middle: f32) {
    let (x, y) = frame.centre(part);
    let outward = if y < middle { -1.0 } else { 1.0 };
    let is_playable = options.legal_moves && part.mv.is_some();
    let size = frame.cell * 0.2;
    let letter_y = y + outward * frame.cell * 0.69;
    if is_playable {
        out.line(format_args!(
            r##"<circle cx="{}" cy="{}" r="{}" fill="#ffe08a" opacity=".92"/>"##,
            Num(x),
            Num(letter_y),
            Num(size * 0.78)
        ));
    }
    text(out, (x, letter_y), size, &reading::name(part), BURNT);
    let number_y = y - outward * frame.cell * 0.64;
    if part.is_changed {
        out.line(format_args!(
            r##"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="#fff0cf" opacity=".6"/>"##,
            Num(x - size * 1.05),
            Num(number_y - size * 0.68),
            Num(size * 2.1),
            Num(size * 1.36),
            Num(size * 0.68)
        ));
    }
    text(out, (x, number_y), size * 1.15, &reading::seeds(part).to_string(), BURNT);
}

fn store(out: &mut Writer, view: &BoardView, part: &Part, number: u32, frame: &Frame) {
    let (x, y) = frame.centre(part);
    let (half_width, half_height) = (frame.cell * 0.4, frame.board.1 / 2.0 - frame.cell * 0.08);
    let (fill, lip) = (out.url("pit"), out.url("lip"));
    out.line(format_args!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{fill}" stroke="{lip}" stroke-width="{}"/>"#,
        Num(x - half_width),
        Num(y - half_height),
        Num(half_width * 2.0),
        Num(half_height * 2.0),
        Num(half_width),
        Num(frame.cell * 0.035)
    ));
    let count = reading::seeds(part);
    seeds::in_store(out, number, count, (x, y), (half_width, half_height), frame.cell * 0.093);
    let size = frame.cell * 0.2;
    text(out, (x, y - half_height - frame.cell * 0.19), size * 1.15, &count.to_string(), BURNT);
    if let Some(owner) = part.owner {
        text(out, (x, y + half_height + frame.cell * 0.19), size * 0.85, &view.sides[owner].name.to_string(), BURNT);
    }
}

/// Text centred on a point, with a light edge below as if burnt into the wood.
fn text(out: &mut Writer, (x, y): (f32, f32), size: f32, text: &str, fill: &str) {
    let (x, y) = (Num(x), y + size * 0.36);
    out.line(format_args!(
        r##"<g font-size="{}" font-weight="700" text-anchor="middle"><text x="{x}" y="{}" fill="#f2cf9c" opacity=".55">{text}</text><text x="{x}" y="{}" fill="{fill}">{text}</text></g>"##,
        Num(size),
        Num(y + 1.0),
        Num(y),
        text = Escaped(text)
    ));
}
