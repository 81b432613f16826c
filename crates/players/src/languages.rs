//! The languages that players are written in, and the forms in which they are handed in: how their files end, what a machine
//! needs for them, and how they are run. Whoever knows languages - kinds of players, submissions, classes, starters, the doctor -
//! walks this table.

/// A language, or a form that holds any of them.
#[derive(Debug)]
pub struct PlayerLanguage {
    /// Its name in settings, forms and addresses; pages call it `class-language-NAME`.
    pub name: &'static str,
    /// How its files end, without the dot.
    pub endings: &'static [&'static str],
    /// What a machine needs that runs its players, as workers call it; nothing where that is not known by the name of a file.
    pub needs: Option<&'static [&'static str]>,
    /// Whether its files have a kind of player of their own, which plays them as they are.
    pub has_kind: bool,
    /// How its files are run otherwise.
    run: Run,
}

/// How a file is run.
#[derive(Debug)]
enum Run {
    /// By this program, which is given the file.
    Script(&'static str),
    /// What is built of it.
    Built(Recipe),
    /// By its kind alone.
    ByKind,
    /// It holds files of other languages.
    Packed,
}

/// How a language is built and run.
#[derive(Debug)]
pub(crate) struct Recipe {
    /// The line that builds; `FILE` and `STEM` stand for the main file.
    build: &'static str,
    run: &'static str,
}

/// What is built by us is called so.
pub(crate) const PROGRAM: &str = "joute-program";

/// All of them, in the order in which they are offered.
pub const LANGUAGES: &[PlayerLanguage] = &[
    script("python", &["py"], &["python3"]),
    script("javascript", &["js", "mjs"], &["node"]),
    // A file in OCaml is a program or a function; the function is for a kind of its own.
    PlayerLanguage {
        has_kind: true,
        ..built("ocaml", &["ml"], &["ocaml"], "ocamlopt -o joute-program FILE", "./joute-program")
    },
    built("c", &["c"], &["c-compiler"], "cc -O2 -o joute-program *.c -lm", "./joute-program"),
    built("cpp", &["cpp", "cc"], &["c++-compiler"], "c++ -O2 -std=c++20 -o joute-program *.ENDING", "./joute-program"),
    built("rust", &["rs"], &["cargo"], "rustc -O --edition 2024 -o joute-program FILE", "./joute-program"),
    built("java", &["java"], &["java"], "javac -d . *.java", "java -cp . STEM"),
    built("go", &["go"], &["go"], "go build -o joute-program *.go", "./joute-program"),
    of_kind("wasm", &["wasm"], &["wasm"]),
    of_kind("library", &["so"], &[]),
    PlayerLanguage { name: "archive", endings: &["zip", "gz", "tgz"], needs: None, has_kind: false, run: Run::Packed },
];

type Texts = &'static [&'static str];

const fn script(name: &'static str, endings: Texts, interpreter: &'static [&'static str; 1]) -> PlayerLanguage {
    let run = Run::Script(interpreter[0]);
    PlayerLanguage { name, endings, needs: Some(interpreter), has_kind: false, run }
}

const fn built(
    name: &'static str,
    endings: Texts,
    needs: Texts,
    build: &'static str,
    run: &'static str,
) -> PlayerLanguage {
    let run = Run::Built(Recipe { build, run });
    PlayerLanguage { name, endings, needs: Some(needs), has_kind: false, run }
}

const fn of_kind(name: &'static str, endings: Texts, needs: Texts) -> PlayerLanguage {
    PlayerLanguage { name, endings, needs: Some(needs), has_kind: true, run: Run::ByKind }
}

/// The language of files that end so.
pub fn language_of_ending(ending: &str) -> Option<&'static PlayerLanguage> {
    LANGUAGES.iter().find(|language| language.endings.contains(&ending))
}

impl PlayerLanguage {
    /// Whether its files are texts, which somebody can read and write.
    pub fn is_text(&self) -> bool {
        matches!(self.run, Run::Script(_) | Run::Built(_))
    }

    /// The program that runs its files as they are, where there is one.
    pub(crate) fn interpreter(&self) -> Option<&'static str> {
        match self.run {
            Run::Script(interpreter) => Some(interpreter),
            _ => None,
        }
    }

    /// How its files are built, where they are.
    pub(crate) fn recipe(&self) -> Option<&Recipe> {
        match &self.run {
            Run::Built(recipe) => Some(recipe),
            _ => None,
        }
    }
}

impl Recipe {
    /// The line that builds a main file, and the words that run what comes of it.
    pub(crate) fn lines(&self, file: &str, stem: &str) -> (String, Vec<String>) {
        let ending = file.rsplit('.').next().unwrap_or_default();
        let quoted = shlex::try_quote(file).map_or_else(|_| file.to_owned(), |quoted| quoted.into_owned());
        let build = self.build.replace("FILE", &quoted).replace("ENDING", ending);
        let words = self.run.split(' ').map(|word| if word == "STEM" { stem.to_owned() } else { word.to_owned() });
        (build, words.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KINDS;

    /// The kinds that play files of a language without being told say so by the same endings.
    #[test]
    fn every_ending_is_that_of_the_kind_which_plays_such_files() {
        let endings_of = |kind: &str| KINDS.iter().find(|one| one.info().name == kind).unwrap().info().endings;
        for language in LANGUAGES {
            let kind = match (&language.run, language.name) {
                (Run::Script(_), _) => "exe",
                (Run::Packed, _) => "archive",
                (Run::ByKind, "library") => "lib",
                (_, name) if language.has_kind => name,
                _ => "source",
            };
            for ending in language.endings {
                assert!(endings_of(kind).contains(ending), "{kind} does not play .{ending}");
            }
        }
        for ending in KINDS.iter().flat_map(|kind| kind.info().endings) {
            assert!(language_of_ending(ending).is_some(), "no language has files that end in .{ending}");
        }
    }
}
