//! Why a request is refused: the HTTP status for it, and the answer, a problem as RFC 9457 has it.

use std::fmt::Display;

use axum::Json;
use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::rejection::{FormRejection, JsonRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::engine::StoreError;

/// How many seconds a client should wait before it tries again.
const LATER: HeaderValue = HeaderValue::from_static("5");

/// How long the words of a library may be, in bytes.
const LONGEST_WORDS: usize = 4 << 10;

/// The media type of a [`Problem`].
pub(super) const PROBLEM: &str = "application/problem+json";

/// An error (RFC 9457). `type` is `about:blank`: what kind of error it is, `code` says.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Problem {
    /// `about:blank`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The meaning of the status.
    title: &'static str,
    /// The status of the answer.
    status: u16,
    /// Why the request is refused, for people.
    detail: String,
    /// Why it is refused, for programs.
    code: Code,
}

/// Why a request is refused: a word that stays the same. Later versions may have more of them.
// In the order of their statuses.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[schemars(rename = "ErrorCode")]
pub(super) enum Code {
    /// 400: a parameter, a field or the form of the request is wrong; `detail` names it.
    InvalidRequest,
    /// 400: the language does not follow from the file's ending.
    NoLanguage,
    /// 401: there is no token.
    NotSignedIn,
    /// 401: the token is unknown, revoked or out of date.
    InvalidToken,
    /// 403: a page of another site sent it, or the host name is unknown.
    ForeignRequest,
    /// 403: the token has not the scope for this.
    MissingScope,
    /// 403: the submission is somebody else's.
    NotYours,
    /// 404: there is nothing at this address.
    NotFound,
    /// 404: there is no such challenge.
    UnknownChallenge,
    /// 404: there is no such language.
    UnknownLanguage,
    /// 404: there is no such submission.
    UnknownSubmission,
    /// 404: there is no such rejudging.
    UnknownRejudging,
    /// 404: there is no such machine.
    UnknownMachine,
    /// 405: `Allow` has the methods of this address.
    MethodNotAllowed,
    /// 408: the request took too long to come.
    TooSlow,
    /// 409: the idempotency key belongs to another submission.
    KeyReused,
    /// 409: the submission has no ruling yet.
    NotRuled,
    /// 409: the judge failed at the submission, so there is no report.
    JudgeFailed,
    /// 409: too many clients watch submissions.
    TooManyWatchers,
    /// 409: no submission with a ruling is like that.
    NothingToRejudge,
    /// 409: some submissions of the rejudging have no ruling yet.
    RejudgingOpen,
    /// 409: the rejudging was applied.
    RejudgingApplied,
    /// 409: the rejudging was discarded.
    RejudgingDiscarded,
    /// 413: the body, the source or the archive is too long.
    TooLong,
    /// 415: `Content-Type` is another than that of the description.
    UnsupportedMediaType,
    /// 422: the body is JSON of another form.
    InvalidBody,
    /// 429: too much is coming in at the moment.
    TooManyRequests,
    /// 429: too many of the owner's submissions wait.
    TooManyWaiting,
    /// 500: the server failed.
    ServerFailed,
    /// 503: the database does not answer, or earlier answers were not read.
    Unavailable,
}

/// The first code of each status, which is its general one.
const STATUSES: [(Code, StatusCode); 13] = [
    (Code::InvalidRequest, StatusCode::BAD_REQUEST),
    (Code::NotSignedIn, StatusCode::UNAUTHORIZED),
    (Code::ForeignRequest, StatusCode::FORBIDDEN),
    (Code::NotFound, StatusCode::NOT_FOUND),
    (Code::MethodNotAllowed, StatusCode::METHOD_NOT_ALLOWED),
    (Code::TooSlow, StatusCode::REQUEST_TIMEOUT),
    (Code::KeyReused, StatusCode::CONFLICT),
    (Code::TooLong, StatusCode::PAYLOAD_TOO_LARGE),
    (Code::UnsupportedMediaType, StatusCode::UNSUPPORTED_MEDIA_TYPE),
    (Code::InvalidBody, StatusCode::UNPROCESSABLE_ENTITY),
    (Code::TooManyRequests, StatusCode::TOO_MANY_REQUESTS),
    (Code::ServerFailed, StatusCode::INTERNAL_SERVER_ERROR),
    (Code::Unavailable, StatusCode::SERVICE_UNAVAILABLE),
];

impl Code {
    fn status(self) -> StatusCode {
        let of = STATUSES.iter().rev().find(|(first, _)| *first <= self);
        of.map_or(StatusCode::INTERNAL_SERVER_ERROR, |(_, status)| *status)
    }

    /// The general one of a status.
    fn of(status: StatusCode) -> Code {
        let other = if status.is_client_error() { Code::InvalidRequest } else { Code::ServerFailed };
        STATUSES.iter().find(|(_, own)| *own == status).map_or(other, |(first, _)| *first)
    }

