//! How help is arranged: commands in groups, and what `-h` leaves to `--help`.

use clap::builder::Styles;
use clap::{Arg, Command};

/// Ends `-h` where `--help` says more.
pub(super) const MORE: &str = "--help for all options and examples";

/// The heading of what all commands that run programs have.
pub(super) const RUNNING: &str = "Running";

/// Leaves all options but these to `--help`.
pub(super) fn brief(names: &'static [&'static str]) -> impl FnMut(Arg) -> Arg {
    move |arg| {
        let is_left_out = !arg.is_positional() && !names.contains(&arg.get_id().as_str());
        arg.hide_short_help(is_left_out)
    }
}

/// The help of a program whose commands are listed in these groups.
pub(super) fn grouped(groups: &[(&str, Command)]) -> String {
    let commands = groups.iter().flat_map(|(_, group)| group.get_subcommands());
    let wide = commands.map(|command| command.get_name().len()).max().unwrap_or(0);
    let listed: String = groups.iter().map(|(title, group)| listed(title, group, wide)).collect();
    let options = headed("Options");
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{listed}{options}\n{{options}}{{after-help}}"
    )
}

/// A group of commands, with a line for each.
fn listed(title: &str, group: &Command, wide: usize) -> String {
    let style = Styles::styled();
    let name = style.get_literal();
    let row = |command: &Command| {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        format!("  {name}{:wide$}{name:#}  {about}\n", command.get_name())
    };
    let rows: String = group.get_subcommands().map(row).collect();
    format!("{}\n{rows}\n", headed(title))
}

fn headed(title: &str) -> String {
    let styles = Styles::styled();
    let style = styles.get_header();
    format!("{style}{title}:{style:#}")
}
