//! What the judging service costs. Run by hand: `cargo bench --features service --bench service [-- NAME]`; it takes some ten minutes.
//!
//! Simulated workers claim and rule as real ones do, and sleep instead of judging.

#[allow(dead_code, reason = "only what the server asks for is used")]
#[path = "../../tests/support/needs.rs"]
mod needs;
#[path = "../../tests/service/server.rs"]
#[allow(dead_code, reason = "tests use more of it")]
mod server;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use referee::service::{Class, JobState, NewSubmission, NewWorker, Ruling, Store};
use serde_json::json;
use server::Server;

const OURS: NewSubmission<'_> = NewSubmission {
    owner: "ada",
    idempotency_key: None,
    name: "ttt.py",
    source: b"print(1)\n",
    is_command: false,
    language: "Python",
    challenge: "tictactoe",
    challenge_key: "tictactoe@1",
    class: Class::Live,
    most: usize::MAX >> 1,
    webhook: None,
};

const TABLES: [(&str, fn()); 8] = [
    ("queue", queue),
    ("recipe", recipe),
    ("crowd", crowd),
    ("fair", fair),
    ("folder", folder),
    ("api", api),
    ("views", views),
    ("kept", kept),
];

fn main() {
    let wanted: Vec<_> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    println!("load at the start: {}", load());
    for (name, table) in TABLES {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            println!("\n{name}");
            table();
        }
    }
    println!("\nload at the end: {}", load());
}

fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or_default().to_owned()
}

fn line(what: &str, figure: impl std::fmt::Display) {
    println!("{what:<70} {figure}");
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

/// A fresh database, a file or on a server. On a server each worker has connections of its own; inside a program all share
/// one.
struct Base {
    store: Arc<Store>,
    server: Option<Server>,
}

impl Base {
    /// The store of a worker.
    fn worker(&self) -> Arc<Store> {
        match &self.server {
            Some(server) => Arc::new(Store::on_server(&server.url(), None).unwrap()),
            None => Arc::clone(&self.store),
        }
    }
}

/// Does something with a fresh database of each kind.
fn on_both(table: impl Fn(&str, &Base)) {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Store::file(&folder.path().join("judge.sqlite")).unwrap());
    table("SQLite", &Base { store, server: None });
    if let Some(server) = Server::start() {
        let store = Arc::new(Store::server(&server.url(), None, &[]).unwrap());
        table("PostgreSQL", &Base { store, server: Some(server) });
    }
}

/// Registers a worker; gives its secret.
fn register(store: &Store, machine: &str) -> String {
    store.set("0", "", Duration::from_secs(60)).unwrap();
    let abilities = ["Python".to_owned(), "tictactoe@1".to_owned()];
    let new = NewWorker {
        machine,
        machine_key: machine,
        build: "0",
        isolation: "none",
        pace: Duration::from_millis(1),
        abilities: &abilities,
    };
    let welcome = store.register(&new).unwrap();
    assert!(welcome.may_work);
    welcome.secret
}

/// Workers that take so long for a job, until nothing waits; gives how long each claim took.
fn work(base: &Base, workers: usize, time: Duration) -> Vec<Duration> {
    let claims = Mutex::new(Vec::new());
    let one = |number: usize| {
        let store = base.worker();
        let id = register(&store, &format!("worker{number}-{}", fastrand::u64(..)));
        let mut own = Vec::new();
        loop {
            let began = Instant::now();
            let jobs = store.claim(&id, 1, Class::Batch).unwrap();
            own.push(began.elapsed());
            let [job] = &jobs[..] else { break };
            std::thread::sleep(time);
            store
                .finish(&id, job, &Ruling { tools: None, verdict: "accepted", log: &[b'x'; 2_000] })
                .unwrap();
        }
        claims.lock().unwrap().extend(own);
    };
    std::thread::scope(|scope| (0..workers).for_each(|number| drop(scope.spawn(move || one(number)))));
    claims.into_inner().unwrap()
}

