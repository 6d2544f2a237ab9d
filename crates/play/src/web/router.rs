//! The addresses of the server.
//!
//! | address | what |
//! |---|---|
//! | `/`, `/game/NAME`, `/challenge/NAME`, `/page/FILE` | the pages |
//! | `GET /api/boards` | the boards that are built in |
//! | `POST /api/boards` | looks at a custom board: `{picture}` |
//! | `GET /api/challenges` | the challenges |
//! | `POST /api/challenges/NAME` | plays a run of one: `{inputs, seed}` |
//! | `POST /api/games` | sets up a game: `{game, board?, picture?, seats, clock?}` |
//! | `GET /api/games/NAME` | what it is; with a key, also which seats it holds |
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
use std::sync::{Arc, LazyLock};

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router, middleware};
use futures_util::stream;
use qrcode::QrCode;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::player::Perfect;
use http::{Client, Connections, Names, Share, asset, guard};
use judging::game::reversi;

use super::challenges::{self, Challenges, Run};
use super::error::ApiError;
use super::game::Unfit;
use super::reach::Reach;
use super::registry::{Registry, Wanted};
use super::room::{GameRoom, Presence, Seen};
use super::rules::{Choice, Rules};

/// The longest request: a custom board and the players.
const LONGEST: usize = 16 << 10;

const LONGEST_LINE: usize = 64;

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

/// The sender of a request: the client, and the key that it sends.
struct Caller {
    client: Client,
    key: Option<String>,
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Infallible> {
        let client = *parts.extensions.get().expect("every connection has a client");
        let sent = parts.headers.get(header::AUTHORIZATION).and_then(|sent| sent.to_str().ok());
        Ok(Caller { client, key: sent.and_then(|sent| sent.strip_prefix("Bearer ")).map(str::to_owned) })
    }
}

type Body<T> = Result<Json<T>, JsonRejection>;
type Answer<T> = Result<T, ApiError>;

#[derive(Clone)]
pub(super) struct AppState {
    pub registry: Arc<Registry>,
    pub connections: Arc<Connections>,
    pub reach: Arc<Reach>,
    pub challenges: Arc<Challenges>,
}

pub(super) fn router(state: AppState, names: Names) -> Router {
    Router::new()
        .route("/", get(|headers: HeaderMap| async move { asset("index.html", &headers) }))
        .route("/game/{name}", get(game))
        .route(
            "/page/{file}",
            get(|Path(file): Path<String>, headers: HeaderMap| async move { asset(&file, &headers) }),
        )
        .route("/api/boards", get(async || Json(boards().clone())).post(look))
        .route("/challenge/{name}", get(challenge))
        .route("/api/challenges", get(list))
        .route("/api/challenges/{name}", post(run))
        .route("/api/games", post(open))
        .route("/api/games/{name}", get(describe))
        .route("/api/games/{name}/news", get(news))
        .route("/api/games/{name}/moves", post(play_line))
        .route("/api/games/{name}/undo", change_in_version(Registry::take_back))
        .route("/api/games/{name}/resign", change_in_version(Registry::resign))
        .route("/api/games/{name}/rematch", post(rematch))
        .route("/api/games/{name}/reply", post(reply))
        .route("/api/games/{name}/seat", post(claim))
        .route("/api/reach", get(reach).post(let_in))
        .route("/api/code", post(code))
        .fallback(lost)
        .layer(DefaultBodyLimit::max(LONGEST))
        .layer(middleware::from_fn_with_state(names, guard))
        .with_state(state)
}

/// The page of a game; the page itself reports an unknown name.
async fn game(
    State(AppState { registry, .. }): State<AppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    match room(&registry, name).await {
        Err(ApiError::Unknown) => {
            let mut page = asset("game.html", &HeaderMap::new());
            *page.status_mut() = StatusCode::NOT_FOUND;
            page
        }
        _ => asset("game.html", &headers),
    }
}

