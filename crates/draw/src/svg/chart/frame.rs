//! What all charts have in common: the card, the title, the colours by day and by night.

use super::super::writer::{Escaped, Num, Writer};

/// The width of every chart: that of a phone, so that texts stay legible where it is not scaled up.
pub(super) const WIDTH: f32 = 480.0;

/// How many series have a colour of their own.
pub(super) const SERIES: usize = 7;

/// Colours that stay apart for every kind of sight; classes, so that one page can hold many charts.
const STYLE: &str = "<style>\
.jc{--ink:#1b1f27;--soft:#5b6472;--grid:#e2e6ec;--card:#fff;--edge:#d5dae2;\
--s0:#0b62a8;--s1:#c8500a;--s2:#0f8a62;--s3:#9b3f8f;--s4:#8a6a00;--s5:#2b93c9;--s6:#6b7280}\
@media(prefers-color-scheme:dark){.jc{--ink:#e8ebf0;--soft:#a3acba;--grid:#31363f;--card:#16191f;--edge:#3a404b;\
--s0:#5fb0f0;--s1:#ff9350;--s2:#3ccb9b;--s3:#dd8fd2;--s4:#e0bd3c;--s5:#8fd3f5;--s6:#9ca3af}}\
.jc text{fill:var(--ink)}.jc .soft{fill:var(--soft)}.jc .grid{stroke:var(--grid)}.jc .axis{stroke:var(--soft)}\
</style>";

/// Starts a chart of some height with its title.
pub(super) fn open(title: &str, height: f32) -> Writer {
    let mut out = Writer::new("chart");
    let (width, height, title) = (Num(WIDTH), Num(height), Escaped(title));
    out.line(format_args!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="jc" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{title}" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif" font-size="13">"#
    ));
    out.line(STYLE);
    out.line(format_args!("<title>{title}</title>"));
    out.line(format_args!(
        r#"<rect x="0.5" y="0.5" width="{}" height="{}" rx="10" fill="var(--card)" stroke="var(--edge)"/>"#,
        Num(WIDTH - 1.0),
        Num(height.0 - 1.0)
    ));
    text(&mut out, Anchor::Start, (16.0, 26.0), r#"font-size="15" font-weight="600""#, title.0);
    out
}

/// Ends a chart.
pub(super) fn close(mut out: Writer) -> String {
    out.line("</svg>");
    out.finish()
}

/// Which end of a text lies at its place.
#[derive(Debug, Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Writes a text at a place.
pub(super) fn text(out: &mut Writer, anchor: Anchor, at: (f32, f32), attributes: &str, text: &str) {
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => r#" text-anchor="middle""#,
        Anchor::End => r#" text-anchor="end""#,
    };
    let space = if attributes.is_empty() { "" } else { " " };
    let (x, y) = (Num(at.0), Num(at.1));
    out.line(format_args!(r#"<text x="{x}" y="{y}"{anchor}{space}{attributes}>{}</text>"#, Escaped(text)));
}

/// Draws a line between two places.
pub(super) fn line(out: &mut Writer, from: (f32, f32), to: (f32, f32), attributes: &str) {
    let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(Num);
    out.line(format_args!(r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {attributes}/>"#));
}