fn percentile(times: &mut [Duration], share: f64) -> Duration {
    times.sort_unstable();
    times[((times.len() - 1) as f64 * share) as usize]
}

fn submit(store: &Store, count: usize) {
    (0..count).for_each(|_| drop(store.submit(&OURS).unwrap()));
}

/// What the queue itself costs.
fn queue() {
    const JOBS: usize = 1_000;
    on_both(|name, base| {
        let store = &*base.store;
        let began = Instant::now();
        submit(store, JOBS);
        line(&format!("{name}: submit"), milliseconds(began.elapsed() / JOBS as u32));
        let began = Instant::now();
        work(base, 1, Duration::ZERO);
        line(&format!("{name}: claim and finish together"), milliseconds(began.elapsed() / JOBS as u32));
    });
}

/// The recipe of CMS: 5,100 operations of 0.1 s on 6 workers; ideal 85 s.
fn recipe() {
    on_both(|name, base| {
        let store = &*base.store;
        submit(store, 5_100);
        let began = Instant::now();
        work(base, 6, Duration::from_millis(100));
        line(
            &format!("{name}: 5,100 jobs of 0.1 s on 6 workers (ideal 85 s)"),
            format!("{:.1} s", began.elapsed().as_secs_f64()),
        );
    });
}

/// Two hundred workers that do nothing else than claim and rule.
fn crowd() {
    const JOBS: usize = 10_000;
    on_both(|name, base| {
        let store = &*base.store;
        submit(store, JOBS);
        let began = Instant::now();
        let mut claims = work(base, 200, Duration::ZERO);
        let rate = JOBS as f64 / began.elapsed().as_secs_f64();
        line(&format!("{name}: 200 workers, jobs a second"), format!("{rate:.0}"));
        line(&format!("{name}: a claim, median"), milliseconds(percentile(&mut claims, 0.5)));
        line(&format!("{name}: a claim, 99 of 100"), milliseconds(percentile(&mut claims, 0.99)));
    });
}

/// How long one submission waits behind a thousand of somebody else, with jobs of 0.1 s on 2 workers.
fn fair() {
    const ROUNDS: usize = 100;
    on_both(|name, base| {
        let store = &*base.store;
        (0..1_000).for_each(|_| drop(store.submit(&NewSubmission { owner: "many", ..OURS }).unwrap()));
        let waits = Mutex::new(Vec::new());
        let done = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| work(base, 2, Duration::from_millis(100)));
            scope.spawn(|| {
                for _ in 0..ROUNDS {
                    let began = Instant::now();
                    let id = store.submit(&NewSubmission { owner: "one", ..OURS }).unwrap();
                    while store.status(&id).unwrap().unwrap().state == JobState::Queued {
                        std::thread::sleep(Duration::from_millis(2));
                    }
                    waits.lock().unwrap().push(began.elapsed());
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        });
        let mut waits = waits.into_inner().unwrap();
        line(
            &format!("{name}: wait behind 1,000 jobs of 0.1 s, median"),
            milliseconds(percentile(&mut waits, 0.5)),
        );
        line(&format!("{name}: the same, 99 of 100"), milliseconds(percentile(&mut waits, 0.99)));
    });
}

/// A server that ends with the table.
struct Running(Child, String);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(folder: &Path, workers: &str) -> Running {
    use std::io::{BufRead, BufReader};
    let mut server = Command::new(env!("CARGO_BIN_EXE_judge"));
    server.args([
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--workers",
        workers,
        "--suite",
        "smoke",
        "--language",
        "Lua,Perl,Python",
    ]);
    server.arg("--database").arg(folder.join("judge.sqlite")).args(["--pending", "100000"]);
    let mut server = server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let url = said.trim().strip_prefix("Judge at ").unwrap().trim_end_matches('/').to_owned();
    Running(server, url)
}

