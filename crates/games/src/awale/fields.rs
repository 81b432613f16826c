//! What a form asks for to make a setup of Awalé.

use crate::field::SetupField;

/// The first of these is "as the named rules say".
const AS_THE_RULES_SAY: (&str, [&str; 2]) = ("", ["as the rules say", "selon les règles"]);

/// A rule of its own, for those who want to know more.
const fn rule(
    key: &'static str,
    label: [&'static str; 2],
    choices: &'static [(&'static str, [&'static str; 2])],
) -> SetupField {
    SetupField::choice(key, label, choices).keeping_the_board().detail()
}

pub(super) const FIELDS: &[SetupField] = &[
    SetupField::choice(
        "rules",
        ["Rules", "Règles"],
        &[
            ("abapa", ["Abapa", "Abapa"]),
            ("awari", ["Awari", "Awari"]),
            ("francois", ["François", "François"]),
            ("kalah", ["Kalah", "Kalah"]),
        ],
    )
    .keeping_the_board(),
    SetupField::number("pits", ["Pits of each row", "Cases par rangée"], [1, 12], Some(6)),
    SetupField::number("seeds", ["Seeds in each pit", "Graines par case"], [1, 127], Some(4)),
    rule(
        "store",
        ["One's own store", "Sa propre réserve"],
        &[
            AS_THE_RULES_SAY,
            ("skipped", ["is passed over", "est sautée"]),
            ("sown", ["is sown", "est semée"]),
            ("again", ["is sown; a last seed there moves again", "est semée ; une dernière graine y fait rejouer"]),
        ],
    ),
    rule(
        "origin",
        ["The pit a sowing begins in", "La case de départ"],
        &[AS_THE_RULES_SAY, ("skipped", ["stays empty", "reste vide"]), ("sown", ["is sown", "est semée"])],
    ),
    rule(
        "chain",
        ["Twos and threes are captured", "Prise des deux et des trois"],
        &[AS_THE_RULES_SAY, ("yes", ["yes", "oui"]), ("no", ["no", "non"])],
    ),
    rule(
        "opposite",
        ["A last seed on one's own row takes the opposite pit", "Une dernière graine chez soi prend la case d’en face"],
        &[
            AS_THE_RULES_SAY,
            ("never", ["never", "jamais"]),
            ("always", ["always", "toujours"]),
            ("from-empty", ["from an empty pit", "depuis une case vide"]),
        ],
    ),
    rule(
        "grand-slam",
        ["Capturing all the opponent's seeds", "Prendre toutes les graines adverses"],
        &[
            AS_THE_RULES_SAY,
            ("nothing", ["captures nothing", "ne prend rien"]),
            ("illegal-unless-forced", ["is illegal unless forced", "est interdit sauf obligation"]),
            ("undo", ["is taken back, the turn is spent", "est annulé, le tour est passé"]),
            ("illegal", ["is illegal", "est interdit"]),
            ("legal", ["is legal", "est permis"]),
            ("opponent-takes-rest", ["gives the opponent the rest", "donne le reste à l’adversaire"]),
            ("leave-first", ["leaves the first pit", "laisse la première case"]),
            ("leave-last", ["leaves the last pit", "laisse la dernière case"]),
            ("share", ["shares the rest", "partage le reste"]),
        ],
    ),
    rule(
        "feed",
        ["An opponent without seeds", "Un adversaire sans graines"],
        &[
            AS_THE_RULES_SAY,
            ("must", ["must be fed", "doit être nourri"]),
            ("if-possible", ["is fed if possible", "est nourri si possible"]),
            ("free", ["may starve", "peut être affamé"]),
        ],
    ),
    rule(
        "end",
        ["The game also ends with", "La partie finit aussi avec"],
        &[
            AS_THE_RULES_SAY,
            ("majority", ["more than half of the seeds", "plus de la moitié des graines"]),
            ("empty-row", ["an empty row", "une rangée vide"]),
            ("no-move", ["nothing else", "rien d’autre"]),
        ],
    ),
    rule(
        "rest",
        ["Without a legal move, the rest goes to", "Sans coup permis, le reste va"],
        &[
            AS_THE_RULES_SAY,
            ("own-row", ["each side's own row", "à chacun sa rangée"]),
            ("opponent", ["the opponent", "à l’adversaire"]),
            ("split", ["both, half each", "aux deux, par moitié"]),
            ("nobody", ["nobody", "à personne"]),
        ],
    ),
    rule(
        "repetition",
        ["When a position comes back, the rest goes to", "Si une position revient, le reste va"],
        &[
            AS_THE_RULES_SAY,
            ("own-row", ["each side's own row", "à chacun sa rangée"]),
            ("split", ["both, half each", "aux deux, par moitié"]),
            ("nobody", ["nobody", "à personne"]),
            ("play-on", ["nobody: play goes on", "à personne : le jeu continue"]),
        ],
    ),
];
