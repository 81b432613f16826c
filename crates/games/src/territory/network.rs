//! Graph files: vertices, edges, starts and, if wanted, where to draw each vertex.
//!
//! ```text
//! # a triangle with a tail; lines may come in any order after the first
//! vertices 4
//! edge 0 1
//! edge 1 2
//! edge 2 0
//! edge 2 3
//! starts 0 3
//! place 3 2.5 0      (optional: column and row of the vertex on the drawing)
//! ```

use std::fmt;
use std::sync::Arc;

use joute_messages::{Message, message};

use super::MOST_CELLS;
use crate::error::ParseError;
use crate::setup::content_hash;

/// The most edges a graph file may have.
const MOST_EDGES: usize = 4_000_000;

/// A graph from a file. Two networks are equal when their files are.
pub struct Network {
    text: Arc<str>,
    hash: String,
    offsets: Vec<u32>,
    neighbours: Vec<u32>,
    starts: [u32; 2],
    places: Vec<[f32; 2]>,
}

impl Network {
    /// Reads a graph file; an error names the line.
    pub fn parse(text: Arc<str>) -> Result<Network, ParseError> {
        let draft = Draft::read(&text)?;
        let starts = draft.starts.ok_or_else(|| wrong("", message!("expected-starts-line")))?;
        let (offsets, neighbours) = adjacency(draft.vertices, &draft.edges)?;
        Ok(Network { hash: content_hash(text.as_bytes()), offsets, neighbours, starts, places: draft.places(), text })
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The vertices that `vertex` has an edge to, in increasing order.
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        &self.neighbours[self.offsets[vertex] as usize..self.offsets[vertex + 1] as usize]
    }

    /// Where the two sides start.
    pub fn starts(&self) -> [u32; 2] {
        self.starts
    }

    /// Where a vertex is drawn.
    pub fn place(&self, vertex: usize) -> [f32; 2] {
        self.places[vertex]
    }

    /// The file's content hash, by which positions and records name it.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The file itself.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }
}

impl PartialEq for Network {
    fn eq(&self, other: &Network) -> bool {
        self.hash == other.hash
    }
}

impl Eq for Network {}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({}, {} vertices)", self.hash, self.vertices())
    }
}

fn wrong(found: &str, expected: Message) -> ParseError {
    ParseError::new("graph-file", found, expected)
}

/// The lines of a graph file before they are put in order.
#[derive(Default)]
struct Draft {
    vertices: usize,
    edges: Vec<[u32; 2]>,
    starts: Option<[u32; 2]>,
    placed: Vec<(u32, [f32; 2])>,
}

impl Draft {
    fn read(text: &str) -> Result<Draft, ParseError> {
        let mut draft = Draft::default();
        for (number, line) in text.lines().enumerate() {
            let content = line.split('#').next().unwrap_or_default().trim();
            if !content.is_empty() {
                draft.line(content).map_err(|expected| {
                    wrong(line, message!("expected-in-line", expected = expected, line = number + 1))
                })?;
            }
        }
        if draft.vertices == 0 {
            return Err(wrong(text.lines().next().unwrap_or_default(), message!("expected-vertices-line")));
        }
        Ok(draft)
    }

