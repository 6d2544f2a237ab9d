//! Commands of features that this build does not have: they say how to get them.

use std::ffi::OsString;

use clap::Args;

use super::{Failure, failure};

/// Whatever follows such a command.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub(super) struct Words {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _words: Vec<OsString>,
}

/// The failure of a command that needs a feature.
pub(super) fn absent(command: &str, feature: &str) -> Failure {
    failure(format!(
        "this build has no `{command}`; it needs the feature `{feature}`: cargo install --path . --features {feature}"
    ))
}
