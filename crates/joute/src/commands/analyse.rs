//! `joute analyse`: what each move of a position is worth, told as it gets known.

pub(crate) mod json;
mod live;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;
use joute_catalog::{ANALYSTS, Analyst, GameAnalysis, Limits, MoveAnalysis, Question, history_of, usual_analyst};
use joute_games::AnyGame;
use joute_games::random::Seed;
use joute_messages::Language;
use joute_referee::parse_duration;

use crate::failure::{Failure, Result};
use crate::interrupt;
use crate::position::PositionArgs;
use crate::{output, score_text, text_table};
use json::{LimitsGiven, MoveValue, PositionAnalysis};
use live::Live;

/// How long it thinks when nothing is limited.
const TIME: Duration = Duration::from_secs(1);
/// Moves of a line that a table shows.
const SHOWN_LINE: usize = 12;

/// Say what each move of a position is worth.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute analyse othello --moves f5d6c3 --time 5s\n  joute analyse awale --depth 12 --lines 3\n  \
                  joute analyse flood --setup width=6,colours=5,seed=3\n  joute analyse seven-colours --player mcts --nodes 20000 --json\n\n\
                  Scores are in the game's unit for the side to move. The moves stand in the order of the deepest round that\n\
                  was finished; what a later round has looked at so far follows, marked partial. Ctrl-C ends with what is known so far."
)]
pub(crate) struct Analyse {
    #[command(flatten)]
    position: PositionArgs,
    /// How long to think; one second when nothing else is limited.
    #[arg(long)]
    time: Option<String>,
    /// Plies to look ahead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=250))]
    depth: Option<u32>,
    /// Positions to look at, or games to play at random.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Threads that think together.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The most memory to remember positions in, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    memory: u32,
    /// Who thinks: expert, alphabeta or mcts, with its parameters (`joute players`); without it the best there is for the game.
    #[arg(long)]
    player: Option<String>,
    /// Show only so many moves, the best ones.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    lines: Option<u64>,
    /// Chance comes from it, for players that use it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

impl Analyse {
    pub(crate) fn run(&self) -> Result {
        let positions = self.positions()?;
        let game = &positions[positions.len() - 1];
        let mut analyst = Analyst::new(&self.locator(game), game).map_err(Failure::usage)?;
        let limits = self.limits()?;
        let stop = interrupt::flag("ending with what is known (Ctrl-C again to stop at once)")?;
        let history = history_of(&positions);
        let question = Question { game, history: &history, limits, seed: Seed(self.seed), stop: &stop };
        let began = Instant::now();
        let mut live = Live::new(self.json);
        let analysis = analyst.analyse(&question, &mut |analysis| {
            live.show(|| self.table(game, analysis, began.elapsed()));
        });
        live.clear();
        let seconds = began.elapsed();
        if self.json {
            output::print_json(&self.as_json(game, &analysis, seconds))?;
        } else {
            output::print(&self.table(game, &analysis, seconds));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The positions on the way to the one that is asked about, which stands last.
    fn positions(&self) -> Result<Vec<AnyGame>> {
        let (_, moves) = self.position.position()?;
        let (mut game, _) = PositionArgs { moves: None, ..self.position.clone() }.position()?;
        let mut positions = vec![game.clone()];
        for mv in moves {
            game.play(mv);
            positions.push(game.clone());
        }
        Ok(positions)
    }

    /// The player with its threads and memory, unless its own parameters say otherwise.
    fn locator(&self, game: &AnyGame) -> String {
        let player = self.player(game);
        let (name, parameters) = player.split_once(':').unwrap_or((player, ""));
        if !ANALYSTS.contains(&name) {
            return player.to_owned();
        }
        let memory = if name == "alphabeta" { "hash" } else { "memory" };
        let mut all: Vec<String> = parameters.split(',').filter(|one| !one.is_empty()).map(str::to_owned).collect();
        for (key, value) in [("threads", self.threads), (memory, self.memory)] {
            if !all.iter().any(|one| one.starts_with(&format!("{key}="))) {
                all.push(format!("{key}={value}"));
            }
        }
        format!("{name}:{}", all.join(","))
    }

    fn player<'a>(&'a self, game: &AnyGame) -> &'a str {
        self.player.as_deref().unwrap_or_else(|| usual_analyst(game))
    }

