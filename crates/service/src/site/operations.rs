//! The operations of the interface, as a router and as a description in `OpenAPI` 3.1: both are made from one table, and what an
//! operation takes and answers follows from the types of its handler.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Query, Request, State};
use axum::handler::Handler;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{self, MethodRouter};
use serde_json::{Value, json};

use super::description::{Described, Description};
use super::error::Refusal;
use super::state::Shared;

pub(super) trait DescribedHandler<I, O> {
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

/// Refuses parameters in the query that are none of those described: a client that filters by a guess must not take all for
/// what it wanted.
async fn refuse_unknown(
    State(known): State<Arc<[String]>>,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    let Query(given) = Query::<Vec<(String, String)>>::try_from_uri(request.uri())?;
    match given.iter().find(|(name, _)| !known.contains(name)) {
        None => Ok(next.run(request).await),
        Some((name, _)) => {
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            Err(Refusal::Unfit(format!("there is no parameter {name:?} here; there is {known}")))
        }
    }
}

macro_rules! method {
    ($method:ident, $about:literal) => {
        #[doc = $about]
        pub(super) fn $method<H, T, I, O>(
            self,
            id: &str,
            path: &'static str,
            summary: &str,
            handler: H,
        ) -> Api
        where
            H: Handler<T, Shared> + DescribedHandler<I, O>,
            T: 'static,
        {
            self.with((stringify!($method), path), (id, summary), routing::$method(handler), H::describe)
        }
    };
}

/// The operations. In the table, the description of an operation follows it.
pub(super) struct Api {
    pub(super) router: Router<Shared>,
    paths: Value,
    /// The address and the method of the last one.
    last: (&'static str, &'static str),
    /// The groups of operations. The operations that are added next are in the last one.
    tags: Vec<Value>,
    about: Description,
}

impl Api {
    pub(super) fn new() -> Api {
        let (tags, about) = (Vec::new(), Description::new());
        Api { router: Router::new(), paths: Value::Null, last: ("", ""), tags, about }
    }

    /// Says what the operations that follow are about.
    pub(super) fn tag(mut self, name: &str, about: &str) -> Api {
        self.tags.push(json!({ "name": name, "description": about }));
        self
    }

    method!(get, "Adds an operation that changes nothing.");
    method!(post, "Adds an operation that changes something.");
    method!(delete, "Adds an operation that deletes something.");

    fn with(
        mut self,
        (method, path): (&'static str, &'static str),
        (id, summary): (&str, &str),
        route: MethodRouter<Shared>,
        describe: fn(&mut Description),
    ) -> Api {
        let tag = self.tags.last().map(|tag| &tag["name"]);
        self.about.operation = json!({ "operationId": id, "summary": summary, "tags": [tag] });
        describe(&mut self.about);
        self.about.refuses(&[400]);
        if method == "get" && path.starts_with("/v1/") {
            let words = "What the client has, by the `ETag` in its `If-None-Match`, is as it was.";
            self.about.operation["responses"]["304"] = json!({ "description": words });
        }
        let known = self.about.parameters();
        let route = route.route_layer(middleware::from_fn_with_state(known, refuse_unknown));
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

    pub(super) fn document(self) -> Value {
        let about = "A judging service for console programs.";
        let token =
            json!({ "type": "http", "scheme": "bearer", "description": "A token made by `judge token`." });
        json!({
            "openapi": "3.1.0",
            "info": { "title": "Judge", "version": "1", "description": about },
            "servers": [{ "url": "/" }],
            "tags": self.tags,
            "paths": self.paths,
            "components": { "schemas": self.about.schemas(), "securitySchemes": { "token": token } },
        })
    }
}
