//! Coloured cells edge to edge: one path per colour, a pattern and a thick border for each territory.

use joute_games::Side;
use joute_games::view::{BoardView, Fill, Part};

use super::caption::pattern_name;
use super::frame::Frame;
use super::writer::{Escaped, Num, Writer};
use super::{Letters, SvgOptions, network};
use crate::palette::{self, Pattern, Rgb};
use crate::{outline, reading};

/// From this size of a cell in pixels a letter in it can be read.
const READABLE_CELL: f32 = 16.0;

/// Draws the board; a mosaic that is no lattice is drawn as a network.
pub(super) fn draw(out: &mut Writer, view: &BoardView, options: &SvgOptions, frame: &Frame) {
    let Some((columns, rows)) = reading::lattice(view) else {
        return network::draw(out, view, options, frame);
    };
    let lattice = Lattice { view, columns, rows };
    out.line("<defs>");
    define_patterns(out, "", 1.0);
    // The board is drawn in cells, the caption in pixels.
    define_patterns(out, "-board", (0.045 * frame.cell).max(0.6) / frame.cell);
    out.line("</defs>");
    frame.card(out, "#23262d", "#0e1013");
    frame.labels(out, view, "#b9c0ca");
    out.line(format_args!(
        r#"<g transform="translate({} {}) scale({})">"#,
        Num(frame.left),
        Num(frame.top),
        Num(frame.cell)
    ));
    lattice.grounds(out, frame);
    lattice.blocked(out);
    lattice.grid(out, frame);
    for side in Side::BOTH {
        lattice.territory(out, side, frame);
    }
    out.line("</g>");
    let shows_letters = match options.letters {
        Letters::Always => true,
        Letters::Never => false,
        Letters::Auto => frame.cell >= READABLE_CELL,
    };
    if shows_letters {
        lattice.letters(out, frame);
    }
    for part in view.parts.iter().filter(|part| part.is_start) {
        start(out, view, part, frame);
    }
}

/// Defines the two sides' patterns and that of obstacles, tiles of 12 pixels at scale 1.
pub(super) fn define_patterns(out: &mut Writer, suffix: &str, scale: f32) {
    for side in Side::BOTH {
        let id = out.id(&format!("{}{suffix}", pattern_name(side)));
        // Light and dark strokes side by side show on every ground.
        let strokes = match palette::side_look(side).pattern {
            Pattern::Hatch => {
                r##"<path d="M-2 8L8 -2M4 14L14 4" stroke="#fff" stroke-opacity=".5" stroke-width="1.5"/><path d="M-2 10L10 -2M2 14L14 2" stroke="#16181d" stroke-opacity=".42" stroke-width="1.1"/>"##
            }
            Pattern::Dots => {
                r##"<circle cx="3" cy="3" r="1.9" fill="#fff" fill-opacity=".55"/><circle cx="9" cy="9" r="1.9" fill="#fff" fill-opacity=".55"/><circle cx="3" cy="3" r="1.1" fill="#16181d" fill-opacity=".75"/><circle cx="9" cy="9" r="1.1" fill="#16181d" fill-opacity=".75"/>"##
            }
        };
        out.line(format_args!(
            r#"<pattern id="{id}" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="scale({scale:.4})">{strokes}</pattern>"#
        ));
    }
    let id = out.id(&format!("stone{suffix}"));
    out.line(format_args!(
        r##"<pattern id="{id}" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="scale({scale:.4})"><path d="M0 0L12 12M12 0L0 12" stroke="#15171b" stroke-width="1.6"/></pattern>"##
    ));
}

/// The colour of a part's ground.
pub(super) fn ground(view: &BoardView, part: &Part) -> Rgb {
    match (part.fill, part.owner) {
        (Fill::Colour(tag), _) => palette::swatch_of(tag).rgb,
        (Fill::Blocked, _) => palette::BLOCKED,
        (Fill::Plain, Some(side)) => {
            view.sides[side].colour.map_or(palette::side_look(side).ground, |tag| palette::swatch_of(tag).rgb)
        }
        (Fill::Plain, None) => Rgb::from_hex(0x8d929b),
    }
}

struct Lattice<'a> {
    view: &'a BoardView,
    columns: usize,
    rows: usize,
}

