//! The text of an SVG file as it grows: short numbers, escaped texts, prefixed ids.

use std::fmt::{self, Display, Write};

/// Collects the lines of a picture.
pub(super) struct Writer {
    text: String,
    prefix: String,
}

impl Writer {
    /// A writer whose ids start with `prefix`; what an id or a reference could not hold is left out of it.
    pub(super) fn new(prefix: &str) -> Writer {
        let is_safe = |c: &char| c.is_ascii_alphanumeric() || *c == '-' || *c == '_';
        Writer { text: String::new(), prefix: prefix.chars().filter(is_safe).collect() }
    }

    /// An id of this picture.
    pub(super) fn id(&self, name: &str) -> String {
        format!("{}-{name}", self.prefix)
    }

    /// A reference to one of the picture's gradients, patterns or clips.
    pub(super) fn url(&self, name: &str) -> String {
        format!("url(#{}-{name})", self.prefix)
    }

    /// Adds a line.
    pub(super) fn line(&mut self, line: impl Display) {
        writeln!(self.text, "{line}").expect("writing to a string cannot fail");
    }

    /// Adds a two-stop or longer radial gradient, its light coming from the upper left.
    pub(super) fn radial(&mut self, name: &str, centre: (f32, f32), radius: f32, stops: &[(f32, &str, f32)]) {
        let (id, (cx, cy)) = (self.id(name), (Num(centre.0), Num(centre.1)));
        self.line(format_args!(r#"<radialGradient id="{id}" cx="{cx}" cy="{cy}" r="{}">"#, Num(radius)));
        self.stops(stops);
        self.line("</radialGradient>");
    }

    /// Adds a linear gradient from the top to the bottom.
    pub(super) fn linear(&mut self, name: &str, stops: &[(f32, &str, f32)]) {
        let id = self.id(name);
        self.line(format_args!(r#"<linearGradient id="{id}" x1="0" y1="0" x2="0" y2="1">"#));
        self.stops(stops);
        self.line("</linearGradient>");
    }

    fn stops(&mut self, stops: &[(f32, &str, f32)]) {
        for (offset, colour, opacity) in stops {
            let offset = Num(*offset);
            match *opacity {
                1.0 => self.line(format_args!(r#"<stop offset="{offset}" stop-color="{colour}"/>"#)),
                opacity => self.line(format_args!(
                    r#"<stop offset="{offset}" stop-color="{colour}" stop-opacity="{}"/>"#,
                    Num(opacity)
                )),
            }
        }
    }

    /// The finished text.
    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// A number with at most two decimals and no needless zeros.
#[derive(Clone, Copy)]
pub(super) struct Num(pub(super) f32);

impl Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero turns -0 into 0; what is not a number must not reach the file.
        let value = if self.0.is_finite() { (self.0 * 100.0).round() / 100.0 + 0.0 } else { 0.0 };
        write!(f, "{value}")
    }
}

/// A text with the characters escaped that XML gives a meaning, and without those it forbids.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\u{fffe}' | '\u{ffff}' => {}
                c if c.is_control() => f.write_char(' ')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A number from 0 to 1 that looks random but is the same on every run: natural-looking places need no dice.
pub(super) fn scatter(a: u32, b: u32) -> f32 {
    let mut bits = a.wrapping_mul(0x9e37_79b1) ^ b.wrapping_mul(0x85eb_ca77) ^ 0x2545_f491;
    for _ in 0..3 {
        bits ^= bits >> 15;
        bits = bits.wrapping_mul(0x2c1b_3c6d);
        bits ^= bits >> 12;
    }
    (bits >> 8) as f32 / (1 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::{Escaped, Num, Writer, scatter};

    #[test]
    fn numbers_are_short_and_always_numbers() {
        let texts = [1.0, 0.5, 2.0 / 3.0, -0.001, f32::NAN, f32::INFINITY].map(|value| Num(value).to_string());
        assert_eq!(texts, ["1", "0.5", "0.67", "0", "0", "0"]);
    }

    #[test]
    fn texts_cannot_leave_their_place() {
        assert_eq!(Escaped("<a b=\"&\">\0").to_string(), "&lt;a b=&quot;&amp;&quot;&gt; ");
        assert_eq!(Writer::new("x\"><script>").id("y"), "xscript-y");
    }

    #[test]
    fn scatter_stays_within_bounds_and_varies() {
        let values: Vec<f32> = (0..100).map(|i| scatter(i, 7)).collect();
        assert!(values.iter().all(|value| (0.0..1.0).contains(value)));
        assert!(values.iter().any(|value| *value < 0.2) && values.iter().any(|value| *value > 0.8));
    }
}
