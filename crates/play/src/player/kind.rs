//! A kind of player, as text: `human`, `script:FILE`, `random`, `greedy`, `perfect`, `search`,
//! `search:depth=6`, `search:time=200ms,random=10`, `program:COMMAND`.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use super::clock::short;

/// How far a search looks: to the end of the game, unless something limits it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchOptions {
    /// At most this many moves; the last ten squares of a board for two exactly.
    pub depth: Option<u32>,
    /// As many moves as this time allows.
    pub time: Option<Duration>,
    /// Of a hundred moves, how many are any legal move instead.
    pub random: u32,
}

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
    /// The best move that a search sees, or now and then a random one.
    Search(SearchOptions),
    /// A program that speaks the dialect: its words, as a shell splits them.
    Program(Vec<String>),
}

/// A text that is not a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownPlayer(String);

/// The depth of a search for which no depth and no time is given.
const DEPTH: u32 = 5;

/// The longest time for a move.
const LONGEST: Duration = Duration::from_secs(3600);

const PLAYERS: &str = "there are human, script:FILE, random, greedy, perfect, \
                       search[:depth=N,time=TIME,random=PERCENT], program:COMMAND";

impl FromStr for PlayerKind {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<PlayerKind, UnknownPlayer> {
        let (kind, rest) = text.split_once(':').map_or((text, None), |(kind, rest)| (kind, Some(rest)));
        match (kind, rest) {
            ("human", None) => Ok(PlayerKind::Human),
            ("random", None) => Ok(PlayerKind::Random),
            ("greedy", None) => Ok(PlayerKind::Greedy),
            ("perfect", None) => Ok(PlayerKind::Perfect),
            ("search", options) => search(options).map(PlayerKind::Search),
            ("script", Some(file)) if !file.is_empty() => Ok(PlayerKind::Script(file.into())),
            ("program", Some(command)) => words(command).map(PlayerKind::Program),
            _ => Err(UnknownPlayer(format!("`{text}` is not a player; {PLAYERS}"))),
        }
    }
}

fn search(text: Option<&str>) -> Result<SearchOptions, UnknownPlayer> {
    let mut options = SearchOptions::default();
    for option in text.into_iter().flat_map(|text| text.split(',')) {
        let bad = |why: &str| UnknownPlayer(format!("`{option}`: {why}"));
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        let number = |range: RangeInclusive<u32>| {
            let why = || bad(&format!("it takes a number from {} to {}", range.start(), range.end()));
            value.parse().ok().filter(|number| range.contains(number)).ok_or_else(why)
        };
        match name {
            "depth" => options.depth = Some(number(1..=60)?),
            "random" => options.random = number(0..=100)?,
            "time" => {
                let time = humantime::parse_duration(value).map_err(|why| bad(&why.to_string()))?;
                if time > LONGEST {
                    return Err(bad("a search takes at most an hour for a move"));
                }
                options.time = Some(time.max(Duration::from_millis(1)));
            }
            _ => return Err(bad("a search takes depth=N, time=TIME and random=PERCENT")),
        }
    }
    if options.time.is_none() {
        options.depth.get_or_insert(DEPTH);
    }
    Ok(options)
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
            PlayerKind::Search(SearchOptions { depth, time, random }) => {
                let depth = depth.map(|depth| format!("depth={depth}"));
                let time = time.map(|time| format!("time={}", short(time)));
                let random = (*random > 0).then(|| format!("random={random}"));
                let options: Vec<_> = [depth, time, random].into_iter().flatten().collect();
                write!(f, "search:{}", options.join(","))
            }
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
            "search:depth=4,time=1s,random=15",
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
            "search:",
            "search:random=101",
            "search:depth=2,",
            "program:",
            "program:'",
        ] {
            let why = text.parse::<PlayerKind>().unwrap_err().to_string();
            assert!(!why.is_empty(), "{text}");
        }
    }
}
