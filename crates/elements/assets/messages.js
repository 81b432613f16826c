// What the elements say, in English and French. The texts of a board come in English from the rules; their words are
// translated here one by one.

/** @typedef {'en' | 'fr'} Language */

const MESSAGES = {
  en: {
    board: 'Board', toMove: '{side} to move', over: 'Game over', legal: 'legal move', plays: '{side}: {move}',
    lost: '{side} loses the turn', start: 'Start of the game', has: '{side} {count}', gains: 'gains {count}',
    play: 'Play', pause: 'Pause', first: 'First position', previous: 'Previous move', next: 'Next move',
    last: 'Last position', speed: 'Speed', position: 'Position in the game', moves: 'Moves',
    log: 'What the players wrote', lead: 'Next lead change', fault: 'Go to the fault', noLog: 'Nothing at this move.',
    tally: 'Tally over time', time: 'Thinking time', score: 'What the players thought', wins: '{side} wins',
    draw: 'Draw', aborted: 'Stopped', running: 'Not finished', forfeit: '{side} wins: {other} forfeits',
    overtime: 'overtime', illegal: 'illegal move', crash: 'crash', repetition: 'repetition', cap: 'ply cap',
    resignation: 'resignation', game: 'Game {number}', keys: 'Keys: ← → step, Home and End, space plays, F fault, L lead change, M and Shift+M next and previous mistake, B better move',
    lostTurn: 'lost turn', colours: 'Moves', graph: 'Graph of the game; click to go there',
    review: 'Computer review', evaluation: 'Evaluation over time', evaluationHelp: 'Who is ahead, as the computer sees it; click to go there',
    ahead: '{side} {lead} {unit}', even: 'Even', inaccuracy: 'Inaccuracy', mistake: 'Mistake', blunder: 'Blunder',
    inaccuracies: 'Inaccuracies', mistakes: 'Mistakes', blunders: 'Blunders', averageLoss: 'Average loss',
    note: '{kind}: −{loss} {unit}, better was {move}', expected: 'Expected: {line}', exact: 'exact',
    nextMistake: 'Next mistake', previousMistake: 'Previous mistake', better: 'Better move', before: 'Before move {ply}; better was {move}',
    faultless: 'No mistakes found',
  },
  fr: {
    board: 'Plateau', toMove: 'Trait : {side}', over: 'Partie finie', legal: 'coup légal', plays: '{side} : {move}',
    lost: '{side} perd son tour', start: 'Début de la partie', has: '{side} {count}', gains: 'gagne {count}',
    play: 'Lecture', pause: 'Pause', first: 'Première position', previous: 'Coup précédent', next: 'Coup suivant',
    last: 'Dernière position', speed: 'Vitesse', position: 'Position dans la partie', moves: 'Coups',
    log: 'Ce que les joueurs ont écrit', lead: 'Prochain changement de tête', fault: 'Aller à la faute',
    noLog: 'Rien à ce coup.', tally: 'Le compte au fil du temps', time: 'Temps de réflexion',
    score: 'Ce que pensaient les joueurs', wins: '{side} gagne', draw: 'Partie nulle', aborted: 'Interrompue',
    running: 'Inachevée', forfeit: '{side} gagne : {other} déclare forfait', overtime: 'temps dépassé',
    illegal: 'coup illégal', crash: 'plantage', repetition: 'répétition', cap: 'limite de coups',
    resignation: 'abandon', game: 'Partie {number}',
    keys: 'Touches : ← → un coup, Début et Fin, espace lecture, F faute, L changement de tête, M et Maj+M erreur suivante et précédente, B meilleur coup', lostTurn: 'tour perdu',
    colours: 'Coups', graph: 'Courbe de la partie ; cliquer pour y aller',
    review: 'Analyse par l’ordinateur', evaluation: 'L’évaluation au fil du temps', evaluationHelp: 'Qui mène, selon l’ordinateur ; cliquer pour y aller',
    ahead: '{side} {lead} {unit}', even: 'Égalité', inaccuracy: 'Imprécision', mistake: 'Erreur', blunder: 'Gaffe',
    inaccuracies: 'Imprécisions', mistakes: 'Erreurs', blunders: 'Gaffes', averageLoss: 'Perte moyenne',
    note: '{kind} : −{loss} {unit}, mieux valait {move}', expected: 'Suite attendue : {line}', exact: 'exact',
    nextMistake: 'Erreur suivante', previousMistake: 'Erreur précédente', better: 'Meilleur coup', before: 'Avant le coup {ply} ; mieux valait {move}',
    faultless: 'Aucune erreur trouvée',
  },
};

/** @typedef {keyof typeof MESSAGES.en} Message */

/** @type {Record<string, string>} */
const FRENCH_WORDS = {
  black: 'noir', white: 'blanc', empty: 'vide', pit: 'case', seed: 'graine', seeds: 'graines', store: 'réserve',
  row: 'ligne', column: 'colonne', vertex: 'sommet', blocked: 'bloqué', obstacle: 'obstacle', first: 'premier',
  second: 'second', blue: 'bleu', red: 'rouge', green: 'vert', yellow: 'jaune', orange: 'orange', violet: 'violet',
  cyan: 'cyan', pink: 'rose', pass: 'passer', discs: 'pions', cells: 'cases', south: 'sud', north: 'nord',
  legal: 'légal', move: 'coup', player: 'joueur', top: 'haut', bottom: 'bas', right: 'droite', left: 'gauche',
};

/** What is not said word by word: whole phrases, with the words they take over. @type {[RegExp, string][]} */
const FRENCH_PHRASES = [
  [/seven colours/i, 'Sept Couleurs'], [/\btop right\b/, 'en haut à droite'], [/\bbottom left\b/, 'en bas à gauche'],
  [/\bTop right\b/, 'En haut à droite'], [/\bBottom left\b/, 'En bas à gauche'], [/(\w+)'s store/, 'réserve de $1'],
];

/**
 * The language that holds for an element: its own `lang`, or that of what it stands in.
 * @param {Element} element
 * @returns {Language}
 */
export function languageOf(element) {
  const tagged = element.closest('[lang]');
  return tagged?.getAttribute('lang')?.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

/**
 * A message with its gaps filled.
 * @param {Language} language
 * @param {Message} message
 * @param {Record<string, string | number>} [gaps]
 * @returns {string}
 */
export function say(language, message, gaps = {}) {
  return MESSAGES[language][message].replace(/\{(\w+)\}/g, (_, name) => String(gaps[name] ?? ''));
}

/**
 * A text of the rules in the page's language, word by word; what has no translation stays.
 * @param {Language} language
 * @param {string} text
 * @returns {string}
 */
export function words(language, text) {
  if (language === 'en') return text;
  const phrased = FRENCH_PHRASES.reduce((said, [phrase, french]) => said.replace(phrase, french), text);
  return phrased.replace(/'s\b/g, '').replace(/[A-Za-z]{2,}/g, (word) => {
    const found = FRENCH_WORDS[word.toLowerCase()];
    if (!found) return word;
    return word[0] === word[0].toUpperCase() ? found[0].toUpperCase() + found.slice(1) : found;
  });
}
