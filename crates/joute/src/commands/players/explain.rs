//! What a locator was understood to mean: who would take part, with which settings, files and command.

use std::borrow::Cow;
use std::path::PathBuf;

use joute_catalog::{BuiltInEntry, Parameter, Parameters, find_built_in, find_game};
use joute_games::NoFiles;
use joute_players::Entrant;
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::{Failure, Result};
use crate::wrap::{self, wrapped};

/// What the name of a player is understood to mean.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Explanation {
    /// The name in its full form: `kind:target`, with parameters and options.
    locator: String,
    /// The kind of player.
    kind: &'static str,
    /// What it runs: the name of a built-in player, a file or a command.
    target: String,
    #[serde(skip)]
    is_built_in: bool,
    /// What it is called in results.
    name: String,
    /// A hash of the contents of its file or files; for built-in players the version of Joute.
    version: String,
    /// What runs it, where that matters.
    runtime: Option<String>,
    /// The games it plays; nothing when only the program itself can tell.
    games: Option<Vec<&'static str>>,
    /// Its parameters, each with the value it has.
    parameters: Vec<Setting>,
    /// The options of its kind, each with the value it has.
    options: Vec<Setting>,
    /// The program and its arguments as they will be started.
    command: Option<Vec<String>>,
    /// Files the program can read besides those of the system.
    files: Vec<String>,
}

/// A parameter or an option with the value it has.
#[derive(Debug, Serialize, JsonSchema)]
struct Setting {
    /// What it is called.
    name: &'static str,
    /// The value it has.
    value: String,
    /// Its value when it is not given.
    default: &'static str,
    /// Whether it was given.
    given: bool,
    /// The values it takes, in words.
    values: &'static str,
    /// What it means.
    meaning: &'static str,
}

impl Explanation {
    /// Explains an entrant; parameters that no game accepts are an error.
    pub(super) fn of(entrant: &Entrant) -> Result<Explanation> {
        let (locator, identity) = (entrant.locator(), &entrant.identity);
        let built_in = find_built_in(&locator.target).filter(|_| entrant.is_built_in());
        let mut explanation = Explanation {
            locator: locator.to_string(),
            kind: locator.kind.info().name,
            target: locator.target.clone(),
            is_built_in: entrant.is_built_in(),
            name: identity.name.clone(),
            version: identity.version.clone(),
            runtime: identity.runtime.clone(),
            games: None,
            parameters: Vec::new(),
            options: locator
                .kind
                .info()
                .options
                .iter()
                .map(|option| setting(option, locator.option(option.name)))
                .collect(),
            command: None,
            files: Vec::new(),
        };
        if let Some(entry) = built_in {
            explanation.games = Some(games_of(entry));
            explanation.parameters = parameters(entry, &locator.parameters)?;
            check_values(entrant, entry)?;
        }
        if let Some(command) = entrant.command() {
            let program = command.program().display().to_string();
            let args = command.args().iter().map(|arg| arg.to_string_lossy().into_owned());
            explanation.command = Some(std::iter::once(program).chain(args).collect());
            let own = Some(command.program()).filter(|program| program.components().count() > 1);
            let shown = own.into_iter().chain(command.files().iter().map(PathBuf::as_path));
            explanation.files = shown.map(|path| path.display().to_string()).collect();
        }
        Ok(explanation)
    }

    /// Lines of a label and what stands behind it.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |label: &str, value: &str| text += &format!("{label:<10}  {value}\n");
        line("locator", &self.locator);
        line("kind", self.kind);
        line(if self.is_built_in { "strategy" } else { "runs" }, &self.target);
        line("name", &self.name);
        line("version", &self.version);
        if let Some(runtime) = &self.runtime {
            line("run by", runtime);
        }
        if let Some(games) = &self.games {
            line("games", &games.join(", "));
        }
        for (label, settings) in [("parameter", &self.parameters), ("option", &self.options)] {
            for setting in settings {
                line(label, wrapped(INDENT, &setting.text(), wrap::width()).trim());
            }
        }
        if let Some(command) = &self.command {
            let quoted = command.iter().map(|word| quoted(word));
            line("command", &quoted.collect::<Vec<_>>().join(" "));
            line("reads", if self.files.is_empty() { "no file but the system's" } else { &self.files[0] });
            self.files.iter().skip(1).for_each(|file| line("", file));
        }
        text
    }
}

/// As wide as a label and the gap behind it.
const INDENT: &str = "            ";

impl Setting {
    fn text(&self) -> String {
        let origin = if self.given { format!("given; default {}", self.default) } else { "default".to_owned() };
        format!("{}={} ({origin}): {} [{}]", self.name, self.value, self.meaning, self.values)
    }
}

fn setting(known: &Parameter, given: Option<&str>) -> Setting {
    Setting {
        name: known.name,
        value: given.unwrap_or(known.default).to_owned(),
        default: known.default,
        given: given.is_some(),
        values: known.values,
        meaning: known.meaning,
    }
}

fn parameters(entry: &BuiltInEntry, text: &str) -> Result<Vec<Setting>> {
    let read = Parameters::parse(text, entry.parameters).map_err(Failure::usage)?;
    Ok(entry.parameters.iter().map(|known| setting(known, read.given(known.name))).collect())
}

fn games_of(entry: &BuiltInEntry) -> Vec<&'static str> {
    let names = joute_catalog::GAMES.iter().map(|game| game.info.name);
    names.filter(|name| entry.plays(name)).collect()
}

/// Values are read when a player takes its seat, so it is seated once, at a game that it plays.
fn check_values(entrant: &Entrant, entry: &BuiltInEntry) -> Result<()> {
    let game = games_of(entry).first().and_then(|name| find_game(name));
    let Some(game) = game else {
        return Ok(());
    };
    let start = game.setup("", &NoFiles).and_then(|source| source.start(0)).map_err(Failure::usage)?;
    entrant.check(&start).map_err(Failure::usage)
}

/// A word as a shell would need it.
fn quoted(word: &str) -> Cow<'_, str> {
    shlex::try_quote(word).unwrap_or(Cow::Borrowed(word))
}
