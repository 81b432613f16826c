//! What players may be handed in as: languages, and forms that hold any of them. A class says which it allows; pages call each
//! `class-language-NAME`.

use joute_messages::message;
pub(crate) use joute_players::LANGUAGES;
use joute_players::{PlayerLanguage, language_of_ending};

use super::account::Settings;
use super::{ClassError, Result};

/// The names of all, which a class allows unless it says otherwise.
pub(crate) fn all_languages() -> Vec<String> {
    LANGUAGES.iter().map(|one| one.name.to_owned()).collect()
}

/// The language of a file by its ending, where there is one.
pub(crate) fn language_of(file: &str) -> Option<&'static PlayerLanguage> {
    let (_, ending) = file.rsplit_once('.')?;
    language_of_ending(&ending.to_ascii_lowercase())
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

    #[test]
    fn pages_have_a_name_for_every_language() {
        for one in LANGUAGES {
            let key = format!("class-language-{}", one.name);
            assert!(joute_messages::Language::all().all(|language| language.has(&key)), "{key}");
        }
    }
}