async fn challenge(
    State(AppState { challenges, .. }): State<AppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    match blocking(move || challenges::find(&challenges, &name)).await {
        Ok(_) => asset("challenge.html", &headers),
        Err(_) => lost(headers).await,
    }
}

async fn list(State(AppState { challenges, .. }): State<AppState>) -> Answer<Json<Value>> {
    blocking(move || Ok(Json(challenges::list(&challenges)))).await
}

async fn run(
    State(AppState { challenges, .. }): State<AppState>,
    Path(name): Path<String>,
    body: Body<Run>,
) -> Answer<Json<Value>> {
    let Json(run) = body?;
    blocking(move || Ok(Json(challenges::play(&challenges::find(&challenges, &name)?, &run)?))).await
}

/// An invalid board is not a failed request: a person is still writing it.
async fn look(body: Body<Picture>) -> Answer<Json<Value>> {
    let Json(Picture { picture }) = body?;
    blocking(move || {
        Ok(Json(match Rules::of(&Choice::Picture { picture: picture.clone() }) {
            Ok(rules) => board("", &rules, &picture),
            Err(what) => json!({ "trouble": what }),
        }))
    })
    .await
}

/// Every built-in board, the standard one first.
fn boards() -> &'static Value {
    static ALL: LazyLock<Value> = LazyLock::new(|| {
        let mut names = reversi::names();
        names.sort_by_key(|name| name != "standard");
        names.iter().map(|name| built_in_board(name)).collect()
    });
    &ALL
}

/// A board: its name, its title, its players, its discs, and its picture, row by row.
fn board(name: &str, rules: &Rules, text: &str) -> Value {
    let start = rules.beginning();
    json!({
        "name": name,
        "title": rules.title(),
        "players": rules.players(),
        "width": rules.width(),
        "discs": rules.discs(),
        "board": rules.letters(&start),
        "solved": Perfect::solves(&start),
        "text": text,
    })
}

fn built_in_board(name: &str) -> Value {
    let rules = Rules::of(&Choice::Reversi { board: name.to_owned() }).expect("it is among the names");
    board(name, &rules, &reversi::text(name).expect("it is among the names"))
}

async fn open(
    State(AppState { registry, .. }): State<AppState>,
    Caller { client, .. }: Caller,
    body: Body<Wanted>,
) -> Answer<(StatusCode, Json<Value>)> {
    let Json(wanted) = body?;
    let host = Arc::clone(&registry);
    let opened = blocking(move || host.open(client, wanted)).await?;
    let name = opened["name"].as_str().unwrap_or_default().to_owned();
    registry.wake(&room(&registry, name).await?, client);
    Ok((StatusCode::CREATED, Json(opened)))
}

async fn describe(
    State(AppState { registry, .. }): State<AppState>,
    Path(name): Path<String>,
    Caller { key, .. }: Caller,
) -> Answer<Json<Value>> {
    let room = room(&registry, name).await?;
    Ok(Json(room.description(key.as_deref())))
}

async fn play_line(
    State(AppState { registry, .. }): State<AppState>,
    Path(name): Path<String>,
    caller: Caller,
    body: Body<Said>,
) -> Answer<Json<Value>> {
    let Json(Said { version, line }) = body?;
    if line.len() > LONGEST_LINE {
        return Err(Unfit("That line is too long.".to_owned()).into());
    }
    change(registry, name, caller, move |registry, room, key| {
        Ok(json!({ "version": registry.play_line(room, key, version, &line)? }))
    })
    .await
}

/// An action on the version of a game that a page has seen: taking a move back, or resigning.
fn change_in_version(how: fn(&Registry, &GameRoom, &str, u64) -> Answer<()>) -> MethodRouter<AppState> {
    let handler = move |State(AppState { registry, .. }): State<AppState>,
                        Path(name): Path<String>,
                        caller: Caller,
                        body: Body<Back>| async move {
        let Json(Back { version }) = body?;
        change(registry, name, caller, move |registry, room, key| done(how(registry, room, key, version)))
            .await
    };
    post(handler)
}

