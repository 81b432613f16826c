//! Locators, and the parameters of built-in players in them.
#![no_main]

use std::path::Path;

use joute_catalog::{Parameters, find_built_in};
use joute_players::{KINDS, Locator};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(locator) = Locator::parse(text, Path::new("/nowhere"), KINDS) else { return };
    assert_eq!(Locator::parse(&locator.to_string(), Path::new("/nowhere"), KINDS).as_ref(), Ok(&locator));
    let _ = (locator.switch("keep"), locator.number("memory"));
    if locator.is("built-in") {
        let entry = find_built_in(&locator.target).expect("a built-in player is in the catalogue");
        let _ = Parameters::parse(&locator.parameters, entry.parameters);
    }
});
