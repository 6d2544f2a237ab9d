//! `referee serve`: games in the browser.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use super::challenge::played;
use super::which::{opened, unpacked};
use super::{Failure, GOOD, failure, print};
use http::{open_in_browser, to_listen_on};
use judging::process::Interrupt;
use play::web::{Pause, Server, Settings, offered};

/// Play in the browser, against the computer or with friends
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Address and port, or a port; 0.0.0.0:8080 lets other machines connect
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = to_listen_on)]
    listen: SocketAddr,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// The folder for saved games [default: referee in the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Pause before the computer answers a person
    #[arg(long, value_name = "TIME", default_value = "600ms")]
    pause: Pause,

    /// A host name of this machine that browsers may use; may be repeated
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,

    /// A folder with your own challenge of rules, offered beside the built-in ones; may be repeated
    #[arg(long, value_name = "FOLDER", value_parser = unpacked())]
    challenge: Vec<PathBuf>,

    /// Take requests from a proxy on this machine, which appends the client to X-Forwarded-For
    #[arg(long)]
    proxy: bool,
}

pub(super) fn run(arguments: &Serve) -> Result<u8, Failure> {
    let stop = Interrupt::on_signals()?;
    let given = opened(&arguments.challenge, &[])?;
    given.iter().try_for_each(|(_, challenge)| played(challenge.clone()).map(drop))?;
    let server = Server::bind(Settings {
        listen: arguments.listen,
        data: arguments.data.clone(),
        pause: arguments.pause,
        names: arguments.name.clone(),
        is_proxied: arguments.proxy,
        challenges: offered(&given)?,
    })?;
    let url = server.url()?;
    print(&format!("Play at {url}\n"))?;
    if std::io::stdout().is_terminal() {
        print(&format!("Games are saved in {}. Press Ctrl-C to stop.\n", server.folder().display()))?;
    }
    if arguments.open {
        let why = |why| failure(format!("--open: xdg-open: {why}; open {url} yourself"));
        open_in_browser(&url).map_err(why)?;
    }
    server.run(&stop)?;
    Ok(GOOD)
}
