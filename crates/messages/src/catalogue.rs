//! The catalogue of one language, read once.

use std::collections::HashMap;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use crate::language::Language;

static CATALOGUES: LazyLock<Vec<Catalogue>> = LazyLock::new(|| Language::all().map(Catalogue::read).collect());

pub(crate) fn catalogue(language: Language) -> &'static Catalogue {
    &CATALOGUES[language.index()]
}

/// The messages of a language.
pub(crate) struct Catalogue {
    bundle: FluentBundle<FluentResource>,
    /// Those without gaps, which are most.
    plain: HashMap<String, String>,
}

impl Catalogue {
    fn read(language: Language) -> Catalogue {
        // A catalogue with mistakes in it fails a test; what can be read of it is better than nothing.
        let resource = FluentResource::try_new(language.source().to_owned()).unwrap_or_else(|(partial, _)| partial);
        let locale: LanguageIdentifier = language.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        bundle.set_use_isolating(false);
        let keys: Vec<String> = keys_of(&resource);
        _ = bundle.add_resource(resource);
        let plain = keys.into_iter().filter_map(|key| Some((key.clone(), format(&bundle, &key, None)?))).collect();
        Catalogue { bundle, plain }
    }

    pub(crate) fn plain(&self, key: &str) -> Option<&str> {
        self.plain.get(key).map(String::as_str)
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    pub(crate) fn filled(&self, key: &str, arguments: &FluentArgs<'_>) -> Option<String> {
        format(&self.bundle, key, Some(arguments))
    }
}

fn keys_of(resource: &FluentResource) -> Vec<String> {
    let entries = resource.entries().filter_map(|entry| match entry {
        fluent_syntax::ast::Entry::Message(message) => Some(message.id.name.to_owned()),
        _ => None,
    });
    entries.collect()
}

/// A message, if it is there and every gap of it can be filled.
fn format(bundle: &FluentBundle<FluentResource>, key: &str, arguments: Option<&FluentArgs<'_>>) -> Option<String> {
    let pattern = bundle.get_message(key)?.value()?;
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, arguments, &mut errors).into_owned();
    errors.is_empty().then_some(text)
}