    fn line(&mut self, line: &str) -> Result<(), Message> {
        let words: Vec<&str> = line.split_whitespace().take(5).collect();
        match words[..] {
            ["vertices", count] if self.vertices == 0 => {
                let count = count.parse().ok().filter(|count| (1..=MOST_CELLS).contains(count));
                self.vertices =
                    count.ok_or_else(|| message!("expected-number-of-vertices", most = MOST_CELLS))? as usize;
            }
            _ if self.vertices == 0 => return Err(message!("expected-vertices-first")),
            ["edge", a, b] => {
                let edge = [self.vertex(a)?, self.vertex(b)?];
                if edge[0] == edge[1] {
                    return Err(message!("expected-edge-of-two"));
                }
                if self.edges.len() == MOST_EDGES {
                    return Err(message!("expected-most-edges", most = MOST_EDGES));
                }
                self.edges.push(edge);
            }
            ["starts", a, b] if self.starts.is_none() => {
                let starts = [self.vertex(a)?, self.vertex(b)?];
                if starts[0] == starts[1] {
                    return Err(message!("expected-two-starts"));
                }
                self.starts = Some(starts);
            }
            ["place", vertex, x, y] => {
                let number = |text: &str| text.parse::<f32>().ok().filter(|value| (0.0..=10_000.0).contains(value));
                let (Some(x), Some(y)) = (number(x), number(y)) else {
                    return Err(message!("expected-place-line"));
                };
                self.placed.push((self.vertex(vertex)?, [x, y]));
            }
            _ => return Err(message!("expected-graph-line")),
        }
        Ok(())
    }

    fn vertex(&self, text: &str) -> Result<u32, Message> {
        let vertex = text.parse::<u32>().ok().filter(|&vertex| (vertex as usize) < self.vertices);
        vertex.ok_or_else(|| message!("expected-vertex", last = self.vertices - 1))
    }

    /// Vertices without a place of their own stand on a circle.
    fn places(&self) -> Vec<[f32; 2]> {
        let count = self.vertices as f32;
        let radius = (count * 0.25).max(1.5);
        let mut places: Vec<[f32; 2]> = (0..self.vertices)
            .map(|vertex| {
                let angle = vertex as f32 / count * std::f32::consts::TAU;
                [radius * (1.0 - angle.cos()), radius * (1.0 - angle.sin())]
            })
            .collect();
        for &(vertex, place) in &self.placed {
            places[vertex as usize] = place;
        }
        places
    }
}

/// Offsets and neighbours, sorted for each vertex; a repeated edge is an error.
fn adjacency(vertices: usize, edges: &[[u32; 2]]) -> Result<(Vec<u32>, Vec<u32>), ParseError> {
    let mut directed: Vec<[u32; 2]> = edges.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).collect();
    directed.sort_unstable();
    if let Some(twice) = directed.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(wrong(&format!("edge {} {}", twice[0][0], twice[0][1]), message!("expected-each-edge-once")));
    }
    let mut offsets = vec![0; vertices + 1];
    for &[from, _] in &directed {
        offsets[from as usize + 1] += 1;
    }
    for vertex in 0..vertices {
        offsets[vertex + 1] += offsets[vertex];
    }
    Ok((offsets, directed.into_iter().map(|[_, to]| to).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Network, ParseError> {
        Network::parse(text.into())
    }

    #[test]
    fn reads_vertices_edges_starts_and_places() {
        let network = parse("# tail\nvertices 4\nedge 0 1\nedge 2 1\nedge 2 3\nstarts 0 3\nplace 1 2 0.5\n").unwrap();
        assert_eq!(network.vertices(), 4);
        assert_eq!(network.neighbours(1), [0, 2]);
        assert_eq!(network.starts(), [0, 3]);
        assert_eq!(network.place(1), [2.0, 0.5]);
    }

    #[test]
    fn says_which_line_is_wrong() {
        let message = |text: &str| parse(text).unwrap_err().to_string();
        assert!(message("vertices 2\nedge 0 2\nstarts 0 1").contains("a vertex from 0 to 1 (line 2)"));
        assert!(message("edge 0 1").contains("vertices COUNT before anything else (line 1)"));
        assert!(message("vertices 2\nedge 0 0\nstarts 0 1").contains("two different vertices"));
        assert!(message("vertices 2\nedge 0 1\nedge 1 0\nstarts 0 1").contains("each edge once"));
        assert!(message("vertices 2\nedge 0 1").contains("starts 0 3"));
        assert!(message("vertices 9000000000000").contains("from 1 to 1000000"));
        assert!(message("").contains("vertices 4"));
    }
}
