//! What a match came to: a table for people, one object for programs.

use joute_arena::{MatchScore, PlayerScore};
use joute_messages::visible_line;
use joute_referee::{MatchRules, Order, short_evidence};
use joute_tournament::scoring::Scoring;
use joute_tournament::statistics::{Bounds, EloEstimate, NormalisedElo, Sample, Sprt, SprtReport, Verdict, wilson};

use super::json::{EloDifference, MatchResult, PlayerResult};
use crate::text_table::table;

/// A match that has ended or was interrupted, or that was put together from records.
pub(super) struct Report<'a> {
    pub(super) game: &'a str,
    pub(super) setup: String,
    pub(super) rules: &'a MatchRules,
    pub(super) scoring: Scoring,
    /// Several matches put together have no seed of their own.
    pub(super) seed: Option<u64>,
    /// The players' names, told apart where they are the same.
    pub(super) names: [String; 2],
    pub(super) score: &'a MatchScore,
    pub(super) sprt: Option<Bounds>,
    /// How many games there should have been.
    pub(super) planned: u32,
    pub(super) interrupted: bool,
}

impl Report<'_> {
    /// One JSON object.
    pub(super) fn json(&self) -> MatchResult<'_> {
        let score = self.score;
        let standing = Standing::of(score, self.rules.order);
        let player = |index: usize| PlayerResult::of(&self.names[index], &score.players[index]);
        MatchResult {
            game: self.game,
            setup: &self.setup,
            rules: self.rules.to_string(),
            scoring: self.scoring.to_string(),
            seed: self.seed,
            games: score.games(),
            players: [player(0), player(1)],
            first_mover_wins: score.first_mover_wins,
            second_mover_wins: score.second_mover_wins,
            distinct_games: score.distinct,
            plies: score.plies,
            pairs: score.pairs,
            pair_ratio: standing.pair_ratio,
            draw_ratio: draw_ratio(score),
            elo: EloDifference::of(&standing.elo),
            normalised_elo: standing.normalised,
            superiority: standing.superiority,
            sprt: self.sprt(),
            interrupted: self.interrupted,
        }
    }

    /// A table and some sentences.
    pub(super) fn text(&self) -> String {
        let score = self.score;
        let rows: Vec<Vec<String>> =
            self.names.iter().zip(&score.players).map(|(name, player)| row(name, player)).collect();
        let seed = self.seed.map(|seed| format!("  seed {seed}")).unwrap_or_default();
        let mut text = format!("{}  {}{seed}  {}\n\n", self.game, self.setup, self.rules);
        text += &table(&["player", "wins", "draws", "losses", "points", "faults", "seconds"], &rows);
        for (name, player) in self.names.iter().zip(&score.players) {
            if let Some(fault) = &player.first_fault {
                let name = visible_line(name);
                text += &format!("\nfirst fault of {name}: {}\n", short_evidence(fault));
            }
        }
        text += &format!("\n{} games", score.games());
        if self.interrupted {
            text += &format!(" of {} (interrupted)", self.planned);
        }
        text += &self.strength();
        text += &first_move(score);
        if score.distinct < score.games() {
            text += &format!(
                "only {} of the {} games differ: what was played before is counted once in the Elo difference\n",
                score.distinct,
                score.games()
            );
        }
        if let Some(sprt) = self.sprt() {
            text += &sprt_text(&sprt);
        }
        text
    }

    /// Who is how much stronger, and how sure that is.
    fn strength(&self) -> String {
        let standing = Standing::of(self.score, self.rules.order);
        let [one, two] = self.names.each_ref().map(|name| visible_line(name));
        let mut text = format!(", Elo difference of {one} over {two}: {}\n", standing.elo.in_words());
        if let Some(superiority) = standing.superiority {
            text += &format!("{one} is the stronger with a likelihood of {:.1} %; ", 100.0 * superiority);
        }
        if let Some(share) = draw_ratio(self.score) {
            text += &format!("{:.1} % of the games were drawn\n", 100.0 * share);
        }
        if self.rules.order == Order::Paired && self.score.pairs.observations() > 0 {
            let [lost, nearly_lost, halved, nearly_won, won] = self.score.pairs.counts();
            text += &format!(
                "pairs by their points: {lost} with 0, {nearly_lost} with 1/2, {halved} with 1, {nearly_won} with 3/2, {won} with 2"
            );
            text += &standing
                .pair_ratio
                .map_or("\n".to_owned(), |ratio| format!("; {ratio:.2} better ones for each worse\n"));
        }
        text
    }

    fn sprt(&self) -> Option<SprtReport> {
        self.sprt.map(|bounds| sprt_report(bounds, self.score, self.rules.order))
    }
}

