//! The strip below the board: both sides with tally and percentage, whose turn it is, and the moves that are not
//! places on the board.

use joute_games::Side;
use joute_games::view::{BoardView, Control, SideView, Style};

use super::SvgOptions;
use super::frame::Frame;
use super::writer::{Escaped, Num, Writer};
use crate::palette::{self, Rgb};
use crate::reading;

/// All cards are dark enough for this ink.
const INK: &str = "#f5f1e8";

/// The height of everything below the board.
pub(super) fn height(view: &BoardView, options: &SvgOptions, width: f32) -> f32 {
    let measures = Measures::new(width);
    let mut height = 0.0;
    if options.controls && reading::shown_controls(view).next().is_some() {
        height += measures.controls_height(view);
    }
    if options.caption {
        height += measures.sides_height();
    }
    height
}

/// Draws what the options ask for.
pub(super) fn draw(out: &mut Writer, view: &BoardView, options: &SvgOptions, frame: &Frame) {
    let measures = Measures::new(frame.card.0);
    let mut top = frame.caption_top;
    if options.controls && reading::shown_controls(view).next().is_some() {
        draw_controls(out, view, &measures, top);
        top += measures.controls_height(view);
    }
    if options.caption {
        draw_sides(out, view, &measures, top);
    }
}

/// Sizes that follow from the width of the card.
struct Measures {
    width: f32,
    margin: f32,
    font: f32,
}

impl Measures {
    fn new(width: f32) -> Measures {
        Measures { width, margin: (width * 0.03).clamp(8.0, 20.0), font: (width / 30.0).clamp(9.0, 17.0) }
    }

    fn inner(&self) -> f32 {
        self.width - 2.0 * self.margin
    }

    fn sides_height(&self) -> f32 {
        self.font * 4.6 + 6.0
    }

    fn chip_width(&self, control: &Control) -> f32 {
        chip_text(control).chars().count() as f32 * self.font * 0.62 + self.font
    }

    /// The chips' places: x from the left margin, and the number of the row.
    fn chip_places(&self, view: &BoardView) -> Vec<(f32, u16)> {
        let gap = self.font * 0.5;
        let (mut x, mut row) = (0.0, 0);
        reading::shown_controls(view)
            .map(|control| {
                let width = self.chip_width(control);
                if x > 0.0 && x + width > self.inner() {
                    (x, row) = (0.0, row + 1);
                }
                let place = (x, row);
                x += width + gap;
                place
            })
            .collect()
    }

    fn controls_height(&self, view: &BoardView) -> f32 {
        let rows = self.chip_places(view).last().map_or(0, |(_, row)| row + 1);
        f32::from(rows) * self.font * 2.2 + self.font * 0.3
    }
}

/// What a control's chip says: its letter or label, and what it gains.
fn chip_text(control: &Control) -> String {
    let name = control.colour.map_or_else(|| control.label.to_string(), |tag| tag.letter.to_string());
    match control.gain {
        Some(gain) if control.is_legal => format!("{name} +{gain}"),
        _ => name,
    }
}

