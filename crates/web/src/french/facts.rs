//! Facts about the games, their setups and their words, each with its French.

pub(super) const FACTS: &[(&str, &str)] = &[
    // Colours of Flood.
    ("blue", "bleu"),
    ("red", "rouge"),
    ("green", "vert"),
    ("yellow", "jaune"),
    ("pink", "rose"),
    ("Seven Colours", "Sept Couleurs"),
    ("Top right", "En haut à droite"),
    ("Bottom left", "En bas à gauche"),
    ("Player {}", "Joueur {}"),
    ("Black", "Noir"),
    ("White", "Blanc"),
    ("South", "Sud"),
    ("North", "Nord"),
    (
        "Choose a colour each turn and take every cell of it that touches your zone; own more than half of the board.",
        "À chaque tour, choisissez une couleur et prenez toutes ses cases qui touchent votre zone ; possédez plus de la moitié du plateau.",
    ),
    (
        "Recolour your territory to absorb what it then touches; when both sides have passed, the larger territory wins.",
        "Recolorez votre territoire pour absorber ce qu’il touche alors ; quand les deux camps ont passé, le plus grand territoire gagne.",
    ),
    (
        "Bracket the opponent's discs to turn them over; more discs at the end wins.",
        "Encadrez les pions adverses pour les retourner ; le plus de pions à la fin gagne.",
    ),
    (
        "Sow the seeds of a pit around the board and capture more of them than the opponent.",
        "Semez les graines d’une case autour du plateau et prenez-en plus que l’adversaire.",
    ),
    (
        "rows from the top joined by /, then whose turn: free cells A to Z, zones ^ and v, obstacles #; e.g. {}",
        "les lignes depuis le haut séparées par /, puis le trait : cases libres de A à Z, zones ^ et v, obstacles # ; par exemple {}",
    ),
    (
        "ROWS TURN STARTS FORBIDDEN PASSED: rows of {} and # joined by /, turn 1 or 2, starts 0,99, forbidden RG/B or -, then - or p \
         after a pass (pp after two); e.g. {}. On a graph file, HASH:COLOURS stands for the rows.",
        "LIGNES TRAIT DÉPARTS INTERDITES PASSE : des lignes de {} et # séparées par /, le trait 1 ou 2, les départs 0,99, les couleurs interdites RG/B \
         ou -, puis - ou p après une passe (pp après deux) ; par exemple {}. Sur un fichier de graphe, EMPREINTE:COULEURS remplace les lignes.",
    ),
    (
        "the squares row by row from the top, X for Black, O for White and - for empty; a space; the side to move, X or O",
        "les cases ligne par ligne depuis le haut, X pour Noir, O pour Blanc et - pour une case vide ; une espace ; le camp au trait, X ou O",
    ),
    (
        "seeds in South's pits from A, in North's pits from a, in South's store, in North's store, and whose turn it is, S or N: {}",
        "les graines des cases de Sud depuis A, des cases de Nord depuis a, de la réserve de Sud, de la réserve de Nord, puis le trait, S ou N : {}",
    ),
    ("a colour's letter, e.g. {}, or pass", "la lettre d’une couleur, par exemple {}, ou pass"),
    ("a colour's letter, e.g. {}", "la lettre d’une couleur, par exemple {}"),
    (
        "column and row, such as f5; pass when there is no other move",
        "colonne et ligne, par exemple f5 ; pass quand il n’y a pas d’autre coup",
    ),
    (
        "the letter of the pit to sow: A, B, ... for South, a, b, ... for North, from left to right as each sits",
        "la lettre de la case à semer : A, B, ... pour Sud, a, b, ... pour Nord, de gauche à droite pour chacun",
    ),
    ("rows and columns of the board", "lignes et colonnes du plateau"),
    ("how many colours, A B C ...", "combien de couleurs, A B C ..."),
    (
        "mirrored across the diagonal without the starts, plain, or this very board",
        "en miroir de part et d’autre de la diagonale sans les départs, au hasard, ou ce plateau même",
    ),
    ("per cent of the cells that are blocked and do not count", "pourcentage de cases bloquées, qui ne comptent pas"),
    (
        "cells that only one side can still reach count for it when the end is judged",
        "les cases qu’un seul camp peut encore atteindre comptent pour lui quand la fin est jugée",
    ),
    (
        "after each turn, cells that only one side can still reach become that side's",
        "après chaque tour, les cases qu’un seul camp peut encore atteindre lui reviennent",
    ),
    ("fixes the board that is drawn", "fixe le plateau tiré au sort"),
    (
        "the shape of the board; donut and hgraph need a width divisible by 3",
        "la forme du plateau ; donut et hgraph demandent une largeur divisible par 3",
    ),
    ("columns", "colonnes"),
    ("rows; square and torus only", "lignes ; square et torus seulement"),
    ("how many of {}", "combien de couleurs parmi bleu, rouge, vert, jaune, orange, violet, cyan, rose"),
    ("how the cells are coloured, or this very board", "comment les cases sont colorées, ou ce plateau même"),
    (
        "colours each side may never choose: so many drawn for each, or these",
        "couleurs que chaque camp ne peut jamais choisir : autant tirées pour chacun, ou celles-ci",
    ),
    ("per cent of the cells that are blocked", "pourcentage de cases bloquées"),
    ("fixes what is drawn", "fixe ce qui est tiré au sort"),
    ("squares on a side of the board", "cases sur un côté du plateau"),
    ("the set of rules that the other keys change", "les règles que les autres clés modifient"),
    ("pits of each row", "cases de chaque rangée"),
    ("seeds in each pit at the start", "graines dans chaque case au départ"),
    (
        "whether one's own store is sown, and whether a last seed there moves again",
        "si l’on sème dans sa propre réserve, et si une dernière graine y fait rejouer",
    ),
    (
        "whether a long sowing leaves a seed in the pit it began in",
        "si un long semis laisse une graine dans la case d’où il est parti",
    ),
    (
        "whether twos and threes on the opponent's row are captured, backwards from the last seed",
        "si les deux et trois de la rangée adverse sont pris, à reculons depuis la dernière graine",
    ),
    (
        "whether a last seed on one's own row takes the opposite pit, always or with itself from an empty pit",
        "si une dernière graine sur sa propre rangée prend la case d’en face, toujours ou avec elle depuis une case vide",
    ),
    ("what a capture of all the opponent's seeds does", "ce que fait une prise de toutes les graines de l’adversaire"),
    (
        "short for grand-slam=undo (the turn is spent) and grand-slam=illegal",
        "abrège grand-slam=undo (le tour est perdu) et grand-slam=illegal",
    ),
    (
        "whether an opponent without seeds must be given some, and if not even that is possible whether play goes on",
        "si l’on doit nourrir un adversaire sans graines, et si l’on continue quand c’est impossible",
    ),
    ("what ends the game besides having no legal move", "ce qui finit la partie, outre l’absence de coup légal"),
    (
        "who takes the seeds on the board when the side to move has no legal move",
        "qui prend les graines du plateau quand le camp au trait n’a pas de coup légal",
    ),
    (
        "who takes the seeds on the board when a position comes back",
        "qui prend les graines du plateau quand une position revient",
    ),
];
