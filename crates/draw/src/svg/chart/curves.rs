//! Curves over an axis, each with a band where there is one.

use std::fmt::Write as _;

use super::super::writer::{Num, Writer};
use super::axis::{Axis, Ruler};
use super::frame::{self, Anchor, SERIES, WIDTH};

/// Curves in one frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Curves {
    /// What is shown.
    pub title: String,
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// One curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// What it is about.
    pub label: String,
    /// Where it goes, from left to right.
    pub points: Vec<Point>,
    /// Whether it is somebody's statement rather than a measurement: such a curve is dashed.
    pub stated: bool,
}

/// One place of a curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Along the axis.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// Between what values most of what was measured lies.
    pub band: Option<[f64; 2]>,
}

impl Point {
    /// A place without a band.
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y, band: None }
    }
}

const LEFT: f32 = 62.0;
const RIGHT: f32 = WIDTH - 20.0;
const TOP: f32 = 58.0;
const BOTTOM: f32 = 300.0;
const LEGEND: f32 = BOTTOM + 58.0;
const LEGEND_ROW: f32 = 20.0;

/// The chart as the text of an SVG file.
pub fn curves(chart: &Curves) -> String {
    let height = LEGEND + LEGEND_ROW * chart.curves.len() as f32;
    let mut out = frame::open(&chart.title, height);
    let plane = Plane::of(chart);
    plane.draw(&mut out, chart);
    for (number, curve) in chart.curves.iter().enumerate() {
        let colour = format!("var(--s{})", number % SERIES);
        plane.band(&mut out, curve, &colour);
    }
    for (number, curve) in chart.curves.iter().enumerate() {
        let colour = format!("var(--s{})", number % SERIES);
        plane.curve(&mut out, curve, &colour);
        let y = LEGEND + LEGEND_ROW * number as f32;
        frame::line(&mut out, (20.0, y - 4.0), (44.0, y - 4.0), &stroke(curve, &colour));
        frame::text(&mut out, Anchor::Start, (52.0, y), "", &curve.label);
    }
    frame::close(out)
}

fn stroke(curve: &Curve, colour: &str) -> String {
    let dashes = if curve.stated { r#" stroke-dasharray="6 4""# } else { "" };
    format!(r#"stroke="{colour}" stroke-width="2.5"{dashes}"#)
}

/// The two axes.
struct Plane {
    x: Ruler,
    y: Ruler,
}

impl Plane {
    fn of(chart: &Curves) -> Plane {
        let points = || chart.curves.iter().flat_map(|curve| &curve.points);
        let bands = points().filter_map(|point| point.band).flatten();
        Plane {
            x: Ruler::over(chart.x.scale, points().map(|point| point.x)),
            y: Ruler::over(chart.y.scale, points().map(|point| point.y).chain(bands)),
        }
    }

    fn place(&self, x: f64, y: f64) -> (f32, f32) {
        (LEFT + (RIGHT - LEFT) * self.x.share(x), BOTTOM - (BOTTOM - TOP) * self.y.share(y))
    }

    /// Grid, numbers and labels.
    fn draw(&self, out: &mut Writer, chart: &Curves) {
        for (value, text) in self.y.ticks() {
            let y = BOTTOM - (BOTTOM - TOP) * self.y.share(value);
            frame::line(out, (LEFT, y), (RIGHT, y), r#"class="grid""#);
            frame::text(out, Anchor::End, (LEFT - 6.0, y + 4.0), r#"class="soft" font-size="12""#, &text);
        }
        for (value, text) in self.x.ticks() {
            let x = LEFT + (RIGHT - LEFT) * self.x.share(value);
            frame::line(out, (x, BOTTOM), (x, BOTTOM + 4.0), r#"class="axis""#);
            frame::text(out, Anchor::Middle, (x, BOTTOM + 18.0), r#"class="soft" font-size="12""#, &text);
        }
        frame::line(out, (LEFT, BOTTOM), (RIGHT, BOTTOM), r#"class="axis""#);
        frame::text(out, Anchor::Start, (16.0, 46.0), r#"class="soft" font-size="12""#, &chart.y.label);
        frame::text(out, Anchor::End, (RIGHT, BOTTOM + 34.0), r#"class="soft" font-size="12""#, &chart.x.label);
    }

    fn band(&self, out: &mut Writer, curve: &Curve, colour: &str) {
        let banded = || curve.points.iter().filter_map(|point| Some((point.x, point.band?)));
        if banded().count() < 2 {
            return;
        }
        let mut places: Vec<(f32, f32)> = banded().map(|(x, band)| self.place(x, band[1])).collect();
        places.reverse();
        places.extend(banded().map(|(x, band)| self.place(x, band[0])));
        out.line(format_args!(r#"<path d="{}z" fill="{colour}" opacity="0.16"/>"#, path(&places)));
    }

    fn curve(&self, out: &mut Writer, curve: &Curve, colour: &str) {
        let places: Vec<(f32, f32)> = curve.points.iter().map(|point| self.place(point.x, point.y)).collect();
        out.line(format_args!(r#"<path d="{}" fill="none" {}/>"#, path(&places), stroke(curve, colour)));
        // Few points are seen as such; many would only be a thick line.
        if places.len() <= 12 && !curve.stated {
            for (x, y) in places {
                out.line(format_args!(r#"<circle cx="{}" cy="{}" r="3.5" fill="{colour}"/>"#, Num(x), Num(y)));
            }
        }
    }
}

fn path(places: &[(f32, f32)]) -> String {
    let mut text = String::new();
    for (number, (x, y)) in places.iter().enumerate() {
        let verb = if number == 0 { 'M' } else { 'L' };
        write!(text, "{verb}{} {}", Num(*x), Num(*y)).expect("writing to a string cannot fail");
    }
    text
}
