//! The wire to a chromedriver of one's own: JSON over HTTP, as the `WebDriver` standard has it.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// A chromedriver and its one session; both end with it.
pub(crate) struct Wire {
    process: Child,
    agent: ureq::Agent,
    session: String,
    // It must stay open as long as chromedriver may have something to say.
    _said: BufReader<ChildStdout>,
}

/// How often it is tried to start one: beside others, one ended once before it listened.
const STARTS: usize = 5;

/// The longest that an answer may take, on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(60);

impl Wire {
    /// Starts a chromedriver, and a browser with these capabilities.
    ///
    /// # Errors
    /// What it said if it could not.
    pub(crate) fn start(capabilities: &Value) -> Result<Wire, String> {
        let (process, said, port) = (1..STARTS).find_map(|_| started().ok()).map_or_else(started, Ok)?;
        let config = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE));
        let agent = config.build().new_agent();
        let mut wire = Wire { process, agent, session: format!("http://127.0.0.1:{port}"), _said: said };
        let made = wire.post("/session", &json!({ "capabilities": { "alwaysMatch": capabilities } }))?;
        let id = made["sessionId"].as_str().ok_or("a session without a name")?;
        wire.session = format!("{}/session/{id}", wire.session);
        Ok(wire)
    }

    /// What is answered to a command.
    ///
    /// # Errors
    /// What it said if it refused.
    pub(crate) fn post(&self, command: &str, body: &Value) -> Result<Value, String> {
        let answer = self.agent.post(format!("{}{command}", self.session)).send_json(body);
        value(answer)
    }

    /// What is answered to a question.
    ///
    /// # Errors
    /// What it said if it refused.
    pub(crate) fn get(&self, question: &str) -> Result<Value, String> {
        value(self.agent.get(format!("{}{question}", self.session)).call())
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.session).call();
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn value(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Value, String> {
    let mut answer = answer.map_err(|why| why.to_string())?;
    let mut body: Value =
        answer.body_mut().with_config().limit(1 << 26).read_json().map_err(|why| why.to_string())?;
    let value = body["value"].take();
    match value["error"].as_str() {
        Some(error) if !answer.status().is_success() => {
            Err(format!("{error}: {}", value["message"].as_str().unwrap_or_default()))
        }
        _ => Ok(value),
    }
}

/// A chromedriver, what it says from now on, and the port that it has.
///
/// # Errors
/// What it said if it has none.
fn started() -> Result<(Child, BufReader<ChildStdout>, u16), String> {
    let mut process = Command::new("chromedriver")
        .args(["--port=0", "--log-level=SEVERE"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|why| format!("chromedriver: {why}"))?;
    let mut said = BufReader::new(process.stdout.take().expect("it is piped"));
    let mut words = String::new();
    while said.read_line(&mut words).is_ok_and(|length| length > 0) {
        let port = words.trim_end().trim_end_matches('.').rsplit_once("successfully on port ");
        if let Some(port) = port.and_then(|(_, port)| port.parse().ok()) {
            return Ok((process, said, port));
        }
    }
    let _ = process.wait();
    Err(format!("chromedriver ended before it named its port: {words}"))
}
