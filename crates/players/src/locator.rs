//! Locators: how people name a player.
//!
//! Built-in players are `name` or `name:parameters`; others are `kind:target`, with options behind a question mark:
//! `exe:python3 bot.py?keep=yes`. A bare path is recognised by its ending or by what the file is.

use std::fmt;
use std::path::Path;

use joute_catalog::{BUILT_INS, Parameter, find_built_in};
use joute_games::Excerpt;

/// What kind of player a locator names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A strategy of the catalogue.
    BuiltIn,
    /// A program that speaks the line protocol.
    Exe,
    /// A shared library.
    Lib,
    /// An OCaml file that defines `strategie`.
    Ocaml,
    /// A program of the Seven Colours course convention.
    SevenColours,
    /// A person.
    Person,
    /// An Othello engine that speaks NBoard.
    Nboard,
    /// An Othello engine that speaks GTP.
    Gtp,
    /// An Oware engine that speaks their dialect of UCI.
    Uci,
    /// A WebAssembly module.
    Wasm,
}

/// How a person is named; a name of their own may follow a colon.
const PERSON: &str = "human";

/// A kind of player that is named `name:target?options`.
struct KindEntry {
    name: &'static str,
    kind: Kind,
    example: &'static str,
    options: &'static [Parameter],
}

/// Every kind but the built-in players, which need no word before the colon.
const KINDS: &[KindEntry] = &[
    KindEntry { name: "exe", kind: Kind::Exe, example: "exe:python3 bot.py", options: &[KEEP, MEMORY] },
    KindEntry { name: "lib", kind: Kind::Lib, example: "lib:player.so", options: &[FORBIDDEN, HOLES, MEMORY] },
    KindEntry { name: "ocaml", kind: Kind::Ocaml, example: "ocaml:othello_carn.ml", options: &[MODE, MEMORY] },
    KindEntry { name: "wasm", kind: Kind::Wasm, example: "wasm:player.wasm", options: &[MEMORY] },
    KindEntry { name: "7colors", kind: Kind::SevenColours, example: "7colors:./group3", options: &[IA, MEMORY] },
    KindEntry { name: "nboard", kind: Kind::Nboard, example: "nboard:./edax -nboard", options: &[DEPTH, KEEP, MEMORY] },
    KindEntry { name: "gtp", kind: Kind::Gtp, example: "gtp:gtp-rhino", options: &[LEVEL, KEEP, MEMORY] },
    KindEntry { name: "uci", kind: Kind::Uci, example: "uci:./aalina", options: &[RULES, DEPTH, KEEP, MEMORY] },
];

impl KindEntry {
    fn locator(&self, target: &str, options: Vec<(String, String)>, text: &str) -> Result<Locator, LocatorError> {
        if target.trim().is_empty() {
            return Err(LocatorError::NoTarget(self.name, self.example));
        }
        let is_known = |option: &str| self.options.iter().any(|known| known.name == option);
        if let Some((option, _)) = options.iter().find(|(option, _)| !is_known(option)) {
            let known: Vec<String> =
                self.options.iter().map(|known| format!("{} ({})", known.name, known.values)).collect();
            return Err(LocatorError::Option { option: Excerpt::of(option), kind: self.name, known: known.join(", ") });
        }
        Ok(Locator::new(self.kind, target, "", options, text))
    }
}

impl Kind {
    fn entry(self) -> Option<&'static KindEntry> {
        KINDS.iter().find(|entry| entry.kind == self)
    }

    fn locator(self, target: &str, options: Vec<(String, String)>, text: &str) -> Result<Locator, LocatorError> {
        match self.entry() {
            Some(entry) => entry.locator(target, options, text),
            None => Ok(Locator::new(self, target, "", options, text)),
        }
    }

    /// The word people write before the colon; a built-in player needs none.
    pub fn name(self) -> &'static str {
        if self == Kind::Person {
            return PERSON;
        }
        self.entry().map_or("built-in", |entry| entry.name)
    }

    /// The options its locators take behind a question mark.
    pub fn options(self) -> &'static [Parameter] {
        self.entry().map_or(&[], |entry| entry.options)
    }
}

const KEEP: Parameter = Parameter {
    name: "keep",
    values: "yes or no",
    default: "no",
    meaning: "whether one process plays all games of a match instead of one each",
};

const MEMORY: Parameter =
    Parameter { name: "memory", values: "megabytes", default: "1024", meaning: "what the program may allocate" };

