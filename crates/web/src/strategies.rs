//! The strategies as the pages that teach explain them: what each looks at, what it is good at and where it fails, and the
//! report it comes from.

use crate::lessons::{Both, course};

/// Which games a guide speaks to. What a strategy looks at reads differently where cells are taken and where seeds are: a
/// course names the families that fit its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    /// True of every game.
    Every,
    /// True of every game in which the general players have no better explanation.
    General,
    /// Games that random moves bring to an end as they are.
    Playouts,
    /// Games in which zones grow by colours.
    Territory,
    /// Zones that may waste a turn.
    Zones,
    /// Zones on any graph.
    Graphs,
    /// Discs that are turned over.
    Discs,
    /// Seeds that are sown.
    Seeds,
}

/// The guides of a game that has no course.
const WITHOUT_COURSE: &[Family] = &[Family::Every, Family::General, Family::Playouts];

/// One strategy in the games it plays.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guide {
    /// The built-in player.
    pub(crate) locator: &'static str,
    /// The games it is explained for.
    pub(crate) family: Family,
    pub(crate) name: Both,
    pub(crate) looks: Both,
    pub(crate) strength: Both,
    pub(crate) weakness: Both,
    pub(crate) report: Both,
    /// What the numbers beside its moves count.
    pub(crate) counts: Both,
    /// Why it may choose a move that its numbers do not put first.
    pub(crate) otherwise: Both,
    /// Whether its numbers are losses.
    pub(crate) counts_losses: bool,
}

const PLAIN: Guide = Guide {
    locator: "",
    family: Family::Every,
    name: ["", ""],
    looks: ["", ""],
    strength: ["", ""],
    weakness: ["", ""],
    report: ["", ""],
    counts: ["", ""],
    otherwise: ["", ""],
    counts_losses: false,
};

/// The guides of a game, the plainest strategy first.
pub(crate) fn guides(game: &str) -> impl Iterator<Item = &'static Guide> {
    let families = course(game).map_or(WITHOUT_COURSE, |course| course.families);
    GUIDES.iter().filter(move |guide| families.contains(&guide.family))
}