/// Two hundred programs, by `judge check` and by a service with workers inside.
fn folder() {
    let home = tempfile::tempdir().unwrap();
    let programs = home.path().join("programs");
    std::fs::create_dir(&programs).unwrap();
    for number in 0..200 {
        let (ending, comment) = [("py", "#"), ("pl", "#"), ("lua", "--")][number % 3];
        let golfed =
            std::fs::read_to_string(format!("{}/golf/tictactoe/ttt.{ending}", env!("CARGO_MANIFEST_DIR")));
        let text = format!("{}\n{comment} {number}\n", golfed.unwrap().trim_end_matches('\n'));
        std::fs::write(programs.join(format!("p{number}.{ending}")), text).unwrap();
    }
    let began = Instant::now();
    let mut check = Command::new(env!("CARGO_BIN_EXE_judge"));
    check.args(["check", "--suite", "smoke"]).arg(&programs).stdout(Stdio::null()).stderr(Stdio::null());
    assert!(check.status().unwrap().success());
    let alone = began.elapsed();
    line("judge check on 200 programs, smoke", format!("{:.1} s", alone.as_secs_f64()));
    let server = serve(home.path(), "2");
    let agent = ureq::Agent::new_with_defaults();
    // The worker knows its languages when the first program is ruled on.
    hand_in(&agent, &server.1, "first.py", "print(1)\n", "30s");
    let began = Instant::now();
    let mut ids = Vec::new();
    for file in std::fs::read_dir(&programs).unwrap() {
        let file = file.unwrap();
        let source = std::fs::read_to_string(file.path()).unwrap();
        ids.push(hand_in(&agent, &server.1, &file.file_name().to_string_lossy(), &source, "0s"));
    }
    for id in ids {
        while status(&agent, &server.1, &id) != "accepted" {}
    }
    line("the same by judge serve", format!("{:.1} s", began.elapsed().as_secs_f64()));
    line("ratio", format!("{:.2}", began.elapsed().as_secs_f64() / alone.as_secs_f64()));
}

fn hand_in(agent: &ureq::Agent, url: &str, name: &str, source: &str, wait: &str) -> String {
    let body = json!({ "challenge": "tictactoe", "name": name, "source": source });
    let mut answer = agent.post(format!("{url}/v1/submissions?wait={wait}")).send_json(body).unwrap();
    let said: serde_json::Value = answer.body_mut().read_json().unwrap();
    said["id"].as_str().unwrap().to_owned()
}

fn status(agent: &ureq::Agent, url: &str, id: &str) -> String {
    let mut answer = agent.get(format!("{url}/v1/submissions/{id}?wait=30s")).call().unwrap();
    let said: serde_json::Value = answer.body_mut().read_json().unwrap();
    said["verdict"].as_str().unwrap_or_default().to_owned()
}

/// A hundred submissions a second for half a minute.
fn api() {
    const RATE: u32 = 100;
    const COUNT: u32 = 3_000;
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), "0");
    let times = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    let began = Instant::now();
    let send = || {
        let agent = ureq::Agent::new_with_defaults();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed) as u32;
            if number >= COUNT {
                return;
            }
            let due = began + Duration::from_secs(1) * number / RATE;
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            hand_in(&agent, &server.1, "a.py", "print(1)\n", "0s");
            // From the time at which it was due, so that a server which stalls is not flattered.
            times.lock().unwrap().push(due.elapsed());
        }
    };
    std::thread::scope(|scope| (0..8).for_each(|_| drop(scope.spawn(send))));
    let mut times = times.into_inner().unwrap();
    line("100 submissions a second for 30 s: answer, median", milliseconds(percentile(&mut times, 0.5)));
    line("the same, 99 of 100", milliseconds(percentile(&mut times, 0.99)));
    let memory = std::fs::read_to_string(format!("/proc/{}/status", server.0.id())).unwrap_or_default();
    let peak = memory.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line("the server's memory at most", peak.trim());
}