const FORBIDDEN: Parameter = Parameter {
    name: "forbidden",
    values: "mask, letters or ids",
    default: "mask",
    meaning: "how a library of the Flood course reads its forbidden colours",
};

const HOLES: Parameter = Parameter {
    name: "holes",
    values: "kept or compact",
    default: "kept",
    meaning: "whether a library of the Flood course counts holes as cells or numbers the real cells only",
};

const MODE: Parameter = Parameter {
    name: "mode",
    values: "interpreted or native",
    default: "interpreted",
    meaning: "whether the file is interpreted, as report 002 says, or compiled first",
};

const IA: Parameter =
    Parameter { name: "ia", values: "a name", default: "the file's name", meaning: "the name given with --ia" };

const DEPTH: Parameter = Parameter {
    name: "depth",
    values: "a whole number from 1",
    default: "10 over NBoard, none over UCI",
    meaning: "how many plies the engine is told to look ahead",
};

const LEVEL: Parameter = Parameter {
    name: "level",
    values: "a whole number from 1",
    default: "the engine's own",
    meaning: "the level it is told, if it knows the GTP command `level`",
};

const RULES: Parameter = Parameter {
    name: "rules",
    values: "abapa, awari, francois or kalah",
    default: "abapa",
    meaning: "which rules the engine plays",
};

/// A player as it is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locator {
    /// What kind it is.
    pub kind: Kind,
    /// The built-in player's name, or what the kind runs.
    pub target: String,
    /// The built-in player's parameters.
    pub parameters: String,
    /// Options by name.
    pub options: Vec<(String, String)>,
    text: String,
}

/// A locator that names nobody.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LocatorError {
    /// Nothing of that name.
    #[error("no player called {name}: {hint}")]
    Unknown {
        /// The name as written.
        name: Excerpt,
        /// What could have been meant.
        hint: String,
    },
    /// A kind without a target.
    #[error("{0}: needs something to run, e.g. {1}")]
    NoTarget(&'static str, &'static str),
    /// An option the kind does not take.
    #[error("unknown option {option} of {kind}: players; it takes: {known}")]
    Option {
        /// The option as written.
        option: Excerpt,
        /// The kind.
        kind: &'static str,
        /// What it takes.
        known: String,
    },
    /// A value the option does not take.
    #[error("option {option}={value}: expected {expected}")]
    Value {
        /// The option.
        option: String,
        /// The value as written.
        value: Excerpt,
        /// What it takes.
        expected: &'static str,
    },
}

