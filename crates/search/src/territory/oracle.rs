//! `oracle` and `foreseeing`: the colour that leads to most cells after some own moves, the opponent ignored.

use joute_games::territory::Change;

use super::game::TerritoryGame;
use super::sketch::{Sketch, best_move};
use crate::feature::Feature;
use crate::strategy::{Choice, Strategy, Thinking, Ties};

/// How the moves after the first are found; both ways choose the same colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Recursion {
    /// The total that the shorter oracle has found already is the total of the line it names, so the line is not played
    /// again, and the last move is read off the kernel: with 7 colours about 7^(p-1) colours are played.
    #[default]
    Shared,
    /// As the report has it: each colour, then the move that the shorter oracle names, and so on down to greedy. With
    /// 7 colours 8^p - 1 colours are played.
    Report,
}

/// Most cells after so many own moves. One move is greedy, two are the foreseeing player of the report.
///
/// A colour that gains nothing is never better than one that gains something, but it can lead to as much a move
/// later; among equals useful colours come first, or the player would put off its best move for ever.
#[derive(Debug, Clone)]
pub struct Oracle {
    moves: u32,
    recursion: Recursion,
    ties: Ties,
    plays: u64,
}

impl Oracle {
    /// An oracle of so many moves; of none it is one of one.
    pub fn new(moves: u32, recursion: Recursion, ties: Ties) -> Oracle {
        Oracle { moves: moves.max(1), recursion, ties, plays: 0 }
    }

    /// Colours played on its working copy in all its choices so far.
    pub fn plays(&self) -> u64 {
        self.plays
    }

    fn take(&mut self, sketch: &mut Sketch, colour: u8) -> Change {
        self.plays += 1;
        sketch.take(colour)
    }

    /// The most cells after so many further moves; told to stop, it looks one move ahead.
    fn total(&mut self, sketch: &mut Sketch, moves: u32, thinking: &Thinking<'_>) -> u32 {
        if moves == 0 {
            return sketch.tally();
        }
        if moves == 1 || thinking.is_stopped() {
            return self.total_of_greedy(sketch);
        }
        let mut best = sketch.tally();
        for colour in sketch.useful() {
            let change = self.take(sketch, colour);
            best = best.max(self.total(sketch, moves - 1, thinking));
            sketch.undo(change);
        }
        best
    }

    /// The cells after the greedy move, and after the captures that follow it.
    fn total_of_greedy(&mut self, sketch: &mut Sketch) -> u32 {
        let Some(colour) = sketch.greedy() else {
            return sketch.tally();
        };
        if !sketch.captures {
            return sketch.tally() + sketch.gain(colour);
        }
        let change = self.take(sketch, colour);
        let total = sketch.tally();
        sketch.undo(change);
        total
    }

    /// The cells after the moves that the oracles of so many moves, of one less and so on down to greedy name.
    fn total_of_named(&mut self, sketch: &mut Sketch, moves: u32, thinking: &Thinking<'_>) -> u32 {
        let mut changes = Vec::new();
        for moves in (1..=moves).rev() {
            if let Some(colour) = self.named(sketch, moves, thinking) {
                changes.push(self.take(sketch, colour));
            }
        }
        let total = sketch.tally();
        changes.into_iter().rev().for_each(|change| sketch.undo(change));
        total
    }

    /// The colour that the report's oracle of so many moves names.
    fn named(&mut self, sketch: &mut Sketch, moves: u32, thinking: &Thinking<'_>) -> Option<u8> {
        let legal = sketch.legal();
        if moves == 1 || thinking.is_stopped() {
            // The report's greedy plays every colour to see what it gains.
            self.plays += legal.len() as u64;
            return sketch.greedy().or_else(|| legal.first().copied());
        }
        let mut best = None;
        for colour in legal {
            let is_useful = sketch.is_useful(colour);
            let change = self.take(sketch, colour);
            let value = (self.total_of_named(sketch, moves - 1, thinking), is_useful);
            sketch.undo(change);
            if best.is_none_or(|(known, _)| value > known) {
                best = Some((value, colour));
            }
        }
        best.map(|(_, colour)| colour)
    }

    /// What a first colour is worth.
    fn value(&mut self, sketch: &mut Sketch, colour: u8, thinking: &Thinking<'_>) -> i64 {
        if self.moves == 1 {
            self.plays += 1;
            return i64::from(sketch.gain(colour));
        }
        let change = self.take(sketch, colour);
        let total = match self.recursion {
            Recursion::Shared => self.total(sketch, self.moves - 1, thinking),
            Recursion::Report => self.total_of_named(sketch, self.moves - 1, thinking),
        };
        sketch.undo(change);
        i64::from(total)
    }
}

impl Oracle {
    /// What each useful colour leads to.
    fn values<G: TerritoryGame>(&mut self, game: &G, thinking: &Thinking<'_>) -> Vec<(u8, i64)> {
        let mut sketch = Sketch::of(game);
        let colours = match self.recursion {
            Recursion::Shared => sketch.useful(),
            Recursion::Report => sketch.legal(),
        };
        let mut values: Vec<(u8, i64)> = Vec::new();
        for colour in colours {
            let value = self.value(&mut sketch, colour, thinking);
            if sketch.is_useful(colour) {
                values.push((colour, value));
            }
        }
        values
    }
}

impl<G: TerritoryGame> Strategy<G> for Oracle {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let values = self.values(game, thinking);
        best_move::<G>(&values, self.ties, thinking.seed).into()
    }

    fn appraise(&mut self, game: &G, thinking: &Thinking<'_>) -> Vec<(G::Move, f64)> {
        let values = self.values(game, thinking);
        values.into_iter().map(|(colour, value)| (G::taking(colour), value as f64)).collect()
    }

    fn features(&self) -> &'static [Feature] {
        &[Feature::Depth]
    }

    fn is_deterministic(&self) -> bool {
        self.ties == Ties::First
    }
}
