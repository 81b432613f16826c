//! Rules for the names of files, such as `othello_*.ml`.

use std::fmt;
use std::str::FromStr;

use glob::Pattern;
use joute_games::Excerpt;

/// A pattern for names: `*` stands for any letters, `?` for one, `[ab]` for one of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamePattern(Pattern);

/// A text that is no pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}: {reason}; expected a name with * for any letters and ? for one, such as othello_*.ml")]
pub struct NamePatternError {
    text: Excerpt,
    reason: &'static str,
}

impl NamePattern {
    /// Whether a name is like the pattern.
    pub fn fits(&self, name: &str) -> bool {
        self.0.matches(name)
    }
}

impl FromStr for NamePattern {
    type Err = NamePatternError;

    fn from_str(text: &str) -> Result<NamePattern, NamePatternError> {
        let wrong = |error: glob::PatternError| NamePatternError { text: Excerpt::of(text), reason: error.msg };
        Pattern::new(text).map(NamePattern).map_err(wrong)
    }
}

impl fmt::Display for NamePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, name, expected) in [
            ("othello_*.ml", "othello_carn.ml", true),
            ("othello_*.ml", "othello.ml", false),
            ("othello_*.ml", "Othello_x.ml", false),
            ("othello_????.ml", "othello_carn.ml", true),
            ("othello_????.ml", "othello_carno.ml", false),
            ("*", "", true),
            ("?", "", false),
            ("a?c*", "abcd", true),
            ("*.so", "é.so", true),
            ("*", ".hidden", true),
            ("a*b*c", "abbbc", true),
            ("a*b*c", "abbb", false),
        ] {
            assert_eq!(pattern.parse::<NamePattern>().unwrap().fits(name), expected, "{pattern} {name}");
        }
        assert!("a[b".parse::<NamePattern>().unwrap_err().to_string().contains("othello_*.ml"));
    }
}
