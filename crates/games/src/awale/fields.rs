//! What a form asks for to make a setup of Awalé.

use crate::field::SetupField;

/// The first of these is "as the named rules say".
const AS_THE_RULES_SAY: &str = "";

/// A rule of its own, for those who want to know more.
const fn rule(key: &'static str, choices: &'static [&'static str]) -> SetupField {
    SetupField::choice(key, choices).keeping_the_board().detail()
}

pub(super) const FIELDS: &[SetupField] = &[
    SetupField::choice("rules", &["abapa", "awari", "francois", "kalah"]).keeping_the_board(),
    SetupField::number("pits", [1, 12], Some(6)),
    SetupField::number("seeds", [1, 127], Some(4)),
    rule("store", &[AS_THE_RULES_SAY, "skipped", "sown", "again"]),
    rule("origin", &[AS_THE_RULES_SAY, "skipped", "sown"]),
    rule("chain", &[AS_THE_RULES_SAY, "yes", "no"]),
    rule("opposite", &[AS_THE_RULES_SAY, "never", "always", "from-empty"]),
    rule(
        "grand-slam",
        &[
            AS_THE_RULES_SAY,
            "nothing",
            "illegal-unless-forced",
            "undo",
            "illegal",
            "legal",
            "opponent-takes-rest",
            "leave-first",
            "leave-last",
            "share",
        ],
    ),
    rule("feed", &[AS_THE_RULES_SAY, "must", "if-possible", "free"]),
    rule("end", &[AS_THE_RULES_SAY, "majority", "empty-row", "no-move"]),
    rule("rest", &[AS_THE_RULES_SAY, "own-row", "opponent", "split", "nobody"]),
    rule("repetition", &[AS_THE_RULES_SAY, "own-row", "split", "nobody", "play-on"]),
];
