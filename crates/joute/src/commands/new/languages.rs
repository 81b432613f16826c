//! The languages there are starters in, and their files, which are those of the folder `players`.

/// A language with its starter.
pub(super) struct Language {
    /// What it is called on the command line.
    pub(super) name: &'static str,
    /// What it makes, for people.
    pub(super) title: &'static str,
    /// The games it can play; none stands for all.
    pub(super) games: &'static [&'static str],
    /// What must be installed to build and run it.
    pub(super) needs: &'static str,
    /// How to build, check and improve it, told for Othello.
    pub(super) readme: &'static str,
    /// Its files by name.
    files: &'static [(&'static str, &'static str)],
    /// The document that tells how it talks with the referee.
    document: (&'static str, &'static str),
}

const PROTOCOL: (&str, &str) = ("docs/protocol.md", include_str!("../../../../../docs/protocol.md"));
const WASM: (&str, &str) = ("docs/wasm.md", include_str!("../../../../../docs/wasm.md"));
const PLAYERS: (&str, &str) = ("docs/players.md", include_str!("../../../../../docs/players.md"));
const HEADER: (&str, &str) = ("joute.h", include_str!("../../../../../players/c-library/joute.h"));

/// The text of a file of `players`.
macro_rules! player {
    ($path:literal) => {
        include_str!(concat!("../../../../../players/", $path))
    };
}

/// Every language, in the order of the list.
pub(super) const LANGUAGES: &[Language] = &[
    Language {
        name: "python",
        title: "a program in Python",
        games: &[],
        needs: "python3",
        readme: player!("python/README.md"),
        files: &[("player.py", player!("python/player.py"))],
        document: PROTOCOL,
    },
    Language {
        name: "c",
        title: "a program in C",
        games: &[],
        needs: "a C compiler",
        readme: player!("c/README.md"),
        files: &[("player.c", player!("c/player.c"))],
        document: PROTOCOL,
    },
    Language {
        name: "cpp",
        title: "a program in C++",
        games: &[],
        needs: "a C++ compiler",
        readme: player!("cpp/README.md"),
        files: &[("player.cpp", player!("cpp/player.cpp"))],
        document: PROTOCOL,
    },
    Language {
        name: "ocaml",
        title: "a program in OCaml",
        games: &[],
        needs: "ocamlopt",
        readme: player!("ocaml/README.md"),
        files: &[("player.ml", player!("ocaml/player.ml"))],
        document: PROTOCOL,
    },
    Language {
        name: "ocaml-strategie",
        title: "an OCaml file with a function strategie",
        games: &["othello"],
        needs: "ocaml",
        readme: player!("ocaml-strategie/README.md"),
        files: &[("othello_starter.ml", player!("ocaml-strategie/othello_starter.ml"))],
        document: PLAYERS,
    },
    Language {
        name: "rust",
        title: "a program in Rust",
        games: &[],
        needs: "cargo",
        readme: player!("rust/README.md"),
        files: &[("Cargo.toml", player!("rust/Cargo.toml")), ("src/main.rs", player!("rust/src/main.rs"))],
        document: PROTOCOL,
    },
    Language {
        name: "java",
        title: "a program in Java",
        games: &[],
        needs: "javac, java",
        readme: player!("java/README.md"),
        files: &[("Player.java", player!("java/Player.java"))],
        document: PROTOCOL,
    },
    Language {
        name: "go",
        title: "a program in Go",
        games: &[],
        needs: "go",
        readme: player!("go/README.md"),
        files: &[("player.go", player!("go/player.go"))],
        document: PROTOCOL,
    },
    Language {
        name: "javascript",
        title: "a program in JavaScript",
        games: &[],
        needs: "node",
        readme: player!("javascript/README.md"),
        files: &[("player.js", player!("javascript/player.js"))],
        document: PROTOCOL,
    },
    Language {
        name: "c-library",
        title: "a shared library in C",
        games: &[],
        needs: "a C compiler",
        readme: player!("c-library/README.md"),
        files: &[("player.c", player!("c-library/player.c")), HEADER],
        document: PLAYERS,
    },
    Language {
        name: "wasm-c",
        title: "a WebAssembly module in C",
        games: &[],
        needs: "clang, wasm-ld",
        readme: player!("wasm-c/README.md"),
        files: &[("player.c", player!("wasm-c/player.c")), HEADER],
        document: WASM,
    },
    Language {
        name: "assemblyscript",
        title: "a WebAssembly module in AssemblyScript",
        games: &[],
        needs: "node, npm",
        readme: player!("assemblyscript/README.md"),
        files: &[
            ("player.ts", player!("assemblyscript/player.ts")),
            ("package.json", player!("assemblyscript/package.json")),
            ("package-lock.json", player!("assemblyscript/package-lock.json")),
        ],
        document: WASM,
    },
];

impl Language {
    /// Whether its starter plays a game.
    pub(super) fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.contains(&game)
    }

    /// The files of the player itself.
    pub(super) fn own_files(&self) -> &'static [(&'static str, &'static str)] {
        self.files
    }

    /// Everything that is written but the README.
    pub(super) fn all_files(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.files.iter().copied().chain([self.document])
    }
}

/// The language of a name.
pub(super) fn find_language(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.name == name)
}

/// The names of all languages.
pub(super) fn names() -> Vec<&'static str> {
    LANGUAGES.iter().map(|language| language.name).collect()
}

#[cfg(test)]
mod tests {
    use super::LANGUAGES;

    /// An archive holds files of the others.
    #[test]
    fn there_is_a_starter_in_every_language_of_players() {
        for language in joute_players::LANGUAGES.iter().filter(|language| language.name != "archive") {
            let is_its_own = |name: &str| name.split('-').any(|word| word == language.name);
            assert!(LANGUAGES.iter().any(|starter| is_its_own(starter.name)), "no starter in {}", language.name);
        }
    }
}