impl Lattice<'_> {
    fn part(&self, column: usize, row: usize) -> &Part {
        &self.view.parts[row * self.columns + column]
    }

    fn outline(&self, is_inside: impl Fn(&Part) -> bool) -> String {
        outline::path(self.columns, self.rows, |column, row| is_inside(self.part(column, row)))
    }

    /// One path for each colour, finely edged so that groups of one colour are seen as such.
    fn grounds(&self, out: &mut Writer, frame: &Frame) {
        // In tiny cells the edges would darken the colours.
        let edge = if frame.cell < 5.0 { 0.0 } else { 0.05 };
        let colours: Vec<Rgb> = self.view.parts.iter().map(|part| ground(self.view, part)).collect();
        let mut seen: Vec<Rgb> = Vec::new();
        for (part, colour) in self.view.parts.iter().zip(&colours) {
            if reading::is_open(part) && !seen.contains(colour) {
                seen.push(*colour);
            }
        }
        for colour in seen {
            let path = outline::path(self.columns, self.rows, |column, row| {
                colours[row * self.columns + column] == colour && reading::is_open(self.part(column, row))
            });
            out.line(format_args!(
                r##"<path d="{path}" fill="{}" stroke="#16181d" stroke-opacity=".55" stroke-width="{edge}"/>"##,
                colour.hex()
            ));
        }
    }

    fn blocked(&self, out: &mut Writer) {
        let path = self.outline(|part| !reading::is_open(part));
        if !path.is_empty() {
            let (fill, texture) = (palette::BLOCKED.hex(), out.url("stone-board"));
            out.line(format_args!(r#"<path d="{path}" fill="{fill}"/>"#));
            out.line(format_args!(r#"<path d="{path}" fill="{texture}"/>"#));
        }
    }

    /// Faint rules, so that single cells can be counted.
    fn grid(&self, out: &mut Writer, frame: &Frame) {
        if frame.cell < 12.0 {
            return;
        }
        let (width, height) = (self.columns, self.rows);
        let down: String = (1..width).map(|column| format!("M{column} 0v{height}")).collect();
        let across: String = (1..height).map(|row| format!("M0 {row}h{width}")).collect();
        out.line(format_args!(
            r##"<path d="{down}{across}" stroke="#16181d" stroke-opacity=".16" stroke-width=".03"/>"##
        ));
    }

    /// The pattern over a territory, its fresh cells and its border, drawn within its own cells.
    fn territory(&self, out: &mut Writer, side: Side, frame: &Frame) {
        let path = self.outline(|part| part.owner == Some(side));
        if path.is_empty() {
            return;
        }
        let (look, name) = (palette::side_look(side), pattern_name(side));
        let (clip, clip_url) = (out.id(&format!("{name}-cells")), out.url(&format!("{name}-cells")));
        let pattern = out.url(&format!("{name}-board"));
        out.line(format_args!(r#"<path d="{path}" fill="{pattern}"/>"#));
        if reading::marks_changes(self.view, side) {
            let fresh = self.outline(|part| part.owner == Some(side) && part.is_changed);
            out.line(format_args!(r##"<path d="{fresh}" fill="#f2b632" fill-opacity=".45"/>"##));
        }
        // Only the inner half of a stroke is inside the clip.
        let thick = (3.2 / frame.cell).clamp(0.09, 0.45) * 2.0;
        out.line(format_args!(r#"<clipPath id="{clip}"><path d="{path}"/></clipPath>"#));
        out.line(format_args!(
            r#"<g clip-path="{clip_url}" fill="none"><path d="{path}" stroke="{}" stroke-width="{}"/><path d="{path}" stroke="{}" stroke-width="{}"/></g>"#,
            look.casing.hex(),
            Num(thick * 1.5),
            look.border.hex(),
            Num(thick)
        ));
    }

    fn letters(&self, out: &mut Writer, frame: &Frame) {
        let size = frame.cell * 0.5;
        out.line(format_args!(r#"<g font-size="{}" font-weight="600" text-anchor="middle">"#, Num(size)));
        for ink in [palette::DARK_INK, palette::LIGHT_INK] {
            out.line(format_args!(r#"<g fill="{}" fill-opacity=".95">"#, ink.hex()));
            for part in &self.view.parts {
                let Fill::Colour(tag) = part.fill else { continue };
                if palette::swatch_of(tag).rgb.ink() == ink && part.owner.is_none() {
                    let (x, y) = frame.centre(part);
                    let letter = tag.letter.to_string();
                    out.line(format_args!(
                        r#"<text x="{}" y="{}">{}</text>"#,
                        Num(x),
                        Num(y + size * 0.36),
                        Escaped(&letter)
                    ));
                }
            }
            out.line("</g>");
        }
        out.line("</g>");
    }
}

/// The mark of a start: First's round and light, Second's a dark diamond, with the side's sign where it fits.
pub(super) fn start(out: &mut Writer, view: &BoardView, part: &Part, frame: &Frame) {
    let (x, y) = frame.centre(part);
    let radius = (frame.cell * 0.38).max(4.5);
    let (fill, edge) = match part.owner {
        Some(Side::Second) => ("#16181d", "#ffffff"),
        Some(Side::First) => ("#ffffff", "#16181d"),
        None => ("#9aa0aa", "#16181d"),
    };
    let thick = Num(radius * 0.22);
    if part.owner == Some(Side::Second) {
        let reach = radius * 1.12;
        out.line(format_args!(
            r#"<path d="M{} {}l{r} {r}l-{r} {r}l-{r} -{r}z" fill="{fill}" stroke="{edge}" stroke-width="{thick}"/>"#,
            Num(x),
            Num(y - reach),
            r = Num(reach)
        ));
    } else {
        out.line(format_args!(
            r#"<circle cx="{}" cy="{}" r="{}" fill="{fill}" stroke="{edge}" stroke-width="{thick}"/>"#,
            Num(x),
            Num(y),
            Num(radius)
        ));
    }
    if let Some(side) = part.owner.filter(|_| frame.cell >= READABLE_CELL) {
        let size = radius * 1.15;
        out.line(format_args!(
            r#"<text x="{}" y="{}" font-size="{}" font-weight="700" text-anchor="middle" fill="{edge}">{}</text>"#,
            Num(x),
            Num(y + size * 0.36),
            Num(size),
            Escaped(sign(&view.sides[side].symbol))
        ));
    }
}

/// A side's sign as a picture shows it: arrows made of letters become arrows.
pub(super) fn sign(symbol: &str) -> &str {
    match symbol {
        "^" => "▲",
        "v" => "▼",
        other => other,
    }
}
