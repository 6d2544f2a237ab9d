//! The author of a request: the owner of the token in its header or cookie, or any client on this machine if
//! the host allows it.

use std::sync::Arc;

use axum::Extension;
use axum::extract::FromRequestParts;
use axum::extract::rejection::ExtensionRejection;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;

use super::error::{Code, Refusal, blocking};
use super::state::Shared;
use crate::host::{Holder, Scope};
use crate::store::Status;
use http::Client;

pub(super) const COOKIE_NAME: &str = "judge-token";

/// The owner of what is submitted on this machine without a token.
const LOCAL: &str = "local";

/// A request: the state of the service, the client's address, and the headers.
pub(super) struct Caller {
    pub(super) state: Shared,
    pub(super) client: Client,
    pub(super) headers: HeaderMap,
}

impl FromRequestParts<Shared> for Caller {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(parts: &mut Parts, state: &Shared) -> Result<Caller, ExtensionRejection> {
        let Extension(client) = Extension::from_request_parts(parts, state).await?;
        Ok(Caller { state: Arc::clone(state), client, headers: parts.headers.clone() })
    }
}

impl Caller {
    /// The author of the request. `None` without a token.
    pub(super) async fn holder(&self) -> Result<Option<Holder>, Refusal> {
        if let Some(token) = token(&self.headers)? {
            let (token, state) = (token.to_owned(), Arc::clone(&self.state));
            return blocking(move || state.store.holder(&token)?.map(Some).ok_or(Refusal::BadToken)).await;
        }
        let is_local = self.state.settings.is_open() && self.state.connections.is_local(self.client);
        let local = || Holder { owner: LOCAL.to_owned(), scopes: vec![Scope::Submit, Scope::Read] };
        Ok(is_local.then(local))
    }

    /// The author of the request, who must have this scope.
    pub(super) async fn allowed(&self, scope: Scope) -> Result<Holder, Refusal> {
        let holder = self.holder().await?.ok_or(Refusal::Nobody)?;
        if holder.may(scope) { Ok(holder) } else { Err(Refusal::Forbidden(scope.into())) }
    }

    /// A submission, if the caller may see it.
    /// Fails if they may not, or there is none.
    pub(super) async fn own(&self, id: &str) -> Result<(Status, Option<Holder>), Refusal> {
        let (holder, is_open) = (self.holder().await?, self.state.settings.shows_sources);
        if holder.is_none() && !is_open {
            return Err(Refusal::Nobody);
        }
        let (state, id) = (Arc::clone(&self.state), id.to_owned());
        let status =
            blocking(move || state.store.status(&id)?.ok_or(Refusal::Unknown(Code::UnknownSubmission)))
                .await?;
        let is_own = |holder: &Holder| {
            (holder.owner == status.owner && holder.may(Scope::Read)) || holder.may(Scope::Admin)
        };
        let may_see = is_open || holder.as_ref().is_some_and(is_own);
        let is_owner = holder.as_ref().is_some_and(|holder| holder.owner == status.owner);
        match may_see {
            true => Ok((status, holder)),
            false if is_owner => Err(Refusal::Forbidden(Scope::Read.into())),
            false => Err(Refusal::NotYours),
        }
    }
}

/// The token of a request. `None` if it has none.
/// Fails if it has other credentials than a token.
fn token(headers: &HeaderMap) -> Result<Option<&str>, Refusal> {
    let Some(given) = headers.get(AUTHORIZATION) else { return Ok(cookie(headers)) };
    let token = given.to_str().ok().and_then(|given| given.split_once(' '));
    let token = token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    token.map(|(_, token)| Some(token.trim())).ok_or(Refusal::Nobody)
}

pub(super) fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE_NAME).map(|(_, value)| value)
}
