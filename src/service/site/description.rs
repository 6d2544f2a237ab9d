//! The interface as a router and as a description in `OpenAPI` 3.1, both from one table. What an operation takes and answers
//! follows from the types of its handler's arguments and of its result: each says what it adds to the description.

use axum::Router;
use axum::handler::Handler;
use axum::routing::{self, MethodRouter};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use super::error::ErrorAnswer;
use super::state::Shared;
use crate::report::json_schema::settings;
use crate::service::host::Scope;

/// An argument of a handler, or its result.
pub(super) trait Described {
    /// Adds what it says about the operation.
    fn describe(about: &mut Description);
}

/// A handler whose arguments and result are described.
pub(super) trait DescribedHandler<I, O> {
    /// Adds what they say about the operation.
    fn describe(about: &mut Description);
}

macro_rules! described {
    ($($input:ident),*) => {
        impl<F, R, O, $($input,)*> DescribedHandler<($($input,)*), O> for F
        where
            F: FnOnce($($input,)*) -> R,
            R: Future<Output = O>,
            O: Described,
            $($input: Described,)*
        {
            fn describe(about: &mut Description) {
                $($input::describe(about);)*
                O::describe(about);
            }
        }
    };
}

described!();
described!(A);
described!(A, B);
described!(A, B, C);
described!(A, B, C, D);

/// The description of an operation, and the schemas of all.
pub(super) struct Description {
    operation: Value,
    received: SchemaGenerator,
    sent: SchemaGenerator,
}

/// The operations. What is said of one follows it in the table.
pub(super) struct Api {
    router: Router<Shared>,
    paths: Value,
    /// The address and the method of the last one.
    last: (&'static str, &'static str),
    about: Description,
}

impl Description {
    /// Says which scope it takes.
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

    /// Adds a form of an answer.
    pub(super) fn answers(&mut self, status: u16, media: &str, schema: Value) {
        let answer = &mut self.operation["responses"][status.to_string()];
        answer["content"][media] = json!({ "schema": schema });
        answer["description"] = usual_words(status).into();
    }

    /// Adds errors.
    pub(super) fn refuses(&mut self, statuses: &[u16]) {
        for status in statuses {
            self.sends::<ErrorAnswer>(*status);
        }
    }
}

impl Api {
    /// No operations yet.
    pub(super) fn new() -> Api {
        let settings = settings().with(|settings| settings.definitions_path = "/components/schemas".into());
        let received = settings.clone().for_deserialize().into_generator();
        let sent = settings.for_serialize().into_generator();
        let about = Description { operation: Value::Null, received, sent };
        Api { router: Router::new(), paths: Value::Null, last: ("", ""), about }
    }

    /// Adds an operation that changes nothing.
    pub(super) fn get<H, T, I, O>(self, path: &'static str, summary: &str, handler: H) -> Api
    where
        H: Handler<T, Shared> + DescribedHandler<I, O>,
        T: 'static,
    {
        self.with(("get", path), summary, routing::get(handler), H::describe)
    }

    /// Adds an operation that changes something.
    pub(super) fn post<H, T, I, O>(self, path: &'static str, summary: &str, handler: H) -> Api
    where
        H: Handler<T, Shared> + DescribedHandler<I, O>,
        T: 'static,
    {
        self.with(("post", path), summary, routing::post(handler), H::describe)
    }

    fn with(
        mut self,
        (method, path): (&'static str, &'static str),
        summary: &str,
        route: MethodRouter<Shared>,
        describe: fn(&mut Description),
    ) -> Api {
        self.about.operation = json!({ "summary": summary });
        describe(&mut self.about);
        self.paths[path][method] = self.about.operation.take();
        Api { router: self.router.route(path, route), last: (method, path), ..self }
    }

    /// Says what an answer of the last operation means. An error that does not follow from the types is added so.
    pub(super) fn answers(mut self, status: u16, words: &str) -> Api {
        let (method, path) = self.last;
        self.about.operation = self.paths[path][method].take();
        if status >= 400 {
            self.about.refuses(&[status]);
        }
        self.about.operation["responses"][status.to_string()]["description"] = words.into();
        self.paths[path][method] = self.about.operation.take();
        self
    }

    /// The router of all operations.
    pub(super) fn router(self) -> Router<Shared> {
        self.router
    }

    /// The description of all operations.
    pub(super) fn document(mut self) -> Value {
        let mut schemas = self.about.received.take_definitions(true);
        schemas.extend(self.about.sent.take_definitions(true));
        let about = "A judging service for console programs.";
        let token =
            json!({ "type": "http", "scheme": "bearer", "description": "A token made by `judge token`." });
        json!({
            "openapi": "3.1.0",
            "info": { "title": "Judge", "version": "1", "description": about },
            "paths": self.paths,
            "components": { "schemas": schemas, "securitySchemes": { "token": token } },
        })
    }
}

/// What an answer means, unless its operation says more.
fn usual_words(status: u16) -> &'static str {
    match status {
        200 => "What was asked for.",
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
