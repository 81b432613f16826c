//! `joute solve`: the result of perfect play from positions of games that have a solver.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use joute_catalog::{Goal, Limits, PositionSolver, Question, SolvedPosition};
use joute_games::AnyGame;
use joute_games::random::Seed;
use joute_referee::parse_duration;
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::{Failure, Result};
use crate::interrupt;
use crate::position::PositionArgs;
use crate::{output, score_text, text_table};

/// Solve positions: the result of perfect play.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute solve othello --file positions.obf\n  joute solve othello --file positions.obf --outcome --threads 2 --json\n  \
                  joute solve flood --setup width=6,colours=5,seed=3 --all\n  \
                  joute solve awale --setup rules=awari --position 0-0-1-0-0-2-0-3-0-0-1-0-20-21-S\n\n\
                  A file has one position on each line, as `joute show` writes them; what follows `;`, `%` or `#` is left out.\n\
                  Scores are in the game's unit for the side to move; in Othello empty squares count for the winner.\n\
                  Othello on 8 x 8 squares, Flood and Seven Colours (who wins: --outcome) have solvers of their own and Awalé its endgame\n\
                  tables; Othello of other sizes and Awalé before its tables are searched to their end, which small boards and late\n\
                  positions allow.\n\
                  The exit code is 1 when a position was not solved within --time."
)]
pub(crate) struct Solve {
    #[command(flatten)]
    position: PositionArgs,
    /// Solve every position of a file, one on each line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    file: Option<PathBuf>,
    /// Only who wins, which may be found sooner.
    #[arg(long)]
    outcome: bool,
    /// The result after every move.
    #[arg(long)]
    all: bool,
    /// The most time for a position.
    #[arg(long)]
    time: Option<String>,
    /// Threads that search together, where the solver can use them.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The most memory to remember positions in, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    memory: u32,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// The results of perfect play.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SolvedPositions<'a> {
    /// The game by name.
    game: &'a str,
    /// What was asked for.
    goal: GoalName,
    /// Whether the result after every move was asked for.
    all: bool,
    /// Threads that searched together.
    threads: u32,
    /// The most memory to remember positions in, in MiB.
    memory: u32,
    /// One for each position, in the order of the file.
    positions: Vec<AnsweredPosition<'a>>,
}

/// What is asked of a solver.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum GoalName {
    /// The result of perfect play.
    Exact,
    /// Only who wins.
    Outcome,
}

/// What came of one position.
#[derive(Debug, Serialize, JsonSchema)]
struct AnsweredPosition<'a> {
    /// The position, as `--position` takes it.
    position: String,
    /// What the side to move has more in the end; 1, 0 or -1 when only the outcome was asked for. Nothing when it took too long.
    score: Option<i32>,
    /// The best moves that are known: with `--all` every one, else the one that was found first.
    best: Vec<&'a str>,
    /// The best move, or with `--all` every move, the best first; nothing when it took too long.
    solved: Option<Vec<SolvedLine<'a>>>,
    /// Positions looked at.
    nodes: u64,
    /// How long it took.
    seconds: f64,
}

/// A line of perfect play, and what comes of it.
#[derive(Debug, Serialize, JsonSchema)]
struct SolvedLine<'a> {
    /// What the side to move has more in the end; 1, 0 or -1 when only the outcome was asked for.
    margin: i32,
    /// The moves, as far as they are known.
    line: &'a [String],
}

/// What came of one position.
struct Answer {
    game: AnyGame,
    /// The best move, or all; nothing when it took too long.
    solved: Option<Vec<SolvedPosition>>,
    nodes: u64,
    time: Duration,
}

