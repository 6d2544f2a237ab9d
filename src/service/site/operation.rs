//! An operation of the interface: an address, a method and a handler. The types of the handler say what it takes and answers, so
//! the description of the interface has what the router has.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::routing::{self, MethodRouter};
use serde_json::{Map, Value};

use super::description::Description;
use super::input::Input;
use super::output::Output;
use super::schema::Schemas;
use super::state::Shared;

/// An operation.
pub(super) struct Operation {
    /// Its method, in small letters.
    pub(super) method: &'static str,
    /// Its address.
    pub(super) path: &'static str,
    route: MethodRouter<Shared>,
    describe: fn(&mut Description, &mut Schemas),
    summary: &'static str,
    /// What is to be said beside the summary.
    more: &'static str,
    /// What its answers mean.
    answers: Vec<(u16, &'static str)>,
}

/// A handler whose arguments and answer are described.
pub(super) trait Described<I, O> {
    /// Adds what they say about the operation.
    fn describe(about: &mut Description, schemas: &mut Schemas);
}

macro_rules! described {
    ($($input:ident),*) => {
        impl<F, R, O, $($input,)*> Described<($($input,)*), O> for F
        where
            F: FnOnce($($input,)*) -> R,
            R: Future<Output = O>,
            O: Output,
            $($input: Input,)*
        {
            fn describe(about: &mut Description, schemas: &mut Schemas) {
                $($input::describe(about, schemas);)*
                O::describe(about, schemas);
            }
        }
    };
}

described!();
described!(A);
described!(A, B);
described!(A, B, C);
described!(A, B, C, D);

/// An operation that changes nothing.
pub(super) fn get<H, T, I, O>(path: &'static str, summary: &'static str, handler: H) -> Operation
where
    H: Handler<T, Shared> + Described<I, O>,
    T: 'static,
{
    let (route, describe) = (routing::get(handler), H::describe as fn(&mut _, &mut _));
    Operation { method: "get", path, route, describe, summary, more: "", answers: Vec::new() }
}

/// An operation that changes something.
pub(super) fn post<H, T, I, O>(path: &'static str, summary: &'static str, handler: H) -> Operation
where
    H: Handler<T, Shared> + Described<I, O>,
    T: 'static,
{
    let (route, describe) = (routing::post(handler), H::describe as fn(&mut _, &mut _));
    Operation { method: "post", path, route, describe, summary, more: "", answers: Vec::new() }
}

impl Operation {
    /// The same, with more to say.
    pub(super) fn more(self, more: &'static str) -> Operation {
        Operation { more, ..self }
    }

    /// The same, with what an answer means. An error that does not follow from the types is added so.
    pub(super) fn answers(mut self, status: u16, words: &'static str) -> Operation {
        self.answers.push((status, words));
        self
    }

    /// The same, with bodies of at most this many bytes.
    pub(super) fn within(self, bytes: usize) -> Operation {
        Operation { route: self.route.layer(DefaultBodyLimit::max(bytes)), ..self }
    }

    /// Adds it to a router.
    pub(super) fn route(self, router: Router<Shared>) -> Router<Shared> {
        router.route(self.path, self.route)
    }

    /// Its description.
    pub(super) fn describe(&self, schemas: &mut Schemas) -> Value {
        let mut about = Description::default();
        (self.describe)(&mut about, schemas);
        for (status, words) in &self.answers {
            if *status >= 400 {
                about.refuses(schemas, &[*status]);
            }
            about.say(*status, words);
        }
        let scope = about.scope.map(|scope| format!("Takes the scope `{scope}`."));
        let more: Vec<_> =
            [self.more.to_owned()].into_iter().chain(scope).filter(|text| !text.is_empty()).collect();
        let mut operation = Map::from_iter([("summary".to_owned(), self.summary.into())]);
        if !more.is_empty() {
            operation.insert("description".to_owned(), more.join(" ").into());
        }
        about.describe(&mut operation);
        operation.into()
    }
}
