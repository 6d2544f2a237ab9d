//! Workers and servers that are killed, frozen and cut off, over and over, while programs are handed in and a challenge is
//! edited: in the end each submission has exactly one ruling that counts, none is lost, and each is the right one.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::proxy::Proxy;
use crate::server::Server;
use crate::site::{Hand, Site};

/// How many programs are handed in, unless `JUDGE_CHAOS` says another number.
const USUAL: usize = 24;

/// How long a lease lasts.
const LEASE: &str = "2s";

/// How long all of it may take.
const PATIENCE: Duration = Duration::from_secs(1800);

/// Programs, and what is to be said of them. The last is for the challenge that is edited.
const PROGRAMS: [(&str, &str, &str); 5] = [
    ("ttt.py", "golf/tictactoe/ttt.py", "accepted"),
    ("ttt.pl", "golf/tictactoe/ttt.pl", "accepted"),
    ("silent.sh", "", "early"),
    ("loud.py", "", "wrong"),
    ("copies.sh", "", "accepted"),
];

/// The place of the program for the challenge that is edited.
const EDITED: usize = PROGRAMS.len() - 1;

/// How many harms are done for so many programs.
const PROGRAMS_A_HARM: usize = 3;

/// What is done, in turn.
#[derive(Clone, Copy, Debug)]
enum Harm {
    /// A worker that holds a job is killed.
    Kill,
    /// A worker that holds a job is frozen until its lease is over, and then goes on.
    Freeze,
    /// The database is switched off and on.
    Crash,
    /// All connections to the database are cut.
    Cut,
    /// A worker that holds a job is not heard, and hears nothing, until its lease is over.
    Hold,
    /// The server is killed.
    KillServer,
    /// A challenge gets one more case, and the server and all workers are started anew.
    Edit,
}

const HARMS: [Harm; 9] = [
    Harm::Kill,
    Harm::Freeze,
    Harm::Hold,
    Harm::Crash,
    Harm::Cut,
    Harm::KillServer,
    Harm::Kill,
    Harm::Edit,
    Harm::Freeze,
];

/// All that runs.
struct World {
    server: Server,
    home: TempDir,
    site: Site,
    admin: String,
    workers: Vec<Machine>,
    /// How many workers there were.
    count: usize,
    /// How many cases the challenge has that is edited.
    cases: usize,
    /// When to give up.
    until: Instant,
}

/// A worker, and its line to the database.
struct Machine {
    name: String,
    proxy: Proxy,
    hand: Hand,
}

#[test]
fn each_submission_is_ruled_on_once_whatever_is_killed() {
    let Some(server) = Server::start() else { return };
    let count = std::env::var("JUDGE_CHAOS").ok().and_then(|count| count.parse().ok()).unwrap_or(USUAL);
    let mut world = World::new(server);
    let expected: Vec<_> = (0..count).map(|number| world.hand_in(number)).collect();
    let ids: BTreeSet<_> = expected.iter().map(|(id, _)| id).collect();
    assert_eq!(ids.len(), count, "two submissions have one identifier");
    for harm in HARMS.iter().cycle().take(count / PROGRAMS_A_HARM) {
        world.suffer(*harm);
    }
    for (id, verdict) in &expected {
        while !world.is_ruled(id, verdict) {}
    }
    world.compare(expected.iter().map(|(id, _)| id));
    let number = |query: &str| world.server.number(query);
    assert_eq!(number("select count(*) from judge.ruling"), i64::try_from(count).unwrap(), "one ruling each");
    assert_eq!(number("select count(*) from judge.job where state <> 'done'"), 0);
    let differ = "select count(*) from judge.stale join judge.job on job.id = stale.job
        join judge.ruling on ruling.submission = job.submission where ruling.verdict <> stale.verdict";
    assert_eq!(number(differ), 0, "machines disagree");
    let (lost, stale) =
        (number("select sum(deaths) from judge.job"), number("select count(*) from judge.stale"));
    eprintln!("{count} submissions, {lost} leases lost, {stale} rulings too late");
    assert!(lost > 0, "nothing was harmed");
}

impl World {
    fn new(server: Server) -> World {
        let home = tempfile::tempdir().unwrap();
        write_challenge(&home, 1);
        let site = site(&server, &home);
        let admin = site.admin.clone();
        let mut world = World {
            server,
            home,
            site,
            admin,
            workers: Vec::new(),
            count: 0,
            cases: 1,
            until: Instant::now() + PATIENCE,
        };
        (0..3).for_each(|_| world.hire());
        world
    }

