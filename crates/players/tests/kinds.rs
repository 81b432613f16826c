//! What holds for every kind of player: a kind is a file and a line in `KINDS`, and these laws pick it up.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

use std::collections::BTreeSet;
use std::path::Path;

use joute_players::{KINDS, KindInfo, Locator, LocatorError, NamePattern};
use joute_testkit::properties;
use proptest::prelude::*;

const DOCUMENT: &str = include_str!("../../../docs/players.md");

fn parse(text: &str) -> Result<Locator, LocatorError> {
    Locator::parse(text, Path::new("/nowhere"), KINDS)
}

fn infos() -> impl Iterator<Item = &'static KindInfo> {
    KINDS.iter().map(|kind| kind.info())
}

#[test]
fn no_two_kinds_have_a_word_or_an_ending_in_common() {
    let names: BTreeSet<&str> = infos().map(|info| info.name).collect();
    assert_eq!(names.len(), KINDS.len());
    let endings: Vec<&str> = infos().flat_map(|info| info.endings).copied().collect();
    assert_eq!(endings.iter().collect::<BTreeSet<_>>().len(), endings.len(), "{endings:?}");
}

#[test]
fn every_kind_reads_its_own_example_and_no_other() {
    for kind in KINDS {
        let example = kind.info().example;
        assert_eq!(parse(example).unwrap().kind.info().name, kind.info().name, "{example}");
        let readers = KINDS.iter().filter(|kind| kind.read(example).is_some()).count();
        assert_eq!(readers, 1, "{example}");
    }
}

/// The part of docs/players.md under the heading that names the kind.
fn section(name: &str) -> &'static str {
    let words = [format!("`{name}`"), format!("`{name}:`")];
    let names_it = |section: &&str| {
        let heading = section.lines().next().unwrap_or_default();
        words.iter().any(|word| heading.contains(word))
    };
    let found = DOCUMENT.split("\n## ").skip(1).find(names_it);
    found.unwrap_or_else(|| panic!("docs/players.md has no heading with `{name}:`"))
}

#[test]
fn every_kind_and_every_option_of_it_is_documented() {
    for info in infos() {
        let section = section(info.name);
        for option in info.options {
            let row = format!("\n| `{}` |", option.name);
            assert!(section.contains(&row), "{}: no row for the option {} in docs/players.md", info.name, option.name);
        }
        for ending in info.endings {
            assert!(section.contains(&format!(".{ending}")), "{}: files .{ending} are not mentioned", info.name);
        }
    }
}

#[test]
fn advice_names_what_is_there() {
    for kind in KINDS {
        let (info, advice) = (kind.info(), kind.advice());
        assert!(advice.name_pattern.is_none_or(|pattern| pattern.parse::<NamePattern>().is_ok()), "{}", info.name);
        for sign in advice.signs {
            assert!(!sign.words.is_empty() && !sign.what.is_empty() && !sign.advice.is_empty(), "{}", info.name);
        }
        for reading in advice.readings {
            let option = info.options.iter().find(|option| option.name == reading.option).unwrap();
            assert_eq!(option.default, reading.values[0], "{}: {}", info.name, reading.option);
        }
    }
}

#[test]
fn options_of_other_kinds_are_refused() {
    for info in infos().filter(|info| !info.options.is_empty()) {
        let error = parse(&format!("{}?nonsense=1", info.example)).unwrap_err();
        assert!(matches!(error, LocatorError::Option { kind, .. } if kind == info.name), "{error}");
        let known = info.options[0].name;
        assert_eq!(parse(&format!("{}?{known}=1", info.example)).unwrap().option(known), Some("1"));
    }
}

proptest! {
    #![proptest_config(properties::cases(256))]
    #[test]
    fn what_is_read_is_written_again(
        kind in 0..KINDS.len(),
        rest in "[ -~]{0,30}",
        options in "(\\?[a-z]{1,6}=[a-z0-9]{0,4}(&[a-z]{1,6}=[0-9]{1,3})?)?",
    ) {
        let info = KINDS[kind].info();
        for text in [format!("{}:{rest}{options}", info.name), format!("{}{options}", info.example), rest] {
            if let Ok(locator) = parse(&text) {
                prop_assert_eq!(parse(&locator.to_string()), Ok(locator));
            }
        }
    }
}
