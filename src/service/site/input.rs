//! What handlers take, each with what it says in the description of the interface. They are taken in the order of a handler's
//! arguments, so nothing is said about a query to a client that may not ask, and a body is read last: a client without the right
//! to send it must not fill the memory.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::request::Parts;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::description::Description;
use super::error::Refusal;
use super::holder::Caller;
use super::request::OfId;
use super::schema::{Schemas, parameter};
use super::state::Shared;
use crate::service::host::{Holder, Scope};
use crate::service::store::Status;

/// An argument of a handler.
pub(super) trait Input {
    /// Adds what it says about the operation.
    fn describe(about: &mut Description, schemas: &mut Schemas);
}

/// The author of a request, who has the right for it.
pub(super) struct Allowed<R> {
    pub(super) state: Shared,
    pub(super) holder: Holder,
    right: PhantomData<R>,
}

/// A scope that a token must have.
pub(super) trait Right {
    /// The scope.
    const SCOPE: Scope;
}

/// The right to submit.
pub(super) struct Submit;

/// The right to see one's own submissions.
pub(super) struct Read;

/// The right to everything.
pub(super) struct Admin;

/// A submission that its caller may see, by the identifier in the address.
pub(super) struct Own {
    pub(super) caller: Caller,
    pub(super) status: Status,
}

/// The values of a query.
pub(super) struct Parameters<T>(pub(super) T);

/// The key that makes a repeated request one submission.
pub(super) struct IdempotencyKey(pub(super) Option<String>);

/// A body in JSON.
pub(super) struct Body<T>(pub(super) T);

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
        let Path(OfId { id }) = id.map_err(|_| Refusal::Unknown("such submission"))?;
        let (status, _) = caller.own(&id).await?;
        Ok(Own { caller, status })
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

/// The header with an idempotency key.
const KEY: &str = "Idempotency-Key";

impl<T: DeserializeOwned> FromRequest<Shared> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &Shared) -> Result<Body<T>, Refusal> {
        Ok(Body(Json::from_request(request, state).await?.0))
    }
}

impl Input for State<Shared> {
    fn describe(_: &mut Description, _: &mut Schemas) {}
}

impl<R: Right> Input for Allowed<R> {
    fn describe(about: &mut Description, schemas: &mut Schemas) {
        about.scope = Some(R::SCOPE);
        about.refuses(schemas, &[401, 403]);
    }
}

impl Input for Own {
    fn describe(about: &mut Description, schemas: &mut Schemas) {
        Allowed::<Read>::describe(about, schemas);
        Path::<OfId>::describe(about, schemas);
    }
}

impl<T: JsonSchema> Input for Path<T> {
    fn describe(about: &mut Description, schemas: &mut Schemas) {
        about.takes(schemas.parameters::<T>("path"));
        about.refuses(schemas, &[404]);
    }
}

impl<T: JsonSchema> Input for Parameters<T> {
    fn describe(about: &mut Description, schemas: &mut Schemas) {
        about.takes(schemas.parameters::<T>("query"));
        about.refuses(schemas, &[400]);
    }
}

impl Input for IdempotencyKey {
    fn describe(about: &mut Description, schemas: &mut Schemas) {
        let words = "A word for this request; repeated with the same content it is one submission.";
        let schema = json!({ "type": "string", "description": words });
        about.takes([parameter(KEY, "header", false, schema)]);
        about.refuses(schemas, &[400]);
    }
}

impl<T: JsonSchema> Input for Body<T> {
    fn describe(about: &mut Description, schemas: &mut Schemas) {
        about.reads(schemas.received::<T>());
        about.refuses(schemas, &[400, 408, 413, 415, 422, 429]);
    }
}
