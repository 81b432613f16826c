//! Helpers: files beside a script that it imports, and that are no players themselves.

use std::path::{Path, PathBuf};

/// A larger file is no script that somebody wrote.
const MOST_BYTES: u64 = 1 << 20;
/// So many are looked at.
const MOST_HELPERS: usize = 100;
/// What a script has in it that hears the referee.
const HEARS: [&str; 4] = ["stdin", "input", "open(0", "read(0"];

/// The helpers of a script in Python or JavaScript: files beside it that it imports, and those that they import. One that reads
/// from standard input is a player of its own, whoever imports it.
pub fn helpers_of(script: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut open = vec![script.to_owned()];
    while let Some(path) = open.pop() {
        for helper in imported(&path) {
            if helper != script && !found.contains(&helper) && found.len() < MOST_HELPERS {
                found.push(helper.clone());
                open.push(helper);
            }
        }
    }
    found.sort();
    found
}

/// What a script itself imports of the files beside it.
fn imported(script: &Path) -> Vec<PathBuf> {
    let (Some(text), Some(folder)) = (read(script), script.parent()) else { return Vec::new() };
    let ending = script.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let names = match ending {
        "py" => python_imports(&text),
        "js" | "mjs" => javascript_imports(&text),
        _ => Vec::new(),
    };
    let is_helper = |path: &PathBuf| read(path).is_some_and(|text| !HEARS.iter().any(|word| text.contains(word)));
    let named = names.iter().flat_map(|name| [name.clone(), format!("{name}.{ending}")]);
    named.map(|name| folder.join(name)).filter(|path| path != script && is_helper(path)).collect()
}

/// What is in a script; nothing for anything else. Links are not followed: they may lead anywhere.
fn read(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?;
    let facts = path.symlink_metadata().ok()?;
    let is_script = facts.is_file() && facts.len() <= MOST_BYTES && ["py", "js", "mjs"].contains(&ending);
    is_script.then(|| std::fs::read_to_string(path).ok()).flatten()
}

/// The modules of `import a, b.c` and `from a import b`.
fn python_imports(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in text.lines().map(str::trim_start) {
        let listed = match (line.strip_prefix("import "), line.strip_prefix("from ")) {
            (Some(list), _) => list,
            (None, Some(rest)) => rest.split(" import").next().unwrap_or_default().trim_start_matches('.'),
            (None, None) => continue,
        };
        let first = |module: &str| module.trim().split([' ', '.']).next().unwrap_or_default().to_owned();
        names.extend(listed.split(',').map(first).filter(|name| is_plain(name)));
    }
    names
}

/// The files of `require("./a")` and `from "./b.js"`.
fn javascript_imports(text: &str) -> Vec<String> {
    let quoted = text.split(['"', '\'', '`']).filter_map(|piece| piece.strip_prefix("./"));
    quoted.filter(|name| is_plain(name)).map(str::to_owned).collect()
}

/// Whether a name leads nowhere else.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || "_-.".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn helpers(files: &[(&str, &str)], script: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        files.iter().for_each(|(name, text)| std::fs::write(folder.path().join(name), text).unwrap());
        let name = |path: PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        helpers_of(&folder.path().join(script)).into_iter().map(name).collect()
    }

    #[test]
    fn what_a_script_imports_helps_it() {
        let files = [
            ("one.py", "import sys, board\nfrom rules import legal\nimport random\nfor line in sys.stdin: pass\n"),
            ("board.py", "import shapes.round as r\n"),
            ("rules.py", "def legal(): pass\n"),
            ("shapes.py", ""),
            ("other.py", ""),
            // Somebody else's player, which has the name of a module that everybody imports.
            ("random.py", "import sys\nfor line in sys.stdin: pass\n"),
        ];
        assert_eq!(helpers(&files, "one.py"), ["board.py", "rules.py", "shapes.py"]);
        assert!(helpers(&files, "other.py").is_empty() && helpers(&files, "none.py").is_empty());
        let files = [
            ("one.js", "const a = require('./a');\nimport {b} from \"./b.js\";\nprocess.stdin.on('data', a);"),
            ("a.js", "require('./one');"),
            ("b.js", "require(\"../c\");"),
        ];
        assert_eq!(helpers(&files, "one.js"), ["a.js", "b.js"]);
    }
}
