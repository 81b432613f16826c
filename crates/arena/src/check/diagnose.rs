//! From a fault with its evidence to what is wrong, in words that somebody who writes a first player understands.

use joute_games::AnyGame;
use joute_referee::{Fault, FaultKind};

use super::report::{Finding, Severity, Topic};

/// When a fault happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// Before the player was asked for a move.
    Loading,
    /// When it was asked.
    Asked,
}

/// A sign in the evidence, and what it tells.
struct Sign {
    /// All of these words must be there.
    words: &'static [&'static str],
    topic: Topic,
    what: &'static str,
    advice: &'static str,
}

const NETWORK: Sign = Sign {
    words: &[],
    topic: Topic::Network,
    what: "the player opens a network connection, which is not allowed",
    advice: "remove the code that opens a socket or fetches something: a player plays alone, with what is in its file",
};

/// Signs of a crash, the clearest first.
const CRASH_SIGNS: &[Sign] = &[
    Sign { words: &["getaddrinfo"], ..NETWORK },
    Sign { words: &["name resolution"], ..NETWORK },
    Sign { words: &["urlopen"], ..NETWORK },
    Sign { words: &["etwork is unreachable"], ..NETWORK },
    Sign { words: &["socket", "not permitted"], ..NETWORK },
    Sign {
        words: &["fork", "not permitted"],
        topic: Topic::Processes,
        what: "the player starts another process, which is not allowed",
        advice: "remove fork, system, popen or subprocess: a player is one process (threads are allowed)",
    },
    Sign {
        words: &["no program"],
        topic: Topic::Load,
        what: "the first line of the file (#!...) names an interpreter that is not installed",
        advice: "correct that line, for Python: #!/usr/bin/env python3",
    },
    Sign {
        words: &["Exec format error"],
        topic: Topic::Load,
        what: "the file is not a program that this machine can run",
        advice: "a script needs a first line such as #!/usr/bin/env python3; a compiled program must be compiled for this kind of machine",
    },
    Sign {
        words: &["cannot be started"],
        topic: Topic::Load,
        what: "the player cannot be started",
        advice: "read the reason (marked with |) and try to start it by hand in a terminal",
    },
    Sign {
        words: &["SyntaxError"],
        topic: Topic::Load,
        what: "Python cannot read the file: there is a syntax error in it",
        advice: "correct the line that Python names (marked with |)",
    },
    Sign {
        words: &["IndentationError"],
        topic: Topic::Load,
        what: "Python cannot read the file: a line is not indented as it should be",
        advice: "correct the line that Python names (marked with |); do not mix tabs and spaces",
    },
    Sign {
        words: &["No module named"],
        topic: Topic::Load,
        what: "the player imports a module that is not there in the sandbox",
        advice: "use Python's own modules only, or put everything into one file",
    },
    Sign {
        words: &["defines no function strategie"],
        topic: Topic::Load,
        what: "the file has no function called strategie",
        advice: "define `let strategie (oth : othello) : int = ...` at the top level of the file",
    },
    Sign {
        words: &["strategie does not have the type"],
        topic: Topic::Load,
        what: "the function strategie has the wrong type",
        advice: "it must take an othello and return an int, the number of a square: strategie : othello -> int",
    },
    Sign {
        words: &["cannot be loaded", "Error:"],
        topic: Topic::Load,
        what: "OCaml does not accept the file",
        advice: "correct the line that OCaml names (marked with |)",
    },
    Sign {
        words: &["undefined symbol"],
        topic: Topic::Load,
        what: "the library calls a function that is nowhere to be found",
        advice: "link everything the library needs into it, and check the spelling of the function that is named (marked with |)",
    },
    Sign {
        words: &["cannot be loaded"],
        topic: Topic::Load,
        what: "the player cannot be loaded",
        advice: "read the reason, marked with |",
    },
    Sign {
        words: &["MemoryError"],
        topic: Topic::Crash,
        what: "the player uses more memory than it may",
        advice: "keep less in memory, or forget what is old; the limit is 1024 MiB",
    },
    Sign {
        words: &["Stack overflow"],
        topic: Topic::Crash,
        what: "the player calls itself without end (stack overflow)",
        advice: "check that every recursive function has a case in which it stops",
    },
    Sign {
        words: &["RecursionError"],
        topic: Topic::Crash,
        what: "the player calls itself without end (RecursionError)",
        advice: "check that every recursive function has a case in which it stops",
    },
    Sign {
        words: &["raised"],
        topic: Topic::Crash,
        what: "the function strategie raises an exception",
        advice: "look at the position that is shown, and at what your function does there; the line is named where OCaml knows it",
    },
    Sign {
        words: &["Traceback"],
        topic: Topic::Crash,
        what: "the player ends with a Python exception",
        advice: "its last words (marked with |) name the line of your file and what went wrong there",
    },
    Sign {
        words: &["Error:"],
        topic: Topic::Crash,
        what: "the player ends with an error of its own",
        advice: "its last words (marked with |) say what went wrong",
    },
    Sign {
        words: &["SIGSEGV"],
        topic: Topic::Crash,
        what: "the player reads or writes memory that is not its own (segmentation fault)",
        advice: "compile with -g -fsanitize=address and play a game: it names the line. Look for indexes outside an array and for null pointers",
    },
    Sign {
        words: &["SIGFPE"],
        topic: Topic::Crash,
        what: "the player divides by zero",
        advice: "look for a division or a remainder (%) whose right side can be 0, for example the number of moves found",
    },
    Sign {
        words: &["SIGABRT"],
        topic: Topic::Crash,
        what: "the player aborts itself: a failed assertion, or memory freed twice",
        advice: "compile with -g -fsanitize=address and play a game: it names the line",
    },
    Sign {
        words: &["wrote more than"],
        topic: Topic::Prints,
        what: "the player writes far too much",
        advice: "remove the prints that you used to find mistakes",
    },
    Sign {
        words: &["exit code 0"],
        topic: Topic::Crash,
        what: "the player ends by itself in the middle of a game",
        advice: "read lines and answer them until the input ends: do not leave the loop after one move",
    },
];

