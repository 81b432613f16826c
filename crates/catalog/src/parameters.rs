//! Parameters of built-in players: `oracle:3`, `alphabeta:depth=8,threads=2`, `mix:1,1,2,ties=random`.

use std::ops::RangeInclusive;

use joute_games::Excerpt;

/// A parameter a built-in player takes.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The values it takes.
    pub values: &'static str,
    /// Its value when it is not given.
    pub default: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// Parameters that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParametersError {
    /// Not one of the player's parameters.
    #[error("unknown parameter {found}; {takes}")]
    Unknown {
        /// The name as written.
        found: Excerpt,
        /// What the player takes.
        takes: String,
    },
    /// More values than parameters.
    #[error("too many parameters; {takes}")]
    TooMany {
        /// What the player takes.
        takes: String,
    },
    /// A parameter given twice.
    #[error("parameter {0} is given twice")]
    Repeated(String),
    /// A value it does not take.
    #[error("{name}={value}: expected {expected}")]
    BadValue {
        /// The parameter.
        name: String,
        /// The value as written.
        value: Excerpt,
        /// What it takes.
        expected: String,
    },
}

/// The values given, by name.
#[derive(Debug, Clone)]
pub struct Parameters<'a> {
    known: &'static [Parameter],
    values: Vec<(&'static str, &'a str)>,
}

impl<'a> Parameters<'a> {
    /// Reads values by position or as `key=value`, joined by commas.
    pub fn parse(text: &'a str, known: &'static [Parameter]) -> Result<Parameters<'a>, ParametersError> {
        let mut values: Vec<(&'static str, &str)> = Vec::new();
        for (position, part) in text.split(',').map(str::trim).filter(|part| !part.is_empty()).enumerate() {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) => {
                    let parameter = known.iter().find(|parameter| parameter.name == name.trim());
                    let unknown = || ParametersError::Unknown { found: Excerpt::of(name), takes: takes(known) };
                    (parameter.ok_or_else(unknown)?.name, value.trim())
                }
                None => {
                    let too_many = || ParametersError::TooMany { takes: takes(known) };
                    (known.get(position).ok_or_else(too_many)?.name, part)
                }
            };
            if values.iter().any(|(earlier, _)| *earlier == name) {
                return Err(ParametersError::Repeated(name.to_owned()));
            }
            values.push((name, value));
        }
        Ok(Parameters { known, values })
    }

    /// The value of a parameter, given or by default.
    pub fn get(&self, name: &str) -> &'a str {
        let given = self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        given.unwrap_or_else(|| self.known.iter().find(|known| known.name == name).map_or("", |known| known.default))
    }

    /// One of a few named values.
    pub fn choice<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> Result<T, ParametersError> {
        let value = self.get(name);
        choices.iter().find(|(known, _)| *known == value).map(|(_, choice)| *choice).ok_or_else(|| {
            let names: Vec<&str> = choices.iter().map(|(known, _)| *known).collect();
            self.bad(name, &format!("one of {}", names.join(", ")))
        })
    }

    /// A whole number within a range.
    pub fn number(&self, name: &str, range: RangeInclusive<i32>) -> Result<i32, ParametersError> {
        let number = self.get(name).parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| self.bad(name, &format!("a whole number from {} to {}", range.start(), range.end())))
    }

    fn bad(&self, name: &str, expected: &str) -> ParametersError {
        ParametersError::BadValue {
            name: name.to_owned(),
            value: Excerpt::of(self.get(name)),
            expected: expected.to_owned(),
        }
    }
}

fn takes(known: &[Parameter]) -> String {
    if known.is_empty() {
        return "this player takes none".to_owned();
    }
    let names: Vec<String> =
        known.iter().map(|parameter| format!("{} ({})", parameter.name, parameter.values)).collect();
    format!("this player takes {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Parameter] = &[Parameter { name: "moves", values: "1 to 12", default: "3", meaning: "how many" }];

    fn moves(text: &str) -> Result<i32, ParametersError> {
        Parameters::parse(text, KNOWN)?.number("moves", 1..=12)
    }

    #[test]
    fn numbers_are_read_by_position_by_name_and_by_default() {
        assert_eq!((moves("5"), moves("moves=12"), moves("")), (Ok(5), Ok(12), Ok(3)));
    }

    #[test]
    fn a_number_out_of_range_is_told_the_range() {
        for text in ["0", "13", "two", "99999999999999999999", "2.5"] {
            let message = moves(text).unwrap_err().to_string();
            assert_eq!(message, format!("moves={text:?}: expected a whole number from 1 to 12"));
        }
    }
}
