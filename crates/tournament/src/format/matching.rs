//! Who plays whom at the least cost: the cheapest perfect matching of everybody with everybody.
//!
//! Edmonds' algorithm with weights: dual values on vertices and blossoms, trees grown along tight edges, odd circles
//! contracted into blossoms. It takes time of the third power of the number of vertices and never backtracks, so that a
//! round of 200 players is paired in an instant whatever happened before.

use std::collections::VecDeque;

/// Pairs all of `0..count`, which must be even, so that the sum of the costs is the least possible. Costs are symmetric
/// and not negative.
pub(crate) fn cheapest_pairs(count: usize, cost: impl Fn(usize, usize) -> i64) -> Vec<[usize; 2]> {
    debug_assert!(count.is_multiple_of(2), "an odd one cannot be paired");
    let dearest = (0..count).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| cost(a, b)).max().unwrap_or(0);
    // Every weight is positive and everybody knows everybody, so the heaviest matching leaves nobody out.
    let mut matcher = Matcher::new(count, |a, b| dearest - cost(a, b) + 1);
    while matcher.grow() {}
    (1..=count).filter(|&a| a < matcher.mate[a]).map(|a| [a - 1, matcher.mate[a] - 1]).collect()
}

/// No vertex: real ones are numbered from 1.
const NONE: usize = 0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    /// Not in any tree yet.
    Free,
    /// An even number of steps from its root.
    Outer,
    /// An odd number of steps.
    Inner,
}

/// Nodes are vertices `1..=count` and blossoms above them; a node is on top when no blossom holds it.
struct Matcher {
    count: usize,
    /// The highest node in use.
    highest: usize,
    /// Nodes there may be at most, and one: the length of a row of `edges`.
    width: usize,
    /// Weights between vertices.
    weights: Vec<i64>,
    /// The best edge between two nodes, as the vertices at its ends; `NONE` for none.
    edges: Vec<(usize, usize)>,
    dual: Vec<i64>,
    mate: Vec<usize>,
    /// The outer vertex with the tightest edge to a top node.
    closest: Vec<usize>,
    /// The top node that holds a node; `NONE` for a blossom that is not in use.
    top: Vec<usize>,
    /// The vertex from which a node was reached.
    parent: Vec<usize>,
    label: Vec<Label>,
    /// The nodes of a blossom around its circle, its base first.
    petals: Vec<Vec<usize>>,
    /// Which petal of a blossom holds a vertex.
    petal_of: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
    seen: Vec<u32>,
    search: u32,
}

impl Matcher {
    fn new(count: usize, weight: impl Fn(usize, usize) -> i64) -> Matcher {
        let width = count + count / 2 + 2;
        let mut weights = vec![0; (count + 1) * (count + 1)];
        let mut edges = vec![(NONE, NONE); width * width];
        for a in 1..=count {
            for b in (1..=count).filter(|&b| b != a) {
                weights[a * (count + 1) + b] = weight(a - 1, b - 1);
                edges[a * width + b] = (a, b);
            }
        }
        let heaviest = weights.iter().copied().max().unwrap_or(0);
        let mut petal_of = vec![vec![NONE; count + 1]; width];
        (1..=count).for_each(|vertex| petal_of[vertex][vertex] = vertex);
        Matcher {
            count,
            highest: count,
            width,
            weights,
            edges,
            dual: (0..width).map(|node| if node <= count { heaviest } else { 0 }).collect(),
            mate: vec![NONE; width],
            closest: vec![NONE; width],
            top: (0..width).map(|node| if node <= count { node } else { NONE }).collect(),
            parent: vec![NONE; width],
            label: vec![Label::Free; width],
            petals: vec![Vec::new(); width],
            petal_of,
            queue: VecDeque::new(),
            seen: vec![0; width],
            search: 0,
        }
    }

    fn edge(&self, a: usize, b: usize) -> (usize, usize) {
        self.edges[a * self.width + b]
    }

    /// How far an edge is from being tight, in half units.
    fn slack(&self, (a, b): (usize, usize)) -> i64 {
        self.dual[a] + self.dual[b] - 2 * self.weights[a * (self.count + 1) + b]
    }

