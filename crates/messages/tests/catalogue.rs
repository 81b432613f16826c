//! What holds for every catalogue: it can be read, it has what the others have with the same gaps, it says something of its
//! own, and the code names neither more nor less than there is.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

/// Messages that are right as they are in English: names, signs, and words that both languages have.
const SAME: &[&str] = &[
    "home-minutes",
    "ladder-score",
    "ladder-source",
    "ladder-version",
    "brush-obstacle",
    "choice-awale-rules-abapa",
    "choice-awale-rules-awari",
    "choice-awale-rules-francois",
    "choice-awale-rules-kalah",
    "colour-cyan",
    "colour-orange",
    "colour-violet",
    "decided-points",
    "editor-position",
    "export-ggf",
    "export-obf",
    "export-ogn",
    "export-wthor",
    "offer-awale-abapa",
    "offer-awale-awari",
    "offer-flood-hgraph",
    "opening-aubrey",
    "opening-compoth",
    "opening-heath",
    "opening-mimura",
    "opening-no-cat",
    "opening-stephenson",
    "replay-pause",
    "report-points",
    "report-points-word",
    "review-exact",
    "state-obstacle",
    "strategy-expert-discs-name",
    "strategy-expert-seeds-name",
    "strategy-expert-territory-name",
    "title-awale",
    "title-flood",
    "title-othello",
    "class-language-c",
    "class-language-cpp",
    "class-language-go",
    "class-language-java",
    "class-language-javascript",
    "class-language-ocaml",
    "class-language-python",
    "class-language-rust",
    "class-language-wasm",
];

type Messages = BTreeMap<String, (BTreeSet<String>, String)>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn locales() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales");
    let languages = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let text = |folder: &Path| -> String {
        let files = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
        files.collect::<Vec<_>>().join("\n")
    };
    languages.map(|folder| (folder.file_name().unwrap().to_string_lossy().into_owned(), text(&folder))).collect()
}

/// The messages of a catalogue with their gaps and their words.
fn messages(code: &str, text: &str) -> Messages {
    let resource = fluent_syntax::parser::parse(text).unwrap_or_else(|(_, errors)| panic!("{code}: {errors:?}"));
    let mut messages = Messages::new();
    for entry in resource.body {
        let Entry::Message(message) = entry else { continue };
        let (mut gaps, mut words) = (BTreeSet::new(), String::new());
        walk(&message.value.unwrap(), &mut gaps, &mut words);
        assert!(!words.trim().is_empty() || !gaps.is_empty(), "{code}: {} is empty", message.id.name);
        let before = messages.insert(message.id.name.to_owned(), (gaps, words));
        assert!(before.is_none(), "{code}: {} stands twice", message.id.name);
    }
    messages
}

fn walk(pattern: &Pattern<&str>, gaps: &mut BTreeSet<String>, words: &mut String) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => words.push_str(value),
            PatternElement::Placeable { expression: Expression::Inline(inline) } => gap(inline, gaps),
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                gap(selector, gaps);
                variants.iter().for_each(|variant| walk(&variant.value, gaps, words));
            }
        }
    }
}

/// Scripts know gaps and choices by them, and nothing else of Fluent.
fn gap(expression: &InlineExpression<&str>, gaps: &mut BTreeSet<String>) {
    match expression {
        InlineExpression::VariableReference { id } => _ = gaps.insert(id.name.to_owned()),
        InlineExpression::StringLiteral { .. } => {}
        other => panic!("only gaps and texts are understood everywhere, not {other:?}"),
    }
}

fn english() -> Messages {
    let (code, text) = locales().into_iter().find(|(code, _)| code == "en").unwrap();
    messages(&code, &text)
}

#[test]
fn every_language_has_the_same_messages_with_the_same_gaps() {
    let english = english();
    for (code, text) in locales() {
        let other = messages(&code, &text);
        let keys = |messages: &Messages| messages.keys().cloned().collect::<BTreeSet<_>>();
        let odd: Vec<_> = keys(&english).symmetric_difference(&keys(&other)).cloned().collect();
        assert!(odd.is_empty(), "{code}: in one language only: {odd:?}");
        let odd: Vec<_> = english.keys().filter(|key| english[*key].0 != other[*key].0).collect();
        assert!(odd.is_empty(), "{code}: other gaps than in English: {odd:?}");
    }
}

#[test]
fn what_has_words_is_translated() {
    let english = english();
    for (code, text) in locales().into_iter().filter(|(code, _)| code != "en") {
        let other = messages(&code, &text);
        let has_words = |key: &str| english[key].1.chars().any(char::is_alphabetic);
        let same = |key: &&String| has_words(key) && english[*key].1 == other[*key].1;
        let odd: Vec<_> = english.keys().filter(same).filter(|key| !SAME.contains(&key.as_str())).collect();
        assert!(odd.is_empty(), "{code}: as in English: {odd:#?}");
        let stale: Vec<_> =
            SAME.iter().filter(|key| !english.keys().any(|known| known == *key && same(&known))).collect();
        assert!(stale.is_empty(), "{code}: not the same, or not there: {stale:?}");
    }
}

/// The sources that may name a message.
fn sources() -> Vec<String> {
    let mut texts = Vec::new();
    for krate in fs::read_dir(root().join("crates")).unwrap() {
        let krate = krate.unwrap().path();
        for folder in ["src", "assets"].map(|name| krate.join(name)) {
            gather(&folder, &mut texts);
        }
    }
    texts
}

