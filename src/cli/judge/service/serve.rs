//! `judge serve`: the service.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Args;

use super::super::super::help::{MORE, brief};
use super::super::super::serve::address;
use super::super::super::{Failure, GOOD, failure, print};
use super::super::options::duration;
use super::age::age;
use crate::execution::Level;
use crate::http::raise_descriptors;
use crate::process::{Interrupt, core_count};
use crate::service::{Database, Server, ServerSettings, SiteSettings, Webhooks};

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
    database: super::database::Options,

    #[command(flatten)]
    work: super::work::Options,

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
    let stop = Interrupt::on_signals()?;
    let work = &arguments.work;
    let slots = arguments.workers.unwrap_or_else(|| core_count().get());
    let judging = (slots > 0).then(|| work.judging()).transpose()?;
    let level = judging.as_ref().map(|judging| judging.isolation.level());
    let catalogue = work.catalogue()?;
    let (database, roles) = (arguments.database.named()?, &arguments.worker_role);
    if !roles.is_empty() && matches!(database, Database::File(_)) {
        return Err(failure("--worker-role needs --database postgres://…"));
    }
    let store = database.open_patiently(roles, &stop)?;
    let site = site(arguments)?;
    let is_open = site.is_open;
    let settings = ServerSettings {
        site,
        languages: work.languages()?,
        isolation: work.least(),
        lease: arguments.lease,
        worker: judging.map(|judging| (judging, slots)),
    };
    let server = Server::bind(store, catalogue, settings)?;
    print(&format!("Judge at {}\n", server.url()?))?;
    if let Some(address) = server.figures()? {
        print(&format!("Figures at http://{address}/metrics\n"))?;
    }
    if let Some(link) = server.first_sign_in()? {
        print(&format!("Sign in as its admin within a quarter of an hour, once: {link}\n"))?;
    }
    if is_open {
        print("Anybody on this machine may submit without a token; --tokens asks for one.\n")?;
    }
    if let Some(level) = level {
        let warning = if level < Level::Filters { ": they can use this service and the network" } else { "" };
        print(&format!("Programs run at isolation {}{warning}.\n", level.name()))?;
    }
    server.run(&stop)?;
    Ok(GOOD)
}

fn site(arguments: &Arguments) -> Result<SiteSettings, Failure> {
    Ok(SiteSettings {
        listen: arguments.listen,
        names: arguments.name.clone(),
        is_proxied: arguments.proxy,
        is_open: !arguments.tokens && !arguments.proxy && arguments.listen.ip().is_loopback(),
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