    fn is_top(&self, node: usize) -> bool {
        self.top[node] == node
    }

    /// One more pair in the matching; `false` when everybody is paired.
    fn grow(&mut self) -> bool {
        self.plant();
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.follow_tight_edges() {
                return true;
            }
            if !self.adjust_duals() {
                return false;
            }
            if self.follow_new_edges() {
                return true;
            }
            self.open_spent_blossoms();
        }
    }

    /// Every node without a mate is the root of a tree.
    fn plant(&mut self) {
        self.queue.clear();
        for node in 1..=self.highest {
            self.label[node] = Label::Free;
            self.closest[node] = NONE;
        }
        for node in 1..=self.highest {
            if self.is_top(node) && self.mate[node] == NONE {
                self.parent[node] = NONE;
                self.label[node] = Label::Outer;
                self.enqueue(node);
            }
        }
    }

    fn follow_tight_edges(&mut self) -> bool {
        while let Some(vertex) = self.queue.pop_front() {
            if self.label[self.top[vertex]] == Label::Inner {
                continue;
            }
            for other in 1..=self.count {
                if self.top[vertex] == self.top[other] {
                    continue;
                }
                if self.slack((vertex, other)) == 0 {
                    if self.meet((vertex, other)) {
                        return true;
                    }
                } else {
                    self.note_closest(vertex, self.top[other]);
                }
            }
        }
        false
    }

    /// The largest change of the duals that keeps every edge legal; `false` when there is nothing left to gain.
    fn adjust_duals(&mut self) -> bool {
        let step = self.step();
        for vertex in 1..=self.count {
            match self.label[self.top[vertex]] {
                Label::Outer if self.dual[vertex] <= step => return false,
                Label::Outer => self.dual[vertex] -= step,
                Label::Inner => self.dual[vertex] += step,
                Label::Free => {}
            }
        }
        for blossom in self.count + 1..=self.highest {
            match self.label[blossom] {
                Label::Outer if self.is_top(blossom) => self.dual[blossom] += 2 * step,
                Label::Inner if self.is_top(blossom) => self.dual[blossom] -= 2 * step,
                _ => {}
            }
        }
        true
    }

    fn step(&self) -> i64 {
        let mut step = i64::MAX;
        for node in (1..=self.highest).filter(|&node| self.is_top(node)) {
            if node > self.count && self.label[node] == Label::Inner {
                step = step.min(self.dual[node] / 2);
            }
            if self.closest[node] == NONE {
                continue;
            }
            let slack = self.slack(self.edge(self.closest[node], node));
            match self.label[node] {
                Label::Free => step = step.min(slack),
                Label::Outer => step = step.min(slack / 2),
                Label::Inner => {}
            }
        }
        step
    }

    /// Edges that became tight.
    fn follow_new_edges(&mut self) -> bool {
        self.queue.clear();
        for node in 1..=self.highest {
            let closest = self.closest[node];
            if self.is_top(node) && closest != NONE && self.top[closest] != node {
                let edge = self.edge(closest, node);
                if self.slack(edge) == 0 && self.meet(edge) {
                    return true;
                }
            }
        }
        false
    }

    fn open_spent_blossoms(&mut self) {
        for blossom in self.count + 1..=self.highest {
            if self.is_top(blossom) && self.label[blossom] == Label::Inner && self.dual[blossom] == 0 {
                self.open(blossom);
            }
        }
    }

    /// A tight edge from an outer vertex: it extends a tree, closes a circle, or joins two trees, which makes a pair.
    fn meet(&mut self, (from, to): (usize, usize)) -> bool {
        let (here, there) = (self.top[from], self.top[to]);
        match self.label[there] {
            Label::Free => {
                self.parent[there] = from;
                self.label[there] = Label::Inner;
                let beyond = self.top[self.mate[there]];
                self.closest[there] = NONE;
                self.closest[beyond] = NONE;
                self.label[beyond] = Label::Outer;
                self.enqueue(beyond);
                false
            }
            Label::Outer => match self.common_ancestor(here, there) {
                NONE => {
                    self.swap_along(here, there);
                    self.swap_along(there, here);
                    true
                }
                base => {
                    self.contract(here, base, there);
                    false
                }
            },
            Label::Inner => false,
        }
    }

    fn note_closest(&mut self, vertex: usize, node: usize) {
        let known = self.closest[node];
        if known == NONE || self.slack(self.edge(vertex, node)) < self.slack(self.edge(known, node)) {
            self.closest[node] = vertex;
        }
    }

    fn find_closest(&mut self, node: usize) {
        self.closest[node] = NONE;
        for vertex in 1..=self.count {
            let has_edge = self.edge(vertex, node).0 != NONE;
            if has_edge && self.top[vertex] != node && self.label[self.top[vertex]] == Label::Outer {
                self.note_closest(vertex, node);
            }
        }
    }

    fn enqueue(&mut self, node: usize) {
        if node <= self.count {
            self.queue.push_back(node);
        } else {
            for at in 0..self.petals[node].len() {
                self.enqueue(self.petals[node][at]);
            }
        }
    }

    fn set_top(&mut self, node: usize, top: usize) {
        self.top[node] = top;
        if node > self.count {
            for at in 0..self.petals[node].len() {
                self.set_top(self.petals[node][at], top);
            }
        }
    }

    /// The place of a petal an even number of steps from the base, the circle turned round if need be.
    fn even_place(&mut self, blossom: usize, petal: usize) -> usize {
        let petals = &mut self.petals[blossom];
        let place = petals.iter().position(|&one| one == petal).unwrap_or(0);
        if place.is_multiple_of(2) {
            return place;
        }
        petals[1..].reverse();
        petals.len() - place
    }

    /// Gives a node its mate through the edge to another node; pairs within a blossom follow.
    fn set_mate(&mut self, node: usize, other: usize) {
        let (inside, outside) = self.edge(node, other);
        self.mate[node] = outside;
        if node <= self.count {
            return;
        }
        let entrance = self.petal_of[node][inside];
        let place = self.even_place(node, entrance);
        for at in 0..place {
            self.set_mate(self.petals[node][at], self.petals[node][at ^ 1]);
        }
        self.set_mate(entrance, other);
        self.petals[node].rotate_left(place);
    }

    /// Swaps matched and unmatched edges on the way to the root.
    fn swap_along(&mut self, mut node: usize, mut other: usize) {
        loop {
            let next = self.top[self.mate[node]];
            self.set_mate(node, other);
            if next == NONE {
                return;
            }
            let before = self.top[self.parent[next]];
            self.set_mate(next, before);
            (node, other) = (before, next);
        }
    }

    fn common_ancestor(&mut self, mut one: usize, mut two: usize) -> usize {
        self.search += 1;
        while one != NONE || two != NONE {
            if one != NONE {
                if self.seen[one] == self.search {
                    return one;
                }
                self.seen[one] = self.search;
                one = self.top[self.mate[one]];
                if one != NONE {
                    one = self.top[self.parent[one]];
                }
            }
            std::mem::swap(&mut one, &mut two);
        }
        NONE
    }

    /// Makes a blossom of the circle through `base` that the edge between two outer nodes closes.
    fn contract(&mut self, one: usize, base: usize, two: usize) {
        let free = (self.count + 1..=self.highest).find(|&node| self.top[node] == NONE);
        let blossom = free.unwrap_or(self.highest + 1);
        self.highest = self.highest.max(blossom);
        self.dual[blossom] = 0;
        self.label[blossom] = Label::Outer;
        self.mate[blossom] = self.mate[base];
        let mut circle = self.way_to(base, one);
        circle.push(base);
        circle.reverse();
        circle.extend(self.way_to(base, two));
        self.petals[blossom] = circle;
        self.set_top(blossom, blossom);
        self.adopt_edges(blossom);
        self.find_closest(blossom);
    }

    /// The nodes from one up to its ancestor, without that one; the inner ones among them become outer.
    fn way_to(&mut self, base: usize, mut node: usize) -> Vec<usize> {
        let mut way = Vec::new();
        while node != base {
            let inner = self.top[self.mate[node]];
            way.extend([node, inner]);
            self.enqueue(inner);
            node = self.top[self.parent[inner]];
        }
        way
    }

    /// A blossom has the tightest of its petals' edges.
    fn adopt_edges(&mut self, blossom: usize) {
        let width = self.width;
        for node in 1..=self.highest {
            self.edges[blossom * width + node] = (NONE, NONE);
            self.edges[node * width + blossom] = (NONE, NONE);
        }
        self.petal_of[blossom].fill(NONE);
        for at in 0..self.petals[blossom].len() {
            let petal = self.petals[blossom][at];
            for node in 1..=self.highest {
                let (edge, known) = (self.edge(petal, node), self.edge(blossom, node));
                if edge.0 != NONE && (known.0 == NONE || self.slack(edge) < self.slack(known)) {
                    self.edges[blossom * width + node] = edge;
                    self.edges[node * width + blossom] = self.edge(node, petal);
                }
            }
            for vertex in 1..=self.count {
                if self.petal_of[petal][vertex] != NONE {
                    self.petal_of[blossom][vertex] = petal;
                }
            }
        }
    }

    /// Takes an inner blossom apart: the shorter way through it stays in the tree.
    fn open(&mut self, blossom: usize) {
        for at in 0..self.petals[blossom].len() {
            let petal = self.petals[blossom][at];
            self.set_top(petal, petal);
        }
        let entrance = self.petal_of[blossom][self.edge(blossom, self.parent[blossom]).0];
        let place = self.even_place(blossom, entrance);
        let petals = std::mem::take(&mut self.petals[blossom]);
        for pair in petals[..place].chunks_exact(2) {
            let [inner, outer] = [pair[0], pair[1]];
            self.parent[inner] = self.edge(outer, inner).0;
            self.label[inner] = Label::Inner;
            self.label[outer] = Label::Outer;
            self.closest[inner] = NONE;
            self.find_closest(outer);
            self.enqueue(outer);
        }
        self.label[entrance] = Label::Inner;
        self.parent[entrance] = self.parent[blossom];
        for &petal in &petals[place + 1..] {
            self.label[petal] = Label::Free;
            self.find_closest(petal);
        }
        self.top[blossom] = NONE;
    }
}

