//! What can be asked for, and by which address.
//!
//! | address | what |
//! |---|---|
//! | `/`, `/game/NAME`, `/page/FILE` | the pages |
//! | `GET /api/boards` | the boards that are built in |
//! | `POST /api/boards` | looks at a board of one's own: `{picture}` |
//! | `POST /api/games` | sets up a game: `{game, board?, picture?, chairs}` |
//! | `GET /api/games/NAME` | what it is; with a key, also which seats are one's own |
//! | `GET /api/games/NAME/news` | a stream: every step, from the first on |
//! | `POST /api/games/NAME/moves` | says a line: `{version, line}`, with a key |
//! | `POST /api/games/NAME/undo` | takes a move back, or asks the others for it: `{version}`, with a key |
//! | `POST /api/games/NAME/resign` | gives the game up: `{version}`, with a key |
//! | `POST /api/games/NAME/rematch` | begins it again with sides swapped, or asks the others for it, with a key |
//! | `POST /api/games/NAME/reply` | answers what the others ask for: `{accept}`, with a key |
//! | `POST /api/games/NAME/seat` | takes a friend's seat, with an invitation as the key; gives the key |
//! | `GET /api/reach` | the address by which others reach the server, and whether they may be let in |
//! | `POST /api/reach` | lets in the local network, if this machine's own browser asks |
//! | `POST /api/code` | a text as a QR code: `{text}` |
//!
//! A key goes in the header `Authorization: Bearer KEY`, so that no address that is passed on has it.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router, middleware};
use futures_util::stream;
use qrcode::QrCode;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::contest::Unfit;
use super::denial::Denial;
use super::desk::{Desk, Presence, Seen};
use super::door::{Door, Leave, Place};
use super::guard::{self, Names};
use super::hall::Hall;
use super::reach::Reach;
use super::rules::{Choice, Rules};
use super::{boards, page};

/// The longest request: a board of one's own and who plays.
const LONGEST: usize = 16 << 10;

/// The longest line that is heard.
const LONGEST_LINE: usize = 64;

