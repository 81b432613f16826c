//! What players may be handed in as: languages, and forms that hold any of them. A class says which it allows.

use joute_messages::message;

use super::account::Settings;
use super::{ClassError, Result};

/// Something that players are handed in as.
#[derive(Debug)]
pub(crate) struct PlayerLanguage {
    /// Its name in settings, forms and addresses; pages call it `class-language-NAME`.
    pub(crate) name: &'static str,
    /// How its files end.
    pub(crate) endings: &'static [&'static str],
    /// What a machine needs that checks them, as workers call it; nothing where that is not known by the name of a file.
    pub(crate) tools: Option<&'static [&'static str]>,
}

/// All of them, in the order in which they are offered.
pub(crate) const LANGUAGES: &[PlayerLanguage] = &[
    language("python", &["py"], &["python3"]),
    language("javascript", &["js", "mjs"], &["node"]),
    language("ocaml", &["ml"], &["ocaml"]),
    language("c", &["c"], &["c-compiler"]),
    language("cpp", &["cpp", "cc"], &["c++-compiler"]),
    language("rust", &["rs"], &["cargo"]),
    language("java", &["java"], &["java"]),
    language("go", &["go"], &["go"]),
    language("wasm", &["wasm"], &["wasm"]),
    language("library", &["so"], &[]),
    // What is in it may be any of the others.
    PlayerLanguage { name: "archive", endings: &["zip", "gz", "tgz"], tools: None },
];

const fn language(
    name: &'static str,
    endings: &'static [&'static str],
    tools: &'static [&'static str],
) -> PlayerLanguage {
    PlayerLanguage { name, endings, tools: Some(tools) }
}

/// The names of all, which a class allows unless it says otherwise.
pub(crate) fn all_languages() -> Vec<String> {
    LANGUAGES.iter().map(|one| one.name.to_owned()).collect()
}

/// The language of a file by its ending, where there is one.
pub(crate) fn language_of(file: &str) -> Option<&'static PlayerLanguage> {
    let (_, ending) = file.rsplit_once('.')?;
    LANGUAGES.iter().find(|one| one.endings.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// The names that are meant, in the usual order and each once; at least one, and none that is not known.
pub(super) fn known_languages(names: &[String]) -> Result<Vec<String>> {
    let is_known = |name: &String| LANGUAGES.iter().any(|one| one.name == name);
    if names.is_empty() || !names.iter().all(is_known) {
        return Err(ClassError::Request(message!("class-error-languages", languages = all_languages().join(", "))));
    }
    Ok(all_languages().into_iter().filter(|name| names.contains(name)).collect())
}

impl Settings {
    /// Whether a file of this name may be handed in.
    pub(crate) fn allows(&self, file: &str) -> bool {
        language_of(file).is_some_and(|language| self.languages.iter().any(|name| name == language.name))
    }

    /// How files end that may be handed in.
    pub(crate) fn endings(&self) -> impl Iterator<Item = &'static str> + use<'_> {
        let allowed = LANGUAGES.iter().filter(|one| self.languages.iter().any(|name| name == one.name));
        allowed.flat_map(|one| one.endings.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_allows_what_it_says_and_nothing_else() {
        let settings = Settings { languages: vec!["cpp".to_owned()], ..Settings::default() };
        assert!(settings.allows("dove.cc") && settings.allows("DOVE.CPP"));
        assert!(!settings.allows("dove.c") && !settings.allows("dove.cc.py") && !settings.allows("cc"));
        assert_eq!(settings.endings().collect::<Vec<_>>(), ["cpp", "cc"]);
        assert!(LANGUAGES.iter().all(|one| Settings::default().allows(&format!("x.{}", one.endings[0]))));
    }

    #[test]
    fn languages_are_known_ones_each_once() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(known_languages(&names(&["go", "c", "go"])).ok(), Some(names(&["c", "go"])));
        for wrong in [&[][..], &["cobol"], &["c", ""], &["py"]] {
            assert!(known_languages(&names(wrong)).is_err(), "{wrong:?}");
        }
    }
}
