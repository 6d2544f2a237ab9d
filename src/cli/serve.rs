//! `referee serve`: games in the browser.

use std::io::IsTerminal;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use clap::Args;

use super::challenge::played;
use super::which::opened;
use super::{Failure, GOOD, failure, print};
use crate::files;
use crate::http::{raise_descriptors, url};
use crate::process::Interrupt;
use crate::web::{Server, Settings, offered};

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
    let stop = Interrupt::on_signals()?;
    let given = opened(&arguments.challenge)?;
    given.iter().try_for_each(|(_, challenge)| played(challenge.clone()).map(drop))?;
    let server = Server::bind(Settings {
        listen: arguments.listen,
        data: data.clone(),
        pause: arguments.pause,
        names: arguments.name.clone(),
        is_proxied: arguments.proxy,
        challenges: offered(&given)?,
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
    server.run(&stop)?;
    Ok(GOOD)
}

fn folder() -> Result<PathBuf, Failure> {
    let data = files::data_folder()
        .map_err(|why| failure(format!("no home folder: {why}; give one with --data")))?;
    Ok(data.join("referee"))
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