#[derive(Debug, Deserialize)]
struct Wanted {
    #[serde(flatten)]
    choice: Choice,
    chairs: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Said {
    version: u64,
    line: String,
}

#[derive(Debug, Deserialize)]
struct Back {
    version: u64,
}

#[derive(Debug, Deserialize)]
struct Reply {
    accept: bool,
}

#[derive(Debug, Deserialize)]
struct Text {
    text: String,
}

#[derive(Debug, Deserialize)]
struct Picture {
    picture: String,
}

type Body<T> = Result<Json<T>, JsonRejection>;
type Answer<T> = Result<T, Denial>;

/// The games, and the way in to them.
#[derive(Clone)]
pub struct House {
    /// The games.
    pub hall: Arc<Hall>,
    /// The way in.
    pub door: Arc<Door>,
    /// From where it is reached.
    pub reach: Arc<Reach>,
}

/// All addresses, over the games of a house.
pub fn router(house: House, names: Names) -> Router {
    Router::new()
        .route("/", get(|headers: HeaderMap| async move { page::file("index.html", &headers) }))
        .route("/game/{name}", get(game))
        .route(
            "/page/{file}",
            get(|Path(file): Path<String>, headers: HeaderMap| async move { page::file(&file, &headers) }),
        )
        .route("/api/boards", get(async || Json(boards::all().clone())).post(look))
        .route("/api/games", post(open))
        .route("/api/games/{name}", get(describe))
        .route("/api/games/{name}/news", get(news))
        .route("/api/games/{name}/moves", post(hear))
        .route("/api/games/{name}/undo", post(take_back))
        .route("/api/games/{name}/resign", post(resign))
        .route("/api/games/{name}/rematch", post(rematch))
        .route("/api/games/{name}/reply", post(reply))
        .route("/api/games/{name}/seat", post(claim))
        .route("/api/reach", get(reach).post(let_in))
        .route("/api/code", post(code))
        .fallback(lost)
        .layer(DefaultBodyLimit::max(LONGEST))
        .layer(middleware::from_fn_with_state(names, guard::watch))
        .with_state(house)
}

/// The page of a game; that there is none of the name is told by the page, too.
async fn game(
    State(House { hall, .. }): State<House>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    match desk(&hall, name).await {
        Err(Denial::Unknown) => {
            let mut page = page::file("game.html", &HeaderMap::new());
            *page.status_mut() = StatusCode::NOT_FOUND;
            page
        }
        _ => page::file("game.html", &headers),
    }
}

/// What is wrong with a board is an answer like any other: it is being written.
async fn look(body: Body<Picture>) -> Answer<Json<Value>> {
    let Json(Picture { picture }) = body?;
    blocking(move || {
        Ok(Json(match Rules::of(&Choice::Picture { picture: picture.clone() }) {
            Ok(rules) => boards::board("", &rules, &picture),
            Err(what) => json!({ "trouble": what }),
        }))
    })
    .await
}

async fn open(
    State(House { hall, door, .. }): State<House>,
    Extension(place): Extension<Arc<Place>>,
    headers: HeaderMap,
    body: Body<Wanted>,
) -> Answer<(StatusCode, Json<Value>)> {
    let Json(Wanted { choice, chairs }) = body?;
    let (host, client) = (Arc::clone(&hall), door.client(&place, &headers));
    let opened = blocking(move || host.open(client, choice, chairs)).await?;
    let name = opened["name"].as_str().unwrap_or_default().to_owned();
    hall.wake(&desk(&hall, name).await?);
    Ok((StatusCode::CREATED, Json(opened)))
}

async fn describe(
    State(House { hall, .. }): State<House>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Answer<Json<Value>> {
    let desk = desk(&hall, name).await?;
    Ok(Json(desk.description(key(&headers))))
}

async fn hear(
    State(House { hall, .. }): State<House>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body<Said>,
) -> Answer<Json<Value>> {
    let Json(Said { version, line }) = body?;
    if line.len() > LONGEST_LINE {
        return Err(Unfit("That line is too long.".to_owned()).into());
    }
    change(hall, name, headers, move |hall, desk, key| {
        Ok(json!({ "version": hall.hear(desk, key, version, &line)? }))
    })
    .await
}

async fn take_back(
    State(House { hall, .. }): State<House>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body<Back>,
) -> Answer<Json<Value>> {
    let Json(Back { version }) = body?;
    change(hall, name, headers, move |hall, desk, key| done(hall.take_back(desk, key, version))).await
}

async fn resign(
    State(House { hall, .. }): State<House>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body<Back>,
) -> Answer<Json<Value>> {
    let Json(Back { version }) = body?;
    change(hall, name, headers, move |hall, desk, key| done(hall.resign(desk, key, version))).await
}

async fn rematch(
    State(House { hall, door, .. }): State<House>,
    Extension(place): Extension<Arc<Place>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Answer<Json<Value>> {
    let client = door.client(&place, &headers);
    change(hall, name, headers, move |hall, desk, key| done(hall.rematch(desk, key, client))).await
}

async fn reply(
    State(House { hall, door, .. }): State<House>,
    Extension(place): Extension<Arc<Place>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body<Reply>,
) -> Answer<Json<Value>> {
    let Json(Reply { accept }) = body?;
    let client = door.client(&place, &headers);
    change(hall, name, headers, move |hall, desk, key| done(hall.reply(desk, key, accept, client))).await
}

async fn claim(
    State(House { hall, .. }): State<House>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Answer<Json<Value>> {
    change(hall, name, headers, Hall::claim).await
}

fn done(outcome: Answer<()>) -> Answer<Value> {
    outcome.map(|()| json!({}))
}

/// Changes a game, and lets our player answer.
async fn change(
    hall: Arc<Hall>,
    name: String,
    headers: HeaderMap,
    how: impl FnOnce(&Hall, &Desk, &str) -> Answer<Value> + Send + 'static,
) -> Answer<Json<Value>> {
    let key = key(&headers).ok_or(Denial::NoSeat)?.to_owned();
    let desk = desk(&hall, name).await?;
    let (host, at) = (Arc::clone(&hall), Arc::clone(&desk));
    let said = blocking(move || how(&host, &at, &key)).await?;
    hall.wake(&desk);
    Ok(Json(said))
}

async fn reach(
    State(House { door, reach, .. }): State<House>,
    Extension(place): Extension<Arc<Place>>,
) -> Json<Value> {
    Json(json!({ "address": reach.address(), "may": door.is_local(&place) }))
}

async fn let_in(
    State(House { door, reach, .. }): State<House>,
    Extension(place): Extension<Arc<Place>>,
) -> Answer<Json<Value>> {
    if !door.is_local(&place) {
        return Err(Denial::Unreachable(
            "Only a browser on the server's own machine can open it to the network.",
        ));
    }
    Ok(Json(json!({ "address": reach.open()? })))
}

async fn code(body: Body<Text>) -> Answer<Json<Value>> {
    let Json(Text { text }) = body?;
    let too_long = |_| Unfit("That is too long for a QR code.".to_owned());
    let code = QrCode::new(text.as_bytes()).map_err(too_long)?;
    let dots: String = code.to_colors().iter().map(|colour| colour.select('1', '0')).collect();
    Ok(Json(json!({ "width": code.width(), "dots": dots })))
}

/// What is not there, told to whoever typed the address, with the way home.
async fn lost(headers: HeaderMap) -> Response {
    if !headers.get(header::ACCEPT).is_some_and(|wanted| wanted.as_bytes().starts_with(b"text/html")) {
        return (StatusCode::NOT_FOUND, "There is nothing here.\n").into_response();
    }
    let mut page = page::file("lost.html", &HeaderMap::new());
    *page.status_mut() = StatusCode::NOT_FOUND;
    page
}

/// Somebody who watches.
struct Watcher {
    desk: Arc<Desk>,
    news: watch::Receiver<u64>,
    seen: Seen,
    _presence: Presence,
    _leave: Leave,
}

async fn news(
    State(House { hall, door, .. }): State<House>,
    Extension(place): Extension<Arc<Place>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Answer<Response> {
    let desk = desk(&hall, name).await?;
    let leave = door.watch(door.client(&place, &headers)).filter(|_| hall.has_room_at(&desk));
    let leave = leave.ok_or(Denial::Full)?;
    let presence = desk.enter(key(&headers));
    let (news, seen) = (desk.watch(), Seen::default());
    let watcher = Watcher { desk: Arc::clone(&desk), news, seen, _presence: presence, _leave: leave };
    hall.wake(&desk);
    let events = stream::unfold(watcher, |mut watcher| async move {
        watcher.news.changed().await.ok()?;
        let news = watcher.desk.news(&mut watcher.seen);
        let event = Event::default().json_data(news).unwrap_or_default();
        Some((Ok::<_, Infallible>(event), watcher))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

async fn desk(hall: &Arc<Hall>, name: String) -> Answer<Arc<Desk>> {
    let hall = Arc::clone(hall);
    blocking(move || hall.desk(&name)).await
}

/// Does what may wait for the disk, or take a while, where nobody else has to wait for it.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Answer<T> + Send + 'static) -> Answer<T> {
    tokio::task::spawn_blocking(work).await.map_err(|why| std::io::Error::other(why.to_string()))?
}

fn key(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}