/// What a fault means for the author of the player.
pub(super) fn diagnose(fault: &Fault, when: When, game: &AnyGame) -> Finding {
    let finding = match fault.kind {
        FaultKind::Crash => crash(fault, when),
        FaultKind::Overtime => overtime(fault, when),
        FaultKind::Illegal => illegal(fault, game),
    };
    finding.with_evidence(fault.evidence.clone())
}

fn must(topic: Topic, what: impl Into<String>, advice: impl Into<String>) -> Finding {
    Finding::new(Severity::Must, topic, what, advice)
}

fn crash(fault: &Fault, when: When) -> Finding {
    let sign = CRASH_SIGNS.iter().find(|sign| sign.words.iter().all(|word| fault.evidence.contains(word)));
    let (mut topic, what, advice) = match sign {
        Some(sign) => (sign.topic, sign.what, sign.advice),
        None => (
            Topic::Crash,
            "the player ends in the middle of a game",
            "read how it ended (marked with |), and try that position",
        ),
    };
    if when == When::Loading && topic == Topic::Crash {
        topic = Topic::Start;
        return must(topic, format!("it fails before its first move: {what}"), advice);
    }
    must(topic, what, advice)
}

fn overtime(fault: &Fault, when: When) -> Finding {
    let evidence = &fault.evidence;
    if evidence.contains("when its input was closed it wrote") {
        return must(
            Topic::Flush,
            "the player's answers never arrive: they stay in a buffer",
            "flush after each answer. Python: print(..., flush=True); C: fflush(stdout) or setvbuf(stdout, NULL, _IOLBF, BUFSIZ); \
             OCaml: print_endline; Java: System.out.flush()",
        );
    }
    if evidence.contains("without a line break") {
        return must(
            Topic::Flush,
            "the player's answer has no end: the line break (\\n) behind it is missing",
            "end each answer with a line break, and flush",
        );
    }
    if when == When::Loading {
        return must(
            Topic::Start,
            "the player never says that it is ready",
            "answer the line `start` with `ready` (or `ready position moves`), and flush; see docs/protocol.md",
        );
    }
    if thinks(evidence) {
        return must(
            Topic::Overtime,
            "the player thinks too long",
            "it computed all the time: look for an endless loop, or look fewer moves ahead; the time it has left is told with each turn",
        );
    }
    must(
        Topic::Overtime,
        "the player does not answer in time",
        "it waited most of the time instead of computing: remove sleeps, and read one line at a time without waiting for more input",
    )
}

/// Whether the player computed for most of the time it was waited for; where that is not known, it did.
fn thinks(evidence: &str) -> bool {
    let number = |after: &str| -> Option<f64> {
        let rest = evidence.split_once(after)?.1;
        rest.split_whitespace().next()?.parse().ok()
    };
    match (number("no answer after "), number("of which it computed ")) {
        // On a busy machine a program that computes gets a small part of the time; one that sleeps computes nothing.
        (Some(waited), Some(computed)) => computed > waited / 20.0,
        _ => true,
    }
}

