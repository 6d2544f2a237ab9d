//! How schemas are made from types. Each word of a list keeps its meaning: it becomes a line of the list's description,
//! since most programs that read schemas know `enum`, and few a choice of constants.

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// The settings of every schema: JSON Schema 2020-12.
pub fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with_transform(list_words)
}

/// The schema of a file that is written, with its title.
pub(super) fn of_file<T: JsonSchema>() -> String {
    let schema = settings().for_serialize().into_generator().into_root_schema_for::<T>();
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema can be written");
    text.push('\n');
    text
}

/// Makes a list of words of a choice of constants.
fn list_words(schema: &mut Schema) {
    transform_subschemas(&mut list_words, schema);
    let Some(choices) = schema.get("oneOf").and_then(Value::as_array) else { return };
    let Some(words) = choices.iter().map(|choice| choice["const"].as_str()).collect::<Option<Vec<_>>>()
    else {
        return;
    };
    let meaning = |choice: &Value| {
        let words = choice["description"].as_str()?;
        Some(format!("- `{}`: {words}", choice["const"].as_str()?))
    };
    let head = schema.get("description").and_then(Value::as_str).map(|head| format!("{head}\n"));
    let lines = head.into_iter().chain(choices.iter().filter_map(meaning));
    let (description, words) = (lines.collect::<Vec<_>>().join("\n"), Value::from(words));
    schema.remove("oneOf");
    schema.insert("type".to_owned(), "string".into());
    schema.insert("enum".to_owned(), words);
    schema.insert("description".to_owned(), description.into());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A colour.
    #[derive(JsonSchema)]
    #[schemars(rename_all = "kebab-case")]
    #[expect(dead_code)]
    enum Colour {
        /// As the sky.
        Blue,
        /// As heat.
        Infrared,
    }

    #[test]
    fn words_are_listed_with_their_meaning() {
        let schema = settings().into_generator().into_root_schema_for::<Colour>().to_value();
        assert_eq!(schema["enum"], json!(["blue", "infrared"]));
        assert_eq!(schema["description"], "A colour.\n\n- `blue`: As the sky.\n- `infrared`: As heat.");
    }
}
