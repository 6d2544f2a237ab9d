//! A kind of player, as text: `human`, `script:FILE`, `random`, `greedy`, `perfect`, `search`,
//! `search:depth=6`, `search:time=200ms`, `program:COMMAND`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use super::Horizon;
use super::clock::short;

/// A player that was chosen but not made yet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayerKind {
    /// A person at the keyboard.
    Human,
    /// The lines of a file.
    Script(PathBuf),
    /// Any legal move.
    Random,
    /// The move that takes most.
    Greedy,
    /// The best move of a solved game.
    Perfect,
    /// The best move that a search sees.
    Search(Horizon),
    /// A program that speaks the dialect: its words, as a shell splits them.
    Program(Vec<String>),
}

/// A text that is not a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownPlayer(String);

/// The default depth of a search.
const DEPTH: u32 = 5;

/// The longest time for a move.
const LONGEST: Duration = Duration::from_secs(3600);

const PLAYERS: &str = "there are human, script:FILE, random, greedy, perfect, search, search:depth=N, \
                       search:time=TIME, program:COMMAND";

impl FromStr for PlayerKind {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<PlayerKind, UnknownPlayer> {
        let (kind, rest) = text.split_once(':').map_or((text, None), |(kind, rest)| (kind, Some(rest)));
        match (kind, rest) {
            ("human", None) => Ok(PlayerKind::Human),
            ("random", None) => Ok(PlayerKind::Random),
            ("greedy", None) => Ok(PlayerKind::Greedy),
            ("perfect", None) => Ok(PlayerKind::Perfect),
            ("search", None) => Ok(PlayerKind::Search(Horizon::Depth(DEPTH))),
            ("search", Some(how)) => horizon(how).map(PlayerKind::Search),
            ("script", Some(file)) if !file.is_empty() => Ok(PlayerKind::Script(file.into())),
            ("program", Some(command)) => words(command).map(PlayerKind::Program),
            _ => Err(UnknownPlayer(format!("`{text}` is not a player; {PLAYERS}"))),
        }
    }
}

fn horizon(text: &str) -> Result<Horizon, UnknownPlayer> {
    let why = || UnknownPlayer(format!("`{text}`: a search takes `depth=N` or `time=TIME`"));
    match text.split_once('=').ok_or_else(why)? {
        ("depth", depth) => {
            let depth = depth.parse().ok().filter(|depth| (1..=60).contains(depth));
            depth
                .map(Horizon::Depth)
                .ok_or_else(|| UnknownPlayer("a depth is a number from 1 to 60".to_owned()))
        }
        ("time", time) => {
            let time =
                humantime::parse_duration(time).map_err(|why| UnknownPlayer(format!("`{time}`: {why}")))?;
            if time > LONGEST {
                return Err(UnknownPlayer("a search takes at most an hour for a move".to_owned()));
            }
            Ok(Horizon::Time(time.max(Duration::from_millis(1))))
        }
        _ => Err(why()),
    }
}

fn words(command: &str) -> Result<Vec<String>, UnknownPlayer> {
    let words = shlex::split(command).filter(|words| !words.is_empty());
    words.ok_or_else(|| UnknownPlayer(format!("`{command}` is not a command")))
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Human => f.write_str("human"),
            PlayerKind::Script(file) => write!(f, "script:{}", file.display()),
            PlayerKind::Random => f.write_str("random"),
            PlayerKind::Greedy => f.write_str("greedy"),
            PlayerKind::Perfect => f.write_str("perfect"),
            PlayerKind::Search(Horizon::Depth(depth)) => write!(f, "search:depth={depth}"),
            PlayerKind::Search(Horizon::Time(time)) => write!(f, "search:time={}", short(*time)),
            PlayerKind::Search(Horizon::End) => f.write_str("search"),
            PlayerKind::Program(words) => {
                let command = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
                write!(f, "program:{command}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "human",
            "script:moves.txt",
            "random",
            "greedy",
            "perfect",
            "search:depth=6",
            "search:time=200ms",
            "program:python3 bot.py 'two words'",
        ] {
            assert_eq!(text.parse::<PlayerKind>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_names_no_player_is_refused_with_a_reason() {
        for text in [
            "",
            "Human",
            "human:",
            "search:6",
            "search:depth=0",
            "search:time=x",
            "search:time=2h",
            "program:",
            "program:'",
        ] {
            let why = text.parse::<PlayerKind>().unwrap_err().to_string();
            assert!(!why.is_empty(), "{text}");
        }
    }
}
