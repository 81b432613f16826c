//! A game that is a literal tree: `((3 12) (2 !(4 6)))`.
//!
//! A leaf is First's margin at the end. A bracket is a position; sides alternate from First on, except that a bracket
//! after `!` belongs to the side that moved into it. Moves are numbered from 0 in each position.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use joute_games::random::finish;
use joute_games::view::BoardView;
use joute_games::{Files, Game, GameInfo, GameMove, GameSetup, MoveList, ParseError, SetupError, Side};

#[derive(Debug, Clone)]
pub(crate) struct Tree {
    nodes: Arc<Vec<Node>>,
    at: usize,
}

#[derive(Debug)]
struct Node {
    children: Vec<usize>,
    margin: i32,
    turn: Side,
}

/// A move: the child with this number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Child(pub(crate) u16);

/// The text of the tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Text(String);

impl Tree {
    pub(crate) fn new(text: &str) -> Tree {
        let mut nodes = Vec::new();
        let spaced = text.replace('(', " ( ").replace(')', " ) ").replace('!', " ! ");
        let mut tokens = spaced.split_whitespace();
        read(&mut tokens, &mut nodes, Side::First);
        Tree { nodes: Arc::new(nodes), at: 0 }
    }

    fn node(&self) -> &Node {
        &self.nodes[self.at]
    }
}

/// Reads one node and what is below it; `None` at a closing bracket.
fn read<'a>(tokens: &mut impl Iterator<Item = &'a str>, nodes: &mut Vec<Node>, mut turn: Side) -> Option<usize> {
    let mut token = tokens.next().unwrap();
    if token == "!" {
        turn = turn.other();
        token = tokens.next().unwrap();
    }
    if token == ")" {
        return None;
    }
    let index = nodes.len();
    nodes.push(Node { children: Vec::new(), margin: token.parse().unwrap_or(0), turn });
    if token == "(" {
        while let Some(child) = read(tokens, nodes, turn.other()) {
            nodes[index].children.push(child);
        }
    }
    Some(index)
}

impl Game for Tree {
    type Move = Child;
    type Setup = Text;
    type Undo = usize;
    const INFO: GameInfo =
        GameInfo { name: "tree", unit: "points", setup_keys: &[], setup_fields: &[], examples: &[], ideas: &[] };

    fn start(setup: &Text) -> Result<Tree, SetupError> {
        Ok(Tree::new(&setup.0))
    }
    fn parse(setup: &Text, _text: &str) -> Result<Tree, ParseError> {
        Ok(Tree::new(&setup.0))
    }
    fn turn(&self) -> Side {
        self.node().turn
    }
    fn is_over(&self) -> bool {
        self.node().children.is_empty()
    }
    fn legal_moves(&self) -> MoveList<Child> {
        (0..self.node().children.len() as u16).map(Child).collect()
    }
    fn is_legal(&self, mv: Child) -> bool {
        usize::from(mv.0) < self.node().children.len()
    }
    fn play(&mut self, mv: Child) {
        self.make(mv);
    }
    fn make(&mut self, mv: Child) -> usize {
        let before = self.at;
        self.at = self.node().children[usize::from(mv.0)];
        before
    }
    fn unmake(&mut self, undo: usize) {
        self.at = undo;
    }
    fn skip_turn(&mut self) {}
    fn tally(&self, side: Side) -> u32 {
        // Margins may be negative and tallies may not.
        if side == Side::First { (1000 + self.node().margin) as u32 } else { 1000 }
    }
    fn total(&self) -> u32 {
        10_000
    }
    fn key(&self) -> u64 {
        finish(self.at as u64 + 1)
    }
    fn read_move(_text: &str) -> Result<Option<(Child, &str)>, ParseError> {
        Ok(None)
    }
    fn view(&self) -> BoardView {
        panic!("a tree is not drawn")
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        self.at == other.at
    }
}
impl Eq for Tree {}

impl std::hash::Hash for Tree {
    fn hash<S: std::hash::Hasher>(&self, state: &mut S) {
        state.write_u64(self.key());
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.at)
    }
}

impl GameMove for Child {
    fn code(self) -> u16 {
        self.0
    }
    fn from_code(code: u16) -> Option<Child> {
        Some(Child(code))
    }
}

impl fmt::Display for Child {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Child {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Child, ParseError> {
        text.parse().map(Child).map_err(|_| ParseError::new("board", text, joute_messages::message!("expected-seed")))
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl GameSetup for Text {
    fn parse(text: &str, _files: &dyn Files) -> Result<Text, SetupError> {
        Ok(Text(text.to_owned()))
    }
}
