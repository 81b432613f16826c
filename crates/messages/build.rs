//! Puts the catalogue into the program: every folder of `locales` is a language, and every file in it an area. English comes
//! first, since it is what holds where nobody has chosen.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=locales");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut codes = names(Path::new("locales"))?;
    codes.sort_by_key(|code| (code != "en", code.clone()));
    let mut constants = String::new();
    let mut sources = String::new();
    for (index, code) in codes.iter().enumerate() {
        fs::write(out.join(format!("{code}.ftl")), whole(&Path::new("locales").join(code))?)?;
        let name = code.to_uppercase().replace('-', "_");
        _ = writeln!(constants, "    /// The language `{code}`.\n    pub const {name}: Language = Language({index});");
        _ = writeln!(sources, "    (\"{code}\", include_str!(concat!(env!(\"OUT_DIR\"), \"/{code}.ftl\"))),");
    }
    let text = format!(
        "impl Language {{\n{constants}}}\n\n/// Every language: its code and its catalogue.\nconst SOURCES: [(&str, &str); {}] = [\n{sources}];\n",
        codes.len()
    );
    fs::write(out.join("languages.rs"), text)
}

/// What a folder holds, in order.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let mut names: Vec<String> = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

/// The areas of a language, one after another.
fn whole(folder: &Path) -> io::Result<String> {
    let mut text = String::new();
    for name in names(folder)?.iter().filter(|name| name.ends_with(".ftl")) {
        text += &fs::read_to_string(folder.join(name))?;
        text.push('\n');
    }
    Ok(text)
}
