//! Servers and workers that start while the database restarts.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::proxy::Proxy;
use crate::server::Server;

/// Starts something again and again, and restarts the database at another of its questions each time: some of the first, as long
/// as there are so many. Gives how often that was.
fn restarts(
    server: &Server,
    questions: impl Iterator<Item = usize>,
    start: impl Fn(&str) -> bool + Sync,
) -> usize {
    let is_cut = |questions: &usize| {
        let proxy = Proxy::to(server.socket());
        proxy.hold_after(*questions);
        let address = format!("postgres://judge@127.0.0.1:{}/postgres", proxy.port());
        std::thread::scope(|scope| {
            let starting = scope.spawn(|| start(&address));
            while !starting.is_finished() && !proxy.is_held() {}
            let is_cut = !starting.is_finished();
            if is_cut {
                server.crash();
                proxy.hold(false);
            }
            assert!(starting.join().unwrap(), "it ended when the database restarted at question {questions}");
            is_cut
        })
    };
    questions.take_while(is_cut).count()
}

#[test]
fn whatever_question_a_restart_interrupts_what_starts_goes_on() {
    let Some(server) = Server::start() else { return };
    let judge = |what: &str, address: &str| {
        let mut judge = Command::new(env!("CARGO_BIN_EXE_judge"));
        judge.args([what, "--database", address, "--suite", "smoke", "--language", "sh"]);
        judge.stdout(Stdio::piped());
        judge
    };
    let serve = |address: &str| {
        let mut serve = judge("serve", address);
        serve.args(["--listen", "127.0.0.1:0", "--workers", "0", "--only", "bank"]);
        let mut process = serve.spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        // It is new, so the last question is for a link.
        let has_link = lines.take(2).any(|line| line.is_ok_and(|line| line.contains("sign-in?link=")));
        let _ = (process.kill(), process.wait());
        has_link
    };
    assert!(serve(&server.address()), "it makes the tables");
    let step = if std::env::var_os("LONG_TESTS").is_some() { 1 } else { 14 };
    assert!(restarts(&server, (step..).step_by(step), serve) > 1);
    let work = |address: &str| judge("worker", address).arg("--drain").status().unwrap().success();
    // Until it is ready it asks for work again and again.
    assert!(restarts(&server, (step..28).step_by(step), work) > 0);
}
