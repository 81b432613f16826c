//! Rules for the names of files, such as `othello_*.ml`.

/// Whether a name fits a pattern in which `*` stands for any letters and `?` for one.
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // Row by row: which beginnings of the name fit the pattern so far.
    let mut row = vec![false; name.len() + 1];
    row[0] = true;
    for sign in pattern {
        let mut next = vec![false; name.len() + 1];
        for at in 0..=name.len() {
            next[at] = match sign {
                '*' => row[at] || at > 0 && next[at - 1],
                '?' => at > 0 && row[at - 1],
                letter => at > 0 && row[at - 1] && name[at - 1] == letter,
            };
        }
        row = next;
    }
    row[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(fits("othello_*.ml", "othello_carn.ml") && fits("*", "") && fits("a?c*", "abcd"));
        assert!(!fits("othello_*.ml", "othello.ml") && !fits("othello_*.ml", "Othello_x.ml") && !fits("?", ""));
    }
}
