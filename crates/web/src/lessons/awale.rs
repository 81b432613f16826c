//! The lessons of Awalé and its sets of rules.

use super::{Claim, Course, Lesson, PLAIN};
use crate::strategies::Family;

/// F would take everything North has, which is a grand slam; E is another move.
const SLAM: &str = "0-0-0-0-1-2-1-1-0-0-0-0-20-20-S";

/// Two single seeds that chase each other around the board, and the moves until one is left to bring the start back.
const CHASE: (&str, &str) = ("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", "A a B b C c D d E e F");

pub(super) const COURSE: Course = Course {
    game: "awale",
    families: &[Family::Every, Family::Seeds, Family::Playouts],
    files: &[],
    rules: &["sowing", "capture", "feeding", "end", "rule-sets"],
    lessons: &[
        Lesson { name: "sow", right: &["D"], claim: Claim::Leaves("4-4-4-0-5-5-5-5-4-4-4-4-0-0-N"), ..PLAIN },
        Lesson {
            name: "skip",
            position: "12-0-0-2-0-0-1-4-0-4-0-0-12-13-S",
            right: &["A"],
            claim: Claim::Leaves("0-2-1-3-1-1-2-5-1-5-1-1-12-13-N"),
            ..PLAIN
        },
        Lesson {
            name: "capture",
            position: "1-0-0-1-2-0-2-5-1-4-4-0-13-15-S",
            right: &["E"],
            claim: Claim::Gains(3),
            ..PLAIN
        },
        Lesson {
            name: "chain",
            position: "1-0-2-0-0-3-1-2-1-4-4-0-15-15-S",
            right: &["F"],
            claim: Claim::Gains(7),
            ..PLAIN
        },
        Lesson {
            name: "chain-stops",
            position: "1-0-2-0-0-3-3-1-2-5-0-0-15-16-S",
            right: &["F"],
            claim: Claim::Leaves("1-0-2-0-0-0-4-0-0-5-0-0-20-16-N"),
            ..PLAIN
        },
        Lesson {
            name: "grand-slam",
            position: SLAM,
            right: &["F"],
            claim: Claim::Leaves("0-0-0-0-1-0-2-2-0-0-0-0-20-20-N"),
            ..PLAIN
        },
        Lesson {
            name: "feed",
            position: "1-0-3-0-0-1-0-0-0-0-0-0-20-20-S",
            right: &["F"],
            illegal: &["A", "C"],
            claim: Claim::Only,
            ..PLAIN
        },
        Lesson {
            name: "stuck",
            position: "2-0-0-0-0-0-0-0-0-0-0-1-22-23-N",
            right: &["f"],
            claim: Claim::Ends([25, 23]),
            ..PLAIN
        },
        Lesson {
            name: "majority",
            position: "1-0-0-0-0-1-1-3-0-0-0-0-23-19-S",
            right: &["F"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "repetition",
            position: CHASE.0,
            prelude: CHASE.1,
            right: &["f"],
            claim: Claim::Repeats([24, 24]),
            ..PLAIN
        },
        Lesson {
            name: "board",
            setup: "pits=4,seeds=3",
            right: &["B"],
            claim: Claim::Leaves("3-0-4-4-4-3-3-3-0-0-N"),
            ..PLAIN
        },
        Lesson {
            name: "awari-slam",
            setup: "rules=awari",
            position: SLAM,
            right: &["E"],
            illegal: &["F"],
            claim: Claim::Only,
            ..PLAIN
        },
        Lesson {
            name: "awari-rest",
            setup: "rules=awari",
            position: "0-0-0-0-0-0-1-0-2-0-0-0-20-20-N",
            right: &["a", "c"],
            claim: Claim::Ends([20, 23]),
            ..PLAIN
        },
        Lesson {
            name: "awari-repetition",
            setup: "rules=awari",
            position: CHASE.0,
            prelude: CHASE.1,
            right: &["f"],
            claim: Claim::Repeats([24, 24]),
            ..PLAIN
        },
        Lesson {
            name: "francois-store",
            setup: "rules=francois",
            right: &["C", "D", "E", "F"],
            claim: Claim::Gains(1),
            ..PLAIN
        },
        Lesson {
            name: "francois-opposite",
            setup: "rules=francois",
            right: &["A", "B"],
            claim: Claim::Gains(4),
            ..PLAIN
        },
        Lesson {
            name: "francois-undo",
            setup: "rules=francois",
            position: "0-0-0-1-0-2-1-0-0-0-0-0-20-20-S",
            right: &["F"],
            claim: Claim::Leaves("0-0-0-1-0-2-1-0-0-0-0-0-20-20-N"),
            ..PLAIN
        },
        Lesson {
            name: "francois-illegal",
            setup: "rules=francois,undo=illegal",
            position: "0-0-0-1-0-2-1-0-0-0-0-0-20-20-S",
            right: &["D"],
            illegal: &["F"],
            claim: Claim::Only,
            ..PLAIN
        },
        Lesson { name: "kalah-again", setup: "rules=kalah", right: &["C"], claim: Claim::KeepsTurn, ..PLAIN },
        Lesson {
            name: "kalah-capture",
            setup: "rules=kalah",
            position: "1-0-0-0-0-5-0-0-0-0-3-1-19-19-S",
            right: &["A"],
            claim: Claim::Gains(4),
            ..PLAIN
        },
        Lesson {
            name: "kalah-origin",
            setup: "rules=kalah",
            position: "13-0-0-2-0-0-0-0-0-0-0-2-15-16-S",
            right: &["A"],
            claim: Claim::Gains(5),
            ..PLAIN
        },
        Lesson {
            name: "kalah-end",
            setup: "rules=kalah",
            position: "0-0-0-0-0-1-2-0-0-0-0-0-24-21-S",
            right: &["F"],
            claim: Claim::Ends([25, 23]),
            ..PLAIN
        },
        Lesson {
            name: "slam-legal",
            setup: "grand-slam=legal",
            position: SLAM,
            right: &["F"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "slam-illegal",
            setup: "grand-slam=illegal",
            position: SLAM,
            right: &["E"],
            illegal: &["F"],
            claim: Claim::Only,
            ..PLAIN
        },
        Lesson {
            name: "slam-rest",
            setup: "grand-slam=opponent-takes-rest",
            position: SLAM,
            right: &["F"],
            claim: Claim::Ends([24, 21]),
            ..PLAIN
        },
        Lesson {
            name: "slam-leave-first",
            setup: "grand-slam=leave-first",
            position: SLAM,
            right: &["F"],
            claim: Claim::Leaves("0-0-0-0-1-0-0-2-0-0-0-0-22-20-N"),
            ..PLAIN
        },
        Lesson {
            name: "slam-leave-last",
            setup: "grand-slam=leave-last",
            position: SLAM,
            right: &["F"],
            claim: Claim::Leaves("0-0-0-0-1-0-2-0-0-0-0-0-22-20-N"),
            ..PLAIN
        },
        Lesson {
            name: "slam-share",
            setup: "grand-slam=share",
            position: "0-0-0-3-0-2-1-1-0-0-0-0-20-20-S",
            right: &["F"],
            claim: Claim::Ends([25, 21]),
            ..PLAIN
        },
    ],
};
