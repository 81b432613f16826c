//! The part of a catalogue that the scripts of pages say, as data: a script cannot read Fluent, and need not.
//!
//! A message is a text with gaps such as `{name}`, or, where it has to agree with something, a list of texts and choices. A
//! choice names its gap and has a list for each value or plural category, `other` being what holds otherwise.

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey};
use serde_json::{Map, Value, json};

use crate::language::Language;

/// The messages whose keys begin with one of `prefixes`, as a JSON object.
pub fn script_messages(language: Language, prefixes: &[&str]) -> String {
    let Ok(resource) = FluentResource::try_new(language.source().to_owned()) else { return "{}".to_owned() };
    let mut messages = Map::new();
    for entry in resource.entries() {
        let Entry::Message(message) = entry else { continue };
        let key = message.id.name;
        if let Some(pattern) = message.value.as_ref().filter(|_| prefixes.iter().any(|prefix| key.starts_with(prefix)))
        {
            messages.insert(key.to_owned(), written(pattern));
        }
    }
    Value::Object(messages).to_string()
}

/// A text if it can be one, a list otherwise.
fn written(pattern: &Pattern<&str>) -> Value {
    let mut pieces: Vec<Value> = Vec::new();
    for element in &pattern.elements {
        let (text, choice) = match element {
            PatternElement::TextElement { value } => ((*value).to_owned(), None),
            PatternElement::Placeable { expression } => piece(expression),
        };
        match (pieces.last_mut(), choice) {
            (_, Some(choice)) => pieces.push(choice),
            (Some(Value::String(before)), None) => before.push_str(&text),
            (_, None) => pieces.push(Value::String(text)),
        }
    }
    match pieces.as_slice() {
        [Value::String(text)] => Value::String(text.clone()),
        _ => Value::Array(pieces),
    }
}

/// A text, or a choice.
fn piece(expression: &Expression<&str>) -> (String, Option<Value>) {
    match expression {
        Expression::Inline(InlineExpression::VariableReference { id }) => (format!("{{{}}}", id.name), None),
        Expression::Inline(InlineExpression::StringLiteral { value }) => ((*value).to_owned(), None),
        Expression::Select { selector: InlineExpression::VariableReference { id }, variants } => {
            (String::new(), Some(json!({ "by": id.name, "cases": cases(variants) })))
        }
        // Nothing else is used in what scripts say; a test would see it.
        _ => (String::new(), None),
    }
}

fn cases(variants: &[Variant<&str>]) -> Value {
    let name = |variant: &Variant<&str>| match (variant.default, &variant.key) {
        (true, _) => "other".to_owned(),
        (_, VariantKey::Identifier { name }) => (*name).to_owned(),
        (_, VariantKey::NumberLiteral { value }) => (*value).to_owned(),
    };
    Value::Object(variants.iter().map(|variant| (name(variant), written(&variant.value))).collect())
}