impl Locator {
    /// Reads a locator; paths are looked at relative to `folder`.
    pub fn parse(text: &str, folder: &Path) -> Result<Locator, LocatorError> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if find_built_in(name).is_some() {
            return Ok(Locator::new(Kind::BuiltIn, name, rest, Vec::new(), text));
        }
        if name == PERSON {
            return Ok(Locator::new(Kind::Person, rest.trim(), "", Vec::new(), text));
        }
        if let Some(kind) = KINDS.iter().find(|kind| kind.name == name) {
            let (target, options) = split_options(rest);
            return kind.locator(target, options, text);
        }
        let (path, options) = split_options(text);
        // Recognised even when it is not there: what is wrong then is the path.
        if Path::new(path).extension().is_some_and(|ending| ending == "so") {
            return Kind::Lib.locator(path, options, text);
        }
        if Path::new(path).extension().is_some_and(|ending| ending == "wasm") {
            return Kind::Wasm.locator(path, options, text);
        }
        if folder.join(path).is_file() {
            return Locator::of_file(path, folder, options, text);
        }
        let hint = if folder.join(path).is_dir() {
            "that is a folder; name a file in it, or exe:COMMAND".to_owned()
        } else {
            hint(name.split('?').next().unwrap_or(name))
        };
        Err(LocatorError::Unknown { name: Excerpt::of(text), hint })
    }

    /// A bare path: what runs it follows from its ending.
    fn of_file(path: &str, folder: &Path, options: Vec<(String, String)>, text: &str) -> Result<Locator, LocatorError> {
        let quoted = shlex::try_quote(path).map_or_else(|_| path.to_owned(), |quoted| quoted.into_owned());
        let plain = if path.contains('/') { quoted.clone() } else { format!("./{quoted}") };
        let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
        let command = match ending {
            Some("py") => format!("python3 {quoted}"),
            Some("js" | "mjs") => format!("node {quoted}"),
            Some("ml") => return Kind::Ocaml.locator(path, options, text),
            _ if is_executable(&folder.join(path)) => plain,
            _ => {
                let hint = "the file is there, but it is neither executable nor of a kind that is known by its ending (.py, .js, .ml, .so, .wasm); \
                            name what runs it: exe:COMMAND"
                    .to_owned();
                return Err(LocatorError::Unknown { name: Excerpt::of(path), hint });
            }
        };
        Kind::Exe.locator(&command, options, text)
    }

    fn new(kind: Kind, target: &str, parameters: &str, options: Vec<(String, String)>, text: &str) -> Locator {
        Locator { kind, target: target.to_owned(), parameters: parameters.to_owned(), options, text: text.to_owned() }
    }

    /// A switch among the options.
    pub fn switch(&self, name: &str) -> Result<bool, LocatorError> {
        match self.option(name) {
            None | Some("no") => Ok(false),
            Some("yes") => Ok(true),
            Some(value) => Err(self.bad(name, value, "yes or no")),
        }
    }

    /// One of a few words among the options.
    pub fn word<'a>(
        &self,
        name: &str,
        words: &[&'a str],
        expected: &'static str,
    ) -> Result<Option<&'a str>, LocatorError> {
        self.option(name)
            .map(|value| {
                words.iter().copied().find(|word| *word == value).ok_or_else(|| self.bad(name, value, expected))
            })
            .transpose()
    }

    /// A number among the options.
    pub fn number(&self, name: &str) -> Result<Option<u64>, LocatorError> {
        self.option(name)
            .map(|value| {
                value.parse().ok().filter(|&n| n > 0).ok_or_else(|| self.bad(name, value, "a whole number from 1"))
            })
            .transpose()
    }

    /// An option as it was given.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(option, _)| option == name).map(|(_, value)| value.as_str())
    }

    /// A value that the option does not take.
    pub(crate) fn bad(&self, option: &str, value: &str, expected: &'static str) -> LocatorError {
        LocatorError::Value { option: option.to_owned(), value: Excerpt::of(value), expected }
    }
}

impl fmt::Display for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Options stand behind the last question mark, if all that follows it is `key=value&key=value`.
fn split_options(text: &str) -> (&str, Vec<(String, String)>) {
    let Some((target, options)) = text.rsplit_once('?') else {
        return (text, Vec::new());
    };
    let pairs: Option<Vec<(String, String)>> = options
        .split('&')
        .map(|pair| pair.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned())))
        .collect();
    match pairs {
        Some(pairs) if pairs.iter().all(|(key, _)| key.chars().all(|c| c.is_ascii_lowercase() || c == '-')) => {
            (target, pairs)
        }
        _ => (text, Vec::new()),
    }
}

fn hint(name: &str) -> String {
    let close = BUILT_INS.iter().map(|entry| entry.name).filter(|known| distance(known, name) <= 2);
    match close.collect::<Vec<_>>()[..] {
        [] if name.contains(['/', '.']) => "there is no such file; to run a command, write exe:COMMAND".to_owned(),
        [] => "name a built-in player (`joute players` lists them), a file, lib:FILE.so or exe:COMMAND".to_owned(),
        ref names => format!("did you mean {}?", names.join(" or ")),
    }
}

