//! `judge serve`: the service.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::super::super::help::{MORE, brief};
use super::super::super::serve::{address, on_signals, url};
use super::super::super::{Failure, GOOD, failure, print};
use super::super::options::duration;
use super::age::age;
use super::token::LINK;
use super::work::{Terms, machine};
use crate::execution::Level;
use crate::http::raise_descriptors;
use crate::process::Interrupt;
use crate::service::{Scope, Site, SiteSettings, Store, Wakeup, Webhooks, Worker, build, pace};

/// How long a worker inside the server waits before it asks again for work, if nothing wakes it.
const PAUSE: Duration = Duration::from_secs(1);

/// Run a judging service: submissions in the browser and over HTTP, leaderboards
#[derive(Debug, Args)]
#[command(mut_args = brief(&BRIEF), after_help = MORE, after_long_help = EXAMPLES)]
pub(in super::super) struct Arguments {
    /// Address and port, or a port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8081", value_parser = address)]
    listen: SocketAddr,

    /// How many submissions to judge here at once; 0 leaves them to `judge worker` [default: the number of cores]
    #[arg(long, value_name = "N")]
    workers: Option<usize>,

    /// Require a token on this machine, too; other machines always need one
    #[arg(long)]
    tokens: bool,

    /// Show the sources and reports of all submissions to everybody
    #[arg(long)]
    show_sources: bool,

    /// How many submissions of one owner may wait
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pending: usize,

    /// A host that submissions may name for their webhooks, with its port unless that is the default one; the key for
    /// signatures is read from `JUDGE_WEBHOOK_SECRET`; may be repeated
    #[arg(long, value_name = "HOST")]
    webhook_host: Vec<String>,

    /// A database role of workers, which is granted what they need and nothing else; may be repeated
    #[arg(long, value_name = "ROLE")]
    worker_role: Vec<String>,

    /// How long a worker may be silent before others get its jobs
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    lease: Duration,

    /// A host name of this machine that browsers may use; may be repeated
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,

    /// Take requests from a proxy on this machine, which appends the client to X-Forwarded-For
    #[arg(long)]
    proxy: bool,

    /// An address and port where everybody may read the figures for Prometheus; without it only admins can, at /metrics
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    metrics: Option<SocketAddr>,

    /// Delete submissions that are older than this, with their rulings
    #[arg(long, value_name = "TIME", value_parser = age)]
    keep: Option<Duration>,

    #[command(flatten)]
    database: super::database::Database,

    #[command(flatten)]
    work: super::work::Work,

    #[command(flatten)]
    logs: super::logs::Logs,
}

/// The options that `-h` shows.
const BRIEF: [&str; 10] = [
    "listen",
    "database",
    "workers",
    "challenges",
    "suite",
    "tokens",
    "show_sources",
    "name",
    "proxy",
    "keep",
];

/// The variable with the key of the signatures.
const SECRET: &str = "JUDGE_WEBHOOK_SECRET";

const EXAMPLES: &str = "\
Examples:
  judge serve                                            one machine, no set-up
  judge serve --challenges bank --listen 0.0.0.0:8081    a challenge of your own, for others
  judge serve --workers 0 --database postgres://judge@db/judge
  judge worker --database postgres://judge@db/judge      on as many machines as you like";

pub(in super::super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    arguments.logs.begin();
    raise_descriptors();
    let (told, stop) = (on_signals()?, Interrupt::on_signals()?);
    let slots =
        arguments.workers.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let isolation = (slots > 0).then(|| arguments.work.isolation()).transpose()?;
    let catalogue = Arc::new(arguments.work.catalogue()?);
    let store = Arc::new(arguments.database.open_patiently(&arguments.worker_role, &stop)?);
    store.set(build(), arguments.work.least().name(), arguments.lease)?;
    store.set_pace(pace())?;
    let wakeup = Wakeup::new()?;
    let terms = Terms { machine: machine(), slots, pause: PAUSE, drains: false, wakeup: wakeup.clone() };
    let worker =
        |isolation| arguments.work.worker(Arc::clone(&store), Arc::clone(&catalogue), isolation, terms);
    let worker = isolation.map(worker).transpose()?;
    let languages = arguments.work.languages()?;
    let site =
        Site::bind(Arc::clone(&store), Arc::clone(&catalogue), languages, settings(arguments)?, wakeup)?;
    let url = url(site.address()?);
    print(&format!("Judge at {url}\n"))?;
    if let Some(address) = site.figures()? {
        print(&format!("Figures at http://{address}/metrics\n"))?;
    }
    greet(arguments, &store, &url)?;
    worker.as_ref().map_or(Ok(()), |worker| print(&isolated(worker)))?;
    std::thread::scope(|scope| {
        let work = worker.as_ref().map(|worker| scope.spawn(|| worker.run(&stop)));
        let served = site.run(async move { told.notified().await });
        // If the server cannot listen, its worker stops, too.
        if served.is_err()
            && let Some(pid) = rustix::process::Pid::from_raw(std::process::id().cast_signed())
        {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        }
        let worked = work.map_or(Ok(Ok(())), std::thread::ScopedJoinHandle::join);
        served?;
        Ok(worked.map_err(|_| failure("the worker failed"))??)
    })
    .map(|()| GOOD)
}

/// Prints how to sign in, as long as nobody has a token.
fn greet(arguments: &Arguments, store: &Store, url: &str) -> Result<(), Failure> {
    if !store.has_tokens()? {
        let link = store.new_link("admin", &[Scope::Admin], LINK)?;
        print(&format!(
            "Sign in as its admin within a quarter of an hour, once: {url}sign-in?link={link}\n"
        ))?;
    }
    if is_open(arguments) {
        print("Anybody on this machine may submit without a token; --tokens asks for one.\n")?;
    }
    Ok(())
}

/// How programs are isolated here.
fn isolated(worker: &Worker) -> String {
    let level = worker.judging.isolation.level();
    let warning = if level < Level::Filters { ": they can use this service and the network" } else { "" };
    format!("Programs run at isolation {}{warning}.\n", level.name())
}

/// Whether clients on this machine may submit without a token.
fn is_open(arguments: &Arguments) -> bool {
    !arguments.tokens && !arguments.proxy && arguments.listen.ip().is_loopback()
}

fn settings(arguments: &Arguments) -> Result<SiteSettings, Failure> {
    let mut names = arguments.name.clone();
    if !arguments.listen.ip().is_loopback() {
        names.extend([format!("{}.local", machine()), machine()]);
    }
    Ok(SiteSettings {
        listen: arguments.listen,
        names,
        is_proxied: arguments.proxy,
        is_open: is_open(arguments),
        shows_sources: arguments.show_sources,
        pending: arguments.pending,
        webhooks: webhooks(arguments)?,
        metrics: arguments.metrics,
        keep: arguments.keep,
    })
}

/// The hosts for webhooks. Without a signature they could not verify the sender.
fn webhooks(arguments: &Arguments) -> Result<Webhooks, Failure> {
    let secret = std::env::var(SECRET).unwrap_or_default();
    match arguments.webhook_host.is_empty() || !secret.is_empty() {
        true => Ok(Webhooks { hosts: arguments.webhook_host.clone(), secret }),
        false => Err(failure(format!("--webhook-host: set {SECRET} to the key of the signatures"))),
    }
}