async fn rematch(
    State(AppState { registry, .. }): State<AppState>,
    Path(name): Path<String>,
    caller: Caller,
) -> Answer<Json<Value>> {
    let client = caller.client;
    change(registry, name, caller, move |registry, room, key| done(registry.rematch(room, key, client))).await
}

async fn reply(
    State(AppState { registry, .. }): State<AppState>,
    Path(name): Path<String>,
    caller: Caller,
    body: Body<Reply>,
) -> Answer<Json<Value>> {
    let (Json(Reply { accept }), client) = (body?, caller.client);
    change(registry, name, caller, move |registry, room, key| done(registry.reply(room, key, accept, client)))
        .await
}

async fn claim(
    State(AppState { registry, .. }): State<AppState>,
    Path(name): Path<String>,
    caller: Caller,
) -> Answer<Json<Value>> {
    change(registry, name, caller, Registry::claim).await
}

fn done(outcome: Answer<()>) -> Answer<Value> {
    outcome.map(|()| json!({}))
}

/// Changes a game, and then lets the built-in player answer.
async fn change(
    registry: Arc<Registry>,
    name: String,
    Caller { client, key }: Caller,
    how: impl FnOnce(&Registry, &GameRoom, &str) -> Answer<Value> + Send + 'static,
) -> Answer<Json<Value>> {
    let key = key.ok_or(ApiError::NoSeat)?;
    let room = room(&registry, name).await?;
    let (host, at) = (Arc::clone(&registry), Arc::clone(&room));
    let answer = blocking(move || how(&host, &at, &key)).await?;
    registry.wake(&room, client);
    Ok(Json(answer))
}

async fn reach(
    State(AppState { connections, reach, .. }): State<AppState>,
    Caller { client, .. }: Caller,
) -> Json<Value> {
    Json(json!({ "address": reach.address(), "may": connections.is_local(client) }))
}

async fn let_in(
    State(AppState { connections, reach, .. }): State<AppState>,
    Caller { client, .. }: Caller,
) -> Answer<Json<Value>> {
    if !connections.is_local(client) {
        return Err(ApiError::Unreachable(
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

/// The answer to an unknown address, with a link to the start page.
async fn lost(headers: HeaderMap) -> Response {
    if !headers.get(header::ACCEPT).is_some_and(|wanted| wanted.as_bytes().starts_with(b"text/html")) {
        return (StatusCode::NOT_FOUND, "There is nothing here.\n").into_response();
    }
    let mut page = asset("lost.html", &HeaderMap::new());
    *page.status_mut() = StatusCode::NOT_FOUND;
    page
}

struct Watcher {
    room: Arc<GameRoom>,
    news: watch::Receiver<u64>,
    seen: Seen,
    _presence: Presence,
    _permit: Share,
}

async fn news(
    State(AppState { registry, connections, .. }): State<AppState>,
    Path(name): Path<String>,
    Caller { client, key }: Caller,
) -> Answer<Response> {
    let room = room(&registry, name).await?;
    let permit = connections.watch(client).ok_or(ApiError::Full)?;
    let presence = room.enter(client, key.as_deref())?;
    let (news, seen) = (room.watch(), Seen::default());
    let watcher = Watcher { room: Arc::clone(&room), news, seen, _presence: presence, _permit: permit };
    registry.wake(&room, client);
    let events = stream::unfold(watcher, |mut watcher| async move {
        watcher.news.changed().await.ok()?;
        let news = watcher.room.news(&mut watcher.seen);
        let event = Event::default().json_data(news).unwrap_or_default();
        Some((Ok::<_, Infallible>(event), watcher))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

async fn room(registry: &Arc<Registry>, name: String) -> Answer<Arc<GameRoom>> {
    let registry = Arc::clone(registry);
    blocking(move || registry.room(&name)).await
}

/// Runs an operation that may block on a thread where it blocks no other request.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Answer<T> + Send + 'static) -> Answer<T> {
    tokio::task::spawn_blocking(work).await.map_err(|why| std::io::Error::other(why.to_string()))?
}