#[cfg(test)]
mod tests {
    use joute_games::random::Seed;

    use super::*;

    /// The least cost by trying everything.
    fn by_trying(left: &[usize], cost: &dyn Fn(usize, usize) -> i64) -> i64 {
        let Some((&first, others)) = left.split_first() else {
            return 0;
        };
        let rest = |mate: usize| others.iter().copied().filter(|&other| other != mate).collect::<Vec<_>>();
        others.iter().map(|&mate| cost(first, mate) + by_trying(&rest(mate), cost)).min().unwrap_or(0)
    }

    #[test]
    fn nothing_is_cheaper() {
        for trial in 0..3000u64 {
            let mut generator = Seed(trial).generator();
            let count = 2 * (1 + generator.index(4));
            let range = 1 + generator.below(12);
            let costs: Vec<i64> = (0..count * count).map(|_| generator.below(range) as i64).collect();
            let cost = |a: usize, b: usize| costs[a.min(b) * count + a.max(b)];
            let pairs = cheapest_pairs(count, cost);
            let mut players: Vec<usize> = pairs.iter().flatten().copied().collect();
            players.sort_unstable();
            assert_eq!(players, (0..count).collect::<Vec<_>>(), "trial {trial}: everybody once");
            let found: i64 = pairs.iter().map(|&[a, b]| cost(a, b)).sum();
            assert_eq!(found, by_trying(&players, &cost), "trial {trial}");
        }
    }

    #[test]
    fn two_hundred_players_are_paired() {
        let mut generator = Seed(5).generator();
        let costs: Vec<i64> = (0..200 * 200).map(|_| generator.below(1_000_000_000) as i64).collect();
        let pairs = cheapest_pairs(200, |a, b| costs[a.min(b) * 200 + a.max(b)]);
        assert_eq!(pairs.len(), 100);
    }
}
