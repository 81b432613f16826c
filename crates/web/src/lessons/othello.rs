//! The lessons of Othello.

use super::{Claim, Course, Lesson, PLAIN};
use crate::strategies::Family;

pub(super) const COURSE: Course = Course {
    game: "othello",
    families: &[Family::Every, Family::Discs, Family::Playouts],
    files: &[],
    rules: &[
        [
            "Black begins. A move puts a disc of your colour on an empty square so that it brackets discs of the other colour in a straight line.",
            "Noir commence. Un coup pose un pion de votre couleur sur une case vide, de sorte que des pions adverses soient encadrés en ligne droite.",
        ],
        [
            "All bracketed discs turn over, in all eight directions. A move that turns nothing is not legal.",
            "Tous les pions encadrés se retournent, dans les huit directions. Un coup qui ne retourne rien n’est pas légal.",
        ],
        [
            "Whoever has no legal move passes; passing is never a choice.",
            "Qui n’a pas de coup légal passe ; passer n’est jamais un choix.",
        ],
        [
            "The game ends when neither side can move, even if squares are empty. More discs win.",
            "La partie finit quand aucun camp ne peut jouer, même s’il reste des cases vides. Le plus de pions gagne.",
        ],
        [
            "Boards of 4, 6, 8 and 10 squares a side. Solvers give the empty squares to the winner; results count discs as they stand.",
            "Plateaux de 4, 6, 8 et 10 cases de côté. Les solveurs donnent les cases vides au gagnant ; les résultats comptent les pions tels quels.",
        ],
    ],
    lessons: &[
        Lesson {
            name: "bracket",
            title: ["Take between two discs", "Prendre entre deux pions"],
            text: [
                "White discs that lie without a gap between the new disc and another black one turn over. The gap in row 5 protects its discs.",
                "Les pions blancs placés sans trou entre le nouveau pion et un autre pion noir se retournent. Le trou de la ligne 5 protège les siens.",
            ],
            task: ["Turn three discs.", "Retournez trois pions."],
            position: "-----------------XOOO----O-------XO-OO------O------------------- X",
            right: &["f3"],
            illegal: &["g5"],
            claim: Claim::Gains(4),
            ..PLAIN
        },
        Lesson {
            name: "directions",
            title: ["In every direction", "Dans chaque direction"],
            text: [
                "One disc can bracket along rows, columns and diagonals at the same time. Only lines through the new disc count.",
                "Un pion peut encadrer à la fois le long des lignes, des colonnes et des diagonales. Seules les lignes passant par le nouveau pion comptent.",
            ],
            task: ["Turn eight discs with one move.", "Retournez huit pions d’un coup."],
            position: "---------X-X-X----OOO----XO-OX----OOO----X-X-X-----------OX----- X",
            right: &["d4"],
            claim: Claim::Gains(9),
            ..PLAIN
        },
        Lesson {
            name: "corner",
            title: ["A corner is for good", "Un coin est définitif"],
            text: [
                "Nothing lies beyond a corner, so a disc there can never be bracketed, nor can a full edge that grows from it.",
                "Rien n’est au-delà d’un coin : un pion qui s’y trouve n’est jamais encadré, ni le bord plein qui en part.",
            ],
            task: ["Take the corner.", "Prenez le coin."],
            position: "-OOX-----O-------OX-----XXXOX------XO--------------------------- X",
            right: &["a1"],
            claim: Claim::Gets("a1"),
            ..PLAIN
        },
        Lesson {
            name: "pass",
            title: ["Nothing to play: pass", "Rien à jouer : passer"],
            text: [
                "Black brackets nothing here and must pass; White goes on. In a game the referee plays such passes by itself.",
                "Noir n’encadre rien ici et doit passer ; Blanc continue. Dans une partie, l’arbitre joue ces passes lui-même.",
            ],
            task: ["Play the only move there is.", "Jouez le seul coup possible."],
            setup: "size=6",
            position: "-----X----XO-XXXOOXXXOXOXXOOXXXOOOOO X",
            right: &["pass"],
            claim: Claim::Only,
            ..PLAIN
        },
        Lesson {
            name: "stall",
            title: ["Make the opponent pass", "Faire passer l’adversaire"],
            text: [
                "A move after which the opponent has none is as good as two moves in a row.",
                "Un coup après lequel l’adversaire n’en a aucun vaut deux coups de suite.",
            ],
            task: ["Leave White without a move.", "Laissez Blanc sans coup."],
            setup: "size=6",
            position: "----O-OOOO--O-XOO-OOOXO-OOXXXXOOXXXX X",
            right: &["b3"],
            claim: Claim::Stalls,
            ..PLAIN
        },
        Lesson {
            name: "end",
            title: ["The end", "La fin"],
            text: [
                "When neither side can move the game is over, empty squares or not, and the discs are counted as they stand.",
                "Quand aucun camp ne peut jouer, la partie est finie, cases vides ou non, et les pions sont comptés tels quels.",
            ],
            task: ["End the game and win.", "Terminez la partie et gagnez."],
            setup: "size=6",
            position: "OOOO-XXX--O-XXXX-OXXXXO-XXXXX-XXXXXX X",
            right: &["f5"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "wipe-out",
            title: ["Nothing left to turn", "Plus rien à retourner"],
            text: [
                "A side without discs can never move again: the game ends at once.",
                "Un camp sans pions ne peut plus jamais jouer : la partie finit aussitôt.",
            ],
            task: ["Turn White's last discs together.", "Retournez ensemble les derniers pions blancs."],
            position: "------------------XO-------XO-------X--------------------------- X",
            right: &["e3"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "size-4",
            title: ["Size 4", "Taille 4"],
            text: [
                "The smallest board, solved long ago: White wins it with perfect play. The rules are the same.",
                "Le plus petit plateau, résolu depuis longtemps : Blanc le gagne en jouant parfaitement. Les règles sont les mêmes.",
            ],
            task: ["Take a corner.", "Prenez un coin."],
            setup: "size=4",
            position: "-XO--XO-XXO-O-OX X",
            right: &["d1"],
            claim: Claim::Gets("d1"),
            ..PLAIN
        },
        Lesson {
            name: "size-6",
            title: ["Size 6", "Taille 6"],
            text: [
                "Six squares a side make a short game that a program can see to the end. It is solved too.",
                "Six cases de côté font une partie courte qu’un programme voit jusqu’au bout. Elle est résolue aussi.",
            ],
            task: ["Take the corner a1.", "Prenez le coin a1."],
            setup: "size=6",
            position: "--OOO--OOOX--XOX---XXOXO-X-OXX-----X X",
            right: &["a1"],
            claim: Claim::Gets("a1"),
            ..PLAIN
        },
        Lesson {
            name: "size-10",
            title: ["Size 10", "Taille 10"],
            text: [
                "The largest board: more room for the middle game, columns a to j.",
                "Le plus grand plateau : plus de place pour le milieu de partie, colonnes de a à j.",
            ],
            task: ["Take the corner j10.", "Prenez le coin j10."],
            setup: "size=10",
            position: "-----------------------XO--------XO-XO-O---XOXXXOO--OXOOXXXO--O-O-OX----O--O-O--------OOO----------- X",
            right: &["j10"],
            claim: Claim::Gets("j10"),
            ..PLAIN
        },
    ],
};
