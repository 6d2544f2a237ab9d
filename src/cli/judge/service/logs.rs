//! The log of a service, on standard error.

use clap::{Args, ValueEnum};

/// `--log`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Log")]
pub(super) struct Logs {
    /// The format of the log
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    log: LogForm,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LogForm {
    Text,
    Json,
}

impl Logs {
    pub(super) fn begin(&self) {
        let lines = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false);
        match self.log {
            LogForm::Text => lines.with_ansi(false).init(),
            LogForm::Json => lines.json().flatten_event(true).init(),
        }
    }
}
