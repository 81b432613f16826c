//! `joute new`: a player to start from, which plays at once.

mod languages;
mod readme;

use std::borrow::Cow;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Args;
use joute_games::GameInfo;
use schemars::JsonSchema;
use serde::Serialize;

use self::languages::{LANGUAGES, Language, find_language, names};
use self::readme::Readme;
use crate::failure::{Failure, Result};
use crate::text_table::table;
use crate::{output, position};

/// Write a player to start from, in one of several languages.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute new --list\n  joute new python my_player --game othello\n  \
                  joute new wasm-c my_module --game flood\n\n\
                  The README.md in the folder says how to build, check, match and improve the player.")]
pub(crate) struct New {
    /// The language, such as python or c (--list shows all).
    #[arg(required_unless_present = "list")]
    language: Option<String>,
    /// The folder to write it to; it is made if it is not there.
    #[arg(value_name = "DIR", required_unless_present = "list")]
    folder: Option<PathBuf>,
    /// The game it is for. Most starters play every game; the README is about this one.
    #[arg(long, value_parser = position::game_names(), required_unless_present = "list")]
    game: Option<String>,
    /// Write into a folder that holds other files; those of the same names are replaced.
    #[arg(long)]
    force: bool,
    /// List the languages.
    #[arg(long, conflicts_with_all = ["language", "folder", "force"])]
    list: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// A player to start from that was written.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct NewPlayer<'a> {
    /// The language it is written in.
    language: &'static str,
    /// The game that its README is about.
    game: &'static str,
    /// The folder it was written to.
    folder: Cow<'a, str>,
    /// The files of the folder.
    files: Vec<&'static str>,
    /// Commands that build it.
    build: Vec<&'a str>,
    /// Commands that check it and let it play.
    play: Vec<&'a str>,
}

/// The languages that there is a player to start from in.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LanguageList {
    /// One entry for each language.
    languages: Vec<LanguageDescription>,
}

/// A language that there is a player to start from in.
#[derive(Debug, Serialize, JsonSchema)]
struct LanguageDescription {
    /// What it is called on the command line.
    name: &'static str,
    /// What it makes, for people.
    title: &'static str,
    /// The games it can play; nothing stands for all.
    games: Option<&'static [&'static str]>,
    /// What must be installed to build and run it.
    needs: &'static str,
}

/// The files that starters consist of, by name: what everybody may begin with.
pub(crate) fn starters() -> impl Iterator<Item = (&'static str, &'static str)> {
    LANGUAGES.iter().flat_map(Language::all_files)
}

/// Starters that are one file which plays as it is, one for each language: somebody can begin with them in a browser.
pub(crate) fn starters_of_one_file() -> impl Iterator<Item = (&'static str, &'static str)> {
    let programs = LANGUAGES.iter().filter(|language| language.title.starts_with("a program"));
    // What describes a project is of no use to a single file.
    let is_source = |(file, _): &(&str, &str)| !file.ends_with(".toml");
    programs.filter_map(move |language| {
        let mut sources = language.own_files().iter().copied().filter(is_source);
        let (file, text) = sources.next().filter(|_| sources.next().is_none())?;
        Some((file.rsplit('/').next().unwrap_or(file), text))
    })
}

impl New {
    pub(crate) fn run(&self) -> Result {
        let (Some(name), Some(folder), Some(game)) = (&self.language, &self.folder, &self.game) else {
            return self.list();
        };
        let language = find_language(name)
            .ok_or_else(|| Failure::usage(anyhow!("no starter in {name:?}; there is one in {}", names().join(", "))))?;
        let game = position::entry(game)?.info;
        if !language.plays(game.name) {
            let message = format!("{} plays {} only, not {}", language.name, language.games.join(", "), game.name);
            return Err(Failure::usage(anyhow!(message)));
        }
        self.check(folder)?;
        let readme = Readme::of(language, game);
        write_all(folder, language, &readme)?;
        self.report(folder, language, game, &readme)
    }

    fn list(&self) -> Result {
        if self.json {
            output::print_json(&LanguageList { languages: LANGUAGES.iter().map(LanguageDescription::of).collect() })?;
        } else {
            let row = |language: &Language| {
                let games = if language.games.is_empty() { "every game".to_owned() } else { language.games.join(", ") };
                vec![language.name.to_owned(), language.title.to_owned(), games, language.needs.to_owned()]
            };
            let rows: Vec<Vec<String>> = LANGUAGES.iter().map(row).collect();
            output::print(&table(&["language", "a player", "plays", "needs"], &rows));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Nobody's files are written over unasked.
    fn check(&self, folder: &Path) -> Result<()> {
        match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
            Ok(false) if !self.force => {
                let message = "the folder is not empty; name another one, or say --force to write into it";
                Err(Failure::usage(anyhow!("{}: {message}", folder.display())))
            }
            Ok(_) => Ok(()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) if error.kind() == ErrorKind::NotADirectory => {
                Err(Failure::usage(anyhow!("{}: that is a file; expected a folder", folder.display())))
            }
            Err(error) => Err(Failure::Work(anyhow!("{}: {error}", folder.display()))),
        }
    }

    fn report(&self, folder: &Path, language: &Language, game: &GameInfo, readme: &Readme) -> Result {
        if self.json {
            output::print_json(&NewPlayer {
                language: language.name,
                game: game.name,
                folder: folder.to_string_lossy(),
                files: language.all_files().map(|(name, _)| name).chain(["README.md"]).collect(),
                build: readme.commands("Build"),
                play: readme.commands("Check and play"),
            })?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut text = format!(
            "{}: {} for {}. Next:\n\n",
            folder.display(),
            language.title,
            game.title(joute_messages::Language::EN)
        );
        text += &format!("  cd {}\n", folder.display());
        for command in readme.commands("Build").iter().chain(&readme.commands("Check and play")) {
            text += &format!("  {command}\n");
        }
        text += "\nREADME.md says how to go on from there.\n";
        output::print(&text);
        Ok(ExitCode::SUCCESS)
    }
}

impl LanguageDescription {
    fn of(language: &Language) -> LanguageDescription {
        LanguageDescription {
            name: language.name,
            title: language.title,
            games: (!language.games.is_empty()).then_some(language.games),
            needs: language.needs,
        }
    }
}

fn write_all(folder: &Path, language: &Language, readme: &Readme) -> Result<()> {
    let files = language.all_files().map(|(name, text)| (name, text.to_owned()));
    for (name, text) in files.chain([("README.md", readme.text().to_owned())]) {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).with_context(|| format!("cannot make the folder {}", parent.display()))?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
