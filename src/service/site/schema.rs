//! The schemas of what is received and sent, made from types.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::report::json_schema::settings;

/// Makes schemas, and collects those that have names.
pub(super) struct Schemas {
    received: SchemaGenerator,
    sent: SchemaGenerator,
}

impl Schemas {
    pub(super) fn new() -> Schemas {
        let settings = settings().with(|settings| settings.definitions_path = "/components/schemas".into());
        let received = settings.clone().for_deserialize().into_generator();
        Schemas { received, sent: settings.for_serialize().into_generator() }
    }

    /// The schema of something that is received.
    pub(super) fn received<T: JsonSchema>(&mut self) -> Schema {
        self.received.subschema_for::<T>()
    }

    /// The schema of something that is sent.
    pub(super) fn sent<T: JsonSchema>(&mut self) -> Schema {
        self.sent.subschema_for::<T>()
    }

    /// The fields of a type as parameters of an operation, in its path or its query.
    pub(super) fn parameters<T: JsonSchema>(&mut self, place: &str) -> Vec<Value> {
        let mut schema = T::json_schema(&mut self.received);
        let required = schema.remove("required").unwrap_or_default();
        let is_required = |name: &str| required.as_array().is_some_and(|all| all.contains(&name.into()));
        let Some(Value::Object(fields)) = schema.remove("properties") else { return Vec::new() };
        let parameter = |(name, schema): (String, Value)| parameter(&name, place, is_required(&name), schema);
        fields.into_iter().map(parameter).collect()
    }

    /// All that have names.
    pub(super) fn named(mut self) -> Map<String, Value> {
        let mut all = self.received.take_definitions(true);
        all.extend(self.sent.take_definitions(true));
        all
    }
}

/// A parameter of an operation; its description is its own, not that of its schema.
pub(super) fn parameter(name: &str, place: &str, is_required: bool, mut schema: Value) -> Value {
    let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
    json!({ "name": name, "in": place, "description": description, "required": is_required, "schema": schema })
}

/// Leaves `null` out of the fields of a type: what may be missing need not be sent as nothing.
pub(super) fn never_null(schema: &mut Schema) {
    let Some(Value::Object(fields)) = schema.get_mut("properties") else { return };
    for field in fields.values_mut().filter_map(Value::as_object_mut) {
        if let Some([only]) =
            field.get("type").and_then(Value::as_array).map(|types| without_null(types)).as_deref()
        {
            field.insert("type".to_owned(), only.clone());
        }
        if let Some([Value::Object(only)]) =
            field.get("anyOf").and_then(Value::as_array).map(|choices| without_null(choices)).as_deref()
        {
            field.remove("anyOf");
            field.extend(only.clone());
        }
    }
}

fn without_null(choices: &[Value]) -> Vec<Value> {
    let is_null = |choice: &&Value| **choice == "null" || choice["type"] == "null";
    choices.iter().filter(|choice| !is_null(choice)).cloned().collect()
}
