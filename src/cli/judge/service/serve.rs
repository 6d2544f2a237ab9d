//! `judge serve`: the service.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Args;

use super::super::super::help::{MORE, brief};
use super::super::super::{Failure, GOOD, print};
use super::super::options::duration;
use http::to_listen_on;
use judging::process::{Interrupt, core_count};
use service::{Age, Server, ServerSettings, SiteSettings, Webhooks};

/// Run a judging service: submissions in the browser and over HTTP, leaderboards
#[derive(Debug, Args)]
#[command(mut_args = brief(&["listen", "database", "workers", "challenges", "only", "suite", "tokens", "private", "show_sources", "name", "proxy", "keep"]))]
#[command(after_help = MORE, after_long_help = EXAMPLES)]
pub(in super::super) struct ServeArguments {
    /// Address and port, or a port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8081", value_parser = to_listen_on)]
    listen: SocketAddr,

    /// How many submissions to judge here at once; 0 leaves them to `judge worker` [default: the number of cores]
    #[arg(long, value_name = "N")]
    workers: Option<usize>,

    /// Require a token on this machine, too; other machines always need one
    #[arg(long)]
    tokens: bool,

    /// Show leaderboards only to those who have a token
    #[arg(long)]
    private: bool,

    /// Offer only these challenges, of those that are built in and those of --challenges
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,

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

    /// A database role of workers, which is granted only what they need; may be repeated
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
    #[arg(long, value_name = "ADDRESS", value_parser = to_listen_on)]
    metrics: Option<SocketAddr>,

    /// Delete submissions that are older than this, with their rulings
    #[arg(long, value_name = "TIME")]
    keep: Option<Age>,

    #[command(flatten)]
    database: super::database::DatabaseOptions,

    #[command(flatten)]
    work: super::work::WorkOptions,

    #[command(flatten)]
    logs: super::logs::Logs,
}

const EXAMPLES: &str = "\
Examples:
  judge serve                                            one machine, no set-up
  judge serve --challenges bank --listen 0.0.0.0:8081    a challenge of your own, for others
  judge serve --tokens --private --challenges exam --only exam
  judge serve --workers 0 --database postgres://judge@db/judge
  judge worker --database postgres://judge@db/judge      on as many machines as you like";

pub(in super::super) fn run(arguments: &ServeArguments) -> Result<u8, Failure> {
    arguments.logs.begin();
    let stop = Interrupt::on_signals()?;
    let work = &arguments.work;
    let slots = arguments.workers.unwrap_or_else(|| core_count().get());
    let judging = (slots > 0).then(|| work.judging()).transpose()?;
    let catalogue = work.catalogue(&arguments.only)?;
    let store = arguments.database.named()?.open_patiently(&arguments.worker_role, &stop)?;
    let webhooks = Webhooks {
        hosts: arguments.webhook_host.clone(),
        secret: std::env::var("JUDGE_WEBHOOK_SECRET").unwrap_or_default(),
    };
    let site = SiteSettings {
        listen: arguments.listen,
        names: arguments.name.clone(),
        is_proxied: arguments.proxy,
        asks_for_tokens: arguments.tokens,
        shows_sources: arguments.show_sources,
        is_private: arguments.private,
        pending: arguments.pending,
        webhooks,
        metrics: arguments.metrics,
        keep: arguments.keep,
    };
    let settings = ServerSettings {
        site,
        languages: work.languages()?,
        isolation: work.least(),
        lease: arguments.lease,
        worker: judging.map(|judging| (judging, slots)),
    };
    let server = Server::bind(store, catalogue, settings, &stop)?;
    print(&server.greeting(&stop)?)?;
    server.run(&stop)?;
    Ok(GOOD)
}
