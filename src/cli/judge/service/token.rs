//! `judge token`: makes and revokes tokens.

use std::io::IsTerminal;

use clap::Args;

use judging::transcript::visible_message;

use super::super::super::{Failure, GOOD, print};
use super::super::names::name;
use service::{Scope, owner};

/// Make a token for a judging service; it is shown once
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in super::super) struct TokenArguments {
    /// The owner's name, as leaderboards show it
    #[arg(value_name = "OWNER")]
    owner: String,

    /// The scopes of the token
    #[arg(long, value_name = "SCOPE", value_parser = name::<Scope>(), value_delimiter = ',', default_value = "submit,read")]
    scope: Vec<Scope>,

    /// Revoke all tokens of this owner instead
    #[arg(long)]
    end: bool,

    /// Instead of a token print a link to the service at this address: whoever opens it within a quarter of an hour is signed
    /// in, once
    #[arg(long, value_name = "URL", conflicts_with = "end")]
    link: Option<String>,

    #[command(flatten)]
    database: super::database::DatabaseOptions,
}

const EXAMPLES: &str = "\
Examples:
  judge token ada                  a token to submit, and to see Ada's submissions
  judge token host --scope admin   a token for everything
  judge token ada --end            revokes Ada's tokens
  judge token ada --link https://judge.example    a link with which Ada signs in, once";

pub(in super::super) fn run(arguments: &TokenArguments) -> Result<u8, Failure> {
    let owner = owner(&arguments.owner)?;
    let database = arguments.database.named()?;
    if arguments.end {
        database.existing()?.end_tokens(owner)?;
        return Ok(GOOD);
    }
    if let Some(file) = database.missing_file() {
        let file = visible_message(file.display().to_string().as_bytes());
        anstream::eprintln!(
            "judge: {file} is new; a service has this token only if it is started with that database"
        );
    }
    let store = database.open()?;
    let secret = match &arguments.link {
        Some(server) => store.sign_in(server, owner, &arguments.scope)?,
        None => store.new_token(owner, &arguments.scope)?,
    };
    print(&format!("{secret}\n"))?;
    if arguments.link.is_none() && std::io::stdout().is_terminal() {
        print("Keep it: it is not shown again. `judge submit` reads it from JUDGE_TOKEN.\n")?;
    }
    Ok(GOOD)
}
