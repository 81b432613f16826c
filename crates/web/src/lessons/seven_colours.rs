//! The lessons of Seven Colours.

use super::{Claim, Course, Lesson, PLAIN};
use crate::strategies::Family;

pub(super) const COURSE: Course = Course {
    game: "seven-colours",
    families: &[Family::Every, Family::Territory, Family::Zones],
    files: &[],
    rules: &["board", "turn", "any-colour", "end", "boards"],
    lessons: &[
        Lesson {
            name: "turn",
            setup: "size=4,colours=3",
            position: "BAA^/BABB/CAAB/vCCC ^",
            right: &["A"],
            claim: Claim::Gains(5),
            ..PLAIN
        },
        Lesson {
            name: "waste",
            setup: "size=4,colours=4",
            position: "ABA^/BABA/CDCB/vBAC ^",
            right: &["B", "C", "D"],
            claim: Claim::Gains(0),
            ..PLAIN
        },
        Lesson {
            name: "majority",
            setup: "size=4,colours=4",
            position: "AA^^/AB^^/vB^^/vvvC ^",
            right: &["A"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "nothing-left",
            setup: "size=4,colours=3",
            position: "^^^^/^^^C/vvvv/vvvv ^",
            right: &["C"],
            claim: Claim::Draws,
            ..PLAIN
        },
        Lesson {
            name: "symmetric",
            setup: "size=6,board=symmetric,seed=2",
            right: &["A"],
            claim: Claim::Best,
            ..PLAIN
        },
        Lesson {
            name: "obstacles",
            setup: "size=4,colours=3",
            position: "##^^/##B^/v#BA/vvAA ^",
            right: &["A"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "enclosed",
            setup: "size=5,colours=5,enclosed=yes",
            position: "AB^^^/AB^DE/BA^ED/ABCDE/vACED ^",
            right: &["C"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "capture-enclosed",
            setup: "size=5,colours=7,capture-enclosed=yes",
            position: "AB^F^/AB^^^/DDDDD/vGGGG/vCCGG v",
            right: &["G"],
            claim: Claim::Gains(8),
            ..PLAIN
        },
        Lesson {
            name: "few-colours",
            setup: "size=3,colours=2",
            position: "AA^/BAA/vBB ^",
            right: &["A"],
            claim: Claim::Wins,
            ..PLAIN
        },
    ],
};
