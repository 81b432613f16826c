//! Shares from nothing to all, each with its interval and what somebody else says it is.

use super::super::writer::{Num, Writer};
use super::frame::{self, Anchor, WIDTH};

/// Shares one below the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Shares {
    /// What is shown.
    pub title: String,
    /// The shares.
    pub rows: Vec<Row>,
    /// Whether a line marks one half.
    pub even: bool,
}

/// One share.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Of what.
    pub label: String,
    /// From 0 to 1.
    pub share: f64,
    /// Its interval.
    pub interval: [f64; 2],
    /// What was stated about it.
    pub stated: Option<f64>,
}

const LEFT: f32 = 22.0;
const RIGHT: f32 = WIDTH - 22.0;
const TOP: f32 = 42.0;
const ROW: f32 = 42.0;

/// The chart as the text of an SVG file.
pub fn shares(chart: &Shares) -> String {
    let bottom = TOP + ROW * chart.rows.len() as f32;
    let has_stated = chart.rows.iter().any(|row| row.stated.is_some());
    let mut out = frame::open(&chart.title, bottom + 30.0 + if has_stated { 22.0 } else { 0.0 });
    for quarter in 0..=4_u8 {
        let share = f64::from(quarter) / 4.0;
        let class =
            if chart.even && quarter == 2 { r#"class="axis" stroke-dasharray="4 3""# } else { r#"class="grid""# };
        frame::line(&mut out, (place(share), TOP), (place(share), bottom), class);
        let label = format!("{} %", 25 * quarter);
        let anchor = [Anchor::Start, Anchor::Middle, Anchor::Middle, Anchor::Middle, Anchor::End][usize::from(quarter)];
        frame::text(&mut out, anchor, (place(share), bottom + 17.0), r#"class="soft" font-size="12""#, &label);
    }
    for (number, row) in chart.rows.iter().enumerate() {
        draw(&mut out, row, TOP + ROW * number as f32);
    }
    if has_stated {
        diamond(&mut out, LEFT + 6.0, bottom + 35.0);
        let words = "what the report states; the bar is the 95 % interval";
        frame::text(&mut out, Anchor::Start, (LEFT + 18.0, bottom + 39.0), r#"class="soft" font-size="12""#, words);
    }
    frame::close(out)
}

fn place(share: f64) -> f32 {
    LEFT + (RIGHT - LEFT) * share.clamp(0.0, 1.0) as f32
}

fn draw(out: &mut Writer, row: &Row, top: f32) {
    let middle = top + 29.0;
    frame::text(out, Anchor::Start, (LEFT, top + 15.0), "", &row.label);
    let share = format!("{:.1} %", 100.0 * row.share);
    frame::text(out, Anchor::End, (RIGHT, top + 15.0), r#"font-weight="600""#, &share);
    let [low, high] = row.interval.map(place);
    frame::line(
        out,
        (low, middle),
        (high.max(low + 1.0), middle),
        r#"stroke="var(--s0)" stroke-width="6" opacity="0.4""#,
    );
    out.line(format_args!(r#"<circle cx="{}" cy="{}" r="5" fill="var(--s0)"/>"#, Num(place(row.share)), Num(middle)));
    if let Some(stated) = row.stated {
        diamond(out, place(stated), middle);
    }
}

fn diamond(out: &mut Writer, x: f32, y: f32) {
    let (x, y) = (Num(x), Num(y - 7.0));
    out.line(format_args!(r#"<path d="M{x} {y}l7 7-7 7-7-7z" fill="none" stroke="var(--s1)" stroke-width="2"/>"#));
}
