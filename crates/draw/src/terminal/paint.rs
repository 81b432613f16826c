//! Text with a ground and an ink, in as many colours as the terminal has.

use super::ColourDepth;
use crate::palette::Rgb;

/// A colour in both forms a terminal may need: as it should be, and as one of the sixteen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Tint {
    pub(super) rgb: Rgb,
    pub(super) ansi: u8,
}

impl Tint {
    pub(super) const fn new(hex: u32, ansi: u8) -> Tint {
        Tint { rgb: Rgb::from_hex(hex), ansi }
    }
}

/// How a piece of text looks.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) ground: Option<Tint>,
    pub(super) ink: Option<Tint>,
    pub(super) is_bold: bool,
}

impl Look {
    /// A ground with the ink that is easiest to read on it.
    pub(super) fn on(ground: Tint, depth: ColourDepth) -> Look {
        let seen = if depth == ColourDepth::Sixteen { SIXTEEN[usize::from(ground.ansi % 16)] } else { ground.rgb };
        let ink = if seen.luminance() > 0.18 { Tint::new(0x101010, 0) } else { Tint::new(0xffffff, 15) };
        Look { ground: Some(ground), ink: Some(ink), is_bold: false }
    }

    pub(super) fn ink(ink: Tint) -> Look {
        Look { ink: Some(ink), ..Look::default() }
    }

    pub(super) fn bold(self) -> Look {
        Look { is_bold: true, ..self }
    }

    fn is_plain(self) -> bool {
        self.ground.is_none() && self.ink.is_none() && !self.is_bold
    }
}

/// The text in its look; as it is where there are no colours.
pub(super) fn paint(text: &str, look: Look, depth: ColourDepth) -> String {
    if depth == ColourDepth::None || look.is_plain() || text.is_empty() {
        return text.to_string();
    }
    let mut codes = Vec::new();
    codes.extend(look.is_bold.then(|| "1".to_string()));
    codes.extend(look.ink.map(|tint| code(tint, depth, Layer::Ink)));
    codes.extend(look.ground.map(|tint| code(tint, depth, Layer::Background)));
    format!("\x1b[{}m{text}\x1b[0m", codes.join(";"))
}

#[derive(Clone, Copy, PartialEq)]
enum Layer {
    Ink = 30,
    Background = 40,
}

fn code(tint: Tint, depth: ColourDepth, layer: Layer) -> String {
    let base = layer as u8;
    let Rgb(red, green, blue) = tint.rgb;
    match depth {
        ColourDepth::True => format!("{};2;{red};{green};{blue}", base + 8),
        ColourDepth::TwoFiftySix => format!("{};5;{}", base + 8, nearest_256(tint.rgb)),
        // Bright colours are 90 to 97 and 100 to 107.
        _ if tint.ansi >= 8 => (base + 52 + tint.ansi % 16).to_string(),
        _ => (base + tint.ansi).to_string(),
    }
}

/// The sixteen as most terminals show them, to choose an ink by.
const SIXTEEN: [Rgb; 16] = [
    Rgb::from_hex(0x000000),
    Rgb::from_hex(0xaa0000),
    Rgb::from_hex(0x00aa00),
    Rgb::from_hex(0xaa7700),
    Rgb::from_hex(0x0000aa),
    Rgb::from_hex(0xaa00aa),
    Rgb::from_hex(0x00aaaa),
    Rgb::from_hex(0xbbbbbb),
    Rgb::from_hex(0x555555),
    Rgb::from_hex(0xff5555),
    Rgb::from_hex(0x55ff55),
    Rgb::from_hex(0xffff55),
    Rgb::from_hex(0x5555ff),
    Rgb::from_hex(0xff55ff),
    Rgb::from_hex(0x55ffff),
    Rgb::from_hex(0xffffff),
];

/// The nearest of the 6 x 6 x 6 colours and of the 24 greys that follow them.
fn nearest_256(rgb: Rgb) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let nearest = |value: u8| (0..6u8).min_by_key(|i| STEPS[usize::from(*i)].abs_diff(value)).unwrap_or(0);
    let (red, green, blue) = (nearest(rgb.0), nearest(rgb.1), nearest(rgb.2));
    let step = |i: u8| STEPS[usize::from(i)];
    let cube = (16 + 36 * red + 6 * green + blue, Rgb(step(red), step(green), step(blue)));
    let mean = (u16::from(rgb.0) + u16::from(rgb.1) + u16::from(rgb.2)) / 3;
    let number = (mean.saturating_sub(3) / 10).min(23) as u8;
    let grey = (232 + number, Rgb(8 + 10 * number, 8 + 10 * number, 8 + 10 * number));
    if distance(rgb, grey.1) < distance(rgb, cube.1) { grey.0 } else { cube.0 }
}

fn distance(a: Rgb, b: Rgb) -> u32 {
    [(a.0, b.0), (a.1, b.1), (a.2, b.2)].into_iter().map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::{Look, Tint, nearest_256, paint};
    use crate::palette::Rgb;
    use crate::terminal::ColourDepth;

    #[test]
    fn colours_come_as_the_terminal_knows_them() {
        let look = Look { ink: Some(Tint::new(0x0000ff, 12)), ..Look::default() };
        assert_eq!(paint("x", look, ColourDepth::None), "x");
        assert_eq!(paint("x", look, ColourDepth::Sixteen), "\x1b[94mx\x1b[0m");
        assert_eq!(paint("x", look, ColourDepth::TwoFiftySix), "\x1b[38;5;21mx\x1b[0m");
        assert_eq!(paint("x", look, ColourDepth::True), "\x1b[38;2;0;0;255mx\x1b[0m");
    }

    #[test]
    fn greys_are_taken_from_the_grey_scale() {
        assert_eq!(nearest_256(Rgb(128, 128, 128)), 244);
        assert_eq!(nearest_256(Rgb(0, 0, 0)), 16);
        assert_eq!(nearest_256(Rgb(255, 255, 255)), 231);
    }
}
