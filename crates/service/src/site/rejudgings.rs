//! The operations on rejudgings.

use axum::Json;
use axum::extract::Path;

use super::answer::{Rejudging, RejudgingBegun, RejudgingDecided, RejudgingWithRulings};
use super::bounds::SHORT;
use super::error::{Code, Refusal, blocking};
use super::input::{Admin, Allowed, Body};
use super::output::Answer;
use super::request::{OfId, RejudgingRequest};
use super::state::State;
use crate::engine::StoreError;
use crate::host::{NewRejudging, RejudgingState};
use crate::store::Store;
use judging::runner::VerdictWord;

pub(super) async fn rejudgings(Allowed { state, .. }: Allowed<Admin>) -> Answer<Json<Vec<Rejudging>>> {
    let all = blocking(move || Ok(state.store.rejudgings()?)).await?;
    Ok(Json(all.into_iter().map(Rejudging::from).collect()))
}

pub(super) async fn rejudge(
    Allowed { state, holder, .. }: Allowed<Admin>,
    Body(RejudgingRequest { why, challenge, language, verdict, submission }): Body<RejudgingRequest, SHORT>,
) -> Answer<RejudgingBegun> {
    blocking(move || {
        let entry = state.challenge(&challenge)?;
        let new = NewRejudging {
            why: &why,
            author: &holder.owner,
            challenge: &entry.name,
            challenge_key: entry.key(),
            language: language.as_deref(),
            verdict: verdict.map(VerdictWord::name),
            submission: submission.as_deref(),
        };
        let (id, submissions) = begin(&state, &new)?;
        let url = format!("/v1/rejudgings/{id}");
        Ok(RejudgingBegun { id, submissions, url })
    })
    .await
}

/// Begins a rejudging, and returns its identifier and how many submissions it has.
/// Fails if it has none.
pub(super) fn begin(state: &State, new: &NewRejudging<'_>) -> Result<(String, i64), Refusal> {
    let is_known = |id| Ok::<_, Refusal>(state.store.status(id)?.is_some());
    if !new.submission.map_or(Ok(true), is_known)? {
        return Err(Refusal::Unknown(Code::UnknownSubmission));
    }
    let (id, count) = state.store.rejudge(new)?;
    if count == 0 {
        return Err(Refusal::NotNow(
            Code::NothingToRejudge,
            "no submission with a ruling is like that; those that wait are judged by the present challenge anyway",
        ));
    }
    (0..count).for_each(|_| state.wakeup.wake());
    Ok((id, count))
}

pub(super) async fn rejudging(
    Allowed { state, .. }: Allowed<Admin>,
    Path(OfId { id }): Path<OfId>,
) -> Answer<Json<RejudgingWithRulings>> {
    blocking(move || {
        let found = state.store.rejudgings()?.into_iter().find(|rejudging| rejudging.id == id);
        let rejudging = found.ok_or(Refusal::Unknown(Code::UnknownRejudging))?.into();
        let rulings = state.store.rejudged(&id)?;
        Ok(Json(RejudgingWithRulings { rejudging, rulings }))
    })
    .await
}

pub(super) async fn apply(
    admin: Allowed<Admin>,
    Path(OfId { id }): Path<OfId>,
) -> Answer<Json<RejudgingDecided>> {
    decide(admin, RejudgingState::Applied, move |store| store.apply(&id)).await
}

pub(super) async fn discard(
    admin: Allowed<Admin>,
    Path(OfId { id }): Path<OfId>,
) -> Answer<Json<RejudgingDecided>> {
    decide(admin, RejudgingState::Discarded, move |store| store.discard(&id)).await
}

/// Says what became of a rejudging.
/// Fails if it is not in the state that was wanted.
async fn decide(
    Allowed { state, .. }: Allowed<Admin>,
    wanted: RejudgingState,
    decide: impl FnOnce(&Store) -> Result<Option<RejudgingState>, StoreError> + Send + 'static,
) -> Answer<Json<RejudgingDecided>> {
    blocking(move || decided(decide(&state.store)?, wanted))
        .await
        .map(|state| Json(RejudgingDecided { state }))
}

/// Its state.
/// Fails if that is not what was wanted.
pub(super) fn decided(
    now: Option<RejudgingState>,
    wanted: RejudgingState,
) -> Result<RejudgingState, Refusal> {
    let now = now.ok_or(Refusal::Unknown(Code::UnknownRejudging))?;
    Err(match now {
        _ if now == wanted => return Ok(now),
        RejudgingState::Applied => Refusal::NotNow(Code::RejudgingApplied, "it was applied"),
        RejudgingState::Discarded => Refusal::NotNow(Code::RejudgingDiscarded, "it was discarded"),
        RejudgingState::Open => {
            let why =
                "some of its submissions were not ruled on yet, or a later rejudging of them was applied";
            Refusal::NotNow(Code::RejudgingOpen, why)
        }
    })
}
