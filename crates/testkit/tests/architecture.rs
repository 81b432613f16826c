//! The invariants of ARCHITECTURE.md as far as a program can tell: who uses whom, who names what, and that every list has
//! its files and its documents. They read the sources, so that a mistake shows before anything is run.

mod sources;

use std::collections::BTreeSet;

use joute_catalog::{BUILT_INS, GAMES};
use joute_notation::Format;
use joute_referee::RULES;
use joute_tournament::format::FORMATS;
use sources::{Source, all_rust_files, assets, crate_names, dependencies, document, folder_names, guides, sources};

/// The crates from the bottom to the top: each uses only crates that stand before it.
const ORDER: &[&str] = &[
    "messages",
    "games",
    "search",
    "referee",
    "catalog",
    "sandbox",
    "library-host",
    "players",
    "wasm",
    "tournament",
    "store",
    "draw",
    "elements",
    "notation",
    "arena",
    "report",
    "experiments",
    "web",
    "training",
    "joute",
];

/// Crates that may be used by tests alone.
const FOR_TESTS: &[&str] = &["testkit"];

#[test]
fn arrows_between_crates_point_one_way() {
    for name in crate_names() {
        if FOR_TESTS.contains(&name.as_str()) {
            continue;
        }
        let place = ORDER.iter().position(|known| *known == name);
        let place = place.unwrap_or_else(|| panic!("crate {name}: say in ORDER where it stands"));
        for used in dependencies(&name) {
            assert!(ORDER[..place].contains(&used.as_str()), "{name} uses {used}, which does not stand below it");
        }
    }
}

#[test]
fn some_crates_know_little() {
    let only = |name: &str, few: &[&str]| {
        let used = dependencies(name);
        let beyond: Vec<&String> = used.iter().filter(|used| !few.contains(&used.as_str())).collect();
        assert!(beyond.is_empty(), "{name} must not use {beyond:?}");
    };
    only("messages", &[]);
    only("games", &["messages"]);
    only("sandbox", &[]);
    only("search", &["games", "messages"]);
    only("draw", &["games", "messages"]);
    only("referee", &["games", "messages"]);
    only("tournament", &["games", "messages", "referee"]);
    only("store", &["games", "messages", "referee", "tournament"]);
}

#[test]
fn every_crate_is_in_the_table() {
    let architecture = document("ARCHITECTURE.md");
    for name in crate_names() {
        assert!(architecture.contains(&format!("| `{name}` |")), "ARCHITECTURE.md does not tell what {name} holds");
    }
}

#[test]
fn tokio_lives_in_web_alone() {
    // Connections to PostgreSQL are encrypted by a crate with its name in it.
    let users =
        |source: &Source| source.code().any(|(_, line)| line.replace("tokio_postgres_rustls", "").contains("tokio"));
    for source in sources().iter().filter(|source| !source.is_in(&["web/"])) {
        assert!(!users(source), "{} uses tokio", source.path);
    }
}

#[test]
fn what_is_behind_a_store_is_known_there_alone() {
    // Whoever talks to the server of a class says by which library it is encrypted.
    for source in sources().iter().filter(|source| !source.is_in(&["store/", "joute/src/class_server.rs"])) {
        let tells = source.code().find(|(_, line)| {
            ["SqliteStore", "PostgresStore", "rusqlite", "postgres::Client", "rustls"]
                .iter()
                .any(|word| line.contains(word))
        });
        assert!(tells.is_none(), "{}: {tells:?}", source.path);
    }
}

#[test]
fn rules_of_games_do_no_input_or_output_and_read_no_clock() {
    const OUTSIDE: &[&str] = &[
        "std::fs",
        "std::io",
        "std::net",
        "std::time",
        "std::env",
        "std::process",
        "std::thread",
        "Instant::",
        "SystemTime",
        "println!",
        "eprintln!",
        "getrandom",
    ];
    for source in sources().iter().filter(|source| source.is_in(&["games/src"])) {
        for (number, line) in source.code() {
            let found = OUTSIDE.iter().find(|outside| line.contains(**outside));
            assert!(found.is_none(), "{}:{number}: {found:?}", source.path);
        }
    }
}