/// Every guide.
const GUIDES: &[Guide] = &[
    Guide {
        locator: "random",
        family: Family::Every,
        name: ["Random", "Aléatoire"],
        looks: ["At nothing: it draws one of the legal moves.", "Rien : il tire au sort l’un des coups légaux."],
        strength: [
            "It is the yardstick of all others, and now and then it stumbles on the best move.",
            "C’est l’étalon de tous les autres, et il lui arrive de tomber sur le meilleur coup.",
        ],
        weakness: ["Most of its moves help nobody.", "La plupart de ses coups ne servent à rien."],
        report: [
            "Reports 000 (4.1) and 001; its first player in each.",
            "Rapports 000 (4.1) et 001 ; leur premier joueur.",
        ],
        ..PLAIN
    },
    Guide {
        locator: "useful-random",
        family: Family::Territory,
        name: ["Useful random", "Aléatoire utile"],
        looks: [
            "At the border, only to know which colours touch it; then it draws one of those.",
            "La frontière, seulement pour savoir quelles couleurs la touchent ; puis il tire l’une d’elles.",
        ],
        strength: ["It never wastes a turn.", "Il ne perd jamais un tour."],
        weakness: [
            "It takes one cell as gladly as ten: greedy beats it in all but one or two of a thousand games.",
            "Il prend une case aussi volontiers que dix : le glouton le bat, à une ou deux parties près sur mille.",
        ],
        report: ["Reports 000 (4.2), 003 (Q4.2) and 001.", "Rapports 000 (4.2), 003 (Q4.2) et 001."],
        ..PLAIN
    },
    Guide {
        locator: "greedy",
        family: Family::Territory,
        name: ["Greedy", "Glouton"],
        looks: [
            "At the border in depth: all the cells that one colour would bring, those behind the border included.",
            "La frontière en profondeur : toutes les cases qu’une couleur rapporterait, y compris derrière la frontière.",
        ],
        strength: [
            "Quick, and hard to beat: most simple ideas lose against it.",
            "Rapide, et dur à battre : la plupart des idées simples perdent contre lui.",
        ],
        weakness: [
            "It sees one move: it walks into corners and does not care what it leaves to the other.",
            "Il ne voit qu’un coup : il s’enferme dans les coins et ne regarde pas ce qu’il laisse à l’autre.",
        ],
        report: [
            "Reports 000 (5.1) and 003 (Q5.1); “couleur maximale en profondeur” of report 001.",
            "Rapports 000 (5.1) et 003 (Q5.1) ; « couleur maximale en profondeur » du rapport 001.",
        ],
        counts: ["cells gained", "cases gagnées"],
        ..PLAIN
    },
    Guide {
        locator: "greedy",
        family: Family::Discs,
        name: ["Greedy", "Glouton"],
        looks: ["At the discs each move would turn over.", "Les pions que chaque coup retournerait."],
        strength: ["It leads for most of the game.", "Il mène pendant presque toute la partie."],
        weakness: [
            "Many discs early are many discs to lose: it gives away moves and corners.",
            "Beaucoup de pions tôt, ce sont beaucoup de pions à perdre : il donne des coups et des coins.",
        ],
        report: ["The plainest player of report 002's cup.", "Le joueur le plus simple du tournoi du rapport 002."],
        counts: ["discs gained", "pions gagnés"],
        ..PLAIN
    },
    Guide {
        locator: "greedy",
        family: Family::Seeds,
        name: ["Greedy", "Glouton"],
        looks: ["At the pits it can take now.", "Les cases qu’il peut prendre tout de suite."],
        strength: ["It misses no capture.", "Il ne manque aucune prise."],
        weakness: [
            "It does not see the answer: its own small pits are taken one after another.",
            "Il ne voit pas la réponse : ses petites cases sont prises l’une après l’autre.",
        ],
        report: ["One move of report 004's minimax.", "Un seul coup du minimax du rapport 004."],
        counts: ["seeds gained", "graines gagnées"],
        ..PLAIN
    },
    Guide {
        locator: "greedy",
        family: Family::General,
        name: ["Greedy", "Glouton"],
        looks: ["At what each move gains at once.", "Ce que chaque coup rapporte tout de suite."],
        strength: ["Quick, and hard to beat by chance.", "Rapide, et dur à battre par hasard."],
        weakness: ["It sees one move and no answer to it.", "Il ne voit qu’un coup, et pas la réponse."],
        report: ["In no report for this game.", "Dans aucun rapport pour ce jeu."],
        counts: ["gained", "gain"],
        ..PLAIN
    },
    Guide {
        locator: "max-border",
        family: Family::Territory,
        name: ["Most frequent on the border", "Couleur maximale"],
        looks: [
            "At the cells that touch the zone, colour by colour; what lies behind them does not count.",
            "Les cases qui touchent la zone, couleur par couleur ; ce qui est derrière ne compte pas.",
        ],
        strength: ["Very cheap to work out.", "Très peu coûteux à calculer."],
        weakness: [
            "It prefers two single cells to one that leads to a whole area.",
            "Il préfère deux cases isolées à une seule qui mène à toute une région.",
        ],
        report: [
            "“Couleur maximale” of report 001; the option contacts counts a cell once for each contact.",
            "« Couleur maximale » du rapport 001 ; l’option contacts compte une case une fois par contact.",
        ],
        counts: ["cells on the border", "cases à la frontière"],
        ..PLAIN
    },
    Guide {
        locator: "hegemony",
        family: Family::Territory,
        name: ["Hegemony", "Hégémonique"],
        looks: [
            "At the perimeter: the cells that are not its own and touch the zone, the opponent's included. It wants that number as high as can be after its move.",
            "Le périmètre : les cases qui ne sont pas à lui et touchent la zone, celles de l’adversaire comprises. Il en veut le plus possible après son coup.",
        ],
        strength: [
            "A long border is what a zone grows from: it spreads quickly over the board.",
            "Une longue frontière fait grandir une zone : il s’étend vite sur le plateau.",
        ],
        weakness: [
            "Filling an area shortens the border, so it puts that off until it runs out of breath.",
            "Remplir une région raccourcit la frontière : il remet cela à plus tard, jusqu’à s’essouffler.",
        ],
        report: [
            "Report 000 (6.1), which saw it win 521 of 1000 games against greedy.",
            "Rapport 000 (6.1), qui l’a vu gagner 521 parties sur 1000 contre le glouton.",
        ],
        counts: ["border after the move", "frontière après le coup"],
        otherwise: ["No colour gains anything any more.", "Plus aucune couleur ne gagne rien."],
        ..PLAIN
    },
    Guide {
        locator: "hegemony:contested",
        family: Family::Territory,
        name: ["Hegemony, contested cells", "Hégémonique, cases contestées"],
        looks: [
            "At the free border cells that both sides can still reach: what is safe already does not count.",
            "Les cases libres de la frontière que les deux camps peuvent encore atteindre : ce qui est déjà sûr ne compte pas.",
        ],
        strength: ["It goes where the fight is.", "Il va là où l’on se bat."],
        weakness: [
            "It never fills what is its own, and loses more than 95 of 100 games against greedy.",
            "Il ne remplit jamais ce qui est à lui, et perd plus de 95 parties sur 100 contre le glouton.",
        ],
        report: ["Report 003 (Q6.1).", "Rapport 003 (Q6.1)."],
        counts: ["contested border after the move", "frontière contestée après le coup"],
        otherwise: ["No colour gains anything any more.", "Plus aucune couleur ne gagne rien."],
        ..PLAIN
    },
    Guide {
        locator: "hegemony:contacts",
        family: Family::Territory,
        name: ["Hegemony, contacts", "Hégémonique, points de contact"],
        looks: [
            "At the contacts between the zone and free cells: a cell that touches in two places counts twice.",
            "Les points de contact entre la zone et les cases libres : une case qui touche deux fois compte deux fois.",
        ],
        strength: [
            "It plays greedy when no colour makes the border longer, and so never stalls.",
            "Il joue glouton quand aucune couleur n’allonge la frontière, et ne cale donc jamais.",
        ],
        weakness: ["It still prefers thin tips to solid areas.", "Il préfère encore les pointes aux régions solides."],
        report: [
            "The remark of report 003, which thought it ahead of greedy.",
            "La remarque du rapport 003, qui le croyait devant le glouton.",
        ],
        counts: ["contacts after the move", "contacts après le coup"],
        otherwise: [
            "No colour makes the border longer, so it plays greedy.",
            "Aucune couleur n’allonge la frontière : il joue glouton.",
        ],
        ..PLAIN
    },
    Guide {
        locator: "foreseeing",
        family: Family::Territory,
        name: ["Foreseeing", "Prévoyant"],
        looks: [
            "At each colour followed by the greedy one: what two of its own moves bring together.",
            "Chaque couleur suivie de la couleur gloutonne : ce que deux de ses coups rapportent ensemble.",
        ],
        strength: ["It prepares the large area behind a thin one.", "Il prépare la grande région derrière une petite."],
        weakness: ["It thinks that the opponent sits still.", "Il croit que l’adversaire ne bouge pas."],
        report: ["Report 003 (Q6.2).", "Rapport 003 (Q6.2)."],
        counts: ["cells after two own moves", "cases après deux coups à lui"],
        ..PLAIN
    },
    Guide {
        locator: "oracle:3",
        family: Family::Territory,
        name: ["Oracle, three moves", "Oracle, trois coups"],
        looks: [
            "At the most cells that three of its own moves can bring.",
            "Le plus de cases que trois de ses coups peuvent rapporter.",
        ],
        strength: ["It finds long detours that pay.", "Il trouve les longs détours qui rapportent."],
        weakness: [
            "Each further move costs seven times as much, and the opponent is still ignored.",
            "Chaque coup de plus coûte sept fois plus cher, et l’adversaire est toujours ignoré.",
        ],
        report: ["Report 003 (Q6.2), of any depth.", "Rapport 003 (Q6.2), à toute profondeur."],
        counts: ["cells after three own moves", "cases après trois coups à lui"],
        ..PLAIN
    },
    Guide {
        locator: "ahead",
        family: Family::Territory,
        name: ["Moves in advance", "Coups d’avance"],
        looks: [
            "At its first turn, at all openings of several own moves; it plays the best while it can, then greedy.",
            "À son premier tour, toutes les suites de plusieurs de ses coups ; il joue la meilleure tant qu’il peut, puis glouton.",
        ],
        strength: [
            "It takes the lead at once: the player that won report 001's ladder.",
            "Il prend tout de suite l’avantage : c’est le joueur qui a gagné l’échelle du rapport 001.",
        ],
        weakness: [
            "A plan that is met by the opponent is dropped for good.",
            "Un plan contrarié par l’adversaire est abandonné pour toujours.",
        ],
        report: ["Report 001 (moves_in_advance).", "Rapport 001 (moves_in_advance)."],
        ..PLAIN
    },
    Guide {
        locator: "starve",
        family: Family::Territory,
        name: ["Starve", "Affameur"],
        looks: [
            "At the free cells that the opponent can still reach, which it wants to be few.",
            "Les cases libres que l’adversaire peut encore atteindre, qu’il veut peu nombreuses.",
        ],
        strength: [
            "Near the end it cuts off whole parts of the board.",
            "Vers la fin, il coupe des pans entiers du plateau.",
        ],
        weakness: [
            "At the beginning every colour leaves everything reachable, and it plays the first one.",
            "Au début, toute couleur laisse tout atteignable, et il joue la première.",
        ],
        report: ["A sequel of report 000.", "Une suite du rapport 000."],
        counts: ["cells left to the opponent", "cases laissées à l’adversaire"],
        counts_losses: true,
        otherwise: ["No colour gains anything any more.", "Plus aucune couleur ne gagne rien."],
    },
    Guide {
        locator: "mix:2,1,2",
        family: Family::Territory,
        name: ["Mix of border and cells", "Combinaison de frontière et de cases"],
        looks: [
            "At twice the border plus the cells, two own moves ahead; it takes the win when greedy brings it.",
            "Deux fois la frontière plus les cases, deux de ses coups plus loin ; il gagne tout de suite si le glouton le peut.",
        ],
        strength: ["It spreads early and fills late.", "Il s’étend tôt et remplit tard."],
        weakness: ["The weights are fixed, whatever the board.", "Les poids sont fixes, quel que soit le plateau."],
        report: ["Report 003 (Q7.2): a × border + b × cells.", "Rapport 003 (Q7.2) : a × frontière + b × cases."],
        counts: ["2 × border + cells", "2 × frontière + cases"],
        otherwise: ["The greedy colour ends the game.", "La couleur gloutonne termine la partie."],
        ..PLAIN
    },
    Guide {
        locator: "greedymony",
        family: Family::Territory,
        name: ["Greedymony", "Gloutémonique"],
        looks: [
            "At border and cells after its move, one for one.",
            "La frontière et les cases après son coup, à poids égal.",
        ],
        strength: [
            "Half greedy, half hegemony, and better than either: level 5 here.",
            "Mi-glouton, mi-hégémonique, et meilleur que chacun : c’est le niveau 5 ici.",
        ],
        weakness: ["It looks one move ahead.", "Il ne voit qu’un coup."],
        report: ["Report 003 (Q7.2) with both weights one.", "Rapport 003 (Q7.2), les deux poids valant un."],
        counts: ["border + cells", "frontière + cases"],
        otherwise: ["The greedy colour ends the game.", "La couleur gloutonne termine la partie."],
        ..PLAIN
    },
    Guide {
        locator: "positional",
        family: Family::Discs,
        name: ["Positional", "Positionnel"],
        looks: [
            "At the worth of the squares: corners and edges are worth having, squares beside an empty corner are not.",
            "La valeur des cases : les coins et les bords valent cher, les cases voisines d’un coin vide coûtent.",
        ],
        strength: ["It takes corners and does not give them away.", "Il prend les coins et ne les donne pas."],
        weakness: [
            "It runs out of good squares when it has no moves left.",
            "Il manque de bonnes cases quand il n’a plus de coups.",
        ],
        report: ["An idea of report 002's players.", "Une idée des joueurs du rapport 002."],
        counts: ["worth, in discs", "valeur, en pions"],
        ..PLAIN
    },
    Guide {
        locator: "mobility",
        family: Family::Discs,
        name: ["Mobility", "Mobilité"],
        looks: [
            "At the moves of both sides, and at the empty squares beside discs, where new moves come from; and at corners.",
            "Les coups des deux camps, et les cases vides voisines des pions, d’où viennent de nouveaux coups ; et les coins.",
        ],
        strength: ["The opponent runs out of good moves first.", "L’adversaire manque le premier de bons coups."],
        weakness: [
            "One move ahead it does not see a corner lost in two.",
            "À un coup, il ne voit pas un coin perdu en deux.",
        ],
        report: ["An idea of report 002's players.", "Une idée des joueurs du rapport 002."],
        counts: ["worth, in discs", "valeur, en pions"],
        ..PLAIN
    },
    Guide {
        locator: "minimax:3",
        family: Family::Every,
        name: ["Minimax, three plies", "Minimax, trois demi-coups"],
        looks: [
            "At every line of three plies: its move, every answer, its next move. Only the count at the end of the line matters.",
            "Toutes les suites de trois demi-coups : son coup, chaque réponse, son coup suivant. Seul compte le décompte au bout.",
        ],
        strength: ["It sees what the opponent can do about it.", "Il voit ce que l’adversaire peut y faire."],
        weakness: [
            "The tree grows with every ply as the number of moves does, and beyond it it is blind.",
            "L’arbre grandit à chaque demi-coup comme le nombre de coups, et au-delà il est aveugle.",
        ],
        report: [
            "Report 004, exactly as it has it; all others in passing.",
            "Rapport 004, tel quel ; les autres en passant.",
        ],
        counts: ["expected lead", "avance prévue"],
        ..PLAIN
    },
    Guide {
        locator: "alphabeta",
        family: Family::Territory,
        name: ["Alpha-beta", "Alpha-bêta"],
        looks: [
            "At many plies, and at the end of each line at who gets to which free cell first, and at the border.",
            "De nombreux demi-coups, et au bout de chaque suite qui arrive le premier à chaque case libre, et la frontière.",
        ],
        strength: [
            "It leaves out what cannot matter and so sees far; it solves the end exactly.",
            "Il laisse de côté ce qui ne peut rien changer et voit donc loin ; il résout la fin exactement.",
        ],
        weakness: [
            "On a large board with many colours it sees only a few plies.",
            "Sur un grand plateau à nombreuses couleurs, il ne voit que peu de demi-coups.",
        ],
        report: [
            "The strongest player here; all reports end with the wish for it.",
            "Le plus fort joueur d’ici ; tous les rapports finissent par le souhaiter.",
        ],
        counts: ["expected lead", "avance prévue"],
        ..PLAIN
    },
    Guide {
        locator: "expert",
        family: Family::Discs,
        name: ["Expert", "Expert"],
        looks: [
            "At many plies, and at the end of each line at what lies in corners, edges, rows and diagonals: what that is worth it \
             learned from millions of games.",
            "De nombreux demi-coups, et au bout de chaque suite le contenu des coins, des bords, des lignes et des diagonales : il a \
             appris ce que cela vaut de millions de parties.",
        ],
        strength: [
            "It sees far, and the end of the game exactly from twenty empty squares on and more.",
            "Il voit loin, et la fin de la partie exactement dès vingt cases vides et plus.",
        ],
        weakness: [
            "What it knows of a position is a sum: how far corners lie apart does not matter to it.",
            "Ce qu’il sait d’une position est une somme : la distance entre les coins ne compte pas pour lui.",
        ],
        report: ["The strongest player here.", "Le plus fort joueur d’ici."],
        counts: ["expected lead", "avance prévue"],
        ..PLAIN
    },
    Guide {
        locator: "alphabeta",
        family: Family::Discs,
        name: ["Alpha-beta", "Alpha-bêta"],
        looks: [
            "At many plies, and at the end of each line at moves, frontiers and squares, as mobility does.",
            "De nombreux demi-coups, et au bout de chaque suite les coups, les frontières et les cases, comme la mobilité.",
        ],
        strength: [
            "It sees corners come, and plays the end perfectly.",
            "Il voit venir les coins, et joue la fin parfaitement.",
        ],
        weakness: [
            "In the opening all its lines end in guesses.",
            "Au début, toutes ses suites finissent par une supposition.",
        ],
        report: ["Report 002 asks for one.", "Le rapport 002 en demande un."],
        counts: ["expected lead", "avance prévue"],
        ..PLAIN
    },
    Guide {
        locator: "alphabeta",
        family: Family::Seeds,
        name: ["Alpha-beta", "Alpha-bêta"],
        looks: [
            "At many plies, and at the end of each line at stores, weak pits and pits that go all the way round.",
            "De nombreux demi-coups, et au bout de chaque suite les réserves, les cases faibles et celles qui font le tour.",
        ],
        strength: ["With six moves at most it sees very far.", "Avec six coups au plus, il voit très loin."],
        weakness: ["Long repetitions lie beyond what it sees.", "Les longues répétitions dépassent ce qu’il voit."],
        report: [
            "Report 004's minimax with its outlook: pruning.",
            "Le minimax du rapport 004 avec ce qu’il annonce : l’élagage.",
        ],
        counts: ["expected lead", "avance prévue"],
        ..PLAIN
    },
    Guide {
        locator: "alphabeta",
        family: Family::General,
        name: ["Alpha-beta", "Alpha-bêta"],
        looks: [
            "At who leads after as many moves as it has time for, without lines that cannot change the result.",
            "Qui mène après autant de coups que le temps le permet, sans les suites qui n’y changent rien.",
        ],
        strength: [
            "It sees every answer, and the end of the game when it is near.",
            "Il voit toutes les réponses, et la fin de la partie quand elle est proche.",
        ],
        weakness: ["It knows nothing of the game but its count.", "Il ne sait du jeu que son décompte."],
        report: ["In no report for this game.", "Dans aucun rapport pour ce jeu."],
        counts: ["expected lead", "avance prévue"],
        ..PLAIN
    },
    Guide {
        locator: "mcts",
        family: Family::Zones,
        name: ["Monte Carlo", "Monte-Carlo"],
        looks: [
            "At thousands of games played to the end with useful colours drawn at random, most often where it went well.",
            "Des milliers de parties jouées jusqu’au bout en tirant des couleurs utiles, plus souvent là où cela réussit.",
        ],
        strength: ["It needs no opinion about positions at all.", "Il n’a besoin d’aucune opinion sur les positions."],
        weakness: [
            "A single good answer of the opponent is easily overlooked.",
            "Une seule bonne réponse de l’adversaire lui échappe facilement.",
        ],
        report: ["In no report; it is here to be compared.", "Dans aucun rapport ; il est là pour comparer."],
        counts: ["average lead", "avance moyenne"],
        otherwise: [
            "It plays the move it tried most often, not the one with the best average.",
            "Il joue le coup le plus souvent essayé, pas celui de meilleure moyenne.",
        ],
        ..PLAIN
    },
    Guide {
        locator: "mcts",
        family: Family::Graphs,
        name: ["Monte Carlo", "Monte-Carlo"],
        looks: [
            "At thousands of games played to the end with colours drawn at random, most often where it went well.",
            "Des milliers de parties jouées jusqu’au bout en tirant des couleurs, plus souvent là où cela réussit.",
        ],
        strength: [
            "It plays on any graph without knowing its shape.",
            "Il joue sur tout graphe sans en connaître la forme.",
        ],
        weakness: [
            "A single good answer of the opponent is easily overlooked.",
            "Une seule bonne réponse de l’adversaire lui échappe facilement.",
        ],
        report: ["In no report; it is here to be compared.", "Dans aucun rapport ; il est là pour comparer."],
        counts: ["average lead", "avance moyenne"],
        otherwise: [
            "It plays the move it tried most often, not the one with the best average.",
            "Il joue le coup le plus souvent essayé, pas celui de meilleure moyenne.",
        ],
        ..PLAIN
    },
    Guide {
        locator: "expert",
        family: Family::Seeds,
        name: ["Expert", "Expert"],
        looks: [
            "At millions of positions, with points for neighbouring pits that it learned from its own games, and at tables \
             that know every position with few seeds.",
            "Des millions de positions, avec des points par cases voisines appris de ses propres parties, et des tables qui \
             connaissent toute position à peu de graines.",
        ],
        strength: [
            "It sees some twenty moves ahead in a second, and plays the end without a fault.",
            "Il voit une vingtaine de coups d’avance en une seconde et joue la fin sans faute.",
        ],
        weakness: [
            "Early in the game its points are an opinion like any other.",
            "En début de partie ses points ne sont qu’une opinion parmi d’autres.",
        ],
        report: ["In no report; it is here to be beaten.", "Dans aucun rapport ; il est là pour être battu."],
        counts: ["expected lead", "avance prévue"],
        otherwise: [
            "A move of its book is played without counting.",
            "Un coup de sa bibliothèque se joue sans compter.",
        ],
        ..PLAIN
    },
    Guide {
        locator: "mcts",
        family: Family::Playouts,
        name: ["Monte Carlo", "Monte-Carlo"],
        looks: [
            "At thousands of games played to the end at random, most often where it went well.",
            "Des milliers de parties jouées au hasard jusqu’au bout, plus souvent là où cela réussit.",
        ],
        strength: ["It needs the rules and nothing else.", "Il lui suffit des règles."],
        weakness: [
            "Traps that only one exact line avoids escape it.",
            "Les pièges qu’une seule suite exacte évite lui échappent.",
        ],
        report: ["In no report; it is here to be compared.", "Dans aucun rapport ; il est là pour comparer."],
        counts: ["average lead", "avance moyenne"],
        otherwise: [
            "It plays the move it tried most often, not the one with the best average.",
            "Il joue le coup le plus souvent essayé, pas celui de meilleure moyenne.",
        ],
        ..PLAIN
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use joute_catalog::{BUILT_INS, GAMES};

    #[test]
    fn every_built_in_player_is_explained_in_every_game_it_plays() {
        for entry in GAMES {
            let game = entry.info.name;
            let named: Vec<&str> =
                guides(game).map(|guide| guide.locator.split(':').next().unwrap_or_default()).collect();
            for built_in in BUILT_INS.iter().filter(|built_in| built_in.plays(game)) {
                assert!(named.contains(&built_in.name), "{} of {game}", built_in.name);
            }
        }
    }

    #[test]
    fn every_guide_speaks_both_languages() {
        for guide in GUIDES {
            for [english, french] in [guide.name, guide.looks, guide.strength, guide.weakness, guide.report] {
                assert!(!english.is_empty() && !french.is_empty(), "{}", guide.locator);
            }
            assert_eq!(guide.counts[0].is_empty(), guide.counts[1].is_empty(), "{}", guide.locator);
        }
    }
}
