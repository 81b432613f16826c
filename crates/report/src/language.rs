//! The languages of a page.

/// A language that pages speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// French.
    French,
}

impl Language {
    /// What the page's `lang` says.
    pub fn code(self) -> &'static str {
        self.say("en", "fr")
    }

    /// One text in both languages, so that neither is forgotten.
    pub fn say(self, english: &'static str, french: &'static str) -> &'static str {
        match self {
            Language::English => english,
            Language::French => french,
        }
    }
}

impl std::fmt::Display for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.code())
    }
}

impl std::str::FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Language, String> {
        match text {
            "en" => Ok(Language::English),
            "fr" => Ok(Language::French),
            other => Err(format!("unknown language {other:?}: expected en or fr")),
        }
    }
}
