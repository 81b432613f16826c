//! `joute bench` from outside: the shape of what it tells, not how fast this machine is.

use crate::support::{each_complains, has_keys, keys, object};

#[test]
fn the_object_has_the_machine_and_the_figures() {
    let measured = object(&["bench", "--quick", "--only", "awale", "--json"]);
    has_keys(&measured, &["machine", "results"]);
    assert!(measured["machine"]["cores"].as_u64().unwrap() > 0);
    let results = measured["results"].as_array().unwrap();
    assert!(!results.is_empty());
    for result in results {
        assert_eq!(keys(result), ["high", "low", "name", "unit", "value"]);
        assert!(result["name"].as_str().unwrap().contains("awale"));
        let [low, value, high] = ["low", "value", "high"].map(|key| result[key].as_f64().unwrap());
        assert!(0.0 < low && low <= value && value <= high, "{result}");
        assert!(!result["unit"].as_str().unwrap().is_empty());
    }
}

#[test]
fn wrong_usage_is_explained() {
    each_complains(2, &[("bench --only chess", "no measurement"), ("bench --quick yes", "unexpected argument")]);
}
