//! The lessons of Seven Colours.

use super::{Claim, Course, Lesson, PLAIN};
use crate::strategies::Family;

pub(super) const COURSE: Course = Course {
    game: "seven-colours",
    families: &[Family::Every, Family::Territory, Family::Zones],
    files: &[],
    rules: &[
        [
            "The board is a square of coloured cells. First starts in the top right corner, Second in the bottom left one.",
            "Le plateau est un carré de cases colorées. Le premier part du coin en haut à droite, le second du coin en bas à gauche.",
        ],
        [
            "A turn is a colour: every free cell of it that touches your zone is yours, and every one that touches a cell taken in the same turn.",
            "Un tour, c’est une couleur : toute case libre de cette couleur qui touche votre zone est à vous, et toute case qui touche une case prise dans le même tour.",
        ],
        [
            "Any colour may be chosen, even one that gains nothing. What is owned is never lost.",
            "Toute couleur peut être choisie, même si elle ne gagne rien. Ce qui est pris ne se perd jamais.",
        ],
        [
            "The game ends when a side owns more than half of the cells, or when nothing is left to take. More cells win; as many are a draw.",
            "La partie finit quand un camp possède plus de la moitié des cases, ou quand il n’y a plus rien à prendre. Le plus de cases gagne ; autant, c’est nul.",
        ],
        [
            "Boards have 2 to 1000 rows and 1 to 26 colours; they may be mirrored, have obstacles, and count or give away what is enclosed.",
            "Les plateaux ont de 2 à 1000 lignes et de 1 à 26 couleurs ; ils peuvent être symétriques, avoir des obstacles, et compter ou donner ce qui est enfermé.",
        ],
    ],
    lessons: &[
        Lesson {
            name: "turn",
            title: ["A turn is a colour", "Un tour, une couleur"],
            text: [
                "A colour takes all of it that hangs together with your zone, round every corner. It does not jump over other colours.",
                "Une couleur prend tout ce qui tient à votre zone, même au-delà des coins. Elle ne saute pas par-dessus les autres.",
            ],
            task: ["Take five cells at once.", "Prenez cinq cases d’un coup."],
            setup: "size=4,colours=3",
            position: "BAA^/BABB/CAAB/vCCC ^",
            right: &["A"],
            claim: Claim::Gains(5),
            ..PLAIN
        },
        Lesson {
            name: "waste",
            title: ["A wasted turn", "Un tour perdu"],
            text: [
                "A colour that touches nothing of yours is legal and gains nothing: you have only let the other side move.",
                "Une couleur qui ne touche rien à vous est légale et ne gagne rien : vous avez seulement laissé jouer l’autre.",
            ],
            task: ["Waste your turn.", "Perdez votre tour."],
            setup: "size=4,colours=4",
            position: "ABA^/BABA/CDCB/vBAC ^",
            right: &["B", "C", "D"],
            claim: Claim::Gains(0),
            ..PLAIN
        },
        Lesson {
            name: "majority",
            title: ["More than half ends the game", "Plus de la moitié termine la partie"],
            text: [
                "There are 16 cells here: with nine of them you have won, whatever is left. Eight are not enough.",
                "Il y a 16 cases ici : avec neuf, vous avez gagné, quoi qu’il reste. Huit ne suffisent pas.",
            ],
            task: ["Win now.", "Gagnez tout de suite."],
            setup: "size=4,colours=4",
            position: "AA^^/AB^^/vB^^/vvvC ^",
            right: &["A"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "nothing-left",
            title: ["Nothing left to take", "Plus rien à prendre"],
            text: [
                "When no free cell can be taken any more, the game ends too, and more cells win. Exactly half is no majority: it is a draw.",
                "Quand plus aucune case libre ne peut être prise, la partie finit aussi, et le plus de cases gagne. La moitié juste n’est pas une majorité : c’est nul.",
            ],
            task: ["Take the last cell and draw.", "Prenez la dernière case et faites nulle."],
            setup: "size=4,colours=3",
            position: "^^^^/^^^C/vvvv/vvvv ^",
            right: &["C"],
            claim: Claim::Draws,
            ..PLAIN
        },
        Lesson {
            name: "symmetric",
            title: ["Symmetric boards", "Plateaux symétriques"],
            text: [
                "By default the board is mirrored across the diagonal between the starts: both sides find the same around them, and only the first move is an advantage.",
                "Par défaut, le plateau est le miroir de lui-même de part et d’autre de la diagonale qui sépare les départs : chacun trouve la même chose autour de soi, et seul le premier coup avantage.",
            ],
            task: [
                "Choose the colour that gains most. The other side has the very same choice.",
                "Choisissez la couleur qui gagne le plus. L’autre a exactement le même choix.",
            ],
            setup: "size=6,board=symmetric,seed=2",
            right: &["A"],
            claim: Claim::Best,
            ..PLAIN
        },
        Lesson {
            name: "obstacles",
            title: ["Obstacles", "Les obstacles"],
            text: [
                "Obstacles block the way and do not count: half means half of the other cells. Eleven cells count here, so six are enough.",
                "Les obstacles barrent la route et ne comptent pas : la moitié, c’est la moitié des autres cases. Onze cases comptent ici, six suffisent donc.",
            ],
            task: ["Win with six cells.", "Gagnez avec six cases."],
            setup: "size=4,colours=3",
            position: "##^^/##B^/v#BA/vvAA ^",
            right: &["A"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "enclosed",
            title: ["Variant: enclosed cells count", "Variante : les cases enfermées comptent"],
            text: [
                "With enclosed=yes, free cells that only one side can still reach count for it when the end is judged: there is no need to fill them.",
                "Avec enclosed=yes, les cases libres qu’un seul camp peut encore atteindre comptent pour lui quand la fin est jugée : inutile de les remplir.",
            ],
            task: ["Cut the board in two and win.", "Coupez le plateau en deux et gagnez."],
            setup: "size=5,colours=5,enclosed=yes",
            position: "AB^^^/AB^DE/BA^ED/ABCDE/vACED ^",
            right: &["C"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "capture-enclosed",
            title: ["Variant: islands are captured", "Variante : les îles sont prises"],
            text: [
                "With capture-enclosed=yes, islands that only one side can reach become that side's at the end of every turn, for both sides, as in Go. \
                 You play from the bottom left here.",
                "Avec capture-enclosed=yes, les îles qu’un seul camp peut atteindre lui reviennent à la fin de chaque tour, pour les deux camps, comme au go. \
                 Ici, vous jouez en bas à gauche.",
            ],
            task: ["Gain eight cells, an island among them.", "Gagnez huit cases, dont une île."],
            setup: "size=5,colours=7,capture-enclosed=yes",
            position: "AB^F^/AB^^^/DDDDD/vGGGG/vCCGG v",
            right: &["G"],
            claim: Claim::Gains(8),
            ..PLAIN
        },
        Lesson {
            name: "few-colours",
            title: ["How many colours", "Combien de couleurs"],
            text: [
                "There may be 1 to 26 colours. The fewer there are, the more each turn takes, and the more the first move is worth.",
                "Il peut y avoir de 1 à 26 couleurs. Moins il y en a, plus chaque tour prend, et plus le premier coup vaut.",
            ],
            task: ["With two colours: win in one turn.", "Avec deux couleurs : gagnez en un tour."],
            setup: "size=3,colours=2",
            position: "AA^/BAA/vBB ^",
            right: &["A"],
            claim: Claim::Wins,
            ..PLAIN
        },
    ],
};
