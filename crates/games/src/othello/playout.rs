//! Random games from an 8 x 8 position, many side by side in the lanes of a kernel.

use super::bits;
use super::board::Othello;
use super::kernel::{Kernel, Routines};
use super::lanes::{Children, Tasks};
use crate::game::Game;
use crate::random::{Generator, Seed};
use crate::side::{Outcome, Side};

/// How many games run side by side.
const TABLES: usize = 64;

/// What random games came to: every move is drawn evenly from the legal ones, forced passes are played, the discs
/// are counted as they stand.
///
/// Game `n` draws from the `n`-th child of the seed and from nothing else, so the results depend neither on the
/// kernel nor on how many games run side by side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Games that First won.
    pub first: u64,
    /// Games that Second won.
    pub second: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Plies of all games together, passes counted.
    pub plies: u64,
    /// First's discs less Second's, of all games together.
    pub lead: i64,
}

impl Playouts {
    /// All games.
    pub fn games(&self) -> u64 {
        self.first + self.second + self.draws
    }

    fn note(&mut self, end: &Othello) {
        let tallies = end.tallies();
        match Outcome::of_tallies(tallies) {
            Outcome::First => self.first += 1,
            Outcome::Second => self.second += 1,
            Outcome::Draw => self.draws += 1,
        }
        self.lead += i64::from(tallies[0]) - i64::from(tallies[1]);
    }
}

/// Plays `games` games from a position.
pub(super) fn run(kernel: Kernel, from: &Othello, games: u64, seed: Seed) -> Playouts {
    let mut results = Playouts::default();
    let mut from = *from;
    if from.forced().is_some() {
        from.skip_turn();
        results.plies = games;
    }
    let moves = from.moves();
    if moves == 0 {
        (0..games).for_each(|_| results.note(&from));
        return results;
    }
    let mut hall = Hall::new(from, moves, games, seed);
    let routines = kernel.routines();
    while hall.len() > 0 {
        hall.ply(routines, &mut results);
    }
    results
}

/// The games now being played, one a table; a table that gets free takes the next game or is removed.
struct Hall {
    from: Othello,
    from_moves: u64,
    games: u64,
    begun: u64,
    seed: Seed,
    tasks: Tasks,
    moves: Vec<u64>,
    turns: Vec<Side>,
    generators: Vec<Generator>,
    children: Children,
}

impl Hall {
    fn new(from: Othello, from_moves: u64, games: u64, seed: Seed) -> Hall {
        let mut tasks = Tasks::default();
        tasks.make_room(TABLES);
        let mut hall = Hall {
            from,
            from_moves,
            games,
            begun: 0,
            seed,
            tasks,
            moves: vec![0; TABLES],
            turns: vec![Side::First; TABLES],
            generators: Vec::with_capacity(TABLES),
            children: Children::default(),
        };
        for table in 0..games.min(TABLES as u64) as usize {
            hall.generators.push(seed.generator());
            hall.tasks.len += 1;
            hall.begin(table);
        }
        hall
    }

    fn len(&self) -> usize {
        self.tasks.len
    }

    /// Starts the next game at a table.
    fn begin(&mut self, table: usize) {
        self.seat(table, self.from, self.from_moves);
        self.generators[table] = self.seed.child(self.begun).generator();
        self.begun += 1;
    }

    fn seat(&mut self, table: usize, position: Othello, moves: u64) {
        self.tasks.mover[table] = position.mover();
        self.tasks.other[table] = position.other();
        self.turns[table] = position.turn();
        self.moves[table] = moves;
    }

    /// Plays one move at every table.
    fn ply(&mut self, routines: &Routines, results: &mut Playouts) {
        let len = self.len();
        (routines.draw)(&self.moves[..len], &mut self.generators, &mut self.tasks.square[..len]);
        (routines.play)(&self.tasks, 0..len, &mut self.children);
        results.plies += len as u64;
        self.tasks.mover[..len].copy_from_slice(&self.children.mover[..len]);
        self.tasks.other[..len].copy_from_slice(&self.children.other[..len]);
        self.moves[..len].copy_from_slice(&self.children.moves[..len]);
        for turn in &mut self.turns[..len] {
            *turn = turn.other();
        }
        // From the last table, so that the one moved into a freed place has had its turn.
        for table in (0..len).rev() {
            if self.moves[table] == 0 {
                self.stuck(table, results);
            }
        }
    }

    /// A table whose mover has no square: a forced pass, or the end of the game.
    fn stuck(&mut self, table: usize, results: &mut Playouts) {
        let (mover, other) = (self.tasks.mover[table], self.tasks.other[table]);
        let next = self.turns[table].other();
        let passed = Othello::of_parts(other, mover, next);
        match bits::moves(other, mover) {
            0 => {
                results.note(&passed);
                if self.begun < self.games {
                    self.begin(table);
                } else {
                    self.remove(table);
                }
            }
            moves => {
                results.plies += 1;
                self.seat(table, passed, moves);
            }
        }
    }

    /// Moves the last table into the place of this one.
    fn remove(&mut self, table: usize) {
        let last = self.len() - 1;
        self.tasks.mover[table] = self.tasks.mover[last];
        self.tasks.other[table] = self.tasks.other[last];
        self.moves[table] = self.moves[last];
        self.turns[table] = self.turns[last];
        self.generators.swap_remove(table);
        self.tasks.len = last;
    }
}