/// A figure of a server's memory, such as `VmRSS`, in KiB.
fn memory(server: &Running, name: &str) -> i64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.0.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// A thousand views of each page: the memory of the server stays where it was (aim: within 10 MB).
fn views() {
    const VIEWS: usize = 1_000;
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), "1");
    let mut token = Command::new(env!("CARGO_BIN_EXE_judge"));
    token.args(["token", "admin", "--scope", "admin", "--database"]).arg(home.path().join("judge.sqlite"));
    let token = String::from_utf8(token.output().unwrap().stdout).unwrap();
    let agent = ureq::Agent::new_with_defaults();
    let get = |path: &str| {
        let request = agent.get(format!("{}{path}", server.1));
        let mut answer = request.header("authorization", format!("Bearer {}", token.trim())).call().unwrap();
        answer.body_mut().read_to_string().unwrap()
    };
    let submit = |challenge: &str, source: &str| {
        let body = json!({ "challenge": challenge, "name": "a.py", "source": source });
        let request = agent.post(format!("{}/v1/submissions", server.1));
        let request = request.header("authorization", format!("Bearer {}", token.trim()));
        let said: serde_json::Value = request.send_json(body).unwrap().body_mut().read_json().unwrap();
        let id = said["id"].as_str().unwrap().to_owned();
        while !get(&format!("/v1/submissions/{id}?wait=30s")).contains("\"done\"") {}
        id
    };
    let ids = [submit("bank", "print('> ')\n"), submit("tictactoe", "print('X> ')\n")];
    let mut pages =
        ["/", "/challenges/bank", "/v1/leaderboards/bank", "/mine", "/admin", "/metrics", "/v1/submissions"]
            .map(str::to_owned)
            .to_vec();
    for id in &ids {
        pages.push(format!("/submissions/{id}"));
        let formats = ["terminal", "json", "junit", "markdown", "html", "run"];
        pages.extend(formats.map(|format| format!("/v1/submissions/{id}/report?format={format}")));
    }
    for page in pages {
        // What is made at the first view is kept.
        (0..20).for_each(|_| drop(get(&page)));
        let (before, began) = (memory(&server, "VmRSS"), Instant::now());
        (0..VIEWS).for_each(|_| drop(get(&page)));
        let more = memory(&server, "VmRSS") - before;
        let each = milliseconds(began.elapsed() / VIEWS as u32);
        let page = ids.iter().fold(page, |page, id| page.replace(id, "ID"));
        line(&format!("{VIEWS} views of {page}"), format!("{:+.1} MB, {each} each", more as f64 / 1024.0));
    }
    line("the server's memory at most", format!("{} kB", memory(&server, "VmHWM")));
}

/// What five thousand submissions of ten programs take on the disk.
fn kept() {
    const COUNT: usize = 5_000;
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), "2");
    let agent = ureq::Agent::new_with_defaults();
    let source = |number: usize| {
        let wrong = "print('X> ', end='')\n".to_owned();
        let golfed =
            || std::fs::read_to_string(format!("{}/golf/tictactoe/ttt.py", env!("CARGO_MANIFEST_DIR")));
        format!("{}# {}\n", if number.is_multiple_of(2) { golfed().unwrap() } else { wrong }, number % 10)
    };
    let ids: Vec<_> =
        (0..COUNT).map(|number| hand_in(&agent, &server.1, "a.py", &source(number), "0s")).collect();
    for id in &ids {
        while status(&agent, &server.1, id).is_empty() {}
    }
    drop(server);
    let file = home.path().join("judge.sqlite");
    let mut vacuum = Command::new(env!("CARGO_BIN_EXE_judge"));
    // Whoever opens the file last writes its log into it.
    vacuum.args(["service", "forget", "--owner", "nobody", "--database"]).arg(&file).stdout(Stdio::null());
    assert!(vacuum.status().unwrap().success());
    let bytes = std::fs::metadata(&file).unwrap().len();
    line(&format!("{COUNT} submissions of ten programs, ruled"), format!("{:.1} MB", bytes as f64 / 1e6));
    line("for each", format!("{:.2} kB", bytes as f64 / 1e3 / COUNT as f64));
}