fn draw_controls(out: &mut Writer, view: &BoardView, measures: &Measures, top: f32) {
    let font = measures.font;
    out.line(format_args!(r#"<g font-size="{}" font-weight="600" text-anchor="middle">"#, Num(font)));
    for (control, (x, row)) in reading::shown_controls(view).zip(measures.chip_places(view)) {
        let ground = control.colour.map_or(Rgb::from_hex(0xded9cf), |tag| palette::swatch_of(tag).rgb);
        let (x, y) = (measures.margin + x, top + f32::from(row) * font * 2.2);
        let width = measures.chip_width(control);
        let opacity = if control.is_legal { "" } else { r#" opacity=".45""# };
        out.line(format_args!(
            r##"<g{opacity}><title>{}</title><rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}" stroke="#fff" stroke-opacity=".5"/><text x="{}" y="{}" fill="{}">{}</text></g>"##,
            Escaped(&control.label.to_string()),
            Num(x),
            Num(y),
            Num(width),
            Num(font * 1.8),
            Num(font * 0.4),
            ground.hex(),
            Num(x + width / 2.0),
            Num(y + font * 1.26),
            ground.ink().hex(),
            Escaped(&chip_text(control))
        ));
    }
    out.line("</g>");
}

fn draw_sides(out: &mut Writer, view: &BoardView, measures: &Measures, top: f32) {
    let (font, width) = (measures.font, measures.width);
    out.line(format_args!(r#"<g fill="{INK}" font-size="{}">"#, Num(font)));
    for side in Side::BOTH {
        draw_side(out, view, side, measures, top + font * 1.25);
    }
    draw_bar(out, view, measures, top + font * 1.9);
    out.line(format_args!(
        r#"<text x="{}" y="{}" text-anchor="middle" font-size="{}" opacity=".8">{}</text>"#,
        Num(width / 2.0),
        Num(top + font * 3.95),
        Num(font * 0.9),
        Escaped(&last_line(view))
    ));
    out.line("</g>");
}

/// Whose turn it is, and what neither side sees on the board: its forbidden colours.
fn last_line(view: &BoardView) -> String {
    let turn = reading::turn_sentence(view);
    reading::forbidden_sentence(view).map_or_else(|| turn.clone(), |forbidden| format!("{turn}. {forbidden}"))
}

/// Name, tally and percentage: First from the left edge, Second from the right one.
fn draw_side(out: &mut Writer, view: &BoardView, side: Side, measures: &Measures, baseline: f32) {
    let font = measures.font;
    let SideView { name, tally, colour, .. } = &view.sides[side];
    let name = colour.map_or_else(|| name.to_string(), |tag| format!("{name} ({})", tag.letter));
    let has_turn = view.turn == Some(side);
    let weight = if has_turn { 700 } else { 500 };
    let share = format!("{tally} · {:.0}%", reading::percent(view, *tally));
    let chip_room = if view.style == Style::Wood { 0.0 } else { font * 1.5 };
    let (edge, inward, anchor) = match side {
        Side::First => (measures.margin, 1.0, "start"),
        Side::Second => (measures.width - measures.margin, -1.0, "end"),
    };
    if view.style != Style::Wood {
        chip(out, view, side, (edge + inward * font * 0.55, baseline - font * 0.35), font);
    }
    let name = format!(r#"<tspan font-weight="{weight}">{}</tspan>"#, Escaped(&name));
    let share = format!(r#"<tspan opacity=".8">{}</tspan>"#, Escaped(&share));
    let text = match side {
        Side::First => format!("{name}  {share}"),
        Side::Second => format!("{share}  {name}"),
    };
    out.line(format_args!(
        r#"<text x="{}" y="{}" text-anchor="{anchor}" xml:space="preserve">{text}</text>"#,
        Num(edge + inward * chip_room),
        Num(baseline)
    ));
}

/// The small sign beside a name: a disc, or a square in the colour of the territory.
fn chip(out: &mut Writer, view: &BoardView, side: Side, (x, y): (f32, f32), font: f32) {
    let look = palette::side_look(side);
    let half = font * 0.5;
    if view.style == Style::Felt {
        let fill = if side == Side::First { "#0d0f12" } else { "#f3f1ec" };
        out.line(format_args!(
            r##"<circle cx="{}" cy="{}" r="{}" fill="{fill}" stroke="#8b939a"/>"##,
            Num(x),
            Num(y),
            Num(half)
        ));
        return;
    }
    let ground = view.sides[side].colour.map_or(look.ground, |tag| palette::swatch_of(tag).rgb);
    let place = format!(
        r#"x="{}" y="{}" width="{size}" height="{size}""#,
        Num(x - half),
        Num(y - half),
        size = Num(half * 2.0)
    );
    let pattern = out.url(pattern_name(side));
    out.line(format_args!(r#"<rect {place} rx="2" fill="{}"/>"#, ground.hex()));
    out.line(format_args!(r#"<rect {place} rx="2" fill="{pattern}" stroke="{INK}"/>"#));
}

/// The name of the pattern that lies over a side's territory.
pub(super) fn pattern_name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// First's share from the left, Second's from the right, a tick at half.
fn draw_bar(out: &mut Writer, view: &BoardView, measures: &Measures, top: f32) {
    let (left, width, thick) = (measures.margin, measures.inner(), measures.font * 0.62);
    let share = |side: Side| (reading::percent(view, view.sides[side].tally) / 100.0).clamp(0.0, 1.0) * width;
    let (first, second) = (share(Side::First), share(Side::Second));
    let [light, dark] = match view.style {
        Style::Felt => ["#0d0f12", "#f3f1ec"],
        Style::Wood => ["#f3d9a4", "#c07a3c"],
        Style::Mosaic | Style::Network => ["#f4f1e8", "#0b0c0f"],
    };
    let piece = |x: f32, length: f32, fill: &str| {
        format!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{fill}"/>"#,
            Num(x),
            Num(top),
            Num(length),
            Num(thick)
        )
    };
    out.line(piece(left, width, "#808890\" fill-opacity=\".35"));
    out.line(piece(left, first, light));
    out.line(piece(left + width - second, second, dark));
    out.line(format_args!(
        r##"<path d="M{} {}v{}" stroke="#f2b632" stroke-width="2"/><rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="{INK}" stroke-opacity=".45"/>"##,
        Num(left + width / 2.0),
        Num(top - 3.0),
        Num(thick + 6.0),
        Num(left),
        Num(top),
        Num(width),
        Num(thick)
    ));
}
