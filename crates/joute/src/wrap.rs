//! Running text broken into lines that fit the terminal.

use crate::output;

/// The width of running text: that of the terminal, as far as it can be read.
pub(crate) fn width() -> usize {
    output::width().clamp(40, 110)
}

/// Breaks a text into lines of at most `width` characters, each behind the indent.
pub(crate) fn wrapped(indent: &str, text: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut line = indent.to_owned();
    for word in text.split_whitespace() {
        if line.len() > indent.len() && line.chars().count() + 1 + word.chars().count() > width {
            lines += &(line + "\n");
            line = indent.to_owned();
        }
        if line.len() > indent.len() {
            line.push(' ');
        }
        line += word;
    }
    lines + &line + "\n"
}
