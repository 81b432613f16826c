//! Every JSON document that Joute writes, with the type it comes from. A new document is one more line.

use joute_referee::GameRecord;
use joute_tournament::summary::EventSummary;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};

use super::DocumentList;
use crate::commands::{
    analyse, bench, check, doctor, export, flood_server, games, import, ladder, match_command, new, openings, perft,
    players, puzzles, rate, rebuild, replay, reproduce, show, solve, store, submit, tables, tune, workers, worst_board,
};

/// A document, and where its schema comes from.
pub(super) struct Document {
    /// What it is called here, and its file.
    pub(super) name: &'static str,
    /// The words behind `joute` that write it.
    pub(super) command: &'static str,
    make: fn(SchemaGenerator) -> Schema,
}

pub(super) const DOCUMENTS: &[Document] = &[
    document::<GameRecord>("record", "match --records FILE"),
    document::<games::GameList>("games", "games --json"),
    document::<players::PlayerList>("players", "players --json"),
    document::<players::kinds::KindList>("players-kinds", "players --kinds --json"),
    document::<players::explain::Explanation>("players-explain", "players --explain --json"),
    document::<show::ShownPosition>("show", "show --json"),
    document::<perft::PerftCounts>("perft", "perft --json"),
    document::<analyse::json::PositionAnalysis<'_>>("analyse", "analyse --json"),
    document::<solve::SolvedPositions<'_>>("solve", "solve --json"),
    document::<match_command::json::MatchResult<'_>>("match", "match --json"),
    document::<openings::OpeningList<'_>>("openings", "openings --json"),
    document::<puzzles::make::MadePuzzles<'_>>("puzzles-make", "puzzles make --json"),
    document::<puzzles::verify::VerifiedPuzzles>("puzzles-verify", "puzzles verify --json"),
    document::<rate::report::RatingResult<'_>>("rate", "rate --json"),
    document::<tune::json::TuningResult<'_>>("tune", "tune --json"),
    document::<EventSummary>("tournament", "tournament --json"),
    document::<workers::WorkerList>("workers", "workers --json"),
    document::<submit::Version>("submit", "submit --json"),
    document::<ladder::LadderTable>("ladder", "ladder --json"),
    document::<check::CheckResult<'_>>("check", "check --json"),
    document::<flood_server::FloodGame>("flood-server", "flood-server --json"),
    document::<new::NewPlayer<'_>>("new", "new --json"),
    document::<new::LanguageList>("new-list", "new --list --json"),
    document::<replay::json::ReplayedGame<'_>>("replay", "replay --game N --json"),
    document::<replay::json::RecordList<'_>>("replay-list", "replay --json"),
    document::<replay::review::ReviewedGame<'_>>("replay-review", "replay --review --json"),
    document::<rebuild::RebuiltStore>("rebuild", "rebuild --json"),
    document::<rebuild::StoreCheck>("rebuild-check", "rebuild --check --json"),
    document::<store::CopiedStore>("store-copy", "store copy --json"),
    document::<import::ImportedGames<'_>>("import", "import --json"),
    document::<export::ExportedGames<'_>>("export", "export --json"),
    document::<reproduce::tell::Reproduction<'_>>("reproduce", "reproduce --json"),
    document::<worst_board::WorstBoardFound<'_>>("worst-board", "worst-board --json"),
    document::<tables::build::BuiltTables<'_>>("tables-build", "tables build --json"),
    document::<tables::verify::VerifiedTables>("tables-verify", "tables verify --json"),
    document::<tables::info::TableList<'_>>("tables-info", "tables info --json"),
    document::<tables::francois::SolvedBoards>("tables-francois", "tables francois --json"),
    document::<bench::BenchResult>("bench", "bench --json"),
    document::<doctor::MachineReport>("doctor", "doctor --json"),
    document::<DocumentList>("schema", "schema --json"),
];

const fn document<T: JsonSchema>(name: &'static str, command: &'static str) -> Document {
    Document { name, command, make: SchemaGenerator::into_root_schema_for::<T> }
}

impl Document {
    /// The schema of what is written, which is not all that could be read.
    pub(super) fn schema(&self) -> Schema {
        let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(finish));
        (self.make)(settings.into_generator())
    }

    /// The schema as its file has it.
    pub(super) fn text(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string_pretty(&self.schema())? + "\n")
    }

    /// What the document is, in the words of its type.
    pub(super) fn summary(&self) -> String {
        let schema = self.schema();
        schema.get("description").and_then(|text| text.as_str()).unwrap_or_default().to_owned()
    }
}

/// Whatever a type does not name is not there, so that a key which is spelled otherwise is found; and lines of a comment end
/// where the source is full, not where a sentence does.
fn finish(schema: &mut Schema) {
    if let Some(serde_json::Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ");
    }
    if schema.get("properties").is_some() {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
}
