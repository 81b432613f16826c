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
    rules: &[
        [
            "Your territory is all that hangs together with your start in one colour; it may be larger than one cell from the beginning.",
            "Votre territoire est tout ce qui tient à votre départ dans une seule couleur ; il peut compter plusieurs cases dès le début.",
        ],
        [
            "A turn is a colour or a pass. The whole territory takes the colour and grows by everything of it that it then touches.",
            "Un tour, c’est une couleur ou passer. Tout le territoire prend la couleur et s’étend à tout ce qu’il touche alors de cette couleur.",
        ],
        [
            "A colour must gain at least one cell, must not be forbidden to you, and must not be the opponent's while the territories touch.",
            "Une couleur doit gagner au moins une case, ne pas vous être interdite, et ne pas être celle de l’adversaire quand les territoires se touchent.",
        ],
        [
            "Passing is always allowed. Two passes in a row end the game; the larger territory wins.",
            "Passer est toujours permis. Deux passes de suite finissent la partie ; le plus grand territoire gagne.",
        ],
        [
            "It is played on a square, a donut, an H, a torus, or any graph from a file, with 2 to 8 colours.",
            "On joue sur un carré, un anneau, un H, un tore, ou tout graphe lu dans un fichier, avec 2 à 8 couleurs.",
        ],
    ],
    lessons: &[
        Lesson {
            name: "turn",
            title: ["The territory takes the colour", "Le territoire prend la couleur"],
            text: [
                "What counts is not how much of a colour touches you but how much hangs together behind it. Blue has two cells on your border, red one.",
                "Ce qui compte n’est pas combien de cases d’une couleur vous touchent, mais combien tiennent ensemble derrière. Le bleu a deux cases à votre frontière, le rouge une.",
            ],
            task: ["Gain four cells.", "Gagnez quatre cases."],
            setup: "width=4,colours=8",
            position: "YYBG/YBGG/RGGG/RRRV 1 0,15 - -",
            right: &["R"],
            claim: Claim::Gains(4),
            ..PLAIN
        },
        Lesson {
            name: "must-gain",
            title: ["A colour must gain", "Une couleur doit gagner"],
            text: [
                "Only colours that lie at your border may be chosen; the others cannot be pressed.",
                "Seules les couleurs de votre frontière peuvent être choisies ; les autres boutons sont éteints.",
            ],
            task: ["Take a cell.", "Prenez une case."],
            setup: "width=3,colours=6",
            position: "BRG/GYO/VOR 1 0,8 - -",
            right: &["R", "G"],
            illegal: &["B", "Y", "O", "V"],
            claim: Claim::Gains(1),
            ..PLAIN
        },
        Lesson {
            name: "opponent",
            title: ["Not the opponent's colour", "Pas la couleur de l’adversaire"],
            text: [
                "When the two territories touch, the opponent's colour is illegal: it would swallow the opponent. Orange is theirs here.",
                "Quand les deux territoires se touchent, la couleur de l’adversaire est illégale : elle l’avalerait. L’orange est à lui ici.",
            ],
            task: ["Take what is left to you.", "Prenez ce qui vous reste."],
            setup: "width=3,colours=6",
            position: "ROB/RBB/OOO 1 0,8 - -",
            right: &["B"],
            illegal: &["O"],
            claim: Claim::Gains(3),
            ..PLAIN
        },
        Lesson {
            name: "forbidden",
            title: ["Forbidden colours", "Couleurs interdites"],
            text: [
                "A setup may forbid each side some colours for the whole game (forbidden=2, or forbidden=R/-). Red is forbidden to you here: it is a wall.",
                "Un réglage peut interdire des couleurs à chaque camp pour toute la partie (forbidden=2, ou forbidden=R/-). Le rouge vous est interdit ici : c’est un mur.",
            ],
            task: ["Gain two cells without red.", "Gagnez deux cases sans le rouge."],
            setup: "width=3,colours=6",
            position: "BRR/GGR/YYO 1 0,8 R/- -",
            right: &["G"],
            illegal: &["R"],
            claim: Claim::Gains(2),
            ..PLAIN
        },
        Lesson {
            name: "end",
            title: ["Two passes end the game", "Deux passes finissent la partie"],
            text: [
                "The opponent has just passed, and you have eight cells against seven. One more pass and it is over.",
                "L’adversaire vient de passer, et vous avez huit cases contre sept. Encore une passe et c’est fini.",
            ],
            task: ["End the game.", "Terminez la partie."],
            setup: "width=4,colours=3",
            position: "BBBR/BBBR/BBRR/GRRR 1 0,15 - p",
            right: &["pass"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "obstacles",
            title: ["Holes and obstacles", "Trous et obstacles"],
            text: [
                "Holes and obstacles have no colour, are nobody's and block the way. Only one colour touches your start here; what lies behind the obstacles comes later.",
                "Les trous et les obstacles n’ont pas de couleur, ne sont à personne et barrent la route. Une seule couleur touche votre départ ici ; ce qui est derrière viendra plus tard.",
            ],
            task: ["Go around the obstacles.", "Contournez les obstacles."],
            setup: "width=4,colours=4",
            position: "B#GG/RR#G/GRRG/GGGY 1 0,15 - -",
            right: &["R"],
            claim: Claim::Gains(4),
            ..PLAIN
        },
        Lesson {
            name: "square",
            title: ["Graph: square", "Graphe : carré"],
            text: [
                "The plain lattice, each cell with four neighbours, and starts in opposite corners. Here colouring=symmetric makes both halves alike.",
                "Le damier simple, chaque case a quatre voisines, et les départs sont dans des coins opposés. Ici, colouring=symmetric rend les deux moitiés semblables.",
            ],
            task: ["Gain as much as you can.", "Gagnez le plus possible."],
            setup: "graph=square,width=6,colours=5,colouring=symmetric,seed=2",
            right: &["G"],
            claim: Claim::Best,
            ..PLAIN
        },
        Lesson {
            name: "cyclic",
            title: ["Colouring: cyclic", "Coloriage cyclique"],
            text: [
                "With colouring=cyclic the colours follow each other cell by cell, row after row. It is the same board for everybody, without chance.",
                "Avec colouring=cyclic, les couleurs se suivent case par case, ligne après ligne. C’est le même plateau pour tous, sans hasard.",
            ],
            task: ["Gain two cells with one colour.", "Gagnez deux cases d’une couleur."],
            setup: "width=5,colours=4,colouring=cyclic",
            right: &["R"],
            claim: Claim::Gains(2),
            ..PLAIN
        },
        Lesson {
            name: "donut",
            title: ["Graph: donut", "Graphe : anneau"],
            text: [
                "The middle of the board is a hole: both sides must go around it. The width is a multiple of three.",
                "Le milieu du plateau est un trou : chacun doit en faire le tour. La largeur est un multiple de trois.",
            ],
            task: ["Gain two cells.", "Gagnez deux cases."],
            setup: "graph=donut,width=6,colours=5,seed=2",
            right: &["G"],
            claim: Claim::Gains(2),
            ..PLAIN
        },
        Lesson {
            name: "hgraph",
            title: ["Graph: H", "Graphe : H"],
            text: [
                "Two holes, above and below, leave the shape of an H: whoever holds the bridge in the middle holds the board.",
                "Deux trous, en haut et en bas, laissent la forme d’un H : qui tient le pont du milieu tient le plateau.",
            ],
            task: ["Gain two cells.", "Gagnez deux cases."],
            setup: "graph=hgraph,width=6,colours=5,seed=2",
            right: &["G"],
            claim: Claim::Gains(2),
            ..PLAIN
        },
        Lesson {
            name: "torus",
            title: ["Graph: torus", "Graphe : tore"],
            text: [
                "The edges are joined: what leaves the board on the left comes in on the right, and above is below. The second start is in the middle.",
                "Les bords se rejoignent : ce qui sort à gauche rentre à droite, et le haut touche le bas. Le second départ est au milieu.",
            ],
            task: ["Take three cells across the edge.", "Prenez trois cases par-dessus le bord."],
            setup: "graph=torus,width=4,colours=5",
            position: "BGYR/YGYG/GYOY/RRYG 1 0,10 - -",
            right: &["R"],
            claim: Claim::Gains(3),
            ..PLAIN
        },
        Lesson {
            name: "file",
            title: ["Any graph from a file", "Tout graphe lu dans un fichier"],
            text: [
                "A graph file lists vertices, edges and starts (graph=FILE). What is joined by a line touches; a vertex may have any number of neighbours.",
                "Un fichier de graphe donne des sommets, des arêtes et des départs (graph=FICHIER). Ce qu’un trait relie se touche ; un sommet peut avoir autant de voisins qu’on veut.",
            ],
            task: ["Gain as much as you can.", "Gagnez le plus possible."],
            setup: "graph=wheel,colours=4,seed=5",
            right: &["R"],
            claim: Claim::Best,
            ..PLAIN
        },
    ],
};
