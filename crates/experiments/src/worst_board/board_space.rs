//! Which boards there are: a size, a number of colours, symmetric or not.

use joute_catalog::find_game;
use joute_games::random::Seed;
use joute_games::{AnyGame, NoFiles, SetupError};
use joute_messages::Message;

use crate::experiment::ExperimentError;

/// The boards a hunt goes over.
#[derive(Debug, Clone)]
pub struct BoardSpace {
    size: usize,
    colours: u8,
    is_symmetric: bool,
    /// The cells that are coloured alike, for each colour that can be chosen.
    groups: Vec<Vec<usize>>,
}

impl BoardSpace {
    /// The boards of a setup of Seven Colours: its size, its colours, and whether they are symmetric. Options that
    /// change the rules are refused, since the strategy plays alone.
    pub fn of_setup(setup: &str) -> Result<BoardSpace, ExperimentError> {
        let entry = find_game("seven-colours").ok_or_else(|| ExperimentError::Broken("no Seven Colours".to_owned()))?;
        let text = entry.setup(setup, &NoFiles)?.text().to_owned();
        let value = |key: &str| text.split(',').find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='));
        let known = ["size", "colours", "board"];
        if let Some(pair) = text.split(',').find(|pair| !known.iter().any(|key| pair.starts_with(key))) {
            let message = format!("{pair:?}: expected size, colours and board=symmetric or random, nothing else");
            return Err(SetupError::Impossible(Message::literal(message)).into());
        }
        let board = value("board").unwrap_or("symmetric");
        if !["symmetric", "random"].contains(&board) {
            let message = "the board is what is looked for: expected board=symmetric or board=random".to_owned();
            return Err(SetupError::Impossible(Message::literal(message)).into());
        }
        let number = |key: &str| value(key).and_then(|text| text.parse::<usize>().ok()).unwrap_or(0);
        Ok(BoardSpace::new(number("size"), number("colours") as u8, board == "symmetric"))
    }

    fn new(size: usize, colours: u8, is_symmetric: bool) -> BoardSpace {
        let starts = [size - 1, size * (size - 1)];
        let image = |cell: usize| cell % size * size + cell / size;
        let free = (0..size * size).filter(|cell| !starts.contains(cell));
        let groups = match is_symmetric {
            true => free
                .filter(|&cell| image(cell) >= cell)
                .map(|cell| if image(cell) == cell { vec![cell] } else { vec![cell, image(cell)] })
                .collect(),
            false => free.map(|cell| vec![cell]).collect(),
        };
        BoardSpace { size, colours, is_symmetric, groups }
    }

    /// Rows and columns.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn colours(&self) -> u8 {
        self.colours
    }

    /// How many colours are chosen for a board.
    pub(super) fn choices(&self) -> usize {
        self.groups.len()
    }

    /// Gives the cells of a choice one colour.
    pub(super) fn paint(&self, cells: &mut [u8], choice: usize, colour: u8) {
        for &cell in &self.groups[choice] {
            cells[cell] = colour;
        }
    }

    /// The first cell of a choice.
    pub(super) fn cell(&self, choice: usize) -> usize {
        self.groups[choice][0]
    }

    /// How many boards there are, if that is a number at all.
    pub(super) fn count(&self) -> Option<u64> {
        u64::from(self.colours).checked_pow(u32::try_from(self.groups.len()).ok()?)
    }

    /// The board with a number.
    pub(super) fn numbered(&self, mut number: u64) -> Vec<u8> {
        let colours = u64::from(self.colours);
        let mut cells = vec![0; self.size * self.size];
        for choice in 0..self.groups.len() {
            self.paint(&mut cells, choice, (number % colours) as u8);
            number /= colours;
        }
        cells
    }

    /// A random board.
    pub(super) fn random(&self, seed: Seed) -> Vec<u8> {
        let mut generator = seed.generator();
        let mut cells = vec![0; self.size * self.size];
        for choice in 0..self.groups.len() {
            self.paint(&mut cells, choice, generator.below(u64::from(self.colours)) as u8);
        }
        cells
    }

    /// A board that a rule paints, made symmetric where it must be.
    pub(super) fn painted(&self, rule: impl Fn(usize, usize) -> usize) -> Vec<u8> {
        let mut cells = vec![0; self.size * self.size];
        for choice in 0..self.groups.len() {
            let cell = self.cell(choice);
            let colour = rule(cell / self.size, cell % self.size) % usize::from(self.colours);
            self.paint(&mut cells, choice, colour as u8);
        }
        cells
    }

    /// The setup of a board.
    pub(super) fn setup(&self, cells: &[u8]) -> String {
        let letter = |cell: usize| match cell {
            cell if cell == self.size - 1 => '^',
            cell if cell == self.size * (self.size - 1) => 'v',
            cell => char::from(b'A' + cells[cell]),
        };
        let row = |row: usize| (0..self.size).map(|column| letter(row * self.size + column)).collect::<String>();
        let rows: Vec<String> = (0..self.size).map(row).collect();
        format!("size={},colours={},board={}", self.size, self.colours, rows.join("/"))
    }

    /// The game on a board.
    pub(super) fn game(&self, cells: &[u8]) -> Result<AnyGame, ExperimentError> {
        let entry = find_game("seven-colours").ok_or_else(|| ExperimentError::Broken("no Seven Colours".to_owned()))?;
        Ok(entry.setup(&self.setup(cells), &NoFiles)?.start(0)?)
    }

    /// The cells of a board that a setup gives, which must be one of these boards.
    pub(super) fn read(&self, setup: &str) -> Result<Vec<u8>, ExperimentError> {
        let wrong = |what: &str| {
            ExperimentError::Setup(SetupError::Impossible(Message::literal(format!("the board to begin with {what}"))))
        };
        let rows = setup.trim().split(',').find_map(|pair| pair.strip_prefix("board="));
        let rows: Vec<&str> = rows.ok_or_else(|| wrong("must be a setup with board=ROWS"))?.split('/').collect();
        if rows.len() != self.size || rows.iter().any(|row| row.len() != self.size) {
            return Err(wrong(&format!("must have {0} rows of {0} cells", self.size)));
        }
        let letters: Vec<u8> = rows.concat().into_bytes();
        let mut cells = vec![0; letters.len()];
        for (choice, group) in self.groups.iter().enumerate() {
            let colour = letters[group[0]].wrapping_sub(b'A');
            if colour >= self.colours {
                return Err(wrong(&format!("must have colours A to {}", char::from(b'A' + self.colours - 1))));
            }
            if group.iter().any(|&cell| letters[cell] != letters[group[0]]) {
                return Err(wrong("must be symmetric, or --setup must say board=random"));
            }
            self.paint(&mut cells, choice, colour);
        }
        Ok(cells)
    }

    /// Whether the boards are mirrored.
    pub fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }
}
