//! The lessons of Flood.

use super::{Claim, Course, Lesson, PLAIN};
use crate::strategies::Family;

/// A wheel: a hub, six vertices around it, and a tail.
const WHEEL: &str = "vertices 8\nedge 0 1\nedge 0 2\nedge 0 3\nedge 0 4\nedge 0 5\nedge 0 6\nedge 1 2\nedge 2 3\nedge 3 4\n\
                                edge 4 5\nedge 5 6\nedge 6 1\nedge 4 7\nstarts 1 7\nplace 0 1.8 1.5\nplace 1 0 1.5\nplace 2 0.9 0\n\
                                place 3 2.7 0\nplace 4 3.6 1.5\nplace 5 2.7 3\nplace 6 0.9 3\nplace 7 5 1.5\n";

pub(super) const COURSE: Course = Course {
    game: "flood",
    families: &[Family::Every, Family::Territory, Family::Graphs],
    files: &[("wheel", WHEEL)],
    rules: &["territory", "turn", "legal-colours", "end", "boards"],
    lessons: &[
        Lesson {
            name: "turn",
            setup: "width=4,colours=8",
            position: "YYBG/YBGG/RGGG/RRRV 1 0,15 - -",
            right: &["R"],
            claim: Claim::Gains(4),
            ..PLAIN
        },
        Lesson {
            name: "must-gain",
            setup: "width=3,colours=6",
            position: "BRG/GYO/VOR 1 0,8 - -",
            right: &["R", "G"],
            illegal: &["B", "Y", "O", "V"],
            claim: Claim::Gains(1),
            ..PLAIN
        },
        Lesson {
            name: "opponent",
            setup: "width=3,colours=6",
            position: "ROB/RBB/OOO 1 0,8 - -",
            right: &["B"],
            illegal: &["O"],
            claim: Claim::Gains(3),
            ..PLAIN
        },
        Lesson {
            name: "forbidden",
            setup: "width=3,colours=6",
            position: "BRR/GGR/YYO 1 0,8 R/- -",
            right: &["G"],
            illegal: &["R"],
            claim: Claim::Gains(2),
            ..PLAIN
        },
        Lesson {
            name: "end",
            setup: "width=4,colours=3",
            position: "BBBR/BBBR/BBRR/GRRR 1 0,15 - p",
            right: &["pass"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "obstacles",
            setup: "width=4,colours=4",
            position: "B#GG/RR#G/GRRG/GGGY 1 0,15 - -",
            right: &["R"],
            claim: Claim::Gains(4),
            ..PLAIN
        },
        Lesson {
            name: "square",
            setup: "graph=square,width=6,colours=5,colouring=symmetric,seed=2",
            right: &["G"],
            claim: Claim::Best,
            ..PLAIN
        },
        Lesson {
            name: "cyclic",
            setup: "width=5,colours=4,colouring=cyclic",
            right: &["R"],
            claim: Claim::Gains(2),
            ..PLAIN
        },
        Lesson {
            name: "donut",
            setup: "graph=donut,width=6,colours=5,seed=2",
            right: &["G"],
            claim: Claim::Gains(2),
            ..PLAIN
        },
        Lesson {
            name: "hgraph",
            setup: "graph=hgraph,width=6,colours=5,seed=2",
            right: &["G"],
            claim: Claim::Gains(2),
            ..PLAIN
        },
        Lesson {
            name: "torus",
            setup: "graph=torus,width=4,colours=5",
            position: "BGYR/YGYG/GYOY/RRYG 1 0,10 - -",
            right: &["R"],
            claim: Claim::Gains(3),
            ..PLAIN
        },
        Lesson { name: "file", setup: "graph=wheel,colours=4,seed=5", right: &["R"], claim: Claim::Best, ..PLAIN },
    ],
};
