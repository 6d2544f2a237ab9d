//! `referee serve`: games in the browser.

use std::io::IsTerminal;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use etcetera::BaseStrategy;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use tokio::sync::Notify;

use super::{Failure, GOOD, failure, print};
use crate::catalogue;
use crate::dialect::{Declared, Speech};
use crate::http::raise_descriptors;
use crate::web::{Challenges, Server, Settings, shown};

/// Play in the browser, against the computer or with friends
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Address and port, or a port; 0.0.0.0:8080 lets other machines connect
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = address)]
    listen: SocketAddr,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// The folder for saved games [default: referee in the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Pause before the computer answers a person
    #[arg(long, value_name = "TIME", default_value = "600ms", value_parser = pause)]
    pause: Duration,

    /// A host name of this machine that browsers may use; may be repeated
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,

    /// A folder with your own challenge of rules, offered beside the built-in ones; may be repeated
    #[arg(long, value_name = "FOLDER")]
    challenge: Vec<PathBuf>,

    /// Take requests from a proxy on this machine, which appends the client to X-Forwarded-For
    #[arg(long)]
    proxy: bool,
}

/// Serves until it is stopped.
pub(super) fn run(arguments: &Serve) -> Result<u8, Failure> {
    let data = arguments.data.clone().map_or_else(folder, Ok)?;
    let told = on_signals()?;
    let server = Server::bind(Settings {
        listen: arguments.listen,
        data: data.clone(),
        pause: arguments.pause,
        names: names(arguments),
        is_proxied: arguments.proxy,
        challenges: challenges(&arguments.challenge)?,
    })?;
    raise_descriptors();
    let url = url(server.address()?);
    print(&format!("Play at {url}\n"))?;
    if std::io::stdout().is_terminal() {
        print(&format!("Games are saved in {}. Press Ctrl-C to stop.\n", data.display()))?;
    }
    if arguments.open {
        open(&url)?;
    }
    server.run(async move { told.notified().await })?;
    Ok(GOOD)
}

/// The challenges in these folders, and the built-in ones, unless a folder has the same name.
fn challenges(folders: &[PathBuf]) -> Result<Challenges, Failure> {
    let mut given: Vec<Declared> = Vec::new();
    for folder in folders {
        let challenge = with_rules(folder)?;
        if given.iter().any(|known| known.name() == challenge.name()) {
            return Err(failure(format!(
                "{}: another challenge is called {}",
                folder.display(),
                challenge.name()
            )));
        }
        given.push(challenge);
    }
    Ok(Challenges::new(Box::new(move || {
        let mut all = given;
        for name in catalogue::built_in_names() {
            let is_known = all.iter().any(|known| known.name() == name);
            let built_in = catalogue::built_in(&name).ok().flatten();
            let built_in = built_in.as_ref().and_then(|dialect| dialect.declared()).cloned();
            all.extend(built_in.filter(|_| !is_known));
        }
        all
    })))
}

fn with_rules(folder: &Path) -> Result<Declared, Failure> {
    let challenge = super::challenge::played(super::challenge::open(folder)?)?;
    challenge
        .declared()
        .ok_or_else(|| {
            let why = match challenge.is_challenge() {
                true => "it has no rules; others cannot be played in the browser",
                false => "a game that is built in is offered anyway",
            };
            failure(format!("{}: {why}", folder.display()))
        })
        .cloned()
}

fn folder() -> Result<PathBuf, Failure> {
    let base = etcetera::choose_base_strategy()
        .map_err(|why| failure(format!("no home folder: {why}; give one with --data")))?;
    Ok(base.data_dir().join("referee"))
}

/// The names that others may use for this machine: the given ones, and its own if other machines can connect.
fn names(arguments: &Serve) -> Vec<String> {
    let mut names = arguments.name.clone();
    if !arguments.listen.ip().is_loopback() {
        let own = rustix::system::uname().nodename().to_string_lossy().into_owned();
        names.extend([format!("{own}.local"), own]);
    }
    names
}

/// Notified by the signals that ask a program to end.
pub(super) fn on_signals() -> Result<Arc<Notify>, Failure> {
    let told = Arc::new(Notify::new());
    let tell = Arc::clone(&told);
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            tell.notify_one();
        }
    });
    Ok(told)
}

/// The address to type.
pub(super) fn url(address: SocketAddr) -> String {
    format!("http://{}/", shown(address))
}

fn open(url: &str) -> Result<(), Failure> {
    let mut opener = std::process::Command::new("xdg-open");
    opener.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    opener.spawn().map(drop).map_err(|why| failure(format!("--open: xdg-open: {why}; open {url} yourself")))
}

pub(super) fn address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(port) = text.trim_start_matches(':').parse() {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    let text = text.replacen("localhost:", "127.0.0.1:", 1);
    text.parse().map_err(|_| "it takes an address and a port, such as 127.0.0.1:8080".to_owned())
}

fn pause(text: &str) -> Result<Duration, String> {
    let pause =
        humantime::parse_duration(text).map_err(|_| "it takes a time such as 600ms or 2s".to_owned())?;
    if pause > Duration::from_secs(60) { Err("at most a minute".to_owned()) } else { Ok(pause) }
}
