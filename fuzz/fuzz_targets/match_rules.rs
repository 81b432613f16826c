//! The rules of a match: what is read is written back the same.
#![no_main]

use joute_referee::MatchRules;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(rules) = text.parse::<MatchRules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
});
