//! What a match came to: a table for people, one object for programs.

use joute_arena::{MatchPlan, MatchScore, PlayerScore};
use joute_messages::visible_line;
use joute_referee::{Order, short_evidence};
use joute_tournament::statistics::{EloEstimate, Sprt, SprtReport, Verdict, wilson};
use serde_json::{Value, json};

use crate::text_table::table;

/// A match that has ended, or was interrupted.
pub(super) struct Report<'a> {
    pub(super) plan: &'a MatchPlan<'a>,
    pub(super) game: &'a str,
    pub(super) score: &'a MatchScore,
    pub(super) interrupted: bool,
}

impl Report<'_> {
    /// One JSON object.
    pub(super) fn json(&self) -> Value {
        let score = self.score;
        let players: Vec<Value> =
            self.names().iter().zip(&score.players).map(|(name, player)| player_json(name, player)).collect();
        json!({
            "game": self.game,
            "setup": self.plan.source.text(),
            "rules": self.plan.rules.to_string(),
            "scoring": self.plan.scoring.to_string(),
            "seed": self.plan.seed,
            "games": score.games(),
            "players": players,
            "first_mover_wins": score.first_mover_wins,
            "second_mover_wins": score.second_mover_wins,
            "distinct_games": score.distinct,
            "plies": score.plies,
            "pairs": score.pairs,
            "elo": elo_json(&elo(score, self.plan.rules.order)),
            "sprt": self.sprt(),
            "interrupted": self.interrupted,
        })
    }

    /// A table and some sentences.
    pub(super) fn text(&self) -> String {
        let (score, plan) = (self.score, self.plan);
        let names = self.names();
        let rows: Vec<Vec<String>> = names.iter().zip(&score.players).map(|(name, player)| row(name, player)).collect();
        let mut text = format!("{}  {}  seed {}  {}\n\n", self.game, plan.source.text(), plan.seed, plan.rules);
        text += &table(&["player", "wins", "draws", "losses", "points", "faults", "seconds"], &rows);
        for (name, player) in names.iter().zip(&score.players) {
            if let Some(fault) = &player.first_fault {
                let name = visible_line(name);
                text += &format!("\nfirst fault of {name}: {}\n", short_evidence(fault));
            }
        }
        text += &format!("\n{} games", score.games());
        if self.interrupted {
            text += &format!(" of {} (interrupted)", plan.games);
        }
        text += &format!(", Elo difference {}\n", elo_text(score, plan.rules.order));
        let decided = u64::from(score.first_mover_wins + score.second_mover_wins);
        if let Some(share) = wilson(f64::from(score.first_mover_wins), decided) {
            text += &format!(
                "the first to move won {:.1} % of {decided} decided games [{:.1}, {:.1}]\n",
                100.0 * share.share,
                100.0 * share.low,
                100.0 * share.high
            );
        }
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

    fn sprt(&self) -> Option<SprtReport> {
        let bounds = self.plan.sprt?;
        Some(match self.plan.rules.order {
            Order::Paired => Sprt::with_sample(bounds, self.score.pairs).report(),
            Order::Drawn => Sprt::with_sample(bounds, self.score.singles).report(),
        })
    }

    /// The players' names, told apart where they are the same.
    fn names(&self) -> [String; 2] {
        let mut names = self.plan.names().names.into_iter();
        [names.next().unwrap_or_default(), names.next().unwrap_or_default()]
    }
}

fn player_json(name: &str, player: &PlayerScore) -> Value {
    json!({
        "name": name,
        "wins": player.wins,
        "draws": player.draws,
        "losses": player.losses,
        "points": player.points,
        "faults": player.faults,
        "first_fault": player.first_fault,
        "seconds": player.time.as_secs_f64(),
        "tally": player.tally,
    })
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

/// The Elo difference of the first player, from pairs where there are pairs.
fn elo(score: &MatchScore, order: Order) -> EloEstimate {
    match order {
        Order::Paired => score.pairs.elo(),
        Order::Drawn => score.singles.elo(),
    }
}

/// The Elo difference in words; what no spread allows to say is said.
pub(super) fn elo_text(score: &MatchScore, order: Order) -> String {
    elo(score, order).to_string()
}

fn elo_json(elo: &EloEstimate) -> Value {
    match *elo {
        EloEstimate::NoGames => json!({ "difference": null, "low": null, "high": null, "note": "no games" }),
        EloEstimate::AllAlike { elo, low, high, .. } => {
            json!({ "difference": elo, "low": low, "high": high, "note": "all results alike: no spread to make an error from" })
        }
        EloEstimate::Estimate { elo, low, high } => json!({ "difference": elo, "low": low, "high": high }),
    }
}

fn sprt_text(sprt: &SprtReport) -> String {
    let says = match sprt.verdict {
        Verdict::Continue => "no decision yet",
        Verdict::AcceptH0 => "the lower bound is accepted",
        Verdict::AcceptH1 => "the higher bound is accepted",
    };
    let [low, high] = sprt.bounds.hypotheses();
    format!(
        "SPRT on normalised Elo [{low}, {high}]: LLR {:.3} within ({:.2}, {:.2}): {says}\n",
        sprt.llr, sprt.lower, sprt.upper
    )
}
