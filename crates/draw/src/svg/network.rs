//! Vertices joined by links: the picture of a graph that is no lattice.

use joute_games::Side;
use joute_games::view::{BoardView, Fill, Part};

use super::caption::pattern_name;
use super::frame::Frame;
use super::writer::{Escaped, Num, Writer};
use super::{Letters, SvgOptions, mosaic};
use crate::{palette, reading};

/// From this radius in pixels a letter in a vertex can be read.
const READABLE_RADIUS: f32 = 8.0;

/// Draws links first, then the vertices over them.
pub(super) fn draw(out: &mut Writer, view: &BoardView, options: &SvgOptions, frame: &Frame) {
    out.line("<defs>");
    mosaic::define_patterns(out, "", 1.0);
    out.line("</defs>");
    frame.card(out, "#23262d", "#0e1013");
    links(out, view, frame);
    let radius = vertex_radius(view) * frame.cell;
    let marks = Side::BOTH.map(|side| reading::marks_changes(view, side));
    for part in &view.parts {
        let is_fresh = part.is_changed && part.owner.is_some_and(|side| marks[side]);
        vertex(out, view, part, frame, radius, is_fresh);
        if part.is_start {
            start(out, view, part, frame, radius);
        } else if options.letters == Letters::Always || (options.letters == Letters::Auto && radius >= READABLE_RADIUS)
        {
            letter(out, part, frame, radius);
        }
    }
}

/// Small enough that the closest of the linked vertices stay apart.
fn vertex_radius(view: &BoardView) -> f32 {
    let closest = view
        .links
        .iter()
        .filter_map(|[a, b]| Some((view.parts.get(*a as usize)?, view.parts.get(*b as usize)?)))
        .map(|(a, b)| (a.x - b.x).hypot(a.y - b.y))
        .filter(|length| *length > 0.0)
        .fold(1.0, f32::min);
    (closest * 0.34).clamp(0.08, 0.34)
}

fn links(out: &mut Writer, view: &BoardView, frame: &Frame) {
    let mut path = String::new();
    for [a, b] in &view.links {
        let (Some(a), Some(b)) = (view.parts.get(*a as usize), view.parts.get(*b as usize)) else {
            continue;
        };
        let ((x0, y0), (x1, y1)) = (frame.centre(a), frame.centre(b));
        path += &format!("M{} {}L{} {}", Num(x0), Num(y0), Num(x1), Num(y1));
    }
    let thick = Num((frame.cell * 0.06).clamp(1.0, 4.0));
    out.line(format_args!(
        r##"<path d="{path}" fill="none" stroke="#8a92a0" stroke-width="{thick}" stroke-linecap="round"/>"##
    ));
}

fn vertex(out: &mut Writer, view: &BoardView, part: &Part, frame: &Frame, radius: f32, is_fresh: bool) {
    let (x, y) = frame.centre(part);
    let circle = format!(r#"<circle cx="{}" cy="{}" r="{}""#, Num(x), Num(y), Num(radius));
    let ground = mosaic::ground(view, part).hex();
    let Some(side) = part.owner else {
        let (edge, fill) = if reading::is_open(part) { ("#0e1013", ground) } else { ("#0e1013", "#15171b".into()) };
        out.line(format_args!(r#"{circle} fill="{fill}" stroke="{edge}" stroke-width="1.5"/>"#));
        return;
    };
    let (look, pattern, thick) = (palette::side_look(side), out.url(pattern_name(side)), radius * 0.24);
    out.line(format_args!(
        r#"{circle} fill="{ground}" stroke="{}" stroke-width="{}"/>"#,
        look.casing.hex(),
        Num(thick * 1.8)
    ));
    out.line(format_args!(
        r#"{circle} fill="{pattern}" stroke="{}" stroke-width="{}"/>"#,
        look.border.hex(),
        Num(thick)
    ));
    if is_fresh {
        out.line(format_args!(r##"{circle} fill="#f2b632" fill-opacity=".45"/>"##));
    }
}

/// The start keeps its sign in the middle of the vertex.
fn start(out: &mut Writer, view: &BoardView, part: &Part, frame: &Frame, radius: f32) {
    let (x, y) = frame.centre(part);
    let second = part.owner == Some(Side::Second);
    let (fill, ink) = if second { ("#16181d", "#fff") } else { ("#fff", "#16181d") };
    out.line(format_args!(
        r#"<circle cx="{}" cy="{}" r="{}" fill="{fill}" stroke="{ink}"/>"#,
        Num(x),
        Num(y),
        Num(radius * 0.58)
    ));
    if let Some(side) = part.owner {
        centred(out, (x, y), radius * 0.8, mosaic::sign(&view.sides[side].symbol), ink);
    }
}

fn letter(out: &mut Writer, part: &Part, frame: &Frame, radius: f32) {
    let Fill::Colour(tag) = part.fill else { return };
    let ink = palette::swatch_of(tag).rgb.ink().hex();
    centred(out, frame.centre(part), radius, &tag.letter.to_string(), &ink);
}

fn centred(out: &mut Writer, (x, y): (f32, f32), size: f32, text: &str, fill: &str) {
    out.line(format_args!(
        r#"<text x="{}" y="{}" font-size="{}" font-weight="700" text-anchor="middle" fill="{fill}">{}</text>"#,
        Num(x),
        Num(y + size * 0.36),
        Num(size),
        Escaped(text)
    ));
}
