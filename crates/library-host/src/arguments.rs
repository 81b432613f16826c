//! The words the host is called with.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// How the Flood interface writes the set of forbidden colours: teams of the course differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Encoding {
    /// `t[colour]` is 1 for a forbidden colour.
    #[default]
    Mask,
    /// The colours' first letters, then `-`.
    Letters,
    /// The colours' numbers, then -1.
    Ids,
}

/// How the Flood interface numbers the cells of a board with holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Holes {
    /// Holes are vertices without edges, of colour -1.
    #[default]
    Kept,
    /// Only real cells have numbers.
    Compact,
}

/// Where GSL comes from.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) enum Gsl {
    /// From the system, if it is there.
    #[default]
    Auto,
    /// Not at all: the library does not ask for it.
    None,
    /// From this file.
    File(PathBuf),
}

/// All of them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Arguments {
    pub(crate) library: PathBuf,
    pub(crate) encoding: Encoding,
    pub(crate) holes: Holes,
    pub(crate) gsl: Gsl,
}

impl Arguments {
    /// Reads the words, or says which of them is wrong.
    pub(crate) fn parse(words: &[OsString]) -> Result<Arguments, String> {
        let (library, options) = words.split_first().ok_or("no library was named")?;
        let mut arguments = Arguments { library: library.into(), ..Arguments::default() };
        for word in options {
            match word.to_str() {
                Some("forbidden=mask") => arguments.encoding = Encoding::Mask,
                Some("forbidden=letters") => arguments.encoding = Encoding::Letters,
                Some("forbidden=ids") => arguments.encoding = Encoding::Ids,
                Some("holes=kept") => arguments.holes = Holes::Kept,
                Some("holes=compact") => arguments.holes = Holes::Compact,
                _ => arguments.gsl = gsl(word).ok_or_else(|| format!("unknown word {word:?}"))?,
            }
        }
        Ok(arguments)
    }
}

/// Reads `gsl=auto`, `gsl=none` or `gsl=PATH`.
pub(crate) fn gsl(word: &OsStr) -> Option<Gsl> {
    Some(match word.as_bytes().strip_prefix(b"gsl=")? {
        b"auto" => Gsl::Auto,
        b"none" => Gsl::None,
        path => Gsl::File(OsStr::from_bytes(path).into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Arguments, String> {
        Arguments::parse(&text.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn words_are_understood() {
        let arguments = parse("/a.so forbidden=ids holes=compact gsl=/opt/libgsl.so").unwrap();
        assert_eq!((arguments.encoding, arguments.holes), (Encoding::Ids, Holes::Compact));
        assert_eq!(arguments.gsl, Gsl::File("/opt/libgsl.so".into()));
        assert_eq!(parse("/a.so").unwrap(), Arguments { library: "/a.so".into(), ..Arguments::default() });
        assert!(parse("").is_err() && parse("/a.so colour=red").is_err());
    }
}
