//! Parameters of built-in players: `oracle:3`, `alphabeta:depth=8,threads=2`, `mix:1,1,2,ties=random`.

use std::ops::RangeInclusive;
use std::time::Duration;

use joute_games::Excerpt;
use joute_referee::parse_duration;

use crate::strategies::find_built_in;

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
        let by_default = || self.known.iter().find(|known| known.name == name).map_or("", |known| known.default);
        self.given(name).unwrap_or_else(by_default)
    }

    /// The value of a parameter, if it was given.
    pub fn given(&self, name: &str) -> Option<&'a str> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
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

    /// A whole number in a range; `none` is no number.
    pub fn whole_number(&self, name: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, ParametersError> {
        let value = self.get(name);
        if value == "none" {
            return Ok(None);
        }
        let number = value.parse::<u64>().ok().filter(|number| range.contains(number));
        let expected = || match (*range.start(), *range.end()) {
            (start, u64::MAX) => format!("a whole number of at least {start}"),
            (start, end) => format!("a whole number from {start} to {end}"),
        };
        number.map(Some).ok_or_else(|| self.bad(name, &expected()))
    }

    /// A time such as `100ms`; `none` is no time.
    pub fn duration(&self, name: &str) -> Result<Option<Duration>, ParametersError> {
        match self.get(name) {
            "none" => Ok(None),
            value => parse_duration(value).map(Some).ok_or_else(|| self.bad(name, "a time such as 500ms, 2s or 1m")),
        }
    }

    pub(crate) fn bad(&self, name: &str, expected: &str) -> ParametersError {
        ParametersError::BadValue {
            name: name.to_owned(),
            value: Excerpt::of(self.get(name)),
            expected: expected.to_owned(),
        }
    }
}

/// The player of a locator with at most so many MiB of memory; a player that takes none is left as it is.
pub fn within_memory(locator: &str, mebibytes: u32) -> String {
    let (name, text) = locator.split_once(':').unwrap_or((locator, ""));
    let Some(entry) = find_built_in(name) else { return locator.to_owned() };
    let memory = entry.parameters.iter().find(|parameter| matches!(parameter.name, "hash" | "memory"));
    let (Some(memory), Ok(given)) = (memory, Parameters::parse(text, entry.parameters)) else {
        return locator.to_owned();
    };
    let others = given.values.iter().filter(|(name, _)| *name != memory.name);
    let most = given.given(memory.name).and_then(|own| own.parse().ok()).unwrap_or(mebibytes).min(mebibytes);
    let mut parts: Vec<String> = others.map(|(name, value)| format!("{name}={value}")).collect();
    parts.push(format!("{}={most}", memory.name));
    format!("{name}:{}", parts.join(","))
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

    const TIMED: &[Parameter] = &[
        Parameter { name: "depth", values: "1 to 9", default: "3", meaning: "" },
        Parameter { name: "time", values: "a time", default: "none", meaning: "" },
    ];

    #[test]
    fn numbers_and_times() {
        let read = |text: &'static str| Parameters::parse(text, TIMED).unwrap();
        assert_eq!(read("").whole_number("depth", 1..=9), Ok(Some(3)));
        assert_eq!(read("7").whole_number("depth", 1..=9), Ok(Some(7)));
        assert_eq!(read("depth=none").whole_number("depth", 1..=9), Ok(None));
        assert_eq!(read("time=1.5s").duration("time"), Ok(Some(Duration::from_millis(1500))));
        assert_eq!(read("").duration("time"), Ok(None));
        let error = |text| read(text).whole_number("depth", 1..=9).unwrap_err().to_string();
        assert_eq!(error("depth=10"), "depth=\"10\": expected a whole number from 1 to 9");
        assert_eq!(error("x"), "depth=\"x\": expected a whole number from 1 to 9");
        let error = read("time=soon").duration("time").unwrap_err().to_string();
        assert_eq!(error, "time=\"soon\": expected a time such as 500ms, 2s or 1m");
    }
}
