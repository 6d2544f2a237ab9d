//! Where a report comes from: when, by which command, by which judge and on what machine it was made.

use std::time::SystemTime;

use rustix::system::uname;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::process::core_count;
use crate::runner::quoted;

/// Where a report comes from. It does not say who ran it, nor the machine's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Origin {
    /// When the run began, such as `2026-11-22T20:58:00Z`.
    #[schemars(extend("format" = "date-time"))]
    pub date: String,
    /// The version of the judge.
    pub version: String,
    /// The command, quoted for a shell; every character of it is visible.
    pub command: String,
    /// The system, the number of processors and their name.
    pub machine: String,
}

impl Origin {
    /// The origin of a run that begins now, by the command of this process.
    pub fn now() -> Origin {
        let words = std::env::args_os().skip(1).map(|word| format!(" {}", quoted(word.as_encoded_bytes())));
        let command = format!("judge{}", words.collect::<String>());
        Origin {
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command,
            machine: machine(),
        }
    }
}

fn machine() -> String {
    let system = uname();
    let word = |text: &std::ffi::CStr| text.to_string_lossy().into_owned();
    let cores = core_count();
    let model = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| model(&text));
    let processors = format!("{cores} × {}", model.unwrap_or_else(|| "processor".to_owned()));
    format!("{} {} {}, {processors}", word(system.sysname()), word(system.release()), word(system.machine()))
}

/// The processor's name in `/proc/cpuinfo`, which some architectures do not have.
fn model(text: &str) -> Option<String> {
    let named = text.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(named.trim_start_matches([' ', '\t', ':']).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_is_told_without_its_name() {
        let name = uname().nodename().to_string_lossy().into_owned();
        let Origin { date, machine, .. } = Origin::now();
        assert!(date.ends_with('Z') && date.len() == 20, "{date}");
        assert!(machine.starts_with("Linux ") && machine.contains(" × "), "{machine}");
        assert!(name.len() < 6 || !machine.contains(&name), "{machine}");
        assert_eq!(model("processor\t: 0\nmodel name\t: A 9 B\n"), Some("A 9 B".to_owned()));
        assert_eq!(model("Features: fp"), None);
    }
}
