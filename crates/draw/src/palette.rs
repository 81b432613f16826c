//! The colours of territory games and of the two sides, as data.
//!
//! The first colours of each palette were placed so that every two of them stay apart in CIE Lab both for
//! normal sight and for simulated protanopia, deuteranopia and tritanopia (Machado, Oliveira and Fernandes
//! 2009, severity 1): by at least 25 for the seven of [`LETTERED`], by at least 23 for the eight of [`NAMED`].
//! The crate's tests measure it. Okabe and Ito's seven, from which the first was derived, come to 16 by the same
//! measure. Beyond seven colours nobody can promise as much, which is why letters are drawn as well.

use joute_games::Side;
use joute_games::view::ColourTag;

/// A colour as red, green and blue from 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Reads `0xrrggbb`.
    pub const fn from_hex(hex: u32) -> Rgb {
        Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
    }

    /// Writes `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The colour `amount` of the way (0 to 1) towards another.
    pub fn mix(self, other: Rgb, amount: f32) -> Rgb {
        let channel = |from: u8, to: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * amount).round() as u8;
        Rgb(channel(self.0, other.0), channel(self.1, other.1), channel(self.2, other.2))
    }

    /// The relative luminance of the Web Content Accessibility Guidelines, from 0 to 1.
    pub fn luminance(self) -> f32 {
        let linear = |channel: u8| {
            let value = f32::from(channel) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Dark or light ink, whichever is easier to read on this colour.
    pub fn ink(self) -> Rgb {
        // The luminance at which both inks have the same contrast.
        if self.luminance() > 0.18 { DARK_INK } else { LIGHT_INK }
    }
}

/// The ink for light grounds.
pub const DARK_INK: Rgb = Rgb::from_hex(0x16181d);
/// The ink for dark grounds.
pub const LIGHT_INK: Rgb = Rgb::from_hex(0xffffff);
/// The ground of holes and obstacles.
pub const BLOCKED: Rgb = Rgb::from_hex(0x3a3d45);

/// One colour of a territory game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swatch {
    /// Its letter in positions and moves.
    pub letter: char,
    /// What people call it.
    pub name: &'static str,
    /// The colour on a screen.
    pub rgb: Rgb,
    /// The nearest of the 16 terminal colours; those beyond the first few share theirs.
    pub ansi: u8,
}

/// How a side's territory is told apart where colours are not seen, as in a grey print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// Thin lines rising to the right.
    Hatch,
    /// Small dots.
    Dots,
}

/// How a side is drawn on boards whose territories have no colour of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SideLook {
    /// The ground of its cells, and its colour in bars.
    pub ground: Rgb,
    /// Its border line.
    pub border: Rgb,
    /// The thin line around its border line.
    pub casing: Rgb,
    /// The pattern over its cells.
    pub pattern: Pattern,
    /// The nearest of the 16 terminal colours.
    pub ansi: u8,
}

/// The looks of First (light, hatched) and Second (dark, dotted).
pub const SIDES: [SideLook; 2] = [
    SideLook {
        ground: Rgb::from_hex(0xf4f1e8),
        border: Rgb::from_hex(0xffffff),
        casing: Rgb::from_hex(0x16181d),
        pattern: Pattern::Hatch,
        ansi: 15,
    },
    SideLook {
        ground: Rgb::from_hex(0x262a33),
        border: Rgb::from_hex(0x16181d),
        casing: Rgb::from_hex(0xffffff),
        pattern: Pattern::Dots,
        ansi: 0,
    },
];

const fn swatch(letter: char, name: &'static str, hex: u32, ansi: u8) -> Swatch {
    Swatch { letter, name, rgb: Rgb::from_hex(hex), ansi }
}

/// The eight colours with names, whose letters are the names' initials.
pub const NAMED: [Swatch; 8] = [
    swatch('B', "blue", 0x1f49b6, 4),
    swatch('R', "red", 0xb81418, 1),
    swatch('G', "green", 0x1c9164, 2),
    swatch('Y', "yellow", 0xf4e62f, 11),
    swatch('O', "orange", 0xf07a1c, 3),
    swatch('V', "violet", 0x521d6e, 5),
    swatch('C', "cyan", 0x48ccf7, 14),
    swatch('P', "pink", 0xfeb0bc, 13),
];

/// The 26 colours that are called by the letters A to Z; the first seven are the most distinct.
pub const LETTERED: [Swatch; 26] = [
    swatch('A', "apricot", 0xf6985c, 9),
    swatch('B', "sky blue", 0x45cdf5, 14),
    swatch('C', "green", 0x16946d, 2),
    swatch('D', "gold", 0xf2cb2a, 11),
    swatch('E', "blue", 0x1c4bb0, 4),
    swatch('F', "rust", 0xab4420, 1),
    swatch('G', "mauve", 0xa0659f, 5),
    swatch('H', "lime", 0x5fe04a, 10),
    swatch('I', "fuchsia", 0xee3fe6, 13),
    swatch('J', "pale green", 0xb9f794, 10),
    swatch('K', "purple", 0x58166d, 5),
    swatch('L', "crimson", 0xf02a66, 9),
    swatch('M', "indigo", 0x5230ee, 12),
    swatch('N', "maroon", 0x692a1e, 1),
    swatch('O', "rose", 0xf5a4ac, 13),
    swatch('P', "olive", 0x829a16, 3),
    swatch('Q', "azure", 0x1890f4, 12),
    swatch('R', "steel", 0x879fb2, 7),
    swatch('S', "moss", 0x6e6f40, 3),
    swatch('T', "sand", 0xb8be85, 7),
    swatch('U', "wine", 0x961c68, 5),
    swatch('V', "grass", 0x239a37, 10),
    swatch('W', "lavender", 0x7165bf, 12),
    swatch('X', "plum", 0x9d1e9a, 5),
    swatch('Y', "violet", 0x9229dc, 13),
    swatch('Z', "forest", 0x1b7314, 2),
];

/// The swatch of a colour: from [`NAMED`] when its number and letter are those of a named colour, else from
/// [`LETTERED`], which starts over after Z. No number has the same letter in both.
pub fn swatch_of(tag: ColourTag) -> Swatch {
    let number = usize::from(tag.index);
    match NAMED.get(number) {
        Some(named) if named.letter == tag.letter => *named,
        _ => Swatch { letter: tag.letter, ..LETTERED[number % LETTERED.len()] },
    }
}

/// The look of a side.
pub fn side_look(side: Side) -> SideLook {
    SIDES[side.index()]
}
