//! A service for a test: a server, workers, and requests.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// Languages that are there wherever the tests run, and start quickly.
const LANGUAGES: &str = "Perl,Python,sh";

/// A server that ends with the test.
pub(crate) struct Site {
    process: Child,
    /// Its address, without a slash at the end.
    pub url: String,
    /// The token of its admin, if it was started for the first time.
    pub admin: String,
    agent: ureq::Agent,
}

/// A worker that ends with the test.
pub(crate) struct Hand(pub Child);

/// What was answered: the status and the text in JSON.
pub(crate) type Answer = (u16, Value);

/// An answer as it came.
pub(crate) struct Reply {
    pub status: u16,
    /// Its media type, without parameters.
    pub media: String,
    pub text: String,
}

impl Site {
    /// One with a database of its own and workers inside.
    pub(crate) fn start(folder: &Path, options: &[&str]) -> Site {
        let database = folder.join("judge.sqlite");
        Site::on(database.to_str().unwrap(), folder, options)
    }

    /// One on this database.
    pub(crate) fn on(database: &str, home: &Path, options: &[&str]) -> Site {
        let mut process = command("serve", database, home)
            .args(if options.contains(&"--listen") { &[][..] } else { &["--listen", "127.0.0.1:0"] })
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut after = |what: &str| lines.next().unwrap().split_once(what).map(|(_, rest)| rest.to_owned());
        let url = after("Judge at ").unwrap().trim_end_matches('/').to_owned();
        // The second line has a link only the first time.
        let link = after("sign-in?link=");
        let config = ureq::Agent::config_builder().http_status_as_error(false).max_idle_connections(0);
        let agent = config.timeout_global(Some(Duration::from_secs(120))).build().new_agent();
        let mut site = Site { process, url, admin: String::new(), agent };
        site.admin = link.map(|link| site.sign_in(&format!("link={link}")).1.unwrap()).unwrap_or_default();
        site
    }

    /// Sends the form to sign in; gives the status, and the token if it lets somebody in.
    pub(crate) fn sign_in(&self, form: &str) -> (u16, Option<String>) {
        let request = self.agent.post(format!("{}/sign-in", self.url));
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let answer = request.header("origin", &self.url).send(form).unwrap();
        let cookie = answer.headers().get("set-cookie").map(|cookie| cookie.to_str().unwrap().to_owned());
        let token = cookie.and_then(|cookie| Some(cookie.split_once('=')?.1.split_once(';')?.0.to_owned()));
        (answer.status().as_u16(), token)
    }

    /// Ends it as the system would.
    pub(crate) fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Tells it to stop, and gives its exit status.
    pub(crate) fn stop(mut self) -> Option<i32> {
        let pid = rustix::process::Pid::from_child(&self.process);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        self.process.wait().unwrap().code()
    }

    pub(crate) fn get(&self, path: &str, token: &str) -> Answer {
        let mut request = self.agent.get(format!("{}{path}", self.url));
        if !token.is_empty() {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        answer(request.call())
    }

    /// The text of an answer; none if nobody answers.
    pub(crate) fn text_or_none(&self, path: &str) -> Option<String> {
        self.agent.get(format!("{}{path}", self.url)).call().ok()?.body_mut().read_to_string().ok()
    }

    /// The text of an answer, and its status.
    pub(crate) fn text(&self, path: &str, token: &str) -> (u16, String) {
        let mut request = self.agent.get(format!("{}{path}", self.url));
        if !token.is_empty() {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut answer = request.call().unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    }

    /// The answer to a request with any method.
    pub(crate) fn reply(&self, method: &str, path: &str, token: &str, body: Option<&Value>) -> Reply {
        let request = ureq::http::Request::builder().method(method.to_uppercase().as_str());
        let request = request.uri(format!("{}{path}", self.url)).header("content-type", "application/json");
        let request = match token {
            "" => request,
            token => request.header("authorization", format!("Bearer {token}")),
        };
        let body = body.map(Value::to_string).unwrap_or_default();
        let mut answer = self.agent.run(request.body(body).unwrap()).unwrap();
        let kind = answer.headers()["content-type"].to_str().unwrap();
        let media = kind.split(';').next().unwrap().to_owned();
        let (status, text) = (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap());
        Reply { status, media, text }
    }

    pub(crate) fn post(&self, path: &str, token: &str, body: &Value) -> Answer {
        self.post_as(path, token, None, body).unwrap_or((0, Value::Null))
    }

    /// Sends something, under an idempotency key; nothing if no server answers.
    pub(crate) fn post_as(&self, path: &str, token: &str, key: Option<&str>, body: &Value) -> Option<Answer> {
        let mut request = self.agent.post(format!("{}{path}", self.url));
        if !token.is_empty() {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let sent = request.send_json(body).ok()?;
        Some(answer(Ok(sent)))
    }

    /// Hands a program in, and waits for its verdict.
    pub(crate) fn judge(&self, token: &str, name: &str, source: &str) -> Value {
        crate::needs::language(Path::new(name));
        let body = json!({ "challenge": "tictactoe", "name": name, "source": source });
        let (status, mut submission) = self.post("/v1/submissions?wait=30s", token, &body);
        assert!([200, 202].contains(&status), "{submission}");
        while submission["state"] != "done" {
            let path = format!("{}?wait=30s", submission["url"].as_str().unwrap());
            submission = self.get(&path, token).1;
        }
        submission
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Hand {
    /// A worker on this database.
    pub(crate) fn start(database: &str, home: &Path, name: &str, options: &[String]) -> Hand {
        let mut command = command("worker", database, home);
        Hand(command.args(["--jobs", "1", "--name", name]).args(options).spawn().unwrap())
    }

    /// Waits until it has ended.
    pub(crate) fn wait(mut self) {
        let _ = self.0.wait();
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        let _ = rustix::process::kill_process(rustix::process::Pid::from_child(&self.0), signal);
    }
}

impl Drop for Hand {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether this machine has a level of isolation.
pub(crate) fn has_isolation(level: &str) -> bool {
    let mut judge = Command::new(env!("CARGO_BIN_EXE_judge"));
    judge.args(["check", "--suite", "examples", "--isolation", level, "--", "true"]);
    let told = judge.output().unwrap().stderr;
    let told = String::from_utf8_lossy(&told);
    let is_there = !told.contains("is not available here");
    if !is_there {
        eprintln!("skipped: {}", told.trim());
    }
    is_there
}

/// A command of the judge on a database, with few languages and a short suite. What it logs is for whoever debugs.
fn command(what: &str, database: &str, home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
    command.args([what, "--database", database, "--language", LANGUAGES, "--suite", "examples"]);
    command.args(["--require-isolation", "rlimits"]);
    let log = std::fs::File::options().append(true).create(true).open(home.join("log")).unwrap();
    command.env("JUDGE_WEBHOOK_SECRET", "key");
    command.env("XDG_DATA_HOME", home).stdin(Stdio::null()).stderr(log);
    command
}

fn answer(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Answer {
    let mut answer = answer.unwrap();
    (answer.status().as_u16(), answer.body_mut().read_json().unwrap_or_default())
}
