//! Why the server refuses a request, and the HTTP status for it.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::game::Unfit;
use super::store::StoreError;

#[derive(Debug, thiserror::Error)]
pub(super) enum ApiError {
    #[error(transparent)]
    Unfit(#[from] Unfit),
    #[error("{0}")]
    Body(#[from] JsonRejection),
    #[error("{0} does not answer")]
    Silent(String),
    #[error("There is no such game here.")]
    Unknown,
    #[error("You are watching; only players can move.")]
    NoSeat,
    #[error("It is not your turn.")]
    NotYourTurn,
    #[error("Somebody else has taken this seat; you are watching.")]
    Taken,
    #[error("{0}")]
    Unreachable(&'static str),
    #[error("The game has moved on; reload it.")]
    Stale,
    #[error("{0}")]
    Refused(String),
    #[error("The server is full; try again later.")]
    Full,
    #[error("You have opened many games; try again in a minute.")]
    TooMany,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0}")]
    System(#[from] std::io::Error),
}

impl ApiError {
    fn status(&self) -> StatusCode {
        match self {
            ApiError::Unfit(_) => StatusCode::BAD_REQUEST,
            ApiError::Body(why) => why.status(),
            ApiError::Unknown | ApiError::Store(StoreError::Gone) => StatusCode::NOT_FOUND,
            ApiError::NoSeat | ApiError::NotYourTurn => StatusCode::FORBIDDEN,
            ApiError::Stale | ApiError::Taken | ApiError::Unreachable(_) => StatusCode::CONFLICT,
            ApiError::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::TooMany => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Full => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Store(_) | ApiError::System(_) | ApiError::Silent(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
        }
    }

    /// A code for errors that the page translates.
    fn code(&self) -> Option<&'static str> {
        Some(match self {
            ApiError::Unknown | ApiError::Store(StoreError::Gone) => "unknown",
            ApiError::NoSeat => "watching",
            ApiError::NotYourTurn => "turn",
            ApiError::Taken => "taken",
            ApiError::Stale => "stale",
            ApiError::Full => "full",
            ApiError::TooMany => "many",
            ApiError::Unreachable(_) => "unreachable",
            _ => return None,
        })
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut body = json!({ "error": self.to_string() });
        if let Some(code) = self.code() {
            body["code"] = code.into();
        }
        (self.status(), Json(body)).into_response()
    }
}
