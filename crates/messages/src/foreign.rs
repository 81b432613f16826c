//! Text that somebody else wrote, made fit to be shown: what players print, names of files, fields of records. A terminal obeys
//! some characters instead of showing them (it clears the screen, changes its title, fills the clipboard), and others
//! change the order in which text is read. Whoever writes foreign text anywhere writes it by these functions.

use std::borrow::Cow;

/// A foreign text that does nothing but show itself. Colours go; other controls are shown as `^[` or `[U+202E]`, tabs as spaces.
/// Lines stay lines.
pub fn visible(text: &str) -> Cow<'_, str> {
    shown(text, Colours::Dropped)
}

/// The same on one line, for names and cells of tables.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    match visible(text) {
        text if text.contains('\n') => Cow::Owned(text.trim_end_matches('\n').replace('\n', " ")),
        text => text,
    }
}

/// Text of our own that is painted with colours, with whatever else may have come into it shown.
pub fn visible_painted(text: &str) -> Cow<'_, str> {
    shown(text, Colours::Kept)
}

/// JSON whose texts do nothing when a terminal shows it: such characters stand only inside of texts, and are written as JSON
/// writes any character by its number.
pub fn visible_json(json: &str) -> Cow<'_, str> {
    let is_left_by_writers = |c: char| !c.is_ascii_control() && is_obeyed(c) || c == '\x7f';
    replaced(json, is_left_by_writers, |c, text| *text += &format!("\\u{:04x}", u32::from(c)))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Colours {
    Kept,
    Dropped,
}

fn shown(text: &str, colours: Colours) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(length) = colour_code(rest) {
            shown += if colours == Colours::Kept { &rest[..length] } else { "" };
            rest = &rest[length..];
            continue;
        }
        let is_end_of_line = rest.starts_with("\r\n");
        rest = &rest[c.len_utf8()..];
        match c {
            '\r' if is_end_of_line => {}
            c if is_obeyed(c) => push_shown(c, &mut shown),
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// Whether a terminal or a browser does something else with a character than show it.
fn is_obeyed(c: char) -> bool {
    match c {
        '\n' => false,
        // Controls of both kinds, the old ones and those that newer terminals obey as well.
        c if c.is_control() => true,
        // What changes the direction of text, ends lines, or is there and not seen.
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => true,
        // Tags, which are never seen and can say anything.
        '\u{e0000}'..='\u{e007f}' => true,
        _ => false,
    }
}

fn push_shown(c: char, shown: &mut String) {
    match c {
        '\t' => *shown += "    ",
        '\x7f' => *shown += "^?",
        c if c.is_ascii_control() => shown.extend(['^', char::from(c as u8 ^ 0x40)]),
        c => *shown += &format!("[U+{:04X}]", u32::from(c)),
    }
}

/// How long the code is that a text begins with, if it is one that sets colours and nothing else.
fn colour_code(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\x1b[")?;
    let length = numbers.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b';').count();
    numbers[length..].starts_with('m').then_some(2 + length + 1)
}

fn replaced(text: &str, wanted: impl Fn(char) -> bool, put: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if !text.contains(&wanted) {
        return Cow::Borrowed(text);
    }
    let mut changed = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if wanted(c) { put(c, &mut changed) } else { changed.push(c) }
    }
    Cow::Owned(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What players have written to do something to the terminal, and what is seen of it.
    const ATTACKS: &[(&str, &str)] = &[
        ("\x1b]0;root shell\x07", "^[]0;root shell^G"),
        ("\x1b]52;c;cm0gLXJmIC8=\x1b\\", "^[]52;c;cm0gLXJmIC8=^[\\"),
        ("a\x1b[2Jb", "a^[[2Jb"),
        ("\u{9b}2J\u{9d}52;c;eA==\u{9c}", "[U+009B]2J[U+009D]52;c;eA==[U+009C]"),
        ("won\rlost", "won^Mlost"),
        ("\u{202e}gpj.exe\u{2069}", "[U+202E]gpj.exe[U+2069]"),
        ("\x08\x08\x08ok", "^H^H^Hok"),
        ("\x1bc\x1b#8\x0e", "^[c^[#8^N"),
        ("\x1b[31;1mred\x1b[0m", "red"),
        ("\x1b[?1049h\x1b[31", "^[[?1049h^[[31"),
        ("\x1b_Gf=100;AAAA\x1b\\", "^[_Gf=100;AAAA^[\\"),
        ("two\u{2028}lines\u{feff}", "two[U+2028]lines[U+FEFF]"),
        ("\u{e0041}\u{e007f}", "[U+E0041][U+E007F]"),
        ("\x00\x7f", "^@^?"),
        ("\x1b[\x1b[31mm", "^[[m"),
    ];

    #[test]
    fn nothing_foreign_is_obeyed() {
        for (text, expected) in ATTACKS {
            let seen = visible(text);
            assert_eq!(seen, *expected);
            assert!(!seen.contains(is_obeyed), "{seen:?}");
            assert_eq!(visible(&seen), seen, "what is shown stays as it is");
        }
    }

    #[test]
    fn plain_text_stays_as_it_is() {
        for text in ["f5", "Élodie · 中文 · עברית", "a\nb", "👩\u{200d}🔬"] {
            assert!(matches!(visible(text), Cow::Borrowed(same) if same == text));
        }
        assert_eq!(visible("a\tb\r\nc"), "a    b\nc");
        assert_eq!(visible_line("a\r\nb\n"), "a b");
    }

    #[test]
    fn our_own_colours_are_kept_and_nothing_else() {
        assert_eq!(visible_painted("\x1b[1;38;2;1;2;3mX\x1b[0m\x1b[2J"), "\x1b[1;38;2;1;2;3mX\x1b[0m^[[2J");
    }

    #[test]
    fn json_says_the_same_to_those_who_read_it() {
        let json = "{\"name\":\"\u{9b}2J\u{202e}\u{7f}\\u001b\"}";
        assert_eq!(visible_json(json), "{\"name\":\"\\u009b2J\\u202e\\u007f\\u001b\"}");
        assert_eq!(visible_json("{\n}"), "{\n}");
    }
}
