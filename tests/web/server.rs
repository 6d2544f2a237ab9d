//! A server for a test, and requests to it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// A server that ends with the test.
pub(crate) struct Server {
    process: Child,
    /// Its address, without a slash at the end.
    pub url: String,
    agent: ureq::Agent,
}

/// A game that was set up.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    /// Its name.
    pub name: String,
    /// The key of whoever set it up.
    pub key: String,
    /// The invitations of friends, by order of play.
    pub friends: Vec<String>,
}

/// What was answered: the status and the text in JSON.
pub(crate) type Answer = (u16, Value);

impl Server {
    /// One that keeps its games in a folder, and whose players answer at once.
    pub(crate) fn start(data: &Path) -> Server {
        Server::run(Command::new(env!("CARGO_BIN_EXE_referee")), &["--proxy"], data)
    }

    /// A server without a proxy: every client on this machine counts as local.
    pub(crate) fn without_proxy(data: &Path) -> Server {
        Server::run(Command::new(env!("CARGO_BIN_EXE_referee")), &[], data)
    }

    /// One that has so many descriptors.
    pub(crate) fn with_descriptors(data: &Path, count: usize) -> Server {
        let mut shell = Command::new("sh");
        let script = format!("ulimit -n {count} && exec \"$0\" \"$@\"");
        shell.arg("-c").arg(script).arg(env!("CARGO_BIN_EXE_referee"));
        Server::run(shell, &["--proxy"], data)
    }

    /// One that also offers these challenges.
    pub(crate) fn with_challenge(data: &Path, folder: &str) -> Server {
        Server::run(Command::new(env!("CARGO_BIN_EXE_referee")), &["--proxy", "--challenge", folder], data)
    }

    fn run(mut command: Command, options: &[&str], data: &Path) -> Server {
        let mut process = command
            .args(["serve", "--listen", "127.0.0.1:0", "--pause", "0ms", "--data"])
            .arg(data)
            .args(options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let url = said.trim().strip_prefix("Play at ").unwrap().trim_end_matches('/').to_owned();
        // A connection that is kept for later may be the one that the server closes to make room.
        let config = ureq::Agent::config_builder().http_status_as_error(false).max_idle_connections(0);
        let agent = config.timeout_global(Some(Duration::from_secs(60))).build().new_agent();
        Server { process, url, agent }
    }

    /// Ends it as the system would, without a chance to save anything.
    pub(crate) fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Asks for something.
    pub(crate) fn get(&self, path: &str, key: &str) -> Answer {
        let request = self.agent.get(format!("{}{path}", self.url));
        answer(request.header("authorization", format!("Bearer {key}")).call())
    }

    /// Sends something.
    pub(crate) fn post(&self, path: &str, key: &str, body: &Value) -> Answer {
        let request = self.agent.post(format!("{}{path}", self.url));
        answer(request.header("authorization", format!("Bearer {key}")).send_json(body))
    }

    /// Sends bytes with headers of one's own.
    pub(crate) fn send(&self, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let request = self.agent.post(format!("{}{path}", self.url));
        answer(
            headers.iter().fold(request, |request, (name, value)| request.header(*name, *value)).send(body),
        )
    }

    /// Tries to set up a game for somebody at this address, who comes through a proxy; the status.
    pub(crate) fn open_for(&self, client: &str, game: &Value) -> u16 {
        self.ask_for(client, game).0
    }

    fn ask_for(&self, client: &str, game: &Value) -> Answer {
        let headers = [("content-type", "application/json"), ("x-forwarded-for", client)];
        self.send("/api/games", &headers, game.to_string().as_bytes())
    }

    /// Sets up a game.
    pub(crate) fn open(&self, game: &Value, seats: &[&str]) -> Opened {
        self.open_from("127.0.0.1", game, seats)
    }

    /// Sets up a game for somebody at this address.
    pub(crate) fn open_from(&self, client: &str, game: &Value, seats: &[&str]) -> Opened {
        let mut wanted = game.clone();
        wanted["seats"] = json!(seats);
        let (status, said) = self.ask_for(client, &wanted);
        assert_eq!(status, 201, "{said}");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let friends = said["friends"].as_array().unwrap().iter().map(|friend| text(&friend["key"])).collect();
        Opened { name: text(&said["name"]), key: text(&said["key"]), friends }
    }

    /// Takes a friend's seat; gives the key to it.
    pub(crate) fn claim(&self, name: &str, invitation: &str) -> String {
        let (status, said) = self.post(&format!("/api/games/{name}/seat"), invitation, &json!({}));
        assert_eq!(status, 200, "{said}");
        said["key"].as_str().unwrap().to_owned()
    }

    /// Says a line.
    pub(crate) fn say(&self, name: &str, key: &str, version: u64, line: &str) -> Answer {
        self.post(&format!("/api/games/{name}/moves"), key, &json!({ "version": version, "line": line }))
    }

    /// The news of a game, as they come.
    pub(crate) fn news(&self, name: &str) -> impl Iterator<Item = Value> + use<> {
        self.news_for(name, "")
    }

    /// The news of a game for whoever has a key, as they come.
    pub(crate) fn news_for(&self, name: &str, key: &str) -> impl Iterator<Item = Value> + use<> {
        let request = self.agent.get(format!("{}/api/games/{name}/news", self.url));
        let stream = request.header("authorization", format!("Bearer {key}")).call().unwrap();
        assert_eq!(stream.status(), 200);
        let lines = BufReader::new(stream.into_body().into_reader()).lines().map_while(Result::ok);
        lines.filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok())
    }

    /// The steps of a game as they are now.
    pub(crate) fn steps(&self, name: &str) -> Vec<Value> {
        self.news(name).next().unwrap()["steps"].as_array().unwrap().clone()
    }

    /// The news from which on a game has so many steps at least.
    pub(crate) fn wait_for(&self, name: &str, steps: usize) -> Value {
        let mut count = 0;
        let found = self.news(name).find(|news| {
            count = news["keep"].as_u64().unwrap() as usize + news["steps"].as_array().unwrap().len();
            count >= steps
        });
        found.unwrap()
    }

    /// The process, to be told to stop.
    pub(crate) fn process(&mut self) -> &mut Child {
        &mut self.process
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn answer(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Answer {
    let mut answer = answer.unwrap();
    let text = answer.body_mut().read_to_string().unwrap();
    (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text)))
}
