//! What the types of a handler say about its operation.

use std::collections::BTreeMap;

use schemars::Schema;
use serde_json::{Map, Value, json};

use super::error::ErrorAnswer;
use super::schema::Schemas;
use crate::service::host::Scope;

/// What is known of an operation.
#[derive(Default)]
pub(super) struct Description {
    /// The scope that it takes.
    pub scope: Option<Scope>,
    parameters: Vec<Value>,
    body: Option<Schema>,
    answers: BTreeMap<u16, Answer>,
}

/// What is known of an answer.
#[derive(Default)]
struct Answer {
    words: &'static str,
    /// The schema of each media type.
    contents: Map<String, Value>,
}

impl Description {
    /// Adds parameters.
    pub(super) fn takes(&mut self, parameters: impl IntoIterator<Item = Value>) {
        self.parameters.extend(parameters);
    }

    /// Says what the body is.
    pub(super) fn reads(&mut self, body: Schema) {
        self.body = Some(body);
    }

    /// Adds a form of an answer.
    pub(super) fn answers(&mut self, status: u16, media: &str, schema: impl Into<Value>) {
        self.answers.entry(status).or_default().contents.insert(media.to_owned(), schema.into());
    }

    /// Adds errors.
    pub(super) fn refuses(&mut self, schemas: &mut Schemas, statuses: &[u16]) {
        for status in statuses {
            self.answers(*status, "application/json", schemas.sent::<ErrorAnswer>());
            self.say(*status, usual_words(*status));
        }
    }

    /// Says what an answer means.
    pub(super) fn say(&mut self, status: u16, words: &'static str) {
        self.answers.entry(status).or_default().words = words;
    }

    /// Adds all of this to an operation.
    pub(super) fn describe(self, operation: &mut Map<String, Value>) {
        if let Some(scope) = self.scope {
            operation.insert("security".to_owned(), json!([{ "token": [scope.to_string()] }]));
        }
        if !self.parameters.is_empty() {
            operation.insert("parameters".to_owned(), self.parameters.into());
        }
        if let Some(body) = self.body {
            let content = json!({ "application/json": { "schema": body } });
            operation.insert("requestBody".to_owned(), json!({ "required": true, "content": content }));
        }
        let answers = self.answers.into_iter().map(|(status, answer)| (status.to_string(), answer.json()));
        operation.insert("responses".to_owned(), Value::Object(answers.collect()));
    }
}

impl Answer {
    fn json(self) -> Value {
        let contents = self.contents.into_iter().map(|(media, schema)| (media, json!({ "schema": schema })));
        json!({ "description": self.words, "content": Value::Object(contents.collect()) })
    }
}

/// What an error means, unless its operation says more.
fn usual_words(status: u16) -> &'static str {
    match status {
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
