//! What OCaml says when something is wrong, made into faults that say what to do.

use joute_referee::Fault;

use super::program::CALL_NAME;

/// What the function has to be.
const WANTED: &str = "strategie : othello -> int";
/// The most characters of OCaml's own words that are kept.
const LONGEST: usize = 1400;
/// Words that only a toplevel, a compiler or a dying program says.
const SIGNS: [&str; 3] = ["Error:", "Exception:", "Fatal error:"];

/// How the lines of an exception's way begin.
const WAY: [&str; 4] = ["Raised at", "Raised by", "Re-raised at", "Called from"];

/// A file that could not be loaded: what was said about it, and how its process ended.
pub(super) fn failed_load(messages: &str, how: &str, file: &str) -> Fault {
    let call = format!("File \"{CALL_NAME}\"");
    let told = from_first_sign(messages, file);
    if let Some((_, about_the_call)) = messages.split_once(&call) {
        return Fault::crash(if about_the_call.contains("Unbound value strategie") {
            format!("the file defines no function strategie; it must define {WANTED}")
        } else {
            format!("strategie does not have the type {WANTED}:\n{told}")
        });
    }
    if SIGNS.iter().any(|sign| messages.contains(sign)) {
        return Fault::crash(format!("cannot be loaded:\n{told}"));
    }
    let wrote = messages.trim();
    let wrote = if wrote.is_empty() { String::new() } else { format!("; it wrote: {}", end_of(wrote)) };
    Fault::crash(format!("{how} before strategie could be asked{wrote}"))
}

/// An exception that the function raised, and its way through the player's own file.
pub(super) fn raised(text: &str, trace: &str, file: &str) -> Fault {
    let text = text.replace('\t', "\n");
    let way: Vec<&str> = trace.split('\t').filter(|line| is_of(line, file)).take(4).collect();
    Fault::crash(format!("strategie raised {text}\n{}", way.join("\n")).trim_end())
}

/// The messages from the first that is about an error on; what a player printed before is left out, and so is an
/// exception's way through code that is not the player's.
fn from_first_sign(messages: &str, file: &str) -> String {
    let sign = SIGNS.iter().filter_map(|sign| messages.find(sign)).min().unwrap_or(0);
    // The place of an error stands before it.
    let start = messages[..sign].rfind("File \"").unwrap_or(sign);
    let is_way = |line: &str| WAY.iter().any(|word| line.starts_with(word));
    let lines: Vec<&str> = messages[start..].trim().lines().filter(|line| !is_way(line) || is_of(line, file)).collect();
    end_of(&lines.join("\n")).to_owned()
}

/// Whether a line of an exception's way is in this file.
fn is_of(line: &str, file: &str) -> bool {
    line.contains(&format!("file \"{file}\""))
}

fn end_of(text: &str) -> &str {
    match text.char_indices().rev().nth(LONGEST) {
        Some((cut, _)) => &text[cut..],
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_before_an_error_are_left_out() {
        let messages = "hello\nFile \"me.ml\", line 3, characters 7-10:\nError: This expression has type string\n";
        let fault = failed_load(messages, "ended with exit code 0", "me.ml");
        assert_eq!(
            fault.evidence,
            "cannot be loaded:\nFile \"me.ml\", line 3, characters 7-10:\nError: This expression has type string"
        );
    }

    #[test]
    fn a_missing_function_is_named() {
        let messages = "File \"the call of strategie\", line 1, characters 19-28:\nError: Unbound value strategie\n";
        assert!(failed_load(messages, "", "me.ml").evidence.starts_with("the file defines no function strategie"));
    }

    #[test]
    fn an_exception_is_told_with_the_lines_of_the_file_alone() {
        let trace = "Raised at f in file \"me.ml\", line 3, characters 4-19\tCalled from file \"driver\", line 1\t";
        let fault = raised("Not_found", trace, "me.ml");
        assert_eq!(
            fault.evidence,
            "strategie raised Not_found\nRaised at f in file \"me.ml\", line 3, characters 4-19"
        );
        assert_eq!(raised("Exit", "", "me.ml").evidence, "strategie raised Exit");
    }
}
