//! Setups of Flood and the boards drawn from them.

use std::fmt;
use std::sync::Arc;

use joute_messages::{Localize, Message, message};

use super::super::rows::Rows;
use super::super::{BLOCKED, MOST_CELLS, Network, generator, obstacles};
use super::INFO;
use super::colours::{Colour, ColourSet};
use super::graph::Graph;
use crate::error::SetupError;
use crate::random::Seed;
use crate::setup::{Attachments, Files, GameSetup, Pairs};

/// Graph, size, colours and what is forbidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    pub(super) graph: Graph,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) colours: u8,
    pub(super) colouring: Colouring,
    pub(super) forbidden: Forbidden,
    pub(super) obstacles: u32,
    pub(super) seed: Option<u64>,
}

/// How the cells get their colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Colouring {
    /// Drawn.
    Random,
    /// Cell i has colour i modulo the number of colours.
    Cyclic,
    /// Drawn, a cell and its image alike.
    Symmetric,
    /// Given as rows.
    Rows(Arc<str>),
}

/// Which colours the sides may never choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forbidden {
    /// So many for each side, drawn from the colours of neither start.
    Drawn(u8),
    /// These.
    Sets([ColourSet; 2]),
}

/// What a setup comes to: the cells' colours and the forbidden sets.
pub(super) struct Drawn {
    pub(super) cells: Vec<u8>,
    pub(super) forbidden: [ColourSet; 2],
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            graph: Graph::Square,
            width: 12,
            height: 12,
            colours: 6,
            colouring: Colouring::Random,
            forbidden: Forbidden::Drawn(0),
            obstacles: 0,
            seed: None,
        }
    }
}

impl Setup {
    /// The graph it is played on.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// How many colours there are.
    pub fn colours(&self) -> u8 {
        self.colours
    }

    pub(super) fn starts(&self) -> [usize; 2] {
        self.graph.starts(self.width, self.height)
    }

    pub(super) fn draw(&self) -> Result<Drawn, SetupError> {
        let seed = Seed(self.seed.unwrap_or(0)).purpose("flood");
        let topology = self.graph.topology(self.width, self.height);
        let count = topology.cells();
        let image = |cell: usize| self.graph.image(self.width, self.height, cell);
        let mut colours = seed.purpose("colours").generator();
        let mut cells = match &self.colouring {
            Colouring::Random => generator::random(count, self.colours, &mut colours),
            Colouring::Cyclic => (0..count).map(|cell| (cell % usize::from(self.colours)) as u8).collect(),
            Colouring::Symmetric => generator::mirrored(count, self.colours, &mut colours, image),
            Colouring::Rows(rows) => self.read(rows)?,
        };
        let starts = self.starts();
        if !matches!(self.colouring, Colouring::Rows(_)) {
            self.block_holes(&mut cells);
            if self.obstacles > 0 {
                let mirrored = self.colouring == Colouring::Symmetric;
                let image = mirrored.then_some(&image as &dyn Fn(usize) -> usize);
                let mut generator = seed.purpose("obstacles").generator();
                obstacles::place(&mut cells, &topology, self.obstacles, starts, &mut generator, image)?;
            }
            if starts[0] != starts[1] && cells[starts[0]] == cells[starts[1]] {
                cells[starts[1]] = (cells[starts[1]] + 1) % self.colours;
            }
        }
        let forbidden = self.draw_forbidden(starts.map(|start| cells[start]), seed.purpose("forbidden"))?;
        Ok(Drawn { cells, forbidden })
    }

    fn read(&self, rows: &str) -> Result<Vec<u8>, SetupError> {
        let rows = Rows::parse("flood-board", rows)?;
        Ok(rows.cells().map(|letter| Colour::tag(letter, self.colours)).collect::<Result<_, _>>()?)
    }

    fn block_holes(&self, cells: &mut [u8]) {
        for (cell, colour) in cells.iter_mut().enumerate().filter(|_| self.graph.is_lattice()) {
            if self.graph.is_hole(self.width, cell) {
                *colour = BLOCKED;
            }
        }
    }

    fn draw_forbidden(&self, starts: [u8; 2], seed: Seed) -> Result<[ColourSet; 2], SetupError> {
        let count = match self.forbidden {
            Forbidden::Sets(sets) => return Ok(sets),
            Forbidden::Drawn(count) => usize::from(count),
        };
        let open: Vec<u8> = (0..self.colours).filter(|colour| !starts.contains(colour)).collect();
        if count > open.len() {
            return Err(SetupError::Impossible(message!(
                "error-too-many-forbidden",
                count = count,
                colours = self.colours,
                open = open.len()
            )));
        }
        Ok([0, 1].map(|side| {
            let mut left = open.clone();
            seed.child(side).generator().shuffle(&mut left);
            left[..count].iter().fold(ColourSet::default(), |set, &colour| set.with(Colour(colour)))
        }))
    }
}

impl GameSetup for Setup {
    fn parse(text: &str, files: &dyn Files) -> Result<Setup, SetupError> {
        let pairs = Pairs::parse(text, INFO.setup_keys)?;
        let mut setup = Setup {
            graph: graph(&pairs, files)?,
            colours: pairs.number("colours", 6, 2..=8)? as u8,
            colouring: colouring(&pairs)?,
            obstacles: pairs.number("obstacles", 0, 0..=60)?,
            seed: pairs.seed()?,
            ..Setup::default()
        };
        setup.forbidden = forbidden(&pairs, setup.colours)?;
        setup.read_size(&pairs)?;
        setup.graph.check(setup.width, setup.height)?;
        setup.check_agreement(&pairs)?;
        Ok(setup)
    }

