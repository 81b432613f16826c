//! What a player wrote on the turn that it lost by, as evidence: the one turn its author needs.

use crate::fault::Fault;

/// Bytes kept from the beginning, and as many from the end.
const KEPT: usize = 4096;
/// Lines that tables show of evidence, beginning and end.
const SHOWN: usize = 8;

/// A fault with what the player wrote on that turn, both ends of it where it is much.
pub(crate) fn with_log(mut fault: Fault, log: Option<String>) -> Fault {
    if let Some(log) = log.filter(|log| !log.trim().is_empty()) {
        fault.evidence = format!("{}; it last wrote: {}", fault.evidence, both_ends(log.trim_end()));
    }
    fault
}

fn both_ends(log: &str) -> String {
    if log.len() <= 2 * KEPT {
        return log.to_owned();
    }
    let head = log.floor_char_boundary(KEPT);
    let tail = log.ceil_char_boundary(log.len() - KEPT);
    format!("{}\n… {} bytes left out …\n{}", &log[..head], tail - head, &log[tail..])
}

/// Evidence for a table: all of it where it has few lines, and otherwise the first and the last ones.
pub fn short_evidence(evidence: &str) -> String {
    let lines: Vec<&str> = evidence.lines().collect();
    if lines.len() <= 2 * SHOWN {
        return lines.iter().map(|line| shortened(line)).collect::<Vec<_>>().join("\n");
    }
    let (head, tail) = (&lines[..SHOWN], &lines[lines.len() - SHOWN..]);
    let left_out = format!("… {} lines left out; the record of the game has them …", lines.len() - 2 * SHOWN);
    let shown =
        head.iter().map(|line| shortened(line)).chain([left_out]).chain(tail.iter().map(|line| shortened(line)));
    shown.collect::<Vec<_>>().join("\n")
}

/// A line of a length that a table bears.
fn shortened(line: &str) -> String {
    const LONGEST: usize = 400;
    match line.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}…", &line[..cut]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_keeps_both_ends_of_what_was_written() {
        let lines: String = (0..100).map(|number| format!("line {number}\n")).collect();
        let fault = with_log(Fault::crash("ended"), Some(lines.clone()));
        assert_eq!(fault.evidence, format!("ended; it last wrote: {}", lines.trim_end()));
        let much: String = (0..5000).map(|number| format!("é{number}\n")).collect();
        let evidence = with_log(Fault::crash("ended"), Some(much)).evidence;
        assert!(evidence.contains("wrote: é0\n") && evidence.ends_with("é4999") && evidence.contains("bytes left out"));
        assert!(evidence.len() < 2 * KEPT + 200, "{}", evidence.len());
    }

    #[test]
    fn tables_show_the_first_and_the_last_lines() {
        let lines: Vec<String> = (0..40).map(|number| format!("line {number}")).collect();
        let short = short_evidence(&lines.join("\n"));
        assert!(
            short.starts_with("line 0\n") && short.ends_with("\nline 39") && short.lines().count() == 17,
            "{short}"
        );
        assert_eq!(short_evidence("one\ntwo"), "one\ntwo");
    }
}