/// Letters to change, add or leave out to get from one word to the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(40).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(unix)]
pub(crate) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(crate) fn is_executable(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "exe")
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_testkit::properties;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Locator, LocatorError> {
        Locator::parse(text, Path::new("/nowhere"))
    }

    #[test]
    fn built_in_players_with_parameters() {
        let locator = parse("greedy:ties=random").unwrap();
        assert_eq!(
            (locator.kind, locator.target.as_str(), locator.parameters.as_str()),
            (Kind::BuiltIn, "greedy", "ties=random")
        );
        assert_eq!(locator.to_string(), "greedy:ties=random");
    }

    #[test]
    fn programs_with_options() {
        let locator = parse("exe:python3 bot.py --depth 3?keep=yes&memory=256").unwrap();
        assert_eq!(locator.target, "python3 bot.py --depth 3");
        assert_eq!((locator.switch("keep"), locator.number("memory")), (Ok(true), Ok(Some(256))));
        assert_eq!(parse("exe:./bot what?").unwrap().target, "./bot what?");
    }

    #[test]
    fn files_by_their_ending() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("my bot.py"), "").unwrap();
        std::fs::write(folder.path().join("notes.txt"), "").unwrap();
        let locator = Locator::parse("my bot.py", folder.path()).unwrap();
        assert_eq!((locator.kind, locator.target.as_str()), (Kind::Exe, "python3 'my bot.py'"));
        let error = Locator::parse("notes.txt", folder.path()).unwrap_err().to_string();
        assert!(error.contains("exe:COMMAND"), "{error}");
    }

    #[test]
    fn ocaml_files_and_course_programs() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("me.ml"), "").unwrap();
        let locator = Locator::parse("me.ml?mode=native", folder.path()).unwrap();
        assert_eq!((locator.kind, locator.target.as_str()), (Kind::Ocaml, "me.ml"));
        assert_eq!(locator.option("mode"), Some("native"));
        assert_eq!(parse("ocaml:me.ml").unwrap().kind, Kind::Ocaml);
        assert_eq!(parse("7colors:./group3 -q?ia=best").unwrap().target, "./group3 -q");
        assert!(parse("ocaml:").unwrap_err().to_string().contains("ocaml:othello_carn.ml"));
        assert!(parse("7colors:x?keep=yes").unwrap_err().to_string().contains("it takes: ia"));
    }

    #[test]
    fn engines_with_their_options() {
        let engine = parse("gtp:gtp-rhino --level=2?keep=yes").unwrap();
        assert_eq!((engine.kind, engine.target.as_str()), (Kind::Gtp, "gtp-rhino --level=2"));
        assert_eq!(parse("nboard:./edax -nboard?depth=8").unwrap().number("depth"), Ok(Some(8)));
        assert_eq!(parse("uci:java -jar a.jar?rules=awari").unwrap().option("rules"), Some("awari"));
        assert!(parse("uci:").unwrap_err().to_string().contains("uci:./aalina"));
        assert!(parse("gtp:x?depth=3").unwrap_err().to_string().contains("it takes: level"));
    }

    #[test]
    fn mistakes_are_explained() {
        assert!(parse("gredy").unwrap_err().to_string().contains("did you mean greedy?"));
        assert!(parse("exe:").unwrap_err().to_string().contains("exe:python3 bot.py"));
        assert!(parse("exe:x?kep=yes").unwrap_err().to_string().contains("unknown option \"kep\""));
        assert!(parse("exe:x?keep=maybe").unwrap().switch("keep").unwrap_err().to_string().contains("yes or no"));
        assert!(parse("frist.ml").unwrap_err().to_string().contains("there is no such file"));
        assert!(parse("./bot").unwrap_err().to_string().contains("there is no such file"));
        assert!(parse("no such thing").unwrap_err().to_string().contains("joute players"));
    }

    #[test]
    fn people_with_names() {
        for (text, name) in [("human", ""), ("human:Camille B", "Camille B")] {
            let locator = parse(text).unwrap();
            assert_eq!((locator.kind, locator.target.as_str()), (Kind::Person, name));
        }
    }

    #[test]
    fn modules_with_options() {
        for text in ["wasm:my/player.wasm?memory=64", "my/player.wasm?memory=64"] {
            let locator = parse(text).unwrap();
            assert_eq!((locator.kind, locator.target.as_str()), (Kind::Wasm, "my/player.wasm"));
            assert_eq!(locator.number("memory"), Ok(Some(64)));
        }
        assert!(parse("wasm:").unwrap_err().to_string().contains("wasm:player.wasm"));
    }

    #[test]
    fn libraries_with_options() {
        for text in ["lib:players/dove.so?forbidden=ids&holes=compact", "players/dove.so?forbidden=ids&holes=compact"] {
            let locator = parse(text).unwrap();
            assert_eq!((locator.kind, locator.target.as_str()), (Kind::Lib, "players/dove.so"));
            assert_eq!(locator.word("forbidden", &["mask", "ids"], "mask or ids"), Ok(Some("ids")));
        }
        assert!(parse("lib:").unwrap_err().to_string().contains("lib:player.so"));
        assert!(parse("lib:a.so?keep=yes").unwrap_err().to_string().contains("holes (kept or compact)"));
    }

    proptest! {
        #![proptest_config(properties::cases(256))]

        #[test]
        fn no_text_panics(text in "\\PC{0,60}|(exe|lib|greedy):\\PC{0,20}") {
            let _ = parse(&text);
        }
    }
}
