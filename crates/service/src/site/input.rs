//! What handlers take, each with what it says in the description of the interface. They are taken in the order of a handler's
//! arguments, so nothing is said about a query to a client that may not ask, and a body is read last: a client without the right
//! to send it must not fill the memory.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::Json;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::request::Parts;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::bounds::LONGEST;
use super::description::{Described, Description};
use super::error::{Code, Refusal};
use super::holder::Caller;
use super::request::OfId;
use super::state::Shared;
use crate::host::{Holder, Scope};
use crate::store::Status;

/// The author of a request, who has the right for it.
pub(super) struct Allowed<R> {
    pub(super) state: Shared,
    pub(super) holder: Holder,
    right: PhantomData<R>,
}

/// A scope that a token must have.
pub(super) trait Right {
    const SCOPE: Scope;
}

pub(super) struct Submit;

/// The right to see one's own submissions.
pub(super) struct Read;

pub(super) struct Admin;

/// A submission that its caller may see, by the identifier in the address.
pub(super) struct Own {
    pub(super) caller: Caller,
    pub(super) status: Status,
    pub(super) holder: Option<Holder>,
}

pub(super) struct Parameters<T>(pub(super) T);

/// The key that makes a repeated request one submission.
pub(super) struct IdempotencyKey(pub(super) Option<String>);

/// A body in JSON, of this many bytes at most.
pub(super) struct Body<T, const MOST: usize = LONGEST>(pub(super) T);

impl Right for Submit {
    const SCOPE: Scope = Scope::Submit;
}

impl Right for Read {
    const SCOPE: Scope = Scope::Read;
}

impl Right for Admin {
    const SCOPE: Scope = Scope::Admin;
}

async fn caller(parts: &mut Parts, state: &Shared) -> Result<Caller, Refusal> {
    Caller::from_request_parts(parts, state).await.map_err(|why| Refusal::System(why.to_string()))
}

impl<R: Right> FromRequestParts<Shared> for Allowed<R> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &Shared) -> Result<Allowed<R>, Refusal> {
        let holder = caller(parts, state).await?.allowed(R::SCOPE).await?;
        Ok(Allowed { state: Arc::clone(state), holder, right: PhantomData })
    }
}

impl FromRequestParts<Shared> for Own {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &Shared) -> Result<Own, Refusal> {
        let caller = caller(parts, state).await?;
        let id = Path::<OfId>::from_request_parts(parts, state).await;
        let Path(OfId { id }) = id.map_err(|_| Refusal::Unknown(Code::UnknownSubmission))?;
        let (status, holder) = caller.own(&id).await?;
        Ok(Own { caller, status, holder })
    }
}

impl<T: DeserializeOwned> FromRequestParts<Shared> for Parameters<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &Shared) -> Result<Parameters<T>, Refusal> {
        let Query(values) = Query::from_request_parts(parts, state).await?;
        Ok(Parameters(values))
    }
}

impl FromRequestParts<Shared> for IdempotencyKey {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &Shared) -> Result<IdempotencyKey, Refusal> {
        let value = parts.headers.get(KEY).map(|value| value.to_str().map(str::to_owned));
        let unfit = |_| Refusal::Unfit(format!("{KEY}: it has a character that is not ASCII"));
        value.transpose().map(IdempotencyKey).map_err(unfit)
    }
}

const KEY: &str = "Idempotency-Key";

impl<T: DeserializeOwned, const MOST: usize> FromRequest<Shared> for Body<T, MOST> {
    type Rejection = Refusal;

    async fn from_request(mut request: Request, state: &Shared) -> Result<Body<T, MOST>, Refusal> {
        DefaultBodyLimit::max(MOST).apply(&mut request);
        Ok(Body(Json::from_request(request, state).await?.0))
    }
}

impl Described for State<Shared> {
    fn describe(_: &mut Description) {}
}

impl Described for Caller {
    fn describe(_: &mut Description) {}
}

impl<R: Right> Described for Allowed<R> {
    fn describe(about: &mut Description) {
        about.is_for(R::SCOPE);
        about.refuses(&[401, 403]);
    }
}

impl Described for Own {
    fn describe(about: &mut Description) {
        Allowed::<Read>::describe(about);
        Path::<OfId>::describe(about);
    }
}

impl<T: JsonSchema> Described for Path<T> {
    fn describe(about: &mut Description) {
        about.takes_fields::<T>("path");
        about.refuses(&[404]);
    }
}

impl<T: JsonSchema> Described for Parameters<T> {
    fn describe(about: &mut Description) {
        about.takes_fields::<T>("query");
        about.refuses(&[400]);
    }
}

impl Described for IdempotencyKey {
    fn describe(about: &mut Description) {
        let words = "A word for this request; repeated with the same content it is one submission.";
        about.takes(
            KEY,
            "header",
            false,
            json!({ "type": "string", "pattern": "^[!-~]([ -~]{0,198}[!-~])?$", "description": words }),
        );
        about.refuses(&[400]);
    }
}

impl<T: JsonSchema, const MOST: usize> Described for Body<T, MOST> {
    fn describe(about: &mut Description) {
        about.reads::<T>();
        about.refuses(&[400, 408, 413, 415, 422, 429]);
    }
}
