//! `joute schema`: the form of every JSON document the program writes, as JSON Schema made from its types.

mod documents;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use self::documents::{DOCUMENTS, Document};
use crate::failure::{Failure, Result};
use crate::output;
use crate::text_table::table;

/// Describe the JSON documents that Joute writes, as JSON Schema (draft 2020-12).
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute schema\n  joute schema match > match.json\n  joute schema --dir docs/schemas\n\n\
                  A schema says which keys a document has, what they mean and what stands under them; it comes from the types\n\
                  that write the document. A document has no other keys than those of its schema."
)]
pub(crate) struct SchemaCommand {
    /// The document; without it all are listed.
    name: Option<String>,
    /// Write the schemas of all documents to this folder.
    #[arg(long, value_name = "DIR", conflicts_with = "name")]
    dir: Option<PathBuf>,
    /// The list as one JSON object; a schema is JSON by itself.
    #[arg(long, conflicts_with_all = ["name", "dir"])]
    json: bool,
}

/// The JSON documents that Joute writes.
#[derive(Debug, Serialize, JsonSchema)]
struct DocumentList {
    /// One entry for each document.
    documents: Vec<ListedDocument>,
}

/// A JSON document that Joute writes.
#[derive(Debug, Serialize, JsonSchema)]
struct ListedDocument {
    /// What `joute schema` calls it.
    name: &'static str,
    /// The command that writes it.
    command: String,
    /// What it is.
    summary: String,
}

impl SchemaCommand {
    pub(crate) fn run(&self) -> Result {
        match (&self.name, &self.dir) {
            (Some(name), _) => output::print_data(&find(name)?.text()?),
            (None, Some(folder)) => write_all(folder)?,
            (None, None) => self.list()?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn list(&self) -> Result<()> {
        let documents: Vec<ListedDocument> = DOCUMENTS.iter().map(ListedDocument::of).collect();
        if self.json {
            output::print_json(&DocumentList { documents })?;
        } else {
            let row = |one: ListedDocument| vec![one.name.to_owned(), one.command, one.summary];
            let rows: Vec<Vec<String>> = documents.into_iter().map(row).collect();
            output::print(&table(&["document", "written by", "what it is"], &rows));
        }
        Ok(())
    }
}

impl ListedDocument {
    fn of(document: &Document) -> ListedDocument {
        let command = format!("joute {}", document.command);
        ListedDocument { name: document.name, command, summary: document.summary() }
    }
}

fn find(name: &str) -> Result<&'static Document> {
    DOCUMENTS.iter().find(|document| document.name == name).ok_or_else(|| {
        let names: Vec<&str> = DOCUMENTS.iter().map(|document| document.name).collect();
        Failure::usage(anyhow!("there is no document called {name:?}; there are {}", names.join(", ")))
    })
}

fn write_all(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for document in DOCUMENTS {
        let path = folder.join(format!("{}.json", document.name));
        std::fs::write(&path, document.text()?).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    /// The words of every command under this one that takes `--json`.
    fn with_json(command: &clap::Command, words: &[&str]) -> Vec<String> {
        let takes_it = command.get_arguments().any(|argument| argument.get_long() == Some("json"));
        let own = takes_it.then(|| words.join(" "));
        let below = command.get_subcommands().flat_map(|sub| with_json(sub, &[words, &[sub.get_name()]].concat()));
        own.into_iter().chain(below).collect()
    }

    /// The words of a document's command before its options.
    fn command_words(document: &Document) -> String {
        let words = document.command.split(' ').take_while(|word| !word.starts_with('-'));
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_command_with_json_has_a_schema_and_every_schema_a_command() {
        let commands = with_json(&Cli::command(), &[]);
        assert!(commands.len() > 20 && commands.contains(&"tables build".to_owned()), "{commands:?}");
        for command in &commands {
            let has_schema =
                |document: &Document| document.command.ends_with(" --json") && command_words(document) == *command;
            assert!(
                DOCUMENTS.iter().any(has_schema),
                "joute {command} --json has no schema: add its type to commands/schema/documents.rs"
            );
        }
        for document in DOCUMENTS {
            assert!(commands.contains(&command_words(document)), "{}: no such command", document.name);
        }
    }

    #[test]
    fn names_are_told_apart_and_every_property_says_what_it_is() {
        for (at, document) in DOCUMENTS.iter().enumerate() {
            assert!(DOCUMENTS[..at].iter().all(|other| other.name != document.name), "{} stands twice", document.name);
            assert!(!document.summary().is_empty(), "{} says nothing", document.name);
            let schema = serde_json::to_value(document.schema()).expect("a schema is JSON");
            every_property_is_described(document.name, &schema);
        }
    }

    /// Descriptions come from the comments of the types; whoever reads a schema has nothing else.
    fn every_property_is_described(place: &str, value: &serde_json::Value) {
        let properties = value.get("properties").and_then(serde_json::Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            let is_tag = property.get("const").is_some();
            assert!(is_tag || property.get("description").is_some(), "{place}: {name} is not described");
        }
        if properties.is_some() {
            assert_eq!(value["additionalProperties"], false, "{place} is open");
        }
        let children: Vec<&serde_json::Value> = match value {
            serde_json::Value::Object(children) => children.values().collect(),
            serde_json::Value::Array(children) => children.iter().collect(),
            _ => Vec::new(),
        };
        children.into_iter().for_each(|child| every_property_is_described(place, child));
    }
}
