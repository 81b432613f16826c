//! The lessons of Othello.

use super::{Claim, Course, Lesson, PLAIN};
use crate::strategies::Family;

pub(super) const COURSE: Course = Course {
    game: "othello",
    families: &[Family::Every, Family::Discs, Family::Playouts],
    files: &[],
    rules: &["move", "turning", "passing", "end", "boards"],
    lessons: &[
        Lesson {
            name: "bracket",
            position: "-----------------XOOO----O-------XO-OO------O------------------- X",
            right: &["f3"],
            illegal: &["g5"],
            claim: Claim::Gains(4),
            ..PLAIN
        },
        Lesson {
            name: "directions",
            position: "---------X-X-X----OOO----XO-OX----OOO----X-X-X-----------OX----- X",
            right: &["d4"],
            claim: Claim::Gains(9),
            ..PLAIN
        },
        Lesson {
            name: "corner",
            position: "-OOX-----O-------OX-----XXXOX------XO--------------------------- X",
            right: &["a1"],
            claim: Claim::Gets("a1"),
            ..PLAIN
        },
        Lesson {
            name: "pass",
            setup: "size=6",
            position: "-----X----XO-XXXOOXXXOXOXXOOXXXOOOOO X",
            right: &["pass"],
            claim: Claim::Only,
            ..PLAIN
        },
        Lesson {
            name: "stall",
            setup: "size=6",
            position: "----O-OOOO--O-XOO-OOOXO-OOXXXXOOXXXX X",
            right: &["b3"],
            claim: Claim::Stalls,
            ..PLAIN
        },
        Lesson {
            name: "end",
            setup: "size=6",
            position: "OOOO-XXX--O-XXXX-OXXXXO-XXXXX-XXXXXX X",
            right: &["f5"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "wipe-out",
            position: "------------------XO-------XO-------X--------------------------- X",
            right: &["e3"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "size-4",
            setup: "size=4",
            position: "-XO--XO-XXO-O-OX X",
            right: &["d1"],
            claim: Claim::Gets("d1"),
            ..PLAIN
        },
        Lesson {
            name: "size-6",
            setup: "size=6",
            position: "--OOO--OOOX--XOX---XXOXO-X-OXX-----X X",
            right: &["a1"],
            claim: Claim::Gets("a1"),
            ..PLAIN
        },
        Lesson {
            name: "size-10",
            setup: "size=10",
            position: "-----------------------XO--------XO-XO-O---XOXXXOO--OXOOXXXO--O-O-OX----O--O-O--------OOO----------- X",
            right: &["j10"],
            claim: Claim::Gets("j10"),
            ..PLAIN
        },
    ],
};
