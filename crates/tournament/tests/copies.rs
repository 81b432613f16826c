//! Copies are found behind other names, comments and layout, and people who wrote for themselves are left in peace.

use joute_tournament::copies::{Likeness, Source, Submission, groups, likenesses};

const PYTHON: &str = r#"
def best(board, me):
    """The move that gains most."""
    top, chosen = -1, None
    for move in board.legal(me):
        gained = board.gain(move, me)
        if gained > top or (gained == top and chosen is None):
            top, chosen = gained, move
    return chosen

def corners(board):
    found = []
    for row in (0, board.size - 1):
        for column in (0, board.size - 1):
            if board.at(row, column) is None:
                found.append((row, column))
    return found

def main():
    while True:
        line = input().split()
        if line[0] == "move":
            print(best(parse(line[1:]), line[-1]))
"#;

/// The same work with other names, comments and layout, and its functions in another order.
const COPIED: &str = r#"
# My own program, written by me alone.
def angles(grille):
    trouves = []
    for ligne in (0, grille.size - 1):   # first and last
        for col in (0, grille.size - 1):
            if grille.at(ligne, col) is None:
                trouves.append((ligne, col))

    return trouves

def choisir(grille, moi):
    maxi, coup = -1, None
    for c in grille.legal(moi):
        gain = grille.gain(c, moi)
        if gain > maxi or (gain == maxi and coup is None):
            maxi, coup = gain, c
    return coup

def jouer():
    while True:
        mots = input().split()
        if mots[0] == "move":
            print(choisir(parse(mots[1:]), mots[-1]))
"#;

/// Somebody else's solution of the same task.
const OWN: &str = r#"
import sys

WEIGHTS = [[9, -3, 2], [-3, -4, 0], [2, 0, 1]]

class Player:
    def __init__(self, side):
        self.side = side

    def value(self, position, depth):
        if depth == 0 or position.over():
            return sum(WEIGHTS[y % 3][x % 3] * position.owner(x, y) for x, y in position.squares())
        return max(-self.value(position.after(m), depth - 1) for m in position.moves())

    def answer(self, position):
        return min(position.moves(), key=lambda m: self.value(position.after(m), 2))

player = Player(sys.argv[1])
for line in sys.stdin:
    sys.stdout.write(player.answer(line.strip()) + "\n")
    sys.stdout.flush()
"#;

fn submission(name: &str, file: &str, text: &str) -> Submission {
    let sources = vec![Source { name: file.to_owned(), text: text.to_owned() }];
    Submission { name: name.to_owned(), sources, ..Submission::default() }
}

#[test]
fn a_copy_is_found_behind_other_names_order_and_layout() {
    let all = [submission("A", "a.py", PYTHON), submission("B", "b.py", OWN), submission("C", "c.py", COPIED)];
    let found = likenesses(&all, &[]);
    assert_eq!(found.iter().map(|one| one.pair).collect::<Vec<_>>(), [[0, 2]]);
    let Likeness { share, passages, same_file, same_play, .. } = &found[0];
    assert!(*share > 0.9 && !same_file && !same_play, "{share}");
    assert!(passages.len() >= 2, "{passages:?}");
    let lines = |side: usize, text: &str| {
        let range = passages[0].lines[side].clone();
        let lines = text.lines().skip(*range.start() as usize - 1).take((range.end() - range.start()) as usize + 1);
        lines.collect::<Vec<_>>().join("\n")
    };
    assert!(
        lines(0, PYTHON).contains("board.at(row, column)") && lines(1, COPIED).contains("grille.at(ligne, col)"),
        "{passages:?}"
    );
    assert_eq!(groups(3, &found), [[0, 2]]);
}

#[test]
fn what_everybody_was_given_counts_for_nothing() {
    let own = ["x = 1\n", "y = [2, 3]\nz = y\n"];
    let all = [0, 1].map(|at: usize| submission(&at.to_string(), "p.py", &format!("{PYTHON}{}", own[at])));
    assert_eq!(likenesses(&all, &[]).len(), 1);
    let given = [Source { name: "skeleton.py".to_owned(), text: PYTHON.to_owned() }];
    assert_eq!(likenesses(&all, &given), []);
}

#[test]
fn equal_files_and_equal_play_are_found_without_sources() {
    let bare = |name: &str, hash: &str, play: Option<&str>| Submission {
        name: name.to_owned(),
        hash: Some(hash.to_owned()),
        play: play.map(str::to_owned),
        sources: Vec::new(),
    };
    let all = [
        bare("A", "1", Some("d3 c3")),
        bare("B", "2", Some("d3 c4")),
        bare("C", "1", None),
        bare("D", "3", Some("d3 c3")),
    ];
    let found = likenesses(&all, &[]);
    let told: Vec<_> = found.iter().map(|one| (one.pair, one.same_file, one.same_play)).collect();
    assert_eq!(told, [([0, 2], true, false), ([0, 3], false, true)]);
    assert_eq!(groups(4, &found), [vec![0, 2, 3]]);
}

#[test]
fn every_language_is_compared_with_itself_and_no_other() {
    let c = "int best(int *b, int n) { int t = -1, c = 0; for (int i = 0; i < n; i++) { if (b[i] > t) { t = b[i]; c = i; } } return c; }\n\
             int worst(int *b, int n) { int t = 99, c = 0; for (int i = 0; i < n; i++) { if (b[i] < t) { t = b[i]; c = i; } } return c; }\n";
    let ml = "let best b n = let t = ref (-1) and c = ref 0 in for i = 0 to n - 1 do if b.(i) > !t then begin t := b.(i); c := i end done; !c\n\
              let worst b n = let t = ref 99 and c = ref 0 in for i = 0 to n - 1 do if b.(i) < !t then begin t := b.(i); c := i end done; !c\n";
    let rs = "fn best(b: &[i32]) -> usize { let mut t = -1; let mut c = 0; for (i, &x) in b.iter().enumerate() { if x > t { t = x; c = i; } } c }\n\
              fn worst(b: &[i32]) -> usize { let mut t = 99; let mut c = 0; for (i, &x) in b.iter().enumerate() { if x < t { t = x; c = i; } } c }\n";
    let go = "func best(b []int) int { t, c := -1, 0; for i, x := range b { if x > t { t = x; c = i } }; return c }\n\
              func worst(b []int) int { t, c := 99, 0; for i, x := range b { if x < t { t = x; c = i } }; return c }\n";
    let renamed = |text: &str| text.replace("best", "greatest").replace("worst", "least").replace("c = i", "c  =  i");
    for (one, two, text) in [
        ("a.c", "b.c", c),
        ("a.cpp", "b.cc", c),
        ("A.java", "B.java", c),
        ("a.ml", "b.ml", ml),
        ("a.rs", "b.rs", rs),
        ("a.go", "b.go", go),
    ] {
        let all = [submission("A", one, text), submission("B", two, &renamed(text))];
        let found = likenesses(&all, &[]);
        assert!(found.len() == 1 && found[0].share > 0.95, "{one}: {found:?}");
    }
    let all = [submission("A", "a.ml", ml), submission("B", "b.go", go), submission("C", "c.rs", rs)];
    assert_eq!(likenesses(&all, &[]), []);
}
