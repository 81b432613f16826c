//! Locators: how people name a player.
//!
//! Built-in players are `name` or `name:parameters`; others are `kind:target`, with options behind a question mark:
//! `exe:python3 bot.py?keep=yes`. A bare path is recognised by its ending or by what the file is. Behind `file:` a path
//! stands as it is, whatever characters are in it: that is how files are named that nobody has named by hand.

use std::fmt;
use std::io::Read;
use std::path::Path;

use joute_catalog::BUILT_INS;
use joute_games::Excerpt;

use crate::kind::{Kind, NAME, NamedFile, TargetKind};

/// Before a path in which nothing has a meaning.
const LITERAL: &str = "file:";

/// The longest name that can be given by hand.
const LONGEST_NAME: usize = 60;

/// A player as it is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locator {
    /// What kind it is.
    pub kind: &'static dyn Kind,
    /// The built-in player's name, or what the kind runs.
    pub target: String,
    /// The built-in player's parameters.
    pub parameters: String,
    /// Options by name.
    pub options: Vec<(String, String)>,
    text: String,
}

/// What a locator says behind the word of its kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// What the kind runs, or a name.
    pub target: String,
    /// The built-in player's parameters.
    pub parameters: String,
    /// Options by name.
    pub options: Vec<(String, String)>,
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
    /// A file that is there, and of which nobody knows how to run it.
    #[error("no player called {name}: {hint}")]
    NotRunnable {
        /// The name as written.
        name: Excerpt,
        /// What to do.
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
    /// Reads a locator of any of these kinds; paths are looked at relative to `folder`.
    pub fn parse(text: &str, folder: &Path, kinds: &[&'static dyn Kind]) -> Result<Locator, LocatorError> {
        if let Some(path) = text.strip_prefix(LITERAL) {
            return Locator::of_file(path, folder, kinds);
        }
        let text = text.trim();
        if let Some((kind, words)) = kinds.iter().find_map(|kind| Some((*kind, kind.read(text)?))) {
            return Locator::new(kind, words, text);
        }
        let (path, options) = split_options(text);
        let file = NamedFile { path, folder };
        if let Some((kind, target)) = recognise(&file, kinds) {
            return Locator::new(kind, Words { target, options, ..Words::default() }, text);
        }
        let name = Excerpt::of(text);
        if file.is_there() {
            return Err(LocatorError::NotRunnable { name, hint: stranger(&file, kinds) });
        }
        Err(LocatorError::Unknown { name, hint: hint(text.split([':', '?']).next().unwrap_or(text)) })
    }

    /// The locator of a file that was found rather than named: nothing in its name is a kind or an option. It is written
    /// as the bare path where that means the same.
    pub fn of_file(path: &str, folder: &Path, kinds: &[&'static dyn Kind]) -> Result<Locator, LocatorError> {
        let file = NamedFile { path, folder };
        let Some((kind, target)) = recognise(&file, kinds).filter(|_| file.is_there() || file.is_folder()) else {
            let name = Excerpt::of(path);
            return Err(match file.is_there() {
                true => LocatorError::NotRunnable { name, hint: stranger(&file, kinds) },
                false => LocatorError::Unknown { name, hint: "there is no such file".to_owned() },
            });
        };
        let literal = Locator::new(kind, Words { target, ..Words::default() }, &format!("{LITERAL}{path}"))?;
        let bare = Locator { text: path.to_owned(), ..literal.clone() };
        let is_bare = !path.starts_with(LITERAL) && Locator::parse(path, folder, kinds).as_ref() == Ok(&bare);
        Ok(if is_bare { bare } else { literal })
    }

    fn new(kind: &'static dyn Kind, words: Words, text: &str) -> Result<Locator, LocatorError> {
        let info = kind.info();
        if info.target != TargetKind::Name && words.target.trim().is_empty() {
            return Err(LocatorError::NoTarget(info.name, info.example));
        }
        let is_known = |option: &str| info.all_options().any(|known| known.name == option);
        if let Some((option, _)) = words.options.iter().find(|(option, _)| !is_known(option)) {
            let known: Vec<String> =
                info.all_options().map(|known| format!("{} ({})", known.name, known.values)).collect();
            return Err(LocatorError::Option { option: Excerpt::of(option), kind: info.name, known: known.join(", ") });
        }
        let Words { target, parameters, options } = words;
        Ok(Locator { kind, target, parameters, options, text: text.to_owned() })
    }

    /// Whether it is of the kind of this name.
    pub fn is(&self, kind: &str) -> bool {
        self.kind.info().name == kind
    }

    /// The name of the author's own file: in a command that is the program itself if it is named by a path, and what
    /// an interpreter is given otherwise.
    pub fn file_name(&self) -> Option<String> {
        let target = match self.kind.info().target {
            TargetKind::Name | TargetKind::Engine => return None,
            TargetKind::File => self.target.clone(),
            TargetKind::Command => own_word(&self.target).0,
        };
        let name = Path::new(&target).file_name();
        Some(name.map_or_else(|| target.clone(), |name| name.to_string_lossy().into_owned()))
    }

    /// The name that it was given by hand.
    pub fn given_name(&self) -> Result<Option<&str>, LocatorError> {
        let Some(name) = self.option(NAME.name).map(str::trim) else {
            return Ok(None);
        };
        let is_good = !name.is_empty() && name.chars().count() <= LONGEST_NAME && !name.contains(char::is_control);
        if is_good { Ok(Some(name)) } else { Err(self.bad(NAME.name, name, "1 to 60 characters")) }
    }

    /// What is told to it besides its file: words of its command and options, its name left out. Players of one file
    /// differ in this.
    pub fn variant(&self) -> String {
        let words = match self.kind.info().target {
            TargetKind::Command | TargetKind::Engine => own_word(&self.target).1,
            TargetKind::Name | TargetKind::File => Vec::new(),
        };
        let options = self.options.iter().filter(|(option, _)| option != NAME.name);
        words
            .into_iter()
            .chain(options.map(|(option, value)| format!("{option}={value}")))
            .collect::<Vec<_>>()
            .join(" ")
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
    pub fn bad(&self, option: &str, value: &str, expected: &'static str) -> LocatorError {
        LocatorError::Value { option: option.to_owned(), value: Excerpt::of(value), expected }
    }
}

impl fmt::Display for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The word of a command that names the author's own file, and the words behind it.
fn own_word(command: &str) -> (String, Vec<String>) {
    let mut words = shlex::split(command).unwrap_or_default();
    let is_path = |word: &String| word.contains(['/', '.']) && !word.starts_with('-');
    let is_program = words.first().is_some_and(|program| program.contains('/') && !is_of_system(Path::new(program)));
    let at = if is_program { 0 } else { words.iter().skip(1).position(is_path).map_or(0, |at| at + 1) };
    let behind = words.split_off((at + 1).min(words.len()));
    (words.pop().unwrap_or_else(|| command.to_owned()), behind)
}

/// Whether a program is the system's, as interpreters are, and nobody's own.
pub(crate) fn is_of_system(program: &Path) -> bool {
    ["/usr", "/bin", "/opt", "/nix"].iter().any(|folder| program.starts_with(folder))
        || program.components().count() == 1
}

/// The kind whose file it is, and what that kind would run.
fn recognise(file: &NamedFile<'_>, kinds: &[&'static dyn Kind]) -> Option<(&'static dyn Kind, String)> {
    kinds.iter().find_map(|kind| Some((*kind, kind.recognise(file)?)))
}

/// Options stand behind the last question mark, if all that follows it is `key=value&key=value`.
pub(crate) fn split_options(text: &str) -> (&str, Vec<(String, String)>) {
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

/// What to do with a file that is there and is nobody's.
fn stranger(file: &NamedFile<'_>, kinds: &[&'static dyn Kind]) -> String {
    if is_program(&file.full_path()) {
        return format!(
            "the file is there and looks like a program, but it is not executable: chmod +x {0}; or name what runs it, \
             e.g. exe:python3 {0}",
            file.path
        );
    }
    let endings = kinds.iter().flat_map(|kind| kind.info().endings).map(|ending| format!(".{ending}"));
    format!(
        "the file is there, but it is neither executable nor of a kind that is known by its ending ({}); name what \
         runs it: exe:COMMAND",
        endings.collect::<Vec<_>>().join(", ")
    )
}

/// Whether a file begins as programs do: with the line that names an interpreter, or as an ELF file.
fn is_program(path: &Path) -> bool {
    let mut start = [0; 4];
    let read = std::fs::File::open(path).and_then(|mut file| file.read(&mut start));
    read.is_ok() && (start.starts_with(b"#!") || start == *b"\x7fELF")
}

fn hint(name: &str) -> String {
    let close = BUILT_INS.iter().map(|entry| entry.name).filter(|known| strsim::levenshtein(known, name) <= 2);
    match close.collect::<Vec<_>>()[..] {
        [] if name.contains(['/', '.']) => "there is no such file; to run a command, write exe:COMMAND".to_owned(),
        [] => "name a built-in player (`joute players` lists them), a file, lib:FILE.so or exe:COMMAND".to_owned(),
        ref names => format!("did you mean {}?", names.join(" or ")),
    }
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
    use crate::kind::KINDS;
    use joute_testkit::properties;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Locator, LocatorError> {
        Locator::parse(text, Path::new("/nowhere"), KINDS)
    }

    #[test]
    fn built_in_players_with_parameters() {
        let locator = parse("greedy:ties=random").unwrap();
        assert_eq!(
            (locator.kind.info().name, locator.target.as_str(), locator.parameters.as_str()),
            ("built-in", "greedy", "ties=random")
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
        let locator = Locator::parse("my bot.py", folder.path(), KINDS).unwrap();
        assert_eq!((locator.kind.info().name, locator.target.as_str()), ("exe", "python3 'my bot.py'"));
        let error = Locator::parse("notes.txt", folder.path(), KINDS).unwrap_err().to_string();
        assert!(error.contains("exe:COMMAND"), "{error}");
    }

    #[test]
    fn a_name_that_was_found_is_never_read_as_anything_else() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            ("plain.py", Some("plain.py")),
            ("it's.js", Some("it's.js")),
            ("a?keep=yes&x=.py", Some("file:a?keep=yes&x=.py")),
            ("exe:rm -rf .py", Some("file:exe:rm -rf .py")),
            ("file:x.py", Some("file:file:x.py")),
            (" b.ml", Some("file: b.ml")),
            // Nothing in it says what it is, and it is not what its name would say.
            ("a.py?keep=yes&memory=200000", None),
            ("greedy", None),
        ];
        for (name, text) in names {
            std::fs::write(folder.path().join(name), "").unwrap();
            let locator = Locator::of_file(name, folder.path(), KINDS).ok();
            assert_eq!(locator.as_ref().map(ToString::to_string).as_deref(), text);
            let Some(locator) = locator else { continue };
            assert!(locator.options.is_empty() && locator.parameters.is_empty(), "{name}");
            assert_eq!(Locator::parse(&locator.to_string(), folder.path(), KINDS), Ok(locator));
        }
    }

    #[test]
    fn ocaml_files_and_course_programs() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("me.ml"), "").unwrap();
        let locator = Locator::parse("me.ml?mode=native", folder.path(), KINDS).unwrap();
        assert_eq!((locator.kind.info().name, locator.target.as_str()), ("ocaml", "me.ml"));
        assert_eq!(locator.option("mode"), Some("native"));
        assert_eq!(parse("ocaml:me.ml").unwrap().kind.info().name, "ocaml");
        assert_eq!(parse("7colors:./group3 -q?ia=best").unwrap().target, "./group3 -q");
        assert!(parse("ocaml:").unwrap_err().to_string().contains("ocaml:othello_carn.ml"));
        assert!(parse("7colors:x?keep=yes").unwrap_err().to_string().contains("it takes: ia"));
    }

    #[test]
    fn engines_with_their_options() {
        let engine = parse("gtp:gtp-rhino --level=2?keep=yes").unwrap();
        assert_eq!((engine.kind.info().name, engine.target.as_str()), ("gtp", "gtp-rhino --level=2"));
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
            assert_eq!((locator.kind.info().name, locator.target.as_str()), ("human", name));
        }
    }

    #[test]
    fn modules_with_options() {
        for text in ["wasm:my/player.wasm?memory=64", "my/player.wasm?memory=64"] {
            let locator = parse(text).unwrap();
            assert_eq!((locator.kind.info().name, locator.target.as_str()), ("wasm", "my/player.wasm"));
            assert_eq!(locator.number("memory"), Ok(Some(64)));
        }
        assert!(parse("wasm:").unwrap_err().to_string().contains("wasm:player.wasm"));
    }

    #[test]
    fn libraries_with_options() {
        for text in ["lib:players/dove.so?forbidden=ids&holes=compact", "players/dove.so?forbidden=ids&holes=compact"] {
            let locator = parse(text).unwrap();
            assert_eq!((locator.kind.info().name, locator.target.as_str()), ("lib", "players/dove.so"));
            assert_eq!(locator.word("forbidden", &["mask", "ids"], "mask or ids"), Ok(Some("ids")));
        }
        assert!(parse("lib:").unwrap_err().to_string().contains("lib:player.so"));
        assert!(parse("lib:a.so?keep=yes").unwrap_err().to_string().contains("holes (kept or compact)"));
    }

    #[test]
    fn every_kind_takes_a_name() {
        for text in [
            "greedy?name=A",
            "greedy:ties=random?name=A",
            "exe:./f7 --deep?name=A",
            "lib:a.so?name=A&memory=9",
            "human?name=A",
        ] {
            assert_eq!(parse(text).unwrap().given_name(), Ok(Some("A")), "{text}");
        }
        assert_eq!(parse("greedy:ties=random?name=A").unwrap().parameters, "ties=random");
        assert_eq!(parse("exe:./bot").unwrap().given_name(), Ok(None));
        assert!(parse("exe:./bot?name= ").unwrap().given_name().is_err());
    }

    #[test]
    fn variants_of_one_file_differ_in_what_they_are_told() {
        for (text, file, variant) in [
            ("exe:./f7 --depth 3?keep=yes&name=A", "f7", "--depth 3 keep=yes"),
            ("exe:python3 -u bot.py book.txt", "bot.py", "book.txt"),
            ("exe:gnugo", "gnugo", ""),
            ("7colors:/usr/bin/python3 group.py", "group.py", ""),
            ("lib:x/a.so?holes=compact", "a.so", "holes=compact"),
        ] {
            let locator = parse(text).unwrap();
            assert_eq!((locator.file_name().as_deref(), locator.variant().as_str()), (Some(file), variant), "{text}");
        }
    }

    #[test]
    fn a_program_without_its_run_bit_is_told_apart_from_one_that_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("bot"), "#!/usr/bin/env python3\n").unwrap();
        let error = Locator::parse("./bot", folder.path(), KINDS).unwrap_err();
        assert!(
            matches!(error, LocatorError::NotRunnable { .. }) && error.to_string().contains("chmod +x ./bot"),
            "{error}"
        );
    }

    proptest! {
        #![proptest_config(properties::cases(256))]

        #[test]
        fn no_text_panics(text in "\\PC{0,60}|(exe|lib|greedy):\\PC{0,20}") {
            let _ = parse(&text);
        }
    }
}
