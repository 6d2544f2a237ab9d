//! What handlers answer, each with what it says in the description of the interface.

use axum::Json;
use axum::body::Bytes;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::answer::{RejudgingBegun, SubmissionAnswer};
use super::description::{Described, Description};
use super::error::Refusal;
use crate::store::JobState;

pub(super) type Answer<T> = Result<T, Refusal>;

/// A submission that was taken in, and perhaps ruled on.
pub(super) struct TakenIn(pub(super) SubmissionAnswer);

/// A text; its media type has parameters.
pub(super) struct Text(pub(super) &'static str, pub(super) Bytes);

pub(super) struct Document(pub(super) &'static str);

impl IntoResponse for TakenIn {
    fn into_response(self) -> Response {
        let is_done = self.0.state == JobState::Done;
        let status = if is_done { StatusCode::OK } else { StatusCode::ACCEPTED };
        (status, [(header::LOCATION, self.0.url.clone())], Json(self.0)).into_response()
    }
}

impl IntoResponse for RejudgingBegun {
    fn into_response(self) -> Response {
        (StatusCode::ACCEPTED, [(header::LOCATION, self.url.clone())], Json(self)).into_response()
    }
}

impl IntoResponse for Text {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, self.0)], self.1).into_response()
    }
}

impl IntoResponse for Document {
    fn into_response(self) -> Response {
        // It is the same for everybody.
        let heads = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")];
        (heads, self.0).into_response()
    }
}

impl<T: Serialize + JsonSchema> Described for Json<T> {
    fn describe(about: &mut Description) {
        about.sends::<T>(200);
    }
}

impl<T: Described> Described for Answer<T> {
    fn describe(about: &mut Description) {
        T::describe(about);
        about.refuses(&[503]);
    }
}

impl Described for TakenIn {
    fn describe(about: &mut Description) {
        about.sends::<SubmissionAnswer>(200);
        about.sends::<SubmissionAnswer>(202);
    }
}

impl Described for RejudgingBegun {
    fn describe(about: &mut Description) {
        about.sends::<RejudgingBegun>(202);
    }
}

impl Described for Text {
    fn describe(about: &mut Description) {
        about.answers(200, "text/plain", json!({ "type": "string" }));
    }
}

impl Described for Document {
    fn describe(about: &mut Description) {
        about.answers(200, "application/json", json!({ "type": "object" }));
    }
}
