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
    rules: &[
        [
            "Each side has six pits with four seeds and a store. A turn takes all seeds of one of your pits and sows them one by one, anticlockwise.",
            "Chaque camp a six cases de quatre graines et une réserve. Un tour prend toutes les graines d’une de vos cases et les sème une à une, en sens inverse des aiguilles.",
        ],
        [
            "If the last seed makes two or three in a pit of the other side, they are yours, and so are those of the pits just before it as long as they hold two or three.",
            "Si la dernière graine fait deux ou trois dans une case adverse, elles sont à vous, ainsi que celles des cases juste avant tant qu’elles en ont deux ou trois.",
        ],
        [
            "A capture that would take everything the other side has takes nothing. An opponent without seeds must be fed if possible.",
            "Une prise qui enlèverait tout à l’adversaire ne prend rien. Un adversaire sans graines doit être nourri si c’est possible.",
        ],
        [
            "More than half of the seeds wins. When nobody can go on, or a position comes back, each side keeps its own row.",
            "Plus de la moitié des graines gagne. Quand on ne peut plus continuer, ou qu’une position revient, chacun garde sa rangée.",
        ],
        [
            "These are the rules called abapa. awari, francois and kalah differ from them as shown below, and every rule can be chosen by itself.",
            "Ce sont les règles dites abapa. awari, francois et kalah en diffèrent comme on le voit plus bas, et chaque règle peut être choisie à part.",
        ],
    ],
    lessons: &[
        Lesson {
            name: "sow",
            title: ["Sowing", "Semer"],
            text: [
                "The seeds of a pit go one by one into the pits that follow, anticlockwise: along your row to the right, then along the other row to the left.",
                "Les graines d’une case vont une à une dans les cases qui suivent, en sens inverse des aiguilles : le long de votre rangée vers la droite, puis de l’autre vers la gauche.",
            ],
            task: ["Let your last seed fall into pit b.", "Faites tomber votre dernière graine dans la case b."],
            right: &["D"],
            claim: Claim::Leaves("4-4-4-0-5-5-5-5-4-4-4-4-0-0-N"),
            ..PLAIN
        },
        Lesson {
            name: "skip",
            title: ["A long sowing skips its pit", "Un long semis saute sa case"],
            text: [
                "With twelve seeds or more the sowing comes back to where it began. That pit is skipped and stays empty.",
                "Avec douze graines ou plus, le semis revient à son point de départ. Cette case est sautée et reste vide.",
            ],
            task: ["Sow once around the board.", "Semez tout autour du plateau."],
            position: "12-0-0-2-0-0-1-4-0-4-0-0-12-13-S",
            right: &["A"],
            claim: Claim::Leaves("0-2-1-3-1-1-2-5-1-5-1-1-12-13-N"),
            ..PLAIN
        },
        Lesson {
            name: "capture",
            title: ["Capture", "La prise"],
            text: [
                "The last seed decides: if it makes two or three in a pit of the other row, you take them. On your own row nothing is taken.",
                "La dernière graine décide : si elle fait deux ou trois dans une case de l’autre rangée, vous les prenez. Sur votre propre rangée, rien n’est pris.",
            ],
            task: ["Capture three seeds.", "Prenez trois graines."],
            position: "1-0-0-1-2-0-2-5-1-4-4-0-13-15-S",
            right: &["E"],
            claim: Claim::Gains(3),
            ..PLAIN
        },
        Lesson {
            name: "chain",
            title: ["A chain of captures", "Une chaîne de prises"],
            text: [
                "After a capture the pit before it is looked at too, and so on backwards along the row, as long as there are two or three seeds.",
                "Après une prise, on regarde aussi la case d’avant, et ainsi de suite à reculons sur la rangée, tant qu’il y a deux ou trois graines.",
            ],
            task: ["Capture seven seeds.", "Prenez sept graines."],
            position: "1-0-2-0-0-3-1-2-1-4-4-0-15-15-S",
            right: &["F"],
            claim: Claim::Gains(7),
            ..PLAIN
        },
        Lesson {
            name: "chain-stops",
            title: ["Where the chain stops", "Où la chaîne s’arrête"],
            text: [
                "A pit with another number of seeds ends the chain, and those before it are safe.",
                "Une case qui a un autre nombre de graines arrête la chaîne, et celles d’avant sont sauves.",
            ],
            task: ["Capture five seeds: pit a is safe.", "Prenez cinq graines : la case a est sauve."],
            position: "1-0-2-0-0-3-3-1-2-5-0-0-15-16-S",
            right: &["F"],
            claim: Claim::Leaves("1-0-2-0-0-0-4-0-0-5-0-0-20-16-N"),
            ..PLAIN
        },
        Lesson {
            name: "grand-slam",
            title: ["Grand slam", "Le grand chelem"],
            text: [
                "A capture that would take every seed the opponent has is legal, but takes nothing: the seeds stay where they were sown.",
                "Une prise qui enlèverait toutes les graines de l’adversaire est légale, mais ne prend rien : les graines restent où elles ont été semées.",
            ],
            task: ["Try to take everything, and see.", "Essayez de tout prendre, et voyez."],
            position: SLAM,
            right: &["F"],
            claim: Claim::Leaves("0-0-0-0-1-0-2-2-0-0-0-0-20-20-N"),
            ..PLAIN
        },
        Lesson {
            name: "feed",
            title: ["Feed the opponent", "Nourrir l’adversaire"],
            text: [
                "When the other side has no seeds, only moves that give it some are legal. A and C stay on your own row here.",
                "Quand l’autre n’a plus de graines, seuls les coups qui lui en donnent sont légaux. A et C restent ici sur votre rangée.",
            ],
            task: ["Feed North.", "Nourrissez Nord."],
            position: "1-0-3-0-0-1-0-0-0-0-0-0-20-20-S",
            right: &["F"],
            illegal: &["A", "C"],
            claim: Claim::Only,
            ..PLAIN
        },
        Lesson {
            name: "stuck",
            title: ["Nobody can go on", "Plus personne ne peut continuer"],
            text: [
                "Here you are North, with one seed left. After it South cannot feed you: the game ends, and each side keeps its own row.",
                "Ici vous êtes Nord, avec une seule graine. Après elle, Sud ne peut pas vous nourrir : la partie finit, et chacun garde sa rangée.",
            ],
            task: ["Play your last seed.", "Jouez votre dernière graine."],
            position: "2-0-0-0-0-0-0-0-0-0-0-1-22-23-N",
            right: &["f"],
            claim: Claim::Ends([25, 23]),
            ..PLAIN
        },
        Lesson {
            name: "majority",
            title: ["More than half wins", "Plus de la moitié gagne"],
            text: [
                "There are 48 seeds: whoever has 25 in store has won. 24 against 24 is a draw.",
                "Il y a 48 graines : qui en a 25 en réserve a gagné. 24 contre 24, c’est nul.",
            ],
            task: ["Win with one capture.", "Gagnez d’une prise."],
            position: "1-0-0-0-0-1-1-3-0-0-0-0-23-19-S",
            right: &["F"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "repetition",
            title: ["A position that comes back", "Une position qui revient"],
            text: [
                "Two single seeds have chased each other around the board. When a position comes back with nothing captured meanwhile, the game ends and each \
                 side keeps its own row. You are North.",
                "Deux graines se sont poursuivies autour du plateau. Quand une position revient sans prise entre-temps, la partie finit et chacun garde sa \
                 rangée. Vous êtes Nord.",
            ],
            task: ["Bring the position back.", "Faites revenir la position."],
            position: CHASE.0,
            prelude: CHASE.1,
            right: &["f"],
            claim: Claim::Repeats([24, 24]),
            ..PLAIN
        },
        Lesson {
            name: "board",
            title: ["Other boards", "D’autres plateaux"],
            text: [
                "Pits and seeds are parameters: here four pits a side with three seeds each (pits=4,seeds=3).",
                "Les cases et les graines se règlent : ici quatre cases par camp, de trois graines chacune (pits=4,seeds=3).",
            ],
            task: ["Let your last seed fall into pit a.", "Faites tomber votre dernière graine dans la case a."],
            setup: "pits=4,seeds=3",
            right: &["B"],
            claim: Claim::Leaves("3-0-4-4-4-3-3-3-0-0-N"),
            ..PLAIN
        },
        Lesson {
            name: "awari-slam",
            title: ["awari: no grand slam", "awari : pas de grand chelem"],
            text: [
                "Under awari a move that leaves the opponent without seeds is illegal while some other move leaves one.",
                "Avec awari, un coup qui laisse l’adversaire sans graines est illégal tant qu’un autre coup lui en laisse.",
            ],
            task: ["Play what is left.", "Jouez ce qui reste."],
            setup: "rules=awari",
            position: SLAM,
            right: &["E"],
            illegal: &["F"],
            claim: Claim::Only,
            ..PLAIN
        },
        Lesson {
            name: "awari-rest",
            title: ["awari: the opponent takes the rest", "awari : l’adversaire prend le reste"],
            text: [
                "Under awari play goes on when nobody can be fed, and a side whose own row is empty at its turn loses all that is left to the opponent. You are North.",
                "Avec awari, on joue encore quand on ne peut nourrir, et le camp dont la rangée est vide à son tour laisse tout le reste à l’adversaire. Vous êtes Nord.",
            ],
            task: ["Play on: South has nothing left.", "Continuez : Sud n’a plus rien."],
            setup: "rules=awari",
            position: "0-0-0-0-0-0-1-0-2-0-0-0-20-20-N",
            right: &["a", "c"],
            claim: Claim::Ends([20, 23]),
            ..PLAIN
        },
        Lesson {
            name: "awari-repetition",
            title: ["awari: repetition splits the rest", "awari : la répétition partage le reste"],
            text: [
                "Under awari the seeds on the board are halved when a position comes back; an odd one is nobody's. You are North.",
                "Avec awari, les graines du plateau sont partagées quand une position revient ; une graine impaire n’est à personne. Vous êtes Nord.",
            ],
            task: ["Bring the position back.", "Faites revenir la position."],
            setup: "rules=awari",
            position: CHASE.0,
            prelude: CHASE.1,
            right: &["f"],
            claim: Claim::Repeats([24, 24]),
            ..PLAIN
        },
        Lesson {
            name: "francois-store",
            title: ["francois: your store is sown", "francois : la réserve est semée"],
            text: [
                "Under francois a seed falls into your own store when the sowing passes it; the other store is skipped. A last seed there does nothing more.",
                "Avec francois, une graine tombe dans votre réserve quand le semis y passe ; l’autre réserve est sautée. Une dernière graine n’y fait rien de plus.",
            ],
            task: ["Bring one seed home.", "Rentrez une graine."],
            setup: "rules=francois",
            right: &["C", "D", "E", "F"],
            claim: Claim::Gains(1),
            ..PLAIN
        },
        Lesson {
            name: "francois-opposite",
            title: ["francois: the pit opposite", "francois : la case d’en face"],
            text: [
                "Under francois a last seed on your own row takes the pit opposite, whatever was in yours. The last seed stays where it fell.",
                "Avec francois, une dernière graine sur votre rangée prend la case d’en face, quoi que la vôtre ait contenu. La dernière graine reste où elle est tombée.",
            ],
            task: ["Capture four seeds.", "Prenez quatre graines."],
            setup: "rules=francois",
            right: &["A", "B"],
            claim: Claim::Gains(4),
            ..PLAIN
        },
        Lesson {
            name: "francois-undo",
            title: ["francois: starving is undone", "francois : affamer est annulé"],
            text: [
                "Under francois a move that would leave the opponent without seeds is taken back, stores included, and the turn is spent. You win with 25 or more.",
                "Avec francois, un coup qui laisserait l’adversaire sans graines est annulé, réserves comprises, et le tour est perdu. On gagne avec 25 ou plus.",
            ],
            task: ["Try to starve North, and see.", "Essayez d’affamer Nord, et voyez."],
            setup: "rules=francois",
            position: "0-0-0-1-0-2-1-0-0-0-0-0-20-20-S",
            right: &["F"],
            claim: Claim::Leaves("0-0-0-1-0-2-1-0-0-0-0-0-20-20-N"),
            ..PLAIN
        },
        Lesson {
            name: "francois-illegal",
            title: ["francois with undo=illegal", "francois avec undo=illegal"],
            text: [
                "The other reading of the same report: a move that starves the opponent may not be played at all.",
                "L’autre lecture du même rapport : un coup qui affame l’adversaire ne peut pas être joué du tout.",
            ],
            task: ["Play what is left.", "Jouez ce qui reste."],
            setup: "rules=francois,undo=illegal",
            position: "0-0-0-1-0-2-1-0-0-0-0-0-20-20-S",
            right: &["D"],
            illegal: &["F"],
            claim: Claim::Only,
            ..PLAIN
        },
        Lesson {
            name: "kalah-again",
            title: ["kalah: play again", "kalah : rejouer"],
            text: [
                "In kalah your store is sown too, and a last seed that falls into it gives you another turn.",
                "Au kalah, votre réserve est semée aussi, et une dernière graine qui y tombe vous fait rejouer.",
            ],
            task: ["Get another turn.", "Obtenez un autre tour."],
            setup: "rules=kalah",
            right: &["C"],
            claim: Claim::KeepsTurn,
            ..PLAIN
        },
        Lesson {
            name: "kalah-capture",
            title: ["kalah: from an empty pit", "kalah : depuis une case vide"],
            text: [
                "In kalah a last seed in an empty pit of your own takes itself and the pit opposite, if that is not empty. Twos and threes are not captured.",
                "Au kalah, une dernière graine dans une case vide à vous se prend elle-même avec la case d’en face, si celle-ci n’est pas vide. Deux et trois ne se prennent pas.",
            ],
            task: ["Capture four seeds.", "Prenez quatre graines."],
            setup: "rules=kalah",
            position: "1-0-0-0-0-5-0-0-0-0-3-1-19-19-S",
            right: &["A"],
            claim: Claim::Gains(4),
            ..PLAIN
        },
        Lesson {
            name: "kalah-origin",
            title: ["kalah: the origin is sown", "kalah : la case de départ est semée"],
            text: [
                "In kalah a long sowing leaves a seed in the pit it began in. Thirteen seeds end exactly there, in a pit that was just emptied.",
                "Au kalah, un long semis laisse une graine dans sa case de départ. Treize graines finissent juste là, dans une case qu’on vient de vider.",
            ],
            task: ["Sow thirteen seeds and capture.", "Semez treize graines et prenez."],
            setup: "rules=kalah",
            position: "13-0-0-2-0-0-0-0-0-0-0-2-15-16-S",
            right: &["A"],
            claim: Claim::Gains(5),
            ..PLAIN
        },
        Lesson {
            name: "kalah-end",
            title: ["kalah: an empty row", "kalah : une rangée vide"],
            text: [
                "Kalah ends as soon as one row is empty, whoever is to move, and each side keeps its own row. There is no feeding and no majority.",
                "Le kalah finit dès qu’une rangée est vide, quel que soit le trait, et chacun garde sa rangée. On ne nourrit pas et il n’y a pas de majorité.",
            ],
            task: ["Empty your row.", "Videz votre rangée."],
            setup: "rules=kalah",
            position: "0-0-0-0-0-1-2-0-0-0-0-0-24-21-S",
            right: &["F"],
            claim: Claim::Ends([25, 23]),
            ..PLAIN
        },
        Lesson {
            name: "slam-legal",
            title: ["grand-slam=legal", "Avec grand-slam=legal"],
            text: [
                "What a grand slam does can be chosen. Here it is legal and captures everything.",
                "On peut choisir ce que fait un grand chelem. Ici, il est légal et prend tout.",
            ],
            task: ["Take everything North has.", "Prenez tout ce qu’a Nord."],
            setup: "grand-slam=legal",
            position: SLAM,
            right: &["F"],
            claim: Claim::Wins,
            ..PLAIN
        },
        Lesson {
            name: "slam-illegal",
            title: ["grand-slam=illegal", "Avec grand-slam=illegal"],
            text: [
                "Here a grand slam is never legal. A side that has no other move has none at all.",
                "Ici, un grand chelem n’est jamais légal. Un camp qui n’a pas d’autre coup n’en a aucun.",
            ],
            task: ["Play what is left.", "Jouez ce qui reste."],
            setup: "grand-slam=illegal",
            position: SLAM,
            right: &["E"],
            illegal: &["F"],
            claim: Claim::Only,
            ..PLAIN
        },
        Lesson {
            name: "slam-rest",
            title: ["grand-slam=opponent-takes-rest", "Avec grand-slam=opponent-takes-rest"],
            text: [
                "Here a grand slam captures, but the opponent gets every seed left on the board, and the game is over.",
                "Ici, un grand chelem prend, mais l’adversaire reçoit toutes les graines restées sur le plateau, et la partie est finie.",
            ],
            task: ["Slam: 24 for you, 21 for North.", "Faites le chelem : 24 pour vous, 21 pour Nord."],
            setup: "grand-slam=opponent-takes-rest",
            position: SLAM,
            right: &["F"],
            claim: Claim::Ends([24, 21]),
            ..PLAIN
        },
        Lesson {
            name: "slam-leave-first",
            title: ["grand-slam=leave-first", "Avec grand-slam=leave-first"],
            text: [
                "Here a grand slam leaves the pit where the last seed fell, and takes the others.",
                "Ici, un grand chelem laisse la case où la dernière graine est tombée, et prend les autres.",
            ],
            task: ["Slam: pit b stays.", "Faites le chelem : la case b reste."],
            setup: "grand-slam=leave-first",
            position: SLAM,
            right: &["F"],
            claim: Claim::Leaves("0-0-0-0-1-0-0-2-0-0-0-0-22-20-N"),
            ..PLAIN
        },
        Lesson {
            name: "slam-leave-last",
            title: ["grand-slam=leave-last", "Avec grand-slam=leave-last"],
            text: [
                "Here a grand slam leaves the last pit of the chain, the one furthest back, and takes the others.",
                "Ici, un grand chelem laisse la dernière case de la chaîne, la plus en arrière, et prend les autres.",
            ],
            task: ["Slam: pit a stays.", "Faites le chelem : la case a reste."],
            setup: "grand-slam=leave-last",
            position: SLAM,
            right: &["F"],
            claim: Claim::Leaves("0-0-0-0-1-0-2-0-0-0-0-0-22-20-N"),
            ..PLAIN
        },
        Lesson {
            name: "slam-share",
            title: ["grand-slam=share", "Avec grand-slam=share"],
            text: [
                "Here a grand slam captures, and the seeds left on the board are shared equally, which ends the game; an odd one is nobody's.",
                "Ici, un grand chelem prend, et les graines restées sur le plateau sont partagées, ce qui finit la partie ; une graine impaire n’est à personne.",
            ],
            task: ["Slam and share.", "Faites le chelem et partagez."],
            setup: "grand-slam=share",
            position: "0-0-0-3-0-2-1-1-0-0-0-0-20-20-S",
            right: &["F"],
            claim: Claim::Ends([25, 21]),
            ..PLAIN
        },
    ],
};
