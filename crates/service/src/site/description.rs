//! What the types of a handler's arguments and of its result say about its operation, in `OpenAPI` 3.1.

use std::sync::Arc;

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::error::{PROBLEM, Problem};
use crate::host::Scope;
use judging::report::json_schema::settings;

/// An argument of a handler, or its result.
pub(super) trait Described {
    /// Adds what it says about the operation.
    fn describe(about: &mut Description);
}

/// The description of an operation, and the schemas of all.
pub(super) struct Description {
    pub(super) operation: Value,
    received: SchemaGenerator,
    sent: SchemaGenerator,
}

impl Description {
    pub(super) fn new() -> Description {
        let settings = settings().with(|settings| settings.definitions_path = "/components/schemas".into());
        let received = settings.clone().for_deserialize().into_generator();
        let sent = settings.for_serialize().into_generator();
        Description { operation: Value::Null, received, sent }
    }

    /// The schemas that have names.
    pub(super) fn schemas(mut self) -> Map<String, Value> {
        let mut all = self.received.take_definitions(true);
        all.extend(self.sent.take_definitions(true));
        all
    }

    pub(super) fn is_for(&mut self, scope: Scope) {
        self.operation["security"] = json!([{ "token": [scope.to_string()] }]);
        self.operation["description"] = format!("Takes the scope `{scope}`.").into();
    }

    /// Adds a parameter; its description is its own, not that of its schema.
    pub(super) fn takes(&mut self, name: &str, place: &str, is_required: bool, mut schema: Value) {
        let description = schema["description"].take();
        schema.as_object_mut().map(|schema| schema.remove("description"));
        let parameter = json!({
            "name": name, "in": place, "description": description, "required": is_required, "schema": schema
        });
        match &mut self.operation["parameters"] {
            Value::Array(all) => all.push(parameter),
            none => *none = json!([parameter]),
        }
    }

    /// The names of the parameters in the query so far.
    pub(super) fn parameters(&self) -> Arc<[String]> {
        let all = self.operation["parameters"].as_array().into_iter().flatten();
        let of_query = all.filter(|parameter| parameter["in"] == "query");
        of_query.filter_map(|parameter| parameter["name"].as_str().map(str::to_owned)).collect()
    }

    /// Adds the fields of a type as parameters in the path or the query.
    pub(super) fn takes_fields<T: JsonSchema>(&mut self, place: &str) {
        let mut schema = T::json_schema(&mut self.received).to_value();
        let required = schema["required"].take();
        let is_required = |name: &str| required.as_array().is_some_and(|all| all.contains(&name.into()));
        let Value::Object(fields) = schema["properties"].take() else { return };
        fields.into_iter().for_each(|(name, field)| self.takes(&name, place, is_required(&name), field));
    }

    /// Says what the body is.
    pub(super) fn reads<T: JsonSchema>(&mut self) {
        let schema = self.received.subschema_for::<T>();
        let content = json!({ "application/json": { "schema": schema } });
        self.operation["requestBody"] = json!({ "required": true, "content": content });
    }

    /// Adds an answer in JSON.
    pub(super) fn sends<T: JsonSchema>(&mut self, status: u16) {
        let schema = self.sent.subschema_for::<T>().to_value();
        self.answers(status, "application/json", schema);
    }

    pub(super) fn answers(&mut self, status: u16, media: &str, schema: Value) {
        let answer = &mut self.operation["responses"][status.to_string()];
        answer["content"][media] = json!({ "schema": schema });
        answer["description"] = usual_words(status).into();
    }

    pub(super) fn refuses(&mut self, statuses: &[u16]) {
        let schema = self.sent.subschema_for::<Problem>().to_value();
        statuses.iter().for_each(|status| self.answers(*status, PROBLEM, schema.clone()));
    }
}

/// The meaning of an answer, unless its operation describes it.
fn usual_words(status: u16) -> &'static str {
    match status {
        200 => "Success.",
        400 => "What was sent is wrong.",
        401 => "No token, or one that lets nobody in.",
        403 => "The token does not allow this.",
        404 => "There is no such thing.",
        408 => "The body took too long to come.",
        409 => "Not now; the message says why.",
        413 => "The body is too long.",
        415 => "The body is not said to be JSON.",
        422 => "The body is JSON of another form.",
        429 => "Too much is coming in; `Retry-After` says when to try again.",
        503 => "The database does not answer; `Retry-After` says when to try again.",
        _ => "",
    }
}
