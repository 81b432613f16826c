//! The programs and libraries that some kinds of player or commands need, and whether they are here.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use schemars::JsonSchema;
use serde::Serialize;

/// Something that may be installed.
struct Tool {
    name: &'static str,
    /// What works with it.
    purpose: &'static str,
    /// The Debian package that brings it.
    package: &'static str,
    place: Place,
}

/// Where a tool is looked for.
enum Place {
    /// One of these programs in the folders of `PATH`, asked for its version with this word.
    Program(&'static [&'static str], &'static str),
    /// A shared library whose file name begins so.
    Library(&'static str),
}

const TOOLS: [Tool; 16] = [
    Tool {
        name: "ocaml",
        purpose: "ocaml: players",
        package: "ocaml-nox",
        place: Place::Program(&["ocaml"], "-version"),
    },
    Tool {
        name: "ocamlopt",
        purpose: "ocaml: players with mode=native",
        package: "ocaml-nox",
        place: Place::Program(&["ocamlopt"], "-version"),
    },
    Tool {
        name: "GSL",
        purpose: "lib: players of the Flood student interface",
        package: "libgsl-dev",
        place: Place::Library("libgsl.so."),
    },
    Tool {
        name: "C compiler",
        purpose: "building players in C",
        package: "gcc",
        place: Place::Program(&["cc", "gcc", "clang"], "--version"),
    },
    Tool {
        name: "C++ compiler",
        purpose: "building players in C++",
        package: "g++",
        place: Place::Program(&["c++", "g++", "clang++"], "--version"),
    },
    Tool {
        name: "cargo",
        purpose: "building players in Rust",
        package: "cargo",
        place: Place::Program(&["cargo"], "--version"),
    },
    Tool {
        name: "java",
        purpose: "players in Java",
        package: "default-jdk-headless",
        place: Place::Program(&["javac"], "--version"),
    },
    Tool {
        name: "go",
        purpose: "building players in Go",
        package: "golang-go",
        place: Place::Program(&["go"], "version"),
    },
    Tool {
        name: "python3",
        purpose: "players in Python",
        package: "python3",
        place: Place::Program(&["python3"], "--version"),
    },
    Tool {
        name: "node",
        purpose: "players in JavaScript",
        package: "nodejs",
        place: Place::Program(&["node"], "--version"),
    },
    Tool {
        name: "clang",
        purpose: "building WebAssembly players in C",
        package: "clang",
        place: Place::Program(&["clang", "clang-19", "clang-16", "clang-14"], "--version"),
    },
    Tool {
        name: "wasm-ld",
        purpose: "building WebAssembly players in C",
        package: "lld",
        place: Place::Program(&["wasm-ld", "wasm-ld-19", "wasm-ld-16", "wasm-ld-14"], "--version"),
    },
    Tool {
        name: "npm",
        purpose: "building WebAssembly players in AssemblyScript",
        package: "npm",
        place: Place::Program(&["npm"], "--version"),
    },
    Tool {
        name: "bubblewrap",
        purpose: "the sandbox where namespaces are kept from programs",
        package: "bubblewrap",
        place: Place::Program(&["bwrap"], "--version"),
    },
    Tool {
        name: "gtp-rhino",
        purpose: "an Othello engine to play against (gtp:)",
        package: "grhino",
        place: Place::Program(&["gtp-rhino"], "--help"),
    },
    Tool {
        name: "psql",
        purpose: "looking into a PostgreSQL store",
        package: "postgresql-client",
        place: Place::Program(&["psql"], "--version"),
    },
];

/// What every tool is called.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|tool| tool.name)
}

/// What was found of a tool.
pub(super) struct Finding {
    tool: &'static Tool,
    path: Option<PathBuf>,
    version: Option<String>,
}

/// A program or a library, and whether it is here.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ToolFound {
    /// What it is called.
    name: &'static str,
    /// What works with it.
    #[serde(rename = "for")]
    purpose: &'static str,
    /// Whether it is here.
    found: bool,
    /// Where it is.
    path: Option<String>,
    /// Its version, where it tells one.
    version: Option<String>,
    /// The command that installs it, where it is missing.
    fix: Option<String>,
}

/// Looks for every tool.
pub(super) fn examine_all() -> Vec<Finding> {
    TOOLS.iter().map(examine).collect()
}

fn examine(tool: &'static Tool) -> Finding {
    match tool.place {
        Place::Program(names, word) => {
            let path = names.iter().find_map(|name| program(name));
            let version = path.as_deref().and_then(|path| version(path, word));
            Finding { tool, path, version }
        }
        Place::Library(prefix) => Finding { tool, path: library(prefix), version: None },
    }
}

impl Finding {
    /// Whether it is installed.
    pub(super) fn is_there(&self) -> bool {
        self.path.is_some()
    }

    /// What it is called.
    pub(super) fn name(&self) -> &'static str {
        self.tool.name
    }

    /// The command that installs it.
    pub(super) fn fix(&self) -> String {
        format!("apt install {}", self.tool.package)
    }

    /// A row of the table for people.
    pub(super) fn row(&self) -> Vec<String> {
        let path = self.path.as_ref().map(|path| path.display().to_string());
        let found = match (path, &self.version) {
            (Some(path), Some(version)) => format!("{path} ({version})"),
            (Some(path), None) => path,
            (None, _) => "no".to_owned(),
        };
        vec![self.tool.name.to_owned(), self.tool.purpose.to_owned(), found]
    }

    /// The same for programs.
    /// What it is called, if it is here.
    pub(super) fn found_name(&self) -> Option<&'static str> {
        self.is_there().then_some(self.tool.name)
    }

    pub(super) fn json(&self) -> ToolFound {
        ToolFound {
            name: self.tool.name,
            purpose: self.tool.purpose,
            found: self.is_there(),
            path: self.path.as_ref().map(|path| path.to_string_lossy().into_owned()),
            version: self.version.clone(),
            fix: (!self.is_there()).then(|| self.fix()),
        }
    }
}

/// A program in the folders of `PATH`, or where Debian puts games.
fn program(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// The first line of what a program says about its version, or its number alone where the line holds one.
fn version(program: &Path, word: &str) -> Option<String> {
    let output = Command::new(program).arg(word).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    number_in(text.lines().next()?)
}

/// The first word of a line that is a version number.
fn number_in(line: &str) -> Option<String> {
    let words = line.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_ascii_digit()));
    words.filter(|word| word.contains('.')).map(str::to_owned).next()
}

/// A shared library where loaders look for one.
fn library(prefix: &str) -> Option<PathBuf> {
    let own = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let triple = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    let usual = [triple.as_str(), "/usr/local/lib", "/usr/lib64", "/usr/lib", "/lib64", "/lib"].map(PathBuf::from);
    let folders = std::env::split_paths(&own).filter(|folder| !folder.as_os_str().is_empty()).chain(usual);
    folders.filter_map(|folder| std::fs::read_dir(folder).ok()).find_map(|entries| {
        let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        found.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix)));
        found.sort();
        found.into_iter().next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_numbers_are_found() {
        assert_eq!(number_in("The OCaml toplevel, version 4.13.1").as_deref(), Some("4.13.1"));
        assert_eq!(number_in("v20.1.0").as_deref(), Some("20.1.0"));
        assert_eq!(number_in("bubblewrap 0.8.0").as_deref(), Some("0.8.0"));
        assert_eq!(number_in("no number"), None);
    }
}
