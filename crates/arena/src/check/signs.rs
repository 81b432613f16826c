//! What the last words of a player tell about its mistake, whatever its kind; kinds have signs of their own.

use joute_players::Topic;
use joute_players::advice::Sign;

const NETWORK: Sign = Sign {
    words: &[],
    topic: Topic::Network,
    what: "the player opens a network connection, which is not allowed",
    advice: "remove the code that opens a socket or fetches something: a player plays alone, with what is in its file",
};

const SHELL: Sign = Sign {
    words: &[],
    topic: Topic::Processes,
    what: "the file is a shell script that starts another program, which is not allowed",
    advice: "end the script with exec (exec python3 bot.py), or name the program itself: exe:python3 bot.py",
};

const WINDOWS_LINES: Sign = Sign {
    words: &[],
    topic: Topic::Load,
    what: "the file has the line ends of Windows (CRLF)",
    advice: "save it with the line ends of Unix, or: sed -i 's/\\r$//' FILE",
};

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
        what: "the player starts another process, which is not allowed",
        advice: "remove fork, system, popen or subprocess: a player is one process (threads are allowed)",
    },
    Sign { words: &["Cannot fork"], ..SHELL },
    Sign { words: &["fork: ", "temporarily unavailable"], ..SHELL },
    Sign { words: &["\\r'"], ..WINDOWS_LINES },
    Sign { words: &["\\r\u{2019}"], ..WINDOWS_LINES },
    Sign { words: &["\r: not found"], ..WINDOWS_LINES },
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
    Sign::STACK_OVERFLOW,
    Sign {
        words: &["RecursionError"],
        topic: Topic::Crash,
        what: "the player calls itself without end (RecursionError)",
        advice: "check that every recursive function has a case in which it stops",
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