impl Solve {
    pub(crate) fn run(&self) -> Result {
        let games = self.games()?;
        let limits = self.limits()?;
        let stop = interrupt::flag("ending with what is solved (Ctrl-C again to stop at once)")?;
        let bar = ProgressBar::with_draw_target(Some(games.len() as u64), ProgressDrawTarget::stderr());
        let mut answers = Vec::new();
        let mut solver = self.solver(&games[0])?;
        for game in games {
            bar.set_message(game.position());
            // None hangs on what was solved before it; memory that is had already costs less than new memory.
            if !solver.start_afresh() {
                solver = self.solver(&game)?;
            }
            answers.push(self.solve(&mut solver, game, limits, &stop));
            bar.inc(1);
        }
        bar.finish_and_clear();
        if self.json {
            output::print_json(&self.as_json(&answers))?;
        } else {
            output::print(&self.table(&answers));
        }
        let is_solved = answers.iter().all(|answer| answer.solved.is_some());
        Ok(if is_solved { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn goal(&self) -> Goal {
        if self.outcome { Goal::Outcome } else { Goal::Exact }
    }

    fn solver(&self, game: &AnyGame) -> Result<PositionSolver> {
        let memory = (self.memory as usize) << 20;
        let solver = PositionSolver::new(game, self.threads, memory).map_err(Failure::usage)?;
        if !solver.answers(self.goal()) {
            let name = game.info().name;
            return Err(Failure::usage(anyhow!("of {name} only who wins can be solved: add --outcome")));
        }
        Ok(solver)
    }

    fn solve(&self, solver: &mut PositionSolver, game: AnyGame, limits: Limits, stop: &AtomicBool) -> Answer {
        let began = Instant::now();
        let question = Question { game: &game, history: &[], limits, seed: Seed(1), stop };
        let goal = self.goal();
        let solved = if self.all && !game.is_over() {
            solver.solve_each(&question, goal)
        } else {
            solver.solve(&question, goal).map(|solved| vec![solved])
        };
        let nodes = solved.iter().flatten().map(|solved| solved.nodes).sum();
        Answer { solved, nodes, time: began.elapsed(), game }
    }

    fn games(&self) -> Result<Vec<AnyGame>> {
        let (start, _) = self.position.position()?;
        let Some(file) = &self.file else { return Ok(vec![start]) };
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let mut games = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let position = line.split([';', '%', '#']).next().unwrap_or_default().trim();
            if position.is_empty() {
                continue;
            }
            let wrong = |error| Failure::usage(anyhow!("{}, line {}: {error}", file.display(), number + 1));
            games.push(start.at(position).map_err(wrong)?);
        }
        if games.is_empty() {
            return Err(Failure::usage(anyhow!("{} has no positions", file.display())));
        }
        Ok(games)
    }

    fn limits(&self) -> Result<Limits> {
        let Some(text) = &self.time else { return Ok(Limits::default()) };
        let time = parse_duration(text).filter(|time| !time.is_zero());
        let wrong = || Failure::usage(anyhow!("--time {text}: expected a duration such as 500ms, 2s or 1m"));
        Ok(Limits { time: Some(time.ok_or_else(wrong)?), ..Limits::default() })
    }

    fn table(&self, answers: &[Answer]) -> String {
        let mut rows = Vec::new();
        for (number, answer) in answers.iter().enumerate() {
            let effort = [answer.nodes.to_string(), format!("{:.2}", answer.time.as_secs_f64())];
            let mut effort = effort.into_iter();
            for solved in answer.solved.iter().flatten() {
                let mut row = vec![(number + 1).to_string(), self.result(solved.margin), solved.line.join(" ")];
                row.extend([effort.next().unwrap_or_default(), effort.next().unwrap_or_default()]);
                rows.push(row);
            }
            if answer.solved.is_none() {
                rows.push(vec![(number + 1).to_string(), "not solved".to_owned()]);
                rows.last_mut().into_iter().for_each(|row| row.resize(5, String::new()));
            }
        }
        let table = text_table::table(&["position", "result", "perfect play", "nodes", "seconds"], &rows);
        let nodes: u64 = answers.iter().map(|answer| answer.nodes).sum();
        let time: Duration = answers.iter().map(|answer| answer.time).sum();
        let solved = answers.iter().filter(|answer| answer.solved.is_some()).count();
        format!("{table}\n{solved} of {} solved, {nodes} nodes in {:.2} s.\n", answers.len(), time.as_secs_f64())
    }

    fn result(&self, margin: i32) -> String {
        match (self.outcome, margin.signum()) {
            (false, _) => score_text::signed(f64::from(margin)),
            (true, 1) => "win".to_owned(),
            (true, -1) => "loss".to_owned(),
            (true, _) => "draw".to_owned(),
        }
    }

    fn as_json<'a>(&'a self, answers: &'a [Answer]) -> SolvedPositions<'a> {
        SolvedPositions {
            game: &self.position.game,
            goal: if self.outcome { GoalName::Outcome } else { GoalName::Exact },
            all: self.all,
            threads: self.threads,
            memory: self.memory,
            positions: answers.iter().map(Answer::as_json).collect(),
        }
    }
}

impl SolvedLine<'_> {
    fn of(solved: &SolvedPosition) -> SolvedLine<'_> {
        SolvedLine { margin: solved.margin, line: &solved.line }
    }
}

impl Answer {
    fn as_json(&self) -> AnsweredPosition<'_> {
        let score = self.solved.as_ref().and_then(|all| all.first()).map(|best| best.margin);
        let best = self.solved.iter().flatten().filter(|one| Some(one.margin) == score);
        AnsweredPosition {
            position: self.game.position(),
            score,
            best: best.filter_map(|one| one.line.first()).map(String::as_str).collect(),
            solved: self.solved.as_ref().map(|all| all.iter().map(SolvedLine::of).collect()),
            nodes: self.nodes,
            seconds: self.time.as_secs_f64(),
        }
    }
}