/// What a test says of the games so far, by pairs where there are pairs.
pub(super) fn sprt_report(bounds: Bounds, score: &MatchScore, order: Order) -> SprtReport {
    match order {
        Order::Paired => Sprt::with_sample(bounds, score.pairs).report(),
        Order::Drawn => Sprt::with_sample(bounds, score.singles).report(),
    }
}

/// What the results say about the first player beside the second, from pairs where there are pairs.
pub(super) struct Standing {
    pub(super) elo: EloEstimate,
    normalised: Option<NormalisedElo>,
    superiority: Option<f64>,
    pair_ratio: Option<f64>,
}

impl Standing {
    pub(super) fn of(score: &MatchScore, order: Order) -> Standing {
        fn of<const N: usize>(sample: &Sample<N>, pair_ratio: Option<f64>) -> Standing {
            let (elo, normalised) = (sample.elo(), sample.normalised_elo());
            Standing { elo, normalised, superiority: sample.superiority(), pair_ratio }
        }
        match order {
            Order::Paired => of(&score.pairs, score.pairs.pair_ratio()),
            Order::Drawn => of(&score.singles, None),
        }
    }
}

fn draw_ratio(score: &MatchScore) -> Option<f64> {
    (score.games() > 0).then(|| f64::from(score.players[0].draws) / f64::from(score.games()))
}

fn first_move(score: &MatchScore) -> String {
    let decided = u64::from(score.first_mover_wins + score.second_mover_wins);
    let Some(share) = wilson(f64::from(score.first_mover_wins), decided) else {
        return String::new();
    };
    format!(
        "the first to move won {:.1} % of {decided} decided games, with 95 % confidence between {:.1} % and {:.1} % of such games\n",
        100.0 * share.share,
        100.0 * share.low,
        100.0 * share.high
    )
}

fn row(name: &str, player: &PlayerScore) -> Vec<String> {
    let faults = player.faults;
    let listed = [(faults.overtime, "overtime"), (faults.illegal, "illegal"), (faults.crash, "crash")];
    let listed: Vec<String> =
        listed.iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}")).collect();
    vec![
        name.to_owned(),
        player.wins.to_string(),
        player.draws.to_string(),
        player.losses.to_string(),
        player.points.to_string(),
        if listed.is_empty() { "0".to_owned() } else { listed.join(", ") },
        format!("{:.3}", player.time.as_secs_f64()),
    ]
}

pub(crate) fn sprt_text(sprt: &SprtReport) -> String {
    let says = match sprt.verdict {
        Verdict::Continue => "no decision yet",
        Verdict::AcceptH0 => "the lower bound is accepted",
        Verdict::AcceptH1 => "the higher bound is accepted",
    };
    let ([low, high], [alpha, beta]) = (sprt.bounds.hypotheses(), sprt.bounds.errors());
    format!(
        "SPRT on {} Elo [{low}, {high}] with errors of {} % and {} %: LLR {:.3} within ({:.2}, {:.2}): {says}\n",
        sprt.bounds.scale(),
        100.0 * alpha,
        100.0 * beta,
        sprt.llr,
        sprt.lower,
        sprt.upper
    )
}