    /// The name that is unknown.
    fn thing(self) -> &'static str {
        <&str>::from(self).trim_start_matches("unknown-")
    }
}

impl Problem {
    fn new(status: StatusCode, code: Code, detail: String) -> Problem {
        let title = status.canonical_reason().unwrap_or_default();
        Problem { kind: "about:blank", title, status: status.as_u16(), detail, code }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, [(header::CONTENT_TYPE, PROBLEM)], Json(self)).into_response()
    }
}

#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    #[error("{}", plain(.0))]
    Json(#[from] JsonRejection),
    #[error("{0}")]
    Form(#[from] FormRejection),
    #[error("{0}")]
    Multipart(#[from] MultipartRejection),
    #[error("{0}")]
    Field(#[from] MultipartError),
    #[error("{}", plain(.0))]
    Query(#[from] QueryRejection),
    #[error("{0}")]
    Unfit(String),
    #[error("the file's ending is of no language that is known here; name the language")]
    NoLanguage,
    #[error("this is too long: {0} bytes (limit {1})")]
    TooLong(usize, usize),
    #[error("the request took too long to come")]
    Slow,
    #[error("too much is coming in at the moment; try again later")]
    Full,
    #[error("this address does not take this method; /v1/openapi.json describes what there is")]
    Method,
    #[error("there is no page of this address here")]
    Lost,
    #[error("there is no such {} here", .0.thing())]
    Unknown(Code),
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
    #[error("{1}")]
    NotNow(Code, &'static str),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("the server failed: {0}")]
    System(String),
}

impl Refusal {
    fn code(&self) -> Code {
        match self {
            Refusal::Json(why) => Code::of(why.status()),
            Refusal::Form(why) => Code::of(why.status()),
            Refusal::Multipart(why) => Code::of(why.status()),
            Refusal::Field(why) => Code::of(why.status()),
            Refusal::Query(why) => Code::of(why.status()),
            Refusal::Unfit(_) => Code::InvalidRequest,
            Refusal::NoLanguage => Code::NoLanguage,
            Refusal::TooLong(..) => Code::TooLong,
            Refusal::Slow => Code::TooSlow,
            Refusal::Full => Code::TooManyRequests,
            Refusal::Method => Code::MethodNotAllowed,
            Refusal::Lost => Code::NotFound,
            Refusal::NoChallenge(_) => Code::UnknownChallenge,
            Refusal::Nobody => Code::NotSignedIn,
            Refusal::BadToken => Code::InvalidToken,
            Refusal::Forbidden(_) => Code::MissingScope,
            Refusal::NotYours => Code::NotYours,
            Refusal::Unknown(code) | Refusal::NotNow(code, _) => *code,
            Refusal::Store(StoreError::OtherSubmission) => Code::KeyReused,
            Refusal::Store(StoreError::TooMany) => Code::TooManyWaiting,
            Refusal::Store(_) => Code::Unavailable,
            Refusal::System(_) => Code::ServerFailed,
        }
    }

    /// The answer to the client. Reasons of the database appear only in the log.
    pub(super) fn status_and_detail(&self) -> (StatusCode, String) {
        let status = self.code().status();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            tracing::error!(why = %self, "the database does not answer");
            return (status, "the database does not answer; try again later".to_owned());
        }
        (status, self.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, what) = self.status_and_detail();
        let mut response = Problem::new(status, self.code(), what).into_response();
        if [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&status) {
            response.headers_mut().insert(header::RETRY_AFTER, LATER);
        }
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// The words of an error, without those in which a library says what it was doing.
fn plain(why: &impl Display) -> String {
    let text = why.to_string();
    let heads = [
        "Failed to deserialize the JSON body into the target type: ",
        "Failed to deserialize query string: ",
    ];
    heads.iter().find_map(|head| text.strip_prefix(head)).map_or(text.clone(), str::to_owned)
}

/// An error that a library answered, in the form of ours. Pages stay pages.
pub(super) async fn as_problem(response: Response) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let is_error = response.status().is_client_error() || response.status().is_server_error();
    if !is_error || kind == PROBLEM.as_bytes() || kind.starts_with(b"text/html") {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let text = axum::body::to_bytes(body, LONGEST_WORDS).await.unwrap_or_default();
    let body: Value = serde_json::from_slice(&text).unwrap_or_default();
    let detail =
        body["error"].as_str().map_or_else(|| String::from_utf8_lossy(&text).into_owned(), str::to_owned);
    let problem = Problem::new(head.status, Code::of(head.status), detail.trim().to_owned());
    let mut response = problem.into_response();
    head.headers.remove(header::CONTENT_TYPE);
    head.headers.remove(header::CONTENT_LENGTH);
    response.headers_mut().extend(head.headers);
    response
}

/// Runs an operation that may wait for the database on a thread where it blocks no other request.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.map_err(|why| Refusal::System(why.to_string()))?
}