fn gather(folder: &Path, texts: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            gather(&path, texts);
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "js") {
            let text = fs::read_to_string(&path).unwrap();
            texts.push(text.split("#[cfg(test)]").next().unwrap_or_default().to_owned());
        }
    }
}

/// Texts in quotes that could be keys, and the patterns of those that are put together: `{}` and `${...}` stand for anything.
fn quoted(texts: &[String]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for quote in ['"', '\'', '`'] {
        let pieces = texts.iter().flat_map(|text| text.lines().flat_map(move |line| line.split(quote)));
        found.extend(pieces.filter(|piece| piece.contains('-')).map(str::to_owned));
    }
    found
}

/// The parts between the gaps of a pattern such as `lesson-{game}-{}-title`.
fn fixed_parts(pattern: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let mut rest = pattern;
    while let Some(start) = rest.find('{') {
        parts.push(rest[..start].trim_end_matches('$'));
        rest = &rest[start + rest[start..].find('}')? + 1..];
    }
    parts.push(rest);
    let is_key = |part: &&str| part.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    (parts.len() > 1 && parts.iter().all(is_key)).then_some(parts)
}

fn is_made_by(key: &str, parts: &[&str]) -> bool {
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
    // What begins with a gap could be anything.
    if first.len() < 4 || !key.starts_with(first) || !key.ends_with(last) {
        return false;
    }
    let mut rest = &key[first.len()..];
    parts[1..].iter().all(|part| rest.find(part).map(|at| rest = &rest[at + part.len()..]).is_some())
}

#[test]
fn every_message_is_said_somewhere() {
    let quoted = quoted(&sources());
    let patterns: Vec<Vec<&str>> = quoted.iter().filter_map(|text| fixed_parts(text)).collect();
    let is_said = |key: &String| quoted.contains(key) || patterns.iter().any(|parts| is_made_by(key, parts));
    let silent: Vec<String> = english().into_keys().filter(|key| !is_said(key)).collect();
    assert!(silent.is_empty(), "nobody says: {silent:#?}");
}

/// Texts that begin as keys do and are none: names of elements, commands, files and documents.
const NO_KEYS: &[&str] = &[
    "board-card",
    "board-count",
    "board-title",
    "new-list",
    "new-password",
    "play-on",
    "puzzle-order",
    "puzzle-records",
    "replay-list",
    "replay-review",
    "report-002",
    "review-errand",
    "rule-sets",
    "unit-of-another-version",
    "watch-link",
];

fn is_key(text: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    text.contains('-') && text.split('-').all(is_word)
}

/// Wherever a key stands, in a call or in a table, its first word is one of those that keys begin with.
#[test]
fn every_message_that_the_code_names_is_there() {
    let english = english();
    let first_words: BTreeSet<&str> = english.keys().filter_map(|key| Some(key.split_once('-')?.0)).collect();
    let begins_as_keys = |text: &str| text.split('-').next().is_some_and(|word| first_words.contains(word));
    let quoted = quoted(&sources());
    let named = quoted.iter().filter(|text| is_key(text) && begins_as_keys(text) && !english.contains_key(*text));
    let missing: Vec<&String> = named.filter(|text| !NO_KEYS.contains(&text.as_str())).collect();
    assert!(missing.is_empty(), "not in the catalogue: {missing:#?}");
    let stale: Vec<_> = NO_KEYS.iter().filter(|text| !quoted.contains(**text)).collect();
    assert!(stale.is_empty(), "stands nowhere: {stale:?}");
}

/// Where keys are put together, one at least of what can come out is there.
#[test]
fn what_keys_are_put_together_from_makes_some() {
    let english = english();
    let first_words: BTreeSet<&str> = english.keys().filter_map(|key| Some(key.split_once('-')?.0)).collect();
    let quoted = quoted(&sources());
    let patterns = quoted.iter().filter_map(|text| Some((text, fixed_parts(text)?)));
    let of_keys = patterns.filter(|(_, parts)| {
        parts[0].len() >= 4 && parts[0].split_once('-').is_some_and(|(word, _)| first_words.contains(word))
    });
    let makes_none = |parts: &[&str]| !english.keys().any(|key| is_made_by(key, parts));
    let odd: Vec<&String> = of_keys.filter(|(_, parts)| makes_none(parts)).map(|(text, _)| text).collect();
    assert!(odd.is_empty(), "no message is made of: {odd:#?}");
}

/// How a message is named in the code, up to the quote before its key.
const CALLS: &[&str] =
    &["message!(\"", "Message::new(\"", ".text(\"", "say(language, '", "say(languageOf(page), '", " t(\"", "(t(\""];

/// In a call a key is a key, whatever word it begins with.
#[test]
fn every_message_that_is_called_is_there() {
    let english = english();
    let mut missing = BTreeSet::new();
    for text in sources() {
        for call in CALLS {
            let quote = call.chars().last().unwrap();
            let keys = text.split(call).skip(1).map(|after| after.split(quote).next().unwrap_or_default());
            missing.extend(keys.filter(|key| is_key(key) && !english.contains_key(*key)).map(str::to_owned));
        }
    }
    assert!(missing.is_empty(), "not in the catalogue: {missing:#?}");
}
