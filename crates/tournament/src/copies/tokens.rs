//! A source as its tokens: comments and layout are gone, a name is a name whatever it is called, a number a number.

use super::Source;
use super::syntax::{self, Syntax};

/// The most of a source that is looked at.
const MOST: usize = 1 << 20;

/// What a token is; equal ones are interchangeable.
pub(super) type Code = u32;

const NAME: Code = 1;
const NUMBER: Code = 2;
const TEXT: Code = 3;
/// Signs have the number of their letter, and words come after all letters.
const SIGN: Code = 16;
const WORD: Code = 0x11_0000 + SIGN;

/// The tokens of a source, each with its line from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tokens {
    pub(super) file: String,
    pub(super) codes: Vec<Code>,
    pub(super) lines: Vec<u32>,
}

impl Tokens {
    pub(super) fn of(source: &Source) -> Tokens {
        let mut tokens = Tokens { file: source.name.clone(), codes: Vec::new(), lines: Vec::new() };
        if let Some(syntax) = syntax::of(&source.name) {
            let end = source.text.floor_char_boundary(MOST);
            Reader { syntax, rest: &source.text[..end], line: 1, tokens: &mut tokens }.read();
        }
        tokens
    }
}

struct Reader<'a> {
    syntax: &'static Syntax,
    rest: &'a str,
    line: u32,
    tokens: &'a mut Tokens,
}

impl Reader<'_> {
    fn read(&mut self) {
        while let Some(letter) = self.rest.chars().next() {
            if letter.is_whitespace() {
                self.skip(letter.len_utf8());
            } else if !self.comment() && !self.text(letter) {
                self.plain(letter);
            }
        }
    }

    /// Goes on by so many bytes.
    fn skip(&mut self, bytes: usize) {
        let (gone, rest) = self.rest.split_at(bytes);
        self.line += gone.matches('\n').count() as u32;
        self.rest = rest;
    }

    fn push(&mut self, code: Code, bytes: usize) {
        self.tokens.codes.push(code);
        self.tokens.lines.push(self.line);
        self.skip(bytes);
    }

    fn comment(&mut self) -> bool {
        if self.syntax.line.iter().any(|start| self.rest.starts_with(start)) {
            self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
            return true;
        }
        match self.syntax.block {
            Some((start, end, nested)) if self.rest.starts_with(start) => {
                self.skip(block_length(self.rest, start, end, nested));
                true
            }
            _ => false,
        }
    }

    fn text(&mut self, letter: char) -> bool {
        if letter == '\'' && self.syntax.loose_apostrophe {
            let length = letter_length(self.rest);
            self.push(if length > 1 { TEXT } else { SIGN + letter as Code }, length);
            return true;
        }
        let Some(quote) = self.syntax.quotes.iter().find(|quote| self.rest.starts_with(**quote)) else { return false };
        self.push(TEXT, text_length(self.rest, quote));
        true
    }

    fn plain(&mut self, letter: char) {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        if letter.is_ascii_digit() {
            let length = self.rest.find(|letter: char| !is_part(letter) && letter != '.').unwrap_or(self.rest.len());
            self.push(NUMBER, length);
        } else if is_part(letter) {
            let length = self.rest.find(|letter: char| !is_part(letter)).unwrap_or(self.rest.len());
            let word = self.syntax.keywords.iter().position(|word| *word == &self.rest[..length]);
            self.push(word.map_or(NAME, |at| WORD + at as Code), length);
        } else {
            self.push(SIGN + letter as Code, letter.len_utf8());
        }
    }
}

/// A long comment, to the end of the text where it does not end.
fn block_length(text: &str, start: &str, end: &str, nested: bool) -> usize {
    let mut at = start.len();
    let mut depth = 1;
    while depth > 0 {
        let rest = &text[at..];
        match (rest.find(end), rest.find(start).filter(|_| nested)) {
            (Some(close), Some(open)) if open < close => (depth, at) = (depth + 1, at + open + start.len()),
            (Some(close), _) => (depth, at) = (depth - 1, at + close + end.len()),
            (None, _) => return text.len(),
        }
    }
    at
}

/// A text with its quotes; one of a single line ends with it at the latest.
fn text_length(text: &str, quote: &str) -> usize {
    let is_long = quote.len() > 1 || quote == "`";
    let mut at = quote.len();
    while at < text.len() {
        let rest = &text[at..];
        match rest.chars().next() {
            _ if rest.starts_with(quote) => return at + quote.len(),
            Some('\\') if quote != "`" => {
                let escaped = rest[1..].chars().next().map_or(0, char::len_utf8);
                at += 1 + escaped;
            }
            Some('\n') if !is_long => return at,
            Some(letter) => at += letter.len_utf8(),
            None => break,
        }
    }
    text.len()
}

/// A letter between single quotes; 1 for a quote that is none.
fn letter_length(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    match letters.next() {
        Some((_, '\\')) => text[1..].find('\'').map_or(1, |end| end + 2).min(text.len()),
        Some(_) => letters.next().filter(|(_, letter)| *letter == '\'').map_or(1, |(at, _)| at + 1),
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(name: &str, text: &str) -> Vec<Code> {
        Tokens::of(&Source { name: name.to_owned(), text: text.to_owned() }).codes
    }

    #[test]
    fn names_comments_numbers_and_layout_do_not_matter() {
        for (file, one, two) in [
            ("a.c", "int f(int a) { return a + 1; } // adds", "int g ( int b )\n{\n/* one\nmore */ return b+200;\n}"),
            ("a.py", "def f(x): # why\n    return 'a' + x", "def other(y):\n\treturn \"\"\"b\nc\"\"\" + y"),
            ("a.ml", "let f x = x + 1 (* a (* b *) c *)", "let g y =\n  y + 3"),
            ("a.rs", "fn f<'a>(x: &'a str) -> char { 'x' }", "fn g<'b>(y: &'b str) -> char {\n    '\\n'\n}"),
            ("A.java", "int f() { return \"a\\\"b\".length(); }", "int g() { return \"c\".length(); }"),
            ("a.go", "func f() string { return `a\nb` }", "func g() string { return \"c\" }"),
        ] {
            assert_eq!(codes(file, one), codes(file, two), "{file}");
            assert!(codes(file, one).len() > 5, "{file}");
        }
        assert_ne!(codes("a.c", "a + b"), codes("a.c", "a - b"));
        assert_ne!(codes("a.c", "if (a) b"), codes("a.c", "while (a) b"));
        assert!(codes("notes.txt", "anything").is_empty());
    }

    #[test]
    fn lines_are_kept_and_nothing_breaks_it() {
        let tokens = Tokens::of(&Source { name: "a.py".to_owned(), text: "a\n\n'''x\ny'''\nb".to_owned() });
        assert_eq!(tokens.lines, [1, 3, 5]);
        for text in ["\"", "'", "'\\", "/*", "(*(*", "\"\\", "'''", "é'é", "\u{feff}let x = 'a"] {
            for name in ["a.c", "a.ml", "a.rs", "a.py", "a.go", "a.java"] {
                codes(name, text);
            }
        }
    }
}
