//! What messages come to in words, and as data for scripts.

use crate::{Language, Message, message, script_messages};

#[test]
fn words_agree_with_numbers() {
    let seeds = |count: i64, language| message!("unit-seeds", count = count).text(language);
    assert_eq!([0, 1, 2].map(|count| seeds(count, Language::EN)), ["seeds", "seed", "seeds"]);
    assert_eq!([0, 1, 2].map(|count| seeds(count, Language::FR)), ["graine", "graine", "graines"]);
    let points = |count: f64, language| message!("report-points-word", count = count).text(language);
    assert_eq!([1.0, 1.5].map(|count| points(count, Language::EN)), ["point", "points"]);
    assert_eq!([1.5, 2.0].map(|count| points(count, Language::FR)), ["point", "points"]);
}

#[test]
fn what_stands_in_a_gap_is_said_in_turn() {
    let expected = message!("expected-whole-number", least = 2, most = 9);
    let error = message!("error-setup-value", key = "size", value = "\"x\"", expected = expected);
    assert_eq!(error.to_string(), "setup size=\"x\": expected a whole number from 2 to 9");
    assert_eq!(error.text(Language::FR), "réglage size=\"x\" : on attend un nombre entier de 2 à 9");
    assert_eq!(Message::literal("f5").text(Language::FR), "f5");
}

#[test]
fn numbers_are_written_as_each_language_does() {
    let french = |value| Language::FR.number(value, 1);
    assert_eq!([2.0, -1.25, 0.04, -0.04].map(french), ["2", "−1,3", "0", "0"]);
    assert_eq!(Language::EN.number(3.46, 1), "3.5");
}

#[test]
fn languages_are_found_by_their_codes() {
    assert_eq!("fr".parse(), Ok(Language::FR));
    let error = "xx".parse::<Language>().unwrap_err().to_string();
    assert_eq!(error, "unknown language \"xx\": expected en or fr");
    assert_eq!(Language::all().map(Language::name).collect::<Vec<_>>(), ["English", "Français"]);
}

#[test]
fn scripts_get_texts_with_gaps_and_choices() {
    let messages: serde_json::Value =
        serde_json::from_str(&script_messages(Language::FR, &["unit-seeds", "place-cell"])).unwrap();
    assert_eq!(messages["place-cell"], "ligne {row}, colonne {column}");
    assert_eq!(messages["unit-seeds"][0]["by"], "count");
    assert_eq!(messages["unit-seeds"][0]["cases"]["other"], "graines");
    assert_eq!(messages.as_object().unwrap().len(), 2);
    let named = message!("place-pit", move = "A");
    assert_eq!(serde_json::to_string(&named).unwrap(), r#"["place-pit",{"move":"A"}]"#);
    assert_eq!(serde_json::to_string(&Message::literal("a1")).unwrap(), "\"a1\"");
}

#[test]
fn messages_are_kept_and_read_again() {
    let expected = message!("expected-whole-number", least = 2, most = 9);
    let nested = message!("error-setup-value", key = "size", value = "\"x\"", expected = expected);
    let decimal = message!("report-points-word", count = 1.5);
    for message in [nested, decimal, message!("replay-pause"), Message::literal("f5"), Message::literal("")] {
        let kept = serde_json::to_string(&message).unwrap();
        let read: Message = serde_json::from_str(&kept).unwrap();
        assert_eq!(Language::all().map(|language| read.text(language)).collect::<Vec<_>>(), {
            Language::all().map(|language| message.text(language)).collect::<Vec<_>>()
        });
        let value = |message: &Message| serde_json::to_value(message).unwrap();
        assert_eq!(value(&read), value(&message));
    }
}

#[test]
fn what_the_catalogue_does_not_know_is_shown_by_its_key() {
    for kept in [r#"["unit-of-another-version"]"#, r#"["unit-of-another-version",{"count":1}]"#] {
        let read: Message = serde_json::from_str(kept).unwrap();
        assert_eq!(read.text(Language::FR), "unit-of-another-version");
    }
    let without_its_gap: Message = serde_json::from_str(r#"["unit-seeds",{}]"#).unwrap();
    assert_eq!(without_its_gap.text(Language::FR), "unit-seeds");
}

#[test]
fn every_text_in_a_message_is_shortened() {
    let inner = message!("expected-in-line", expected = Message::literal("abcdef"), line = 7);
    assert_eq!(inner.shortened(3).text(Language::EN), "abc (line 7)");
}