    /// Starts a worker. Each has a machine of its own: three deaths in a row would suspend it.
    fn hire(&mut self) {
        let name = format!("machine{}", self.count);
        self.count += 1;
        let proxy = Proxy::to(self.server.socket());
        let address = format!("postgres://judge@127.0.0.1:{}/postgres", proxy.port());
        let hand = Hand::start(&address, self.home.path(), &name, &challenges(&self.home));
        self.workers.push(Machine { name, proxy, hand });
    }

    /// Submits a program, and returns the identifier with the expected verdict. Without an answer the request
    /// is repeated with the same key.
    fn hand_in(&mut self, number: usize) -> (String, &'static str) {
        let (name, _, verdict) = PROGRAMS[number % PROGRAMS.len()];
        let challenge = if number % PROGRAMS.len() == EDITED { "edited" } else { "tictactoe" };
        let body = json!({ "challenge": challenge, "name": name, "source": source(number) });
        let key = format!("key{number}");
        loop {
            match self.site.post_as("/v1/submissions", &self.admin, Some(&key), &body) {
                Some((200 | 202, submission)) => {
                    return (submission["id"].as_str().unwrap().to_owned(), verdict);
                }
                Some((503, _)) => {}
                None => self.revive(),
                Some(other) => panic!("{other:?}"),
            }
        }
    }

    fn suffer(&mut self, harm: Harm) {
        match harm {
            Harm::Kill => {
                if let Some(place) = self.freeze_a_holder() {
                    drop(self.workers.remove(place));
                    self.hire();
                }
            }
            Harm::Freeze => {
                if let Some(place) = self.freeze_a_holder() {
                    self.wait_until_lost(place);
                    self.workers[place].hand.signal(Signal::CONT);
                }
            }
            Harm::Hold => {
                if let Some(place) = self.freeze_a_holder() {
                    self.workers[place].proxy.hold(true);
                    self.workers[place].hand.signal(Signal::CONT);
                    self.wait_until_lost(place);
                    self.workers[place].proxy.hold(false);
                }
            }
            Harm::Crash => self.server.crash(),
            Harm::Cut => {
                self.workers.iter().for_each(|worker| worker.proxy.cut());
                self.server.query(
                    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'judge'",
                );
            }
            Harm::KillServer => {
                self.site.kill();
                self.revive();
            }
            Harm::Edit => {
                self.cases += 1;
                write_challenge(&self.home, self.cases);
                self.site.kill();
                self.revive();
                let workers: Vec<_> = self.workers.drain(..).collect();
                workers.iter().for_each(|worker| worker.hand.signal(Signal::TERM));
                workers.into_iter().for_each(|worker| worker.hand.wait());
                (0..3).for_each(|_| self.hire());
            }
        }
    }

    /// Stops a worker while it holds a job; none if no job is left.
    fn freeze_a_holder(&self) -> Option<usize> {
        while self.waits() > 0 {
            let place = self.workers.iter().position(|worker| self.holds(&worker.name));
            let Some(place) = place else { continue };
            self.workers[place].hand.signal(Signal::STOP);
            if self.holds(&self.workers[place].name) {
                return Some(place);
            }
            self.workers[place].hand.signal(Signal::CONT);
        }
        None
    }

    /// Waits until a worker's lease is over.
    fn wait_until_lost(&self, place: usize) {
        while self.holds(&self.workers[place].name) && self.waits() > 0 {}
    }

    /// Whether a worker holds a job; not one that two were lost with, since the third would make it the judge's error.
    fn holds(&self, machine: &str) -> bool {
        self.server.number(&format!(
            "select count(*) from judge.job join judge.worker on worker.id = job.worker
                join judge.machine on machine.key = worker.machine
            where job.state = 'leased' and job.deaths < 2 and machine.name = '{machine}'"
        )) > 0
    }

    /// How many jobs are not done.
    fn waits(&self) -> i64 {
        assert!(Instant::now() < self.until, "jobs are left");
        self.server.number("select count(*) from judge.job where state <> 'done'")
    }

    /// Whether a submission is ruled on; then its verdict is the right one.
    fn is_ruled(&self, id: &str, verdict: &str) -> bool {
        let (status, submission) = self.site.get(&format!("/v1/submissions/{id}?wait=10s"), &self.admin);
        assert!(Instant::now() < self.until, "{submission}");
        let is_done = status == 200 && submission["state"] == "done";
        if is_done {
            assert_eq!(submission["verdict"], verdict, "{submission}");
        }
        is_done
    }