    fn with_seed(mut self, seed: u64) -> Setup {
        if self.is_open() {
            self.seed = Some(seed);
        }
        self
    }

    fn cells(&self) -> Option<u32> {
        Some(self.width.saturating_mul(self.height))
    }

    fn is_open(&self) -> bool {
        let draws = matches!(self.colouring, Colouring::Random | Colouring::Symmetric)
            || self.obstacles > 0
            || matches!(self.forbidden, Forbidden::Drawn(1..));
        self.seed.is_none() && draws
    }

    fn attachments(&self) -> Attachments {
        match &self.graph {
            Graph::File(network) => Attachments::from([(network.hash().to_owned(), Arc::clone(network.text()))]),
            _ => Attachments::default(),
        }
    }
}

impl Setup {
    fn read_size(&mut self, pairs: &Pairs<'_>) -> Result<(), SetupError> {
        if let Graph::File(network) = &self.graph {
            (self.width, self.height) = (network.vertices() as u32, 1);
            return Ok(());
        }
        if let Colouring::Rows(rows) = &self.colouring {
            let row = rows.split('/').next().map_or(0, str::len) as u32;
            (self.width, self.height) = (row.max(1), rows.split('/').count() as u32);
        }
        let given = (self.width, self.height);
        self.width = pairs.number("width", self.width, 1..=1000)?;
        self.height =
            pairs.number("height", if pairs.get("width").is_some() { self.width } else { self.height }, 1..=1000)?;
        if matches!(self.colouring, Colouring::Rows(_)) && given != (self.width, self.height) {
            return Err(SetupError::Impossible(message!(
                "error-rows-other-size",
                columns = given.0,
                rows = given.1,
                width = self.width,
                height = self.height
            )));
        }
        if u64::from(self.width) * u64::from(self.height) > MOST_CELLS {
            return Err(SetupError::Impossible(message!("error-most-cells", most = MOST_CELLS)));
        }
        Ok(())
    }

    /// Refuses what cannot go together.
    fn check_agreement(&self, pairs: &Pairs<'_>) -> Result<(), SetupError> {
        let on_file = !self.graph.is_lattice();
        let refused = if on_file && (pairs.get("width").is_some() || pairs.get("height").is_some()) {
            "error-graph-file-size"
        } else if on_file && self.colouring == Colouring::Symmetric {
            "error-graph-file-symmetric"
        } else if on_file && self.obstacles > 0 {
            "error-graph-file-obstacles"
        } else if on_file && matches!(self.colouring, Colouring::Rows(_)) {
            "error-graph-file-rows"
        } else if matches!(self.colouring, Colouring::Rows(_)) && self.obstacles > 0 {
            "error-rows-obstacles"
        } else {
            return Ok(());
        };
        Err(SetupError::Impossible(Message::new(refused)))
    }
}

fn graph(pairs: &Pairs<'_>, files: &dyn Files) -> Result<Graph, SetupError> {
    let Some(name) = pairs.get("graph") else {
        return Ok(Graph::Square);
    };
    if let Some((_, graph)) = Graph::NAMED.iter().find(|(known, _)| *known == name) {
        return Ok(graph.clone());
    }
    let text = files.text(name).map_err(|error| match error {
        SetupError::File { reason, .. } => {
            SetupError::bad_value("graph", name, message!("expected-graph", reason = reason))
        }
        other => other,
    })?;
    let network =
        Network::parse(text).map_err(|error| SetupError::File { name: name.to_owned(), reason: error.message() })?;
    Ok(Graph::File(Arc::new(network)))
}

fn colouring(pairs: &Pairs<'_>) -> Result<Colouring, SetupError> {
    match pairs.get("colouring") {
        None | Some("random") => Ok(Colouring::Random),
        Some("cyclic") => Ok(Colouring::Cyclic),
        Some("symmetric") => Ok(Colouring::Symmetric),
        Some(rows) if rows.contains('/') => Ok(Colouring::Rows(rows.into())),
        Some(other) => Err(SetupError::bad_value("colouring", other, message!("expected-colouring"))),
    }
}

fn forbidden(pairs: &Pairs<'_>, colours: u8) -> Result<Forbidden, SetupError> {
    match pairs.get("forbidden") {
        Some(sets) if sets.contains('/') || sets == "-" => Ok(Forbidden::Sets(ColourSet::parse_pair(sets, colours)?)),
        _ => Ok(Forbidden::Drawn(pairs.number("forbidden", 0, 0..=6)? as u8)),
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "graph={}", self.graph.name())?;
        if self.graph.is_lattice() {
            write!(f, ",width={}", self.width)?;
            if self.height != self.width {
                write!(f, ",height={}", self.height)?;
            }
        }
        write!(f, ",colours={},colouring=", self.colours)?;
        match &self.colouring {
            Colouring::Random => f.write_str("random")?,
            Colouring::Cyclic => f.write_str("cyclic")?,
            Colouring::Symmetric => f.write_str("symmetric")?,
            Colouring::Rows(rows) => f.write_str(rows)?,
        }
        match self.forbidden {
            Forbidden::Drawn(0) => {}
            Forbidden::Drawn(count) => write!(f, ",forbidden={count}")?,
            Forbidden::Sets(sets) => write!(f, ",forbidden={}", ColourSet::pair_text(sets))?,
        }
        if self.obstacles > 0 {
            write!(f, ",obstacles={}", self.obstacles)?;
        }
        if let Some(seed) = self.seed {
            write!(f, ",seed={seed}")?;
        }
        Ok(())
    }
}
