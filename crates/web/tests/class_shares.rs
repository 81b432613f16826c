//! What people of a class and strangers may use of its server: an account is one person, whatever browser it comes from, and strangers use
//! up nothing of theirs.

use crate::support::class::{Class, generous};
use crate::support::{FORM_LINE, browser, request};
use joute_web::{Limits, Share};

const OTHELLO: &str = "game=othello&opponent=1&side=first&time=-";

#[test]
fn an_account_is_one_person_and_strangers_use_up_nothing_of_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let begun_each = Share { visitor: 2, address: 3 };
    let class = Class::with(folder.path(), Limits { begun_each, ..generous() });
    class.open_to_outsiders(true);
    let [ada, bob] = ["Ada", "Bob"].map(|name| class.player(name));
    let begun = |line: &str| class.arena.send(&request("POST", "/games", &[FORM_LINE, line], OTHELLO)).status;
    // A stranger is a new one with every browser that they make up, and all of them are at one address.
    assert_eq!([1, 2, 3, 4].map(|number| begun(&browser(number))), [303, 303, 303, 429]);
    let with_browser = |cookie: &str, number: u32| format!("{}; {cookie}", browser(number));
    assert_eq!([5, 6, 7].map(|number| begun(&with_browser(&ada, number))), [303, 303, 429], "an account is one person");
    assert_eq!(begun(&with_browser(&bob, 5)), 303, "another has a share of their own");
}
