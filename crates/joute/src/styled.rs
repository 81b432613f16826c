//! Painted text for full-screen views: the escape codes of drawn boards become styles.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

/// A line with escape codes as spans; codes other than those of colours and bold are left out.
pub(crate) fn line(painted: &str) -> Line<'static> {
    let mut spans = Vec::new();
    let mut style = Style::new();
    let mut pieces = painted.split("\x1b[");
    push(&mut spans, pieces.next().unwrap_or_default(), style);
    for piece in pieces {
        let Some((codes, text)) = piece.split_once('m') else {
            continue;
        };
        style = after_codes(style, codes);
        push(&mut spans, text, style);
    }
    Line::from(spans)
}

fn push(spans: &mut Vec<Span<'static>>, text: &str, style: Style) {
    if !text.is_empty() {
        spans.push(Span::styled(text.to_owned(), style));
    }
}

/// What the numbers between `ESC [` and `m` make of a style.
fn after_codes(mut style: Style, codes: &str) -> Style {
    let mut numbers = codes.split(';').map(|code| code.parse::<u8>().unwrap_or(0));
    while let Some(number) = numbers.next() {
        style = match number {
            0 => Style::new(),
            1 => style.add_modifier(Modifier::BOLD),
            30..=37 => style.fg(Color::Indexed(number - 30)),
            90..=97 => style.fg(Color::Indexed(number - 82)),
            40..=47 => style.bg(Color::Indexed(number - 40)),
            100..=107 => style.bg(Color::Indexed(number - 92)),
            38 => long_colour(&mut numbers).map_or(style, |colour| style.fg(colour)),
            48 => long_colour(&mut numbers).map_or(style, |colour| style.bg(colour)),
            _ => style,
        };
    }
    style
}

/// `5;n` is one of the 256 colours, `2;r;g;b` is any colour.
fn long_colour(numbers: &mut impl Iterator<Item = u8>) -> Option<Color> {
    match numbers.next()? {
        5 => Some(Color::Indexed(numbers.next()?)),
        2 => Some(Color::Rgb(numbers.next()?, numbers.next()?, numbers.next()?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_styles() {
        let line = line("a\x1b[1;38;2;1;2;3;48;5;17mb\x1b[0mc\x1b[94;41md");
        let seen: Vec<(&str, Style)> = line.spans.iter().map(|span| (span.content.as_ref(), span.style)).collect();
        let bold = Style::new().add_modifier(Modifier::BOLD).fg(Color::Rgb(1, 2, 3)).bg(Color::Indexed(17));
        let bright = Style::new().fg(Color::Indexed(12)).bg(Color::Indexed(1));
        assert_eq!(seen, [("a", Style::new()), ("b", bold), ("c", Style::new()), ("d", bright)]);
    }

    #[test]
    fn broken_codes_are_left_out() {
        assert_eq!(line("a\x1b[38;2mb\x1b[31").spans.len(), 2);
    }
}
