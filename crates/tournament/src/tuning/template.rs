//! A text with placeholders: `mix:{a},{b},1`.

use joute_games::Excerpt;

use super::TuningError;

/// A text with gaps, each of which has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Template {
    text: String,
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Gap(String),
}

impl Template {
    pub(super) fn parse(text: &str) -> Result<Template, TuningError> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, brace) = rest.split_at(at);
            pieces.push(Piece::Text(before.to_owned()));
            let (piece, behind) = read_brace(brace).ok_or_else(|| TuningError::Placeholder {
                text: Excerpt::of(text),
                found: Excerpt::of(brace.split_inclusive('}').next().unwrap_or(brace)),
            })?;
            pieces.push(piece);
            rest = behind;
        }
        pieces.push(Piece::Text(rest.to_owned()));
        Ok(Template { text: text.to_owned(), pieces })
    }

    /// As it was written.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The names of its gaps, in their order; one may be there several times.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Gap(name) => Some(name.as_str()),
            Piece::Text(_) => None,
        })
    }

    /// The text with every gap filled.
    pub(super) fn fill(&self, value: impl Fn(&str) -> String) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Gap(name) => value(name),
        };
        self.pieces.iter().map(piece).collect()
    }
}

/// Reads what begins with a brace: one that is doubled, or a placeholder; and says what is behind it.
fn read_brace(text: &str) -> Option<(Piece, &str)> {
    for (doubled, brace) in [("{{", "{"), ("}}", "}")] {
        if let Some(behind) = text.strip_prefix(doubled) {
            return Some((Piece::Text(brace.to_owned()), behind));
        }
    }
    let (name, behind) = text.strip_prefix('{')?.split_once('}')?;
    let is_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    (!name.is_empty() && name.chars().all(is_name)).then(|| (Piece::Gap(name.to_owned()), behind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_testkit::properties;
    use proptest::prelude::*;

    #[test]
    fn gaps_are_filled_and_doubled_braces_are_braces() {
        let template = Template::parse("exe:./bot {{x}} --w {w} --again {w} {déjà-vu_2}").unwrap();
        assert_eq!(template.names().collect::<Vec<_>>(), ["w", "w", "déjà-vu_2"]);
        assert_eq!(template.fill(|name| name.len().to_string()), "exe:./bot {x} --w 1 --again 1 11");
    }

    #[test]
    fn what_is_no_placeholder_is_explained() {
        for (text, found) in
            [("mix:{a", "{a"), ("mix:a}", "}"), ("mix:{}", "{}"), ("mix:{a b},1", "{a b}"), ("mix:{a{b}}", "{a{b}")]
        {
            let error = Template::parse(text).unwrap_err().to_string();
            assert!(error.contains(&format!("{found:?} is no placeholder; expected {{name}}")), "{error}");
        }
    }

    proptest! {
        #![proptest_config(properties::cases(256))]

        #[test]
        fn no_text_panics_and_texts_without_braces_stay(text in "[\\PC]{0,30}") {
            let template = Template::parse(&text);
            if !text.contains(['{', '}']) {
                prop_assert_eq!(template.unwrap().fill(|_| String::new()), text);
            }
        }
    }
}