    /// Whether each saved run is that of `judge check` on one machine, but for times and names of machines.
    fn compare<'a>(&self, submissions: impl Iterator<Item = &'a String>) {
        let alone: Vec<_> = (0..EDITED).map(alone).collect();
        for (number, id) in submissions.enumerate().filter(|(number, _)| number % PROGRAMS.len() != EDITED) {
            let (status, run) =
                self.site.get(&format!("/v1/submissions/{id}/report?format=run"), &self.admin);
            assert_eq!(status, 200, "{run}");
            let run = lasting(run).to_string().replace(&mark(number), &mark(0));
            assert_eq!(run, alone[number % PROGRAMS.len()], "{id}");
        }
    }

    /// Starts the server anew, if it is gone.
    fn revive(&mut self) {
        if self.site.text_or_none("/health").is_none() {
            self.site = site(&self.server, &self.home);
        }
    }
}

fn site(server: &Server, home: &TempDir) -> Site {
    let challenges = challenges(home);
    let options =
        ["--workers", "0", "--lease", LEASE].into_iter().chain(challenges.iter().map(String::as_str));
    Site::on(&server.address(), home.path(), &options.collect::<Vec<_>>())
}

/// The options for the challenge that is edited, and for the suite of its cases.
fn challenges(home: &TempDir) -> [String; 4] {
    let folder = home.path().join("edited").to_str().unwrap().to_owned();
    ["--suite".to_owned(), "fixtures".to_owned(), "--challenges".to_owned(), folder]
}

/// Writes the challenge that is edited, with so many cases.
fn write_challenge(home: &TempDir, cases: usize) {
    let folder = home.path().join("edited");
    std::fs::create_dir_all(&folder).unwrap();
    let cases =
        (0..cases).map(|case| format!("[case.copy{case}]\ninput = \"{case}\\n\"\nanswer = \"{case}\"\n"));
    let text = format!("title = \"Edited\"\n[cases]\n{}", cases.collect::<String>());
    std::fs::write(folder.join("challenge.toml"), text).unwrap();
}

/// A program that no other is like, so that nothing is known of it, but for every fifth.
fn source(number: usize) -> String {
    marked(number, &mark(if number.is_multiple_of(5) { 0 } else { number }))
}

/// What tells programs apart; all are of one length, so that the reports are.
fn mark(number: usize) -> String {
    format!("# {number:04}")
}

fn marked(number: usize, mark: &str) -> String {
    let text = match PROGRAMS[number % PROGRAMS.len()] {
        ("silent.sh", ..) => "exit 0\n".to_owned(),
        ("loud.py", ..) => "print('X> ')\n".to_owned(),
        ("copies.sh", ..) => "cat\n".to_owned(),
        (_, path, _) => std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap(),
    };
    format!("{}\n{mark}\n", text.trim_end_matches('\n'))
}

/// The saved run of one of the programs by `judge check`.
fn alone(number: usize) -> String {
    let (folder, name) = (tempfile::tempdir().unwrap(), PROGRAMS[number].0);
    let (program, saved) = (folder.path().join(name), folder.path().join("run.json"));
    std::fs::write(&program, marked(number, &mark(0))).unwrap();
    let mut check = Command::new(env!("CARGO_BIN_EXE_judge"));
    check.args(["check", "--suite", "fixtures,examples", "--jobs", "1", "--save"]).args([&saved, &program]);
    let status = check.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
    assert_ne!(status.code(), Some(2));
    let run = std::fs::read_to_string(saved).unwrap();
    let run = run.replace(&format!("{}/", folder.path().display()), "");
    lasting(serde_json::from_str(&run).unwrap()).to_string()
}

/// What differs between two runs of one program: times, what it used, where it was made, how many runs were drawn to be made
/// both ways, and the commands, which the service shows as the author would type them.
const OF_ONE_RUN: [&str; 9] =
    ["seconds", "latency", "most", "usage", "origin", "checked", "starts", "command", "replay"];

/// A saved run without what differs.
fn lasting(mut run: Value) -> Value {
    match &mut run {
        Value::Object(members) => {
            members.retain(|name, _| !OF_ONE_RUN.contains(&name.as_str()));
            members.values_mut().for_each(|value| *value = lasting(value.take()));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| *value = lasting(value.take())),
        _ => {}
    }
    run
}
