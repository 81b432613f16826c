//! Text of others as it is shown: nothing in it is obeyed, and what is shown stays as it is.
#![no_main]

use joute_messages::{visible, visible_json, visible_line, visible_painted};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let shown = visible(&text);
    let is_obeyed = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!shown.contains(is_obeyed), "{shown:?}");
    assert_eq!(visible(&shown), shown);
    assert!(!visible_line(&text).trim_end_matches('\n').contains('\n'));
    let painted = visible_painted(&text);
    assert_eq!(visible_painted(&painted), painted);
    let json = serde_json::to_string(&text).expect("a text has a JSON form");
    let read: String = serde_json::from_str(&visible_json(&json)).expect("what is shown is JSON still");
    assert_eq!(read, text);
});