#[test]
fn unsafe_code_is_where_it_may_be() {
    const ALLOWED: &[&str] = &[
        "sandbox/src/linux/",
        "library-host/src/",
        "games/src/othello/kernel.rs",
        "games/src/othello/avx512.rs",
        "search/src/othello/engine/machine/",
        "search/src/pages.rs",
        "wasm/src/artefact.rs",
    ];
    for source in sources().iter().filter(|source| !source.is_in(ALLOWED)) {
        for (number, line) in source.code() {
            let is_unsafe = ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern", "allow(unsafe", "expect(unsafe"];
            assert!(!is_unsafe.iter().any(|word| line.contains(word)), "{}:{number}: {line}", source.path);
        }
    }
}

/// Whatever somebody else wrote goes to terminals, logs, pages and tables by one function, which makes it harmless.
#[test]
fn nothing_foreign_goes_around_the_function_that_makes_it_harmless() {
    // Who writes to a terminal or a log, and by what; a program of our own that is started for one player writes to its pipe.
    const WRITERS: &[(&str, &str)] = &[
        ("joute/src/output.rs", "visible("),
        ("joute/src/commands/play/screen.rs", "MouseCapture"),
        ("web/src/server.rs", "visible("),
    ];
    const CHILDREN: &[&str] = &["library-host/", "sandbox/", "training/", "testkit/", "wasm/src/compiler.rs"];
    let streams = ["io::stdout()", "io::stderr()", "println!(", "eprint!(", "print!("];
    for source in sources().iter().filter(|source| !source.is_in(CHILDREN)) {
        for (number, line) in source.code().filter(|(_, line)| streams.iter().any(|stream| line.contains(stream))) {
            let writer = WRITERS.iter().find(|(path, _)| source.path == *path);
            let only_asks = line.contains("is_terminal()") || line.contains("tcgetwinsize");
            assert!(writer.is_some() || only_asks, "{}:{number} writes by itself: {line}", source.path);
        }
    }
    for (path, by) in WRITERS {
        assert!(sources().iter().any(|source| source.path == *path && source.text.contains(by)), "{path}: by {by}");
    }
    // Pages and tables.
    for (path, by) in [
        ("report/src/page.rs", "PreEscaped(visible("),
        ("report/src/csv.rs", "visible(field)"),
        ("report/src/lib.rs", "visible_json("),
        ("web/src/pages/layout.rs", "PreEscaped(visible("),
        ("elements/src/replay.rs", "visible(log)"),
        ("joute/src/text_table.rs", "visible_line(cell)"),
    ] {
        assert!(sources().iter().any(|source| source.path == path && source.text.contains(by)), "{path}: by {by}");
    }
    // A bar draws what it is told as it is: who tells it names says them by that function.
    for source in sources().iter().filter(|source| source.text.contains(".set_message(")) {
        let tells_names = source.code().any(|(_, line)| line.contains("names["));
        assert!(!tells_names || source.text.contains("visible_line("), "{} draws names", source.path);
    }
}

/// The tests of a crate are one program: a file that its `main.rs` does not name would never run.
#[test]
fn every_file_of_tests_is_run() {
    let files = all_rust_files();
    for main in files.iter().filter(|path| path.ends_with("tests/main.rs")) {
        let (folder, program) = (main.parent().unwrap(), std::fs::read_to_string(main).unwrap());
        let manifest = std::fs::read_to_string(folder.with_file_name("Cargo.toml")).unwrap();
        for file in files.iter().filter(|path| path.parent() == Some(folder)) {
            let stem = file.file_stem().unwrap().to_str().unwrap();
            let runs = program.contains(&format!("mod {stem};\n"))
                || manifest.contains(&format!("path = \"tests/{stem}.rs\""));
            assert!(runs, "{}: name it in main.rs beside it", file.display());
        }
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    for path in all_rust_files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let first = text.lines().find(|line| !line.starts_with("#!")).unwrap_or_default();
        assert!(first.starts_with("//!"), "{} opens with {first:?}", path.display());
    }
}

/// Where a game may be named: its rules, its strategies, its entry, what the reports state of it, benchmarks, its lessons, and
/// formats and programs of other people that are made for one game alone.
const NAMES_GAMES: &[&str] = &[
    "games/src/",
    "search/src/",
    "training/src/",
    "catalog/src/expert",
    "catalog/src/games/",
    "catalog/src/awale_players.rs",
    "catalog/src/othello_players.rs",
    "catalog/src/territory_players.rs",
    "experiments/src/",
    "joute/src/commands/bench",
    "web/src/lessons/",
    "notation/src/",
    "library-host/src/flood/",
    "players/src/engine/",
    "players/src/library/",
    "players/src/ocaml",
    "players/src/seven_colours.rs",
    "joute/src/commands/engine",
    "joute/src/commands/flood_server.rs",
    "joute/src/commands/import.rs",
    "joute/src/commands/new/",
    "joute/src/commands/tables",
];

#[test]
fn a_game_is_named_where_it_is_made_and_nowhere_else() {
    let names = GAMES.iter().map(|entry| format!("{:?}", entry.info.name));
    let modules = folder_names("games/src").into_iter().flat_map(|folder| {
        [format!("joute_games::{folder}"), format!("joute_search::{folder}"), format!("joute_games::{{{folder}")]
    });
    let words: Vec<String> = names.chain(modules).collect();
    for source in sources().iter().filter(|source| !source.is_in(NAMES_GAMES) && !source.is_in(&["testkit/"])) {
        for (number, line) in source.code() {
            let found = words.iter().find(|word| line.contains(word.as_str()));
            assert!(found.is_none(), "{}:{number} names a game ({found:?}): {line}", source.path);
        }
    }
}

#[test]
fn scripts_and_styles_of_pages_name_no_game() {
    let names: Vec<String> =
        GAMES.iter().flat_map(|entry| ['\'', '"'].map(|quote| format!("{quote}{}{quote}", entry.info.name))).collect();
    assert!(assets().len() > 40, "they are read");
    for source in assets() {
        for (number, line) in (1..).zip(source.text.lines()) {
            let found = names.iter().find(|name| line.contains(name.as_str()));
            assert!(found.is_none(), "{}:{number} names a game: {line}", source.path);
        }
    }
}

#[test]
fn legality_is_judged_by_the_referee_alone() {
    let calls = |source: &Source| source.code().any(|(_, line)| line.contains(".play_if_legal("));
    let places: Vec<String> = sources().into_iter().filter(calls).map(|source| source.path).collect();
    // Erased games hand it on to what they hide.
    assert_eq!(places, ["games/src/any.rs", "referee/src/judge.rs"]);
}

/// Where something waits for a time, and why nothing could wake it instead.
const WAITS: &[(&str, &str)] = &[
    ("arena/src/bell.rs", "is woken; looks once a second at flags that somebody set without ringing"),
    ("arena/src/check/errand.rs", "says that a check goes on"),
    ("arena/src/event/machines/crew.rs", "says that a worker goes on"),
    ("arena/src/event/machines/foreman.rs", "until the next thing is due"),
    ("arena/src/event/machines/matches.rs", "is rung for, as the bell is"),
    ("arena/src/event/machines/tables.rs", "a store that is away"),
    ("arena/src/event/schedule.rs", "is rung for, as the bell is"),
    ("arena/src/pace.rs", "the time between two moves is what was asked for"),
    ("arena/src/tune/contest.rs", "is rung for, as the bell is"),
    ("joute/src/commands/bench/", "measures for a time"),
    ("joute/src/commands/play/screen.rs", "a clock on a screen, while somebody sits there"),
    ("joute/src/commands/replay/screen.rs", "the time between two moves that are shown"),
    ("joute/src/commands/submit.rs", "asks a server while somebody waits for the answer"),
    ("joute/src/commands/tournament/ladder/keeper.rs", "a table is written so often and no more"),
    (
        "joute/src/commands/tournament/ladder/watcher.rs",
        "files that are being written, and folders that nobody can watch",
    ),
    ("joute/src/commands/worker.rs", "a database that is away, and the time after which it drains"),
    ("joute/src/commands/worker/", "a database that is away"),
    ("players/src/exchange.rs", "programs have so much time to answer and to end"),
    ("players/src/library/host.rs", "libraries have so much time to be loaded"),
    ("players/src/person.rs", "people have so much time to answer"),
    ("players/src/run_once.rs", "programs have so much time to end"),
    ("players/src/watch.rs", "looks at the memory of programs while one runs"),
    ("sandbox/src/", "the end of a program, and processes that are all taken for a moment"),
    ("store/src/lease.rs", "says that an owner goes on"),
    ("store/src/lock.rs", "somebody who is about to leave a folder"),
    ("store/src/postgres/link.rs", "a database that is away"),
    ("store/src/postgres/watcher.rs", "a database that is away"),
    ("store/src/sqlite/schema.rs", "somebody who looks into the file for a moment"),
    ("store/src/watch.rs", "looks for what other programs write into a file, while somebody listens"),
    ("wasm/src/clock.rs", "the time of modules passes while one runs"),
    ("web/src/analysis.rs", "an analysis has so much time, and more while nobody else wants it"),
    ("web/src/class/pruning.rs", "forgets once an hour what is kept no longer"),
    ("web/src/class/reading.rs", "requests have so much time"),
    ("web/src/guard.rs", "requests have so much time"),
    ("web/src/insight.rs", "a look has so much time"),
    ("web/src/listener.rs", "connections have so much time; descriptors that are all taken for a moment"),
    ("web/src/memory.rs", "is woken by what is given back, and waits for so long at most"),
    ("web/src/review/elsewhere.rs", "news of a review are told so often and no more"),
    ("web/src/server.rs", "tidies up now and then"),
    ("web/src/tournaments/tournament.rs", "pages are drawn so often and no more"),
];

/// Waiting costs nothing: whoever waits is woken, and looks at nothing again and again.
#[test]
fn a_time_is_waited_for_only_where_there_is_a_reason() {
    const WORDS: &[&str] = &[
        "thread::sleep",
        "time::sleep",
        " sleep(",
        ".sleep(",
        "sleep_through(",
        "recv_timeout(",
        "wait_timeout",
        "park_timeout",
        "::interval(",
        " timeout(",
        "if is_gone(",
    ];
    // Whoever sleeps until it rings looks once a second besides: that is the bell's own wait.
    let is_rung_for = |line: &str| line.contains("sleep(UNRUNG)");
    let is_wait = |line: &str| !is_rung_for(line) && WORDS.iter().any(|word| line.contains(word));
    let waits = |source: &Source| source.code().any(|(_, line)| is_wait(line));
    let waiting: Vec<String> = sources()
        .into_iter()
        .filter(|source| !source.is_in(&["testkit/"]) && waits(source))
        .map(|source| source.path)
        .collect();
    for path in &waiting {
        let reason = WAITS.iter().find(|(place, _)| path.starts_with(place));
        assert!(reason.is_some(), "{path} waits for a time: have it woken, or say why it cannot be");
    }
    for (place, _) in WAITS {
        assert!(waiting.iter().any(|path| path.starts_with(place)), "nothing waits in {place} any more");
    }
}

#[test]
fn a_format_of_tournaments_is_named_in_its_own_crate() {
    // The ladder of a class has an address of that name.
    const ALLOWED: &[&str] = &[
        "tournament/src/",
        "experiments/src/",
        "joute/src/commands/bench",
        "joute/src/commands/ladder.rs",
        "joute/src/commands/schema/documents.rs",
    ];
    // "match" is a word of its own in every crate.
    let names: Vec<String> =
        FORMATS.iter().filter(|format| format.name != "match").map(|format| format!("{:?}", format.name)).collect();
    for source in sources().iter().filter(|source| !source.is_in(ALLOWED)) {
        for (number, line) in source.code() {
            let found = names.iter().find(|name| line.contains(name.as_str()));
            assert!(found.is_none() && !line.contains("elimination\")"), "{}:{number}: {line}", source.path);
        }
    }
}

/// The files of a folder that say `marker`, by the names of their modules.
fn modules_with(folder: &str, marker: &str) -> BTreeSet<String> {
    let in_folder = |source: &&Source| source.path.strip_prefix(folder).is_some_and(|rest| !rest[1..].contains('/'));
    let marked = sources().into_iter().filter(|source| in_folder(&source) && source.text.contains(marker));
    let module = |source: Source| source.path.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs").to_owned();
    marked.map(module).collect()
}

/// What a file says between two texts.
fn between(path: &str, from: &str, to: &str) -> String {
    let source = sources().into_iter().find(|source| source.path == path);
    let text = source.unwrap_or_else(|| panic!("there is no {path}")).text;
    let rest = text.split_once(from).unwrap_or_else(|| panic!("{path} has no {from}")).1;
    rest.split_once(to).unwrap_or_else(|| panic!("{path}: no end of {from}")).0.to_owned()
}

#[test]
fn every_entry_file_is_a_line_of_its_list() {
    let formats = between("tournament/src/format/mod.rs", "pub const FORMATS", "];");
    let found = modules_with("tournament/src/format", "const ENTRY: FormatEntry");
    assert_eq!(found.len(), FORMATS.len());
    assert!(found.iter().all(|module| formats.contains(&format!("{module}::ENTRY"))), "{found:?}");

    let games = between("catalog/src/games/mod.rs", "pub const GAMES", "];");
    let found = modules_with("catalog/src/games", "const ENTRY: GameEntry");
    assert!(found.iter().all(|module| games.contains(&format!("{module}::ENTRY"))), "{found:?}");

    let courses = between("web/src/lessons/mod.rs", "const COURSES", "];");
    let found = modules_with("web/src/lessons", "const COURSE: Course");
    assert!(found.iter().all(|module| courses.contains(&format!("{module}::COURSE"))), "{found:?}");

    let experiments = between("experiments/src/lib.rs", "pub const EXPERIMENTS", "];");
    let found = modules_with("experiments/src", ": Experiment = Experiment {");
    assert!(found.iter().all(|module| experiments.contains(&format!("{module}::"))), "{found:?}");

    let found = modules_with("notation/src", "pub(crate) fn read(");
    assert_eq!(found.len(), Format::ALL.len(), "{found:?}");
}

#[test]
fn every_entry_is_in_the_documents() {
    let told = |file: &str, what: &str| assert!(document(file).contains(what), "{file} does not tell of {what}");
    for format in FORMATS {
        told("docs/tournaments.md", format.name);
    }
    for (_, name, ..) in Format::ALL {
        told("docs/records.md", name);
    }
    for rule in RULES {
        told("docs/tournaments.md", rule.key);
    }
    let every = guides();
    for player in BUILT_INS {
        assert!(every.contains(player.name), "no document tells of the player {}", player.name);
    }
}