    fn limits(&self) -> Result<Limits> {
        let time = match &self.time {
            Some(text) => {
                let time = parse_duration(text).filter(|time| !time.is_zero()).ok_or_else(|| {
                    Failure::usage(anyhow!("--time {text}: expected a duration such as 500ms, 2s or 1m"))
                })?;
                Some(time)
            }
            None if self.depth.is_none() && self.nodes.is_none() => Some(TIME),
            None => None,
        };
        Ok(Limits { time, nodes: self.nodes, depth: self.depth, ..Limits::default() })
    }

    fn shown<'a>(&self, moves: &'a [MoveAnalysis]) -> &'a [MoveAnalysis] {
        let most = self.lines.map_or(usize::MAX, |lines| usize::try_from(lines).unwrap_or(usize::MAX));
        &moves[..moves.len().min(most)]
    }

    fn table(&self, game: &AnyGame, analysis: &GameAnalysis, time: Duration) -> String {
        if game.is_over() {
            return format!("{}: the game is over, {}.\n", game.info().title(Language::EN), tallies(game));
        }
        let mut rows: Vec<Vec<String>> =
            self.shown(&analysis.moves).iter().map(|mv| row(mv, certainty(mv).to_owned())).collect();
        rows.extend(self.shown(&analysis.deeper).iter().map(|mv| row(mv, partial(mv))));
        let table = text_table::table(&["move", "score", "how", "depth", "expected play"], &rows);
        format!("{table}\n{}\n", self.summary(game, analysis, time))
    }

    /// `Black to move: Black +4 with d3; depth 8, 120 thousand nodes in 1.0 s.`
    fn summary(&self, game: &AnyGame, analysis: &GameAnalysis, time: Duration) -> String {
        let info = game.info();
        let best = match (analysis.best(), analysis.lead_of_first(game.turn())) {
            (Some(best), Some(lead)) => {
                let exact = if analysis.is_exact { ", exact" } else { "" };
                format!("{} {} with {}{exact}", score_text::lead(info, lead), info.unit, best.mv)
            }
            _ => "nothing is known yet".to_owned(),
        };
        format!(
            "{} to move: {best}; depth {}, {} nodes in {:.2} s.",
            info.side(game.turn(), Language::EN),
            analysis.depth,
            analysis.nodes,
            time.as_secs_f64()
        )
    }

    fn as_json<'a>(&'a self, game: &AnyGame, analysis: &'a GameAnalysis, time: Duration) -> PositionAnalysis<'a> {
        PositionAnalysis {
            game: game.info().name,
            setup: game.setup(),
            position: game.position(),
            turn: (!game.is_over()).then(|| game.turn()),
            player: self.player(game),
            limits: LimitsGiven {
                time: self.time.as_deref(),
                depth: self.depth,
                nodes: self.nodes,
                memory: self.memory,
            },
            depth: analysis.depth,
            nodes: analysis.nodes,
            exact: analysis.is_exact,
            seconds: time.as_secs_f64(),
            moves: self.shown(&analysis.moves).iter().map(MoveValue::of).collect(),
            partial: self.shown(&analysis.deeper).iter().map(MoveValue::of).collect(),
        }
    }
}

fn row(mv: &MoveAnalysis, how: String) -> Vec<String> {
    let score = if mv.depth > 0 { score_text::signed(mv.score) } else { String::new() };
    vec![mv.mv.clone(), score, how, mv.depth.to_string(), line(&mv.pv)]
}

/// What marks a move of a round that was not finished.
fn partial(mv: &MoveAnalysis) -> String {
    match certainty(mv) {
        "" => "partial".to_owned(),
        certain => format!("partial, {certain}"),
    }
}

fn certainty(mv: &MoveAnalysis) -> &'static str {
    match (mv.is_exact, mv.is_decided, mv.score.total_cmp(&0.0)) {
        (true, ..) => "exact",
        (false, true, std::cmp::Ordering::Greater) => "wins",
        (false, true, std::cmp::Ordering::Less) => "loses",
        _ => "",
    }
}

fn line(pv: &[String]) -> String {
    let more = if pv.len() > SHOWN_LINE { " ..." } else { "" };
    pv.iter().take(SHOWN_LINE).cloned().collect::<Vec<_>>().join(" ") + more
}

fn tallies(game: &AnyGame) -> String {
    let [first, second] = game.tallies();
    format!("{first} to {second} {}", game.info().unit)
}
