//! Who makes a request: whoever holds the token in its header or cookie, or anybody on this machine if the host lets them.

use std::sync::Arc;

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE};

use super::error::{Refusal, blocking};
use super::state::Shared;
use crate::http::Place;
use crate::service::host::{Holder, Scope};
use crate::service::store::Status;

/// The cookie with the token.
pub(super) const COOKIE_NAME: &str = "judge-token";

/// The owner of what is handed in on this machine without a token.
const LOCAL: &str = "local";

/// Who makes a request; none if nobody is known to.
///
/// # Errors
/// If a token lets nobody in.
pub(super) async fn asker(
    state: &Shared,
    place: &Arc<Place>,
    headers: &HeaderMap,
) -> Result<Option<Holder>, Refusal> {
    if let Some(token) = token(headers) {
        let (token, state) = (token.to_owned(), Arc::clone(state));
        return blocking(move || state.store.holder(&token)?.map(Some).ok_or(Refusal::Nobody)).await;
    }
    let is_local = state.settings.is_open && state.door.is_local(place);
    let local = || Holder { owner: LOCAL.to_owned(), scopes: vec![Scope::Submit, Scope::Read] };
    Ok(is_local.then(local))
}

/// Who makes a request, if they may do this.
///
/// # Errors
/// If they may not.
pub(super) async fn allowed(
    state: &Shared,
    place: &Arc<Place>,
    headers: &HeaderMap,
    scope: Scope,
) -> Result<Holder, Refusal> {
    let holder = asker(state, place, headers).await?.ok_or(Refusal::Nobody)?;
    if holder.may(scope) { Ok(holder) } else { Err(Refusal::Forbidden(scope.into())) }
}

/// A submission, if whoever asks may see it.
///
/// # Errors
/// If they may not, or there is none.
pub(super) async fn own(
    state: &Shared,
    place: &Arc<Place>,
    headers: &HeaderMap,
    id: String,
) -> Result<(Status, Option<Holder>), Refusal> {
    let holder = asker(state, place, headers).await?;
    let host = Arc::clone(state);
    let status = blocking(move || host.store.status(&id)?.ok_or(Refusal::Unknown("such submission"))).await?;
    let is_own = |holder: &Holder| {
        (holder.owner == status.owner && holder.may(Scope::Read)) || holder.may(Scope::Admin)
    };
    let may_see = state.settings.shows_sources || holder.as_ref().is_some_and(is_own);
    match (&holder, may_see) {
        (_, true) => Ok((status, holder)),
        (None, _) => Err(Refusal::Nobody),
        (Some(_), _) => Err(Refusal::NotYours),
    }
}

fn token(headers: &HeaderMap) -> Option<&str> {
    let bearer = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    bearer.or_else(|| cookie(headers))
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE_NAME).map(|(_, value)| value)
}
