//! Why a request is refused, and the HTTP status for it.

use axum::Json;
use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::rejection::{FormRejection, JsonRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::StoreError;

/// How many seconds a client should wait before it tries again.
const LATER: HeaderValue = HeaderValue::from_static("5");

/// An error.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Error", deny_unknown_fields)]
pub(super) struct ErrorAnswer {
    /// Why the request is refused, in words.
    error: String,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    #[error("{0}")]
    Json(#[from] JsonRejection),
    #[error("{0}")]
    Form(#[from] FormRejection),
    #[error("{0}")]
    Multipart(#[from] MultipartRejection),
    #[error("{0}")]
    Field(#[from] MultipartError),
    #[error("{0}")]
    Query(#[from] QueryRejection),
    #[error("{0}")]
    Unfit(String),
    #[error("the file's ending is of no known language; name the language")]
    NoLanguage,
    #[error("this is too long: {0} bytes (limit {1})")]
    TooLong(usize, usize),
    #[error("the request took too long to come")]
    Slow,
    #[error("too much is coming in at the moment; try again later")]
    Full,
    #[error("this address does not take this method; /v1/openapi.json describes what there is")]
    Method,
    #[error("there is no {0} here")]
    Unknown(&'static str),
    #[error(
        "sign in first: send a token as `Authorization: Bearer TOKEN`; the host makes one with `judge token`"
    )]
    Nobody,
    #[error("this token is not valid; the host may have revoked it, or the sign-in has ended")]
    BadToken,
    #[error("there is no challenge of this name here; there are {0}")]
    NoChallenge(String),
    #[error("your token does not allow this; it takes the scope `{0}`")]
    Forbidden(&'static str),
    #[error("this submission is somebody else's")]
    NotYours,
    #[error("{0}")]
    NotNow(&'static str),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("the server failed: {0}")]
    System(String),
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Refusal::Json(why) => why.status(),
            Refusal::Form(why) => why.status(),
            Refusal::Multipart(why) => why.status(),
            Refusal::Field(why) => why.status(),
            Refusal::Query(why) => why.status(),
            Refusal::Unfit(_) | Refusal::NoLanguage => StatusCode::BAD_REQUEST,
            Refusal::TooLong(..) => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::Slow => StatusCode::REQUEST_TIMEOUT,
            Refusal::Method => StatusCode::METHOD_NOT_ALLOWED,
            Refusal::Unknown(_) | Refusal::NoChallenge(_) => StatusCode::NOT_FOUND,
            Refusal::Nobody | Refusal::BadToken => StatusCode::UNAUTHORIZED,
            Refusal::Forbidden(_) | Refusal::NotYours => StatusCode::FORBIDDEN,
            Refusal::NotNow(_) | Refusal::Store(StoreError::OtherSubmission) => StatusCode::CONFLICT,
            Refusal::Full | Refusal::Store(StoreError::TooMany) => StatusCode::TOO_MANY_REQUESTS,
            Refusal::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::System(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The answer to the client. Reasons of the database appear only in the log.
    pub(super) fn told(&self) -> (StatusCode, String) {
        let status = self.status();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            tracing::error!(why = %self, "the database does not answer");
            return (status, "the database does not answer; try again later".to_owned());
        }
        (status, self.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, what) = self.told();
        let mut response = (status, Json(ErrorAnswer { error: what })).into_response();
        if [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&status) {
            response.headers_mut().insert(header::RETRY_AFTER, LATER);
        }
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// Runs an operation that may wait for the database on a thread where it blocks no other request.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.map_err(|why| Refusal::System(why.to_string()))?
}