fn illegal(fault: &Fault, game: &AnyGame) -> Finding {
    let answer = fault.evidence.split('"').nth(1).unwrap_or_default();
    let legal = game.legal_texts();
    let first = legal.first().cloned().unwrap_or_default();
    let help = game.info().move_help;
    match game.code(answer) {
        Err(_) if answer.is_empty() => must(
            Topic::Notation,
            "the player answers without a move",
            format!("after the word move write the move, for example: move {first}"),
        ),
        Err(_) => must(
            Topic::Notation,
            format!("the player's answer {answer:?} is not how a move is written"),
            format!("{}a move is {help}; here it could have been: move {first}", hint(answer, &legal)),
        ),
        Ok(_) => must(
            Topic::IllegalMove,
            format!("the player plays {answer}, which is against the rules there"),
            format!("{}legal were: {}", neighbour_hint(answer, &legal), shortened(&legal)),
        ),
    }
}

/// An answer that is the player's own last move again.
pub(super) fn repeated(fault: &Fault) -> Finding {
    must(
        Topic::AnswersTwice,
        "the player answers with the move that it has played before",
        "write one line `move X` for each line `go`, and not a second one; and notice what was played since your last move",
    )
    .with_evidence(fault.evidence.clone())
}

fn shortened(legal: &[String]) -> String {
    let more = if legal.len() > 12 { " ..." } else { "" };
    legal.iter().take(12).cloned().collect::<Vec<_>>().join(" ") + more
}

/// What a text that is no move looks like.
fn hint(answer: &str, legal: &[String]) -> String {
    let turned: String = answer.chars().rev().collect();
    if answer.parse::<i64>().is_ok() {
        "it is a number, not the text of a move; ".to_owned()
    } else if legal.iter().any(|mv| mv.eq_ignore_ascii_case(answer)) {
        "capital and small letters differ here; ".to_owned()
    } else if legal.iter().any(|mv| mv.eq_ignore_ascii_case(&turned)) {
        "the letter comes first; ".to_owned()
    } else {
        String::new()
    }
}

/// Whether an illegal square is one beside a legal one: rows counted from 0, or rows and columns changed over.
fn neighbour_hint(answer: &str, legal: &[String]) -> String {
    let bytes = answer.as_bytes();
    let (Some(&column), Ok(row)) = (bytes.first(), answer.get(1..).unwrap_or_default().parse::<u32>()) else {
        return String::new();
    };
    let next = format!("{}{}", char::from(column), row + 1);
    let swapped =
        format!("{}{}", char::from(b'a' + (row.clamp(1, 26) - 1) as u8), u32::from(column.wrapping_sub(b'a')) + 1);
    let (is_next, is_swapped) = (legal.contains(&next), legal.contains(&swapped));
    match (is_next, is_swapped) {
        (true, _) => format!("{next} would be legal: are rows counted from 0 where they begin with 1? "),
        (false, true) => format!("{swapped} would be legal: are row and column changed over? "),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_catalog::find_game;
    use joute_games::NoFiles;

    fn othello() -> AnyGame {
        find_game("othello").unwrap().setup("", &NoFiles).unwrap().start(0).unwrap()
    }

    fn topic(fault: Fault, when: When) -> Topic {
        diagnose(&fault, when, &othello()).topic
    }

    #[test]
    fn evidence_tells_what_is_wrong() {
        let crash = |text: &str| Fault::crash(text);
        assert_eq!(topic(crash("ended with exit code 1; it last wrote: SyntaxError: x"), When::Loading), Topic::Load);
        assert_eq!(topic(crash("ended with exit code 1; it last wrote: Traceback"), When::Loading), Topic::Start);
        assert_eq!(topic(crash("ended with exit code 1; it last wrote: Traceback"), When::Asked), Topic::Crash);
        let socket = "it last wrote: socket.py\nPermissionError: [Errno 1] Operation not permitted";
        assert_eq!(topic(crash(socket), When::Asked), Topic::Network);
        let slow = "no answer after 2.000 s of waiting for a move, of which it computed 1.900 s";
        assert!(diagnose(&Fault::overtime(slow), When::Asked, &othello()).what.contains("thinks too long"));
        let lazy = "no answer after 2.000 s of waiting for a move, of which it computed 0.001 s";
        assert!(diagnose(&Fault::overtime(lazy), When::Asked, &othello()).what.contains("does not answer"));
        assert_eq!(topic(Fault::overtime(lazy), When::Loading), Topic::Start);
    }

    #[test]
    fn answers_that_are_no_moves() {
        let said =
            |answer: &str| diagnose(&Fault::illegal(format!("answered {answer:?}: no")), When::Asked, &othello());
        assert_eq!((said("19").topic, said("").topic), (Topic::Notation, Topic::Notation));
        assert!(said("19").advice.contains("a number"), "{}", said("19").advice);
        assert!(said("3d").advice.contains("the letter comes first"), "{}", said("3d").advice);
        assert_eq!(said("a1").topic, Topic::IllegalMove);
        assert!(said("d2").advice.contains("counted from 0"), "{}", said("d2").advice);
    }
}
