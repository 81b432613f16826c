//! The engine as a player and as an analyst.

use joute_games::Game;
use joute_games::othello::{Othello, Square};

use super::board::Board;
use super::book::Book;
use super::endgame::EXACT;
use super::root::RootMove;
use super::think::{Engine, Task};
use crate::alphabeta::{Analysis, Line};
use crate::strategy::{Choice, Report, Strategy, Thinking};

impl Strategy<Othello> for Engine {
    fn choose(&mut self, game: &Othello, thinking: &Thinking<'_>) -> Choice<Square<8>> {
        if game.forced().is_some() {
            return Square::PASS.into();
        }
        let thinking = &with_default_time(self, thinking);
        if let Some(index) = self.book_move(game) {
            return square(index).into();
        }
        let thought = self.think(Board::from(game), thinking, Task::Best, &mut |_, _, _| {});
        let Some(best) = thought.moves.first() else { return Square::PASS.into() };
        let report = Report {
            score: f64::from(best.value),
            depth: best.round.depth,
            nodes: thought.nodes,
            pv: with_passes(*game, &best.line),
        };
        Choice { mv: square(best.square), report: Some(Box::new(report)) }
    }

    fn get_ready(&mut self) {
        Engine::get_ready(self);
    }

    fn release_memory(&mut self) {
        Engine::release_memory(self);
    }

    fn start_afresh(&mut self) -> bool {
        self.forget();
        true
    }

    fn analyse(
        &mut self,
        game: &Othello,
        thinking: &Thinking<'_>,
        tell: &mut dyn FnMut(&Analysis<Square<8>>),
    ) -> Option<Analysis<Square<8>>> {
        let thinking = &with_default_time(self, thinking);
        if game.forced().is_some() {
            return Some(self.analyse_pass(game, thinking, tell));
        }
        let mut latest = Analysis::unknown([]);
        let mut finished = None;
        let thought = self.think(Board::from(game), thinking, Task::All, &mut |moves, is_whole, nodes| {
            if is_whole {
                finished = moves.first().map(|mv| mv.round);
                latest = analysis_of(game, moves, nodes);
            } else {
                let newer = moves.iter().filter(|mv| Some(mv.round) != finished);
                latest.deeper = newer.map(|mv| line_of(game, mv)).collect();
                latest.nodes = nodes;
            }
            tell(&latest);
        });
        latest.nodes = thought.nodes;
        Some(latest)
    }
}

impl Engine {
    /// The move of the book, if the position is in it.
    fn book_move(&self, game: &Othello) -> Option<u8> {
        let index = self.options.uses_book.then(|| Book::embedded().find(Board::from(game))).flatten()?;
        game.is_legal(square(index)).then_some(index)
    }

    /// The only move is a pass: it is worth what comes after it.
    fn analyse_pass(
        &mut self,
        game: &Othello,
        thinking: &Thinking<'_>,
        tell: &mut dyn FnMut(&Analysis<Square<8>>),
    ) -> Analysis<Square<8>> {
        let mut after = *game;
        after.play(Square::PASS);
        let mut latest = Analysis::unknown([]);
        let thought = self.think(Board::from(&after), thinking, Task::Best, &mut |moves, _, nodes| {
            let Some(best) = moves.first().map(|mv| line_of(&after, mv)) else { return };
            let pv = [Square::PASS].into_iter().chain(best.pv.iter().copied()).collect();
            let line = Line { pv, score: -best.score, value: -best.value, ..best };
            let (depth, is_complete) = (line.depth, line.is_exact);
            latest.note(line);
            latest.finish_round(depth, is_complete);
            latest.nodes = nodes;
            tell(&latest);
        });
        latest.nodes = thought.nodes;
        latest
    }
}

/// What nobody limits gets a second.
fn with_default_time<'a>(engine: &Engine, thinking: &Thinking<'a>) -> Thinking<'a> {
    let mut thinking = *thinking;
    if thinking.limits.and(engine.options.limits).are_open() {
        thinking.limits.time = Some(std::time::Duration::from_secs(1));
    }
    thinking
}

/// What a finished round knows of all moves, as analyses have it.
fn analysis_of(game: &Othello, moves: &[RootMove], nodes: u64) -> Analysis<Square<8>> {
    let lines: Vec<Line<Square<8>>> = moves.iter().map(|mv| line_of(game, mv)).collect();
    let depth = lines.iter().map(|line| line.depth).min().unwrap_or(0);
    let is_complete = lines.iter().all(|line| line.is_exact);
    Analysis { lines, deeper: Vec::new(), depth, nodes, is_complete }
}

fn line_of(game: &Othello, mv: &RootMove) -> Line<Square<8>> {
    let is_exact = mv.round.depth >= game.empties().count_ones() && mv.round.certainty == EXACT;
    Line {
        pv: with_passes(*game, &mv.line),
        score: f64::from(mv.value),
        depth: mv.round.depth.max(1),
        is_exact,
        is_decided: is_exact,
        value: mv.value,
    }
}

fn square(index: u8) -> Square<8> {
    Square::new(usize::from(index)).unwrap_or(Square::PASS)
}

/// A line of squares as moves, forced passes put in.
pub(super) fn with_passes(mut game: Othello, squares: &[u8]) -> Vec<Square<8>> {
    let mut moves = Vec::with_capacity(squares.len());
    for index in squares {
        if let Some(pass) = game.forced() {
            game.play(pass);
            moves.push(pass);
        }
        let mv = square(*index);
        if !game.is_legal(mv) {
            break;
        }
        game.play(mv);
        moves.push(mv);
    }
    moves
}
