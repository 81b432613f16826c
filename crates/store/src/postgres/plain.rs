//! Texts as the server takes them. PostgreSQL keeps every character but the one with number 0, which players do print.

use std::borrow::Cow;

/// Stands before what is written otherwise: the character 1, which hardly anybody writes.
const MARK: char = '\u{1}';

/// A text without the character that cannot be kept.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(['\0', MARK]) {
        return Cow::Borrowed(text);
    }
    let letters = text.chars().flat_map(|letter| match letter {
        '\0' => [Some(MARK), Some('0')],
        MARK => [Some(MARK), Some('1')],
        letter => [Some(letter), None],
    });
    Cow::Owned(letters.flatten().collect())
}

/// The text that it stands for.
pub(super) fn original(text: String) -> String {
    if !text.contains(MARK) {
        return text;
    }
    let mut letters = text.chars();
    let mut original = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        original.push(match letter {
            MARK if letters.next() == Some('0') => '\0',
            letter => letter,
        });
    }
    original
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_comes_back() {
        for text in ["", "plain", "\0", "a\0b\u{1}c", "\u{1}0", "\u{1}\u{1}1\0\0"] {
            assert!(!plain(text).contains('\0'));
            assert_eq!(original(plain(text).into_owned()), text);
        }
    }
}
