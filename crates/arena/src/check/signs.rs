//! What the last words of a player tell about its mistake, whatever its kind; kinds have signs of their own.

use joute_players::Topic;
use joute_players::advice::Sign;

const NETWORK: Sign = Sign { words: &[], topic: Topic::Network, what: "check-network", advice: "check-network-advice" };

const SHELL: Sign =
    Sign { words: &[], topic: Topic::Processes, what: "check-shell-script", advice: "check-shell-script-advice" };

const WINDOWS_LINES: Sign =
    Sign { words: &[], topic: Topic::Load, what: "check-windows-lines", advice: "check-windows-lines-advice" };

/// Signs of a crash, the clearest first.
pub(super) const COMMON_SIGNS: &[Sign] = &[
    Sign { words: &["getaddrinfo"], ..NETWORK },
    Sign { words: &["name resolution"], ..NETWORK },
    Sign { words: &["urlopen"], ..NETWORK },
    Sign { words: &["etwork is unreachable"], ..NETWORK },
    Sign { words: &["socket", "not permitted"], ..NETWORK },
    Sign {
        words: &["fork", "not permitted"],
        topic: Topic::Processes,
        what: "check-starts-process",
        advice: "check-starts-process-advice",
    },
    Sign { words: &["Cannot fork"], ..SHELL },
    Sign { words: &["fork: ", "temporarily unavailable"], ..SHELL },
    Sign { words: &["\\r'"], ..WINDOWS_LINES },
    Sign { words: &["\\r\u{2019}"], ..WINDOWS_LINES },
    Sign { words: &["\r: not found"], ..WINDOWS_LINES },
    Sign {
        words: &["no program"],
        topic: Topic::Load,
        what: "check-no-interpreter",
        advice: "check-no-interpreter-advice",
    },
    Sign {
        words: &["Exec format error"],
        topic: Topic::Load,
        what: "check-no-program",
        advice: "check-no-program-advice",
    },
    Sign {
        words: &["cannot be started"],
        topic: Topic::Load,
        what: "check-not-started",
        advice: "check-not-started-advice",
    },
    Sign {
        words: &["SyntaxError"],
        topic: Topic::Load,
        what: "check-python-syntax",
        advice: "check-python-syntax-advice",
    },
    Sign {
        words: &["IndentationError"],
        topic: Topic::Load,
        what: "check-python-indentation",
        advice: "check-python-indentation-advice",
    },
    Sign {
        words: &["No module named"],
        topic: Topic::Load,
        what: "check-python-module",
        advice: "check-python-module-advice",
    },
    Sign {
        words: &["cannot be loaded"],
        topic: Topic::Load,
        what: "check-not-loaded",
        advice: "check-not-loaded-advice",
    },
    Sign { words: &["MemoryError"], topic: Topic::Crash, what: "check-memory", advice: "check-memory-advice" },
    Sign::STACK_OVERFLOW,
    Sign {
        words: &["RecursionError"],
        topic: Topic::Crash,
        what: "check-recursion-error",
        advice: "check-endless-recursion-advice",
    },
    Sign {
        words: &["Traceback"],
        topic: Topic::Crash,
        what: "check-python-exception",
        advice: "check-python-exception-advice",
    },
    Sign { words: &["Error:"], topic: Topic::Crash, what: "check-own-error", advice: "check-own-error-advice" },
    Sign {
        words: &["SIGSEGV"],
        topic: Topic::Crash,
        what: "check-segmentation-fault",
        advice: "check-segmentation-fault-advice",
    },
    Sign { words: &["SIGFPE"], topic: Topic::Crash, what: "check-division", advice: "check-division-advice" },
    Sign { words: &["SIGABRT"], topic: Topic::Crash, what: "check-aborts", advice: "check-aborts-advice" },
    Sign {
        words: &["wrote more than"],
        topic: Topic::Prints,
        what: "check-writes-much",
        advice: "check-writes-much-advice",
    },
    Sign {
        words: &["exit code 0"],
        topic: Topic::Crash,
        what: "check-ends-by-itself",
        advice: "check-ends-by-itself-advice",
    },
];
