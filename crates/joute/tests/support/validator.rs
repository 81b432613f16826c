//! A JSON document of the program against the schema that `joute schema` has for it.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

use crate::support::told;

/// Documents of commands that want a class; `class_commands.rs` tries each of them, and `schema.rs` all others.
pub(crate) const OF_A_CLASS: [&str; 2] = ["submit", "ladder"];

/// A schema, ready to validate documents.
pub(crate) struct Validator {
    document: String,
    schemas: Schemas,
    index: SchemaIndex,
}

impl Validator {
    pub(crate) fn of(document: &str) -> Validator {
        let schema = serde_json::from_str(&told(&["schema", document])).unwrap();
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        let place = format!("{document}.json");
        compiler.add_resource(&place, schema).unwrap();
        let index = compiler.compile(&place, &mut schemas).unwrap_or_else(|error| panic!("{document}: {error:#}"));
        Validator { document: document.to_owned(), schemas, index }
    }

    pub(crate) fn agrees(&self, value: &Value) -> bool {
        self.schemas.validate(value, self.index).is_ok()
    }

    pub(crate) fn accept(&self, value: &Value, origin: &str) {
        if let Err(error) = self.schemas.validate(value, self.index) {
            panic!("{origin}: not what `joute schema {}` says: {error:#}\n{value:#}", self.document);
        }
    }
}
