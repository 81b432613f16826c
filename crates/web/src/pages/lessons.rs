//! The lessons of the games: one rule each, with a position on which it can be tried.

/// One rule with a board that shows it.
pub(super) struct Lesson {
    /// The game it belongs to.
    pub(super) game: &'static str,
    /// In English and French.
    pub(super) title: [&'static str; 2],
    /// In English and French.
    pub(super) text: [&'static str; 2],
    /// The setup of its board.
    pub(super) setup: &'static str,
    /// The position; the setup's own when it is empty.
    pub(super) position: &'static str,
}

/// Every lesson, in the order of the pages.
pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        game: "seven-colours",
        title: ["A turn is a colour", "Un tour, une couleur"],
        text: [
            "Choose a colour. Every free cell of it that touches your zone is yours, and so is every one that touches a cell \
             you have just taken. Try the colours below the board: each shows what it gains.",
            "Choisissez une couleur. Toute case libre de cette couleur qui touche votre zone est à vous, et toute case qui \
             touche une case prise à l’instant aussi. Essayez les couleurs sous le plateau : chacune dit ce qu’elle gagne.",
        ],
        setup: "size=6,seed=12",
        position: "",
    },
    Lesson {
        game: "seven-colours",
        title: ["A wasted turn", "Un tour perdu"],
        text: [
            "A colour that touches nothing of yours is legal and gains nothing: you have only let the other side move.",
            "Une couleur qui ne touche rien à vous est légale et ne gagne rien : vous avez seulement laissé jouer l’autre.",
        ],
        setup: "size=4,colours=4",
        position: "ABA^/BABA/CDCB/vBAC ^",
    },
    Lesson {
        game: "seven-colours",
        title: ["The end", "La fin"],
        text: [
            "The game ends when a side owns more than half of the cells, or when nothing is left to take. More cells win. \
             Here First needs one good colour.",
            "La partie finit quand un camp possède plus de la moitié des cases, ou quand il n’y a plus rien à prendre. Le plus \
             grand nombre gagne. Ici, une bonne couleur suffit au premier.",
        ],
        setup: "size=4,colours=4",
        position: "AA^^/AB^^/vvBC/vvvC ^",
    },
    Lesson {
        game: "flood",
        title: ["The territory takes the colour", "Le territoire prend la couleur"],
        text: [
            "Your territory is all that is joined to your corner in one colour. Choose a colour on its border: the whole \
             territory takes it and grows by all it then touches.",
            "Votre territoire est tout ce qui tient à votre coin dans une seule couleur. Choisissez une couleur de sa \
             bordure : tout le territoire la prend et s’étend à tout ce qu’il touche alors.",
        ],
        setup: "width=6,colours=5,seed=4",
        position: "",
    },
    Lesson {
        game: "flood",
        title: ["Not the opponent's colour", "Pas la couleur de l’autre"],
        text: [
            "When the two territories touch, the opponent's colour is forbidden: it would swallow them. Pass is always \
             allowed, and two passes in a row end the game.",
            "Quand les deux territoires se touchent, la couleur de l’adversaire est interdite : elle l’avalerait. Passer est \
             toujours permis, et deux passes de suite finissent la partie.",
        ],
        setup: "width=4,colours=4",
        position: "BBBG/BBYR/RRRR/YRRR 1 0,15 - -",
    },
    Lesson {
        game: "othello",
        title: ["Take between two discs", "Prendre entre deux pions"],
        text: [
            "A move must take: put a disc so that discs of the other colour lie in a line between it and another disc of \
             yours. All of them turn over, in every direction.",
            "Un coup doit prendre : posez un pion tel que des pions adverses soient en ligne entre lui et un autre de vos \
             pions. Tous se retournent, dans chaque direction.",
        ],
        setup: "",
        position: "",
    },
    Lesson {
        game: "othello",
        title: ["A corner is for good", "Un coin est définitif"],
        text: [
            "A disc in a corner can never be taken, nor can a full edge that grows from it. Here Black can take the corner a1.",
            "Un pion dans un coin n’est jamais repris, ni le bord plein qui en part. Ici, Noir peut prendre le coin a1.",
        ],
        setup: "",
        position: "-OOX-----O-------OX-----XXXOX------XO--------------------------- X",
    },
    Lesson {
        game: "awale",
        title: ["Sowing", "Semer"],
        text: [
            "Take all seeds of one of your pits and sow them one by one, anticlockwise. A pit with twelve or more seeds \
             leaves itself out.",
            "Prenez toutes les graines d’une de vos cases et semez-les une à une, en sens inverse des aiguilles. Une case de \
             douze graines ou plus se saute elle-même.",
        ],
        setup: "",
        position: "",
    },
    Lesson {
        game: "awale",
        title: ["Capture", "Prise"],
        text: [
            "When the last seed falls into a pit of the other side and makes it two or three, you take them, and those before \
             it as long as they have two or three. Try F.",
            "Quand la dernière graine tombe chez l’autre et y fait deux ou trois, vous les prenez, ainsi que celles des cases \
             précédentes tant qu’elles en ont deux ou trois. Essayez F.",
        ],
        setup: "",
        position: "1-0-2-0-0-3-1-2-1-4-4-0-15-15-S",
    },
    Lesson {
        game: "awale",
        title: ["Feed the opponent", "Nourrir l’autre"],
        text: [
            "When the other side has no seeds left, you must play a move that gives it some, if there is one.",
            "Quand l’autre n’a plus de graines, il faut jouer un coup qui lui en donne, s’il y en a un.",
        ],
        setup: "",
        position: "2-0-1-0-3-1-0-0-0-0-0-0-20-21-S",
    },
];
