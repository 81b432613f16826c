//! Who meets whom next in a ladder: the match that tells most, new versions first, and nobody forgotten.

use joute_games::random::{Generator, Seed};
use skillratings::glicko2::Glicko2Rating;

use super::form::Form;

/// How the next match of a ladder is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PairingRule {
    /// The match that tells most about the order: close ratings, few games.
    #[default]
    Informative,
    /// Everybody has as many games, opponents are drawn: for a ranking by score.
    Even,
    /// Both are drawn: to compare the others with.
    Random,
}

impl PairingRule {
    /// Every rule by name.
    pub const NAMED: [(&'static str, PairingRule); 3] =
        [("informative", PairingRule::Informative), ("even", PairingRule::Even), ("random", PairingRule::Random)];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            PairingRule::Informative => "informative",
            PairingRule::Even => "even",
            PairingRule::Random => "random",
        }
    }
}

/// One match of so many is for whoever has waited longest, so that nobody ever starves.
pub const TURN: u32 = 4;
/// Matches of a newcomer that may be open at once: what they tell is better known before the next ones are made.
const NEWCOMER_OPEN: u32 = 4;
/// Matches of anybody else that may be open at once, where there is somebody else.
const OPEN: u32 = 2;
/// What one game between equals tells, on the scale of Elo: 1/4 of (ln 10 / 400) squared.
const TOLD: f64 = 0.25 * 3.313_618e-5;

/// What the next match is chosen from.
pub(super) struct Chooser<'a> {
    pub(super) forms: &'a [Form],
    /// Who can be paired, by number.
    pub(super) active: &'a [usize],
    pub(super) rule: PairingRule,
    /// The number of the match.
    pub(super) number: u32,
    pub(super) seed: u64,
    /// How many games a match has, as far as is known.
    pub(super) games: u32,
    /// How often two have met as they are now.
    pub(super) met: &'a dyn Fn(usize, usize) -> u32,
}

impl Chooser<'_> {
    /// Two who meet; nobody where there are not two.
    pub(super) fn choose(&self) -> Option<[usize; 2]> {
        if self.active.len() < 2 {
            return None;
        }
        let mut generator = Seed(self.seed).purpose("ladder").child(u64::from(self.number)).generator();
        let one = match self.rule {
            PairingRule::Random => *self.active.get(generator.index(self.active.len()))?,
            PairingRule::Even => self.fewest()?,
            PairingRule::Informative => self.in_need()?,
        };
        let others: Vec<usize> = self.active.iter().copied().filter(|&other| other != one).collect();
        let two = match self.rule {
            PairingRule::Informative => self.tells_most(one, &others, &mut generator)?,
            _ => generator.pick(&others)?,
        };
        Some([one, two])
    }

    /// Whoever has had the fewest games, and of those who has waited longest.
    fn fewest(&self) -> Option<usize> {
        let games = |form: &Form| (form.games + form.pending * self.games).min(super::form::SCORE_GAMES);
        let key = |&player: &usize| (games(&self.forms[player]), self.forms[player].paired, player);
        self.active.iter().copied().min_by_key(key)
    }

    /// Whoever needs a match most: the one that has waited longest when it is its turn, then newcomers, then whoever is
    /// known least.
    fn in_need(&self) -> Option<usize> {
        let form = |player: usize| &self.forms[player];
        let waited = |&player: &usize| (form(player).paired, player);
        if self.number % TURN == TURN - 1 {
            return self.active.iter().copied().min_by_key(waited);
        }
        let is_newcomer = |&player: &usize| {
            form(player).is_newcomer(self.games) && (form(player).games == 0 || form(player).pending < NEWCOMER_OPEN)
        };
        let games = |&player: &usize| (form(player).games + form(player).pending * self.games, waited(&player));
        let newcomer = self.active.iter().copied().filter(is_newcomer).min_by_key(games);
        let is_free = |&player: &usize| form(player).pending < OPEN;
        let unknown = |a: &usize, b: &usize| {
            let [a_deviation, b_deviation] = [*a, *b].map(|player| self.expected_deviation(player));
            a_deviation.total_cmp(&b_deviation).then(waited(b).cmp(&waited(a)))
        };
        newcomer
            .or_else(|| self.active.iter().copied().filter(is_free).max_by(unknown))
            .or_else(|| self.active.iter().copied().min_by_key(waited))
    }

    /// How uncertain a player will be when its open matches are played.
    fn expected_deviation(&self, player: usize) -> f64 {
        let form = &self.forms[player];
        let told = TOLD * f64::from(form.pending * self.games);
        (form.rating.deviation.powi(-2) + told).powf(-0.5)
    }

    /// The opponent with whom a match tells most about both.
    fn tells_most(&self, one: usize, others: &[usize], generator: &mut Generator) -> Option<usize> {
        let draws: Vec<f64> = others.iter().map(|_| 0.7 + 0.3 * unit(generator)).collect();
        let worth = |at: usize| draws[at] * self.worth(one, others[at]);
        (0..others.len()).max_by(|&a, &b| worth(a).total_cmp(&worth(b)).then(b.cmp(&a))).map(|at| others[at])
    }

    /// How much less uncertain both would be, less where they have met often.
    fn worth(&self, one: usize, two: usize) -> f64 {
        let [a, b] = [one, two].map(|player| {
            let deviation = self.expected_deviation(player);
            Glicko2Rating { deviation, ..self.forms[player].rating }
        });
        let gain = gained(&a, &b) + gained(&b, &a);
        let met = f64::from((self.met)(one, two));
        let busy = f64::from(self.forms[two].pending);
        gain / (1.0 + 0.2 * met) / (1.0 + 0.25 * busy)
    }
}

/// By how much the variance of a player becomes less by a game against another.
fn gained(player: &Glicko2Rating, other: &Glicko2Rating) -> f64 {
    let scale = std::f64::consts::LN_10 / 400.0;
    let other_deviation = other.deviation * scale;
    let attenuation = (1.0 + 3.0 * other_deviation.powi(2) / std::f64::consts::PI.powi(2)).powf(-0.5);
    let expected = 1.0 / (1.0 + (-attenuation * scale * (player.rating - other.rating)).exp());
    let told = attenuation.powi(2) * expected * (1.0 - expected) * scale.powi(2);
    let before = player.deviation.powi(2);
    before - 1.0 / (1.0 / before + told)
}

/// A number from 0 to 1.
fn unit(generator: &mut Generator) -> f64 {
    (generator.bits() >> 11) as f64 / (1u64 << 53) as f64
}
